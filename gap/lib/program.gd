# SPDX-License-Identifier: MIT

# What the package keeps, and its inner functions. Two components are the user's:
#   WREATH.Program   the program's path; where it is empty, the package looks for it (see WreathProgram)
#   WREATH.Options   options of every call, such as rec( threads := 2, memory := "4G", time := 60 )
BindGlobal( "WREATH", rec( Program := "", Options := rec( ) ) );

DeclareInfoClass( "InfoWreath" );

DeclareGlobalFunction( "WreathProgram" );
DeclareGlobalFunction( "WreathRun" );

DeclareUserPreference( rec(
  name := "Program",
  description := [ "The path of the program wreath. Where it is empty, the package looks in the environment's WREATH, \
beside the package, and in PATH." ],
  default := "",
  check := IsString,
  package := "wreath",
) );
