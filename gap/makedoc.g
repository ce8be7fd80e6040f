# SPDX-License-Identifier: MIT
# Builds the manual from doc/wreath.xml, as text for GAP's help: gap -q makedoc.g < /dev/null, in this folder.
LoadPackage( "GAPDoc" );
tree := ParseTreeXMLString( StringFile( "doc/wreath.xml" ) );;
CheckAndCleanGapDocTree( tree );;
GAPDoc2TextPrintTextFiles( GAPDoc2Text( tree ), "doc" );;
PrintSixFile( "doc/manual.six", tree, "wreath" );;
