# SPDX-License-Identifier: MIT
# Runs all tests; ends GAP with code 0 if all of them pass.
LoadPackage( "wreath" );
TestDirectory( DirectoriesPackageLibrary( "wreath", "tst" ), rec( exitGAP := true ) );
FORCE_QUIT_GAP( 1 );
