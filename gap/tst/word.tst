# SPDX-License-Identifier: MIT
# Words, beside GAP's own ways: coset enumeration, Knuth-Bendix, homomorphisms, and a search through the Cayley graph.
gap> START_TEST( "word.tst" );
gap> Reset( GlobalMersenneTwister, 20261115 );;

# A random word of a free group, and the shortest words of a finite group in ShortLex order, by breadth-first search.
gap> random_word := { F, length } -> Product( [ 1 .. length ], i -> Random( GeneratorsOfGroup( F ) )^Random( [ 1, -1 ] ), One( F ) );;
> shortest_words := function( G )
>   local hom, F, letters, images, found, words, k, x, y;
>   hom := IsomorphismPermGroup( G );
>   F := FreeGroupOfFpGroup( G );
>   letters := Concatenation( List( GeneratorsOfGroup( F ), x -> [ x, x^-1 ] ) );
>   images := List( letters, x -> Image( hom, ElementOfFpGroup( FamilyObj( One( G ) ), x ) ) );
>   found := [ () ]; words := [ One( F ) ]; k := 0;
>   while k < Length( found ) do
>     k := k + 1;
>     for x in [ 1 .. Length( letters ) ] do
>       y := found[k] * images[x];
>       if not y in found then Add( found, y ); Add( words, words[k] * letters[x] ); fi;
>     od;
>   od;
>   return words;
> end;;

# Finite groups: size, elements with their least words, equality and orders are what GAP says.
gap> F := FreeGroup( "x", "y" );; x := F.1;; y := F.2;;
gap> finite := [ F / [ x^2, y^3, ( x*y )^5 ], F / [ x^4, x^2*y^-2, y^-1*x*y*x ], F / [ x^2, y^7, ( x*y )^2 ],
>      F / [ x^2, y^3, ( x*y )^7, Comm( x, y )^4 ], F / [ x^3, y^3, ( x*y )^3, ( x*y^-1 )^3 ], F / [ x^5, y^-1*x*y*x^-2, y^4 ] ];;
gap> compare_finite := function( G )
>   local S, u, v;
>   S := WreathAutomaticStructure( G );
>   if not IsVerified( S ) or Size( S ) <> Size( G ) then Print( "size of ", RelatorsOfFpGroup( G ), "\n" ); fi;
>   if List( AsList( S ), UnderlyingElement ) <> shortest_words( G ) then Print( "elements of ", RelatorsOfFpGroup( G ), "\n" ); fi;
>   u := List( [ 1 .. 60 ], i -> ElementOfFpGroup( FamilyObj( One( G ) ), random_word( F, Random( [ 0 .. 9 ] ) ) ) );
>   v := List( [ 1 .. 60 ], i -> ElementOfFpGroup( FamilyObj( One( G ) ), random_word( F, Random( [ 0 .. 9 ] ) ) ) );
>   if WreathIsEqual( S, u, v ) <> List( [ 1 .. 60 ], i -> u[i] = v[i] ) then Print( "equality in ", G, "\n" ); fi;
>   if WreathReducedWord( S, u ) <> u then Print( "normal forms in ", G, "\n" ); fi;
>   if List( u{[1..3]}, w -> WreathOrder( S, w ) ) <> List( u{[1..3]}, Order ) then Print( "orders in ", G, "\n" ); fi;
> end;;
gap> Perform( finite, compare_finite );
gap> List( finite, Size );
[ 60, 8, 14, 168, 27, 20 ]

# Infinite groups whose rules GAP completes by itself: equality.
gap> infinite := [ F / [ Comm( x, y ) ], F / [ x^2, y^3 ], F / [ x^2, y^2 ], F / [ x*y*x*y^-1 ] ];;
gap> compare_infinite := function( G )
>   local S, iso, R, normal, u, v;
>   S := WreathAutomaticStructure( G );
>   if Size( S ) <> infinity then Print( "size of ", G, "\n" ); fi;
>   iso := IsomorphismFpMonoid( G );
>   R := KnuthBendixRewritingSystem( Image( iso ) );
>   MakeConfluent( R );
>   normal := w -> ReducedForm( R, UnderlyingElement( Image( iso, ElementOfFpGroup( FamilyObj( One( G ) ), w ) ) ) );
>   u := List( [ 1 .. 100 ], i -> random_word( F, Random( [ 0 .. 6 ] ) ) );
>   v := List( [ 1 .. 100 ], i -> random_word( F, Random( [ 0 .. 6 ] ) ) );
>   if WreathIsEqual( S, u, v ) <> List( [ 1 .. 100 ], i -> normal( u[i] ) = normal( v[i] ) ) then Print( "equality in ", G, "\n" ); fi;
>   if List( WreathReducedWord( S, u ), normal ) <> List( u, normal ) then Print( "normal forms in ", G, "\n" ); fi;
> end;;
gap> Perform( infinite, compare_infinite );

# The plane: normal forms are powers, and so are balls.
gap> G := infinite[1];; S := WreathAutomaticStructure( G );
<verified automatic structure, 2 generators, size infinity>
gap> WreathReducedWord( S, G.2^-3*G.1^5*G.2*G.1^-7 );
x^-2*y^-2
gap> WreathReducedWord( S, [ y*x, One( F ), G.2*G.1 ] );
[ x*y, <identity ...>, x*y ]
gap> ForAll( [ 1 .. 50 ], function( i ) local w;
>   w := random_word( F, 40 );
>   return WreathReducedWord( S, w ) = x^ExponentSumWord( w, x ) * y^ExponentSumWord( w, y );
> end );
true
gap> WreathReducedWord( S, y^3000*x^2 ) = x^2*y^3000;
true
gap> WreathGrowth( S, 6 );
[ 1, 4, 8, 12, 16, 20, 24 ]
gap> List( WreathSpheres( S, 3 ), Length );
[ 1, 4, 8, 12 ]
gap> WreathBall( S, 1 );
[ <identity ...>, x, x^-1, y, y^-1 ]
gap> WreathOrder( S, G.1 );
infinity

# Another order of the letters, another normal form.
gap> T := WreathAutomaticStructure( G, rec( letterOrder := [ y, y^-1, x, x^-1 ] ) );;
gap> WreathReducedWord( T, x*y );
y*x
gap> ReducedForm( T, G.1*G.2 );
y*x

# A triangle group, which has PSL(2,7) as a quotient: words and normal forms have the same images.
gap> G := F / [ x^2, y^3, ( x*y )^7 ];; S := WreathAutomaticStructure( G );;
gap> List( [ G.1, G.2, G.1*G.2, Comm( G.1, G.2 ) ], w -> WreathOrder( S, w ) );
[ 2, 3, 7, infinity ]
gap> hom := GQuotients( G, PSL( 2, 7 ) )[1];;
gap> u := List( [ 1 .. 200 ], i -> ElementOfFpGroup( FamilyObj( One( G ) ), random_word( F, 50 ) ) );;
gap> v := WreathReducedWord( S, u );;
gap> List( u, w -> Image( hom, w ) ) = List( v, w -> Image( hom, w ) );
true
gap> ForAll( [ 1 .. 200 ], i -> Length( UnderlyingElement( v[i] ) ) <= Length( UnderlyingElement( u[i] ) ) );
true
gap> WreathReducedWord( S, v ) = v;
true
gap> ForAll( WreathReducedWord( S, List( [ 1 .. 200 ], i -> u[i] * v[i]^-1 ) ), w -> IsOne( UnderlyingElement( w ) ) );
true

# A surface group: what follows from the relator is 1, and the numbers of elements are Cannon's.
gap> F := FreeGroup( "a", "b", "c", "d" );; G := F / [ Comm( F.1, F.2 ) * Comm( F.3, F.4 ) ];;
gap> S := WreathAutomaticStructure( G );;
gap> u := List( [ 1 .. 50 ], i -> Product( [ 1 .. 5 ], j -> RelatorsOfFpGroup( G )[1]^random_word( F, 6 ) ) );;
gap> Set( WreathReducedWord( S, u ) );
[ <identity ...> ]
gap> WreathGrowth( S, 5 );
[ 1, 8, 56, 392, 2736, 19096 ]
gap> List( WreathSpheres( S, 3 ), Length );
[ 1, 8, 56, 392 ]
gap> WreathIsEqual( S, Comm( G.1, G.2 ), Comm( G.4, G.3 ) );
true
gap> WreathIsEqual( S, G.1, G.2 );
false

# Free groups, many generators, few elements, no relators.
gap> F := FreeGroup( 2 );; S := WreathAutomaticStructure( F );;
gap> WreathReducedWord( S, F.1*F.2^-3 );
f1*f2^-3
gap> WreathGrowth( S, 3 );
[ 1, 4, 12, 36 ]
gap> x := WreathConjugator( S, F.1*F.2, F.2*F.1 );; (F.1*F.2)^x = F.2*F.1; WreathConjugator( S, F.1, F.2 );
true
false
gap> WreathRoot( S, (F.1*F.2)^6 ); WreathShortestConjugates( S, F.1*F.2^2*F.1^-1 );
[ f1*f2, 6 ]
[ f2^2 ]
gap> F := FreeGroup( 30 );; G := F / List( [ 1 .. 29 ], i -> F.( i ) * F.( i + 1 ) );;
gap> S := WreathAutomaticStructure( G );;
gap> WreathReducedWord( S, [ G.7 * G.8^-2 * G.30, G.30, G.1^0, F.3^2 ] );
[ f1^2, f1^-1, <identity ...>, f1^2 ]
gap> F := FreeGroup( 1 );; G := F / [ F.1^6, F.1^0 ];; S := WreathAutomaticStructure( G );
<verified automatic structure, 1 generator, size 6>
gap> AsList( S );
[ <identity ...>, f1, f1^-1, f1^2, f1^-2, f1^3 ]
gap> WreathReducedWord( S, [ ] );
[  ]
gap> WreathBall( S, -1 );
[  ]

# Subgroups: their index, and the least words of cosets.
gap> F := FreeGroup( 2 );; G := F / [ F.1^2, F.2^3, (F.1*F.2)^7, (F.1*F.2*F.1*F.2^-1)^4 ];; S := WreathAutomaticStructure( G );;
gap> H := [ G.1, G.1*G.2*G.1*G.2^-1*G.1 ];; WreathIndex( S, H ) = Index( G, Subgroup( G, H ) );
true
gap> WreathCosetForm( S, H, H[2]*G.1 ) = One( G );
true
gap> Set( List( RightTransversal( G, Subgroup( G, H ) ), t -> WreathReducedWord( S, WreathCosetForm( S, H, t ) ) ) ) = Set( WreathCosetForm( S, H, List( RightTransversal( G, Subgroup( G, H ) ), t -> H[2]*t ) ) );
true
gap> WreathIndex( G, H ) = WreathIndex( S, H );
true
gap> WreathCosetForm( G, H, [ H[2]*G.2, G.2 ] ) = WreathCosetForm( S, H, [ H[2]*G.2, G.2 ] );
true
gap> Size( WreathSubgroupPresentation( G, H )[1] ) * WreathIndex( G, H ) = Size( S );
true
gap> file := Filename( DirectoryTemporary( ), "cosets" );;
gap> FileString( file, "_RWS := rec(isRWS := true, generatorOrder := [a,A,b,B,_H,x,X], ordering := \"shortlex\", inverses := [A,a,B,b,,X,x],\nequations := [[a^2,IdWord], [b^3,IdWord], [(a*b)^5,IdWord], [_H*a*b,x*_H]]);\n" );;
gap> r := WreathCosetSystem( file );; r.index; r.generators; r.words; Size( r.group );
12
[ "ab" ]
[ "ab" ]
5
gap> F := FreeGroup( 2 );; S := WreathAutomaticStructure( F );;
gap> WreathIndex( S, [ F.1^2, F.2, F.1*F.2*F.1^-1 ] ); WreathIndex( S, [ F.1 ] ); WreathIndex( S, [ ] );
2
infinity
infinity
gap> WreathCosetForm( S, [ F.1 ], [ F.1*F.2, F.1^5, F.2*F.1 ] );
[ f2, <identity ...>, f2*f1 ]
gap> p := WreathSubgroupPresentation( S, [ F.1^2, F.2, F.1*F.2*F.1^-1 ] );; Length( RelatorsOfFpGroup( p[1] ) ); Length( p[2] );
0
3
gap> WreathGeodesics( S, F.1*F.2, 5 );
[ 1, [ f1*f2 ] ]

# Monoids and semigroups.
gap> F := FreeSemigroup( "a", "b" );; M := F / [ [ F.1*F.2, F.2*F.1 ], [ F.1^2, F.1 ], [ F.2^2, F.2 ] ];;
gap> R := WreathRewritingSystem( M );; [ R.confluent, R.size, R.rules ];
[ true, 3, [ [ a^2, a ], [ b*a, a*b ], [ b^2, b ] ] ]
gap> WreathRewrittenWord( R, F.2*F.1*F.2*F.1 );
a*b
gap> WreathRewritingSystem( FreeMonoid( 2 ) / [ ] ).size;
infinity
gap> WreathRewritingSystem( Group( (1,2) ) );
Error, wreath: this is not a finitely presented monoid or semigroup

# Automata.
gap> W := WreathAutomaton( S, "wa" ); Size( W ); WreathAutomatonWords( W, 4 ); WreathAutomatonCounts( W, 3 );
<automaton, 5 states>
infinity
[ "1", "a", "A", "b" ]
[ 1, 4, 12, 36 ]
gap> N := WreathAutomatonOperation( "not", W );; WreathAccepts( N, "aA" ); WreathAutomatonOperation( "equal", W, N );
true
false
gap> [ W = WreathAutomaton( S, "wa" ), W = N, W = S, N = WreathAutomatonOperation( "not", W ) ];
[ true, false, false, true ]
gap> WreathAutomatonOperation( "subset", WreathAutomatonOperation( "and", W, N ), N );
true
gap> M := WreathAutomaton( S, "gm/a" ); WreathAutomatonOperation( "equal", WreathAutomatonOperation( "exists", M ), W );
<automaton on two tapes, 7 states>
true
gap> F := FreeGroup( 1 );; G := F / [ F.1^6, F.1^0 ];; S := WreathAutomaticStructure( G );;

# A structure whose file is gone is built again.
gap> RemoveFile( S!.file );
true
gap> WreathReducedWord( S, G.1^7 );
f1

# A group for which no structure is found within the limits.
gap> F := FreeGroup( 2 );;
gap> WreathAutomaticStructure( F / [ F.2*F.1*F.2^-1*F.1^-2 ], rec( maxRules := 50, maxStates := 5000 ) );
fail

# The group without generators.
gap> G := FreeGroup( 0 ) / [ ];; S := WreathAutomaticStructure( G );
<verified automatic structure, 0 generators, size 1>
gap> [ AsList( S ), WreathReducedWord( S, One( G ) ), WreathBall( S, 2 ), WreathIsEqual( S, One( G ), One( G )^2 ), Size( G ), WreathCosetTable( G, G ) ];
[ [ <identity ...> ], <identity ...>, [ <identity ...> ], true, 1, [  ] ]
gap> [ WreathGrowth( S, 2 ), WreathOrder( S, One( G ) ), WreathReducedWord( S, [ One( G ) ] ) ];
[ [ 1, 0, 0 ], 1, [ <identity ...> ] ]
gap> WreathAutomaticStructure( FreeGroup( 0 ) );
<verified automatic structure, 0 generators, size 1>
gap> STOP_TEST( "word.tst" );
