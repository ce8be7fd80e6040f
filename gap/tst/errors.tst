# SPDX-License-Identifier: MIT
# What goes wrong is a GAP error, and GAP goes on.
gap> START_TEST( "errors.tst" );
gap> G := FreeGroup( 2 );; S := WreathAutomaticStructure( G );;
gap> WreathAutomaticStructure( SymmetricGroup( 3 ) );
Error, wreath: an automatic structure is made of a finitely presented group: s\
ee IsomorphismFpGroup for others
gap> WreathAutomaticStructure( FreeGroup( 0 ) );
Error, wreath: a group without generators has no words
gap> WreathAutomaticStructure( G, 3 );
Error, wreath: options are one record, such as rec( time := 60, threads := 2 )
gap> WreathAutomaticStructure( G, rec( colour := "red" ) );
Error, wreath: 'wreath word build' has no option colour
gap> WreathAutomaticStructure( G, rec( time := -1 ) );
Error, wreath: time: '-1' is not a valid time: give seconds, such as 60 or 0.5
gap> WreathReducedWord( S, FreeGroup( "x" ).1 );
Error, wreath: x is no element of this structure's group, and no word in its g\
enerators
gap> WreathReducedWord( S, [ G.1, 7 ] );
Error, wreath: 
7 is no element of this structure's group, and no word in its generators
gap> WreathIsEqual( S, [ G.1 ], [ ] );
Error, wreath: the two lists of words must be of the same length
gap> AsList( S );
Error, wreath: the group is infinite: WreathBall lists the elements up to a le\
ngth
gap> WreathSemigroup( [ ] );
Error, wreath: a semigroup is given by a list of transformations or of permuta\
tions that is not empty, or is a GAP semigroup or monoid of them
gap> WreathSemigroup( [ (1,2), Transformation( [ 1, 1 ] ) ] );
Error, wreath: a semigroup is given by a list of transformations or of permuta\
tions that is not empty, or is a GAP semigroup or monoid of them
gap> Size( WreathSemigroup( FullTransformationMonoid( 7 ), rec( limit := 1000 ) ) );
Error, wreath: stopped before the answer was known (target): a longer time, a \
larger limit or more memory may help, see WREATH.Options
gap> WreathProductPerm( (1,2), 3 );
Error, wreath: permutations are needed, or lists of them
gap> WreathProductPerm( [ (1,2) ], [ ] );
Error, wreath: the two lists of permutations must be of the same length
gap> WreathPowerPerm( (1,2), 1/2 );
Error, wreath: an exponent is an integer
gap> WreathPowerPerm( (1,2), 2^70 );
()
gap> WreathReadPerm( "/nowhere/x.npy" );
Error, wreath: /nowhere/x.npy: cannot open: No such file or directory
gap> WreathFlipSearch( "3x3", rec( target := 23 ) );
Error, wreath: a shape is n x m times m x p, written "nxmxp", such as "3x3x3"
gap> WreathFlipSearch( "3x3x3", rec( ) );
Error, wreath: a search needs an end: rec( target := 23 ), or also time or ste\
ps
gap> WreathRun( "perm" );
Error, usage: WreathRun( <engine>, <verb>[, <argument>...][, <options>] ), all\
 strings but the options
gap> WreathRun( "word", "reduce", "surface:2", "xyz" );
Error, wreath: command line:1:1: 'x' is not a letter of this group: the letter\
s are a, A, b, B, c, C, d, D
gap> WREATH.NameComponents( "give --max-rules 7, (--swaps) or --until: not a--b, - or --" );
"give maxRules 7, (swaps) or limit: not a--b, - or --"
gap> WREATH.ParseJSON( "{\"a\": [1, }" );
Error, wreath: the program's answer is not understood at character 11

# The program: missing, another one, another version.
gap> own := WREATH.Program;;
gap> WREATH.Program := "/nowhere/wreath";; Size( WreathSemigroup( [ (1,2) ] ) );
Error, wreath: '/nowhere/wreath' is no program: set WREATH.Program, or the env\
ironment's WREATH, to the path of wreath
gap> WREATH.Program := "true";; Size( WreathSemigroup( [ (1,2) ] ) );
Error, wreath: '/usr/bin/true' is not the program wreath: set WREATH.Program t\
o its path
gap> WREATH.Complaint( "old", "wreath 0.0.9 (abc)\n" );
"wreath: 'old' is of version 0.0.9, and this package needs 0.1.0: install both\
 from the same source"
gap> WREATH.Complaint( "own", Concatenation( "wreath ", InstalledPackageVersion( "wreath" ), " (abc)\n" ) );
fail
gap> WREATH.Program := own;; Size( WreathSemigroup( [ (1,2) ] ) );
2
gap> STOP_TEST( "errors.tst" );
