# SPDX-License-Identifier: MIT
# The sessions of a page are what GAP really answers: the blocks of gap.md in the folder at hand, as one test.
lines := [ ];; inside := false;;
for line in SplitString( StringFile( "gap.md" ), "\n" ) do
  if StartsWith( line, "```" ) then
    inside := line = "```gap";
  elif inside then
    Add( lines, line );
  fi;
od;
FileString( "tour.tst", Concatenation( JoinStringsWithSeparator( lines, "\n" ), "\n" ) );;
if Length( lines ) > 40 and Test( "tour.tst" ) then
  Print( "The sessions of gap.md are real\n" );
  QUIT_GAP( 0 );
fi;
QUIT_GAP( 1 );
