# SPDX-License-Identifier: MIT
#
# The way to the program and back.
#
# A call is one process: arguments in a list, so that no shell reads them; large data in files of a temporary folder; the answer
# as one JSON object on stdout. GAP's Process does not redirect stderr, where the program prints errors: so the process is started
# by a shell whose only task is to send stderr to a file. An answer's component `complete` is false if the program was stopped
# early by a limit; Ctrl-C, which the program gets, too, is a GAP error. An error of the program becomes one with the same message, in which --max-rules is named
# maxRules, as in a record of options.

WREATH.Checked := fail;  # the program whose version was looked at

# Where the program may be; the first that exists is used.
WREATH.Places := function( )
  local own;
  own := GAPInfo.PackagesLoaded.wreath[1];
  return [ WREATH.Program, UserPreference( "wreath", "Program" ),
           WREATH.Environment( "WREATH" ),
           Concatenation( own, "/../../../../bin/wreath" ),     # installed: share/gap/pkg/wreath
           Concatenation( own, "/../build/release/wreath" ) ];  # a checkout, after make
end;

WREATH.Environment := function( name )
  if IsBound( GAPInfo.SystemEnvironment.( name ) ) then return GAPInfo.SystemEnvironment.( name ); fi;
  return "";
end;

# The program that a name stands for, or fail: a path, or a name to be looked for in PATH.
WREATH.Executable := function( name )
  if not '/' in name then return Filename( DirectoriesSystemPrograms( ), name ); fi;
  if IsExecutableFile( name ) and not IsDirectoryPath( name ) then return name; fi;
  return fail;
end;

WREATH.Find := function( )
  local places, chosen, found;
  places := WREATH.Places( );
  chosen := First( places{[1..3]}, place -> place <> "" and place <> fail );
  if chosen <> fail then
    found := WREATH.Executable( chosen );
    if found = fail then
      ErrorNoReturn( "wreath: '", chosen, "' is not a program: set WREATH.Program or the environment variable WREATH to the path of wreath" );
    fi;
    return found;
  fi;
  found := First( Concatenation( List( places{[4..5]}, WREATH.Executable ), [ WREATH.Executable( "wreath" ) ] ), p -> p <> fail );
  if found = fail then
    ErrorNoReturn( "wreath: cannot find the program: build and install it, then add it to PATH or set WREATH.Program to its path" );
  fi;
  return found;
end;

# Runs a program: rec( code, output, message ).
WREATH.Execute := function( program, arguments )
  local shell, errors, text, stream, code, message;
  shell := Filename( DirectoriesSystemPrograms( ), "sh" );
  errors := WREATH.NewFile( "errors.txt" );
  text := "";
  stream := OutputTextString( text, true );
  SetPrintFormattingStatus( stream, false );
  code := Process( DirectoryCurrent( ), shell, InputTextNone( ), stream,
                   Concatenation( [ "-c", "exec \"$@\" 2> \"$0\"", errors, program ], arguments ) );
  CloseStream( stream );
  message := "";
  if IsReadableFile( errors ) then message := WREATH.ReadFile( errors ); fi;
  if message = fail then message := ""; fi;  # so ReadAll reads an empty file
  RemoveFile( errors );
  return rec( code := code, output := text, message := Chomp( message ) );
end;

# The first two numbers of a version.
WREATH.Minor := version -> SplitString( version, "." ){[1..2]};

# What is wrong with a program, given its output of --version; fail if nothing is.
WREATH.Complaint := function( program, answer )
  local words, wanted;
  words := SplitString( answer, "", " \n" );
  wanted := InstalledPackageVersion( "wreath" );
  if Length( words ) < 2 or words[1] <> "wreath" or Number( words[2], c -> c = '.' ) < 2 then
    return Concatenation( "wreath: '", program, "' is not the program wreath: set WREATH.Program to its path" );
  elif WREATH.Minor( words[2] ) <> WREATH.Minor( wanted ) then
    return Concatenation( "wreath: '", program, "' has version ", words[2], ", but this package needs ", wanted,
                          ": install both from the same source" );
  fi;
  return fail;
end;

InstallGlobalFunction( WreathProgram, function( )
  local program, complaint;
  program := WREATH.Find( );
  if WREATH.Checked <> program then
    complaint := WREATH.Complaint( program, WREATH.Execute( program, [ "--version" ] ).output );
    if complaint <> fail then ErrorNoReturn( complaint ); fi;
    WREATH.Checked := program;
  fi;
  return program;
end );

# The record among the optional arguments of a function, or an empty one.
WREATH.OptionsOf := function( arguments )
  if Length( arguments ) = 0 then return rec( ); fi;
  if Length( arguments ) > 1 or not IsRecord( arguments[1] ) then
    ErrorNoReturn( "wreath: options must be one record, such as rec( time := 60, threads := 2 )" );
  fi;
  return ShallowCopy( arguments[1] );
end;

# An option that a function does not have is an error.
WREATH.RequireOptions := function( options, name, known )
  local wrong;
  wrong := Difference( RecNames( options ), known );
  if Length( wrong ) > 0 then
    ErrorNoReturn( "wreath: ", name, " has no option ", wrong[1], ": it has ",
                   JoinStringsWithSeparator( known{[ 1 .. Length( known ) - 1 ]}, ", " ), " and ", Last( known ) );
  fi;
end;

# maxRules becomes --max-rules; until is a keyword of GAP's language, so that option is named limit.
WREATH.OptionName := function( component )
  local name, c;
  if component = "limit" then return "--until"; fi;
  name := "--";
  for c in component do
    if IsUpperAlphaChar( c ) then Add( name, '-' ); fi;
    Add( name, LowercaseChar( c ) );
  od;
  return name;
end;

# The converse: --max-rules becomes maxRules.
WREATH.ComponentName := function( option )
  local words, capital;
  if option = "--until" then return "limit"; fi;
  words := SplitString( option{[3..Length( option )]}, "-" );
  capital := word -> Concatenation( UppercaseString( word{[1]} ), word{[2..Length( word )]} );
  return Concatenation( words[1], Concatenation( List( words{[2..Length( words )]}, capital ) ) );
end;

# A message of the program, with its options named as components of a record.
WREATH.NameComponents := function( sentence )
  local named;
  named := function( word )
    local first, last;
    first := PositionSublist( word, "--" );
    if not ( first = 1 or ( first = 2 and word[1] in "('" ) ) then return word; fi;
    last := first + 1;
    while last < Length( word ) and ( IsLowerAlphaChar( word[last + 1] ) or word[last + 1] = '-' ) do last := last + 1; od;
    if last = first + 1 then return word; fi;
    return Concatenation( word{[1..first - 1]}, WREATH.ComponentName( word{[first..last]} ), word{[last + 1..Length( word )]} );
  end;
  return JoinStringsWithSeparator( List( SplitString( sentence, " " ), named ), " " );
end;

# Arguments of a record: rec( maxRules := 100, noCache := true ) is --max-rules 100 --no-cache.
WREATH.Arguments := function( options )
  local arguments, component, value;
  arguments := [ ];
  for component in Set( RecNames( options ) ) do
    value := options.( component );
    if value = false then continue; fi;
    Add( arguments, WREATH.OptionName( component ) );
    if IsList( value ) and not IsString( value ) then value := JoinStringsWithSeparator( List( value, String ), "," ); fi;
    if value <> true then Add( arguments, String( value ) ); fi;
  od;
  return arguments;
end;

# Calls the program, and returns its answer. An error of the program is a GAP error.
WREATH.Call := function( arguments, options )
  local all, program, run, answer, component;
  all := ShallowCopy( WREATH.Options );
  for component in RecNames( options ) do all.( component ) := options.( component ); od;
  program := WreathProgram( );
  all := Concatenation( arguments{[1..2]}, WREATH.Arguments( all ), [ "--json", "-q" ], arguments{[3..Length( arguments )]} );
  Info( InfoWreath, 2, program, " ", JoinStringsWithSeparator( all, " " ) );
  run := WREATH.Execute( program, all );
  if run.message <> "" and run.code in [ 0, 2 ] then Info( InfoWreath, 1, run.message ); fi;
  if not run.code in [ 0, 2 ] then
    if run.code = 64 then run.message := SplitString( run.message, "\n" )[1]; fi;  # without the hint at --help
    if run.message = "" then
      run.message := Concatenation( "wreath: '", program, "' ended with exit code ", String( run.code ) );
    fi;
    ErrorNoReturn( WREATH.NameComponents( run.message ) );
  fi;
  answer := WREATH.ParseJSON( run.output );
  answer.complete := run.code = 0;
  if IsBound( answer.ending ) and answer.ending = "interrupted" then ErrorNoReturn( "user interrupt" ); fi;
  return answer;
end;

# For calls whose partial answers are useless.
WREATH.CallToEnd := function( arguments, options )
  local answer;
  answer := WREATH.Call( arguments, options );
  if not answer.complete then
    ErrorNoReturn( "wreath: stopped early (", answer.ending,
                   "): try a longer time, a larger limit or more memory, see WREATH.Options" );
  fi;
  return answer;
end;

InstallGlobalFunction( WreathRun, function( arguments... )
  local options;
  options := rec( );
  if Length( arguments ) > 0 and IsRecord( Last( arguments ) ) then options := Remove( arguments ); fi;
  if Length( arguments ) < 2 or not ForAll( arguments, IsString ) then
    ErrorNoReturn( "usage: WreathRun( <engine>, <verb>[, <argument>...][, <options>] ), all strings but the options" );
  fi;
  return WREATH.Call( arguments, options );
end );
