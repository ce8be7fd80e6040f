# SPDX-License-Identifier: MIT

# What the library needs of a permutation group: rec( moved, degree, generators, options, object ), or fail if GAP is to do it alone.
DeclareAttribute( "WreathPermData", IsPermGroup, "mutable" );

DeclareGlobalFunction( "WreathPermGroup" );
DeclareGlobalFunction( "WreathSizeInfo" );
DeclareOperation( "WreathWord", [ IsPermGroup, IsPerm ] );
DeclareOperation( "WreathStraightLineProgram", [ IsPermGroup, IsPerm ] );
