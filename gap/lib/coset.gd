# SPDX-License-Identifier: MIT
DeclareGlobalFunction( "WreathCosetTable" );
