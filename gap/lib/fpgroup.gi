# SPDX-License-Identifier: MIT
#
# GAP's own operations for finitely presented groups: of a group whose structure WreathAutomaticStructure has found, equality,
# orders of elements, sizes and membership; and of any, its size, by coset enumeration with the library.
#
# GAP compares elements by a function that it keeps with their family. The first comparison decides which; here it is replaced when
# there is a structure, which solves the word problem also of infinite groups.

WREATH.Teach := function( G, S )
  local family;
  if not IsFpGroup( G ) or IsFreeGroup( G ) then return; fi;
  family := ElementsFamily( FamilyObj( G ) );
  family!.wreath := S;
  if HasFpElmEqualityMethod( family ) then ResetFilterObj( family, HasFpElmEqualityMethod ); fi;
  SetFpElmEqualityMethod( family, { x, y } -> WREATH.IsEqual( S, UnderlyingElement( x ), UnderlyingElement( y ) ) );
  if HasFpElmComparisonMethod( family ) then ResetFilterObj( family, HasFpElmComparisonMethod ); fi;
  SetFpElmComparisonMethod( family, { x, y } ->
    WREATH.ReduceOne( S, UnderlyingElement( x ) ) < WREATH.ReduceOne( S, UnderlyingElement( y ) ) );
  if not HasFpElementNFFunction( family ) then SetFpElementNFFunction( family, word -> WREATH.ReduceOne( S, word ) ); fi;
  SetCanEasilyCompareElements( family, true );
  SetCanEasilySortElements( family, true );
  if not HasSize( G ) then SetSize( G, Size( S ) ); fi;
end;

# The structure of the group that these elements are of, or fail.
WREATH.StructureOf := function( family )
  if IsBound( family!.wreath ) then return family!.wreath; fi;
  return fail;
end;

InstallMethod( Order, "for an element of a group with an automatic structure of wreath", [ IsElementOfFpGroup ], 1, function( x )
  local S, order;
  S := WREATH.StructureOf( FamilyObj( x ) );
  if S = fail then TryNextMethod( ); fi;
  order := WREATH.OrderOf( S, UnderlyingElement( x ) );
  if order = fail then TryNextMethod( ); fi;
  return order;
end );

# Subgroups of infinite groups: GAP would enumerate their cosets, of which there may be infinitely many.
WREATH.SubgroupObject := function( S, H )
  if not IsBound( H!.wreath ) then
    H!.wreath := WREATH.Object( function( )
      local letters, number;
      number := WREATH.NumberOf( S!.object );
      letters := List( GeneratorsOfGroup( H ), h -> WREATH.LettersOf( S, UnderlyingElement( h ) ) );
      return WREATH.Ask( "word_subgroup_open", [ number, Concatenation( letters ), List( letters, Length ) ] );
    end );
  fi;
  return H!.wreath;
end;

WREATH.HasFewCosets := H -> HasCosetTableInWholeGroup( H ) or ( HasIndexInWholeGroup( H ) and IndexInWholeGroup( H ) <> infinity );

InstallMethod( \in, "for an element and a subgroup of a group with an automatic structure of wreath", IsElmsColls,
  [ IsElementOfFpGroup, IsSubgroupFpGroup and HasGeneratorsOfGroup ], 1, function( x, H )
  local S, number;
  S := WREATH.StructureOf( FamilyObj( x ) );
  if S = fail or Size( S ) <> infinity or IsGroupOfFamily( H ) or WREATH.HasFewCosets( H ) then TryNextMethod( ); fi;
  WREATH.SetLimits( WREATH.Options );
  number := WREATH.NumberOf( WREATH.SubgroupObject( S, H ) );
  return WREATH.Ask( "word_subgroup_coset_form", [ number, WREATH.LettersOf( S, UnderlyingElement( x ) ) ] )[1] = [ ];
end );

InstallMethod( IndexInWholeGroup, "for a subgroup of a group with an automatic structure of wreath",
  [ IsSubgroupFpGroup and HasGeneratorsOfGroup ], 1, function( H )
  local S, index;
  S := WREATH.StructureOf( ElementsFamily( FamilyObj( H ) ) );
  if S = fail or Size( S ) <> infinity or IsGroupOfFamily( H ) or HasCosetTableInWholeGroup( H ) then TryNextMethod( ); fi;
  WREATH.SetLimits( WREATH.Options );
  index := WREATH.Ask( "word_subgroup_index", [ WREATH.NumberOf( WREATH.SubgroupObject( S, H ) ) ] )[1];
  if index = "infinite" then return infinity; fi;
  return Int( index );
end );

InstallOtherMethod( GrowthFunctionOfGroup, "for a group with an automatic structure of wreath, and a radius", [ IsFpGroup, IsPosInt ], 1,
function( G, radius )
  local S;
  S := WREATH.StructureOf( ElementsFamily( FamilyObj( G ) ) );
  if S = fail then TryNextMethod( ); fi;
  return WreathGrowth( S, radius );
end );

# --- groups without a structure

# A presentation with the generators x1, x2, ...
WREATH.PresentationText := function( fgens, grels )
  local places, k;
  places := [ ];
  for k in [ 1 .. Length( fgens ) ] do places[ExtRepOfObj( fgens[k] )[1]] := k; od;
  return [ Concatenation( "<", JoinStringsWithSeparator( List( [ 1 .. Length( fgens ) ], k -> Concatenation( "x", String( k ) ) ), "," ),
                          " | ", JoinStringsWithSeparator( List( grels, word -> WREATH.PowersText( word, places ) ), ", " ), ">" ), places ];
end;

# The most cosets of a table if nobody said how many.
WREATH.MostCosets := 2^25;

InstallMethod( Size, "for a finitely presented group, by cosets", [ IsSubgroupFpGroup and IsGroupOfFamily ], 1, function( G )
  local answer, most;
  if not WREATH.Automatic or IsFreeGroup( G ) or Length( FreeGeneratorsOfFpGroup( G ) ) = 0 then TryNextMethod( ); fi;
  if HasIsAbelian( G ) and IsAbelian( G ) then TryNextMethod( ); fi;
  most := ValueOption( "max" );
  if not IsPosInt( most ) or most >= 2^32 then most := WREATH.MostCosets; fi;
  WREATH.SetLimits( WREATH.Options );
  answer := WREATH.Try( "cosets_group_order",
                        [ WREATH.PresentationText( FreeGeneratorsOfFpGroup( G ), RelatorsOfFpGroup( G ) )[1], most ] );
  if IsRecord( answer ) then
    if answer.status in [ 2, 3 ] then TryNextMethod( ); fi;
    WREATH.Refuse( answer );
  fi;
  if answer[1] = "infinite" then return infinity; fi;
  return Int( answer[1] );
end );
