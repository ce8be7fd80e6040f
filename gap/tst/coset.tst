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
gap> STOP_TEST( "coset.tst" );
