# SPDX-License-Identifier: MIT
DeclareGlobalFunction( "WreathFlipSearch" );
DeclareGlobalFunction( "WreathIsScheme" );
