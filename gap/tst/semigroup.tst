# SPDX-License-Identifier: MIT
# Semigroups of transformations, beside GAP's own methods.
gap> START_TEST( "semigroup.tst" );
gap> Reset( GlobalMersenneTwister, 20261115 );;

# Random semigroups: elements, membership, words, graphs and Green's classes are what GAP says.
gap> compare := function( S, W )
>   local elements, x, i, j, graph, gens;
>   gens := WreathGenerators( W );
>   if Size( W ) <> Size( S ) or Elements( W ) <> Elements( S ) then return "elements"; fi;
>   elements := AsList( W );
>   for i in [ 1 .. Length( elements ) ] do
>     if Position( W, elements[i] ) <> i or not elements[i] in W then return "position"; fi;
>     if WreathWords( W )[i] <> [ ] and Product( gens{WreathWords( W )[i]} ) <> elements[i] then return "words"; fi;
>     for j in [ 1 .. Length( gens ) ] do
>       if elements[i] * gens[j] <> elements[WreathRightCayleyGraph( W )[i][j]] then return "right graph"; fi;
>       if gens[j] * elements[i] <> elements[WreathLeftCayleyGraph( W )[i][j]] then return "left graph"; fi;
>     od;
>   od;
>   if [ WreathNrRClasses( W ), WreathNrLClasses( W ), WreathNrHClasses( W ), WreathNrDClasses( W ), WreathNrIdempotents( W ) ] <>
>     [ Length( GreensRClasses( S ) ), Length( GreensLClasses( S ) ), Length( GreensHClasses( S ) ), Length( GreensDClasses( S ) ),
>       Number( Elements( S ), IsIdempotent ) ] then return "Green"; fi;
>   return true;
> end;;
gap> for k in [ 1 .. 12 ] do
>   maps := List( [ 1 .. Random( [ 1 .. 3 ] ) ], i -> RandomTransformation( Random( [ 2 .. 4 ] ) ) );
>   result := compare( Semigroup( maps ), WreathSemigroup( maps ) );
>   if result <> true then Print( maps, " as a semigroup: ", result, "\n" ); fi;
>   result := compare( Monoid( maps ), WreathSemigroup( Monoid( maps ) ) );
>   if result <> true then Print( maps, " as a monoid: ", result, "\n" ); fi;
> od;

# The same for partial permutations.
gap> for k in [ 1 .. 6 ] do
>   maps := List( [ 1 .. Random( [ 1 .. 2 ] ) ], i -> RandomPartialPerm( Random( [ 2 .. 4 ] ) ) );
>   if ForAny( maps, x -> not IsEmpty( DomainOfPartialPerm( x ) ) ) then
>     result := compare( Semigroup( maps ), WreathSemigroup( maps ) );
>     if result <> true then Print( maps, ": ", result, "\n" ); fi;
>   fi;
> od;
gap> W := WreathSemigroup( SymmetricInverseMonoid( 4 ) );; [ Size( W ), PartialPerm( [ 2, 0, 1 ] ) in W, (1,2) in W ];
[ 209, true, false ]

# Membership without a list of elements.
gap> S := Semigroup( Transformation( [ 2, 3, 1, 1 ] ), Transformation( [ 1, 1, 4, 2 ] ) );; W := WreathSemigroup( S );
<wreath transformation semigroup, degree 4, 2 generators>
gap> for x in FullTransformationMonoid( 4 ) do
>   if Random( [ 1 .. 8 ] ) = 1 and ( x in W ) <> ( x in S ) then Print( x, "\n" ); fi;
> od;
gap> HasAsList( W );
false
gap> x := Product( GeneratorsOfSemigroup( S ) );; WreathWord( W, x );
[ 1, 2 ]
gap> Position( W, x ) = Position( AsList( W ), x );
true
gap> WreathWord( W, IdentityTransformation );
fail
gap> [ Transformation( [ 1, 1, 1, 1, 1 ] ) in W, 7 in W, Position( W, (1,2) ) ];
[ false, false, fail ]

# Known sizes; monoids and groups; one map.
gap> W := WreathSemigroup( FullTransformationMonoid( 5 ) );
<wreath transformation monoid, degree 5, 3 generators>
gap> Size( W );
3125
gap> W;
<wreath transformation monoid, degree 5, 3 generators, size 3125>
gap> WreathGreen( W ).regularDClasses;
5
gap> W := WreathSemigroup( SymmetricGroup( 4 ) );; Elements( W ) = Elements( SymmetricGroup( 4 ) );
true
gap> [ WreathWord( W, () ), (1,2) in W, (1,5) in W ];
[ [  ], true, false ]
gap> AsList( WreathSemigroup( Monoid( IdentityTransformation ) ) );
[ IdentityTransformation ]
gap> AsList( WreathSemigroup( [ Transformation( [ 2, 3, 3 ] ) ] ) );
[ Transformation( [ 2, 3, 3 ] ), Transformation( [ 3, 3, 3 ] ) ]

# Stopped early: the record says so, and a size is not claimed.
gap> W := WreathSemigroup( FullTransformationMonoid( 7 ) );; part := WreathEnumerate( W, rec( limit := 1000 ) );;
gap> [ part.complete, part.size >= 1000, HasSize( W ) ];
[ false, true, false ]
gap> WreathEnumerate( W ).size = 7^7;
true

# One name for how it is done, in all functions.
gap> W := WreathSemigroup( FullTransformationMonoid( 4 ), rec( method := "rows" ) );; WreathEnumerate( W ).method;
"rows"

# Matrices over finite fields: the elements that GAP has.
gap> ForAll( [ GL( 2, 3 ), SL( 2, 4 ), GL( 2, 5 ), SL( 2, 8 ) ], G -> Elements( WreathSemigroup( G ) ) = Elements( G ) );
true
gap> M := [ [ Z(4), 0*Z(2) ], [ Z(2)^0, Z(4)^2 ] ];; N := [ [ Z(2)^0, Z(4) ], [ 0*Z(2), 0*Z(2) ] ];;
gap> W := WreathSemigroup( [ M, N ] );
<wreath GF(4) matrix semigroup, degree 2, 2 generators>
gap> [ Elements( W ) = Elements( Semigroup( M, N ) ), M * N in W, Product( WreathGenerators( W ){WreathWord( W, N * M * M )} ) = N * M * M, Z(2) * IdentityMat( 3 ) in W ];
[ true, true, true, false ]
gap> WreathGreen( WreathSemigroup( GL( 2, 3 ) ) ).dClasses;
1

# Bipartitions and Boolean matrices of the package Semigroups, going in and out.
gap> if TestPackageAvailability( "semigroups" ) <> fail then LoadPackage( "semigroups", false ); else ReadPackage( "wreath", "tst/stand_in.g" ); fi;
gap> maps := List( [ [ 1, 2, 3, 2, 3, 1 ], [ 1, 2, 3, 2, 1, 3 ], [ 1, 2, 3, 4, 2, 3 ], [ 1, 1, 2, 1, 1, 2 ] ], BipartitionByIntRep );;
gap> W := WreathSemigroup( maps );
<wreath bipartition semigroup, degree 3, 4 generators>
gap> [ Size( W ), ForAll( maps, x -> x in W ), Length( Set( AsList( W ) ) ), ForAll( AsList( W ), IsBipartition ), WreathNrDClasses( W ) ];
[ 203, true, 203, true, 4 ]
gap> List( maps, x -> WreathWord( W, x ) );
[ [ 1 ], [ 2 ], [ 3 ], [ 4 ] ]
gap> [ (1,2) in W, BipartitionByIntRep( [ 1, 1 ] ) in W ];
[ false, false ]
gap> boolean := rows -> Matrix( IsBooleanMat, rows );;
gap> maps := List( [ [ [ 0, 1 ], [ 1, 0 ] ], [ [ 1, 1 ], [ 0, 1 ] ], [ [ 1, 0 ], [ 0, 0 ] ] ], boolean );;
gap> W := WreathSemigroup( maps );; [ Size( W ), WreathNrDClasses( W ), boolean( [ [ 1, 1 ], [ 1, 1 ] ] ) in W, ForAll( AsList( W ), IsBooleanMat ) ];
[ 16, 4, true, true ]
gap> Position( W, maps[2] );
2

# As sets: equality and inclusion beside GAP's own semigroups, groups and lists, in both orders. GAP's elements decide.
gap> sets := function( semigroups )
>   local known, i, j, x, y;
>   known := List( semigroups, WreathSemigroup );
>   for i in [ 1 .. Length( known ) ] do
>     for j in [ 1 .. Length( known ) ] do
>       x := AsSSortedList( semigroups[i] ); y := AsSSortedList( semigroups[j] );
>       if ForAny( [ [ known[i], semigroups[j] ], [ semigroups[i], known[j] ], [ known[i], known[j] ], [ known[i], y ], [ x, known[j] ] ],
>            pair -> ( pair[1] = pair[2] ) <> ( x = y ) or IsSubset( pair[1], pair[2] ) <> IsSubset( x, y ) ) then Print( [ i, j ], "\n" ); fi;
>     od;
>   od;
> end;;
gap> x := Transformation( [ 2, 3, 1 ] );; y := Transformation( [ 1, 1 ] );;
gap> sets( [ Semigroup( x * x ), Monoid( x ), Monoid( y ), Semigroup( y ) ] );
gap> sets( [ SymmetricGroup( 3 ), Group( (1,2), (2,3) ), Group( () ) ] );
gap> sets( [ Monoid( PartialPerm( [ 1 ], [ 3 ] ) ), Semigroup( PartialPerm( [ 1 ], [ 3 ] ) ), InverseMonoid( PartialPerm( [ 1 ], [ 3 ] ) ) ] );
gap> sets( [ SL( 2, 3 ), Semigroup( Z(3) * [ [ 0, 1 ], [ 0, 0 ] ] ), Monoid( Z(3) * [ [ 0, 1 ], [ 0, 0 ] ] ) ] );
gap> W := WreathSemigroup( Group( () ) );; [ W = Monoid( IdentityTransformation ), WreathSemigroup( Monoid( IdentityTransformation ) ) = W ];
[ false, false ]
gap> W := WreathSemigroup( [ (1,2) ] );; [ IsSubset( W, [ ] ), W = [ ], W = [ 1, (1,2) ], W = 7, IsSubset( W, [ (1,2), () ] ), IsSubset( W, [ (1,3) ] ) ];
[ true, false, false, false, true, false ]
gap> W := WreathSemigroup( FullTransformationMonoid( 9 ) );; [ W = FullTransformationMonoid( 9 ), IsSubset( W, FullTransformationMonoid( 9 ) ) ];
[ true, true ]

# Without elements.
gap> W := WreathSemigroup( FullTransformationMonoid( 9 ) );; x := Transformation( [ 1, 1, 2, 2, 3, 3, 4, 4, 5 ] );;
gap> Product( WreathGenerators( W ){WreathFactor( W, x )} ) = x;
true
gap> place := WreathPlace( W, x );; [ place.rank, place.dClassSize, place.hClassSize, place.regular, place.inGroup ];
[ 5, 105099120, 120, true, false ]
gap> List( WreathDClasses( WreathSemigroup( FullTransformationMonoid( 3 ) ) ), d -> [ d.rank, d.size, d.below, RankOfTransformation( d.representative, 3 ) ] );
[ [ 3, 6, [ 2 ], 3 ], [ 2, 18, [ 3 ], 2 ], [ 1, 3, [  ], 1 ] ]
gap> W := WreathSemigroup( SymmetricInverseMonoid( 3 ) );; List( WreathDClasses( W ), d -> [ d.size, RankOfPartialPerm( d.representative ) ] );
[ [ 6, 3 ], [ 18, 2 ], [ 9, 1 ], [ 1, 0 ] ]
gap> W := WreathSemigroup( GL( 2, 3 ) );; [ WreathDClasses( W )[1].representative in GL( 2, 3 ), WreathFactor( W, Zero( GL( 2, 3 ).1 ) ) ];
[ true, fail ]
gap> W := WreathSemigroup( [ (1,2), (1,2,3), (2,3) ] );; WreathSmallGenerators( W );
[ (1,2), (1,2,3) ]

# More generators.
gap> W := WreathSemigroup( [ (1,2,3) ] );; V := WreathClosure( W, [ (1,3,2), (1,2), (3,4), (1,4) ] );
<wreath permutation group, degree 4, 3 generators, size 24>
gap> GeneratorsOfSemigroup( V );
[ (1,2,3), (1,2), (3,4) ]
gap> V := WreathClosure( WreathSemigroup( [ Transformation( [ 2, 3, 4, 1 ] ), Transformation( [ 2, 1 ] ) ] ), [ Transformation( [ 2, 1 ] ), Transformation( [ 1, 1 ] ) ] );; Size( V );
256
gap> WreathClosure( W, [ Transformation( [ 1, 1 ] ) ] );
Error, wreath: an element is not of the kind and size of the generators

# Plain lists whose kind is named.
gap> W := WreathSemigroup( [ [ [ 0, 1 ], [ 1, 0 ] ], [ [ 1, 1 ], [ 0, 1 ] ], [ [ 1, 0 ], [ 0, 0 ] ] ], rec( kind := "boolean" ) );
<wreath boolean semigroup, degree 2, 3 generators>
gap> [ Size( W ), [ [ 1, 1 ], [ 1, 1 ] ] in W, AsList( W )[2] ];
[ 16, true, [ [ 1, 1 ], [ 0, 1 ] ] ]
gap> WreathSemigroup( [ [ [ 0, 1 ], [ 1, 0 ] ], [ [ 1 ] ] ], rec( kind := "boolean" ) );
Error, wreath: a generator is not of the same kind and size as the first

# Trivial monoids, GAP's own and those of WreathSemigroup.
gap> ones := [ Monoid( IdentityTransformation ), Monoid( PartialPerm( [ 1, 2 ] ) ), Monoid( PartialPerm( [ ] ) ), Group( () ) ];;
gap> all := Concatenation( List( ones, WreathSemigroup ), ones{[ 1 .. 3 ]} );;
gap> List( all, Size );
[ 1, 1, 1, 1, 1, 1, 1 ]
gap> List( all{[ 1 .. 4 ]}, W -> W = ones[Position( all, W )] );
[ true, true, true, true ]
gap> List( all, M -> [ IsBand( M ), Size( MinimalIdeal( M ) ), NrIdempotents( M ), Length( GreensDClasses( M ) ) ] ) = List( all, M -> [ true, 1, 1, 1 ] );
true
gap> List( all, M -> [ RightCayleyGraphSemigroup( M ), MultiplicativeZero( M ) in M ] ){[ 1, 2, 4, 5, 6, 7 ]} = List( [ 1 .. 6 ], i -> [ [ [ ] ], true ] );
true
gap> List( all{[ 1, 2, 4, 5 ]}, M -> Size( Range( IsomorphismFpMonoid( M ) ) ) );
[ 1, 1, 1, 1 ]
gap> List( all, M -> Size( Range( IsomorphismFpSemigroup( M ) ) ) );
[ 1, 1, 1, 1, 1, 1, 1 ]
gap> STOP_TEST( "semigroup.tst" );
