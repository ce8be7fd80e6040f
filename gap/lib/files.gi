# SPDX-License-Identifier: MIT
#
# What goes between GAP and the program: files of a temporary folder, which GAP removes at its end.
#
# Maps go to the program as GAP prints lists, and come back as .npy (numpy's format: a line of text with the type and the shape,
# then the numbers, least significant byte first), which GAP reads faster than text. Points start at 1 in GAP and at 0 in .npy.

WREATH.Folder := fail;
WREATH.Files := 0;

# A name that no file has yet; the program recognises the format by the extension.
WREATH.NewFile := function( name )
  if WREATH.Folder = fail or not IsDirectoryPath( Filename( WREATH.Folder, "" ) ) then
    WREATH.Folder := DirectoryTemporary( );
    if WREATH.Folder = fail then ErrorNoReturn( "wreath: cannot create a directory for temporary files" ); fi;
  fi;
  WREATH.Files := WREATH.Files + 1;
  return Filename( WREATH.Folder, Concatenation( String( WREATH.Files ), "-", name ) );
end;

WREATH.ReadFile := function( name )
  local stream, text;
  stream := InputTextFile( name );
  if stream = fail then ErrorNoReturn( "wreath: '", name, "' cannot be read" ); fi;
  text := ReadAll( stream );
  CloseStream( stream );
  return text;
end;

WREATH.WriteFile := function( name, text )
  local stream;
  stream := OutputTextFile( name, false );
  if stream = fail then ErrorNoReturn( "wreath: '", name, "' cannot be written" ); fi;
  SetPrintFormattingStatus( stream, false );
  if WriteAll( stream, text ) <> true then
    CloseStream( stream );
    ErrorNoReturn( "wreath: '", name, "' cannot be written completely: is the disk full?" );
  fi;
  CloseStream( stream );
end;

# The file's text, which is then removed.
WREATH.TakeFile := function( name )
  local text;
  text := WREATH.ReadFile( name );
  RemoveFile( name );
  return text;
end;

# The codes of `count` characters of a text, every `step`-th one from `first` on.
WREATH.BytesAt := { text, first, count, step } -> INTLIST_STRING( text{[first, first + step .. first + ( count - 1 ) * step]}, 1 );

# The numbers of an .npy file and its shape: rec( shape, values ). Integers only, which is all the program writes.
WREATH.ReadNpy := function( name )
  local text, place, header, after, bytes, shape, first, count, values, k;
  text := WREATH.ReadFile( name );
  if Length( text ) < 12 or text{[2..6]} <> "NUMPY" then ErrorNoReturn( "wreath: '", name, "' is not a .npy file" ); fi;
  if text[7] = CharInt( 1 ) then first := 11; else first := 13; fi;  # of the header's text, after its length
  count := IntChar( text[9] ) + 256 * IntChar( text[10] );
  header := text{[first..first + count - 1]};
  first := first + count;
  place := PositionSublist( header, "'descr': '" ) + 10;
  if not header[place] in "<|" or not header[place + 1] in "ui" or PositionSublist( header, "'fortran_order': False" ) = fail then
    ErrorNoReturn( "wreath: '", name, "' does not contain integers in rows" );
  fi;
  bytes := Int( [ header[place + 2] ] );
  after := header{[PositionSublist( header, "'shape': (" ) + 10..Length( header )]};
  shape := List( Filtered( SplitString( after{[1..Position( after, ')' ) - 1]}, ",", " " ), s -> s <> "" ), Int );
  count := Product( shape );
  if Length( text ) < first - 1 + count * bytes then ErrorNoReturn( "wreath: '", name, "' is truncated" ); fi;
  if count = 0 then return rec( shape := shape, values := [ ] ); fi;
  values := WREATH.BytesAt( text, first + bytes - 1, count, bytes );
  for k in [ first + bytes - 2, first + bytes - 3 .. first ] do
    values := 256 * values + WREATH.BytesAt( text, k, count, bytes );
  od;
  if header[place + 1] = 'i' then
    values := List( values, function( v ) if v >= 2^( 8 * bytes - 1 ) then return v - 2^( 8 * bytes ); fi; return v; end );
  fi;
  return rec( shape := shape, values := values );
end;

# The rows of a two-dimensional .npy file, counted from 1; the file is then removed.
WREATH.TakeRows := function( name )
  local array, columns;
  array := WREATH.ReadNpy( name );
  RemoveFile( name );
  columns := array.shape[2];
  array.values := array.values + 1;
  return List( [ 1 .. array.shape[1] ], r -> array.values{[( r - 1 ) * columns + 1 .. r * columns]} );
end;
