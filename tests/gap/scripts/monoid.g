# SPDX-License-Identifier: MIT
# A monoid, its Cayley graph, and membership.
M := Monoid( Transformation( [ 2, 2, 3, 4, 5, 6 ] ), Transformation( [ 1, 3, 3, 4, 5, 6 ] ), Transformation( [ 1, 2, 4, 4, 5, 6 ] ),
             Transformation( [ 1, 2, 3, 5, 5, 6 ] ), Transformation( [ 1, 2, 3, 4, 6, 6 ] ), Transformation( [ 1, 2, 3, 4, 5, 5 ] ) );;
Print( Size( M ), " ", Transformation( [ 1, 1, 1, 1, 1, 1 ] ) in M, " ", Length( Set( Concatenation( RightCayleyGraphSemigroup( M ) ) ) ), "\n" );
Print( Length( GreensRClasses( M ) ), " ", Length( GreensLClasses( M ) ), " ", IsRegularSemigroup( M ), "\n" );
