# SPDX-License-Identifier: MIT

# A semigroup given by generators whose elements the library finds when they are needed. If GAP can multiply the elements, it is a
# semigroup of GAP's, too: then all that GAP has for semigroups works.
DeclareCategory( "IsWreathSemigroup", IsObject );
BindGlobal( "WreathSemigroupsFamily", NewFamily( "WreathSemigroupsFamily", IsWreathSemigroup ) );
DeclareRepresentation( "IsWreathSemigroupRep", IsWreathSemigroup and IsComponentObjectRep and IsAttributeStoringRep, [ ] );

# What the library needs of a semigroup: rec( generators, monoid, kind, options, object ), or fail.
DeclareAttribute( "WreathData", IsObject, "mutable" );

DeclareGlobalFunction( "WreathSemigroup" );
DeclareGlobalFunction( "WreathEnumerate" );
DeclareAttribute( "WreathGenerators", IsWreathSemigroup );
DeclareAttribute( "GeneratorsOfSemigroup", IsWreathSemigroup );
DeclareAttribute( "Size", IsWreathSemigroup );
DeclareAttribute( "AsList", IsWreathSemigroup );
DeclareAttribute( "AsSSortedList", IsWreathSemigroup );
DeclareOperation( "\\in", [ IsObject, IsWreathSemigroup ] );
DeclareOperation( "\\=", [ IsWreathSemigroup, IsWreathSemigroup ] );
DeclareOperation( "IsSubset", [ IsWreathSemigroup, IsObject ] );
DeclareOperation( "IsSubset", [ IsCollection, IsWreathSemigroup ] );
DeclareOperation( "Position", [ IsWreathSemigroup, IsObject, IsInt ] );
DeclareOperation( "WreathWord", [ IsWreathSemigroup, IsObject ] );
DeclareAttribute( "WreathRightCayleyGraph", IsWreathSemigroup );
DeclareAttribute( "WreathLeftCayleyGraph", IsWreathSemigroup );
DeclareAttribute( "WreathWords", IsWreathSemigroup );
DeclareAttribute( "WreathGreen", IsWreathSemigroup );
DeclareAttribute( "WreathNrRClasses", IsWreathSemigroup );
DeclareAttribute( "WreathNrLClasses", IsWreathSemigroup );
DeclareAttribute( "WreathNrHClasses", IsWreathSemigroup );
DeclareAttribute( "WreathNrDClasses", IsWreathSemigroup );
DeclareAttribute( "WreathNrIdempotents", IsWreathSemigroup );
DeclareOperation( "WreathFactor", [ IsWreathSemigroup, IsObject ] );
DeclareOperation( "WreathPlace", [ IsWreathSemigroup, IsObject ] );
DeclareAttribute( "WreathDClasses", IsWreathSemigroup );
DeclareAttribute( "WreathSmallGenerators", IsWreathSemigroup );
DeclareOperation( "WreathClosure", [ IsWreathSemigroup, IsList ] );

# As in the package Semigroups, which need not be there.
DeclareAttribute( "NrIdempotents", IsSemigroup );
DeclareAttribute( "MinimalIdeal", IsSemigroup );
