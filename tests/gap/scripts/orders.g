# SPDX-License-Identifier: MIT
# Orders of finitely presented groups, as the manual asks for them: Coxeter groups and groups (p,q,r;s) of Coxeter.
coxeter := function( orders )
  local n, F, relators, i, j;
  n := Length( orders ) + 1;
  F := FreeGroup( n );
  relators := List( [ 1 .. n ], i -> F.(i)^2 );
  for i in [ 1 .. n ] do
    for j in [ i + 1 .. n ] do
      if j = i + 1 then Add( relators, (F.(i)*F.(j))^orders[i] ); else Add( relators, (F.(i)*F.(j))^2 ); fi;
    od;
  od;
  return F / relators;
end;;
Print( List( [ [ 3, 3, 3, 3, 3, 3 ], [ 5, 3, 3 ], [ 3, 4, 3 ] ], orders -> Size( coxeter( orders ) ) ), "\n" );
F := FreeGroup( "a", "b" );;
Print( List( [ 4, 6, 7, 8 ], s -> Size( F / [ F.1^2, F.2^3, (F.1*F.2)^7, Comm( F.1, F.2 )^s ] ) ), "\n" );
