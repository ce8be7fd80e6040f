# SPDX-License-Identifier: MIT
# Runs one script, SCRIPT, in GAP alone or, if CHANNEL is not "gap", with the package loaded; the script does not know which.
if GAPInfo.SystemEnvironment.CHANNEL <> "gap" then LoadPackage( "wreath", false ); fi;
BreakOnError := false;;
Read( GAPInfo.SystemEnvironment.SCRIPT );
Print( "The script has ended\n" );
QUIT_GAP( 0 );
