# SPDX-License-Identifier: MIT
ReadPackage( "wreath", "lib/files.gi" );
ReadPackage( "wreath", "lib/json.gi" );
ReadPackage( "wreath", "lib/program.gi" );
ReadPackage( "wreath", "lib/channel.gi" );
ReadPackage( "wreath", "lib/word.gi" );
ReadPackage( "wreath", "lib/automaton.gi" );
ReadPackage( "wreath", "lib/kinds.gi" );
ReadPackage( "wreath", "lib/semigroup.gi" );
ReadPackage( "wreath", "lib/gapsemigroup.gi" );
ReadPackage( "wreath", "lib/perm.gi" );
ReadPackage( "wreath", "lib/permgroup.gi" );
ReadPackage( "wreath", "lib/orbit.gi" );
ReadPackage( "wreath", "lib/coset.gi" );
ReadPackage( "wreath", "lib/fpgroup.gi" );
ReadPackage( "wreath", "lib/flip.gi" );
