#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath word as its users meet it."""
import json
import unittest

from cli_test import CliTest, load


class WordTest(CliTest):
    def json(self, *arguments, code=0):
        return json.loads(self.wreath(*arguments, "--json", code=code).stdout)

    def test_build_and_info(self):
        self.wreath("word", "build", "surface:2", "-o", "s2.wreath")
        for source in ("s2.wreath", "surface:2", "surface:2"):  # the second time from the cache
            info = self.json("word", "info", source)
            self.assertEqual((info["verified"], info["word_acceptor_states"], info["word_differences"], info["general_multiplier_states"]),
                             (True, 36, 33, 104))
            self.assertEqual(info["balls"][:6], [1, 9, 65, 457, 3193, 22289])
            self.assertEqual(len(info["balls"]), 11)
            self.assertEqual(info["order"], "infinite")
            self.assertEqual((info["hyperbolic"], info["thin_triangles"]), ("yes", 4))
            self.assertEqual(info["small_triangles"], 496799521)
        self.assertEqual(info["origin"], "cache")
        self.assertEqual(self.json("word", "info", "surface:2", "--no-cache")["origin"], "built")
        flat = self.json("word", "info", "coxeter:4,3,4", "--no-geometry")
        self.assertEqual((flat["hyperbolic"], flat["hyperbolic_by"]),
                         ("no", "the special subgroup of a, b, c, d is affine: it contains Z^3"))
        stopped = self.json("word", "info", "heisenberg", "--no-cache", "--time", "0.2", code=2)
        self.assertEqual((stopped["verified"], stopped["hyperbolic"]), (False, "no"))
        self.assertEqual(self.json("word", "info", "symmetric:4")["order"], 24)

    def test_words(self):
        self.assertEqual(self.wreath("word", "reduce", "surface:2", "abABcd", "abABcdCD", "").stdout, "dc\n1\n1\n")
        (self.folder / "words.txt").write_text("abABcd\na*a^-1\n")
        self.assertEqual(self.wreath("word", "reduce", "surface:2", "--file", "words.txt").stdout, "dc\n1\n")
        self.assertEqual(self.wreath("word", "equal", "surface:2", "abABcdCD", "").stdout, "equal (normal forms)\n")
        self.assertEqual(self.wreath("word", "equal", "surface:2", "ab", "ba").stdout, "different (normal forms)\n")
        self.refused("word", "reduce", "surface:2", "abx", says="x")

    def test_growth(self):
        growth = self.json("word", "growth", "triangle:3,3,4", "--terms", "5")
        self.assertEqual(growth["series"], "(1+4x+7x^2+9x^3+9x^4+6x^5+3x^6-2x^7)/(1-x^2-3x^3-x^4+x^6)")
        self.assertEqual(growth["balls"][5], 109)
        self.assertAlmostEqual(growth["rate"], 1.7220838057)

    def test_limits_end_without_a_claim(self):
        result = self.json("word", "build", "heisenberg", "--max-rules", "200", "--max-states", "5000", "-o", "h.wreath",
                           "--checkpoint", "h.ck", code=2)
        self.assertFalse(result["verified"])
        self.assertNotIn("order", result)
        self.assertFalse((self.folder / "h.wreath").exists())
        self.assertTrue((self.folder / "h.ck").exists())
        before = (self.folder / "h.ck").read_bytes()
        self.wreath("word", "build", "heisenberg", "--max-rules", "250", "--max-states", "5000", "--resume", "h.ck", code=2)
        self.assertNotEqual((self.folder / "h.ck").read_bytes(), before)  # it keeps the checkpoint that it resumed from
        self.refused("word", "build", "surface:2", "--resume", "h.ck", says="h.ck")
        for verb in (("multiply", "heisenberg", "a", "b"), ("growth", "heisenberg"), ("export", "heisenberg", "-o", "h")):
            known = self.json("word", *verb, "--max-rules", "100", "--max-states", "1000", code=2)
            self.assertFalse(known["verified"])
            self.assertIn("limit on rules", known["reason"])
        self.assertIn("no verified structure", self.wreath("word", "growth", "heisenberg", "--max-rules", "100", "--max-states",
                                                           "1000", code=2).stdout)

    # Work that no machine is done with before it is stopped.

    def test_a_stop_is_heard_amid_the_growth(self):
        self.wreath("word", "build", "surface:2", "-o", "s2.wreath")
        for seconds in (0.25, 1, 4, 16, 64):  # until there is time enough for six of the numbers
            growth = self.json("word", "growth", "s2.wreath", "--terms", "100000000", "--time", seconds, code=2)
            self.assertEqual(growth["ending"], "time")
            if len(growth.get("balls", [])) >= 6:
                break
        self.assertEqual(growth["balls"][:6], [1, 9, 65, 457, 3193, 22289])

    def test_a_stop_is_heard_amid_large_automata(self):
        for group in ("symmetric:251", "abelian:60"):  # far from done after 20 seconds
            self.assertEqual(self.json("word", "growth", group, "--time", "0.1", code=2)["ending"], "time")

    def test_a_stop_is_heard_where_words_grow(self):
        rules = self.json("word", "complete", "heisenberg", "--word-order", "recursive", "--time", "0.1", code=2)
        self.assertEqual((rules["confluent"], rules["ending"]), (False, "time"))

    def test_sizes_are_those_of_verified_structures(self):
        for verb in ("build", "info"):
            answer = self.json("word", verb, "heisenberg", "--max-rules", "100", code=2)
            self.assertFalse(answer["verified"])
            self.assertFalse([key for key in answer if "states" in key or "differences" in key], answer)

    def test_small_things_that_users_meet(self):
        for group in ("free:0", "symmetric:1", "cyclic:1", "surface:0"):
            self.assertEqual(self.json("word", "info", group)["order"], 1)
        self.refused("word", "build", "foo:3", says="surface, triangle, coxeter")
        self.refused("word", "import", "none", "-o", "n.wreath", says="No such file")

    def test_kbmags_files_go_both_ways(self):
        self.wreath("word", "export", "triangle:2,3,7", "-o", "t")
        for ending in ("", ".wa", ".gm", ".diff1", ".diff2"):
            self.assertIn("rec", (self.folder / ("t" + ending)).read_text())
        self.wreath("word", "import", "t", "-o", "t.wreath")
        self.assertEqual(self.json("word", "info", "t.wreath")["general_multiplier_states"], 135)
        self.wreath("word", "export", "triangle:2,3,8", "-o", "other", "--only", "wa")
        (self.folder / "t.wa").write_bytes((self.folder / "other.wa").read_bytes())
        (self.folder / "t.wreath").unlink()
        self.refused("word", "import", "t", "-o", "t.wreath", says="t.wa: this is not the word acceptor of this group")

    def test_damaged_files(self):
        self.wreath("word", "build", "triangle:2,3,7", "-o", "t.wreath")
        whole = (self.folder / "t.wreath").read_bytes()
        (self.folder / "t.wreath").write_bytes(whole[:1000])
        self.refused("word", "info", "t.wreath", says="cut short")
        (self.folder / "t.wreath").write_bytes(whole[:1000] + bytes([whole[1000] ^ 1]) + whole[1001:])
        self.refused("word", "info", "t.wreath", says="damaged")
        self.refused("word", "info", "none.wreath", says="none.wreath")
        self.refused("word", "build", "<a,b | a^>", says="'<a,b | a^>', column 10:")
        self.refused("word", "build", "<a,b | (a*b>", says="'<a,b | (a*b>', column ")
        self.refused("word", "build", "free:2", "-o", "missing/f.wreath", says="missing")

    def test_complete(self):
        text = self.wreath("word", "complete", "monoid<a,b | ab=ba, a^3=a, b^2=1>", "--enumerate", "6", "--reduce", "bab").stdout
        self.assertIn("confluent; order 6", text)
        self.assertIn("bab = a\n", text)
        self.assertEqual(self.json("word", "complete", "surface:2", "--max-rules", "50", code=2)["confluent"], False)

    def test_automata(self):
        automaton = lambda *arguments, **options: self.json("word", "automaton", *arguments, **options)
        made = automaton("not", "wa:surface:2", "-o", "reducible.fsa")
        self.assertEqual((made["tapes"], made["output"]), (1, "reducible.fsa"))
        self.assertEqual(automaton("enumerate", "reducible.fsa", "--count", 2)["words"], ["aA", "Aa"])
        self.assertTrue(automaton("equal", "reducible.fsa", "reducible.fsa")["equal"])
        self.wreath("word", "automaton", "not", "reducible.fsa", "-o", "again.fsa")
        self.assertEqual(self.wreath("word", "automaton", "equal", "again.fsa", "wa:surface:2").stdout, "equal\n")
        self.assertEqual(automaton("subset", "wa:surface:2", "geodesics:surface:2")["subset"], True)
        self.assertEqual(automaton("equal", "wa:surface:2", "geodesics:surface:2")["word"], "bABc")
        self.assertEqual(automaton("count", "wa:symmetric:4")["size"], 24)
        self.assertEqual(automaton("accepts", "gm/a:free:2", "--word", "a", "--word", "aa", "--word", "a", "--word", "b")["accepts"], [True, False])
        self.assertEqual(automaton("growth", "wa:triangle:3,3,4", "--longest", 3)["counts"], [1, 4, 8, 16])
        self.wreath("word", "automaton", "compose", "gm/a:free:2", "gm/b:free:2", "-o", "ab.dot")
        self.assertTrue((self.folder / "ab.dot").read_text().startswith("digraph automaton {"))
        self.assertIn("isFSA := true", self.wreath("word", "automaton", "star", "wa:free:2").stdout)
        self.assertIn("ending", automaton("concatenate", "reducible.fsa", "reducible.fsa", "--max-states", 10, code=2))
        self.refused("word", "automaton", "exists", "wa:free:2", says="two tapes")
        self.refused("word", "automaton", "and", "wa:free:2", "wa:free:3", says="different letters")
        self.refused("word", "automaton", "info", "nothing.fsa", says="nothing.fsa")
        self.wreath("word", "automaton", "and", "wa:free:2", code=64)
        self.wreath("word", "automaton", "nonsense", "wa:free:2", code=64)
        # Letters without names, as in kbmag's own examples.
        (self.folder / "f").write_text('f := rec(isFSA := true, alphabet := rec(type := "simple", size := 2), states := rec(type := "simple", size := 3), '
            'flags := ["DFA"], initial := [1], accepting := [2,3], table := rec(format := "sparse", transitions := [[[2,2]],[[1,2],[2,3]],[[1,2],[2,3]]]));')
        self.assertEqual(automaton("minimise", "f")["states"], 2)

    def test_geodesics(self):
        found = self.json("word", "geodesics", "surface:2", "bABc", "aa", "--list", 5, "-o", "s2")
        self.assertEqual([element["count"] for element in found["elements"]], [2, 1])
        self.assertEqual(found["elements"][0]["geodesics"], ["AdcD", "bABc"])
        self.assertEqual(self.wreath("word", "automaton", "equal", "s2.geowa", "geodesics:surface:2").stdout, "equal\n")
        self.assertEqual(self.json("word", "automaton", "info", "s2.geopairs")["tapes"], 2)
        self.assertEqual(self.json("word", "geodesics", "surface:2")["geodesic_acceptor_states"], 49)
        self.assertIn("ending", self.json("word", "geodesics", "<a,b | ab=ba>", code=2))

    def test_conjugacy(self):
        self.assertEqual(self.wreath("word", "conjugate", "surface:2", "abc", "bca").stdout, "conjugate by a (c^-1*u*c reduces freely to v)\n")
        found = self.json("word", "conjugate", "surface:2", "abc", "bca", "abAB", "cdCD")
        self.assertEqual([pair["conjugate"] for pair in found["pairs"]], [True, False])
        self.assertEqual(found["thin_triangles"], 4)
        self.assertIn("at most 4 apart", found["pairs"][1]["proof"])
        found = self.json("word", "conjugate", "triangle:3,3,4", "a", "B", "a", "bab^-1a^-1b^-1")
        self.assertEqual([pair["conjugate"] for pair in found["pairs"]], [False, False])
        self.assertIn("conjugate by 1 (they are equal", self.wreath("word", "conjugate", "abelian:2", "ab", "ba").stdout)
        self.assertEqual(self.json("word", "conjugate", "abelian:2", "ab", "ba")["pairs"][0]["conjugator"], "1")
        self.wreath("word", "conjugate", "abelian:2", "ab", "ba", "--test")
        (self.folder / "pairs.txt").write_text("ab\nba\na\nA\n")
        self.assertEqual([pair["conjugate"] for pair in self.json("word", "conjugate", "free:2", "@pairs.txt")["pairs"]], [True, False])
        self.assertEqual(self.wreath("word", "class", "free:2", "abbA", "Bab").stdout, "bb\na\n")
        self.assertEqual(self.wreath("word", "root", "free:2", "b(ab)^6B").stdout, "(ba)^6\n")
        found = self.json("word", "root", "triangle:2,3,7", "a", "(abaB)^3")["roots"]
        self.assertEqual((found[0], found[1]["exponent"]), ({"root": None, "order": 2}, 3))
        self.assertEqual(self.wreath("word", "root", "triangle:2,3,7", "b").stdout, "b has order 3: roots are found for elements of infinite order\n")
        self.assertIn("--max-elements", self.wreath("word", "class", "triangle:2,3,7", "a", "--max-elements", 3, code=2).stdout)
        orders = self.wreath("word", "order", "triangle:2,3,7", "a", "b", "ab", "abaB").stdout.splitlines()
        self.assertEqual([line.split(" (")[0] for line in orders], ["2", "3", "7", "infinite"])
        self.refused("word", "complete", "<a,b | ab=ba>", "--weights", "1,1,2,2", says="wtlex", code=64)
        self.refused("word", "complete", "abelian:2", "--word-order", "wtlex", says="needs one weight for each of the 4 letters, but 0 were given")
        self.refused("word", "complete", "abelian:2", "--word-order", "wreathprod", "--weights", "1", says="one level for each of the 4 letters")
        self.assertIn("ending", self.json("word", "class", "<a,b | ab=ba>", "a", code=2))
        self.wreath("word", "conjugate", "free:2", "a", code=64)

    def test_monoids(self):
        found = self.json("word", "complete", "semigroup<a,b | ab=ba, aa=a, bb=b>", "--enumerate", 9)
        self.assertEqual((found["order"], found["normal_forms"]), (3, ["a", "b", "ab"]))
        self.assertEqual(self.wreath("word", "equal", "monoid<a,b | ab=ba, a^3=a>", "abaa", "ab").stdout, "equal (confluent rules)\n")
        self.refused("word", "complete", "semigroup<a | aa=1>", says="semigroup")
        found = self.json("word", "complete", "<z,y,x | x*z=z*x, y*z=z*y, x*y=y*x*z>", "--word-order", "wreathprod", "--weights", "1,1,2,2,3,3")
        self.assertEqual((found["confluent"], found["order"]), (True, "infinite"))

    def test_subgroups(self):
        subgroup = lambda *arguments, **options: self.json("word", "subgroup", *arguments, **options)
        found = subgroup("triangle:2,3,7", "--generators", "abaB,BabaBab^2aBaBabaBab", "-o", "h", "--word-acceptor")
        self.assertEqual((found["verified"], found["index"], found["coset_acceptor_states"], found["coset_multiplier_states"]), (True, "infinite", 48, 116))
        self.assertEqual(self.json("word", "automaton", "info", "h.cos.gm")["labelled"], True)
        self.assertEqual(self.json("word", "automaton", "count", "h.cos.wa")["size"], "infinite")
        self.assertTrue(self.json("word", "automaton", "subset", "h.sub.wa", "wa:triangle:2,3,7")["subset"])
        self.assertEqual(self.wreath("word", "subgroup", "surface:2", "--generators", "a^2,b", "aaba", "b", "").stdout, "a\n1\n1\n")
        (self.folder / "words.txt").write_text("aaba\nb\n")
        self.assertEqual(subgroup("surface:2", "--generators", "a^2,b", "--file", "words.txt")["coset_forms"], ["a", "1"])
        found = subgroup("symmetric:4", "--generators", "a,b", "--permutations", "s4", "--schreier", "--transversal", 9, "--word-acceptor")
        self.assertEqual((found["index"], found["order"], len(found["transversal"])), (4, 6, 4))
        for path in found["permutations"]:
            self.assertEqual(sorted(load(self.folder / path)), [0, 1, 2, 3])
        self.assertEqual(self.wreath("word", "subgroup", "surface:2", "--generators", "a^2,b", "@words.txt").stdout, "a\n1\n")
        found = subgroup("surface:2", "--generators", "a^2,b,c,d,abA,acA,adA", "--presentation")["presentation"]
        self.assertEqual((len(found["generators"]), [len(relator) for relator in found["relators"]]), (6, [12]))
        self.assertEqual(subgroup("triangle:2,3,7", "--generators", "a", "--presentation")["presentation"]["text"], "<x1 | x1^2>")
        stopped = subgroup("triangle:2,3,7", "--generators", "ab", "--max-vertices", 64, "--max-states", 200, code=2)
        self.assertEqual((stopped["verified"], "index" in stopped), (False, False))
        self.assertIn("infinite index", self.wreath("word", "subgroup", "free:2", "--generators", "a", "--schreier", code=1).stderr)
        self.refused("word", "subgroup", "free:2", "--generators", "ax", says="x")
        self.wreath("word", "subgroup", "free:2", code=64)
        # Cosets that are enumerated need no structure of the group; kbmag's coset systems have the generators in them.
        found = subgroup("heisenberg", "--generators", "a^2,b", "--presentation", "--transversal", 9, "a^3*b")
        self.assertEqual((found["index"], len(found["transversal"]), found["coset_forms"]), (4, 4, ["ab"]))
        (self.folder / "cosets").write_text("_RWS := rec(isRWS := true, generatorOrder := [a,A,b,B,_H,x,X], ordering := \"wreathprod\",\n"
                                            "level := [2,2,2,2,1,1,1], inverses := [A,a,B,b,,X,x], equations := [[a^2,IdWord], [b^3,IdWord],\n"
                                            "[(a*b)^5,IdWord], [_H*a*b,x*_H]]);\n")
        found = subgroup("./cosets", "--presentation")
        self.assertEqual((found["index"], found["presentation"]["text"]), (12, "<x1 | x1^5>"))
        found = self.json("word", "complete", "./cosets")
        self.assertEqual((found["confluent"], found["order"]), (True, "infinite"))
        self.refused("word", "subgroup", "words.txt", says="words.txt")

    def test_lists_of_generators_have_places(self):
        for words, place in (("a,z", "'a,z', column 3"), ("a, [a,b], b*z*a", "column 13"), ("z", "'z', column 1"), ("a,\nbz", "line 2, column 2")):
            self.refused("word", "subgroup", "free:2", "--generators", words, says=f"{place}: 'z' is not a letter")

    def test_membership_in_subgroups(self):
        asked = ["word", "subgroup", "free:2", "--generators", "a^2,b", "aab", "ba", "1", "--contains"]
        self.assertEqual(self.wreath(*asked).stdout, "".join(f"{answer} (the folded graph of the generators)\n" for answer in ("yes", "no", "yes")))
        self.assertEqual(json.loads(self.wreath(*asked, "--json").stdout)["contains"], [True, False, True])
        asked = ["word", "subgroup", "thompson", "--generators", "a", "aaa", "b", "--contains"]  # without cosets
        self.assertEqual([line.split(" (")[0] for line in self.wreath(*asked).stdout.splitlines()], ["yes", "no"])
        found = json.loads(self.wreath(*asked, "--json").stdout)
        self.assertEqual((found["contains"], len(found["proofs"])), ([True, False], 2))

    def test_cheap_proofs_need_no_structure(self):
        """The answers, which the library's tests check for all families, as the program gives them: each names its proof."""
        for arguments, answer in ((["equal", "braid:4", "aba", "bab"], "equal"), (["equal", "thompson", "1", "a*A"], "equal (free reduction)"),
                                  (["equal", "braid:4", "a", "ab"], "different (abelianization)"), (["order", "braid:4", "a"], "infinite"),
                                  (["order", "heisenberg", "a"], "infinite"), (["order", "baumslag-solitar:1,2", "t"], "infinite"),
                                  (["conjugate", "abelian:2", "a", "a"], "conjugate by 1"), (["conjugate", "symmetric:6", "a", "b"], "conjugate by"),
                                  (["conjugate", "braid:3", "a", "b"], "conjugate by"), (["conjugate", "dihedral:100", "a", "A"], "conjugate by")):
            found = self.wreath("word", *arguments).stdout
            self.assertTrue(found.startswith(answer) and ("(" in found), (arguments, found))
            found = self.json("word", *arguments)
            self.assertTrue(found.get("proof") or found["pairs"][0]["proof"], found)

    def test_normal_forms_without_a_structure(self):
        run = self.wreath("word", "reduce", "monoid<a,b | ab=ba, a^3=a>", "baa", "1")
        self.assertEqual((run.stdout, run.stderr), ("aab\n1\n", "wreath: normal forms: confluent rules: shortlex, a < b\n"))
        found = self.json("word", "reduce", "monoid<a,b | ab=ba, a^3=a>", "abaa")
        self.assertEqual((found["form"], found["normal_forms"]), ("confluent rules: shortlex, a < b", ["ab"]))
        self.assertEqual(self.json("word", "reduce", "surface:2", "abABcd")["form"], "shortlex")
        self.refused("word", "reduce", "monoid<a,b | ab=ba>", "a", "--geodesic", says="shortest words")
        self.refused("word", "inverse", "monoid<a,b | ab=ba>", "a", says="'a' has no inverse in this monoid")

    def test_presentations_that_are_probably_mistakes(self):
        for group, says in (("<a,b ab>", "column 6: expected ',' or '|' before 'ab': write <a,b | ab> for a relator"),
                            ("<a,A | a^2>", "column 4: 'A' is the inverse of 'a': leave it out"),
                            ("<a,b,ab>", "column 6: 'ab' is a word in the other generators, and there is no '|'")):
            self.refused("word", "info", group, says=says)
            self.refused("coset", "enumerate", group, says=says)

    def test_a_stopped_build_tells_how_to_continue(self):
        stopped = self.wreath("word", "build", "thompson", "-o", "t.wreath", "--checkpoint", "t.ck", "--time", "0.2", "-q", code=2)
        self.assertIn("continue with --resume t.ck", stopped.stdout)
        self.wreath("word", "build", "thompson", "-o", "t.wreath", "--resume", "t.ck", "--time", "0.2", "-q", code=2)

    def test_words_of_files_among_words(self):
        (self.folder / "w.txt").write_text("abA\nbB\n")
        for verb, forms in (("reduce", ["b", "b", "1", "ab"]), ("inverse", ["B", "B", "1", "AB"])):
            self.assertEqual(self.wreath("word", verb, "<a,b | a*b = b*a>", "bAa", "@w.txt", "ba").stdout.split(), forms)
        self.refused("word", "reduce", "free:2", "@gone.txt", says="gone.txt")

    def test_what_is_wrong_with_a_coset_system(self):
        def refused(says, order="a,A,b,B,_H,x,X", inverses="A,a,B,b,,X,x", equations="[_H*a*b,x*_H]"):
            (self.folder / "cosets").write_text(f"_RWS := rec(isRWS := true, generatorOrder := [{order}], ordering := \"shortlex\",\n"
                                                f"inverses := [{inverses}],\nequations := [[a^2,IdWord], {equations}]);\n")
            self.refused("word", "subgroup", "./cosets", says=says)
        refused("b*_H = x*_H is not one of the group", equations="[b*_H,x*_H]")
        refused("_H*b = x is not one of the group", equations="[_H*b,x]")
        refused("without a letter _H", order="a,A,b,B", inverses="A,a,B,b", equations="[b^2,IdWord]")
        refused("2 letters have no inverse", order="a,A,b,B,_H,x", inverses="A,a,B,b,,")
        refused("have their inverses after it", order="a,b,B,_H,A", inverses="A,B,b,,a", equations="[_H*b,_H]")
        refused("./cosets:3:", equations="[_H*q,_H]")
        (self.folder / "group.sub").write_text("_RWS_Sub := rec(\n  subGenerators:=[a^6],\n  subGeneratorNames:=[x]\n);\n")
        self.refused("word", "subgroup", "./group.sub", says="list of generators of a subgroup, not a group")

    def test_long_lists_end_when_they_are_stopped(self):
        endless = 10 ** 15
        self.wreath("word", "build", "surface:2", "-o", "s2.wreath")
        for key, arguments in (("transversal", ["subgroup", "s2.wreath", "--generators", "ab", "--transversal", endless]),
                               ("words", ["automaton", "enumerate", "wa:s2.wreath", "--count", endless]),
                               ("normal_forms", ["complete", "free:2", "--enumerate", endless])):
            with self.subTest(arguments=arguments):
                for seconds in (0.25, 1, 4, 16, 64):  # until there is time enough for the first word
                    text = self.wreath("word", *arguments, "--time", seconds, "-q", code=2).stdout
                    if "a\n" in text:
                        break
                self.assertIn("a\n", text)
                for seconds in (0.25, 1, 4, 16, 64):
                    found = self.json("word", *arguments, "--time", seconds, "-q", code=2)
                    self.assertEqual(found["ending"], "time")
                    if "a" in found.get(key, []):
                        break
                self.assertIn("a", found[key])

    def test_results_fit_80_columns(self):
        for arguments in (["build", "<a,b | a^2, b^3, (ab)^7>"], ["info", "triangle:2,3,7"], ["growth", "surface:3"],
                          ["automaton", "growth", "wa:surface:2"], ["geodesics", "surface:3"], ["conjugate", "surface:2", "a", "b"],
                          ["subgroup", "<a,b | a^2, b^4, (ab)^11, (abab^2)^7, abaBaBab^2ababaBaBab^2ab^2aB>", "--generators", "aBaba,b", "--presentation"]):
            with self.subTest(arguments=arguments):
                lines = self.on_screen("word", *arguments, "-q").splitlines()
                self.assertEqual([line for line in lines if len(line) > 80], [])
        heisenberg = "<a,b,c | [a,b]=c, ac=ca, bc=cb>"
        for extra in range(0, 12, 3):  # wherever a line ends, options and paths stay whole
            name = "./x/" + "y" * extra + "-x/group-x.txt"
            (self.folder / name).parent.mkdir(parents=True)
            (self.folder / name).write_text(heisenberg)
            arguments = ["word", "multiply", name, "a", "b", "--max-rules", 50, "-q"]
            refused = self.on_screen(*arguments, code=2)
            self.assertLessEqual(max(map(len, refused.splitlines())), 80)
            ending = self.json(*arguments, code=2)["reason"]
            self.assertEqual(" ".join(refused.split()), f"{name}: no verified structure was found: {ending}. Try a larger "
                             "--max-rules or another --letter-order.")
        stopped = self.wreath("word", "reduce", "higman:4", "a", "--time", "0.000001", "-q", code=2).stdout
        self.assertIn("stopped (time). Try a longer --time, a larger --max-rules, or another --letter-order.", " ".join(stopped.split()))

    def test_stdout_of_a_ball_has_elements_only(self):
        self.wreath("word", "build", "surface:2", "-o", "s2.wreath")
        run = self.wreath("word", "ball", "s2.wreath", 12, "--memory", "1M", code=2)
        self.assertNotIn("memory", run.stdout)
        self.assertIn("give more memory with --memory", run.stderr)

    def test_rules_that_are_not_confluent_are_many(self):
        text = self.wreath("word", "complete", "heisenberg", "--max-rules", 300, "-q", code=2).stdout.splitlines()
        self.assertEqual(len(text), 102)
        self.assertRegex(text[100], "and [0-9]+ more; --json lists all")
        self.assertGreater(len(self.json("word", "complete", "heisenberg", "--max-rules", 300, "-q", code=2)["rules"]), 200)
        recorded = self.wreath("word", "complete", "heisenberg", "--max-rules", 300, "-q", "--record", "r.json", code=2)
        self.assertEqual(recorded.stdout.splitlines(), text)  # a record has all rules, and changes nothing that is printed
        self.assertGreater(len(json.loads((self.folder / "r.json").read_text())["results"]["rules"]), 200)

    def test_help(self):
        for verb in ("build", "info", "growth", "export", "import", "reduce", "equal", "complete"):
            self.assertIn("Examples:", self.wreath("word", verb, "--help").stdout)
        self.assertIn("surface:", self.wreath("word", "--help").stdout)


if __name__ == "__main__":
    unittest.main()
