# SPDX-License-Identifier: MIT
DeclareGlobalFunction( "WreathCosetTable" );
DeclareGlobalFunction( "WreathLowIndexSubgroups" );
