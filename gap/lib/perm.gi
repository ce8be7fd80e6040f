# SPDX-License-Identifier: MIT
#
# Permutations.
#
# For permutations that GAP holds, GAP's own product is faster than any way to another program. These functions are for those
# that are files of the program, or are to become such: WreathReadPerm and WreathWritePerm are the bridge, and the others do in
# the program what GAP would do, for tests and for whoever wants its checks.

WREATH.WritePoints := function( file, x, degree )
  PrintTo( file, "PermList(", ListPerm( x, degree ), ")\n" );
end;

# The permutation in an .npy file, which is then removed; the source is for the error.
WREATH.TakePerm := function( file, source )
  local array, x;
  array := WREATH.ReadNpy( file );
  RemoveFile( file );
  x := PermList( array.values + 1 );
  if x = fail then ErrorNoReturn( "wreath: '", source, "' does not contain a permutation" ); fi;
  return x;
end;

WREATH.RequirePerms := function( list )
  if not ForAll( list, IsPerm ) then ErrorNoReturn( "wreath: expected permutations, or lists of permutations" ); fi;
end;

# Calls `wreath perm <verb>` with permutations, and what stands after them.
WREATH.CallPerm := function( verb, perms, after )
  local degree, files, output, k;
  WREATH.RequirePerms( perms );
  degree := Maximum( 1, Maximum( List( perms, LargestMovedPoint ) ) );
  files := List( perms, x -> WREATH.NewFile( "x.g" ) );
  for k in [ 1 .. Length( perms ) ] do WREATH.WritePoints( files[k], perms[k], degree ); od;
  output := WREATH.NewFile( "z.npy" );
  WREATH.CallToEnd( Concatenation( [ "perm", verb, "-o", output ], files, after ), rec( ) );
  for k in files do RemoveFile( k ); od;
  return WREATH.TakePerm( output, output );
end;

# One pair, or two lists of them.
WREATH.Pairwise := function( x, y, operation )
  if not ( IsList( x ) and IsList( y ) ) then return operation( x, y ); fi;
  if Length( x ) <> Length( y ) then ErrorNoReturn( "wreath: the two lists of permutations must have the same length" ); fi;
  return List( [ 1 .. Length( x ) ], i -> operation( x[i], y[i] ) );
end;

WREATH.Each := function( x, operation )
  if IsList( x ) then return List( x, operation ); fi;
  return operation( x );
end;

InstallGlobalFunction( WreathMultiplyPerm,
  { x, y } -> WREATH.Pairwise( x, y, { u, v } -> WREATH.CallPerm( "multiply", [ u, v ], [ ] ) ) );
InstallGlobalFunction( WreathLeftQuotientPerm,
  { x, y } -> WREATH.Pairwise( x, y, { u, v } -> WREATH.CallPerm( "divide", [ u, v ], [ ] ) ) );
InstallGlobalFunction( WreathInversePerm, x -> WREATH.Each( x, u -> WREATH.CallPerm( "inverse", [ u ], [ ] ) ) );

# The program divides from the left only.
InstallGlobalFunction( WreathQuotientPerm, { x, y } -> WreathMultiplyPerm( x, WreathInversePerm( y ) ) );

InstallGlobalFunction( WreathPowerPerm, function( x, exponent )
  if not IsInt( exponent ) then ErrorNoReturn( "wreath: the exponent must be an integer" ); fi;
  return WREATH.Each( x, u -> WREATH.CallPerm( "power", [ u ], [ "--", String( exponent ) ] ) );
end );

InstallGlobalFunction( WreathCycleType, x -> WREATH.Each( x, function( u )
  local file, answer, type, cycle;
  WREATH.RequirePerms( [ u ] );
  file := WREATH.NewFile( "x.g" );
  WREATH.WritePoints( file, u, Maximum( 1, LargestMovedPoint( u ) ) );
  answer := WREATH.CallToEnd( [ "perm", "cycles", file ], rec( ) );
  RemoveFile( file );
  type := [ ];
  for cycle in answer.cycle_type do
    if cycle.length > 1 then type[cycle.length - 1] := cycle.count; fi;
  od;
  return type;
end ) );

InstallGlobalFunction( WreathReadPerm, function( file )
  local output;
  output := WREATH.NewFile( "x.npy" );
  WREATH.CallToEnd( [ "perm", "convert", file, "-o", output, "--type", "uint32" ], rec( ) );  # GAP's own limit
  return WREATH.TakePerm( output, file );
end );

InstallGlobalFunction( WreathWritePerm, function( file, x, degree... )
  local input, points;
  WREATH.RequirePerms( [ x ] );
  points := Maximum( 1, LargestMovedPoint( x ) );
  if Length( degree ) > 1 or ( Length( degree ) = 1 and not IsPosInt( degree[1] ) ) then
    ErrorNoReturn( "usage: WreathWritePerm( <file>, <x>[, <points>] ), where the number of points is a positive integer" );
  elif Length( degree ) = 1 and degree[1] < points then
    ErrorNoReturn( "wreath: the permutation moves the point ", String( points ), ", so it cannot have ", String( degree[1] ), " points" );
  elif Length( degree ) = 1 then
    points := degree[1];
  fi;
  input := WREATH.NewFile( "x.g" );
  WREATH.WritePoints( input, x, points );
  WREATH.CallToEnd( [ "perm", "convert", input, "-o", file ], rec( ) );
  RemoveFile( input );
end );
