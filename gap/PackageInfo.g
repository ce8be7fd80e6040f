# SPDX-License-Identifier: MIT
SetPackageInfo( rec(
PackageName := "wreath",
Subtitle := "Words, semigroups and permutations by the program wreath",
Version := "0.1.0",  # also the version of the program: they must agree up to the minor version
Date := "15/11/2026",
License := "MIT",
Persons := [
  rec( LastName := "The wreath authors", FirstNames := "", IsAuthor := true, IsMaintainer := false ),
],
Status := "other",
PackageWWWHome := "https://wreath.invalid",  # GAP requires addresses; there is none yet, and .invalid is reserved for this
README_URL := Concatenation( ~.PackageWWWHome, "/gap/README.md" ),
PackageInfoURL := Concatenation( ~.PackageWWWHome, "/gap/PackageInfo.g" ),
ArchiveURL := Concatenation( ~.PackageWWWHome, "/releases/wreath-", ~.Version ),
ArchiveFormats := ".tar.gz",
AbstractHTML := "Normal forms of words in automatic groups, enumeration of semigroups, and large permutations.",
PackageDoc := rec(
  BookName := "wreath",
  ArchiveURLSubset := [ "doc" ],
  HTMLStart := "doc/chap0.txt",  # there is neither HTML nor PDF, but GAP requires both names
  PDFFile := "doc/chap0.txt",
  SixFile := "doc/manual.six",
  LongTitle := "Words, semigroups and permutations by the program wreath",
),
Dependencies := rec(
  GAP := ">= 4.12",
  NeededOtherPackages := [ ],
  SuggestedOtherPackages := [ ],
  ExternalConditions := [ [ "the program wreath", ~.PackageWWWHome ] ],
),
BannerString := Concatenation( "wreath ", ~.Version, ": words, semigroups and permutations by the program wreath (?wreath)\n" ),
AvailabilityTest := ReturnTrue,  # if the program is missing, the first call that needs it is an error
TestFile := "tst/testall.g",
Keywords := [ "automatic group", "word problem", "transformation semigroup", "permutation" ],
) );
