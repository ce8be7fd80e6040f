# SPDX-License-Identifier: MIT
# Runs one script, SCRIPT, in a channel (gap, module or pipe; see operations.g), and prints its milliseconds last.
channel := GAPInfo.SystemEnvironment.CHANNEL;;
if channel <> "gap" then
  LoadPackage( "wreath", false );
  if channel = "module" and not WREATH.InModule then Print( "the kernel module is not there\n" ); QUIT_GAP( 1 ); fi;
  WREATH.InModule := channel = "module";
fi;
start := NanosecondsSinceEpoch( );;
Read( GAPInfo.SystemEnvironment.SCRIPT );
Print( "ms ", Int( ( NanosecondsSinceEpoch( ) - start ) / 10^6 ), "\n" );
QUIT_GAP( 0 );
