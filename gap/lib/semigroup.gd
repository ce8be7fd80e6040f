# SPDX-License-Identifier: MIT

# A semigroup of maps of 1, ..., n, given by generators; its elements are found by the program when they are needed.
DeclareCategory( "IsWreathSemigroup", IsObject );
BindGlobal( "WreathSemigroupsFamily", NewFamily( "WreathSemigroupsFamily", IsWreathSemigroup ) );
DeclareRepresentation( "IsWreathSemigroupRep", IsWreathSemigroup and IsComponentObjectRep and IsAttributeStoringRep, [ ] );

DeclareGlobalFunction( "WreathSemigroup" );
DeclareGlobalFunction( "WreathEnumerate" );
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
