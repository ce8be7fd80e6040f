# SPDX-License-Identifier: MIT
# All tests; ends GAP with code 0 where all of them pass.
LoadPackage( "wreath" );
TestDirectory( DirectoriesPackageLibrary( "wreath", "tst" ), rec( exitGAP := true ) );
FORCE_QUIT_GAP( 1 );
