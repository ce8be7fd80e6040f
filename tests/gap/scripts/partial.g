# SPDX-License-Identifier: MIT
# Partial permutations.
S := Semigroup( PartialPerm( [ 2, 3, 4, 5, 1 ] ), PartialPerm( [ 2, 1, 3, 4, 5 ] ), PartialPerm( [ 1, 2, 3, 4 ] ) );;
Print( Size( S ), " ", IsInverseSemigroup( S ), " ", Length( Idempotents( S ) ), "\n" );
Print( List( [ GreensRClasses( S ), GreensLClasses( S ), GreensDClasses( S ) ], Length ), "\n" );
Print( PartialPerm( [ 1, 0, 3 ] ) in S, " ", PartialPerm( [ 1, 2, 3, 4, 6 ] ) in S, "\n" );
