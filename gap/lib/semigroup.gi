# SPDX-License-Identifier: MIT
#
# Semigroups of transformations, of permutations, of partial permutations, and of other kinds of elements (kinds.gi).
#
# Elements are numbered from 1 in ShortLex order of their least words in WreathGenerators: AsList, Position, WreathWords and the
# Cayley graphs with Wreath in their names use these numbers. AsSSortedList, and with it Elements, is in GAP's order, as everywhere
# in GAP; so are GAP's own Cayley graphs (gapsemigroup.gi).

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

WREATH.SemigroupData := function( generators, monoid, kind, options )
  local flag;
  flag := 0;
  if monoid then flag := 1; fi;
  return rec( generators := generators, monoid := monoid, kind := kind, options := options, complete := false,
    object := WREATH.Object( function( )
      return WREATH.Ask( "semigroup_new", [ kind.text, kind.columns, flag, Concatenation( List( generators, kind.row ) ) ] );
    end ) );
end;

# The identity that belongs to a monoid of such elements, or fail if it is not an element of GAP's.
WREATH.IdentityOf := function( data )
  if IsPartialPerm( data.generators[1] ) then return PartialPerm( [ 1 .. data.kind.degree ] ); fi;
  if not IsMultiplicativeElementWithOne( data.generators[1] ) then return fail; fi;
  return One( data.generators[1] );
end;

# If the elements are GAP's, a semigroup or monoid of GAP's.
WREATH.SemigroupObject := function( data )
  local S, filter, generators;
  generators := data.generators;
  if not ForAll( generators, x -> IsMultiplicativeElement( x ) and IsAssociativeElement( x ) ) then
    S := Objectify( NewType( WreathSemigroupsFamily, IsWreathSemigroupRep ), rec( ) );
    SetGeneratorsOfSemigroup( S, generators );
  else
    filter := IsSemigroup and IsAttributeStoringRep and IsWreathSemigroup and IsComponentObjectRep;
    if data.monoid then filter := filter and IsMonoid; fi;
    S := Objectify( NewType( CollectionsFamily( FamilyObj( generators[1] ) ), filter ), rec( ) );
    SetIsFinite( S, true );
    if data.monoid then
      SetOne( S, WREATH.IdentityOf( data ) );
      SetGeneratorsOfMonoid( S, generators );
      SetGeneratorsOfSemigroup( S, Concatenation( [ One( S ) ], generators ) );
    else
      SetGeneratorsOfSemigroup( S, generators );
    fi;
    SetRepresentative( S, generators[1] );
  fi;
  SetWreathGenerators( S, generators );
  SetWreathData( S, data );
  return S;
end;

InstallGlobalFunction( WreathSemigroup, function( object, options... )
  local maps, monoid, kind;
  options := ShallowCopy( WREATH.OptionsOf( options ) );
  WREATH.RequireOptions( options, "WreathSemigroup", [ "kind", "method", "limit", "backend", "seed", "scratch", "time", "memory", "threads" ] );
  maps := ShallowCopy( WREATH.MapsOf( object ) );
  monoid := IsPermGroup( object ) or IsMatrixGroup( object ) or ( IsSemigroup( object ) and IsMonoid( object ) and HasGeneratorsOfMonoid( object ) );
  if monoid and Length( maps ) = 0 then maps := [ One( object ) ]; fi;
  if monoid and IsPartialPerm( maps[1] ) and One( object ) <> PartialPerm( [ 1 .. Maximum( 1, Maximum( List( maps, WREATH.DegreeOf ) ) ) ] ) then
    monoid := false;  # GAP's identity is not defined everywhere; the library would add one that is
    maps := ShallowCopy( GeneratorsOfSemigroup( object ) );
  fi;
  kind := WREATH.KindOf( maps, options, 1 );
  Unbind( options.kind );
  if kind = fail then
    ErrorNoReturn( "wreath: expected a nonempty list of transformations, of permutations, of partial permutations, of bipartitions, of \
Boolean matrices or of matrices over a finite field, or a GAP semigroup or monoid of these" );
  fi;
  return WREATH.SemigroupObject( WREATH.SemigroupData( maps, monoid, kind, options ) );
end );

InstallMethod( ViewString, "for a wreath semigroup", [ IsWreathSemigroup ], SUM_FLAGS, function( S )
  local data, what, size;
  data := WreathData( S );
  what := "semigroup";
  if data.monoid then what := "monoid"; fi;
  if data.kind.name = "permutation" then what := "group"; fi;
  size := "";
  if HasSize( S ) then size := Concatenation( ", size ", String( Size( S ) ) ); fi;
  return Concatenation( "<wreath ", data.kind.name, " ", what, ", degree ", String( data.kind.degree ), ", ",
                        Pluralize( Length( data.generators ), "generator" ), size, ">" );
end );
InstallMethod( DisplayString, "for a wreath semigroup", [ IsWreathSemigroup ], SUM_FLAGS, S -> Concatenation( ViewString( S ), "\n" ) );
InstallMethod( ViewObj, "for a wreath semigroup", [ IsWreathSemigroup ], SUM_FLAGS, function( S ) Print( ViewString( S ) ); end );
InstallMethod( PrintObj, "for a wreath semigroup", [ IsWreathSemigroup ], SUM_FLAGS, function( S ) Print( ViewString( S ) ); end );

# --- calls of the library

WREATH.LimitsFor := function( options )
  local all, component;
  all := ShallowCopy( WREATH.Options );
  for component in RecNames( options ) do all.( component ) := options.( component ); od;
  WREATH.SetLimits( all );
end;

# The results of a function of the C API about a semigroup.
WREATH.AskSemigroup := function( data, name, arguments... )
  WREATH.LimitsFor( data.options );
  return WREATH.Ask( name, Concatenation( [ WREATH.NumberOf( data.object ) ], arguments ) );
end;

# All elements are found; returns their number.
WREATH.Complete := function( data )
  local found;
  found := WREATH.AskSemigroup( data, "semigroup_run", -1 );
  data.complete := true;
  return found[1];
end;

# The rows of a table of numbers that are one list.
WREATH.Rows := { numbers, columns } -> List( [ 0 .. Length( numbers ) / columns - 1 ],
                                             i -> numbers{[ i * columns + 1 .. ( i + 1 ) * columns ]} );

# Words, from one list of letters from 0 and the lengths of the words.
WREATH.CutWords := function( letters, lengths )
  local words, last, length;
  letters := letters + 1;
  words := [ ];
  last := 0;
  for length in lengths do
    Add( words, letters{[ last + 1 .. last + length ]} );
    last := last + length;
  od;
  return words;
end;

# All elements by number.
WREATH.ElementsOf := function( data )
  local size, rows;
  size := WREATH.Complete( data );
  rows := WREATH.AskSemigroup( data, "semigroup_rows", 0, size )[1];
  return List( WREATH.Rows( rows, data.kind.columns ), data.kind.element );
end;

WREATH.SortedElements := function( data )
  if not IsBound( data.sorted ) then
    data.sorted := WREATH.ElementsOf( data );
    data.places := Sortex( data.sorted );  # element i is at the place i^places
    MakeImmutable( data.sorted );
  fi;
  return data.sorted;
end;

# The number of elements. Small semigroups are enumerated, which serves what is asked next; large ones are counted if possible.
WREATH.Enumerated := 200000;
WREATH.SizeOf := function( data )
  local found;
  found := WREATH.AskSemigroup( data, "semigroup_run", WREATH.Enumerated );
  data.complete := found[2] = 1;
  if data.complete then return found[1]; fi;
  return Int( SplitString( WREATH.AskSemigroup( data, "semigroup_counts" )[1], " " )[1] );
end;

# The number of an element, from 1, or fail.
WREATH.FindElement := function( data, x )
  local element;
  if not data.kind.is( x ) then return fail; fi;
  element := WREATH.AskSemigroup( data, "semigroup_find", data.kind.row( x ) )[1];
  if element < 0 then return fail; fi;
  return element + 1;
end;

WREATH.IsElement := function( data, x )
  if not data.kind.is( x ) then return false; fi;
  if data.complete then return WREATH.AskSemigroup( data, "semigroup_find", data.kind.row( x ) )[1] >= 0; fi;
  return WREATH.AskSemigroup( data, "semigroup_contains", data.kind.row( x ) )[1] = 1;
end;

WREATH.WordOfElement := function( data, number )
  return WREATH.AskSemigroup( data, "semigroup_words", number - 1, number )[1] + 1;
end;

InstallMethod( Size, "for a wreath semigroup", [ IsWreathSemigroup ], SUM_FLAGS, S -> WREATH.SizeOf( WreathData( S ) ) );
InstallMethod( AsList, "for a wreath semigroup", [ IsWreathSemigroup ], 2 * SUM_FLAGS,  # before the sorted list, if that is known
  S -> WREATH.ElementsOf( WreathData( S ) ) );
InstallMethod( AsSSortedList, "for a wreath semigroup", [ IsWreathSemigroup ], SUM_FLAGS, function( S )
  AsList( S );  # known first: GAP would take the sorted list for it
  return WREATH.SortedElements( WreathData( S ) );
end );
InstallOtherMethod( Enumerator, "for a wreath semigroup", [ IsWreathSemigroup ], 2 * SUM_FLAGS, AsList );
InstallMethod( WreathRightCayleyGraph, "for a wreath semigroup", [ IsWreathSemigroup ], S ->
  WREATH.Rows( WREATH.AskSemigroup( WreathData( S ), "semigroup_graph", 0 )[1] + 1, Length( WreathGenerators( S ) ) ) );
InstallMethod( WreathLeftCayleyGraph, "for a wreath semigroup", [ IsWreathSemigroup ], S ->
  WREATH.Rows( WREATH.AskSemigroup( WreathData( S ), "semigroup_graph", 1 )[1] + 1, Length( WreathGenerators( S ) ) ) );
InstallMethod( WreathWords, "for a wreath semigroup", [ IsWreathSemigroup ], function( S )
  local data, answer;
  data := WreathData( S );
  answer := WREATH.AskSemigroup( data, "semigroup_words", 0, WREATH.Complete( data ) );
  return WREATH.CutWords( answer[1], answer[2] );
end );

InstallMethod( \in, "for a map and a wreath semigroup", [ IsObject, IsWreathSemigroup ], SUM_FLAGS, function( x, S )
  return WREATH.IsElement( WreathData( S ), x );
end );

InstallMethod( Position, "for a wreath semigroup, a map and zero", [ IsWreathSemigroup, IsObject, IsInt ], SUM_FLAGS, function( S, x, from )
  local found;
  found := WREATH.FindElement( WreathData( S ), x );
  if found = fail or found <= from then return fail; fi;
  return found;
end );

InstallMethod( WreathWord, "for a wreath semigroup and a map", [ IsWreathSemigroup, IsObject ], function( S, x )
  local found;
  found := WREATH.FindElement( WreathData( S ), x );
  if found = fail then return fail; fi;
  return WREATH.WordOfElement( WreathData( S ), found );
end );

InstallMethod( WreathGreen, "for a wreath semigroup", [ IsWreathSemigroup ], S -> WREATH.Counts( WreathData( S ) ) );
WREATH.Counts := function( data )
  local counts;
  if not IsBound( data.counts ) then
    counts := List( SplitString( WREATH.AskSemigroup( data, "semigroup_counts" )[1], " " ), Int );
    data.counts := rec( size := counts[1], rClasses := counts[2], lClasses := counts[3], hClasses := counts[4], dClasses := counts[5],
                        regularDClasses := counts[6], idempotents := counts[7] );
  fi;
  return data.counts;
end;

# --- calls of the program, which has more to report

# A file of elements as the program reads them.
WREATH.WriteElements := function( file, elements, kind )
  WREATH.WriteFile( file, Concatenation( "kind ", kind.text, "\n", String( Length( elements ) ), " ", String( kind.degree ), "\n",
    Concatenation( List( elements, x -> Concatenation( JoinStringsWithSeparator( List( kind.row( x ), WREATH.EntryText ), " " ), "\n" ) ) ) ) );
end;
WREATH.EntryText := function( number )
  if number = -2^31 then return "-inf"; fi;
  if number = 2^31 - 1 then return "inf"; fi;
  return String( number );
end;

# Calls `wreath semigroup <verb>` on the generators.
WREATH.CallSemigroup := function( S, verb, arguments, options, call )
  local input, data, mode, answer, all, component;
  data := WreathData( S );
  input := WREATH.NewFile( "generators.txt" );
  WREATH.WriteElements( input, data.generators, data.kind );
  mode := "--semigroup";
  if data.monoid then mode := "--monoid"; fi;
  all := ShallowCopy( data.options );
  for component in RecNames( options ) do all.( component ) := options.( component ); od;
  answer := call( Concatenation( [ "semigroup", verb, input, mode ], arguments ), all );
  RemoveFile( input );
  return answer;
end;

InstallGlobalFunction( WreathEnumerate, function( S, options... )
  local answer;
  answer := WREATH.CallSemigroup( S, "enumerate", [ ], WREATH.OptionsOf( options ), WREATH.Call );
  if answer.complete then SetSize( S, answer.size ); fi;
  return answer;
end );

# --- as sets of elements, beside one another and GAP's own semigroups, groups and lists

# What generates a finite semigroup; of a monoid also the identity, which the program adds.
WREATH.AllGenerators := function( S )
  if not IsWreathSemigroup( S ) then
    if IsGroup( S ) then return Concatenation( [ One( S ) ], GeneratorsOfGroup( S ) ); fi;
    return GeneratorsOfSemigroup( S );
  fi;
  if not WreathData( S ).monoid then return WreathGenerators( S ); fi;
  return Concatenation( [ WREATH.IdentityOf( WreathData( S ) ) ], WreathGenerators( S ) );
end;

# Whether U contains what generates S.
WREATH.Generates := function( U, S )
  local known;
  known := WREATH.AllGenerators( U );
  return ForAll( WREATH.AllGenerators( S ), x -> x in known or x in U );
end;

InstallMethod( IsSubset, "for two wreath semigroups", [ IsWreathSemigroup, IsWreathSemigroup ], SUM_FLAGS, WREATH.Generates );
InstallMethod( IsSubset, "for a wreath semigroup and a collection", [ IsWreathSemigroup, IsListOrCollection ], SUM_FLAGS, function( W, C )
  if IsSemigroup( C ) then return WREATH.Generates( W, C ); fi;
  return ForAll( C, x -> x in W );
end );
InstallMethod( IsSubset, "for a collection and a wreath semigroup", [ IsCollection, IsWreathSemigroup ], SUM_FLAGS, function( C, W )
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
InstallMethod( \=, "for two wreath semigroups", [ IsWreathSemigroup, IsWreathSemigroup ], SUM_FLAGS, WREATH.Equal );
InstallMethod( \=, "for a wreath semigroup and a collection", [ IsWreathSemigroup, IsCollection ], SUM_FLAGS, WREATH.Equal );
InstallMethod( \=, "for a collection and a wreath semigroup", [ IsCollection, IsWreathSemigroup ], SUM_FLAGS, WREATH.Equal );

# --- Green's relations

WREATH.NrOf := component -> S -> WreathGreen( S ).( component );
InstallMethod( WreathNrRClasses, "for a wreath semigroup", [ IsWreathSemigroup ], WREATH.NrOf( "rClasses" ) );
InstallMethod( WreathNrLClasses, "for a wreath semigroup", [ IsWreathSemigroup ], WREATH.NrOf( "lClasses" ) );
InstallMethod( WreathNrHClasses, "for a wreath semigroup", [ IsWreathSemigroup ], WREATH.NrOf( "hClasses" ) );
InstallMethod( WreathNrDClasses, "for a wreath semigroup", [ IsWreathSemigroup ], WREATH.NrOf( "dClasses" ) );
InstallMethod( WreathNrIdempotents, "for a wreath semigroup", [ IsWreathSemigroup ], WREATH.NrOf( "idempotents" ) );

# --- without elements, by orbits

# The element that the program's numbers, from 0, stand for; null where a partial permutation is not defined.
WREATH.SemigroupElement := { S, numbers } ->
  WreathData( S ).kind.element( List( numbers, function( p ) if IsInt( p ) then return p; fi; return -1; end ) );

# Asks about an element by orbits; fail if it cannot be one.
WREATH.AskByOrbits := function( S, verb, x )
  local file, answer;
  if not WreathData( S ).kind.is( x ) then return fail; fi;
  file := WREATH.NewFile( "element.txt" );
  WREATH.WriteFile( file, Concatenation( JoinStringsWithSeparator( List( WreathData( S ).kind.row( x ), WREATH.EntryText ), " " ), "\n" ) );
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

InstallMethod( WreathClosure, "for a wreath semigroup and a list of elements", [ IsWreathSemigroup, IsList ], function( S, elements )
  local data, kind, file, with, answer, larger, added;
  if Length( elements ) = 0 then return S; fi;
  data := WreathData( S );
  kind := data.kind;
  if ForAll( Concatenation( data.generators, elements ), IsPerm ) or ForAll( Concatenation( data.generators, elements ), IsTransformation )
     or ForAll( Concatenation( data.generators, elements ), IsPartialPerm ) then
    kind := WREATH.MapKind( elements, kind.degree );
  fi;
  if not ForAll( elements, kind.is ) then
    ErrorNoReturn( "wreath: an element is not of the kind and size of the generators" );
  fi;
  file := WREATH.NewFile( "more.txt" );
  WREATH.WriteElements( file, elements, kind );
  with := generators -> WREATH.SemigroupObject( WREATH.SemigroupData( generators, data.monoid, kind, data.options ) );
  larger := with( data.generators );
  answer := WREATH.CallSemigroup( larger, "enumerate", [ "--add", file, "--closure" ], rec( ), WREATH.CallToEnd );
  RemoveFile( file );
  added := elements{ answer.added + 1 };
  if Length( added ) > 0 then larger := with( Concatenation( data.generators, added ) ); fi;
  SetSize( larger, answer.size );
  return larger;
end );
