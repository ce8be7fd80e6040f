# SPDX-License-Identifier: MIT
# Errors of the program are GAP errors, after which GAP continues.
gap> START_TEST( "errors.tst" );
gap> G := FreeGroup( 2 );; S := WreathAutomaticStructure( G );;
gap> WreathAutomaticStructure( SymmetricGroup( 3 ) );
Error, wreath: the group must be finitely presented; for other groups see Isom\
orphismFpGroup
gap> WreathAutomaticStructure( G, 3 );
Error, wreath: options must be one record, such as rec( time := 60, threads :=\
 2 )
gap> WreathAutomaticStructure( G, rec( colour := "red" ) );
Error, wreath: 'wreath word build' has no option colour
gap> WreathAutomaticStructure( G, rec( time := -1 ) );
Error, wreath: time: '-1' is not a valid time: give seconds, such as 60 or 0.5
gap> WreathReducedWord( S, FreeGroup( "x" ).1 );
Error, wreath: x is neither an element of this structure's group nor a word in\
 its generators
gap> WreathReducedWord( S, [ G.1, 7 ] );
Error, wreath: 
7 is neither an element of this structure's group nor a word in its generators
gap> WreathIsEqual( S, [ G.1 ], [ ] );
Error, wreath: the two lists of words must have the same length
gap> AsList( S );
Error, wreath: the group is infinite; WreathBall lists the elements up to a le\
ngth
gap> WreathSemigroup( [ (1,2) ], rec( colour := "red" ) );
Error, wreath: WreathSemigroup has no option colour: it has kind, method, limi\
t, backend, seed, scratch, time, memory and threads
gap> WreathCosetTable( G / [ ], G / [ ], rec( method := "hlt" ) );
Error, wreath: a coset table is that of a subgroup of a finitely presented gro\
up
gap> H := G / [ ];; WreathCosetTable( H, H, rec( method := "hlt" ) );
Error, wreath: WreathCosetTable has no option method: it has maxCosets, time, \
memory and threads
gap> WreathCosetTable( H, H, rec( maxCosets := "many" ) );
Error, wreath: maxCosets must be a positive integer below 2^32 - 1
gap> WreathSemigroup( [ ] );
Error, wreath: expected a nonempty list of transformations, of permutations, o\
f partial permutations, of bipartitions, of Boolean matrices or of matrices ov\
er a finite field, or a GAP semigroup or monoid of these
gap> WreathSemigroup( [ (1,2), Transformation( [ 1, 1 ] ) ] );
Error, wreath: expected a nonempty list of transformations, of permutations, o\
f partial permutations, of bipartitions, of Boolean matrices or of matrices ov\
er a finite field, or a GAP semigroup or monoid of these
gap> WREATH.CallToEnd( [ "semigroup", "enumerate", "full:7" ], rec( limit := 1000 ) );
Error, wreath: stopped early (target): try a longer time, a larger limit or mo\
re memory, see WREATH.Options
gap> WreathMultiplyPerm( (1,2), 3 );
Error, wreath: expected permutations, or lists of permutations
gap> WreathMultiplyPerm( [ (1,2) ], [ ] );
Error, wreath: the two lists of permutations must have the same length
gap> WreathPowerPerm( (1,2), 1/2 );
Error, wreath: the exponent must be an integer
gap> WreathPowerPerm( (1,2), 2^70 );
()
gap> WreathWritePerm( "x.npy", (1,2,3), 2 );
Error, wreath: the permutation moves the point 3, so it cannot have 2 points
gap> WreathWritePerm( "x.npy", (1,2,3), "5" );
Error, usage: WreathWritePerm( <file>, <x>[, <points>] ), where the number of \
points is a positive integer
gap> WreathReadPerm( "/nowhere/x.npy" );
Error, wreath: /nowhere/x.npy: cannot open: No such file or directory
gap> WreathFlipSearch( "3x3", rec( target := 23 ) );
Error, wreath: a shape must be a string "nxmxp" of three numbers, such as "3x3\
x3"
gap> WreathFlipSearch( "3x3x3", rec( ) );
Error, wreath: a search needs a limit: set target, time or steps, as in rec( t\
arget := 23 )
gap> WreathRun( "perm" );
Error, usage: WreathRun( <engine>, <verb>[, <argument>...][, <options>] ), all\
 strings but the options
gap> WreathRun( "word", "reduce", "surface:2", "xyz" );
Error, wreath: 'xyz', column 1: 'x' is not a letter of this group: the letters\
 are a, A, b, B, c, C, d, D
gap> WREATH.NameComponents( "give --max-rules 7, (--swaps) or --until: not a--b, - or --" );
"give maxRules 7, (swaps) or limit: not a--b, - or --"
gap> WREATH.ParseJSON( "{\"a\": [1, }" );
Error, wreath: cannot parse the output of the program at character 11

# The program: missing, another one, another version.
gap> own := WREATH.Program;;
gap> WREATH.Program := "/nowhere/wreath";; WreathRun( "semigroup", "enumerate", "full:2" ).size;
Error, wreath: '/nowhere/wreath' is not a program: set WREATH.Program or the e\
nvironment variable WREATH to the path of wreath
gap> WREATH.Program := "true";; WreathRun( "semigroup", "enumerate", "full:2" ).size;
Error, wreath: '/usr/bin/true' is not the program wreath: set WREATH.Program t\
o its path
gap> WREATH.Complaint( "old", "wreath 0.0.9 (abc)\n" );
"wreath: 'old' has version 0.0.9, but this package needs 0.1.0: install both f\
rom the same source"
gap> WREATH.Complaint( "own", Concatenation( "wreath ", InstalledPackageVersion( "wreath" ), " (abc)\n" ) );
fail
gap> WREATH.Program := own;; WreathRun( "semigroup", "enumerate", "full:2" ).size;
4
gap> STOP_TEST( "errors.tst" );
