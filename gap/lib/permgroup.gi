# SPDX-License-Identifier: MIT
#
# Permutation groups: those of WreathPermGroup, and GAP's own of many points.
#
# Size and membership are asked of the library. All else that GAP does with a permutation group begins with a chain of stabilizers,
# which is made here from the base and the strong generators of the library's chain. Nothing that is not proven becomes an answer:
# then WreathPermGroup's groups give an error, and GAP continues with others by its own methods.
#
# The library has the points that the group moves, numbered from 0.

# From this degree on GAP's own permutation groups use the library.
WREATH.LeastDegree := 10000;

WREATH.PermData := function( generators, options )
  local moved, places, row, degree, data;
  moved := MovedPoints( generators );
  degree := Length( moved );
  places := [ ];
  places{moved} := [ 0 .. degree - 1 ];
  row := x -> places{ OnTuples( moved, x ) };
  data := rec( moved := moved, degree := degree, largest := LargestMovedPoint( generators ), generators := generators,
    options := options, row := row, own := false, order := fail, refusal := fail );
  data.object := WREATH.Object( function( )
    local order, proof, answer;
    order := ""; proof := "";
    if IsBound( options.order ) then order := String( options.order ); fi;
    if IsBound( options.proof ) then proof := options.proof; fi;
    answer := WREATH.Try( "perm_group_new", [ Concatenation( List( generators, row ) ), degree, order, proof ] );
    if not IsRecord( answer ) then return answer; fi;
    data.refusal := answer;
    return fail;
  end );
  return data;
end;

InstallMethod( WreathPermData, "for a permutation group", [ IsPermGroup ],
  G -> WREATH.PermData( GeneratorsOfGroup( G ), rec( ) ) );

# The data of a group that a user asks about, also if GAP was to do it alone.
WREATH.PermDataOf := function( G )
  if HasWreathPermData( G ) and WreathPermData( G ) = fail then SetWreathPermData( G, WREATH.PermData( GeneratorsOfGroup( G ), rec( ) ) ); fi;
  return WreathPermData( G );
end;

# Whether the library is to answer for a group.
WREATH.KnowsPerms := function( G )
  if HasWreathPermData( G ) then
    return WreathPermData( G ) <> fail and ( WreathPermData( G ).own or WREATH.Automatic );
  fi;
  return WREATH.Automatic and ForAny( GeneratorsOfGroup( G ), x -> LargestMovedPoint( x ) >= WREATH.LeastDegree );
end;

# The results of a function of the C API about a group; rec( status, message ) after an error.
WREATH.TryPerms := function( data, name, arguments... )
  local number;
  WREATH.LimitsFor( data.options );
  number := WREATH.NumberOf( data.object );
  if number = fail then return data.refusal; fi;
  return WREATH.Try( name, Concatenation( [ number ], arguments ) );
end;

# After an error about a group in a method of GAP's operations: for a group of WreathPermGroup it is one; GAP does others alone from now on.
WREATH.LeaveToGap := function( G, answer )
  if WreathPermData( G ).own or answer.status = 4 then WREATH.Refuse( answer ); fi;
  Info( InfoWreath, 1, WREATH.NameComponents( answer.message ), ": GAP continues alone" );
  SetWreathPermData( G, fail );
end;

# "1000000!/2" stands for a number that is long to print.
WREATH.NumberOfDigits := function( digits )
  local parts;
  parts := SplitString( digits, "!" );
  if digits = parts[1] then return Int( digits ); fi;
  if Length( parts ) = 2 then return Factorial( Int( parts[1] ) ) / 2; fi;
  return Factorial( Int( parts[1] ) );
end;

# rec( size, proven, proof ); fail if a limit came first, and then data.reason is its message.
WREATH.PermOrder := function( data )
  local answer;
  if data.order = fail then
    answer := WREATH.TryPerms( data, "perm_group_order" );
    if IsRecord( answer ) then
      if not answer.status in [ 2, 3 ] then WREATH.Refuse( answer ); fi;
      data.reason := WREATH.NameComponents( answer.message );
      return fail;
    fi;
    data.order := rec( size := WREATH.NumberOfDigits( answer[1] ), proven := answer[2] = 1, proof := WREATH.NameComponents( answer[3] ) );
  fi;
  return data.order;
end;

# Whether the order is proven. If it is not, that is an error for a group of WreathPermGroup; GAP does others alone from now on.
WREATH.IsProven := function( G )
  local data, order;
  data := WreathPermData( G );
  order := WREATH.PermOrder( data );
  if order <> fail and order.proven then return true; fi;
  if not data.own then
    Info( InfoWreath, 1, "the order of a permutation group is not proven: GAP continues alone" );
    SetWreathPermData( G, fail );
    return false;
  elif order = fail then
    ErrorNoReturn( "wreath: ", data.reason );
  fi;
  ErrorNoReturn( "wreath: the order is at least ", String( order.size ), ", but that is not proven (", order.proof,
    "): give proof := \"always\", or the order if it is known; WreathSizeInfo returns the lower bound" );
end;

# --- groups of WreathPermGroup

WREATH.PermsOfSource := function( source )
  local opened, perms;
  opened := WREATH.Ask( "perm_group_open", [ source, "", "none" ] );
  perms := List( [ 0 .. opened[3] - 1 ], k -> PermList( WREATH.Ask( "perm_group_generator", [ opened[1], k ] )[1] + 1 ) );
  WREATH.Ask( "free", [ opened[1] ] );
  return perms;
end;

InstallGlobalFunction( WreathPermGroup, function( source, options... )
  local generators, data, G;
  options := WREATH.OptionsOf( options );
  WREATH.RequireOptions( options, "WreathPermGroup", [ "order", "proof", "time", "memory", "threads" ] );
  if IsBound( options.order ) and not IsPosInt( options.order ) then ErrorNoReturn( "wreath: order must be a positive integer" ); fi;
  if IsBound( options.proof ) and not options.proof in [ "auto", "always", "none" ] then
    ErrorNoReturn( "wreath: proof must be \"auto\", \"always\" or \"none\"" );
  fi;
  WREATH.LimitsFor( options );
  if IsStringRep( source ) then
    generators := WREATH.PermsOfSource( source );
  elif IsPermGroup( source ) then
    generators := GeneratorsOfGroup( source );
  elif IsPerm( source ) then
    generators := [ source ];
  elif IsList( source ) and ForAll( source, IsPerm ) then
    generators := source;
  else
    ErrorNoReturn( "wreath: expected a permutation group, a list of permutations, or the name of a file or a family" );
  fi;
  G := Group( generators, () );
  data := WREATH.PermData( GeneratorsOfGroup( G ), options );
  data.own := true;
  SetWreathPermData( G, data );
  return G;
end );

InstallGlobalFunction( WreathSizeInfo, function( G )
  local order;
  if not IsPermGroup( G ) then ErrorNoReturn( "wreath: expected a permutation group" ); fi;
  order := WREATH.PermOrder( WREATH.PermDataOf( G ) );
  if order = fail then ErrorNoReturn( "wreath: ", WreathPermData( G ).reason ); fi;
  return rec( size := order.size, proven := order.proven, proof := order.proof );
end );

# The images of the moved points, or fail if others are moved, too.
WREATH.RowOf := function( data, x )
  if LargestMovedPoint( x ) > data.largest then return fail; fi;
  if data.degree < data.largest and not IsSubset( data.moved, MovedPoints( x ) ) then return fail; fi;
  return data.row( x );
end;

# What the library says of an element; fail if it is not in the group.
WREATH.AskElement := function( G, x, name, arguments )
  local data, row, answer;
  data := WREATH.PermDataOf( G );
  if data.degree = 0 then return fail; fi;
  row := WREATH.RowOf( data, x );
  if row = fail then return fail; fi;
  answer := CallFuncList( WREATH.TryPerms, Concatenation( [ data, name, row ], arguments ) );
  if not IsRecord( answer ) then return answer[1]; fi;
  if answer.status = 1 and PositionSublist( answer.message, "not in the group" ) <> fail then return fail; fi;
  WREATH.Refuse( answer );
end;

WREATH.MostLetters := 1000000;

InstallMethod( WreathWord, "for a permutation group", [ IsPermGroup, IsPerm ], function( G, x )
  if x = () then return [ ]; fi;
  return WREATH.AskElement( G, x, "perm_group_factor", [ WREATH.MostLetters ] );
end );

InstallMethod( WreathStraightLineProgram, "for a permutation group", [ IsPermGroup, IsPerm ], function( G, x )
  local numbers, count, lines, k, first, second;
  count := Length( GeneratorsOfGroup( G ) );
  if x = () then numbers := [ ]; else numbers := WREATH.AskElement( G, x, "perm_group_program", [ ] ); fi;
  if numbers = fail then return fail; fi;
  if numbers = [ ] then return StraightLineProgram( [ [ 1, 0 ] ], count ); fi;
  lines := [ ];
  for k in [ 1, 3 .. Length( numbers ) - 1 ] do
    first := numbers[k] + 1; second := numbers[k + 1] + 1;
    if second = 0 then Add( lines, [ first, -1 ] ); else Add( lines, [ first, 1, second, 1 ] ); fi;
  od;
  return StraightLineProgramNC( lines, count );
end );

# --- GAP's operations

InstallMethod( Size, "for a permutation group, with wreath", [ IsPermGroup and HasGeneratorsOfGroup ], 1, function( G )
  local data, all;
  if HasStabChainMutable( G ) or not WREATH.KnowsPerms( G ) or not WREATH.IsProven( G ) then TryNextMethod( ); fi;
  data := WreathPermData( G );
  if data.degree >= 8 then  # GAP has methods for these that need no chain
    all := Factorial( data.degree );
    if data.order.size = all then SetIsNaturalSymmetricGroup( G, true ); fi;
    if 2 * data.order.size = all then SetIsNaturalAlternatingGroup( G, true ); fi;
  fi;
  return data.order.size;
end );

InstallMethod( \in, "for a permutation and a permutation group, with wreath", IsElmsColls,
  [ IsPerm, IsPermGroup and HasGeneratorsOfGroup ], 1, function( x, G )
  local data, row, answer;
  if HasStabChainMutable( G ) or not WREATH.KnowsPerms( G ) then TryNextMethod( ); fi;
  if IsOne( x ) or x in GeneratorsOfGroup( G ) then return true; fi;
  data := WreathPermData( G );
  row := WREATH.RowOf( data, x );
  if row = fail then return false; fi;
  if not WREATH.IsProven( G ) then TryNextMethod( ); fi;
  answer := WREATH.TryPerms( data, "perm_group_contains", row );
  if not IsRecord( answer ) then return answer[1] = 1; fi;
  WREATH.LeaveToGap( G, answer );
  TryNextMethod( );
end );

# The chain of the library as one of GAP's; fail if the library has none, as of large symmetric groups.
WREATH.StabChain := function( G )
  local data, base, images, generators, element;
  data := WreathPermData( G );
  base := WREATH.TryPerms( data, "perm_group_base" );
  images := base;
  if not IsRecord( base ) then
    if base[1] = [ ] then return fail; fi;
    images := WREATH.TryPerms( data, "perm_group_strong_generators" );
  fi;
  if IsRecord( images ) then
    WREATH.LeaveToGap( G, images );
    return fail;
  fi;
  element := row -> MappingPermListList( data.moved, data.moved{row + 1} );
  generators := List( WREATH.Rows( images[1], data.degree ), element );
  return StabChainBaseStrongGenerators( data.moved{base[1] + 1}, generators, () );
end;

# GAP changes the base of a chain that the group has.
InstallMethod( StabChainOp, "for a permutation group, with wreath", [ IsPermGroup, IsRecord ], 1, function( G, options )
  local chain;
  if HasStabChainMutable( G ) or not HasGeneratorsOfGroup( G ) or not IsSubset( [ "base", "reduced" ], RecNames( options ) ) or
     not WREATH.KnowsPerms( G ) or not WREATH.IsProven( G ) then TryNextMethod( ); fi;
  chain := WREATH.StabChain( G );
  if chain <> fail then
    SetStabChainMutable( G, chain );
    StabChainOptions( G ).random := 1000;  # proven
  elif WreathPermData( G ).own and WreathPermData( G ).degree > 2000 then
    Size( G );
    ErrorNoReturn( "wreath: this is the symmetric or alternating group of ", String( WreathPermData( G ).degree ), " points, whose chain of stabilizers \
does not fit; now that this is known, GAP needs none for most of what it does with the symmetric group: try again" );
  fi;
  TryNextMethod( );
end );
