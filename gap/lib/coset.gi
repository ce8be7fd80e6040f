# SPDX-License-Identifier: MIT
#
# Coset enumeration.
#
# GAP's own functions (Index, CosetTable, FactorCosetAction, ...) enumerate cosets through the record TCENUM, which is WREATHTCENUM
# once the package is loaded; TCENUM := GAPTCENUM; undoes that. GAP's options max and silent are honoured.

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

# rec( table ): images under g1, g1^-1, g2, ..., points from 1; or rec( reason ) if a limit came first. `options`: see WREATH.Options;
# maxCosets is the most cosets of a table.
WREATH.CosetTable := function( fgens, grels, fsgens, options )
  local text, limits, most, component, answer, number, names, table, k, images, inverse;
  text := WREATH.PresentationText( fgens, grels );
  limits := ShallowCopy( WREATH.Options );
  for component in RecNames( options ) do limits.( component ) := options.( component ); od;
  WREATH.SetLimits( limits );
  most := 0;
  if IsBound( options.maxCosets ) then most := options.maxCosets; fi;
  answer := WREATH.Try( "cosets_open",
    [ text[1], JoinStringsWithSeparator( List( fsgens, word -> WREATH.PowersText( word, text[2] ) ), ", " ), most ] );
  if IsRecord( answer ) then
    if answer.status in [ 2, 3 ] then return rec( reason := answer.message ); fi;
    WREATH.Refuse( answer );
  fi;
  number := answer[1];
  names := SplitString( answer[3], " " );
  table := [ ];
  for k in [ 1 .. Length( fgens ) ] do
    images := WREATH.Ask( "cosets_images", [ number, Position( names, Concatenation( "x", String( k ) ) ) - 1 ] )[1] + 1;
    inverse := [ ];
    inverse{images} := [ 1 .. Length( images ) ];
    Append( table, [ images, inverse ] );
  od;
  WREATH.Ask( "free", [ number ] );
  return rec( table := table );
end;

InstallGlobalFunction( WreathCosetTable, function( G, H, options... )
  local answer, fgens;
  if not ( IsFpGroup( G ) and IsSubgroupFpGroup( H ) and FamilyObj( G ) = FamilyObj( H ) ) then
    ErrorNoReturn( "wreath: a coset table is that of a subgroup of a finitely presented group" );
  fi;
  options := WREATH.OptionsOf( options );
  WREATH.RequireOptions( options, "WreathCosetTable", [ "maxCosets", "time", "memory", "threads" ] );
  if IsBound( options.maxCosets ) and not options.maxCosets in [ 1 .. 2^32 - 2 ] then
    ErrorNoReturn( "wreath: maxCosets must be a positive integer below 2^32 - 1" );
  fi;
  fgens := FreeGeneratorsOfFpGroup( G );
  answer := WREATH.CosetTable( fgens, RelatorsOfFpGroup( G ), List( GeneratorsOfGroup( H ), UnderlyingElement ), options );
  if not IsBound( answer.table ) then return fail; fi;
  return answer.table;
end );

BindGlobal( "WREATHTCENUM", rec(
  name := "wreath coset enumerator",
  CosetTableFromGensAndRels := function( fgens, grels, fsgens )
    local options, most, answer;
    options := rec( maxCosets := WREATH.MostCosets );
    most := ValueOption( "max" );
    if IsPosInt( most ) and most < 2^32 then options.maxCosets := most; fi;
    if Length( fgens ) = 0 then return [ ]; fi;
    answer := WREATH.CosetTable( fgens, grels, fsgens, options );
    if IsBound( answer.table ) then return answer.table; fi;
    if ValueOption( "silent" ) = true then return fail; fi;
    ErrorNoReturn( "wreath: ", WREATH.NameComponents( answer.reason ), "; try a larger max, or a larger subgroup" );
  end ) );
if UserPreference( "wreath", "CosetEnumerator" ) then TCENUM := WREATHTCENUM; fi;

# Subgroups of small index, one of each class: WREATH.LowIndex( G, index, words that they contain, options ) is a list of them, and
# fail if a limit came first. Each knows its index and its abelian invariants.
WREATH.LowIndexOptions := [ "normal", "contains", "homology", "time", "memory", "threads" ];
WREATH.LowIndex := function( G, index, words, options )
  local S, file, arguments, answer, found, each, table, images, inverse, name, H, i;
  S := WREATH.StructureObject( G );
  file := WREATH.NewFile( "group.txt" );
  WREATH.WriteFile( file, WREATH.Presentation( S, RelatorsOfFpGroup( G ) ) );
  arguments := [ "coset", "subgroups", file, "--index", String( index ), "--list" ];
  if Length( words ) > 0 then
    Append( arguments, [ "--contains", JoinStringsWithSeparator( List( words, word -> WREATH.WordText( S, word ) ), ", " ) ] );
  fi;
  options := ShallowCopy( options );
  if IsBound( options.normal ) then
    if options.normal = true then Add( arguments, "--normal" ); fi;
    Unbind( options.normal );
  fi;
  answer := WREATH.Call( arguments, options );
  RemoveFile( file );
  if not answer.complete then return fail; fi;
  found := [ ];
  for each in answer.list do
    table := [ ];
    for i in [ 1 .. S!.count ] do
      name := WREATH.LetterText( S, i );
      images := each.permutations.( name ) + 1;
      inverse := [ ];
      inverse{images} := [ 1 .. Length( images ) ];
      Append( table, [ images, inverse ] );
    od;
    StandardizeTable( table );
    H := SubgroupOfWholeGroupByCosetTable( FamilyObj( G ), table );
    SetIndexInWholeGroup( H, each.index );
    SetAbelianInvariants( H, AbelianInvariantsOfList( each.invariants ) );
    Add( found, H );
  od;
  return found;
end;

InstallGlobalFunction( WreathLowIndexSubgroups, function( G, index, options... )
  local words;
  if not ( IsFpGroup( G ) and IsGroupOfFamily( G ) and Length( FreeGeneratorsOfFpGroup( G ) ) > 0 and IsPosInt( index ) ) then
    ErrorNoReturn( "wreath: subgroups of small index are those of a finitely presented group; give it, and the largest index" );
  fi;
  options := WREATH.OptionsOf( options );
  WREATH.RequireOptions( options, "WreathLowIndexSubgroups", WREATH.LowIndexOptions );
  words := [ ];
  if IsBound( options.contains ) then
    words := List( options.contains, UnderlyingElement );
    Unbind( options.contains );
  fi;
  return WREATH.LowIndex( G, index, words, options );
end );

# GAP's own function, as long as GAP enumerates cosets with wreath.
InstallOtherMethod( LowIndexSubgroupsFpGroup, "for a finitely presented group, by wreath",
  [ IsSubgroupFpGroup and IsWholeFamily, IsPosInt ], 1, function( G, index )
  if not IsIdenticalObj( TCENUM, WREATHTCENUM ) or Length( FreeGeneratorsOfFpGroup( G ) ) = 0 or index > 4000 then
    TryNextMethod( );
  fi;
  return WREATH.LowIndex( G, index, [ ], rec( ) );
end );
InstallMethod( LowIndexSubgroupsFpGroup, "for a finitely presented group and a subgroup to be contained, by wreath", IsFamFamX,
  [ IsSubgroupFpGroup and IsWholeFamily, IsSubgroupFpGroup, IsPosInt ], 1, function( G, H, index )
  if not IsIdenticalObj( TCENUM, WREATHTCENUM ) or Length( FreeGeneratorsOfFpGroup( G ) ) = 0 or index > 4000 then
    TryNextMethod( );
  fi;
  return WREATH.LowIndex( G, index, List( GeneratorsOfGroup( H ), UnderlyingElement ), rec( ) );
end );
