# SPDX-License-Identifier: MIT
"""Options have one name in all commands; their older names still work, and print one note on stderr."""
import json
import unittest

from cli_test import ROOT, CliTest, load, save

SCHEME = ROOT / "data" / "schemes" / "2x2x2-7.txt"


class OldNamesTest(CliTest):
    def same(self, command, old, new, note, result=None):
        """The command with the older options does what it does with the new ones, and the note is all that it adds."""
        answers = []
        for options, said in ((old, f"note: {note}\n"), (new, "")):
            run = self.wreath(*command, *options, "-q", "--json")
            self.assertEqual(run.stderr, said)
            answer = json.loads(run.stdout)
            answers.append((answer.get(result), (self.folder / "z.npy").read_bytes() if "z.npy" in command else None))
        self.assertEqual(answers[0], answers[1])
        return answers[0][0]

    def test_methods_of_permutations(self):
        save(self.folder / "x.npy", [2, 0, 1, 3])
        product = ["perm", "multiply", "x.npy", "x.npy", "-o", "z.npy"]
        self.same(product, ["--algorithm", "auto"], ["--method", "auto"], "--algorithm is now called --method", "method")
        for old, new in (("traditional", "loop"), ("plain", "loop"), ("implicit", "partition"), ("partitioned", "partition")):
            note = f"--algorithm {old} is now called --method {new}"
            self.assertEqual(self.same(product, ["--algorithm", old], ["--method", new], note, "method"), new)
            self.same(product, [f"--algorithm={old}"], [f"--method={new}"], note)
            self.same(product, ["--method", old], ["--method", new], f"--method {old} is now called --method {new}")
        self.same(product, ["--exchange", "auto"], ["--method", "auto"], "--exchange is now called --method")
        self.assertEqual(load(self.folder / "z.npy"), [1, 2, 0, 3])
        for verb, arguments in (("inverse", []), ("divide", ["x.npy"]), ("power", ["2"])):
            self.same(["perm", verb, "x.npy", *arguments, "-o", "z.npy"], ["--algorithm", "implicit"], ["--method", "partition"],
                      "--algorithm implicit is now called --method partition")
        self.same(["perm", "evaluate", "x*x", "x=x.npy", "-o", "z.npy"], ["--algorithm", "plain"], ["--method", "loop"],
                  "--algorithm plain is now called --method loop")

    def test_methods_of_semigroups_and_searches(self):
        for verb, arguments in (("enumerate", []), ("member", ["1,0,2"]), ("green", [])):
            self.same(["semigroup", verb, "full:3", *arguments], ["--keep", "rows"], ["--method", "rows"],
                      "--keep is now called --method")
        self.assertEqual(json.loads(self.wreath("semigroup", "enumerate", "full:3", "--method", "words", "--json").stdout)["method"], "words")
        self.same(["flip", "search", "2x2x2", "--steps", "100", "--backend", "cpu"], ["--design", "auto"], ["--method", "auto"],
                  "--design is now called --method", "rank")

    def test_words(self):
        self.same(["word", "multiply", "surface:2", "ab", "c"], ["--algorithm", "scan"], ["--method", "scan"],
                  "--algorithm is now called --method", "normal_form")
        for verb, words in (("reduce", ["ba"]), ("info", []), ("complete", [])):
            self.same(["word", verb, "<a,b | a*b=b*a>", *words], ["--order", "b,B,a,A"], ["--letter-order", "b,B,a,A"],
                      "--order is now called --letter-order", "normal_forms")
        save(self.folder / "w.npy", [0, 2], "<u1")
        save(self.folder / "o.npy", [0, 1, 2], "<u8")
        for verb in ("reduce", "inverse"):
            self.same(["word", verb, "free:2", "--offsets", "o.npy"], ["--words", "w.npy"], ["--packed", "w.npy"],
                      "--words is now called --packed", "normal_forms")

    def test_schemes(self):
        self.wreath("flip", "path", "2x2x2", SCHEME, "-o", "p.txt")
        self.same(["flip", "path", "2x2x2", SCHEME], ["--check", "p.txt"], ["--verify", "p.txt"], "--check is now called --verify",
                  "moves")
        self.same(["flip", "derive", "permute", "2x3x4"], ["--order", "pnm"], ["--sides", "pnm"], "--order is now called --sides",
                  "shape")

    def test_old_names_are_those_of_their_commands(self):
        for command in (["semigroup", "enumerate", "full:3", "--algorithm", "rows"], ["perm", "tune", "--algorithm", "loop"],
                        ["word", "growth", "free:2", "--words", "w.npy"]):
            self.refused(*command, code=64, says="has no option")
        run = self.wreath("perm", "multiply", "x.npy", "x.npy", "-o", "z.npy", "--algorithm", "fast", code=64)
        self.assertEqual(run.stderr.splitlines()[0], "note: --algorithm is now called --method")
        self.assertIn("--method: 'fast' is not a valid method: choose one of auto, loop, partition, shared, messages, files", run.stderr)
        # after -- nothing is an option
        self.assertNotIn("note", self.wreath("word", "reduce", "free:2", "--", "--order", code=1).stderr)

    def test_help_has_the_new_names_only(self):
        for command in (["perm", "multiply"], ["word", "reduce"], ["word", "multiply"], ["semigroup", "enumerate"], ["flip", "search"],
                        ["flip", "path"], ["flip", "derive"]):
            text = self.wreath(*command, "--help").stdout
            for old in ("--algorithm", "--design", "--exchange", "--order", "--check "):
                self.assertNotIn(old, text)
        self.assertNotIn("--keep ", self.wreath("semigroup", "enumerate", "--help").stdout)
        self.assertIn("Usage: wreath word reduce GROUP", self.wreath("word", "reduce", "--help").stdout)
        self.assertIn("Usage: wreath semigroup enumerate SEMIGROUP", self.wreath("semigroup", "enumerate", "--help").stdout)
        self.assertIn("divide(x, y) is x^-1*y (left division)", self.wreath("perm", "divide", "--help").stdout)


if __name__ == "__main__":
    unittest.main()
