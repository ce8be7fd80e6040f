# SPDX-License-Identifier: MIT
# Coset enumeration, by itself and through GAP's own functions.
gap> START_TEST( "coset.tst" );
gap> F := FreeGroup( "a", "b" );; a := F.1;; b := F.2;;
gap> G := F / [ a^2, b^3, (a*b)^5 ];;
gap> table := WreathCosetTable( G, Subgroup( G, [ G.1*G.2 ] ) );;
gap> table = CosetTableFromGensAndRels( FreeGeneratorsOfFpGroup( G ), RelatorsOfFpGroup( G ), [ a*b ] );
true
gap> TCENUM := WREATHTCENUM;;
gap> Size( F / [ a^2, b^3, (a*b)^7, Comm( a, b )^8 ] );
10752
gap> H := F / [ a^120, b^4, a*b*(b^3*a^41)^-1, a^2*b*(b*a^82)^-1 ];;
gap> Size( H ); Length( Elements( H ) );
480
480
gap> Size( Image( IsomorphismPermGroup( F / [ a^2, b^3, (a*b)^5 ] ) ) );
60
gap> Index( G, Subgroup( G, [ G.2 ] ) );
20
gap> CosetTableFromGensAndRels( [ a, b ], [ ], [ ] : max := 1000, silent := true );
fail
gap> CosetTableFromGensAndRels( [ a, b ], [ ], [ ] : max := 1000 );
Error, wreath: the index is not known: the table has as many cosets as it may;\
 try a larger max, or a larger subgroup
gap> TCENUM := GAPTCENUM;;
gap> WreathCosetTable( G, 1 );
Error, wreath: a coset table is that of a subgroup of a finitely presented gro\
up
gap> M := F / [ a^2, b^3 ];;
gap> L := WreathLowIndexSubgroups( M, 7 );;
gap> Collected( List( L, H -> Index( M, H ) ) );
[ [ 1, 1 ], [ 2, 1 ], [ 3, 2 ], [ 4, 2 ], [ 5, 1 ], [ 6, 8 ], [ 7, 6 ] ]
gap> ForAll( L, H -> Index( M, Subgroup( M, GeneratorsOfGroup( H ) ) ) = Index( M, H ) );
true
gap> ForAll( L, H -> AbelianInvariants( H ) = AbelianInvariants( Subgroup( M, GeneratorsOfGroup( H ) ) ) );
true
gap> K := LowIndexSubgroupsFpGroup( M, 7 );; Length( K ) = Length( L );
true
gap> ForAll( K, H -> Number( L, J -> IsConjugate( M, H, J ) ) = 1 );
true
gap> List( WreathLowIndexSubgroups( M, 6, rec( normal := true ) ), H -> Index( M, H ) );
[ 1, 3, 2, 6, 6 ]
gap> Length( WreathLowIndexSubgroups( F, 3, rec( contains := [ a ] ) ) );
5
gap> TCENUM := WREATHTCENUM;;
gap> Length( LowIndexSubgroupsFpGroup( M, 12 ) ); Length( LowIndexSubgroupsFpGroup( M, Subgroup( M, [ M.1 ] ), 4 ) );
175
4
gap> TCENUM := GAPTCENUM;;
gap> Length( LowIndexSubgroupsFpGroup( M, Subgroup( M, [ M.1 ] ), 4 ) );
4
gap> WreathLowIndexSubgroups( F, 30, rec( time := 0.1 ) );
fail
gap> WreathLowIndexSubgroups( 1, 3 );
Error, wreath: subgroups of small index are those of a finitely presented grou\
p; give it, and the largest index
gap> STOP_TEST( "coset.tst" );
