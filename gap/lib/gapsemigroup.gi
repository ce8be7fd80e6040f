# SPDX-License-Identifier: MIT
#
# GAP's own operations for finite semigroups, for those of WreathSemigroup and for GAP's own semigroups of transformations and
# partial permutations.
#
# Nearly all that GAP's library does with a finite semigroup begins with FroidurePinExtendedAlg, which finds the elements, in GAP's
# order, and the two Cayley graphs by the sorted generators. Here the library does that; what is built on it stays GAP's, and gives
# the same answers in the same order. GreensDClasses, quadratic in GAP, is done in one pass over the elements, in GAP's order, too.

# By which generators GAP's Cayley graphs are.
WREATH.GraphGenerators := function( S )
  if IsMonoid( S ) then return Set( Filtered( GeneratorsOfMonoid( S ), x -> x <> One( S ) ) ); fi;
  return Set( GeneratorsOfSemigroup( S ) );
end;

InstallMethod( WreathData, "for any object", [ IsObject ], ReturnFail );
InstallMethod( WreathData, "for a semigroup", [ IsSemigroup ], function( S )
  local monoid, generators, kind;
  if not WREATH.Automatic or IsGroup( S ) or not ( IsTransformationCollection( S ) or IsPartialPermCollection( S ) ) then
    return fail;
  fi;
  monoid := IsMonoid( S ) and HasGeneratorsOfMonoid( S ) and IsTransformationCollection( S );
  if monoid then generators := WREATH.GraphGenerators( S ); else generators := Set( GeneratorsOfSemigroup( S ) ); fi;
  if Length( generators ) = 0 then
    if not monoid then return fail; fi;
    generators := [ One( S ) ];  # of the trivial monoid
  fi;
  return WREATH.SemigroupData( generators, monoid, WREATH.KindOf( generators, rec( ), 1 ), rec( ) );
end );

# Whether methods of this file are meant. What is kept with a semigroup is found when it has generators.
WREATH.Knows := function( S )
  if not HasWreathData( S ) and not HasGeneratorsOfSemigroup( S ) and not ( IsMonoid( S ) and HasGeneratorsOfMonoid( S ) ) then return false; fi;
  return WreathData( S ) <> fail;
end;

# Installs a method for semigroups that the library knows.
WREATH.Install := function( operation, name, filter, method )
  InstallMethod( operation, Concatenation( "for a semigroup whose ", name, " wreath can find" ), [ filter ], 1, function( S )
    if not WREATH.Knows( S ) then TryNextMethod( ); fi;
    return method( S, WreathData( S ) );
  end );
  if not operation in [ Size, AsSSortedList ] then
    InstallMethod( operation, Concatenation( "for a wreath semigroup: ", name ), [ IsSemigroup and IsWreathSemigroup ], SUM_FLAGS,
      S -> method( S, WreathData( S ) ) );
  fi;
end;

WREATH.Graph := function( S, data, left )
  local numbers, columns, count, places, images;
  numbers := WREATH.AskSemigroup( data, "semigroup_graph", left )[1] + 1;
  count := Length( data.generators );
  columns := List( WREATH.GraphGenerators( S ), x -> Position( data.generators, x ) );
  WREATH.SortedElements( data );
  images := ListPerm( data.places, Length( data.sorted ) );
  places := ListPerm( data.places^-1, Length( data.sorted ) );
  return List( places, i -> images{ numbers{ ( i - 1 ) * count + columns } } );
end;

WREATH.SetGraphs := function( S, data )
  if IsWreathSemigroup( S ) then AsList( S ); fi;  # known first: GAP would take the sorted list for it
  SetAsSSortedList( S, WREATH.SortedElements( data ) );
  SetSize( S, Length( data.sorted ) );
  SetRightCayleyGraphSemigroup( S, WREATH.Graph( S, data, 0 ) );
  SetLeftCayleyGraphSemigroup( S, WREATH.Graph( S, data, 1 ) );
end;

InstallMethod( FroidurePinExtendedAlg, "for a semigroup that wreath can enumerate", [ IsSemigroup ], 1, function( S )
  if not WREATH.Knows( S ) then TryNextMethod( ); fi;
  WREATH.SetGraphs( S, WreathData( S ) );
end );
WREATH.Install( RightCayleyGraphSemigroup, "graphs", IsSemigroup and IsFinite, function( S, data )
  WREATH.SetGraphs( S, data );
  return RightCayleyGraphSemigroup( S );
end );
WREATH.Install( LeftCayleyGraphSemigroup, "graphs", IsSemigroup and IsFinite, function( S, data )
  WREATH.SetGraphs( S, data );
  return LeftCayleyGraphSemigroup( S );
end );
WREATH.Install( Size, "size", IsSemigroup and HasGeneratorsOfSemigroup, { S, data } -> WREATH.SizeOf( data ) );
WREATH.Install( AsSSortedList, "elements", IsSemigroup and HasGeneratorsOfSemigroup, { S, data } -> WREATH.SortedElements( data ) );

InstallMethod( \in, "for an element and a semigroup that wreath can enumerate", IsElmsColls,
  [ IsMultiplicativeElement, IsSemigroup and HasGeneratorsOfSemigroup ], 1, function( x, S )
  if HasAsSSortedList( S ) or not WREATH.Knows( S ) then TryNextMethod( ); fi;
  return WREATH.IsElement( WreathData( S ), x );
end );

# --- what counts tell

WREATH.Install( IsRegularSemigroup, "classes", IsSemigroup,
  { S, data } -> WREATH.Counts( data ).regularDClasses = WREATH.Counts( data ).dClasses );
# Regular, with commuting idempotents: one in each R-class and in each L-class.
WREATH.Install( IsInverseSemigroup, "classes", IsSemigroup, { S, data } ->
  WREATH.Counts( data ).regularDClasses = WREATH.Counts( data ).dClasses and
  WREATH.Counts( data ).idempotents = WREATH.Counts( data ).rClasses and WREATH.Counts( data ).idempotents = WREATH.Counts( data ).lClasses );
WREATH.Install( IsSimpleSemigroup, "classes", IsSemigroup, { S, data } -> WREATH.Counts( data ).dClasses = 1 );
WREATH.Install( IsBand, "idempotents", IsSemigroup, { S, data } -> WREATH.Counts( data ).idempotents = WREATH.Counts( data ).size );
WREATH.Install( IsZeroSimpleSemigroup, "classes", IsSemigroup and IsFinite, { S, data } ->
  WREATH.Counts( data ).dClasses = 2 and WREATH.Counts( data ).regularDClasses = 2 and MultiplicativeZero( S ) <> fail );
WREATH.Install( IsCommutative, "generators", IsSemigroup, function( S, data )
  local x;
  x := data.generators;
  return ForAll( [ 1 .. Length( x ) ], i -> ForAll( [ 1 .. i - 1 ], j -> x[i] * x[j] = x[j] * x[i] ) );
end );
WREATH.Install( NrIdempotents, "idempotents", IsSemigroup, { S, data } -> WREATH.Counts( data ).idempotents );
InstallMethod( NrIdempotents, "for a semigroup", [ IsSemigroup ], S -> Length( Idempotents( S ) ) );
WREATH.Install( Idempotents, "idempotents", IsSemigroup and IsFinite, function( S, data )
  local numbers;
  numbers := WREATH.AskSemigroup( data, "semigroup_idempotents" )[1] + 1;
  WREATH.SortedElements( data );
  return data.sorted{ Set( numbers, i -> i^data.places ) };
end );

# The least ideal is the D-class of each R-class that no product leaves.
WREATH.LeastIdeal := function( data )
  local green, r, d, graph, count, leaves, i, g, element;
  WREATH.Complete( data );
  green := WREATH.AskSemigroup( data, "semigroup_green" );
  r := green[1]; d := green[3];
  graph := WREATH.AskSemigroup( data, "semigroup_graph", 0 )[1];
  count := Length( data.generators );
  leaves := BlistList( [ 1 .. Maximum( r ) + 1 ], [ ] );
  for i in [ 1 .. Length( r ) ] do
    for g in [ 1 .. count ] do
      if r[ graph[ ( i - 1 ) * count + g ] + 1 ] <> r[i] then leaves[ r[i] + 1 ] := true; fi;
    od;
  od;
  element := Position( r, Position( leaves, false ) - 1 );
  return Positions( d, d[element] );
end;

WREATH.Install( MinimalIdeal, "elements", IsSemigroup, function( S, data )
  local numbers, elements, ideal;
  numbers := WREATH.LeastIdeal( data );
  WREATH.SortedElements( data );
  elements := data.sorted{ Set( numbers, i -> i^data.places ) };
  ideal := SemigroupIdealByGenerators( S, [ elements[1] ] );
  SetAsSSortedList( ideal, elements );
  SetSize( ideal, Length( elements ) );
  return ideal;
end );
InstallOtherMethod( MultiplicativeZero, "for a semigroup that wreath can enumerate", [ IsSemigroup and HasGeneratorsOfSemigroup ], 1, function( S )
  local numbers;
  if not WREATH.Knows( S ) then TryNextMethod( ); fi;
  numbers := WREATH.LeastIdeal( WreathData( S ) );
  if Length( numbers ) > 1 then return fail; fi;
  return WreathData( S ).kind.element( WREATH.AskSemigroup( WreathData( S ), "semigroup_rows", numbers[1] - 1, numbers[1] )[1] );
end );

# A word in GeneratorsOfSemigroup( S ), by their numbers, as in the package Semigroups.
InstallOtherMethod( Factorization, "for a wreath semigroup and an element", [ IsSemigroup and IsWreathSemigroup, IsMultiplicativeElement ],
function( S, x )
  local found, generators, word;
  found := WREATH.FindElement( WreathData( S ), x );
  if found = fail then return fail; fi;
  generators := GeneratorsOfSemigroup( S );
  word := WREATH.WordOfElement( WreathData( S ), found );
  if Length( word ) = 0 then return [ Position( generators, x ) ]; fi;
  return List( WreathGenerators( S ){word}, g -> Position( generators, g ) );
end );

# --- Green's D- and H-classes, in the order of GAP's own method

WREATH.GreensDClasses := function( S )
  local elements, L, R, inL, inR, rOf, dOf, classes, parts, rows, columns, cells, ofR, ofL, i, j, x, cell, d, h, members;
  elements := AsSSortedList( S );
  L := GreensLClasses( S ); R := GreensRClasses( S );
  inL := InternalRepGreensRelation( GreensLRelation( S ) );
  inR := InternalRepGreensRelation( GreensRRelation( S ) );
  rOf := [ ];
  for j in [ 1 .. Length( inR ) ] do
    for x in inR[j] do rOf[x] := j; od;
  od;
  dOf := [ ];                          # of an R-class
  parts := [ ];                        # the R-classes of a D-class
  columns := [ ]; cells := [ ];        # its L- and H-classes
  ofR := List( inR, x -> [ ] ); ofL := List( inL, x -> [ ] );
  for i in [ 1 .. Length( inL ) ] do
    members := [ ];
    for x in inL[i] do
      if not IsBound( members[rOf[x]] ) then members[rOf[x]] := [ ]; fi;
      Add( members[rOf[x]], x );
    od;
    rows := Filtered( [ 1 .. Length( members ) ], j -> IsBound( members[j] ) );
    if not IsBound( dOf[rows[1]] ) then
      Add( parts, rows ); Add( columns, [ ] ); Add( cells, [ ] );
      for j in rows do dOf[j] := Length( parts ); od;
    fi;
    d := dOf[rows[1]];
    Add( columns[d], i );
    for j in rows do
      cell := Set( members[j] );
      h := GreensHClassOfElement( S, elements[cell[1]] );
      SetAsSSortedList( h, elements{cell} );
      SetSize( h, Length( cell ) );
      SetLClassOfHClass( h, L[i] ); SetRClassOfHClass( h, R[j] );
      Add( cells[d], h ); Add( ofR[j], h ); Add( ofL[i], h );
    od;
  od;
  classes := [ ];
  for d in [ 1 .. Length( parts ) ] do
    x := GreensDClassOfElement( S, elements[inR[parts[d][1]][1]] );
    members := Set( Concatenation( inR{parts[d]} ) );
    SetAsSSortedList( x, elements{members} );
    SetSize( x, Length( members ) );
    SetGreensRClasses( x, R{parts[d]} );
    SetGreensLClasses( x, L{columns[d]} );
    SetGreensHClasses( x, cells[d] );
    for j in parts[d] do SetDClassOfRClass( R[j], x ); od;
    for i in columns[d] do SetDClassOfLClass( L[i], x ); od;
    for h in cells[d] do SetDClassOfHClass( h, x ); od;
    Add( classes, x );
  od;
  for j in [ 1 .. Length( R ) ] do SetGreensHClasses( R[j], ofR[j] ); od;
  for i in [ 1 .. Length( L ) ] do SetGreensHClasses( L[i], ofL[i] ); od;
  SetGreensDClasses( S, classes );
  SetGreensHClasses( S, Concatenation( cells ) );
  return classes;
end;
WREATH.Install( GreensDClasses, "classes", IsSemigroup, { S, data } -> WREATH.GreensDClasses( S ) );

# --- presentations

# An isomorphism to a finitely presented semigroup or monoid whose generators are `generators`.
WREATH.IsomorphismFp := function( S, generators, monoid )
  local data, answer, sides, free, family, word, fp, one, elements, words, images, hom, inverse;
  data := WreathData( S ); sides := [ ];  # of the trivial monoid, which needs no generators
  if Length( generators ) > 0 then
    data := WREATH.SemigroupData( generators, monoid, WreathData( S ).kind, rec( ) );
    answer := WREATH.AskSemigroup( data, "semigroup_rules" );
    sides := WREATH.CutWords( answer[1], answer[2] );
  fi;
  if monoid then free := FreeMonoid( Length( generators ) ); else free := FreeSemigroup( Length( generators ) ); fi;
  family := ElementsFamily( FamilyObj( free ) );
  word := function( letters ) if Length( letters ) = 0 then return One( free ); fi; return AssocWordByLetterRep( family, letters ); end;
  fp := free / List( [ 1, 3 .. Length( sides ) - 1 ], i -> List( sides{[ i, i + 1 ]}, word ) );
  answer := WREATH.AskSemigroup( data, "semigroup_words", 0, WREATH.Complete( data ) );
  words := List( WREATH.CutWords( answer[1], answer[2] ), word );
  family := ElementsFamily( FamilyObj( fp ) );
  if monoid then
    words := List( words, x -> ElementOfFpMonoid( family, x ) );
    Perform( words, function( x ) SetIsFpMonoidReducedElt( x, true ); end );
  else
    words := List( words, x -> ElementOfFpSemigroup( family, x ) );
    Perform( words, function( x ) SetIsFpSemigpReducedElt( x, true ); end );
  fi;
  SetAsSSortedList( fp, words );
  SetSize( fp, Length( words ) );
  SetAssociatedConcreteSemigroup( fp, S );
  elements := WREATH.SortedElements( data );
  images := words{ ListPerm( data.places^-1, Length( words ) ) };
  hom := SemigroupHomomorphismByImagesNC( S, fp, images );
  inverse := SemigroupHomomorphismByImagesNC( fp, S, elements{ ListPerm( data.places, Length( words ) ) } );
  SetInverseGeneralMapping( hom, inverse );
  SetInverseGeneralMapping( inverse, hom );
  SetIsTotal( hom, true ); SetIsInjective( hom, true ); SetIsSurjective( hom, true ); SetIsSingleValued( hom, true );
  return hom;
end;
WREATH.Install( IsomorphismFpSemigroup, "presentation", IsSemigroup,
  { S, data } -> WREATH.IsomorphismFp( S, Set( GeneratorsOfSemigroup( S ) ), false ) );
InstallMethod( IsomorphismFpMonoid, "for a monoid that wreath can enumerate", [ IsMonoid ], 1, function( S )
  if not WREATH.Knows( S ) or not WreathData( S ).monoid then TryNextMethod( ); fi;
  return WREATH.IsomorphismFp( S, WREATH.GraphGenerators( S ), true );
end );
InstallMethod( AssociatedFpSemigroup, "for a semigroup that wreath can enumerate", [ IsSemigroup ], 1, function( S )
  if not WREATH.Knows( S ) then TryNextMethod( ); fi;
  if WreathData( S ).monoid then return Range( IsomorphismFpMonoid( S ) ); fi;
  return Range( IsomorphismFpSemigroup( S ) );
end );

# --- direct products of monoids of transformations, on disjoint sets of points

InstallOtherMethod( DirectProductOp, "for monoids of transformations", [ IsList, IsMonoid and IsWreathSemigroup and IsTransformationCollection ],
function( factors, first )
  local degrees, starts, generators, i, x, images, S;
  if not ForAll( factors, M -> IsMonoid( M ) and IsTransformationCollection( M ) and HasGeneratorsOfMonoid( M ) ) then TryNextMethod( ); fi;
  degrees := List( factors, M -> Maximum( 1, DegreeOfTransformationSemigroup( M ) ) );
  starts := List( [ 0 .. Length( factors ) - 1 ], i -> Sum( degrees{[ 1 .. i ]} ) );
  generators := [ ];
  for i in [ 1 .. Length( factors ) ] do
    for x in GeneratorsOfMonoid( factors[i] ) do
      images := [ 1 .. Sum( degrees ) ];
      images{ starts[i] + [ 1 .. degrees[i] ] } := starts[i] + ImageListOfTransformation( x, degrees[i] );
      Add( generators, Transformation( images ) );
    od;
  od;
  if Length( generators ) = 0 then Add( generators, IdentityTransformation ); fi;
  S := WreathSemigroup( Monoid( generators ) );
  SetSize( S, Product( factors, Size ) );
  return S;
end );

# --- GAP counts what lists and collections have, but not what an iterator gives

InstallOtherMethod( NumberOp, "for an iterator and a function", [ IsIterator, IsFunction ], function( iterator, test )
  local count, x;
  count := 0;
  for x in iterator do
    if test( x ) then count := count + 1; fi;
  od;
  return count;
end );
