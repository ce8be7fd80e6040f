# SPDX-License-Identifier: MIT
SetPackageInfo( rec(
PackageName := "wreath",
Subtitle := "Words, groups, semigroups and permutations by the library wreath",
Version := "0.1.0",  # also the version of the library: they must agree up to the minor version
Date := "18/11/2026",
License := "MIT",

# Placeholders, to be edited here and nowhere else before a release: who maintains the package, and where it is. Names that end
# in .invalid are reserved for addresses that do not exist.
PackageWWWHome := "https://wreath.invalid",
Persons := [
  rec( LastName := "Authors", FirstNames := "The wreath", IsAuthor := true, IsMaintainer := true, Email := "authors@wreath.invalid" ),
],
Status := "dev",

README_URL := Concatenation( ~.PackageWWWHome, "/gap/README.md" ),
PackageInfoURL := Concatenation( ~.PackageWWWHome, "/gap/PackageInfo.g" ),
SourceRepository := rec( Type := "git", URL := Concatenation( ~.PackageWWWHome, "/wreath.git" ) ),
IssueTrackerURL := Concatenation( ~.PackageWWWHome, "/issues" ),
ArchiveURL := Concatenation( ~.PackageWWWHome, "/releases/wreath-", ~.Version ),
ArchiveFormats := ".tar.gz",
AbstractHTML := "Normal forms of words in automatic groups, coset tables, enumeration of semigroups, and large permutations: \
GAP's own operations, and more.",
PackageDoc := rec(
  BookName := "wreath",
  ArchiveURLSubset := [ "doc" ],
  HTMLStart := "doc/chap0.html",
  PDFFile := "doc/manual.pdf",
  SixFile := "doc/manual.six",
  LongTitle := "Words, groups, semigroups and permutations by the library wreath",
),
Dependencies := rec(
  GAP := ">= 4.12",
  NeededOtherPackages := [ [ "GAPDoc", ">= 1.6" ] ],
  SuggestedOtherPackages := [ [ "Semigroups", ">= 3.0" ] ],
  ExternalConditions := [ [ "the program wreath, or its library for the kernel module", ~.PackageWWWHome ] ],
),
BannerString := Concatenation( "wreath ", ~.Version, ": words, groups, semigroups and permutations by the library wreath (?wreath)\n" ),
AvailabilityTest := ReturnTrue,  # the kernel module is optional; if the program is missing, the first call that needs it is an error
TestFile := "tst/testall.g",
Keywords := [ "automatic group", "word problem", "coset enumeration", "transformation semigroup", "permutation" ],
) );
