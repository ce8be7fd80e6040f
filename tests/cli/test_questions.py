#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every question with --test: nothing is printed, and the exit code is the answer, 0 for yes and 3 for no.

QUESTIONS has each verb with --test; a new one must be added to it. Without --test both answers are printed and exit with 0.
"""
import json
import unittest

from cli_test import ROOT, CliTest, save
from stops import verbs

SCHEME = ROOT / "data" / "schemes" / "2x2x2-7.txt"
A5 = "<a,b | a^2, b^3, (ab)^5>"

# Verb: arguments of a yes, of a no, and of an error.
QUESTIONS = {
    "word equal": [["surface:2", "abABcdCD", "1"], ["surface:2", "a", "b"], ["surface:2", "a", "z"]],
    "word conjugate": [["free:2", "ab", "ba"], ["free:2", "ab", "ba", "a", "b"], ["free:2", "ab", "z"]],
    "word subgroup": [["free:2", "--generators", "a^2,b", "aabaa"], ["free:2", "--generators", "a^2,b", "aa", "a"],
                      ["free:2", "--generators", "a^2,b", "z"]],
    "word automaton": [["accepts", "wa:free:2", "--word", "ab"], ["accepts", "wa:free:2", "--word", "ab", "--word", "aA"], ["accepts", "gone.fsa", "--word", "a"]],
    "semigroup member": [["full:3", "1,1,0"], ["order:3", "2,1,0"], ["full:3", "1,1,7"]],
    "semigroup factor": [["full:3", "1,1,0"], ["order:3", "2,1,0"], ["full:3", "1,1"]],
    "semigroup congruence": [["full:3", "--pairs", "s1=s2", "--related", "s1=s2"], ["full:3", "--pairs", "s1=s1", "--related", "s1=s2"],
                             ["full:3", "--pairs", "s1=s2", "--related", "s9=s1"]],
    "perm check": [["x.npy"], ["map.npy"], ["gone.npy"]],
    "perm equal": [["x.npy", "x.npy"], ["x.npy", "y.npy"], ["x.npy", "gone.npy"]],
    "group contains": [["mathieu:11", "-x", "()"], ["mathieu:11", "-x", "(1,2)"], ["mathieu:11", "-x", "gone.npy"]],
    "orbit word": [["lrx:5", "(1,2)"], ["mathieu:11", "(1,2)"], ["lrx:5", "(1,9)"]],
    "orbit path": [["lrx:5", "()", "(1,2)"], ["mathieu:11", "()", "(1,2)"], ["lrx:5", "()", "(1,9)"]],
    "coset verify": [["a5.coset", A5], ["a5.coset", "<a,b | a^2, b^3, (ab)^4>"], ["gone.coset", A5]],
    "coset trace": [["a5.coset", "abab", "1"], ["a5.coset", "1", "a"], ["a5.coset", "z"]],
    "flip verify": [[SCHEME, SCHEME], [SCHEME, "wrong.txt"], [SCHEME, "gone.txt"]],
    "flip equivalent": [[SCHEME, SCHEME], [SCHEME, "2x2x2"], [SCHEME, "gone.txt"]],
}
OTHERS = {  # of verbs that are in the table
    "word automaton": [[["equal", "wa:free:2", "wa:free:2"], ["equal", "wa:free:2", "wa:abelian:2"]],
                       [["subset", "wa:abelian:2", "wa:free:2"], ["subset", "wa:free:2", "wa:abelian:2"]]],
    "semigroup member": [[["full:3", "1,1,0", "--orbits"], ["order:3", "2,1,0", "--orbits"]]],
    "flip verify": [[[SCHEME], ["wrong.txt"]]],
    "orbit word": [[["lrx:4", "--start", "0011", "1100"], ["lrx:4", "--start", "0011", "0111"]],  # other letters: a no
                   [["lrx:4", "--start", "{1,2}", "{3,4}"], ["lrx:4", "--start", "{1,2}", "{3}"]]],
    "word conjugate": [[["abelian:2", "ab", "ba"], ["free:2", "a", "b"]]],
}
LONG = {"word equal": ["higman:4", "a", "b"], "semigroup member": ["full:9", "8,7,6,5,4,3,2,1,1"], "orbit word": ["lrx:13", "(1,13)(2,12)(3,11)(4,10)"]}


class Questions(CliTest):
    def setUp(self):
        super().setUp()
        save(self.folder / "x.npy", [1, 2, 0])
        save(self.folder / "y.npy", [1, 0, 2])
        save(self.folder / "map.npy", [1, 1, 0])
        self.wreath("coset", "enumerate", A5, "--subgroup", "ab", "-o", "a5.coset", "-q")
        right = SCHEME.read_text()
        at = right.index("1", right.index("\n"))  # one coefficient of it is wrong
        (self.folder / "wrong.txt").write_text(right[:at] + "0" + right[at + 1:])

    def ask(self, verb, arguments, code):
        with self.subTest(verb=verb, arguments=arguments):
            run = self.wreath(*verb.split(), *arguments, "--test", code=code)
            self.assertEqual(run.stdout, "")
            if code in (0, 3):
                self.assertEqual(run.stderr, "")
            else:
                self.assertNotEqual(run.stderr, "")

    def test_the_exit_code_is_the_answer(self):
        for verb, (yes, no, error) in QUESTIONS.items():
            self.ask(verb, yes, 0)
            self.ask(verb, no, 3)
            self.ask(verb, error, 1)
        for verb, pairs in OTHERS.items():
            for yes, no in pairs:
                self.ask(verb, yes, 0)
                self.ask(verb, no, 3)

    def test_without_it_both_answers_are_printed(self):
        for verb, (yes, no, _) in QUESTIONS.items():
            for arguments in (yes, no):
                with self.subTest(verb=verb, arguments=arguments):
                    is_error = verb == "flip verify" and arguments is no  # as ever: its yes is "valid", and all else an error
                    printed = self.wreath(*verb.split(), *arguments, "-q", code=1 if is_error else 0).stdout
                    self.assertNotEqual(printed, "")

    def test_a_stop_is_neither(self):
        for verb, arguments in LONG.items():
            self.ask(verb, [*arguments, "--time", "0.05"], 2)

    def test_json_is_refused(self):
        for verb, (yes, _, _) in QUESTIONS.items():
            with self.subTest(verb=verb):
                self.refused(*verb.split(), *yes, "--test", "--json", code=64, says="--test prints nothing")

    def test_a_record_has_the_answer(self):
        self.ask("perm equal", ["x.npy", "y.npy", "--record", "run.json"], 3)
        self.assertIs(json.loads((self.folder / "run.json").read_text())["results"]["equal"], False)

    def test_operations_that_are_not_questions(self):
        self.refused("word", "automaton", "count", "wa:free:2", "--test", code=64, says="--test is for equal, subset and accepts")
        self.refused("word", "subgroup", "free:2", "--generators", "a", "--test", code=64, says="give the words")

    def test_quiet_hides_progress_only(self):
        self.assertEqual(self.wreath("perm", "check", "map.npy", "-q").stdout, self.wreath("perm", "check", "map.npy").stdout)
        self.assertEqual(self.wreath("perm", "equal", "x.npy", "y.npy", "-q").stdout, self.wreath("perm", "equal", "x.npy", "y.npy").stdout)


class Table(CliTest):
    def test_every_question_is_in_the_table(self):
        found = [verb for verb in verbs() if "--test " in self.wreath(*verb.split(), "--help").stdout]
        self.assertEqual(sorted(found), sorted(QUESTIONS))

    def test_verbs_that_sound_like_questions_are_questions(self):
        asks = ("equal", "check", "member", "verify", "equivalent", "conjugate")
        self.assertEqual([verb for verb in verbs() if verb.split()[-1] in asks and verb not in QUESTIONS], [])


if __name__ == "__main__":
    unittest.main()
