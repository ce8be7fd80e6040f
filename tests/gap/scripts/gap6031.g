# SPDX-License-Identifier: MIT
# gap-system/gap#6031.
F := FreeGroup( "x", "y", "z" );; x := F.1;; y := F.2;; z := F.3;;
G := F / [ x^25, y^25, z^125, Comm( x, y ), y^-1*z*y*z^-6, x^-1*z*x*(y^5*z)^-1, x^5*z^-50 ];;
Print( Size( G ), " ", Index( G, Subgroup( G, [ G.3 ] ) ), "\n" );
