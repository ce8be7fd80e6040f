# SPDX-License-Identifier: MIT
"""wreath orbit as its users meet it."""
import json
import math
import os
import sys
import unittest

from cli_test import CliTest, load, save

LRX_8 = [1, 3, 6, 12, 23, 44, 80, 142, 247, 411, 662, 1019, 1481, 2059, 2745, 3465, 4126, 4633, 4913, 4777, 4163, 3079, 1612, 488,
         94, 25, 6, 3, 1]


class Orbit(CliTest):
    def json(self, *arguments, code=0):
        return json.loads(self.wreath("orbit", *arguments, "--json", "-q", code=code).stdout)

    def test_growth(self):
        for threads in (1, 2):
            answer = self.json("growth", "lrx:8", "--threads", threads, "--backend", "cpu")
            self.assertEqual((answer["levels"], answer["diameter"], answer["states"]), (LRX_8, 28, 40320))
            self.assertEqual((answer["order"], answer["method"], answer["symmetry"], answer["graded"]), (40320, "cells", "none", True))
            self.assertTrue(answer["complete"] and answer["undirected"])
        for form in ("cells", "chain", "keys"):
            self.assertEqual(self.json("growth", "lrx:8", "--method", form)["levels"], LRX_8)
        text = self.wreath("orbit", "growth", "lrx:8", "-q").stdout
        self.assertIn("40,320 states, diameter 28, 1 state at distance 28", text)
        self.assertIn("the levels add up to the known number of states", text)

    def test_inputs(self):
        (self.folder / "g.g").write_text("gens := [ (1,2,3,4,5,6,7,8), (1,2) ];\n")
        (self.folder / "c.json").write_text(json.dumps({"generators": [[1, 2, 3, 4, 5, 6, 7, 0], [7, 0, 1, 2, 3, 4, 5, 6],
                                                                       [1, 0, 2, 3, 4, 5, 6, 7]]}))
        save(self.folder / "n.npy", [1, 2, 3, 4, 5, 6, 7, 0, 1, 0, 2, 3, 4, 5, 6, 7], "<u1", shape=(2, 8))
        for name in ("g.g", "c.json", "n.npy"):
            self.assertEqual(self.json("growth", name)["levels"], LRX_8, name)
        self.assertEqual(self.json("growth", "g.g", "--inverse", "no")["levels"], self.json("growth", "lx:8")["levels"])
        (self.folder / "lrx:8").write_text("(1,2)\n")
        self.refused("orbit", "growth", "lrx:8", says="'lrx:8' is both a file and a built-in family of generators")
        self.assertEqual(self.json("growth", "./lrx:8")["levels"], [1, 1])
        self.assertEqual(self.json("growth", "builtin:lrx:8")["levels"], LRX_8)

    def write_e8(self, name):
        """The simple reflections of E8 on the root lattice modulo 2, as GAP prints matrices."""
        edges = [(0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (1, 3)]
        matrices = []
        for i in range(8):
            joined = {j for edge in edges if i in edge for j in edge} - {i}
            matrices.append([[int(row == column) ^ int(column == i and row in joined) for column in range(8)] for row in range(8)])
        shown = [[["Z(2)^0" if entry else "0*Z(2)" for entry in row] for row in matrix] for matrix in matrices]
        (self.folder / name).write_text("Group(" + str(shown).replace("'", "") + ");\n")

    def test_subspaces(self):
        self.write_e8("e8.g")
        found = self.json("subspaces", "e8.g", "--dimension", "3")
        self.assertEqual((found["subspaces"], [orbit["size"] for orbit in found["sizes"]]), (97155, [40320, 7560, 9450, 37800, 2025]))
        roots = self.json("growth", "e8.g", "--start", "<[1,0,0,0,0,0,0,0]>")
        self.assertEqual(roots["states"], 120)
        self.assertEqual(self.json("subspaces", "sl:4,3", "--dimension", "2")["subspaces"], 130)
        self.refused("orbit", "subspaces", "sl:3,4", says="over a field")
        self.refused("orbit", "subspaces", "sl:3,5", "--dimension", "4", says="must be from 1 to 3")
        self.refused("orbit", "growth", "sl:3,5", "--start", "<[0,0,0]>", says="name a vector that is not 0")
        self.refused("orbit", "growth", "sl:3,5", "--start", "[Z(7),0,0]", says="an element of the field with 7 elements")
        (self.folder / "nine.g").write_text("[ [ Z(9), 0*Z(3) ], [ 0*Z(3), Z(9)^7 ] ]; [ [ Z(3), Z(3)^0 ], [ Z(3)^0, 0*Z(3) ] ];\n")
        self.assertEqual(self.json("subspaces", "nine.g")["sizes"][0]["size"], 10)

    def test_action(self):
        self.write_e8("e8.g")
        found = self.json("action", "e8.g", "--start", "<[1,0,0,0,0,0,0,0]>", "-o", "p.npy", "--states", "s.npy", "--words", "w.txt",
                          "--stabilizer", "f.g")
        self.assertEqual((found["states"], found["order"], found["stabilizer_order"]), (120, 348364800, 2903040))
        self.assertEqual(self.json_of("group", "order", "p.npy"), 348364800)
        self.assertEqual(self.json_of("group", "order", "f.g"), 2903040)
        self.assertEqual(load(self.folder / "s.npy")[:8], [1, 0, 0, 0, 0, 0, 0, 0])
        words = (self.folder / "w.txt").read_text().splitlines()
        self.assertEqual((len(words), words[0]), (120, "1"))
        self.refused("orbit", "action", "lrx:5", "-o", "p.txt", says=".npy")
        self.refused("orbit", "action", "hanoi:3,3", says="permutations and matrices")

    def json_of(self, engine, verb, name):
        return json.loads(self.wreath(engine, verb, name, "--json", "-q").stdout)["order"]

    def test_no_generator_is_left_out(self):
        (self.folder / "c.g").write_text("(1,2,3),(1,3,2)\n")
        self.assertEqual(self.json("growth", "c.g", "--inverse", "no")["levels"], [1, 2])
        (self.folder / "lines.g").write_text("(1,2)\n(3,4)\n")  # one permutation per line
        self.assertEqual(self.json("growth", "lines.g")["levels"], [1, 2, 1])

    def test_graphs_of_cayleypy(self):
        """States are arrays x, and the generator s turns x into y with y[i] = x[s[i]]."""
        generators = [[1, 2, 3, 4, 0], [1, 0, 2, 3, 4], [0, 2, 3, 1, 4]]  # directed
        for central in (None, [0, 1, 2, 3, 4], [2, 0, 1, 4, 3], [0, 0, 1, 2, 2]):
            graph = {"generators": generators, "generator_names": ["a", "b", "c"]}
            if central:
                graph["central_state"] = central
            (self.folder / "c.json").write_text(json.dumps(graph))
            start = tuple(central or range(5))
            distance, last = {start: 0}, [start]
            while last:
                last = [y for x in last for s in generators for y in [tuple(x[i] for i in s)]
                        if y not in distance and not distance.update({y: distance[x] + 1})]
            far = max(distance.values())
            self.json("antipodes", "c.json", "-o", "far.npy")
            rows = load(self.folder / "far.npy")
            self.assertEqual({tuple(rows[i:i + 5]) for i in range(0, len(rows), 5)}, {x for x in distance if distance[x] == far})
            for state in list(distance)[::7]:
                words = len(set(start)) < 5
                text = "".join(map(str, state)) if words else str([x + 1 for x in state])
                answer = self.json("word", "c.json", text)
                self.assertEqual(answer["distance"], distance[state], (central, state))
                x = start
                for letter in answer["letters"]:
                    x = tuple(x[i] for i in generators[letter])
                self.assertEqual(x, state)
        text = self.wreath("orbit", "info", "c.json").stdout
        self.assertIn("  a = (1,2,3,4,5)\n", text)  # as the file has it

    def test_starts_and_metrics(self):
        self.assertEqual(self.json("growth", "mathieu:24", "--start", "{1,2,3,4,5,8,11,13}")["levels"], [1, 5, 20, 71, 207, 340, 115])
        answer = self.json("growth", "lrx:16", "--start", "0000000011111111")
        self.assertEqual((answer["states"], answer["diameter"], answer["method"]), (12870, 46, "ranks"))
        self.assertEqual(self.json("growth", "rubik333:U2,R2")["states"], 12)
        self.assertEqual(self.json("growth", "rubik222", "--metric", "half", "--depth", 3, code=2)["levels"], [1, 9, 54, 321])
        self.assertEqual(self.json("growth", "hanoi:3,4")["diameter"], 15)
        self.assertEqual(self.json("growth", "sl:2,5", "--start", "[1,0]")["states"], 24)

    def test_ranges_and_expectations(self):
        answer = self.json("growth", "lrx:4..7", "--expect", "n*(n-1)/2")
        self.assertEqual([graph["diameter"] for graph in answer["graphs"]], [6, 10, 15, 21])
        self.assertTrue(answer["expectation_holds"])
        text = self.wreath("orbit", "growth", "lrx:4..6", "--expect", "n^2", "-q", code=1).stdout
        self.assertIn("does NOT hold for lrx:4, lrx:5, lrx:6", text)
        answer = self.json("growth", "lrx:3..6", "--expect", "n*(n-1)/2", code=1)
        self.assertEqual((answer["expectation_holds"], answer["expectation_fails_for"]), (False, ["lrx:3"]))
        answer = self.json("growth", "hanoi:3,2..5", "--expect", "2^m-1")
        self.assertEqual(([graph["input"] for graph in answer["graphs"]][-1], answer["expectation_holds"]), ("hanoi:3,5", True))
        self.refused("orbit", "growth", "lrx:5", "--expect", "m", says="m is number 2 of a family, and this one has 1 number")
        self.assertIn("NO", self.wreath("orbit", "growth", "lrx:5", "--expect", "n", "-q", code=1).stdout)
        self.refused("orbit", "growth", "lrx:5", "--expect", "n*", code=64, says="formula:1:3")
        self.refused("orbit", "growth", "lrx:7..5", says="the smaller number first")
        self.refused("orbit", "growth", "lrx:1..1001", says="a range has at most 1000 numbers")
        self.refused("orbit", "growth", "hanoi:3,3000000000", says="the number of discs must be from 1 to 511 with 3 pegs")
        answer = self.json("growth", "lrx:5..6", "--expect", "n", "--depth", 2, code=2)
        self.assertNotIn("expectation_holds", answer)
        text = self.wreath("orbit", "growth", "lrx:5..6", "--expect", "n", "--depth", 2, "-q", code=2).stdout
        self.assertIn("diameter n: not known: no graph is complete", text)
        self.assertIn("stopped (depth)\n", text)
        for expected, says, code in ((3, "NO, it is at least 6", 1), (6, "not known yet; at least 6", 2)):
            text = self.wreath("orbit", "growth", "lrx:10", "--depth", 5, "--expect", expected, "-q", code=code).stdout
            self.assertIn(f"  expected diameter {expected}: {says}\n", text)
        answer = self.json("growth", "lrx:4..6", "--expect", 5, "--depth", 5, code=1)
        self.assertEqual((answer["expectation_holds"], answer["expectation_fails_for"]), (False, ["lrx:4", "lrx:5", "lrx:6"]))
        answer = self.json("growth", "lrx:4..6", "--expect", "n*(n-1)/2", "--depth", 5, code=2)
        self.assertEqual([graph.get("expectation_holds") for graph in answer["graphs"]], [True, None, None])
        self.assertNotIn("expectation_holds", answer)
        text = self.wreath("orbit", "growth", "lrx:9..10", "--memory", "1M", "--backend", "cpu", "-q", code=2).stdout
        self.assertEqual(text, "lrx:9..10: nothing is known\nstopped (memory) at lrx:9\ngive more memory with --memory\n")
        for wrong in ("lrx:4..5..6", "lrx:..4"):
            self.refused("orbit", "growth", wrong, says=f"'{wrong}': a range is written 4..12")
        self.refused("orbit", "growth", "lrx:8", "more.npy", says="'lrx:8' is a family; further files")
        self.refused("orbit", "growth", "sliding:2..3x2..3", says="only one of the numbers of a family can be a range")
        self.refused("orbit", "antipodes", "lrx:4..6", says="'lrx:4..6' is a range of graphs")
        self.refused("orbit", "growth", "lrx:5", "--expect", "", code=64, says="formula")
        self.refused("orbit", "growth", "lrx:5", "--expect", "n/0", says="division by zero at n = 5")
        self.refused("orbit", "word", "lrx:5", "(1,2)", "--oracle", "x.npy", says="x.npy: this is not an oracle")

    def test_results_fit_the_terminal(self):
        for command in (["growth", "lrx:8"], ["growth", "rubik222", "--depth", "2"], ["info", "topspin:20,4"], ["info", "lrx:8"], ["growth", "lrx:64", "--depth", "2"]):
            for columns in (60, 80):
                shown = self.on_screen("orbit", *command, "-q", code=2 if "--depth" in command else 0, columns=columns)
                self.assertEqual([line for line in shown.splitlines() if len(line) > columns], [])

    def test_a_range_leaves_out_what_the_family_does_not_have(self):
        text = self.wreath("orbit", "growth", "mathieu:11..13", "-q").stdout
        self.assertRegex(text, r"(?m)^mathieu:11 +7,920 +11 ")
        self.assertRegex(text, r"(?m)^mathieu:12 +95,040 +11 ")
        self.assertIn("\nleft out: mathieu:13 (mathieu:13: the groups are mathieu:11, mathieu:12,", text)
        answer = self.json("growth", "mathieu:10..12", "--expect", "11")
        self.assertEqual((answer["complete"], answer["left_out"], answer["expectation_holds"]), (True, ["mathieu:10"], True))
        self.assertEqual([graph["states"] for graph in answer["graphs"]], [7920, 95040])
        self.refused("orbit", "growth", "mathieu:13..15", says="mathieu:15: the groups are mathieu:11")
        self.refused("orbit", "growth", "lrx:4..6", "--start", "(1,5)", says="5 is not a point: points are 1..4")  # but of lrx:5
        self.refused("orbit", "growth", "lrx:4..6", "--start", "00111", says="'00111' is not a state")

    def test_resumed_runs_get_further_however_short_they_are(self):
        run = ["growth", "lrx:7", "--time", "0.000001"]
        reached = [self.json(*run, "--checkpoint", "l.ck", code=2)["complete_to"]]
        while reached[-1] < 5:
            reached.append(self.json(*run, "--resume", "l.ck", code=2)["complete_to"])
        self.assertEqual(reached, [0, 1, 2, 3, 4, 5])

    def test_one_file_per_generator(self):
        self.wreath("coset", "permutations", "<a,b|a^2,b^3,(ab)^5>", "-o", "p")
        files = sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*.npy"))
        report = json.loads(self.wreath("orbit", "growth", *files, "--json").stdout)
        self.assertEqual(report["order"], 60)

    def test_limits_and_checkpoints(self):
        answer = self.json("growth", "lrx:8", "--depth", 5, code=2)
        self.assertEqual((answer["levels"], answer["complete"], answer["complete_to"]), (LRX_8[:6], False, 5))
        self.assertNotIn("diameter", answer)
        self.json("growth", "lrx:8", "--depth", 5, "--checkpoint", "l.ck", code=2)
        self.assertEqual(self.json("growth", "lrx:8", "--resume", "l.ck")["levels"], LRX_8)
        self.refused("orbit", "growth", "lrx:9", "--resume", "l.ck", says="l.ck")
        self.refused("orbit", "growth", "lrx:8", "--resume", "l.ck", "--method", "keys",
                     says="l.ck: the checkpoint keeps states by the method cells, and this search by the method keys: leave out --method")
        self.json("growth", "lrx:9", "--depth", 5, "--checkpoint", "s.ck", code=2)  # with a reflection
        self.refused("orbit", "growth", "lrx:9", "--no-symmetry", "--resume", "s.ck", says="s.ck: the checkpoint was made with symmetry")
        disk = os.statvfs(self.folder)
        if disk.f_bavail * disk.f_frsize < 100 << 30:  # lrx:15 needs 300 GB
            self.refused("orbit", "growth", "lrx:15", "--memory", "1G", "--backend", "cpu", "--scratch", self.folder, says="of scratch space in")
        self.refused("orbit", "growth", "lrx:4..6", "--checkpoint", "l.ck", code=64, says="checkpoints are not supported for a range of graphs")
        answer = self.json("growth", "pancake:30", "--memory", "256M", "--time", 20, code=2)
        self.assertEqual((answer["levels"][:3], answer["method"]), ([1, 29, 812], "keys"))
        answer = self.json("growth", "lrx:9", "--memory", "1M", "--backend", "cpu", code=2)
        self.assertEqual(answer["method"], "keys")
        self.assertIn("the bitmaps need", answer["method_reason"])

    def test_words_and_oracles(self):
        answer = self.json("word", "lrx:8", "(1,8)(2,7)")
        self.assertEqual(answer["distance"], len(answer["letters"]))
        self.json("oracle", "lrx:8", "-o", "o.npy")
        self.assertEqual(self.json("word", "lrx:8", "(1,8)(2,7)", "--oracle", "o.npy")["distance"], answer["distance"])
        self.assertEqual(len(load(self.folder / "o.npy")), (40320 + 3) // 4)
        self.assertEqual(self.wreath("orbit", "word", "topspin:7,4", "(1,2)", "-q").stdout, "no word leads to this state\n")
        self.assertEqual(self.json("word", "lrx:6", "000111", "--start", "111000")["distance"], 3)
        self.assertFalse(self.json("word", "lrx:6", "000112", "--start", "111000")["reachable"])  # other letters
        self.refused("orbit", "word", "pancake:8", "(1,2)", "--oracle", "o.npy", says="belongs to other generators")
        self.assertTrue(self.json("word", "lrx:6", "(1,2)")["reachable"])
        self.json("oracle", "topspin:7,4", "-o", "t.npy", "--start", "(1,2)(3,4)")
        for start in ([], ["--start", "(1,2)(3,4)"]):  # its own start may be named
            answer = self.json("word", "topspin:7,4", "(1,2,3)", "--oracle", "t.npy", *start)
            without = self.json("word", "topspin:7,4", "(1,2,3)", "--start", "(1,2)(3,4)")
            self.assertEqual((answer["distance"], answer["start"]), (without["distance"], "(1,2)(3,4)"))
            self.assertFalse(self.json("word", "topspin:7,4", "(1,2)", "--oracle", "t.npy", *start)["reachable"])
        self.refused("orbit", "word", "topspin:7,4", "(1,2,3)", "--oracle", "t.npy", "--start", "()", says="this oracle are from (1,2)(3,4)")
        self.refused("orbit", "oracle", "lx:6", "-o", "d.npy", says="this one is directed")

    def test_antipodes_and_info(self):
        answer = self.json("antipodes", "lrx:8", "-o", "far.npy")
        self.assertEqual((answer["antipodes"], answer["diameter"], len(load(self.folder / "far.npy"))), (1, 28, 8))
        self.assertEqual(self.json("word", "lrx:8", answer["states"][0])["distance"], 28)
        for graph, kind in (("hanoi:3,3", []), ("lrx:6", ["--start", "3"]), ("mathieu:12", ["--start", "{1,2,3,4,5,7}"]),
                            ("sl:2,5", []), ("sliding:3x2", []), ("lrx:6", ["--start", "001122"])):
            for form in ("auto", "keys"):
                answer = self.json("antipodes", graph, *kind, "--method", form, "--most", "100000", "-o", "far.npy")
                self.assertEqual(len(answer["states"]), answer["antipodes"], graph)
                self.assertTrue(all(self.json("word", graph, *kind, state)["distance"] == answer["diameter"]
                                    for state in answer["states"][:3]))
        answer = self.json("info", "mathieu:24")
        self.assertEqual((answer["order"], answer["method"], len(answer["generators"])), (244823040, "chain", 5))

    def test_symmetric_groups_of_many_points_are_recognised(self):
        getattr(sys, "set_int_max_str_digits", int)(0)
        for n in (400, 2000):
            cycle = "(" + ",".join(map(str, range(1, n + 1))) + ")"
            (self.folder / "s.g").write_text(f"{cycle},(1,2)\n")
            self.assertEqual(int(self.json("info", "s.g")["order"]), math.factorial(n))
            (self.folder / "a.g").write_text(f"{cycle.replace(f',{n})', ')')},(1,2,{n})\n")  # a cycle of n - 1 points, which is even
            self.assertEqual(int(self.json("info", "a.g")["order"]), math.factorial(n) // 2)

    def test_wrong_input(self):
        (self.folder / "bad.g").write_text("[(1,2),(2,2)]\n")
        self.refused("orbit", "growth", "bad.g", says="bad.g:1:11")
        self.refused("orbit", "growth", "lrxx:5", says="did you mean 'lrx")
        self.refused("orbit", "growth", "lrx:99", says="from 2 to 64")
        self.refused("orbit", "growth", "lrx:5", "--start", "(1,9)", says="9 is not a point")
        self.refused("orbit", "growth", "none.g", says="none.g")
        self.refused("orbit", "growth", ".", says=".: this is a folder, not a file")
        (self.folder / "bad.npy").write_text("(1,2)\n")
        self.refused("orbit", "growth", "bad.npy", says="bad.npy: this is not an .npy file")
        self.refused("orbit", "growth", "mathieu:24", "--method", "cells", says="the method cells is not possible here")
        self.refused("orbit", "antipodes", "lrx:5", "-o", "no/folder.npy", says="no/folder.npy")
        for verb in ("antipodes", "oracle"):
            self.refused("orbit", verb, "lrx:5", "-o", "states.txt", says="states.txt: the result is an .npy file; its name must end in .npy")
        self.refused("orbit", "word", "lrx:4", "--start", "0011", "011", says="'011' is not a state")


if __name__ == "__main__":
    unittest.main()
