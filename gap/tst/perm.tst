# SPDX-License-Identifier: MIT
# Permutations, beside GAP's own arithmetic.
gap> START_TEST( "perm.tst" );
gap> Reset( GlobalMersenneTwister, 20261115 );;
gap> for points in [ 1, 2, 3, 10, 255, 256, 257, 1000, 70000 ] do
>   x := Random( SymmetricGroup( points ) );
>   y := Random( SymmetricGroup( Random( [ 1 .. points ] ) ) );
>   if WreathMultiplyPerm( x, y ) <> x * y then Print( "product of ", points, "\n" ); fi;
>   if WreathMultiplyPerm( y, x ) <> y * x then Print( "product of ", points, "\n" ); fi;
>   if WreathInversePerm( x ) <> x^-1 then Print( "inverse of ", points, "\n" ); fi;
>   if WreathQuotientPerm( x, y ) <> x / y then Print( "quotient of ", points, "\n" ); fi;
>   if WreathLeftQuotientPerm( x, y ) <> LeftQuotient( x, y ) then Print( "left quotient of ", points, "\n" ); fi;
>   if WreathPowerPerm( x, -1000 ) <> x^-1000 then Print( "power of ", points, "\n" ); fi;
>   if WreathCycleType( x ) <> CycleStructurePerm( x ) then Print( "cycles of ", points, "\n" ); fi;
> od;
gap> WreathMultiplyPerm( (), () );
()
gap> WreathPowerPerm( (1,2,3), 0 );
()
gap> WreathMultiplyPerm( [ (1,2), (1,2,3) ], [ (2,3), (1,3) ] );
[ (1,3,2), (1,2) ]
gap> WreathInversePerm( [ ] );
[  ]

# Files.
gap> file := Filename( DirectoryTemporary( ), "it's a \"file\" $HOME.npy" );;
gap> x := Random( SymmetricGroup( 300 ) );; WreathWritePerm( file, x );; WreathReadPerm( file ) = x;
true
gap> WreathWritePerm( file, (1,2), 9 );; WreathRun( "perm", "check", file ).points;
9
gap> WreathRun( "perm", "random", "1000", "-o", file, rec( seed := 7 ) ).complete;
true
gap> LargestMovedPoint( WreathReadPerm( file ) ) <= 1000;
true
gap> text := Filename( DirectoryTemporary( ), "x.g" );; WreathWritePerm( text, (1,2,3) );; WreathReadPerm( text );
(1,2,3)
gap> Read( text );; x;
(1,2,3)
gap> STOP_TEST( "perm.tst" );
