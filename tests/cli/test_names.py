# SPDX-License-Identifier: MIT
"""Arguments that may be files or built-in names: the same rule in all engines."""
import json
import unittest

from cli_test import CliTest


class NamesTest(CliTest):
    def json(self, *arguments):
        return json.loads(self.wreath(*arguments, "--json").stdout)

    def both(self, *command, name, what, kind="file"):
        self.refused(*command, says=f"'{name}' is both a {kind} and a built-in {what}: "
                     f"write ./{name} for the {kind} or builtin:{name} for the {what}")

    def test_group_or_file(self):
        (self.folder / "sl2z").write_text("<x,y | x^2, y^2>\n")
        for verb in ("build", "info", "growth"):
            self.both("word", verb, "sl2z", name="sl2z", what="group")
        self.both("word", "reduce", "sl2z", "aaaaa", name="sl2z", what="group")
        self.both("word", "complete", "sl2z", name="sl2z", what="group")
        self.assertEqual(self.wreath("word", "reduce", "builtin:sl2z", "aaaaa").stdout, "a\n")
        self.assertEqual(self.wreath("word", "reduce", "./sl2z", "xyyyx").stdout, "xyx\n")
        self.assertEqual(self.json("word", "info", "builtin:sl2z")["group"], "sl2z")

    def test_structure_file_or_group(self):
        self.wreath("word", "build", "free:2", "-o", "trefoil")
        self.both("word", "info", "trefoil", name="trefoil", what="group")
        self.assertEqual(self.json("word", "info", "./trefoil")["group"], "free:2")

    def test_a_family_without_its_arguments_is_not_a_group(self):
        (self.folder / "triangle").write_text("<x,y | x^2, y^2>\n")
        self.assertEqual(self.wreath("word", "reduce", "triangle", "xyyyx").stdout, "xyx\n")
        (self.folder / "triangle").unlink()
        self.refused("word", "build", "triangle", says="'triangle' needs arguments: triangle:p,q,r")
        (self.folder / "trefoil").mkdir()  # a folder is not a group either
        self.wreath("word", "build", "trefoil")

    def test_semigroup_or_file(self):
        (self.folder / "full:3").write_text("1 2\n1 0\n")
        self.both("semigroup", "enumerate", "full:3", name="full:3", what="semigroup")
        self.both("semigroup", "green", "full:3", name="full:3", what="semigroup")
        self.assertEqual(self.json("semigroup", "enumerate", "builtin:full:3")["size"], 27)
        self.assertEqual(self.json("semigroup", "enumerate", "./full:3")["size"], 2)

    def test_scheme_or_file(self):
        self.wreath("flip", "search", "2x2x2", "--target", "7", "-o", "seven.txt")
        (self.folder / "2x2x2").mkdir()
        (self.folder / "seven.txt").rename(self.folder / "2x2x2" / "seven.txt")
        self.both("flip", "stats", "2x2x2", name="2x2x2", what="scheme", kind="folder")
        self.both("flip", "search", "2x2x2", "--start", "2x2x2", name="2x2x2", what="scheme", kind="folder")
        self.assertEqual(self.json("flip", "verify", "2x2x2")["schemes"][0]["rank"], 8)  # which reads no folders
        self.assertEqual(self.json("flip", "search", "2x2x2", "--start", "builtin:2x2x2", "--target", "8")["rank"], 8)
        self.assertEqual(self.json("flip", "search", "2x2x2", "--start", "./2x2x2", "--target", "8")["rank"], 7)
        self.wreath("flip", "records", "2x2x2", "--folder", "2x2x2")
        (self.folder / "3x3x3").write_text("a file\n")
        self.both("flip", "verify", "3x3x3", name="3x3x3", what="scheme")
        self.assertEqual(self.json("flip", "verify", "builtin:3x3x3")["schemes"][0]["rank"], 27)

    def test_misspelled_names(self):
        self.refused("word", "build", "surfac:2", says="did you mean 'surface:2'?")
        self.refused("word", "build", "builtin:trefiol", says="did you mean 'trefoil'?")
        self.refused("word", "build", "nothing:2", says="the families are free, abelian")
        self.refused("word", "build", "nothing.wreath", says="nothing.wreath: cannot open: No such file")
        self.refused("semigroup", "enumerate", "symetric:3", says="did you mean 'symmetric:3'?")
        self.refused("semigroup", "enumerate", "nothing:3", says="the families are bihecke:n")


if __name__ == "__main__":
    unittest.main()
