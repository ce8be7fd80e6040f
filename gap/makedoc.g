# SPDX-License-Identifier: MIT
# Builds the manual from doc/wreath.xml, as text for GAP's help, as HTML, and as PDF if pdflatex is installed:
# gap -q makedoc.g < /dev/null, in this folder.
LoadPackage( "GAPDoc" );
tree := MakeGAPDocDoc( "doc", "wreath", [ ], "wreath", "../../.." );
PrintSixFile( "doc/manual.six", tree, "wreath" );
CopyHTMLStyleFiles( "doc" );
Exec( "cd doc && rm -f mathjax *.aux *.bbl *.bib *.blg *.brf *.idx *.ilg *.ind *.lab *.log *.out *.pnr *.tex *.toc" );
