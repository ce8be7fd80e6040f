# SPDX-License-Identifier: MIT
# gap-system/gap#5764.
F := FreeGroup( "a", "b", "c" );; a := F.1;; b := F.2;; c := F.3;;
G := F / [ a^3, a*b*c*a*c^-1*b*c^2, a*c*b^-1 ];;
Print( Size( G ), " ", AbelianInvariants( G ), " ", Index( G, Subgroup( G, [ G.1 ] ) ), "\n" );
