# SPDX-License-Identifier: MIT
# Runs one script, SCRIPT, in a channel (gap, module or pipe; see operations.g), and prints its milliseconds last, and those that GAP's own process computed.
if GAPInfo.SystemEnvironment.CHANNEL <> "gap" then LoadPackage( "wreath", false ); fi;
start := NanosecondsSinceEpoch( );; processor := Runtime( );;
Read( GAPInfo.SystemEnvironment.SCRIPT );
Print( "ms ", Int( ( NanosecondsSinceEpoch( ) - start ) / 10^6 ), ", of the processor ", Runtime( ) - processor, "\n" );
QUIT_GAP( 0 );
