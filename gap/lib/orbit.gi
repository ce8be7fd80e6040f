# SPDX-License-Identifier: MIT
#
# Cayley graphs and orbits.

# The name of a family, or a file with these permutations, which the caller removes where `own` is true.
WREATH.GraphOf := function( object )
  local perms, file;
  if IsString( object ) and Length( object ) > 0 then return rec( input := object, own := false ); fi;
  perms := object;
  if IsPermGroup( object ) then perms := GeneratorsOfGroup( object ); fi;
  if IsPerm( perms ) then perms := [ perms ]; fi;
  if not IsList( perms ) or Length( perms ) = 0 or not ForAll( perms, IsPerm ) or ForAll( perms, IsOne ) then
    ErrorNoReturn( "wreath: a graph is given by permutations that are not all the identity, a permutation group, or the name of a family" );
  fi;
  file := WREATH.NewFile( "generators.g" );
  PrintTo( file, perms, "\n" );
  return rec( input := file, own := true );
end;

# Calls `wreath orbit <verb>` on the graph.
WREATH.CallOrbit := function( verb, object, after, options )
  local graph, answer;
  graph := WREATH.GraphOf( object );
  answer := WREATH.Call( Concatenation( [ "orbit", verb, graph.input ], after ), options );
  if graph.own then RemoveFile( graph.input ); fi;
  return answer;
end;

InstallGlobalFunction( WreathOrbitGrowth, function( object, options... )
  local answer, growth, name;
  answer := WREATH.CallOrbit( "growth", object, [ ], WREATH.OptionsOf( options ) );
  growth := rec( complete := answer.complete, levels := answer.levels, states := answer.states, method := answer.method );
  for name in [ "diameter", "order" ] do
    if IsBound( answer.( name ) ) then growth.( name ) := answer.( name ); fi;
  od;
  return growth;
end );

# The points of a graph.
WREATH.GraphPoints := function( object )
  if IsString( object ) and Length( object ) > 0 then return WREATH.CallOrbit( "info", object, [ ], rec( ) ).degree; fi;
  return LargestMovedPoint( object );
end;

InstallGlobalFunction( WreathOrbitDistance, function( object, state, options... )
  local answer;
  options := WREATH.OptionsOf( options );
  if IsPerm( state ) then
    if not IsBound( options.start ) and LargestMovedPoint( state ) > WREATH.GraphPoints( object ) then return fail; fi;
    state := String( state );
  fi;
  if not IsString( state ) then ErrorNoReturn( "wreath: a state is a permutation, or a text such as \"{1,2,3}\" or \"0011\"" ); fi;
  answer := WREATH.CallOrbit( "word", object, [ state ], options );
  if IsBound( answer.distance ) then return answer.distance; fi;
  if answer.complete then return fail; fi;
  ErrorNoReturn( "wreath: stopped before the distance was known: it is at least ", answer.at_least );
end );
