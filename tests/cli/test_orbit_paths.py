# SPDX-License-Identifier: MIT
"""wreath orbit path, solve, atlas, presentations and forecasts as their users meet them."""
import json
import pathlib
import sys
import unittest

from cli_test import CliTest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_ac_path  # noqa: E402


class OrbitPaths(CliTest):
    def json(self, *arguments, code=0):
        return json.loads(self.wreath("orbit", *arguments, "--json", "-q", code=code).stdout)

    def test_paths(self):
        found = self.json("path", "lrx:8", "(1,2,3)", "(1,8)(2,7)")
        self.assertEqual((found["start"], found["target"], len(found["path"])), ("(1,2,3)", "(1,8)(2,7)", found["distance"] + 1))
        self.assertEqual(found["distance"], self.json("word", "lrx:8", "(1,8)(2,7)", "--start", "(1,2,3)")["distance"])
        self.assertEqual(self.json("path", "lrx:6", "000111", "111000")["distance"], 3)
        self.assertFalse(self.json("path", "lrx:6", "000112", "111000")["reachable"])
        self.assertFalse(self.json("path", "topspin:7,4", "()", "(1,2)")["reachable"])
        self.assertEqual(self.json("path", "sl:2,5", "[1,0]", "[0,1]")["path"][-1], "[0,1]")
        (self.folder / "four.g").write_text("[[Z(4),0*Z(2)],[0*Z(2),Z(4)^2]]; [[0*Z(2),Z(2)^0],[Z(2)^0,0*Z(2)]];")
        for one in ("Z(4)^0", "Z(2)^0"):  # GAP names the least field of each entry
            found = self.json("path", "four.g", f"[{one},0*Z(2)]", f"[0*Z(4),{one}]")
            self.assertEqual((found["start"], found["path"][-1]), ("[1,0]", "[0,1]"))
        self.refused("orbit", "path", "four.g", "[Z(8),0*Z(2)]", "[0,1]", says="an element of the field with 8 elements")
        text = self.wreath("orbit", "path", "lrx:5", "()", "(1,2)", "--states", "-q").stdout
        self.assertEqual(text.split("\n")[:3], ["X", "  ()", "  (1,2)  X"])
        self.assertEqual(self.json("path", "lrx:5", "(1,2)", "(1,2)")["distance"], 0)
        self.refused("orbit", "path", "lrx:5", "()", "(1,9)", says="9 is not a point")
        self.refused("orbit", "path", "lrx:5", "()", "(1,2)", "--moves", "m.txt", code=64, says="--moves is for presentations")

    def test_presentations(self):
        found = self.json("growth", "akbulut-kirby:3,18")
        self.assertEqual((found["states"], found["diameter"], found["levels"][:4]), (2128, 22, [1, 38, 23, 31]))
        self.assertEqual(self.json("growth", "akbulut-kirby:3,18,8")["states"], 542)
        self.assertEqual(self.json("growth", "andrews-curtis:18", "--start", "<a,b | a^3=b^4, aba=bab>")["states"], 2128)
        table = self.json("growth", "akbulut-kirby:3,13..16")
        self.assertEqual([graph["states"] for graph in table["graphs"]], [1, 1, 26, 40])
        found = self.json("path", "andrews-curtis:14", "<a,b | a^2=b^3, aba=bab>", "<a,b | a, b>", "--moves", "m.txt")
        self.assertEqual((found["distance"], found["path"][-1]), (6, "<a,b | a, b>"))
        lines = (self.folder / "m.txt").read_text().splitlines()
        self.assertEqual((check_ac_path.check(lines), lines[0], lines[-1]), (6, "start aaBBB abaBAB", "end a b"))
        for wrong in (lines[:3] + lines[4:], lines[:-1], [lines[0].replace("aaBBB", "aaBBb")] + lines[1:]):
            self.assertRaises(ValueError, check_ac_path.check, wrong)
        self.assertFalse(self.json("path", "andrews-curtis:12", "<a,b | a^2=b^3, aba=bab>", "<a,b | a, b>")["reachable"])
        self.refused("orbit", "growth", "akbulut-kirby:3,12", says="the presentation itself has 13 letters")
        self.refused("orbit", "growth", "andrews-curtis:40", says="from 2 to 36")
        self.refused("orbit", "growth", "andrews-curtis:9", "--start", "<a,b | a>", says="two generators and two relators")

    def test_many_states(self):
        (self.folder / "s.txt").write_text("(1,2,3)\n# a comment\n\n(1,2)\n()\n(1,9)(2,8)\n")
        found = self.json("solve", "lrx:9", "s.txt")
        self.assertEqual((found["distances"], found["words"][:3], found["longest"]), ([4, 1, 0, 12], ["L X R X", "X", "1"], 12))
        self.json("oracle", "lrx:9", "-o", "o.npy")
        self.assertEqual(self.json("solve", "lrx:9", "s.txt", "--oracle", "o.npy")["words"], found["words"])
        self.assertEqual(self.wreath("orbit", "solve", "lrx:9", "s.txt", "--distances", "-q").stdout, "4\n1\n0\n12\n")
        self.wreath("orbit", "solve", "lrx:9", "s.txt", "-o", "w.txt", "-q")
        self.assertEqual((self.folder / "w.txt").read_text().splitlines(), found["words"])
        (self.folder / "odd.txt").write_text("(1,2,3)\n(1,2)\n")
        found = self.json("solve", "topspin:7,4", "odd.txt")
        self.assertEqual((found["unreachable"], found["words"][1], found["distances"][1]), (1, "none", None))
        self.json("antipodes", "pancake:7", "-o", "far.npy")
        found = self.json("solve", "pancake:7", "far.npy")
        self.assertEqual((found["states"], set(found["distances"])), (35, {8}))
        (self.folder / "bad.txt").write_text("()\n(1,x)\n")
        self.refused("orbit", "solve", "lrx:9", "bad.txt", says="bad.txt:2:")
        self.refused("orbit", "solve", "lx:6", "s.txt", says="this one is directed")
        # Before the search: the time would end it.
        self.refused("orbit", "solve", "pancake:12", "bad.txt", "--time", "0.01", says="bad.txt:2:")
        self.refused("orbit", "path", "andrews-curtis:30,8", "<a,b | a^2=b^3, aba=bab>", "<a,b | a, b>", "--moves", "m.txt",
                     "--time", "0.01", says="leave out the ,8")

    def test_atlas(self):
        found = self.json("atlas", "-o", "atlas", "--up-to-states", "1e5", "--families", "lrx,hanoi-3,signed-reversals")
        self.assertEqual([family["family"] for family in found["families"]], ["lrx", "signed-reversals", "hanoi-3"])
        lrx = json.loads((self.folder / "atlas/lrx.json").read_text())
        self.assertEqual([row["diameter"] for row in lrx["rows"]], [n * (n - 1) // 2 for n in range(4, 9)])
        self.assertEqual({row["second_method"] for row in lrx["rows"]}, {"keys", "chain"})
        self.assertTrue(all(row["expectation_holds"] for row in lrx["rows"]))
        self.assertEqual((self.folder / "atlas/lrx.diameters.txt").read_text().splitlines()[1:], ["4 6", "5 10", "6 15", "7 21", "8 28"])
        page = (self.folder / "atlas/atlas.md").read_text()
        self.assertIn("| 8 | 40,320 | 28 | 1 |", page)
        before = (self.folder / "atlas/lrx.json").read_text()
        again = self.json("atlas", "-o", "atlas", "--up-to-states", "1e5", "--families", "lrx")  # nothing is searched again
        self.assertEqual((again["rows"], (self.folder / "atlas/lrx.json").read_text()), (5, before))
        self.json("atlas", "-o", "atlas", "--up-to-states", "4e5", "--families", "lrx")
        self.assertEqual([row["n"] for row in json.loads((self.folder / "atlas/lrx.json").read_text())["rows"]], [4, 5, 6, 7, 8, 9])
        found = self.json("atlas", "-o", "new", "--up-to-states", "1e7", "--families", "lrx,hanoi-3,block-interchange", "--beyond")
        self.assertEqual((found["rows"], found["beyond"], found["beyond_agreeing"]), (1, 1, 1))
        self.assertEqual([row["n"] for row in json.loads((self.folder / "new/block-interchange.json").read_text())["rows"]], [10])
        self.assertIn("as they were on 2026-11-19 (commit 7355621): 1, of which 1", (self.folder / "new/atlas.md").read_text())
        self.refused("orbit", "atlas", "-o", "atlas", "--families", "lrxx", says="lrxx")
        (self.folder / "atlas/lx.json").write_text("{}")
        self.refused("orbit", "atlas", "-o", "atlas", "--families", "lx", says="lx.json: this is not a file of the atlas")

    def test_forecasts(self):
        found = self.json("info", "rubik-edges", "--memory", "64M", "--backend", "cpu")
        self.assertEqual((found["completes"], found["expected_states"]), (False, 980995276800))
        self.assertIn("the first levels alone (--depth)", found["instead"])
        found = self.json("info", "lrx:9")
        self.assertTrue(found["completes"] and found["expected_seconds"] < 1)
        run = self.wreath("orbit", "growth", "lrx:15", "--memory", "64M", "--backend", "cpu", "--time", "0.5", code=2)
        self.assertIn("1,307,674,368,000 states, and there is memory for the levels up to about", run.stderr)
        self.assertIn("What would fit:", run.stderr)
        self.assertIn("of disk (--scratch)", run.stderr)
        self.assertNotIn("What would fit", self.wreath("orbit", "growth", "lrx:9").stderr)


if __name__ == "__main__":
    unittest.main()
