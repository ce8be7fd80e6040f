# SPDX-License-Identifier: MIT
#
# Kinds of elements: transformations, partial permutations and permutations, bipartitions and Boolean matrices of the package
# Semigroups, matrices over finite fields, and plain lists of numbers whose kind is named by an option, rec( kind := "boolean" ).
#
# A kind is a record: text (for the library), name (for people), degree (points, or rows of a matrix), columns (numbers of a row),
# is( x ), row( x ) with numbers from 0 as the library has them, and element( row ), its inverse. Points of maps beyond the degree
# are fixed, or not in the domain; what moves them is not of the kind.

# Whether x is in a category of a package that need not be loaded.
WREATH.Is := function( category, x )
  return IsBoundGlobal( category ) and ValueGlobal( category )( x );
end;

# A row of n*n numbers as a matrix.
WREATH.Square := function( row, n )
  return List( [ 1 .. n ], i -> row{[( i - 1 ) * n + 1 .. i * n]} );
end;

WREATH.DegreeOf := function( x )
  if IsPerm( x ) then return LargestMovedPoint( x ); fi;
  if IsPartialPerm( x ) then return Maximum( DegreeOfPartialPerm( x ), CodegreeOfPartialPerm( x ) ); fi;
  return DegreeOfTransformation( x );
end;

# Of this degree or, if they move more points, of theirs.
WREATH.MapKind := function( maps, degree )
  degree := Maximum( degree, 1, Maximum( List( maps, WREATH.DegreeOf ) ) );
  if IsPerm( maps[1] ) then
    return rec( text := "transformation", name := "permutation", degree := degree, columns := degree,
      is := x -> IsPerm( x ) and LargestMovedPoint( x ) <= degree,
      row := x -> ListPerm( x, degree ) - 1,
      element := row -> PermList( row + 1 ) );
  elif IsPartialPerm( maps[1] ) then
    return rec( text := "partial-permutation", name := "partial permutation", degree := degree, columns := degree,
      is := x -> IsPartialPerm( x ) and WREATH.DegreeOf( x ) <= degree,
      row := x -> List( [ 1 .. degree ], p -> p^x - 1 ),
      element := row -> PartialPermNC( row + 1 ) );
  fi;
  return rec( text := "transformation", name := "transformation", degree := degree, columns := degree,
    is := x -> IsTransformation( x ) and DegreeOfTransformation( x ) <= degree,
    row := x -> ImageListOfTransformation( x, degree ) - 1,
    element := row -> TransformationNC( row + 1 ) );
end;

WREATH.BipartitionKind := function( maps )
  local degree;
  degree := ValueGlobal( "DegreeOfBipartition" )( maps[1] );
  return rec( text := "bipartition", name := "bipartition", degree := degree, columns := 2 * degree,
    is := x -> WREATH.Is( "IsBipartition", x ) and ValueGlobal( "DegreeOfBipartition" )( x ) = degree,
    row := x -> ValueGlobal( "IntRepOfBipartition" )( x ) - 1,
    element := row -> ValueGlobal( "BipartitionByIntRep" )( row + 1 ) );
end;

WREATH.BooleanKind := function( maps )
  local dimension, degree;
  dimension := ValueGlobal( "DimensionOfMatrixOverSemiring" );
  degree := dimension( maps[1] );
  return rec( text := "boolean", name := "Boolean matrix", degree := degree, columns := degree^2,
    is := x -> WREATH.Is( "IsBooleanMat", x ) and dimension( x ) = degree,
    row := function( x )
      local row, ones, i, j;
      row := ListWithIdenticalEntries( degree^2, 0 );
      ones := ValueGlobal( "Successors" )( x );
      for i in [ 1 .. degree ] do
        for j in ones[i] do row[( i - 1 ) * degree + j] := 1; od;
      od;
      return row;
    end,
    element := row -> ValueGlobal( "Matrix" )( ValueGlobal( "IsBooleanMat" ), WREATH.Square( row, degree ) ) );
end;

# The field with q elements as numbers: residues, or polynomials over GF(2) by their bits, modulo the Conway polynomial.
WREATH.FieldNumbers := function( q )
  local p, conway, numbers, x, k;
  p := SmallestRootInt( q );
  if q > 256 or ( p <> 2 and p <> q ) then
    ErrorNoReturn( "wreath: matrices over GF(", q, ") are not supported: the field must have a prime number or a power of 2 of elements, up to 256" );
  fi;
  if p = q then return List( [ 0 .. q - 1 ], k -> k * Z( q )^0 ); fi;
  conway := ValuePol( List( CoefficientsOfUnivariatePolynomial( ConwayPolynomial( 2, LogInt( q, 2 ) ) ), IntFFE ), 2 );
  numbers := [ 0 * Z( q ) ];
  x := 1;
  for k in [ 0 .. q - 2 ] do
    numbers[x + 1] := Z( q )^k;
    x := 2 * x;
    if x >= q then x := WREATH.Xor( x, conway ); fi;
  od;
  return numbers;
end;

WREATH.Xor := function( a, b )
  local sum, bit;
  sum := 0;
  bit := 1;
  while a > 0 or b > 0 do
    if ( a mod 2 ) <> ( b mod 2 ) then sum := sum + bit; fi;
    a := QuoInt( a, 2 );
    b := QuoInt( b, 2 );
    bit := 2 * bit;
  od;
  return sum;
end;

WREATH.IsFieldMatrix := x -> IsMatrix( x ) and IsFFECollColl( x ) and Length( x ) = Length( x[1] );

WREATH.FieldKind := function( maps )
  local degree, q, numbers;
  degree := Length( maps[1] );
  q := Size( DefaultField( Concatenation( List( maps, x -> Concatenation( List( x, row -> List( row ) ) ) ) ) ) );
  numbers := WREATH.FieldNumbers( q );
  return rec( text := Concatenation( "field:", String( q ) ), name := Concatenation( "GF(", String( q ), ") matrix" ), degree := degree, columns := degree^2,
    is := x -> WREATH.IsFieldMatrix( x ) and Length( x ) = degree and ForAll( x, row -> ForAll( row, entry -> entry in numbers ) ),
    row := x -> Concatenation( List( x, row -> List( row, entry -> Position( numbers, entry ) - 1 ) ) ),
    element := row -> ImmutableMatrix( GF( q ), WREATH.Square( numbers{row + 1}, degree ) ) );
end;

# An entry of a matrix as a number.
WREATH.EntryNumber := function( entry )
  if IsInt( entry ) then return entry; fi;
  if entry in [ "-", '-' ] then return -1; fi;
  if entry = "-inf" or entry = -infinity then return -2^31; fi;
  if entry = "inf" or entry = infinity then return 2^31 - 1; fi;
  ErrorNoReturn( "wreath: ", entry, " is not an entry of a matrix or a point" );
end;

# Elements as lists of integers, or matrices as lists of rows; what is not a number in the program is its text: "-", "inf".
WREATH.ListKind := function( maps, kind )
  local square, length, degree;
  square := IsList( maps[1] ) and Length( maps[1] ) > 0 and ForAll( maps[1], row -> IsList( row ) and not IsString( row ) );
  if square then length := Length( maps[1] )^2; else length := Length( maps[1] ); fi;
  if square then degree := Length( maps[1] ); elif StartsWith( kind, "bipartition" ) then degree := length / 2; else degree := length; fi;
  return rec( text := kind, name := kind, degree := degree, columns := length,
    is := x -> IsList( x ) and ( not square or ( Length( x ) = degree and ForAll( x, row -> IsList( row ) and Length( row ) = degree ) ) )
               and ( square or Length( x ) = length ),
    row := function( x ) if square then x := Concatenation( x ); fi; return List( x, WREATH.EntryNumber ); end,
    element := function( row ) if square then return WREATH.Square( row, degree ); fi; return row; end );
end;

# The kind of a list of elements, or fail if there is none.
WREATH.KindOf := function( maps, options, degree )
  local kind;
  if not IsList( maps ) or Length( maps ) = 0 then return fail; fi;
  kind := fail;
  if IsBound( options.kind ) then
    kind := WREATH.ListKind( maps, options.kind );
  elif WREATH.Is( "IsBipartition", maps[1] ) then
    kind := WREATH.BipartitionKind( maps );
  elif WREATH.Is( "IsBooleanMat", maps[1] ) then
    kind := WREATH.BooleanKind( maps );
  elif WREATH.IsFieldMatrix( maps[1] ) and ForAll( maps, WREATH.IsFieldMatrix ) then
    kind := WREATH.FieldKind( maps );
  elif ForAll( maps, IsTransformation ) or ForAll( maps, IsPerm ) or ForAll( maps, IsPartialPerm ) then
    kind := WREATH.MapKind( maps, degree );
  fi;
  if kind <> fail and not ForAll( maps, kind.is ) then
    ErrorNoReturn( "wreath: a generator is not of the same kind and size as the first" );
  fi;
  return kind;
end;
