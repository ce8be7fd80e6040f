# SPDX-License-Identifier: MIT
#
# Finite automata. Words are strings in the names of the letters: those of a structure are a, b, ... in the order of the
# generators, capitals for their inverses (or x1, x2, ... if there are many).

WREATH.AutomatonObject := function( file )
  return Objectify( NewType( WreathAutomataFamily, IsWreathAutomatonRep ), rec( file := file ) );
end;

# Runs an operation whose result is an automaton, or fails if a limit is reached.
WREATH.MakeAutomaton := function( arguments )
  local output, answer;
  output := WREATH.NewFile( "automaton.fsa" );
  answer := WREATH.Call( Concatenation( [ "word", "automaton" ], arguments, [ "-o", output ] ), rec( ) );
  if not answer.complete then return fail; fi;
  return WREATH.AutomatonObject( output );
end;

WREATH.AskAutomaton := function( A, operation, options )
  return WREATH.CallToEnd( Concatenation( [ "word", "automaton", operation, A!.file ], options ), rec( ) );
end;

InstallMethod( WreathAutomaton, "for an automatic structure and a kind of automaton", [ IsWreathStructure, IsString ],
function( S, kind )
  return WREATH.MakeAutomaton( [ "info", Concatenation( kind, ":", WREATH.StructureFile( S ) ) ] );
end );

InstallMethod( WreathAutomaton, "for a file, or a kind of automaton and a group", [ IsString ],
  source -> WREATH.MakeAutomaton( [ "info", source ] ) );

InstallGlobalFunction( WreathAutomatonOperation, function( operation, automata... )
  local files;
  if not IsString( operation ) or not ForAll( automata, IsWreathAutomaton ) then
    ErrorNoReturn( "wreath: an operation is a string such as \"and\", followed by automata" );
  fi;
  files := List( automata, A -> A!.file );
  if operation in [ "equal", "subset" ] then
    return WREATH.CallToEnd( Concatenation( [ "word", "automaton", operation ], files ), rec( ) ).( operation );
  fi;
  return WREATH.MakeAutomaton( Concatenation( [ operation ], files ) );
end );

# The same language.
InstallMethod( \=, "for two automata", [ IsWreathAutomaton, IsWreathAutomaton ], { A, B } -> WreathAutomatonOperation( "equal", A, B ) );

InstallMethod( WreathInfo, "for an automaton", [ IsWreathAutomaton ], A -> WREATH.AskAutomaton( A, "info", [ ] ) );

InstallMethod( Size, "for an automaton", [ IsWreathAutomaton ],
function( A )
  local size;
  size := WREATH.AskAutomaton( A, "count", [ ] ).size;
  if size = "infinite" then return infinity; fi;
  return size;
end );

InstallMethod( WreathAutomatonWords, "for an automaton and a number of words", [ IsWreathAutomaton, IsInt ],
  { A, count } -> WREATH.AskAutomaton( A, "enumerate", [ "--count", String( count ) ] ).words );

InstallMethod( WreathAutomatonCounts, "for an automaton and a length", [ IsWreathAutomaton, IsInt ],
  { A, longest } -> WREATH.AskAutomaton( A, "growth", [ "--longest", String( longest ) ] ).counts );

InstallMethod( WreathAccepts, "for an automaton and a word", [ IsWreathAutomaton, IsString ],
  { A, word } -> WREATH.AskAutomaton( A, "accepts", [ "--word", word ] ).accepts[1] );

InstallMethod( ViewString, "for an automaton", [ IsWreathAutomaton ], function( A )
  local info, tapes;
  info := WreathInfo( A );
  if info.tapes = 2 then tapes := " on two tapes"; else tapes := ""; fi;
  return Concatenation( "<automaton", tapes, ", ", String( info.states ), " states>" );
end );
InstallMethod( ViewObj, "for an automaton", [ IsWreathAutomaton ], function( A ) Print( ViewString( A ) ); end );
InstallMethod( PrintObj, "for an automaton", [ IsWreathAutomaton ], function( A ) Print( ViewString( A ) ); end );
