# SPDX-License-Identifier: MIT
# Elements of a finitely presented group, compared and multiplied, as in the manual; its image as a permutation group.
F := FreeGroup( "a", "b" );; a := F.1;; b := F.2;;
G := F / [ a^2, b^3, (a*b)^5 ];;
Print( Size( G ), " ", (G.1*G.2)^3 = (G.1*G.2)^-2, " ", Order( G.1*G.2 ), " ", Length( Elements( G ) ), "\n" );
P := Image( IsomorphismPermGroup( G ) );; Print( Size( P ), " ", IsSimple( P ), "\n" );
Print( Size( DerivedSubgroup( G ) ), " ", AbelianInvariants( G ), "\n" );
