# SPDX-License-Identifier: MIT
# What GAP's distribution wants of a package: complete information, placeholders in one place, a manual with every function.
own := Set( NamesGVars( ) );;  # GAP has names that begin with Wreath, of wreath products
LoadPackage( "wreath", false );
folder := GAPInfo.PackagesLoaded.wreath[1];;
failures := 0;;
check := function( what, holds )
  if holds <> true then Print( what, " fails\n" ); failures := failures + 1; fi;
end;;
file := Concatenation( folder, "/PackageInfo.g" );;
text := StringFile( file );;
info := PackageInfo( "wreath" )[1];;
book := info.PackageDoc;;
if IsList( book ) then book := book[1];; fi;
if not IsReadableFile( Concatenation( folder, "/", book.PDFFile ) ) then  # makedoc.g needs pdflatex for it
  info := ShallowCopy( info );; book := ShallowCopy( book );; book.PDFFile := book.HTMLStart;; info.PackageDoc := [ book ];;
fi;
check( "PackageInfo.g is valid", ValidatePackageInfo( info ) );
# Placeholders: the home page and the persons, which all other addresses are made from.
invalid := Filtered( SplitString( text, "\n" ), line -> PositionSublist( line, ".invalid" ) <> fail and not StartsWith( line, "#" ) );;
check( "placeholders are in one place", List( invalid, line -> SplitString( NormalizedWhitespace( line ), " " )[1] ) = [ "PackageWWWHome", "rec(" ] );
check( "persons have names and addresses", ForAll( PackageInfo( "wreath" )[1].Persons, p -> IsBound( p.LastName ) and IsBound( p.FirstNames ) and IsBound( p.Email ) ) );
# Every function that users see has an entry.
six := StringFile( Concatenation( folder, "/doc/manual.six" ) );;
names := Filtered( NamesGVars( ), name -> StartsWith( name, "Wreath" ) and not name in own and IsFunction( ValueGlobal( name ) ) );;
internal := [ "WreathData", "WreathPermData" ];;
for name in names do
  if not name in internal then check( Concatenation( name, " is in the manual" ), PositionSublist( six, name ) <> fail ); fi;
od;
check( "no name reads as GAP's of wreath products", not ForAny( names, name -> StartsWith( name, "WreathProduct" ) ) );
check( "there are functions", Length( names ) > 40 );
check( "the manual as HTML", IsReadableFile( Concatenation( folder, "/doc/chap0.html" ) ) );
check( "the manual as text", IsReadableFile( Concatenation( folder, "/doc/chap1.txt" ) ) );
if failures = 0 then Print( "The package is as GAP's distribution wants it\n" ); QUIT_GAP( 0 ); fi;
QUIT_GAP( 1 );
