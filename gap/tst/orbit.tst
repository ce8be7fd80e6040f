# SPDX-License-Identifier: MIT
# Cayley graphs and orbits.
gap> START_TEST( "orbit.tst" );
gap> growth := WreathOrbitGrowth( [ (1,2,3,4,5), (1,2) ] );;
gap> growth.levels;
[ 1, 3, 6, 10, 16, 24, 29, 21, 6, 3, 1 ]
gap> [ growth.diameter, growth.states, growth.order, growth.complete ];
[ 10, 120, 120, true ]
gap> G := MathieuGroup( 11 );; WreathOrbitGrowth( G ).states = Size( G );
true
gap> WreathOrbitGrowth( MathieuGroup( 24 ), rec( start := "{1,2,3,4,5,8,11,13}" ) ).states;
759
gap> WreathOrbitGrowth( "lrx:8", rec( depth := 3 ) );
rec( complete := false, levels := [ 1, 3, 6, 12 ], method := "cells", 
  order := 40320, states := 22 )
gap> WreathOrbitDistance( "lrx:8", (1,8) );
3
gap> WreathOrbitDistance( AlternatingGroup( 6 ), (1,2) );
fail
gap> WreathOrbitDistance( AlternatingGroup( 6 ), (1,2,7) );  # a point that nothing moves
fail
gap> WreathOrbitDistance( "lrx:5", (1,9) );
fail
gap> WreathOrbitDistance( "lrx:6", "000111", rec( start := "111000" ) );
3
gap> WreathOrbitDistance( "lrx:4", 1 );
Error, wreath: a state is a permutation, or a text such as "{1,2,3}" or "0011"
gap> STOP_TEST( "orbit.tst" );
