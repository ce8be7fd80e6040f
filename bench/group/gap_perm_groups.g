# SPDX-License-Identifier: MIT
# Milliseconds of GAP's Size, of 20 answers of \in, and of the order of a stabilizer, for one group: the KIND and the PLACE of its size
# in the lists below. In GAP alone (CHANNEL=gap), or with the package (module or pipe), which then takes groups of all degrees:
#   CHANNEL=module WREATH_CHANNEL=module KIND=1 PLACE=2 gap -q -A -r bench/group/gap_perm_groups.g < /dev/null
SizeScreen( [ 1000 ] );;
channel := GAPInfo.SystemEnvironment.CHANNEL;;
if channel <> "gap" then LoadPackage( "wreath", false ); WREATH.LeastDegree := 1; fi;
line := function( q )  # PSL(2,q) on the q + 1 points of a line; q is the point at infinity
  local g, square;
  g := PrimitiveRootMod( q ); square := g^2 mod q;
  return [ PermList( Concatenation( [ 2 .. q ], [ 1, q + 1 ] ) ),
           PermList( Concatenation( List( [ 0 .. q - 1 ], x -> x * square mod q + 1 ), [ q + 1 ] ) ),
           PermList( Concatenation( [ q + 1 ], List( [ 1 .. q - 1 ], x -> -1 / x mod q + 1 ), [ 1 ] ) ) ];
end;;
pairs := function( n )  # Sym(n) on the pairs of its points
  local list;
  list := Combinations( [ 1 .. n ], 2 );
  return List( GeneratorsOfGroup( SymmetricGroup( n ) ), x -> Permutation( x, list, OnSets ) );
end;;
wreaths := n -> GeneratorsOfGroup( WreathProduct( MathieuGroup( 11 ), CyclicGroup( IsPermGroup, n ) ) );;
giant := n -> [ PermList( Concatenation( [ 2 .. n ], [ 1 ] ) ), (1,2) ];;
dihedral := n -> [ PermList( Concatenation( [ 2 .. n ], [ 1 ] ) ), PermList( Reversed( [ 1 .. n ] ) ) ];;
names := [ "PSL(2,q)", "Sym(n) on pairs", "M11 wr C(n)", "Sym(n)", "dihedral" ];;
makers := [ line, pairs, wreaths, giant, dihedral ];;
sizes := [ [ 1009, 10007, 100003 ], [ 46, 142, 448 ], [ 10, 40 ], [ 1000, 10000, 100000 ], [ 1000, 10000 ] ];;
kind := Int( GAPInfo.SystemEnvironment.KIND );; n := sizes[kind][Int( GAPInfo.SystemEnvironment.PLACE )];;
generators := makers[kind]( n );;
G := Group( generators );;
elements := List( [ 1 .. 10 ], k -> Product( [ 1 .. 20 ], j -> Random( generators ) ) );;
others := List( [ 1 .. 10 ], k -> elements[k] * (1,2) );;
ms := function( start ) return Int( ( NanosecondsSinceEpoch( ) - start ) / 10^6 ); end;;
start := NanosecondsSinceEpoch( );; size := Size( G );; first := ms( start );;
start := NanosecondsSinceEpoch( );; answers := List( Concatenation( elements, others ), x -> x in G );; second := ms( start );;
start := NanosecondsSinceEpoch( );; stabilizer := Size( Stabilizer( G, 1 ) );; third := ms( start );;
Print( names[kind], " n=", n, " degree=", LargestMovedPoint( G ), " ", channel, " size=", first, " in=", second, " stabilizer=", third,
       " answer=", size mod 1000000007, ",", Number( answers, x -> x ), ",", stabilizer mod 1000000007, "\n" );
QUIT_GAP( 0 );
