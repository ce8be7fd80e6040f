# SPDX-License-Identifier: MIT
# The examples of the manual.
gap> START_TEST( "manual.tst" );
gap> RunExamples( ExtractExamples( DirectoriesPackageLibrary( "wreath", "doc" ), "wreath.xml", [ ], "All" ) );
# Running list 1 . . .
true
gap> STOP_TEST( "manual.tst" );
