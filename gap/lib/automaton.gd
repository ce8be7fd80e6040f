# SPDX-License-Identifier: MIT

# A finite automaton of words or of pairs of words, kept as a file in kbmag's form.
DeclareCategory( "IsWreathAutomaton", IsObject );
BindGlobal( "WreathAutomataFamily", NewFamily( "WreathAutomataFamily", IsWreathAutomaton ) );
DeclareRepresentation( "IsWreathAutomatonRep", IsWreathAutomaton and IsComponentObjectRep and IsAttributeStoringRep, [ ] );

DeclareOperation( "WreathAutomaton", [ IsWreathStructure, IsString ] );
DeclareOperation( "WreathAutomaton", [ IsString ] );
DeclareGlobalFunction( "WreathAutomatonOperation" );
DeclareAttribute( "Size", IsWreathAutomaton );
DeclareAttribute( "WreathInfo", IsWreathAutomaton );
DeclareOperation( "WreathAutomatonWords", [ IsWreathAutomaton, IsInt ] );
DeclareOperation( "WreathAutomatonCounts", [ IsWreathAutomaton, IsInt ] );
DeclareOperation( "WreathAccepts", [ IsWreathAutomaton, IsString ] );
