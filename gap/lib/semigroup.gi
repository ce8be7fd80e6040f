# SPDX-License-Identifier: MIT
#
# Semigroups of transformations, of permutations, of partial permutations, and of other kinds of elements (kinds.gi).
#
# Elements are numbered from 1 in ShortLex order of their least words in the generators: AsList, Position, WreathWords and the
# Cayley graphs all use these numbers. AsSSortedList, and with it Elements, is in GAP's order, as everywhere in GAP.

WREATH.MapsOf := function( object )
  if IsPermGroup( object ) or IsMatrixGroup( object ) then return GeneratorsOfGroup( object ); fi;
  if IsSemigroup( object ) then
    if IsMonoid( object ) and HasGeneratorsOfMonoid( object ) then return GeneratorsOfMonoid( object ); fi;
    return GeneratorsOfSemigroup( object );
  fi;
  if IsTransformation( object ) or IsPerm( object ) or IsPartialPerm( object ) or WREATH.Is( "IsBipartition", object ) or
     WREATH.Is( "IsBooleanMat", object ) or WREATH.IsFieldMatrix( object ) then return [ object ]; fi;
  return object;
end;

WREATH.DegreeOf := function( x )
  if IsPerm( x ) then return LargestMovedPoint( x ); fi;
  if IsPartialPerm( x ) then return Maximum( DegreeOfPartialPerm( x ), CodegreeOfPartialPerm( x ) ); fi;
  return DegreeOfTransformation( x );
end;

# From 0, -1 where it is not defined.
WREATH.PartialImages := function( x, degree )
  return List( [ 1 .. degree ], p -> p^x - 1 );
end;

WREATH.PartialIdentity := degree -> PartialPerm( [ 1 .. degree ] );

WREATH.ImagesOf := function( x, degree )
  if IsPerm( x ) then return ListPerm( x, degree ); fi;
  return ImageListOfTransformation( x, degree );
end;

InstallGlobalFunction( WreathSemigroup, function( object, options... )
  local maps, S, monoid, kind;
  options := ShallowCopy( WREATH.OptionsOf( options ) );
  maps := ShallowCopy( WREATH.MapsOf( object ) );
  monoid := IsPermGroup( object ) or IsMatrixGroup( object ) or ( IsSemigroup( object ) and IsMonoid( object ) and HasGeneratorsOfMonoid( object ) );
  if monoid and Length( maps ) = 0 then maps := [ One( object ) ]; fi;
  if monoid and IsPartialPerm( maps[1] ) and One( object ) <> WREATH.PartialIdentity( Maximum( List( maps, WREATH.DegreeOf ) ) ) then
    monoid := false;  # GAP's identity is not defined everywhere; the program would add one that is
    maps := ShallowCopy( GeneratorsOfSemigroup( object ) );
  fi;
  kind := WREATH.OtherKind( maps, options );
  Unbind( options.kind );
  if kind <> fail then
    S := rec( monoid := monoid, kind := kind, permutations := false, partial := false, degree := kind.degree, options := options );
    Objectify( NewType( WreathSemigroupsFamily, IsWreathSemigroupRep ), S );
    SetGeneratorsOfSemigroup( S, maps );
    return S;
  fi;
  if not IsList( maps ) or Length( maps ) = 0 or not ( ForAll( maps, IsTransformation ) or ForAll( maps, IsPerm ) or ForAll( maps, IsPartialPerm ) ) then
    ErrorNoReturn( "wreath: expected a nonempty list of transformations, of permutations, of partial permutations, of bipartitions, of \
Boolean matrices or of matrices over a finite field, or a GAP semigroup or monoid of these" );
  fi;
  S := rec( monoid := monoid, permutations := IsPerm( maps[1] ), partial := IsPartialPerm( maps[1] ), degree := Maximum( 1, Maximum( List( maps, WREATH.DegreeOf ) ) ),
            kind := fail, options := options );
  Objectify( NewType( WreathSemigroupsFamily, IsWreathSemigroupRep ), S );
  SetGeneratorsOfSemigroup( S, maps );
  return S;
end );

InstallMethod( ViewString, "for a wreath semigroup", [ IsWreathSemigroup ], function( S )
  local kind, size;
  kind := "transformation semigroup";
  if S!.monoid then kind := "transformation monoid"; fi;
  if S!.permutations then kind := "permutation group"; fi;
  if S!.partial then kind := ReplacedString( kind, "transformation", "partial permutation" ); fi;
  if S!.kind <> fail then kind := ReplacedString( kind, "transformation", S!.kind.name ); fi;
  size := "";
  if HasSize( S ) then size := Concatenation( ", size ", String( Size( S ) ) ); fi;
  return Concatenation( "<wreath ", kind, ", degree ", String( S!.degree ), ", ",
                        Pluralize( Length( GeneratorsOfSemigroup( S ) ), "generator" ), size, ">" );
end );
InstallMethod( ViewObj, "for a wreath semigroup", [ IsWreathSemigroup ], function( S ) Print( ViewString( S ) ); end );
InstallMethod( PrintObj, "for a wreath semigroup", [ IsWreathSemigroup ], function( S ) Print( ViewString( S ) ); end );

# --- calls

# The maps as GAP's text, in a file: lists of images, or partial permutations of that degree, as domain and images in our own text.
WREATH.WriteMaps := function( file, maps, degree )
  local x;
  if IsPartialPerm( maps[1] ) then
    PrintTo( file, "kind partial-permutation\n", Length( maps ), " ", degree, "\n" );
    for x in maps do AppendTo( file, JoinStringsWithSeparator( WREATH.PartialImages( x, degree ), " " ), "\n" ); od;
    return;
  fi;
  PrintTo( file, List( maps, x -> WREATH.ImagesOf( x, degree ) ), "\n" );
end;

# Elements of another kind as the program's own text.
WREATH.WriteElements := function( file, elements, kind )
  local x;
  PrintTo( file, "kind ", kind.text, "\n", Length( elements ), " ", kind.degree, "\n" );
  for x in elements do AppendTo( file, JoinStringsWithSeparator( kind.row( x ), " " ), "\n" ); od;
end;

# Calls `wreath semigroup <verb>` on the generators.
WREATH.CallSemigroup := function( S, verb, arguments, options, call )
  local input, kind, answer, all, component;
  input := WREATH.NewFile( "generators.g" );
  if S!.kind = fail then
    WREATH.WriteMaps( input, GeneratorsOfSemigroup( S ), S!.degree );
  else
    WREATH.WriteElements( input, GeneratorsOfSemigroup( S ), S!.kind );
  fi;
  kind := "--semigroup";
  if S!.monoid then kind := "--monoid"; fi;
  all := ShallowCopy( S!.options );
  for component in RecNames( options ) do all.( component ) := options.( component ); od;
  answer := call( Concatenation( [ "semigroup", verb, input, kind ], arguments ), all );
  RemoveFile( input );
  return answer;
end;

InstallGlobalFunction( WreathEnumerate, function( S, options... )
  local answer;
  answer := WREATH.CallSemigroup( S, "enumerate", [ ], WREATH.OptionsOf( options ), WREATH.Call );
  if answer.complete then SetSize( S, answer.size ); fi;
  return answer;
end );

# A file that the enumeration writes with this option, as rows of numbers.
WREATH.Enumerated := function( S, option )
  local output, answer;
  output := WREATH.NewFile( "rows.npy" );
  answer := WREATH.CallSemigroup( S, "enumerate", [ option, output ], rec( ), WREATH.CallToEnd );
  SetSize( S, answer.size );
  return WREATH.TakeRows( output );
end;

InstallMethod( Size, "for a wreath semigroup", [ IsWreathSemigroup ],
  S -> WREATH.CallSemigroup( S, "enumerate", [ ], rec( ), WREATH.CallToEnd ).size );

InstallMethod( AsList, "for a wreath semigroup", [ IsWreathSemigroup ], function( S )
  if S!.kind <> fail then return List( WREATH.Enumerated( S, "--elements" ), row -> S!.kind.element( row - 1 ) ); fi;
  if S!.permutations then return List( WREATH.Enumerated( S, "--elements" ), PermList ); fi;
  if S!.partial then return List( WREATH.Enumerated( S, "--elements" ), PartialPerm ); fi;
  return List( WREATH.Enumerated( S, "--elements" ), TransformationNC );
end );

InstallMethod( AsSSortedList, "for a wreath semigroup", [ IsWreathSemigroup ], S -> AsSSortedList( AsList( S ) ) );
InstallMethod( WreathRightCayleyGraph, "for a wreath semigroup", [ IsWreathSemigroup ], S -> WREATH.Enumerated( S, "--right" ) );
InstallMethod( WreathLeftCayleyGraph, "for a wreath semigroup", [ IsWreathSemigroup ], S -> WREATH.Enumerated( S, "--left" ) );

InstallMethod( WreathWords, "for a wreath semigroup", [ IsWreathSemigroup ], function( S )
  local output;
  output := WREATH.NewFile( "words.txt" );
  WREATH.CallSemigroup( S, "enumerate", [ "--words", output ], rec( ), WREATH.CallToEnd );
  return List( WREATH.Lines( WREATH.TakeFile( output ) ), function( line )
    if line = "1" then return [ ]; fi;
    return List( SplitString( line, " " ), name -> Int( name{[ 2 .. Length( name ) ]} ) );  # s1, s2, ...
  end );
end );

# --- one element

# A file with an element for the program, or fail if x cannot be in S.
WREATH.WriteElement := function( S, x )
  local file;
  if S!.kind <> fail then
    if not S!.kind.is( x ) then return fail; fi;
  elif not First( [ IsPerm, IsPartialPerm, IsTransformation ], test -> test( GeneratorsOfSemigroup( S )[1] ) )( x ) then
    return fail;
  elif WREATH.DegreeOf( x ) > S!.degree then
    return fail;
  fi;
  file := WREATH.NewFile( "map.g" );
  if S!.kind <> fail then
    PrintTo( file, JoinStringsWithSeparator( S!.kind.row( x ), " " ), "\n" );
  elif S!.partial then
    PrintTo( file, JoinStringsWithSeparator( WREATH.PartialImages( x, S!.degree ), " " ), "\n" );
  else
    PrintTo( file, WREATH.ImagesOf( x, S!.degree ), "\n" );
  fi;
  return file;
end;

# The number and the word of a map: rec( element, word ), both counted from 1, or fail if it is not an element.
WREATH.LookFor := function( S, x )
  local file, answer;
  file := WREATH.WriteElement( S, x );
  if file = fail then return fail; fi;
  answer := WREATH.CallSemigroup( S, "factor", [ file ], rec( ), WREATH.CallToEnd );
  RemoveFile( file );
  if not answer.member then return fail; fi;
  return rec( element := answer.element + 1, word := answer.word + 1 );
end;

InstallMethod( \in, "for a map and a wreath semigroup", [ IsObject, IsWreathSemigroup ], function( x, S )
  if HasAsList( S ) then return x in AsSSortedList( S ); fi;
  return WREATH.LookFor( S, x ) <> fail;
end );

InstallMethod( Position, "for a wreath semigroup, a map and zero", [ IsWreathSemigroup, IsObject, IsInt ], function( S, x, from )
  local found;
  if HasAsList( S ) then return Position( AsList( S ), x, from ); fi;
  found := WREATH.LookFor( S, x );
  if found = fail or found.element <= from then return fail; fi;
  return found.element;
end );

InstallMethod( WreathWord, "for a wreath semigroup and a map", [ IsWreathSemigroup, IsObject ], function( S, x )
  local found;
  if HasAsList( S ) and HasWreathWords( S ) then
    found := Position( AsList( S ), x );
    if found = fail then return fail; fi;
    return WreathWords( S )[found];
  fi;
  found := WREATH.LookFor( S, x );
  if found = fail then return fail; fi;
  return found.word;
end );

# --- as sets of elements, beside one another and GAP's own semigroups, groups and lists

# What generates a finite semigroup; of a monoid also the identity, which the program adds.
WREATH.AllGenerators := function( S )
  if not IsWreathSemigroup( S ) then
    if IsGroup( S ) then return Concatenation( [ One( S ) ], GeneratorsOfGroup( S ) ); fi;
    return GeneratorsOfSemigroup( S );
  fi;
  if not S!.monoid then return GeneratorsOfSemigroup( S ); fi;
  if S!.partial then return Concatenation( [ WREATH.PartialIdentity( S!.degree ) ], GeneratorsOfSemigroup( S ) ); fi;
  return Concatenation( [ One( GeneratorsOfSemigroup( S )[1] ) ], GeneratorsOfSemigroup( S ) );
end;

# Whether U contains what generates S.
WREATH.Generates := function( U, S )
  local known;
  known := WREATH.AllGenerators( U );
  return ForAll( WREATH.AllGenerators( S ), x -> x in known or x in U );
end;

InstallMethod( IsSubset, "for two wreath semigroups", [ IsWreathSemigroup, IsWreathSemigroup ], WREATH.Generates );
InstallMethod( IsSubset, "for a wreath semigroup and a collection", [ IsWreathSemigroup, IsListOrCollection ], function( W, C )
  if IsSemigroup( C ) then return WREATH.Generates( W, C ); fi;
  return ForAll( C, x -> x in W );
end );
InstallMethod( IsSubset, "for a collection and a wreath semigroup", [ IsCollection, IsWreathSemigroup ], function( C, W )
  if IsSemigroup( C ) then return WREATH.Generates( C, W ); fi;
  return ForAll( AsList( W ), x -> x in C );
end );

# A list equals a semigroup, as it equals a domain in GAP, if it is the sorted list of its elements.
WREATH.Equal := function( A, B )
  if IsList( A ) then return A = AsSSortedList( B ); fi;
  if IsList( B ) then return B = AsSSortedList( A ); fi;
  if HasSize( A ) and HasSize( B ) and Size( A ) <> Size( B ) then return false; fi;
  return IsSubset( A, B ) and IsSubset( B, A );
end;
InstallMethod( \=, "for two wreath semigroups", [ IsWreathSemigroup, IsWreathSemigroup ], WREATH.Equal );
InstallMethod( \=, "for a wreath semigroup and a collection", [ IsWreathSemigroup, IsCollection ], WREATH.Equal );
InstallMethod( \=, "for a collection and a wreath semigroup", [ IsCollection, IsWreathSemigroup ], WREATH.Equal );

# --- Green's relations

InstallMethod( WreathGreen, "for a wreath semigroup", [ IsWreathSemigroup ], function( S )
  local answer;
  answer := WREATH.CallSemigroup( S, "green", [ "--count" ], rec( ), WREATH.CallToEnd );
  return rec( size := answer.size, rClasses := answer.r_classes, lClasses := answer.l_classes, hClasses := answer.h_classes,
              dClasses := answer.d_classes, regularDClasses := answer.regular_d_classes, idempotents := answer.idempotents );
end );

InstallMethod( WreathNrRClasses, "for a wreath semigroup", [ IsWreathSemigroup ], S -> WreathGreen( S ).rClasses );
InstallMethod( WreathNrLClasses, "for a wreath semigroup", [ IsWreathSemigroup ], S -> WreathGreen( S ).lClasses );
InstallMethod( WreathNrHClasses, "for a wreath semigroup", [ IsWreathSemigroup ], S -> WreathGreen( S ).hClasses );
InstallMethod( WreathNrDClasses, "for a wreath semigroup", [ IsWreathSemigroup ], S -> WreathGreen( S ).dClasses );
InstallMethod( WreathNrIdempotents, "for a wreath semigroup", [ IsWreathSemigroup ], S -> WreathGreen( S ).idempotents );

# --- without elements, by orbits

# The element that the program's numbers, from 0, stand for; null where a partial permutation is not defined.
WREATH.SemigroupElement := function( S, numbers )
  if S!.kind <> fail then return S!.kind.element( numbers ); fi;
  if S!.permutations then return PermList( numbers + 1 ); fi;
  if S!.partial then
    return PartialPerm( List( numbers, function( p ) if IsInt( p ) then return p + 1; fi; return 0; end ) );
  fi;
  return TransformationNC( numbers + 1 );
end;

# Asks about an element by orbits; fail if it cannot be one.
WREATH.AskByOrbits := function( S, verb, x )
  local file, answer;
  file := WREATH.WriteElement( S, x );
  if file = fail then return fail; fi;
  answer := WREATH.CallSemigroup( S, verb, [ file, "--orbits" ], rec( ), WREATH.CallToEnd );
  RemoveFile( file );
  if not answer.member then return fail; fi;
  return answer;
end;

InstallMethod( WreathFactor, "for a wreath semigroup and a map", [ IsWreathSemigroup, IsObject ], function( S, x )
  local answer;
  answer := WREATH.AskByOrbits( S, "factor", x );
  if answer = fail then return fail; fi;
  return answer.word + 1;
end );

InstallMethod( WreathPlace, "for a wreath semigroup and a map", [ IsWreathSemigroup, IsObject ], function( S, x )
  local answer;
  answer := WREATH.AskByOrbits( S, "member", x );
  if answer = fail then return fail; fi;
  answer := answer.place;
  return rec( rank := answer.rank, dClassSize := answer.d_class_size, rClassSize := answer.r_class_size, lClassSize := answer.l_class_size,
              hClassSize := answer.h_class_size, regular := answer.regular, inGroup := answer.in_group );
end );

InstallMethod( WreathDClasses, "for a wreath semigroup", [ IsWreathSemigroup ], S ->
  List( WREATH.CallSemigroup( S, "green", [ "--order" ], rec( ), WREATH.CallToEnd ).classes, d ->
    rec( rank := d.rank, size := d.size, rClasses := d.r_classes, lClasses := d.l_classes, hClassSize := d.h_class_size, regular := d.regular,
         representative := WREATH.SemigroupElement( S, d.representative ), word := d.word + 1, below := d.below + 1 ) ) );

InstallMethod( WreathSmallGenerators, "for a wreath semigroup", [ IsWreathSemigroup ], S ->
  List( WREATH.CallSemigroup( S, "generators", [ "--small" ], rec( ), WREATH.Call ).generators, row -> WREATH.SemigroupElement( S, row ) ) );

# --- more generators

# S as a semigroup with these generators, of at least this degree.
WREATH.WithGenerators := function( S, generators, degree )
  local T;
  T := rec( monoid := S!.monoid, permutations := S!.permutations, partial := S!.partial, degree := Maximum( S!.degree, degree ), kind := S!.kind,
            options := S!.options );
  Objectify( NewType( WreathSemigroupsFamily, IsWreathSemigroupRep ), T );
  SetGeneratorsOfSemigroup( T, generators );
  return T;
end;

InstallMethod( WreathClosure, "for a wreath semigroup and a list of elements", [ IsWreathSemigroup, IsList ], function( S, elements )
  local degree, file, answer, first, larger;
  if Length( elements ) = 0 then return S; fi;
  first := GeneratorsOfSemigroup( S )[1];
  if ( S!.kind <> fail and not ForAll( elements, S!.kind.is ) ) or ( S!.kind = fail and
     not ForAll( elements, First( [ IsPerm, IsPartialPerm, IsTransformation ], test -> test( first ) ) ) ) then
    ErrorNoReturn( "wreath: an element is not of the kind and size of the generators" );
  fi;
  degree := S!.degree;
  if S!.kind = fail then degree := Maximum( degree, Maximum( List( elements, WREATH.DegreeOf ) ) ); fi;
  file := WREATH.NewFile( "more.g" );
  if S!.kind = fail then
    WREATH.WriteMaps( file, elements, degree );
  else
    WREATH.WriteElements( file, elements, S!.kind );
  fi;
  larger := WREATH.WithGenerators( S, GeneratorsOfSemigroup( S ), degree );
  answer := WREATH.CallSemigroup( larger, "enumerate", [ "--add", file, "--closure" ], rec( ), WREATH.CallToEnd );
  RemoveFile( file );
  if Length( answer.added ) > 0 then
    larger := WREATH.WithGenerators( larger, Concatenation( GeneratorsOfSemigroup( S ), elements{ answer.added + 1 } ), degree );
  fi;
  SetSize( larger, answer.size );
  return larger;
end );
