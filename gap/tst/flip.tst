# SPDX-License-Identifier: MIT
# Schemes of matrix multiplication.
gap> START_TEST( "flip.tst" );
gap> scheme := WreathFlipSearch( "2x2x2", rec( target := 7, seed := 1 ) );; [ scheme.rank, WreathIsScheme( scheme ) ];
[ 7, true ]
gap> scheme := WreathFlipSearch( "2x2x3", rec( target := 11, seed := 1 ) );; [ scheme.rank, WreathIsScheme( scheme ) ];
[ 11, true ]
gap> List( [ scheme.a[1], scheme.b[1], scheme.c[1] ], DimensionsMat );
[ [ 2, 2 ], [ 2, 3 ], [ 2, 3 ] ]
gap> scheme.c[1] := scheme.c[1] + 1;; WreathIsScheme( scheme );
false
gap> scheme := WreathFlipSearch( "2x2x2", rec( target := 6, steps := 1000 ) );; [ scheme.complete, WreathIsScheme( scheme ) ];
[ false, true ]
gap> scheme := WreathFlipSearch( "4x4x4", rec( symmetry := "c6", cubes := [ 2, 2 ], target := 50, seed := 1 ) );; [ scheme.rank, WreathIsScheme( scheme ) ];
[ 50, true ]
gap> scheme := WreathFlipSearch( "2x2x2", rec( ring := "Z", target := 7, seed := 1 ) );; [ scheme.rank, WreathIsScheme( scheme ), IsInt( scheme.a[1][1][1] ) ];
[ 7, true, true ]
gap> scheme := WreathFlipSearch( "2x2x2", rec( ring := "F3", target := 7, seed := 1 ) );; [ scheme.rank, WreathIsScheme( scheme ) ];
[ 7, true ]
gap> STOP_TEST( "flip.tst" );
