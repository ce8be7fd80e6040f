# SPDX-License-Identifier: MIT

# The package's state and internal functions. Two components are for users:
#   WREATH.Program   the program's path; if it is empty, the package looks for it (see WreathProgram)
#   WREATH.Options   options of every call, such as rec( threads := 2, memory := "4G", time := 60 )
# and two more: with WREATH.Automatic := false, GAP's own semigroups, finitely presented groups and permutation groups keep GAP's
# methods; WREATH.LeastDegree is the number of points from which those permutation groups use the library.
BindGlobal( "WREATH", rec( Program := "", Options := rec( ), Automatic := true ) );

DeclareInfoClass( "InfoWreath" );

DeclareGlobalFunction( "WreathProgram" );
DeclareGlobalFunction( "WreathRun" );

DeclareUserPreference( rec(
  name := "Program",
  description := [ "The path of the program wreath. If it is empty, the package uses the environment variable WREATH, \
or looks beside the package and in PATH." ],
  default := "",
  check := IsString,
  package := "wreath",
) );

DeclareUserPreference( rec(
  name := "CosetEnumerator",
  description := [ "Whether GAP's own functions enumerate cosets with wreath once the package is loaded. \
TCENUM := GAPTCENUM; and TCENUM := WREATHTCENUM; change it at any time." ],
  default := true,
  values := [ true, false ],
  multi := false,
  package := "wreath",
) );
