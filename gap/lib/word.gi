# SPDX-License-Identifier: MIT
#
# Words in finitely presented groups.
#
# A structure is built once, and kept as a file. The i-th generator has its own name in the program, so that GAP's names may be
# anything: a letter, whose capital is the inverse, or x1, x2, ... if there are many. The library reads the file and reduces words
# that are lists of its letters; a verb of the program takes words as lines of a file. A word is an element of the group or of its
# free group, and is returned as such.

WREATH.Letters := "abcdefghijklmnopqrstuv";  # more, and IdWord could be spelled, which is a name of the identity
WREATH.Spelled := 16;                        # the highest power of a letter that is spelled out

# --- words as text

WREATH.LetterText := function( S, letter )
  if not S!.short then
    if letter > 0 then return Concatenation( "x", String( letter ) ); fi;
    return Concatenation( "x", String( -letter ), "^-1" );
  fi;
  if letter > 0 then return [ WREATH.Letters[letter] ]; fi;
  return [ UppercaseChar( WREATH.Letters[-letter] ) ];
end;

# abAB, and where there are high powers or long names a^300*b or x7^-2*x1^1.
WREATH.WordText := function( S, word )
  local syllables;
  if IsOne( word ) then return "1"; fi;
  syllables := ExtRepOfObj( word );
  if S!.short and ForAll( syllables{[2, 4 .. Length( syllables )]}, power -> AbsInt( power ) <= WREATH.Spelled ) then
    return S!.letters{LetterRepAssocWord( word ) + S!.count + 1};
  fi;
  return JoinStringsWithSeparator( List( [ 1, 3 .. Length( syllables ) - 1 ], k ->
    Concatenation( WREATH.LetterText( S, syllables[k] ), "^", String( syllables[k + 1] ) ) ), "*" );
end;

# A normal form as a word of the free group.
WREATH.TextWord := function( S, text )
  local letters;
  if text = "1" then
    letters := [ ];
  elif S!.short then
    letters := S!.numbers{INTLIST_STRING( text, 1 )};
  else
    letters := List( SplitString( text, "*" ), name -> S!.names.( name ) );
  fi;
  return AssocWordByLetterRep( S!.wordFamily, letters );
end;

# --- elements and words

WREATH.WordOf := function( S, x )
  if IsAssocWord( x ) and IsIdenticalObj( FamilyObj( x ), S!.wordFamily ) then return x; fi;
  if IsElementOfFpGroup( x ) and IsIdenticalObj( FamilyObj( x ), S!.elementFamily ) then return UnderlyingElement( x ); fi;
  ErrorNoReturn( "wreath: ", x, " is neither an element of this structure's group nor a word in its generators" );
end;

# The element that a word stands for: of the group, or where that was given, of the free group.
WREATH.ElementOf := function( S, word, like )
  if IsAssocWord( like ) then return word; fi;
  return ElementOfFpGroup( S!.elementFamily, word );
end;

WREATH.Lines := function( text )
  if text = "" then return [ ]; fi;
  return SplitString( text, "", "\n" );
end;

# The file of a structure; built again if it no longer exists, as in a saved workspace.
WREATH.StructureFile := function( S )
  local again;
  if not IsReadableFile( S!.file ) then
    again := WreathAutomaticStructure( UnderlyingGroup( S ), S!.options );
    if again = fail then ErrorNoReturn( "wreath: the file of the structure no longer exists, and the structure could not be rebuilt" ); fi;
    S!.file := again!.file;
  fi;
  return S!.file;
end;

# --- building

WREATH.Presentation := function( S, relators )
  local names;
  names := List( [ 1 .. S!.count ], i -> WREATH.LetterText( S, i ) );
  return Concatenation( "<", JoinStringsWithSeparator( names, "," ), " | ",
    JoinStringsWithSeparator( List( Filtered( relators, r -> not IsOne( r ) ), r -> WREATH.WordText( S, r ) ), ",\n" ), ">\n" );
end;

WREATH.StructureObject := function( G )
  local S, count, i, one;
  count := Length( FreeGeneratorsOfFpGroup( G ) );
  one := One( FreeGroupOfFpGroup( G ) );
  S := rec( count := count, short := count <= Length( WREATH.Letters ), wordFamily := FamilyObj( one ),
            elementFamily := FamilyObj( One( G ) ), letters := [ ], numbers := [ ], names := rec( ) );
  Objectify( NewType( WreathStructuresFamily, IsWreathStructureRep ), S );
  for i in Concatenation( [ 1 .. count ], [ -count .. -1 ] ) do
    if S!.short then
      S!.letters[i + count + 1] := WREATH.LetterText( S, i )[1];
      S!.numbers[IntChar( S!.letters[i + count + 1] )] := i;
    fi;
    S!.names.( WREATH.LetterText( S, i ) ) := i;
  od;
  SetUnderlyingGroup( S, G );
  S!.object := WREATH.Object( function( )
    local results;
    results := WREATH.Ask( "word_group_open", [ WREATH.StructureFile( S ), 0 ] );
    WREATH.NumberLetters( S, results[2], results[3] );
    return results;
  end );
  return S;
end;

# Which letters the library has: S!.toLetters[i + count + 1] is that of generator i (negative: inverse), fromLetters the converse.
WREATH.NumberLetters := function( S, names, inverses )
  local k, i;
  names := SplitString( names, " " );
  S!.toLetters := [ ];
  S!.fromLetters := [ ];
  for k in [ 1 .. Length( names ) ] do
    i := S!.names.( names[k] );
    S!.fromLetters[k] := i;
    S!.toLetters[i + S!.count + 1] := k - 1;
    S!.toLetters[-i + S!.count + 1] := inverses[k];
  od;
  S!.toLetters[S!.count + 1] := 0;  # of no generator; the list has no holes
end;

# The results of a function of the C API about the group.
WREATH.AskGroup := function( S, name, arguments... )
  WREATH.SetLimits( WREATH.Options );
  return WREATH.Ask( name, Concatenation( [ WREATH.NumberOf( S!.object ) ], arguments ) );
end;

# A word of the free group as the library's letters, once it has the group; and back.
WREATH.LettersOf := { S, word } -> S!.toLetters{ LetterRepAssocWord( word ) + ( S!.count + 1 ) };
WREATH.WordOfLetters := { S, letters } -> AssocWordByLetterRep( S!.wordFamily, S!.fromLetters{ letters + 1 } );

# The normal form of a word of the free group. What is asked most often asks the kernel module directly.
WREATH.ReduceOne := function( S, word )
  local object, letters, answer;
  object := S!.object;
  if not WREATH.InModule or object.number = fail or object.session <> WREATH_SESSION( ) then WREATH.NumberOf( object ); fi;
  letters := S!.toLetters{ LetterRepAssocWord( word ) + ( S!.count + 1 ) };
  if WREATH.InModule then
    answer := WREATH_CALL( "word_group_reduce", [ object.number, letters ] );
    if not IsInt( answer ) then return AssocWordByLetterRep( S!.wordFamily, S!.fromLetters{ answer[1] + 1 } ); fi;
  fi;
  return WREATH.WordOfLetters( S, WREATH.Ask( "word_group_reduce", [ object.number, letters ] )[1] );
end;

InstallGlobalFunction( WreathAutomaticStructure, function( G, options... )
  local S, how, input, answer;
  if not IsGroup( G ) or not ( IsFpGroup( G ) or IsFreeGroup( G ) ) then
    ErrorNoReturn( "wreath: the group must be finitely presented; for other groups see IsomorphismFpGroup" );
  fi;
  S := WREATH.StructureObject( G );
  S!.options := WREATH.OptionsOf( options );
  how := ShallowCopy( S!.options );
  if IsBound( how.letterOrder ) and not IsString( how.letterOrder ) then
    how.letterOrder := JoinStringsWithSeparator( List( how.letterOrder, x -> WREATH.WordText( S, WREATH.WordOf( S, x ) ) ), "," );
  fi;
  input := WREATH.NewFile( "group.txt" );
  WREATH.WriteFile( input, WREATH.Presentation( S, RelatorsOfFpGroup( G ) ) );
  S!.file := WREATH.NewFile( "structure.wreath" );
  answer := WREATH.Call( [ "word", "build", input, "-o", S!.file ], how );
  RemoveFile( input );
  if not answer.complete or answer.verified <> true then
    Info( InfoWreath, 1, "no structure was found within the limits; change them with options such as rec( time := 600 )" );
    return fail;
  fi;
  SetIsVerified( S, true );
  SetWreathInfo( S, answer );
  if answer.order = "infinite" then
    SetSize( S, infinity );
  else
    SetSize( S, answer.order );
  fi;
  WREATH.Teach( G, S );
  return S;
end );

InstallMethod( ViewString, "for an automatic structure", [ IsWreathStructure ], S ->
  Concatenation( "<verified automatic structure, ", Pluralize( S!.count, "generator" ), ", size ", String( Size( S ) ), ">" ) );
InstallMethod( ViewObj, "for an automatic structure", [ IsWreathStructure ], function( S ) Print( ViewString( S ) ); end );
InstallMethod( PrintObj, "for an automatic structure", [ IsWreathStructure ], function( S ) Print( ViewString( S ) ); end );

# --- answers

# The normal forms of words of the free group.
WREATH.Reduce := function( S, words )
  local letters, forms, answer, last, length;
  if Length( words ) = 1 then return [ WREATH.ReduceOne( S, words[1] ) ]; fi;
  WREATH.NumberOf( S!.object );
  letters := List( words, word -> WREATH.LettersOf( S, word ) );
  answer := WREATH.AskGroup( S, "word_group_reduce_many", Concatenation( letters ), List( letters, Length ) );
  return List( WREATH.CutWords( answer[1], answer[2] ), word -> WREATH.WordOfLetters( S, word - 1 ) );
end;

WREATH.ReducedWord := function( S, x )
  local forms;
  if not IsList( x ) then return WREATH.ElementOf( S, WREATH.ReduceOne( S, WREATH.WordOf( S, x ) ), x ); fi;
  if Length( x ) = 0 then return [ ]; fi;
  forms := WREATH.Reduce( S, List( x, y -> WREATH.WordOf( S, y ) ) );
  return List( [ 1 .. Length( x ) ], i -> WREATH.ElementOf( S, forms[i], x[i] ) );
end;

InstallMethod( WreathReducedWord, "for an automatic structure, and a word or a list of them",
  [ IsWreathStructure, IsObject ], WREATH.ReducedWord );
InstallMethod( ReducedForm, "for an automatic structure, and a word or a list of them",
  [ IsWreathStructure, IsObject ], WREATH.ReducedWord );

WREATH.IsEqual := function( S, u, v )
  local number;
  number := WREATH.NumberOf( S!.object );
  return WREATH.Ask( "word_group_equal", [ number, WREATH.LettersOf( S, u ), WREATH.LettersOf( S, v ) ] )[1] = 1;
end;

InstallMethod( WreathIsEqual, "for an automatic structure and two words", [ IsWreathStructure, IsObject, IsObject ],
function( S, u, v )
  local forms;
  if IsList( u ) and IsList( v ) then
    if Length( u ) <> Length( v ) then ErrorNoReturn( "wreath: the two lists of words must have the same length" ); fi;
    forms := WREATH.ReducedWord( S, List( Concatenation( u, v ), x -> WREATH.WordOf( S, x ) ) );
    return List( [ 1 .. Length( u ) ], i -> forms[i] = forms[i + Length( u )] );
  fi;
  return WREATH.IsEqual( S, WREATH.WordOf( S, u ), WREATH.WordOf( S, v ) );
end );

# The order of a word, or fail if a limit came first.
WREATH.OrderOf := function( S, word )
  local answer;
  WREATH.SetLimits( WREATH.Options );
  WREATH.NumberOf( S!.object );
  answer := WREATH.Try( "word_group_element_order", [ WREATH.NumberOf( S!.object ), WREATH.LettersOf( S, word ) ] );
  if IsRecord( answer ) then
    if answer.status = 3 then return fail; fi;
    WREATH.Refuse( answer );
  fi;
  if answer[1] = "0" then return infinity; fi;
  return Int( answer[1] );
end;
InstallMethod( WreathOrder, "for an automatic structure and a word", [ IsWreathStructure, IsObject ],
  { S, x } -> WREATH.OrderOf( S, WREATH.WordOf( S, x ) ) );

WREATH.Ball := function( S, radius )
  local answer, like;
  if radius < 0 then return [ ]; fi;
  answer := WREATH.AskGroup( S, "word_group_ball", radius );
  like := One( UnderlyingGroup( S ) );
  return List( WREATH.CutWords( answer[1], answer[2] ), word -> WREATH.ElementOf( S, WREATH.WordOfLetters( S, word - 1 ), like ) );
end;

# The subgroup that the words generate: its coset structure, and the forms of the cosets of other words; fail if there is none.
WREATH.Cosets := function( S, generators, words, options... )
  local input, arguments, answer;
  arguments := [ "word", "subgroup", WREATH.StructureFile( S ), "--generators",
                 JoinStringsWithSeparator( List( generators, h -> WREATH.WordText( S, WREATH.WordOf( S, h ) ) ), "," ) ];
  Append( arguments, options );
  if Length( words ) > 0 then
    input := WREATH.NewFile( "words.txt" );
    WREATH.WriteFile( input, Concatenation( List( words, w -> Concatenation( WREATH.WordText( S, w ), "\n" ) ) ) );
    Append( arguments, [ "--file", input ] );
  fi;
  answer := WREATH.Call( arguments, rec( ) );
  if Length( words ) > 0 then RemoveFile( input ); fi;
  if not answer.complete then return fail; fi;
  return answer;
end;

InstallMethod( WreathIndex, "for an automatic structure and generators of a subgroup", [ IsWreathStructure, IsList ],
function( S, generators )
  local answer;
  answer := WREATH.Cosets( S, generators, [ ] );
  if answer = fail then return fail; fi;
  if answer.index = "infinite" then return infinity; fi;
  return answer.index;
end );

InstallMethod( WreathCosetForm, "for an automatic structure, generators of a subgroup, and a word or a list of them",
  [ IsWreathStructure, IsList, IsObject ],
function( S, generators, x )
  local words, answer, forms;
  if IsList( x ) then words := x; else words := [ x ]; fi;
  if Length( words ) = 0 then return [ ]; fi;
  answer := WREATH.Cosets( S, generators, List( words, w -> WREATH.WordOf( S, w ) ) );
  if answer = fail then return fail; fi;
  forms := List( [ 1 .. Length( words ) ], i -> WREATH.ElementOf( S, WREATH.TextWord( S, answer.coset_forms[i] ), words[i] ) );
  if IsList( x ) then return forms; fi;
  return forms[1];
end );

# A finitely presented group that is isomorphic to the subgroup, and the words that its generators stand for.
InstallMethod( WreathSubgroupPresentation, "for an automatic structure and generators of a subgroup", [ IsWreathStructure, IsList ],
function( S, generators )
  local answer, free, words;
  answer := WREATH.Cosets( S, generators, [ ], "--presentation" );
  if answer = fail then return fail; fi;
  words := List( answer.presentation.generators, text ->
    WREATH.ElementOf( S, WREATH.TextWord( S, text ), One( UnderlyingGroup( S ) ) ) );
  free := FreeGroup( Length( words ), "x" );
  return [ free / List( answer.presentation.relators, relator ->
    AssocWordByLetterRep( ElementsFamily( FamilyObj( free ) ), relator ) ), words ];
end );

# The same for a group without a structure: cosets are enumerated if they are not too many, and otherwise it is built.
WREATH.WithoutStructure := function( G, ask )
  local S, answer;
  if not ( IsFpGroup( G ) or IsFreeGroup( G ) ) or Length( FreeGeneratorsOfFpGroup( G ) ) = 0 then
    ErrorNoReturn( "wreath: the group must be finitely presented and have a generator" );
  fi;
  S := WREATH.StructureObject( G );
  S!.file := WREATH.NewFile( "group.txt" );
  WREATH.WriteFile( S!.file, WREATH.Presentation( S, RelatorsOfFpGroup( G ) ) );
  answer := ask( S );
  RemoveFile( S!.file );
  return answer;
end;
InstallMethod( WreathIndex, "for a finitely presented group and generators of a subgroup", [ IsGroup, IsList ],
  { G, generators } -> WREATH.WithoutStructure( G, S -> WreathIndex( S, generators ) ) );
InstallMethod( WreathCosetForm, "for a finitely presented group, generators of a subgroup, and a word or a list of them",
  [ IsGroup, IsList, IsObject ],
  { G, generators, x } -> WREATH.WithoutStructure( G, S -> WreathCosetForm( S, generators, x ) ) );
InstallMethod( WreathSubgroupPresentation, "for a finitely presented group and generators of a subgroup", [ IsGroup, IsList ],
  { G, generators } -> WREATH.WithoutStructure( G, S -> WreathSubgroupPresentation( S, generators ) ) );

# The subgroup in a file with a coset system of kbmag.
InstallGlobalFunction( WreathCosetSystem, function( file, options... )
  local answer, free, names;
  answer := WREATH.Call( [ "word", "subgroup", file, "--presentation" ], WREATH.OptionsOf( options ) );
  if not answer.complete then return fail; fi;
  names := answer.presentation.generators;
  free := FreeGroup( Length( names ), "x" );
  if answer.index = "infinite" then answer.index := infinity; fi;
  return rec( index := answer.index, generators := answer.generators, words := names,
              group := free / List( answer.presentation.relators, relator ->
                AssocWordByLetterRep( ElementsFamily( FamilyObj( free ) ), relator ) ) );
end );

# The number of geodesics of an element, and the first ones.
InstallMethod( WreathGeodesics, "for an automatic structure, a word and a number", [ IsWreathStructure, IsObject, IsInt ],
function( S, x, count )
  local answer;
  answer := WREATH.Call( [ "word", "geodesics", WREATH.StructureFile( S ), WREATH.WordText( S, WREATH.WordOf( S, x ) ),
                           "--list", String( count ) ], rec( ) );
  if not answer.complete then return fail; fi;
  answer := answer.elements[1];
  return [ answer.count, List( answer.geodesics, text -> WREATH.ElementOf( S, WREATH.TextWord( S, text ), x ) ) ];
end );

# The answer of a verb of conjugacy to some words; fail if hyperbolicity is not proven within the limits.
WREATH.Conjugacy := function( S, verb, words )
  local input, answer;
  input := WREATH.NewFile( "words.txt" );
  WREATH.WriteFile( input, Concatenation( List( words, x -> Concatenation( WREATH.WordText( S, WREATH.WordOf( S, x ) ), "\n" ) ) ) );
  answer := WREATH.Call( [ "word", verb, WREATH.StructureFile( S ), Concatenation( "@", input ) ], rec( ) );
  RemoveFile( input );
  if not answer.complete then return fail; fi;
  return answer;
end;

# A word c with u^c = v, or false.
InstallMethod( WreathConjugator, "for an automatic structure and two words", [ IsWreathStructure, IsObject, IsObject ],
function( S, u, v )
  local answer;
  answer := WREATH.Conjugacy( S, "conjugate", [ u, v ] );
  if answer = fail then return fail; fi;
  if not answer.pairs[1].conjugate then return false; fi;
  return WREATH.ElementOf( S, WREATH.TextWord( S, answer.pairs[1].conjugator ), u );
end );

InstallMethod( WreathRoot, "for an automatic structure and a word", [ IsWreathStructure, IsObject ],
function( S, x )
  local answer;
  answer := WREATH.Conjugacy( S, "root", [ x ] );
  if answer = fail then return fail; fi;
  answer := answer.roots[1];
  if IsBound( answer.order ) then
    ErrorNoReturn( "wreath: ", x, " has order ", answer.order, ": roots are found for elements of infinite order" );
  fi;
  return [ WREATH.ElementOf( S, WREATH.TextWord( S, answer.root ), x ), answer.exponent ];
end );

InstallMethod( WreathShortestConjugates, "for an automatic structure and a word", [ IsWreathStructure, IsObject ],
function( S, x )
  local answer;
  answer := WREATH.Conjugacy( S, "class", [ x ] );
  if answer = fail then return fail; fi;
  return List( answer.classes[1], text -> WREATH.ElementOf( S, WREATH.TextWord( S, text ), x ) );
end );

InstallMethod( WreathBall, "for an automatic structure and a radius", [ IsWreathStructure, IsInt ], WREATH.Ball );

InstallMethod( WreathSpheres, "for an automatic structure and a radius", [ IsWreathStructure, IsInt ],
function( S, radius )
  local spheres, x, length;
  spheres := List( [ 0 .. radius ], i -> [ ] );
  for x in WREATH.Ball( S, radius ) do
    length := Length( UnderlyingElement( x ) );
    Add( spheres[length + 1], x );
  od;
  return spheres;
end );

InstallMethod( WreathGrowth, "for an automatic structure and a length", [ IsWreathStructure, IsInt ],
function( S, length )
  if length < 0 then return [ ]; fi;
  return List( SplitString( WREATH.AskGroup( S, "word_group_growth", length )[1], " " ), Int );
end );

InstallMethod( AsList, "for an automatic structure of a finite group", [ IsWreathStructure ],
function( S )
  if Size( S ) = infinity then
    ErrorNoReturn( "wreath: the group is infinite; WreathBall lists the elements up to a length" );
  fi;
  return WREATH.Ball( S, Size( S ) );
end );
InstallMethod( AsSSortedList, "for an automatic structure of a finite group", [ IsWreathStructure ],
  S -> AsSSortedList( AsList( S ) ) );

# --- monoids

# The words of a free monoid or semigroup as text, and back.
WREATH.MonoidWord := function( names, word )
  word := LetterRepAssocWord( word );
  if Length( word ) = 0 then return "1"; fi;
  return JoinStringsWithSeparator( names{word}, "*" );
end;

WREATH.MonoidLetters := function( names, text )
  if text = "1" then return [ ]; fi;
  return List( SplitString( text, "*" ), name -> Position( names, name ) );
end;

# The rules as a record of the program has them, confluent or not; words are those of the free monoid or semigroup.
InstallGlobalFunction( WreathRewritingSystem, function( M )
  local free, names, relations, kind, answer, family, word, system;
  if IsFpMonoid( M ) then
    kind := "monoid"; free := GeneratorsOfMonoid( FreeMonoidOfFpMonoid( M ) ); relations := RelationsOfFpMonoid( M );
  elif IsFpSemigroup( M ) then
    kind := "semigroup"; free := GeneratorsOfSemigroup( FreeSemigroupOfFpSemigroup( M ) ); relations := RelationsOfFpSemigroup( M );
  else
    ErrorNoReturn( "wreath: this is not a finitely presented monoid or semigroup" );
  fi;
  names := List( [ 1 .. Length( free ) ], i -> Concatenation( "x", String( i ) ) );
  answer := WREATH.Call( [ "word", "complete", Concatenation( kind, "<", JoinStringsWithSeparator( names, "," ), " | ",
    JoinStringsWithSeparator( List( relations, r -> Concatenation( WREATH.MonoidWord( names, r[1] ), " = ",
      WREATH.MonoidWord( names, r[2] ) ) ), ", " ), ">" ) ], rec( ) );
  family := FamilyObj( free[1] );
  word := letters -> AssocWordByLetterRep( family, letters );
  system := rec( confluent := answer.confluent, letters := List( answer.rules, r -> List( r, text -> WREATH.MonoidLetters( names, text ) ) ) );
  system.rules := List( system.letters, r -> List( r, word ) );
  if IsBound( answer.order ) then
    if answer.order = "infinite" then system.size := infinity; else system.size := answer.order; fi;
  fi;
  return system;
end );

# A word with the rules applied until none can be: its normal form, if the rules are confluent.
InstallGlobalFunction( WreathRewrittenWord, function( system, word )
  local letters, rule, at, changed;
  letters := LetterRepAssocWord( word );
  repeat
    changed := false;
    for rule in system.letters do
      at := PositionSublist( letters, rule[1] );
      if at <> fail then
        letters := Concatenation( letters{[ 1 .. at - 1 ]}, rule[2], letters{[ at + Length( rule[1] ) .. Length( letters ) ]} );
        changed := true;
      fi;
    od;
  until not changed;
  return AssocWordByLetterRep( FamilyObj( word ), letters );
end );
