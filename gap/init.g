# SPDX-License-Identifier: MIT
if IsKernelExtensionAvailable( "wreath" ) then LoadKernelExtension( "wreath" ); fi;  # optional: see lib/channel.gi
ReadPackage( "wreath", "lib/program.gd" );
ReadPackage( "wreath", "lib/word.gd" );
ReadPackage( "wreath", "lib/automaton.gd" );
ReadPackage( "wreath", "lib/semigroup.gd" );
ReadPackage( "wreath", "lib/perm.gd" );
ReadPackage( "wreath", "lib/permgroup.gd" );
ReadPackage( "wreath", "lib/orbit.gd" );
ReadPackage( "wreath", "lib/coset.gd" );
ReadPackage( "wreath", "lib/flip.gd" );
