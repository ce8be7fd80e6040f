# SPDX-License-Identifier: MIT
DeclareGlobalFunction( "WreathOrbitGrowth" );
DeclareGlobalFunction( "WreathOrbitDistance" );
