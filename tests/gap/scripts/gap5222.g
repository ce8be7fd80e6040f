# SPDX-License-Identifier: MIT
# gap-system/gap#5222.
F := FreeGroup( "a", "b" );; a := F.1;; b := F.2;;
G := F / [ a^120, b^4, a*b*(b^3*a^41)^-1, a^2*b*(b*a^82)^-1 ];;
Print( Size( G ), " ", Index( G, Subgroup( G, [ G.1 ] ) ), " ", Length( Set( Elements( G ), Order ) ), "\n" );
