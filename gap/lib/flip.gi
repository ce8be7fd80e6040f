# SPDX-License-Identifier: MIT
#
# Matrix multiplication schemes over GF(2), GF(3) or the integers: r products of linear forms in the entries of A (n x m) and of B (m x p), and the
# entries of C = A*B (n x p) to which each of them is added. (The program's files hold the third factor transposed, as p x n.)

WREATH.Shape := function( shape )
  local sides;
  sides := List( SplitString( shape, "x" ), Int );
  if Length( sides ) <> 3 or not ForAll( sides, IsPosInt ) then
    ErrorNoReturn( "wreath: a shape must be a string \"nxmxp\" of three numbers, such as \"3x3x3\"" );
  fi;
  return sides;
end;

InstallGlobalFunction( WreathFlipSearch, function( shape, options )
  local sides, output, answer, scheme, one, matrices;
  sides := WREATH.Shape( shape );
  if not IsRecord( options ) or not ( IsBound( options.time ) or IsBound( options.steps ) or IsBound( options.target ) ) then
    ErrorNoReturn( "wreath: a search needs a limit: set target, time or steps, as in rec( target := 23 )" );
  fi;
  output := WREATH.NewFile( "scheme.json" );
  answer := WREATH.Call( [ "flip", "search", shape, "-o", output ], options );
  scheme := WREATH.ParseJSON( WREATH.TakeFile( output ) );
  one := One( GF( 2 ) );
  if IsBound( options.ring ) and options.ring = "F3" then one := One( GF( 3 ) ); fi;
  if IsBound( options.ring ) and options.ring in [ "Z", "ZT" ] then one := 1; fi;
  matrices := { rows, height, width } -> List( rows, row -> one *
                List( [ 1 .. height ], i -> row{[( i - 1 ) * width + 1 .. i * width]} ) );
  return rec( shape := sides, rank := scheme.m, complete := answer.complete, a := matrices( scheme.u, sides[1], sides[2] ),
              b := matrices( scheme.v, sides[2], sides[3] ), c := List( matrices( scheme.w, sides[3], sides[1] ), TransposedMat ) );
end );

# C = A*B for all matrices of one entry, which is all that a bilinear map needs.
InstallGlobalFunction( WreathIsScheme, function( scheme )
  local n, m, p, i, j, k, l, r, one, sum, wanted;
  n := scheme.shape[1];
  m := scheme.shape[2];
  p := scheme.shape[3];
  one := One( scheme.a[1][1][1] );
  for i in [ 1 .. n ] do for j in [ 1 .. m ] do for k in [ 1 .. m ] do for l in [ 1 .. p ] do
    sum := NullMat( n, p ) * one;
    for r in [ 1 .. scheme.rank ] do
      sum := sum + ( scheme.a[r][i][j] * scheme.b[r][k][l] ) * scheme.c[r];
    od;
    wanted := NullMat( n, p ) * one;
    if j = k then wanted[i][l] := one; fi;
    if sum <> wanted then return false; fi;
  od; od; od; od;
  return true;
end );
