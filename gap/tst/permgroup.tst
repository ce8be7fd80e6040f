# SPDX-License-Identifier: MIT
# Permutation groups, beside GAP's own.
gap> START_TEST( "permgroup.tst" );
gap> Reset( GlobalMersenneTwister, 20261119 );;
gap> gens := [ ];; groups := [ Group( () ), Group( (2,4,6), (2,4) ), MathieuGroup( 24 ), SymmetricGroup( 12 ), AlternatingGroup( 9 ), PSL( 2, 17 ),
>   WreathProduct( SymmetricGroup( 4 ), CyclicGroup( IsPermGroup, 5 ) ), DirectProduct( MathieuGroup( 11 ), DihedralGroup( IsPermGroup, 14 ) ),
>   Group( List( GeneratorsOfGroup( MathieuGroup( 12 ) ), x -> x^MappingPermListList( [ 1 .. 12 ], [ 100, 103 .. 133 ] ) ) ) ];;
gap> for G in groups do
>   W := WreathPermGroup( G );
>   if Size( W ) <> Size( G ) or not WreathSizeInfo( W ).proven then Print( "the size of ", G, "\n" ); fi;
>   gens := GeneratorsOfGroup( W );
>   for k in [ 1 .. 10 ] do
>     x := Random( G );
>     word := WreathWord( W, x );
>     if not x in W or Product( word, i -> gens[AbsInt( i )]^SignInt( i ), () ) <> x then Print( "a word in ", G, "\n" ); fi;
>     if ResultOfStraightLineProgram( WreathStraightLineProgram( W, x ), gens ) <> x then Print( "a program in ", G, "\n" ); fi;
>     y := Random( SymmetricGroup( 20 ) );
>     if ( y in W ) <> ( y in G ) then Print( y, " in ", G, "\n" ); fi;
>     if not y in G and [ WreathWord( W, y ), WreathStraightLineProgram( W, y ) ] <> [ fail, fail ] then Print( "no word in ", G, "\n" ); fi;
>   od;
>   if W <> G or Size( Stabilizer( W, 4 ) ) <> Size( Stabilizer( G, 4 ) ) or Size( Centralizer( W, x ) ) <> Size( Centralizer( G, x ) ) then
>     Print( "what GAP makes of ", G, "\n" );
>   fi;
>   if not Random( W ) in G or SizeStabChain( StabChain( W ) ) <> Size( G ) then Print( "the chain of ", G, "\n" ); fi;
> od;

# Files and families.
gap> Size( WreathPermGroup( "mathieu:23" ) );
10200960
gap> file := Filename( DirectoryTemporary( ), "g.coset" );;
gap> WreathRun( "coset", "enumerate", "<a,b | a^2, b^3, (ab)^5>", "--subgroup", "b", "-o", file ).complete;
true
gap> G := WreathPermGroup( file );; [ NrMovedPoints( G ), Size( G ), IsSimpleGroup( G ) ];
[ 20, 60, true ]
gap> W := WreathPermGroup( "symmetric:3000" );; StabChain( W );
Error, wreath: this is the symmetric or alternating group of 3000 points, whos\
e chain of stabilizers does not fit; now that this is known, GAP needs none fo\
r most of what it does with the symmetric group: try again
gap> [ Random( W ) in W, Size( Stabilizer( W, 3 ) ) = Factorial( 2999 ) ];
[ true, true ]

# Nothing that is not proven is an answer.
gap> W := WreathPermGroup( MathieuGroup( 24 ), rec( proof := "none" ) );;
gap> WreathSizeInfo( W ); Size( W );
rec( proof := "no proof was asked for", proven := false, size := 244823040 )
Error, wreath: the order is at least 244823040, but that is not proven (no pro\
of was asked for): give proof := "always", or the order if it is known; Wreath\
SizeInfo returns the lower bound
gap> (1,2) in W;
Error, wreath: the order is at least 244823040, but that is not proven (no pro\
of was asked for): give proof := "always", or the order if it is known; Wreath\
SizeInfo returns the lower bound
gap> WreathWord( W, (1,2) );
Error, wreath: it is not known whether the permutation is in the group, whose \
order is not proven
gap> WreathSizeInfo( WreathPermGroup( MathieuGroup( 24 ), rec( order := 244823040 ) ) ).proof;
"the order that was given is reached"

# GAP's own groups of many points.
gap> WREATH.KnowsPerms( Group( (1,2) ) );
false
gap> n := WREATH.LeastDegree;; G := Group( PermList( Concatenation( [ 2 .. n ], [ 1 ] ) ), (1,2) );;
gap> [ Size( G ) = Factorial( n ), HasIsNaturalSymmetricGroup( G ), (1,n) in G, (1,n+1) in G ];
[ true, true, true, false ]
gap> q := NextPrimeInt( n );; half := [ 1 .. q ];; half{[ 1 .. q ]} := List( [ 0 .. q - 1 ], x -> 4 * x mod q + 1 );;
gap> A := Group( PermList( Concatenation( [ 2 .. q ], [ 1 ] ) ), PermList( half ) );;
gap> Size( A ) = q * OrderMod( 4, q ); Size( Stabilizer( A, 7 ) ) = OrderMod( 4, q );
true
true
gap> HasStabChainMutable( A ) and StabChainOptions( A ).random = 1000;
true
gap> [ Random( A ) in A, (1,2) in A ];
[ true, false ]
gap> least := WREATH.LeastDegree;; WREATH.LeastDegree := 1;; options := WREATH.Options;; WREATH.Options := rec( memory := "1" );;
gap> G := Group( GeneratorsOfGroup( MathieuGroup( 12 ) ) );; Size( G ); (1,2) in G;
95040
false
gap> WREATH.Options := options;; WREATH.LeastDegree := least;;

# Errors.
gap> WreathPermGroup( [ ] );
Group(())
gap> WreathPermGroup( [ 1 ] );
Error, wreath: expected a permutation group, a list of permutations, or the na\
me of a file or a family
gap> WreathPermGroup( "mathieu:13" );
Error, wreath: mathieu:13: the groups are mathieu:11, mathieu:12, mathieu:23 a\
nd mathieu:24
gap> WreathPermGroup( "/nowhere/g.npy" );
Error, wreath: /nowhere/g.npy: cannot open: No such file or directory
gap> WreathPermGroup( Group( (1,2) ), rec( colour := 1 ) );
Error, wreath: WreathPermGroup has no option colour: it has order, proof, time\
, memory and threads
gap> WreathPermGroup( Group( (1,2) ), rec( order := 1/2 ) );
Error, wreath: order must be a positive integer
gap> WreathPermGroup( Group( (1,2) ), rec( proof := "perhaps" ) );
Error, wreath: proof must be "auto", "always" or "none"
gap> W := WreathPermGroup( "symmetric:60" );; WreathWord( W, (1,2) );
Error, wreath: the word has more than 1000000 letters; its straight-line progr\
am is short
gap> p := WreathStraightLineProgram( W, (1,2) );; ResultOfStraightLineProgram( p, GeneratorsOfGroup( W ) );
(1,2)
gap> WreathPermGroup( "" );
Error, wreath: '' is neither a file nor a family of generators; families are w\
ritten like lrx:8 or rubik222
gap> for options in [ rec( time := "abc" ), rec( time := -1 ), rec( memory := "4X" ), rec( memory := -1 ), rec( memory := "M" ), rec( threads := -1 ), rec( threads := "many" ) ] do
>   BreakOnError := false;; CALL_WITH_CATCH( WreathPermGroup, [ Group( (1,2) ), options ] );
> od;
Error, wreath: time: 'abc' is not a valid time: give seconds, such as 60
Error, wreath: time: '-1' is not a valid time: give seconds, such as 60
Error, wreath: memory: '4X' is not a valid size: give bytes, such as "500M" or\
 "4G"
Error, wreath: memory: '-1' is not a valid size: give bytes, such as "500M" or\
 "4G"
Error, wreath: memory: 'M' is not a valid size: give bytes, such as "500M" or \
"4G"
Error, wreath: threads: '-1' is not a valid number of threads: choose 1 to 409\
6
Error, wreath: threads: 'many' is not a valid number of threads: choose 1 to 4\
096
gap> List( [ 0, 1/2, 0.5, "0.5", 60, 2.0 ], WREATH.Seconds );
[ 0, 1, 1, 1, 60, 2 ]
gap> WreathSizeInfo( 7 );
Error, wreath: expected a permutation group
gap> STOP_TEST( "permgroup.tst" );
