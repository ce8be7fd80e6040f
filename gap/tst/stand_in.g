# SPDX-License-Identifier: MIT
# What the tests need of the package Semigroups, for machines without it.
if not IsBoundGlobal( "IsBipartition" ) then
  DeclareCategory( "IsBipartition", IsObject );
  DeclareCategory( "IsBooleanMat", IsObject );
  BindGlobal( "StandInFamily", NewFamily( "StandInFamily" ) );
  BindGlobal( "StandIn", { filter, value } -> Objectify( NewType( StandInFamily, filter and IsPositionalObjectRep ), [ value ] ) );
  BindGlobal( "BipartitionByIntRep", list -> StandIn( IsBipartition, list ) );
  BindGlobal( "IntRepOfBipartition", x -> x![1] );
  BindGlobal( "DegreeOfBipartition", x -> Length( x![1] ) / 2 );
  InstallOtherMethod( Successors, [ IsBooleanMat ], x -> List( x![1], row -> Positions( row, 1 ) ) );
  BindGlobal( "DimensionOfMatrixOverSemiring", x -> Length( x![1] ) );
  InstallOtherMethod( Matrix, [ IsObject, IsList ], 1000, function( filter, rows )
    if not IsIdenticalObj( filter, IsBooleanMat ) then TryNextMethod( ); fi;
    return StandIn( IsBooleanMat, rows );
  end );
  InstallMethod( \=, [ IsBipartition, IsBipartition ], { x, y } -> x![1] = y![1] );
  InstallMethod( \<, [ IsBipartition, IsBipartition ], { x, y } -> x![1] < y![1] );
  InstallMethod( \=, [ IsBooleanMat, IsBooleanMat ], { x, y } -> x![1] = y![1] );
  InstallMethod( \<, [ IsBooleanMat, IsBooleanMat ], { x, y } -> x![1] < y![1] );
fi;
