# SPDX-License-Identifier: MIT
# A semigroup of transformations, as in the manual's chapter on semigroups: its elements, and Green's classes.
S := Semigroup( Transformation( [ 2, 3, 4, 5, 1 ] ), Transformation( [ 2, 1 ] ), Transformation( [ 1, 1, 3, 4, 5 ] ) );;
Print( Size( S ), " ", Length( AsSSortedList( S ) ), " ", IsRegularSemigroup( S ), "\n" );
Print( List( [ GreensRClasses( S ), GreensLClasses( S ), GreensHClasses( S ), GreensDClasses( S ) ], Length ), "\n" );
Print( Collected( List( GreensDClasses( S ), Size ) ), " ", Length( Idempotents( S ) ), "\n" );
