# SPDX-License-Identifier: MIT
# Evaluates each expression of gap_operations.tsv, in the folder at hand, and compares the answers with those of the file. With
# CHANNEL=gap, in GAP alone and on GAP's own objects, which are then the answers that the file must have; with CHANNEL=module or
# CHANNEL=pipe with the package, on its objects.
channel := GAPInfo.SystemEnvironment.CHANNEL;;
BreakOnError := false;;
if channel <> "gap" then LoadPackage( "wreath", false ); fi;
newSemigroup := function( )
  if channel = "gap" then return FullTransformationMonoid( 4 ); fi;
  return ValueGlobal( "WreathSemigroup" )( FullTransformationMonoid( 4 ) );
end;;
newPermGroup := function( )
  if channel = "gap" then return Group( GeneratorsOfGroup( MathieuGroup( 12 ) ) ); fi;
  return ValueGlobal( "WreathPermGroup" )( MathieuGroup( 12 ) );
end;;
newGroup := function( )
  local F, G;
  F := FreeGroup( "a", "b" );
  G := F / [ F.1^2, F.2^3, (F.1*F.2)^7, Comm( F.1, F.2 )^4 ];
  if channel = "gap" then Size( G ); else CallFuncList( ValueGlobal( "WreathAutomaticStructure" ), [ G ] ); fi;
  return G;
end;;
wrong := 0;; right := 0;;
for line in SplitString( StringFile( "gap_operations.tsv" ), "\n" ) do
  parts := SplitString( line, "\t" );
  if Length( parts ) < 2 or not parts[1] in [ "semigroup", "fp group", "perm group" ] then continue; fi;
  expected := "";
  if Length( parts ) > 2 then expected := parts[3]; fi;
  if channel = "gap" and expected = "" then continue; fi;
  P := newPermGroup( );
  if parts[1] <> "perm group" then S := newSemigroup( ); G := newGroup( ); fi;
  found := CALL_WITH_CATCH( EvalString, [ parts[2] ] );
  if found[1] <> true then
    Print( parts[2], ": an error\n" );
    wrong := wrong + 1;
  elif expected = "" then
    if found[2] in [ false, fail ] and not parts[2] in [ "IsBand(S)" ] then
      Print( parts[2], " is ", found[2], "\n" );
      wrong := wrong + 1;
    else
      right := right + 1;
    fi;
  elif NormalizedWhitespace( String( found[2] ) ) <> NormalizedWhitespace( expected ) then
    Print( parts[2], " is ", found[2], ", not ", expected, "\n" );
    wrong := wrong + 1;
  else
    right := right + 1;
  fi;
od;
Print( channel, ": ", right, " right, ", wrong, " wrong\n" );
if right > 0 and wrong = 0 then Print( "All operations are as expected\n" ); QUIT_GAP( 0 ); fi;
QUIT_GAP( 1 );
