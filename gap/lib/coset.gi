# SPDX-License-Identifier: MIT
#
# Coset enumeration.
#
# TCENUM := WREATHTCENUM; makes GAP's own functions (Size, Index, Elements, IsomorphismPermGroup, ...) enumerate cosets with the
# program; TCENUM := GAPTCENUM; undoes it. GAP's options max and silent are honoured.

# A word with the generators named x1, x2, ... Powers stay powers.
WREATH.PowersText := function( word, places )
  local ext, parts, k;
  ext := ExtRepOfObj( word );
  if Length( ext ) = 0 then return "1"; fi;
  parts := [ ];
  for k in [ 1, 3 .. Length( ext ) - 1 ] do
    Add( parts, Concatenation( "x", String( places[ext[k]] ), "^", String( ext[k + 1] ) ) );
  od;
  return JoinStringsWithSeparator( parts, "*" );
end;

# The answer of the program, with a component `table` if it is complete: images under g1, g1^-1, g2, ..., points from 1.
WREATH.CosetTable := function( fgens, grels, fsgens, options )
  local places, text, group, prefix, answer, table, k, images, inverse, all;
  places := [ ];
  for k in [ 1 .. Length( fgens ) ] do places[ExtRepOfObj( fgens[k] )[1]] := k; od;
  text := words -> JoinStringsWithSeparator( List( words, word -> WREATH.PowersText( word, places ) ), ", " );
  group := WREATH.NewFile( "group.txt" );
  WREATH.WriteFile( group, Concatenation( "<", JoinStringsWithSeparator( List( [ 1 .. Length( fgens ) ],
                                          k -> Concatenation( "x", String( k ) ) ), "," ), " | ", text( grels ), ">\n" ) );
  prefix := WREATH.NewFile( "coset" );
  all := ShallowCopy( options );
  all.subgroup := text( fsgens );
  if Length( fsgens ) = 0 then Unbind( all.subgroup ); fi;
  all.output := prefix;
  answer := WREATH.Call( [ "coset", "permutations", group ], all );
  RemoveFile( group );
  if not answer.complete then return answer; fi;
  table := [ ];
  for k in [ 1 .. Length( fgens ) ] do
    images := WREATH.ReadNpy( answer.files.( Concatenation( "x", String( k ) ) ) ).values + 1;
    RemoveFile( answer.files.( Concatenation( "x", String( k ) ) ) );
    inverse := [ ];
    inverse{images} := [ 1 .. Length( images ) ];
    Append( table, [ images, inverse ] );
  od;
  answer.table := table;
  return answer;
end;

InstallGlobalFunction( WreathCosetTable, function( G, H, options... )
  local answer, fgens;
  if not ( IsFpGroup( G ) and IsSubgroupFpGroup( H ) and FamilyObj( G ) = FamilyObj( H ) ) then
    ErrorNoReturn( "wreath: a coset table is that of a subgroup of a finitely presented group" );
  fi;
  fgens := FreeGeneratorsOfFpGroup( G );
  answer := WREATH.CosetTable( fgens, RelatorsOfFpGroup( G ), List( GeneratorsOfGroup( H ), UnderlyingElement ),
                               WREATH.OptionsOf( options ) );
  if not answer.complete then return fail; fi;
  return answer.table;
end );

BindGlobal( "WREATHTCENUM", rec(
  name := "wreath coset enumerator",
  CosetTableFromGensAndRels := function( fgens, grels, fsgens )
    local options, most, answer;
    options := rec( );
    most := ValueOption( "max" );
    if IsPosInt( most ) and most < 2^32 then options.maxCosets := most; fi;
    if Length( fgens ) = 0 then return [ ]; fi;
    answer := WREATH.CosetTable( fgens, grels, fsgens, options );
    if answer.complete then return answer.table; fi;
    if ValueOption( "silent" ) = true then return fail; fi;
    if not IsBound( answer.reason ) then answer.reason := answer.ending; fi;
    ErrorNoReturn( "wreath: the coset enumeration stopped (", answer.reason,
                   "): the index is not known; try a larger max, or a larger subgroup" );
  end ) );
