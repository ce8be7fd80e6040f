# SPDX-License-Identifier: MIT
#
# The program's answers: JSON as GAP objects. An object becomes a record, null becomes fail, a number with a point a float.
# Answers are small, large data goes by files: the reader looks at one character at a time.

WREATH.Escapes := rec( n := '\n', t := '\t', r := '\r', b := '\b', f := ' ' );

WREATH.ParseJSON := function( text )
  local at, bad, skip, expect, string, number, list, object, value;
  at := 1;

  bad := function( )
    ErrorNoReturn( "wreath: cannot parse the output of the program at character ", at );
  end;

  skip := function( )
    while at <= Length( text ) and text[at] in " \n\t\r" do at := at + 1; od;
    if at > Length( text ) then bad( ); fi;
    return text[at];
  end;

  expect := function( token )
    if text{[at..Minimum( Length( text ), at + Length( token ) - 1 )]} <> token then bad( ); fi;
    at := at + Length( token );
  end;

  string := function( )
    local word;
    expect( "\"" );
    word := "";
    while at <= Length( text ) and text[at] <> '"' do
      if text[at] = '\\' then
        at := at + 1;
        if text[at] = 'u' then  # only control characters are written so
          Add( word, CharInt( IntHexString( text{[at + 1..at + 4]} ) mod 256 ) );
          at := at + 4;
        elif IsBound( WREATH.Escapes.( [ text[at] ] ) ) then
          Add( word, WREATH.Escapes.( [ text[at] ] ) );
        else
          Add( word, text[at] );
        fi;
      else
        Add( word, text[at] );
      fi;
      at := at + 1;
    od;
    expect( "\"" );
    return word;
  end;

  number := function( )
    local start, digits;
    start := at;
    while at <= Length( text ) and text[at] in "+-.eE0123456789" do at := at + 1; od;
    digits := text{[start..at - 1]};
    if digits = "" then bad( ); fi;
    if ForAny( digits, c -> c in ".eE" ) then return Float( digits ); fi;
    return Int( digits );
  end;

  list := function( )
    local entries;
    expect( "[" );
    entries := [ ];
    while skip( ) <> ']' do
      Add( entries, value( ) );
      if skip( ) = ',' then at := at + 1; fi;
    od;
    expect( "]" );
    return entries;
  end;

  object := function( )
    local entries, name;
    expect( "{" );
    entries := rec( );
    while skip( ) <> '}' do
      name := string( );
      skip( );
      expect( ":" );
      entries.( name ) := value( );
      if skip( ) = ',' then at := at + 1; fi;
    od;
    expect( "}" );
    return entries;
  end;

  value := function( )
    local next;
    next := skip( );
    if next = '{' then return object( ); fi;
    if next = '[' then return list( ); fi;
    if next = '"' then return string( ); fi;
    if next = 't' then expect( "true" ); return true; fi;
    if next = 'f' then expect( "false" ); return false; fi;
    if next = 'n' then expect( "null" ); return fail; fi;
    return number( );
  end;

  return value( );
end;
