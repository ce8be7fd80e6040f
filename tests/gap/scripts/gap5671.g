# SPDX-License-Identifier: MIT
# gap-system/gap#5671.
F := FreeGroup( "a", "b" );; a := F.1;; b := F.2;;
G := F / [ b^100, a^2, b*a*b^-99*a^-1 ];;
Print( Size( G ), " ", Index( G, Subgroup( G, [ G.2 ] ) ), " ", G.1*G.2 = G.2^-1*G.1, "\n" );
