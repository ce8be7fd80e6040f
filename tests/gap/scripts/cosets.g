# SPDX-License-Identifier: MIT
# As the manual's chapter on finitely presented groups enumerates cosets: a table, its permutations, and the order of a larger group.
F := FreeGroup( "a", "b" );; a := F.1;; b := F.2;;
G := F / [ a^2, b^3, (a*b)^7, Comm( a, b )^8 ];;
H := Subgroup( G, [ G.1*G.2 ] );;
table := CosetTable( G, H );;
Print( Length( table ), " ", Length( table[1] ), " ", Size( Group( List( table, PermList ) ) ), "\n" );
P := Image( FactorCosetAction( G, H ) );; Print( Size( P ), " ", IsTransitive( P, [ 1 .. Index( G, H ) ] ), "\n" );
