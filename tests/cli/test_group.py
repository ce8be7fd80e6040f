# SPDX-License-Identifier: MIT
"""wreath group as its users meet it."""
import json
import subprocess
import time
import unittest

from cli_test import CliTest, load, save

M24 = 244823040


class Group(CliTest):
    def json(self, *arguments, code=0):
        return json.loads(self.wreath("group", *arguments, "--json", "-q", code=code).stdout)

    def test_order(self):
        for threads in (1, 2):
            answer = self.json("order", "mathieu:24", "--threads", threads)
            self.assertEqual((answer["order"], answer["proven"], answer["degree"]), (M24, True, 24))
            product = 1
            for length in answer["orbit_lengths"]:
                product *= length
            self.assertEqual(product, M24)
            self.assertEqual(len(answer["base"]), len(answer["orbit_lengths"]))
        text = self.wreath("group", "order", "mathieu:24", "-q").stdout
        self.assertIn("order 244,823,040\n", text)
        self.assertIn("proven: ", text)
        self.assertEqual(self.json("order", "rubik333")["order"], 43252003274489856000)

    def test_giants(self):
        answer = self.json("order", "symmetric:20000")
        self.assertEqual((answer["order"], answer["giant"], answer["proven"]), ("20000!", "symmetric", True))
        self.assertEqual(self.json("order", "alternating:20001")["order"], "20001!/2")
        save(self.folder / "even.npy", [1, 2, 0, *range(3, 20000)], "<u4")
        save(self.folder / "odd.npy", [1, 0, *range(2, 20000)], "<u4")
        answer = self.json("contains", "alternating:20000", "--element", "even.npy", "--element", "odd.npy")
        self.assertEqual([each["member"] for each in answer["elements"]], [True, False])
        self.refused("group", "factor", "symmetric:20000", "-x", "odd.npy", says="no chain of stabilizers is made beyond 2000 points")

    def test_what_is_not_proven(self):
        # 2^17 points by two random-looking involutions of a dihedral group: too long for a proof.
        answer = self.json("order", "dihedral:131072", code=2)
        self.assertEqual((answer["order"], answer["proven"]), (262144, False))
        self.assertEqual(self.json("order", "dihedral:131072", "--random")["proven"], False)
        answer = self.json("order", "dihedral:131072", "--order", "262144")
        self.assertEqual((answer["order"], answer["proven"]), (262144, True))
        self.assertIn("order at least 262,144; not proven", self.wreath("group", "order", "dihedral:131072", "-q", code=2).stdout)
        self.refused("group", "order", "dihedral:12", "--order", "12", says="the group has at least 24 elements")
        answer = self.json("order", "mathieu:12", "--order", "190080")
        self.assertEqual((answer["order"], answer["proven"]), (95040, True))
        self.assertIn("the order was given as 190,080, but the group is proven to have 95,040 elements", answer["proof"])

    def test_memory_is_asked_before_it_is_taken(self):
        save(self.folder / "long.npy", range(4000000), "<u4")
        for verb in ("order", "blocks", "orbits"):
            self.refused("group", verb, "long.npy", "--memory", "4M", says="long.npy: reading the permutations needs 15.3 MiB of memory and")
        self.refused("group", "blocks", "cyclic:4000000", "--memory", "64M", says="MiB of memory and")

    def test_presentations(self):
        self.wreath("coset", "enumerate", "<a,b | a^2, b^3, (ab)^5>", "--subgroup", "ab", "-o", "a5.coset")
        answer = self.json("order", "a5.coset", "--presentation", "<a,b | a^2, b^3, (ab)^5>")
        self.assertEqual((answer["order"], answer["proven"]), (60, True))
        self.assertIn("the generators satisfy the presentation", answer["proof"])
        # A group of which A5 is a proper quotient: 120 is an upper bound that is not reached.
        answer = self.json("order", "a5.coset", "--presentation", "<a,b | a^4, b^3, (ab)^5=a^2, [a^2,b]>")
        self.assertEqual((answer["order"], answer["proven"]), (60, True))
        self.assertIn("proper quotient", answer["proof"])
        for presentation, says in (("<a,b | a^2, b^3, (ab)^4>", "the permutations do not satisfy a*b*a*b*a*b*a*b = 1: point "),
                                   ("<a,c | a^2, c^3, (ac)^5>", "no generator of the group is named c; the generators are a, b"),
                                   ("<a | a^2>", "the generator b of the group is not a letter of the presentation"),
                                   ("<a,b | a^2>", "the presented group is infinite")):
            self.refused("group", "order", "a5.coset", "--presentation", presentation, says=says)
        self.refused("group", "order", "a5.coset", "--order", "60", "--presentation", "<a,b | a^2>", code=64, says="choose one of")
        self.refused("group", "order", "a5.coset", "--presentation", "", code=64, says="--presentation: the file name is empty")

    def test_an_infinite_presentation_is_left_after_a_while(self):
        self.wreath("coset", "enumerate", "<a,b | a^2, b^3, (ab)^7, [a,b]^4>", "--subgroup", "b", "-o", "psl.coset")
        text = self.wreath("group", "order", "psl.coset", "--presentation", "<a,b | a^2, b^3, (ab)^7, [a,b]^12>", "-q").stdout
        self.assertIn("the presentation is not used", text)
        self.assertIn("order 168\n", text)
        self.refused("group", "order", "psl.coset", "--presentation", "<a,b | a^2, b^3, (ab)^7>", "-q", says="the presented group is infinite")

    def test_inputs(self):
        (self.folder / "g.g").write_text("gens := [ (1,2,3,4,5,6,7,8), (1,2) ];\n")
        save(self.folder / "n.npy", [1, 2, 3, 4, 5, 6, 7, 0, 1, 0, 2, 3, 4, 5, 6, 7], "<u1", shape=(2, 8))
        save(self.folder / "a.npy", [1, 2, 3, 4, 5, 6, 7, 0], "<u8")
        save(self.folder / "b.npy", [1, 0, 2, 3, 4, 5, 6, 7], "<u2")
        for inputs in (["g.g"], ["n.npy"], ["a.npy", "b.npy"], ["a.npy", "(1,2)"], ["(1,2,3,4,5,6,7,8)", "(1,2)"], ["g.g", "n.npy", "()"]):
            self.assertEqual(self.json("order", *inputs)["order"], 40320, inputs)
        self.wreath("coset", "enumerate", "<a,b | a^2, b^3, (ab)^5>", "--subgroup", "ab", "-o", "a5.coset")
        answer = self.json("order", "a5.coset")
        self.assertEqual((answer["order"], answer["degree"], answer["generators"]), (60, 12, ["a", "b"]))
        self.assertEqual(self.json("order", "sl:3,3")["order"], 5616)
        self.assertEqual(self.json("order", "symmetric:1")["order"], 1)
        save(self.folder / "none.npy", [], "<u4")
        self.assertEqual(self.json("order", "none.npy")["order"], 1)

    def test_text_of_gap_in_arguments(self):
        for inputs, order in ((["[2,3,1]"], 3), (["[(1,2),(3,4,5)]"], 6), (["[[2,3,1],[2,1]]"], 6), (["Group((1,2),(3,4,5))"], 6),
                              (["[2,3,1,4]", "PermList([2,1,4,3])"], 12)):
            self.assertEqual(self.json("order", *inputs)["order"], order, inputs)
        self.assertEqual(self.wreath("group", "factor", "(1,2,3)", "-x", "[2,3,1]", "-q").stdout, "s1^-2\n")
        self.wreath("coset", "enumerate", "<a,b | a^2, b^3, (ab)^5>", "--subgroup", "ab", "-o", "a5.coset")
        self.assertIn("[a,b]: coset ", self.wreath("coset", "trace", "a5.coset", "[a,b]").stdout)

    def test_matrices_as_gap_prints_them(self):
        # GeneratorsOfGroup( SL( 2, 5 ) ) and of GL( 3, 2 ), as GAP 4.12 prints them.
        sl25 = "[ [ Z(5), 0*Z(5) ], [ 0*Z(5), Z(5)^3 ] ], [ [ Z(5)^2, Z(5)^0 ], [ Z(5)^2, 0*Z(5) ] ]"
        (self.folder / "sl25.g").write_text(f"gens := [ {sl25} ];;\n")
        (self.folder / "gl32.g").write_text("Group([ [ [ Z(2)^0, Z(2)^0, 0*Z(2) ], [ 0*Z(2), Z(2)^0, 0*Z(2) ], [ 0*Z(2), 0*Z(2), Z(2)^0 ] ],\n"
                                            "  [ [ 0*Z(2), 0*Z(2), Z(2)^0 ], [ Z(2)^0, 0*Z(2), 0*Z(2) ], [ 0*Z(2), Z(2)^0, 0*Z(2) ] ] ])\n")
        for inputs, order in ((["sl25.g"], 120), ([f"[{sl25}]"], 120), (["gl32.g"], 168), (["sl25.g", "sl:2,5"], 120)):
            self.assertEqual(self.json("order", *inputs)["order"], order)
        for matrix, member in (("[ [ Z(5)^2, 0*Z(5) ], [ 0*Z(5), Z(5)^2 ] ]", True), ("[ [ Z(5)^2, 0*Z(5) ], [ 0*Z(5), Z(5)^0 ] ]", False)):
            self.assertEqual(self.json("contains", "sl25.g", "-x", matrix)["elements"][0]["member"], member)
        for matrix, says in (("[ [ Z(6), 0*Z(6) ] ]", "column 5: there is no field with 6 elements"), ("[ [ Z(5), 0*Z(5) ] ]", "the last matrix is not complete"),
                             ("[ [ Z(5), 0*Z(7) ] ]", "column 11: an entry before is in a field of characteristic 5"), ("[ [ Z(5), a ] ]", "expected matrices over a finite field"),
                             ("[ [ Z(5), Z(5) ], [ Z(5) ] ]", "this row has 1 entry")):
            self.refused("group", "order", matrix, says=says)
        self.refused("group", "order", "[ [ Z(5), 0*Z(5) ], [ 0*Z(5), 0*Z(5) ] ]", says="inver")

    def test_one_generator(self):
        for name, order in (("cyclic:100000", 100000), ("(1,2,3)(4,5,6,7)(8,9,10,11,12)", 60), ("(1,2)", 2)):
            answer = self.json("order", name)
            self.assertEqual((answer["order"], answer["proven"]), (order, True))
            self.assertIn("one generator", answer["proof"])
        self.assertEqual(self.json("contains", "cyclic:100000", "-x", "(1,2)")["elements"][0]["member"], False)
        self.refused("group", "order", "cyclic:12", "--order", "6", says="the group has at least 12 elements")
        self.assertIn("the order was given as 24", self.json("order", "cyclic:12", "--order", "24")["proof"])
        self.assertEqual(self.json("order", "sl:2,7", "--order", "336")["order"], 336)

    def test_orders_of_giants_in_text(self):
        for name, text in (("symmetric:10", "3,628,800"), ("symmetric:20", "20! = 2,432,902,008,176,640,000"), ("alternating:60", "60!/2")):
            self.assertIn(f"order {text}\n", self.wreath("group", "order", name, "-q").stdout)

    def test_a_stop_before_an_answer(self):
        # Every one of these would take seconds, or go on for much longer.
        for name in ("sl:5,17", "symmetric:500000000", "psl:2,200000033"):
            began = time.monotonic()
            self.assertIn("stopped (time)", self.wreath("group", "orbits", name, "--time", "0.05", "-q", code=2).stdout)
            self.assertLess(time.monotonic() - began, 20)
        answer = self.json("contains", "mathieu:24", "-x", "(1,2)", "-x", "()", "--time", "1e-6", code=2)
        self.assertEqual([each["member"] for each in answer["elements"]], [None, None])
        text = self.wreath("group", "contains", "mathieu:24", "-x", "(1,2)", "--time", "1e-6", "-q", code=2).stdout
        self.assertEqual(text, "not known: the run was stopped\nstopped (time)\n")
        text = self.wreath("group", "blocks", "cyclic:3000000", "--time", "0.001", "-q", code=2).stdout
        self.assertNotIn("whether this is", text)

    def test_bad_inputs(self):
        save(self.folder / "twice.npy", [1, 1, 0], "<u4")
        save(self.folder / "far.npy", [1, 7, 0], "<u4")
        save(self.folder / "short.npy", [1, 0], "<u4")
        save(self.folder / "long.npy", [1, 0, 2], "<u4")
        self.refused("group", "order", "twice.npy", says="twice.npy: twice is not a permutation: value 1 at index 1")
        (self.folder / "bad.g").write_text("[ [2,3,1],\n [2,2,1] ];\n")
        for verb in (["order"], ["orbits"], ["contains", "-x", "()"]):
            self.refused("group", verb[0], "bad.g", *verb[1:], says="bad.g:2:5: entry 2 of the list is 2, as entry 1 is: this is not a permutation")
        self.refused("group", "order", "[2,2,1]", says="'[2,2,1]', column 4: entry 2 of the list is 2")
        self.refused("group", "contains", "mathieu:11", "-x", "bad.g", says="bad.g:2:5: entry 2")
        self.refused("group", "contains", "mathieu:11", "-x", "twice.npy", says="twice.npy: this is not a permutation: value 1 at index 1")
        self.refused("group", "order", "gl:3,65537", says="gl:3,65537: the matrices must have")
        for verb in ("orbits", "blocks"):
            self.refused("group", verb, "mathieu:11", "-o", "", code=64, says="--output: the file name is empty")
        self.refused("group", "order", "far.npy", says="7")
        self.refused("group", "order", "short.npy", "long.npy", says="short.npy has 2 points and long.npy has 3")
        self.refused("group", "order", "nonsense", says="'nonsense' is neither a file nor a family")
        self.refused("group", "order", "symmetric:0", says="symmetric is written symmetric:N")
        self.refused("group", "order", "missing.npy", says="missing.npy")
        self.refused("group", "order", "mathieu:11", "--order", "x", code=64, says="'x' is not the order of a group")
        self.refused("group", "base", "mathieu:11", "--base", "12", says="12 is not a point")
        self.refused("group", "stabilizer", "mathieu:11", code=64, says="name either --points or --set")
        self.refused("group", "contains", "mathieu:11", "-x", "short.npy", says="the permutation has 2 points")

    def test_contains_and_factor(self):
        answer = self.json("contains", "rubik333", "-x", "(1,2)", "-x", "()")
        self.assertEqual([each["member"] for each in answer["elements"]], [False, True])
        self.wreath("group", "contains", "mathieu:24", "-x", "(1,2)", "--test", code=3)
        self.wreath("group", "contains", "mathieu:24", "-x", "()", "--test")
        self.assertEqual(self.wreath("group", "contains", "symmetric:4", "-x", "(1,9)", "-q").stdout, "no\n")
        for text, group in ("[2,1,3]", "(1,2)"), ("(9)", "symmetric:4"), ("[2,1,3,4,5]", "symmetric:4"):  # fixed points beyond the group's
            self.assertEqual(self.wreath("group", "contains", group, "-x", text, "-q").stdout, "yes\n")
        answer = self.json("factor", "(1,2,3,4)", "(1,2)", "-x", "(1,3)")
        self.assertTrue(answer["member"] and answer["checked"])
        self.assertGreater(answer["length"], 0)
        answer = self.json("factor", "(1,2,3,4)", "(1,2)", "-x", "(1,3)", "--letters", "0")
        self.assertTrue(answer["program"].splitlines()[-1].startswith("x"))
        self.assertEqual(self.json("factor", "mathieu:24", "-x", "(1,2)")["member"], False)

    def test_stabilizer(self):
        answer = self.json("stabilizer", "mathieu:24", "--points", "1,2")
        self.assertEqual((answer["order"], answer["proven"], answer["index"]), (443520, True, 552))
        answer = self.json("stabilizer", "mathieu:24", "--set", "1,2,3,4,5,8,11,13", "-o", "octad")
        self.assertEqual((answer["order"], answer["index"]), (322560, 759))
        self.assertEqual(self.json("order", *answer["files"])["order"], 322560)
        self.refused("group", "stabilizer", "mathieu:24", "--set", "1,2,3,4,5,8,11,13", "--most", "10", says="more than 10 sets")
        answer = self.json("stabilizer", "(1,2,3)", "--points", "1", "-o", "trivial")
        self.assertEqual((answer["order"], answer["files"]), (1, ["trivial-s1.npy"]))
        self.assertEqual(list(load(self.folder / "trivial-s1.npy")), [0, 1, 2])

    def test_orbits_and_blocks(self):
        answer = self.json("orbits", "(1,2)(3,4,5)", "-o", "labels.npy")
        self.assertEqual((answer["orbits"], answer["lengths"]), (2, [2, 3]))
        self.assertEqual(list(load(self.folder / "labels.npy")), [0, 0, 2, 2, 2])
        answer = self.json("blocks", "dihedral:12", "-o", "blocks.npy")
        self.assertEqual([(s["blocks"], s["block_size"]) for s in answer["systems"]], [(6, 2), (4, 3)])
        self.assertEqual(list(load(self.folder / "blocks.npy")), [0, 1, 2, 3, 4, 5] * 2)
        self.assertTrue(self.json("blocks", "mathieu:24")["primitive"])
        self.assertFalse(self.json("blocks", "(1,2)(3,4)")["transitive"])
        for group in ("mathieu:24", "(1,2)(3,4)"):
            self.assertIn("none.npy is not written: there are no blocks", self.wreath("group", "blocks", group, "-o", "none.npy", "-q").stdout)

    def test_base_and_random(self):
        answer = self.json("base", "mathieu:24", "--base", "24,7")
        self.assertEqual(answer["base"][:2], [24, 7])
        self.assertEqual([level["orbit"] for level in answer["levels"]][:2], [24, 23])
        answer = self.json("random", "mathieu:24", "--count", 2, "--seed", 7)
        self.assertEqual(len(answer["elements"]), 2)
        for text in answer["elements"]:
            self.assertTrue(self.json("contains", "mathieu:24", "-x", text)["elements"][0]["member"])
        self.wreath("group", "random", "mathieu:24", "-o", "x")
        self.assertTrue(self.json("contains", "mathieu:24", "-x", "x.npy")["elements"][0]["member"])

    def test_action(self):
        answer = self.json("action", "mathieu:24", "--set", "1,2,3,4,5,8,11,13", "-o", "octads")
        self.assertEqual(answer["degree"], 759)
        self.assertEqual(self.json("order", *answer["files"])["order"], M24)
        answer = self.json("action", "dihedral:12", "--blocks", "-o", "d")
        self.assertEqual((answer["degree"], self.json("order", *answer["files"])["order"]), (6, 12))
        self.assertEqual(self.json("action", "(1,2)(3,4,5)", "--point", "4", "-o", "three")["items"], [[3], [4], [5]])
        self.assertEqual(self.json("action", "symmetric:5", "--tuple", "1,2", "-o", "t")["degree"], 20)
        self.refused("group", "action", "symmetric:5", "-o", "t", code=64, says="choose one of --point POINT, --blocks, --set and --tuple")

    def test_checkpoint(self):
        expected = self.json("order", "mathieu:23", "--verify")
        self.wreath("group", "order", "mathieu:23", "--verify", "--time", "1e-6", "--checkpoint", "g.ck", code=2)
        for _ in range(1000):
            result = subprocess.run([self.program, "group", "order", "mathieu:23", "--verify", "--time", "1e-6", "--resume", "g.ck", "--json",
                                     "-q"], cwd=self.folder, capture_output=True, text=True, timeout=60)
            if result.returncode == 0:
                break
        self.assertEqual(json.loads(result.stdout)["order"], expected["order"])
        self.wreath("group", "order", "mathieu:23", "--verify", "--time", "1e-6", "--checkpoint", "h.ck", code=2)
        self.refused("group", "order", "mathieu:12", "--verify", "--resume", "h.ck", says="h.ck")


if __name__ == "__main__":
    unittest.main()
