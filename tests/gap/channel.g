# SPDX-License-Identifier: MIT
# The way to the library, module or pipe: results, errors, interrupts, objects that are made again, and memory over many calls.
LoadPackage( "wreath", false );
BreakOnError := false;;
if WREATH.InModule <> ( GAPInfo.SystemEnvironment.CHANNEL = "module" ) then Print( "not the channel\n" ); QUIT_GAP( 1 ); fi;
failures := 0;;
check := function( what, holds )
  if IsBound( GAPInfo.SystemEnvironment.SHOW ) then Print( what, "\n" ); fi;
  if holds <> true then Print( what, " fails\n" ); failures := failures + 1; fi;
end;;

# Numbers of all sizes go in and out.
version := WREATH.Ask( "version", [ ] );;
check( "version", version = [ 1, InstalledPackageVersion( "wreath" ) ] );
for list in [ [ ], [ 0 ], [ 1, 0 ], Reversed( [ 0 .. 255 ] ), Reversed( [ 0 .. 256 ] ), Reversed( [ 0 .. 70000 ] ) ] do
  if Length( list ) > 0 then
    check( Concatenation( "lists of ", String( Length( list ) ) ), WREATH.Ask( "perm_inverse", [ ShallowCopy( list ) ] )[1] + 1 = ListPerm( PermList( list + 1 )^-1, Length( list ) ) );
  fi;
od;
partial := WREATH.Ask( "semigroup_new", [ "partial-permutation", 3, 0, [ -1, 2, 0 ] ] )[1];;
check( "all elements", WREATH.Ask( "semigroup_run", [ partial, -1 ] )[2] = 1 );
check( "negative numbers", WREATH.Ask( "semigroup_rows", [ partial, 0, 1 ] ) = [ [ -1, 2, 0 ] ] );
check( "long texts", IsList( WREATH.Ask( "cosets_open", [ Concatenation( "<a | a^", "00000000000000"{[ 1 .. 10 ]}, "12>" ), "", 0 ] ) ) );

# Errors are GAP's, and the next call works.
wrong := [ [ "nothing", [ ] ], [ "word_group_order", [ 10^6 ] ], [ "word_group_order", [ "x" ] ], [ "word_group_open", [ "<a | b>", 0 ] ], [ "word_group_open", [ "a", 0 ] ],
           [ "word_group_reduce", [ 1 ] ], [ "semigroup_new", [ "transformation", 2, 0, [ 0, 5 ] ] ], [ "semigroup_new", [ "transformation", 0, 0, [ ] ] ],
           [ "semigroup_rows", [ partial, 5, 2 ] ], [ "semigroup_rows", [ partial, 0, 10^9 ] ], [ "semigroup_words", [ partial, -1, 4 ] ],
           [ "cosets_open", [ "<a,b | >", "", 1000 ] ], [ "perm_multiply", [ [ 0 ], [ 0, 1 ] ] ], [ "perm_inverse", [ [ 7 ] ] ] ];;
for call in wrong do
  answer := WREATH.Try( call[1], call[2] );
  check( call, IsRecord( answer ) and answer.status in [ 1, 3 ] and Length( answer.message ) > 10 );
od;
check( "an error is an error of GAP", CALL_WITH_CATCH( WREATH.Ask, [ "nothing", [ ] ] )[1] = false );
group := WREATH.Ask( "word_group_open", [ "triangle:2,3,7", 0 ] )[1];;
answer := WREATH.Try( "word_group_reduce", [ group, [ 0, 200, -5 ] ] );;
check( "letters", IsRecord( answer ) and answer.status = 1 );
check( "after errors", WREATH.Ask( "word_group_reduce", [ group, [ 0, 1, 1, 1, 0, 0 ] ] ) = [ [ 0 ] ] );
check( "elements of other lengths", WREATH.Ask( "semigroup_find", [ partial, [ 0 ] ] ) = [ -1 ] );

# What takes long ends by a limit of time, and by an interrupt, which is an error of GAP; the next call works.
long := WREATH.Ask( "semigroup_new", [ "transformation", 9, 1, Concatenation( [ 1 .. 8 ], [ 0 ], [ 1, 0 ], [ 2 .. 8 ], [ 0, 0 ], [ 2 .. 8 ] ) ] )[1];;
WREATH.SetLimits( rec( time := 1 ) );
answer := WREATH.Try( "semigroup_run", [ long, -1 ] );;
check( "a limit of time", IsRecord( answer ) and answer.status = 3 );
WREATH.SetLimits( rec( ) );
# A shell, a child of this process, sends it Ctrl-C.
interrupted := function( )
  local shell;
  shell := InputOutputLocalProcess( DirectoryCurrent( ), Filename( DirectoriesSystemPrograms( ), "sh" ),
                                    [ "-c", "sleep 1; kill -INT $PPID" ] );
  WREATH.Ask( "semigroup_run", [ long, -1 ] );
end;;
check( "an interrupt", CALL_WITH_CATCH( interrupted, [ ] )[1] = false );
# So are those that start a process, which gets the signal of the terminal, too; here it gets it from a shell.
signalled := function( f, arguments )
  local shell;
  shell := InputOutputLocalProcess( DirectoryCurrent( ), Filename( DirectoriesSystemPrograms( ), "sh" ), [ "-c", Concatenation(
    "while sleep 1; do for p in $( cat /proc/$PPID/task/$PPID/children ); do ",
    "tr '\\000' ' ' < /proc/$p/cmdline | grep -q '^[^ ]*wreath [wf]' && kill -INT $p && exit; done; done" ) ] );
  return CALL_WITH_CATCH( f, arguments );
end;;
F := FreeGroup( 2 );;
check( "an interrupt of a search", signalled( WreathFlipSearch, [ "6x6x6", rec( target := 1, time := 60 ) ] )[1] = false );
check( "an interrupt of a build", signalled( WreathAutomaticStructure, [ F / [ F.2*F.1*F.2^-1*F.1^-2 ], rec( time := 60 ) ] )[1] = false );
if not WREATH.InModule then  # an interrupt in the middle of a request, and of an answer
  for state in [ "writing", "reading" ] do
    server := WREATH.TheServer( );
    WriteAll( server.stream, "\007\000" );
    server.state := state;
    check( Concatenation( "after an interrupt while ", state ), WREATH.Ask( "version", [ ] ) = version );
    check( "another process", WREATH.Server.session > server.session );
    long := WREATH.Ask( "semigroup_new", [ "transformation", 9, 1, Concatenation( [ 1 .. 8 ], [ 0 ], [ 1, 0 ], [ 2 .. 8 ], [ 0, 0 ], [ 2 .. 8 ] ) ] )[1];
    WREATH.Ask( "semigroup_run", [ long, 10 ] );
  od;
fi;
check( "after an interrupt", Length( WREATH.Ask( "semigroup_rows", [ long, 0, 2 ] )[1] ) = 18 );
WREATH.Try( "free", [ long ] );

# Objects are made again if they are gone: those of an earlier process, and the oldest of many.
S := WreathSemigroup( [ Transformation( [ 2, 3, 1 ] ), Transformation( [ 2, 1 ] ), Transformation( [ 1, 1 ] ) ] );;
check( "size", Size( S ) = 27 );
if not WREATH.InModule then WREATH.StopServer( ); fi;
check( "after the end of the process", Transformation( [ 1, 1, 1 ] ) in S and Length( AsList( S ) ) = 27 );
if not WREATH.InModule then
  own := WREATH.Program;
  for program in [ "true", "cat", "/nowhere/wreath" ] do
    WREATH.StopServer( );
    WREATH.Program := program;
    check( Concatenation( program, " is refused" ), CALL_WITH_CATCH( WREATH.Ask, [ "version", [ ] ] )[1] = false );
  od;
  WREATH.Program := own;
  check( "the right program", WREATH.Ask( "version", [ ] )[1] = 1 );
fi;
many := List( [ 2 .. WREATH.MostObjects + 10 ], n -> WreathSemigroup( [ PermList( Concatenation( [ 2 .. n ], [ 1 ] ) ) ] ) );;
check( "many objects", List( many, Size ) = [ 2 .. WREATH.MostObjects + 10 ] and Length( WREATH.Objects ) <= WREATH.MostObjects );
check( "the oldest of them", Transformation( [ 3, 3, 3 ] ) in S and (1,2) in many[1] );
F := FreeGroup( "a", "b" );; G := F / [ F.1^2, F.2^3, (F.1*F.2)^7 ];; structure := WreathAutomaticStructure( G );;
form := WreathReducedWord( structure, (G.1*G.2)^10 );;
for k in [ 1 .. WREATH.MostObjects ] do Size( WreathSemigroup( [ PermList( Concatenation( [ 2 .. k + 1 ], [ 1 ] ) ) ] ) ); od;
check( "groups, too", UnderlyingElement( WreathReducedWord( structure, (G.1*G.2)^10 ) ) = UnderlyingElement( form ) );

# The C library keeps no memory from call to call. What GAP's own collector holds is not counted: it fills its pool first.
lineOf := function( file )
  local stream, line;
  stream := InputTextFile( Concatenation( "/proc/", file ) );
  line := ReadLine( stream );
  CloseStream( stream );
  if line = fail then return ""; fi;
  return Chomp( line );
end;;
pages := process -> Int( SplitString( lineOf( Concatenation( process, "/statm" ) ), " " )[2] );;
processor := "self";;
if not WREATH.InModule then
  me := "";; out := OutputTextString( me, true );;
  Process( DirectoryCurrent( ), Filename( DirectoriesSystemPrograms( ), "sh" ), InputTextNone( ), out, [ "-c", "echo $PPID" ] );
  me := Chomp( me );
  CloseStream( out );
  processor := First( SplitString( lineOf( Concatenation( me, "/task/", me, "/children" ) ), " " ), p ->
    p <> "" and PositionSublist( lineOf( Concatenation( p, "/cmdline" ) ), "wreath" ) <> fail );
fi;
calls := 20000;;
if WREATH.InModule then calls := 200000; fi;
if IsBound( GAPInfo.SystemEnvironment.CALLS ) then calls := Int( GAPInfo.SystemEnvironment.CALLS ); fi;
word := (G.1*G.2)^10;;
for k in [ 1 .. calls / 2 ] do WreathReducedWord( structure, word ); od;
GASMAN( "collect" );
before := pages( processor );;
for k in [ 1 .. calls ] do WreathReducedWord( structure, word ); od;
GASMAN( "collect" );
check( "memory", pages( processor ) - before < 256 );
if IsBound( GAPInfo.SystemEnvironment.CALLS ) then Print( ( pages( processor ) - before ) * 4, " KiB more after ", calls, " calls\n" ); fi;

if failures = 0 then Print( "Calls end as they should\n" ); QUIT_GAP( 0 ); fi;
QUIT_GAP( 1 );
