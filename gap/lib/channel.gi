# SPDX-License-Identifier: MIT
#
# Calls of the library by messages: WREATH.Ask( name, arguments ) gives the list of results of a function of the C API (wreath.h;
# capi/calls.cpp lists them). Arguments and results are integers, strings and plain lists of integers.
#
# If the kernel module was built (./configure && make), the library is in this process, and a call takes microseconds. Otherwise
# one process `wreath serve` answers all calls through a pipe; cli/serve.cpp describes its messages. Both give the same results.
# After Ctrl-C, the call under way is stopped, and its answer thrown away.
#
# Objects of the library are numbers there. Here they are records rec( make, number, session ): made when they are first needed,
# made again in another session, as after loading a workspace, and freed when many younger ones are there.

# Whether calls go to the module. The environment variable WREATH_CHANNEL can ask for one: "module" or "pipe".
WREATH.InModule := IsBoundGlobal( "WREATH_CALL" );
if IsBound( GAPInfo.SystemEnvironment.WREATH_CHANNEL ) then
  if GAPInfo.SystemEnvironment.WREATH_CHANNEL = "module" and not WREATH.InModule then
    Info( InfoWarning, 1, "wreath: the kernel module was not found: run ./configure && make in the folder of the package" );
  fi;
  WREATH.InModule := WREATH.InModule and GAPInfo.SystemEnvironment.WREATH_CHANNEL <> "pipe";
fi;
if not IsBoundGlobal( "WREATH_CALL" ) then
  DeclareGlobalName( "WREATH_CALL" ); DeclareGlobalName( "WREATH_ERROR" ); DeclareGlobalName( "WREATH_SESSION" );
fi;
WREATH.Server := fail;     # the process: rec( stream, file, state, session )
WREATH.Sessions := 0;      # processes that were started
WREATH.Chars := List( [ 0 .. 255 ], CharInt );;
ConvertToStringRep( WREATH.Chars );
MakeImmutable( WREATH.Chars );

# --- numbers as bytes, the least first

WREATH.Bytes := function( number, count )
  local bytes, k;
  bytes := [ ];
  for k in [ 1 .. count ] do
    bytes[k] := number mod 256;
    number := ( number - bytes[k] ) / 256;
  od;
  return WREATH.Chars{bytes + 1};
end;

WREATH.ValueBytes := function( value )
  local width, kind, columns, text, k, least, most;
  if IsInt( value ) then return Concatenation( "\000", WREATH.Bytes( value mod 2^64, 8 ) ); fi;
  if IsStringRep( value ) then return Concatenation( "\001", WREATH.Bytes( Length( value ), 4 ), value ); fi;
  width := 1; kind := "\002";
  if Length( value ) > 0 then
    least := Minimum( value ); most := Maximum( value );
    if least < 0 or most >= 65536 then
      width := 4; kind := "\004";
      if least < -2^31 or most >= 2^31 then ErrorNoReturn( "wreath: a number does not fit 32 bits" ); fi;
    elif most >= 256 then
      width := 2; kind := "\003";
    fi;
  fi;
  if width = 1 then return Concatenation( kind, WREATH.Bytes( Length( value ), 4 ), WREATH.Chars{value + 1} ); fi;
  text := ListWithIdenticalEntries( width * Length( value ), '\000' );
  ConvertToStringRep( text );
  if width = 4 then value := value mod 2^32; fi;
  for k in [ 1 .. width ] do
    columns := value mod 256;
    text{[ k, k + width .. Length( text ) - width + k ]} := WREATH.Chars{columns + 1};
    value := ( value - columns ) / 256;
  od;
  return Concatenation( kind, WREATH.Bytes( Length( value ), 4 ), text );
end;

WREATH.NumberAt := function( text, at, count )
  local number, k;
  number := 0;
  for k in [ at + count - 1, at + count - 2 .. at ] do number := 256 * number + IntChar( text[k] ); od;
  return number;
end;

# The values in a reply from a place on.
WREATH.ValuesAt := function( text, at )
  local values, kind, length, width, list, k, last;
  values := [ ];
  for k in [ 1 .. IntChar( text[at] ) ] do values[k] := 0; od;
  at := at + 1;
  for k in [ 1 .. Length( values ) ] do
    kind := IntChar( text[at] );
    if kind = 0 then
      values[k] := WREATH.NumberAt( text, at + 1, 8 );
      if values[k] >= 2^63 then values[k] := values[k] - 2^64; fi;
      at := at + 9;
    else
      length := WREATH.NumberAt( text, at + 1, 4 );
      at := at + 5;
      if kind = 1 then
        values[k] := text{[ at .. at + length - 1 ]};
        at := at + length;
      elif length = 0 then
        values[k] := [ ];
      else
        width := [ 1, 2, 4 ][ kind - 1 ];
        last := width - 1;
        list := WREATH.BytesAt( text, at + last, length, width );
        while last > 0 do
          last := last - 1;
          list := 256 * list + WREATH.BytesAt( text, at + last, length, width );
        od;
        if kind = 4 and Maximum( list ) >= 2^31 then
          list := List( list, function( n ) if n >= 2^31 then return n - 2^32; fi; return n; end );
        fi;
        values[k] := list;
        at := at + width * length;
      fi;
    fi;
  od;
  return values;
end;

# --- the process

WREATH.StopServer := function( )
  local server;
  server := WREATH.Server;
  WREATH.Server := fail;
  if server <> fail and not IsClosedStream( server.stream ) then CloseStream( server.stream ); fi;
end;

# Waits until there is something to read. Ctrl-C is an error here, between two looks.
WREATH.AwaitServer := function( server )
  local ready;
  repeat
    ready := UNIXSelect( [ server.file ], [ ], [ ], 0, 500000 );
  until ready > 0;
end;

WREATH.ReadServer := function( server, count )
  local text, piece;
  text := "";
  while Length( text ) < count do
    WREATH.AwaitServer( server );
    piece := READ_IOSTREAM( server.stream![1], count - Length( text ) );
    if piece = fail or Length( piece ) = 0 then
      WREATH.StopServer( );
      ErrorNoReturn( "wreath: the process 'wreath serve' has ended; the next call starts another" );
    fi;
    if text = "" then text := piece; else Append( text, piece ); fi;
  od;
  return text;
end;

WREATH.MostBytes := 2^30;  # of a message; cli/serve.cpp has the same limit

WREATH.ReadReply := function( server )
  local length, reply;
  WREATH.AwaitServer( server );
  server.state := "reading";
  length := WREATH.NumberAt( WREATH.ReadServer( server, 4 ), 1, 4 );
  if length = 0 or length > WREATH.MostBytes then
    WREATH.StopServer( );
    ErrorNoReturn( "wreath: the process 'wreath serve' sent a damaged reply; the next call starts another" );
  fi;
  reply := WREATH.ReadServer( server, length );
  server.state := "idle";
  return reply;
end;

# Starts the process, whose first line has its version.
WREATH.StartServer := function( )
  local program, stream, server, greeting, piece, complaint;
  program := WREATH.Find( );
  stream := InputOutputLocalProcess( DirectoryCurrent( ), program, [ "serve" ] );
  if stream = fail then ErrorNoReturn( "wreath: cannot start 'wreath serve'" ); fi;
  WREATH.Sessions := WREATH.Sessions + 1;
  server := rec( stream := stream, file := FileDescriptorOfStream( stream ), state := "idle", session := WREATH.Sessions );
  greeting := "";
  repeat
    WREATH.AwaitServer( server );
    piece := READ_IOSTREAM( stream![1], 1 );
    if piece = fail then piece := ""; fi;
    Append( greeting, piece );
  until piece = "" or piece = "\n";
  complaint := WREATH.Complaint( program, greeting );
  if complaint <> fail then
    CloseStream( stream );
    ErrorNoReturn( complaint );
  fi;
  WREATH.Server := server;
  WREATH.Limits := fail;
end;

# The process, started if it is not there. After Ctrl-C the unread answer is thrown away; if part of a message went
# over by then, nothing after it has a meaning, and another process is started.
WREATH.TheServer := function( )
  if WREATH.Server <> fail and WREATH.Server.state in [ "writing", "reading" ] then WREATH.StopServer( ); fi;
  if WREATH.Server = fail then WREATH.StartServer( ); fi;
  if WREATH.Server.state = "waiting" then
    SIGNAL_CHILD_IOSTREAM( WREATH.Server.stream![1], 2 );
    WREATH.ReadReply( WREATH.Server );
  fi;
  return WREATH.Server;
end;

WREATH.AskServer := function( name, arguments )
  local server, request, reply;
  server := WREATH.TheServer( );
  request := Concatenation( WREATH.Bytes( Length( name ), 1 ), name, WREATH.Bytes( Length( arguments ), 1 ),
                            Concatenation( List( arguments, WREATH.ValueBytes ) ) );
  if Length( request ) > WREATH.MostBytes then
    return rec( status := 2, message := Concatenation( "the arguments of '", name, "' have more than 1 GiB" ) );
  fi;
  server.state := "writing";
  if WriteAll( server.stream, Concatenation( WREATH.Bytes( Length( request ), 4 ), request ) ) <> true then
    WREATH.StopServer( );
    ErrorNoReturn( "wreath: the process 'wreath serve' does not accept requests; the next call starts another" );
  fi;
  server.state := "waiting";
  reply := WREATH.ReadReply( server );
  if reply[1] = '\000' then return WREATH.ValuesAt( reply, 2 ); fi;
  return rec( status := IntChar( reply[1] ), message := reply{[ 2 .. Length( reply ) ]} );
end;

# --- calls

# Where objects are: it differs between processes.
WREATH.Session := function( )
  if WREATH.InModule then return WREATH_SESSION( ); fi;
  return WREATH.TheServer( ).session;
end;

WREATH.Limits := fail;  # that the library has, and its session

# Results, or rec( status, message ) after an error.
WREATH.Try := function( name, arguments )
  local answer;
  if WREATH.InModule then
    answer := WREATH_CALL( name, arguments );
    if IsInt( answer ) then return rec( status := answer, message := WREATH_ERROR( ) ); fi;
    return answer;
  fi;
  return WREATH.AskServer( name, arguments );
end;

# After an error of the library.
WREATH.Refuse := function( answer )
  if answer.status = 4 then ErrorNoReturn( "user interrupt" ); fi;
  ErrorNoReturn( "wreath: ", WREATH.NameComponents( answer.message ) );
end;

WREATH.Ask := function( name, arguments )
  local answer;
  if WREATH.InModule then
    answer := WREATH_CALL( name, arguments );
    if not IsInt( answer ) then return answer; fi;
    answer := rec( status := answer, message := WREATH_ERROR( ) );
  else
    answer := WREATH.AskServer( name, arguments );
  fi;
  if IsRecord( answer ) then WREATH.Refuse( answer ); fi;
  return answer;
end;

# Limits, as users write them. What is not one is an error.
WREATH.Seconds := function( time )
  local seconds;
  seconds := fail;
  if IsRat( time ) or IsFloat( time ) or IsString( time ) then seconds := Rat( time ); fi;
  if seconds = fail or seconds < 0 then
    ErrorNoReturn( "wreath: time: '", String( time ), "' is not a valid time: give seconds, such as 60" );
  fi;
  return QuoInt( NumeratorRat( seconds ) + DenominatorRat( seconds ) - 1, DenominatorRat( seconds ) );  # set_limits takes whole ones
end;

WREATH.SizeInBytes := function( size )
  local given, bytes, unit;
  given := size; bytes := size;
  if IsString( size ) and Length( size ) > 0 then
    unit := Position( "KMGT", size[Length( size )] );
    if unit = fail then unit := 0; else size := size{[ 1 .. Length( size ) - 1 ]}; fi;
    bytes := fail;
    if Length( size ) > 0 then bytes := Int( size ); fi;
    if bytes <> fail then bytes := bytes * 1024^unit; fi;
  fi;
  if not IsInt( bytes ) or bytes < 0 or bytes >= 2^60 then
    ErrorNoReturn( "wreath: memory: '", String( given ), "' is not a valid size: give bytes, such as \"500M\" or \"4G\"" );
  fi;
  return bytes;
end;

WREATH.Threads := function( threads )
  local given;
  given := threads;
  if IsString( threads ) then threads := Int( threads ); fi;
  if not ( IsInt( threads ) and threads in [ 0 .. 4096 ] ) then
    ErrorNoReturn( "wreath: threads: '", String( given ), "' is not a valid number of threads: choose 1 to 4096" );
  fi;
  return threads;
end;

# Tells the library what WREATH.Options has of limits: before a call that may take long.
WREATH.SetLimits := function( options )
  local limits, session;
  limits := [ 0, 0, 0 ];
  if IsBound( options.time ) then limits[1] := WREATH.Seconds( options.time ); fi;
  if IsBound( options.memory ) then limits[2] := WREATH.SizeInBytes( options.memory ); fi;
  if IsBound( options.threads ) then limits[3] := WREATH.Threads( options.threads ); fi;
  session := WREATH.Session( );
  if WREATH.Limits <> fail and WREATH.Limits = [ limits, session ] then return; fi;
  WREATH.Ask( "set_limits", limits );
  WREATH.Limits := [ limits, session ];
end;

# --- objects

WREATH.Objects := [ ];    # those that the library has, the oldest first
WREATH.MostObjects := 64;

# make( ) gives the results of the call that makes the object, whose number is the first.
WREATH.Object := make -> rec( make := make, number := fail, session := fail );

WREATH.Forget := function( object )
  local place;
  place := PositionProperty( WREATH.Objects, other -> IsIdenticalObj( other, object ) );
  if place <> fail then Remove( WREATH.Objects, place ); fi;
  if object.number <> fail and object.session = WREATH.Session( ) then WREATH.Try( "free", [ object.number ] ); fi;
  object.number := fail;
end;

# The number of an object, which is made if it is not there; fail if make returns fail.
WREATH.NumberOf := function( object )
  local session;
  session := WREATH.Session( );
  if object.number = fail or object.session <> session then
    object.number := fail;
    object.results := object.make( );
    if object.results = fail then return fail; fi;
    object.number := object.results[1];
    object.session := session;
    Add( WREATH.Objects, object );
    if Length( WREATH.Objects ) > WREATH.MostObjects then WREATH.Forget( WREATH.Objects[1] ); fi;
  fi;
  return object.number;
end;
