# SPDX-License-Identifier: MIT

# A verified automatic structure of a finitely presented group, which gives normal forms.
DeclareCategory( "IsWreathStructure", IsObject );
BindGlobal( "WreathStructuresFamily", NewFamily( "WreathStructuresFamily", IsWreathStructure ) );
DeclareRepresentation( "IsWreathStructureRep", IsWreathStructure and IsComponentObjectRep and IsAttributeStoringRep, [ ] );

DeclareGlobalFunction( "WreathAutomaticStructure" );
DeclareAttribute( "UnderlyingGroup", IsWreathStructure );
DeclareProperty( "IsVerified", IsWreathStructure );
DeclareAttribute( "Size", IsWreathStructure );
DeclareAttribute( "AsList", IsWreathStructure );
DeclareAttribute( "AsSSortedList", IsWreathStructure );

DeclareOperation( "WreathReducedWord", [ IsWreathStructure, IsObject ] );
DeclareOperation( "ReducedForm", [ IsWreathStructure, IsObject ] );
DeclareOperation( "WreathIsEqual", [ IsWreathStructure, IsObject, IsObject ] );
DeclareOperation( "WreathOrder", [ IsWreathStructure, IsObject ] );
DeclareOperation( "WreathIndex", [ IsWreathStructure, IsList ] );
DeclareOperation( "WreathCosetForm", [ IsWreathStructure, IsList, IsObject ] );
DeclareOperation( "WreathSubgroupPresentation", [ IsWreathStructure, IsList ] );
DeclareOperation( "WreathIndex", [ IsGroup, IsList ] );
DeclareOperation( "WreathCosetForm", [ IsGroup, IsList, IsObject ] );
DeclareOperation( "WreathSubgroupPresentation", [ IsGroup, IsList ] );
DeclareGlobalFunction( "WreathCosetSystem" );
DeclareOperation( "WreathGeodesics", [ IsWreathStructure, IsObject, IsInt ] );
DeclareOperation( "WreathConjugator", [ IsWreathStructure, IsObject, IsObject ] );
DeclareOperation( "WreathRoot", [ IsWreathStructure, IsObject ] );
DeclareOperation( "WreathShortestConjugates", [ IsWreathStructure, IsObject ] );
DeclareOperation( "WreathBall", [ IsWreathStructure, IsInt ] );
DeclareOperation( "WreathSpheres", [ IsWreathStructure, IsInt ] );
DeclareOperation( "WreathGrowth", [ IsWreathStructure, IsInt ] );
DeclareAttribute( "WreathInfo", IsWreathStructure );
DeclareGlobalFunction( "WreathRewritingSystem" );
DeclareGlobalFunction( "WreathRewrittenWord" );
