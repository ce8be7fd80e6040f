# SPDX-License-Identifier: MIT
"""Proofs of rewriting systems and automatic structures: those of real runs are accepted, and nothing that is false is."""
import collections
import random
import unittest

from proof_files import EDITS, SEED, Parts, ProofTest
from word_proofs import Problem, Rules, Structure, Wrong, acceptor_of, check_rewriting, counts, edited_steps, same_language

CONFLUENT = [
    ["<a | a^6>"], ["<a,b | a^2, b^3, (ab)^5>"], ["coxeter:5,3"], ["symmetric:4"], ["free:2"], ["baumslag-solitar:1,2", "--word-order", "recursive"],
    ["<a,b | ab=ba>", "--word-order", "rt_recursive"], ["monoid<a,b | ab=ba, a^3=a>"], ["monoid<a,b | aba=b>"],
    ["semigroup<a,b | ab=ba, aa=a, bb=b>"], ["<a,b | ab=ba>", "--word-order", "wtlex", "--weights", "2,2,1,1"],
    ["<z,y,x | x*z=z*x, y*z=z*y, x*y=y*x*z>", "--word-order", "wreathprod", "--weights", "1,1,2,2,3,3"], ["monoid<a | >"], ["<a,b | a, b>"],
    ["monoid<a,b | a^3=1, b^2=1, ab=ba>", "--word-order", "recursive"],
]
# group, and the numbers of elements of length 0, 1, ...
AUTOMATIC = {
    "free:2": [1, 4, 12, 36], "abelian:2": [1, 4, 8, 12], "surface:2": [1, 8, 56, 392, 2736], "triangle:2,3,7": [1, 3, 4, 6, 8],
    "coxeter:5,3": [1, 3, 5, 7, 9], "braid:3": [1, 4, 12, 30], "<a,b | a^3, b^3, (ab)^4>": [1, 4, 8, 16], "<a | a^5>": [1, 2, 2, 0],
    "<a | a>": [1, 0], "modular": None, "<a,b | abAB, a^3>": None, "<a,b | a^2=b^3>": None,
}


class WordProofs(ProofTest):
    def complete(self, arguments):
        return self.proof("word", "complete", *arguments)

    def build(self, *arguments):
        return self.proof("word", "build", *arguments)

    def test_confluent_rules(self):
        proofs = [self.complete(arguments) for arguments in CONFLUENT]
        for arguments, parts, verdict in zip(CONFLUENT, proofs, self.verdicts([parts.file() for parts in proofs])):
            with self.subTest(arguments):
                self.assertRegex(verdict, "^accepted: [0-9]+ rules? (is|are) a complete rewriting system")
                _, rules = check_rewriting(parts)
                self.assertEqual(parts.claim, f"confluent {len(rules)}")

    def test_automatic_structures(self):
        proofs = [self.build(group) for group in AUTOMATIC]
        for (group, known), parts, verdict in zip(AUTOMATIC.items(), proofs, self.verdicts([parts.file() for parts in proofs])):
            with self.subTest(group):
                self.assertRegex(verdict, "^accepted: .* ShortLex-least words")
                acceptor = acceptor_of(parts)
                self.assertEqual(parts.claim, f"automatic {len(acceptor)}")
                if known:
                    self.assertEqual(counts(acceptor, len(known)), known)

    def test_what_has_no_proof(self):
        run = self.wreath("word", "complete", "surface:2", "--max-rules", 50, "--proof", "a.proof", "-q", code=2)
        self.assertNotIn("proof", run.stdout)
        self.wreath("word", "build", "surface:2", "--max-rules", 5, "--proof", "a.proof", "-q", code=2)
        self.assertFalse((self.folder / "a.proof").exists())
        # An equation that a broken axiom taught has no derivation.
        run = self.wreath("word", "build", "<a,b | a^3, b^4, (bA)^4, (AABABB)^2>", "--proof", "a.proof", "-q", code=2)
        self.assertIn("verified", run.stdout)
        self.assertIn("no proof of this was found", run.stderr)
        self.assertFalse((self.folder / "a.proof").exists())
        for verb in ("complete", "build"):
            run = self.wreath("word", verb, "<a(1),b | >", "--proof", "a.proof", code=1)
            self.assertIn("wreath: ", run.stderr)
        (self.folder / "g.txt").write_text("<a | a^5>")
        self.assertIn("--proof", self.wreath("word", "build", "g.txt", "--proof", "g.txt", code=64).stderr)


class WrongProofs(ProofTest):
    def changed(self, parts, **changes):
        parts = parts.copy()
        for name, value in changes.items():
            setattr(parts, name, value)
        return parts

    def test_rules(self):
        parts = self.proof("word", "complete", "coxeter:5,3")
        count = int(parts.claim.split(" ")[1])
        for claim in (f"confluent {count - 1}", f"confluent {count + 1}", "confluent 0", "confluent", f"automatic {count}", f"confluent {2**62}"):
            self.assert_rejected(self.changed(parts, claim=claim))
        self.assert_rejected(self.changed(parts, numbers=parts.numbers[:-1], steps=parts.steps - 1, claim=f"confluent {count - 1}"), "rewritten to different words")
        self.assert_rejected(self.changed(parts, numbers=parts.numbers + [parts.numbers[-1]], steps=parts.steps + 1, claim=f"confluent {count + 1}"), "part of another one")
        self.assert_rejected(self.changed(parts, numbers=parts.numbers + [0]), "after the last step")
        for missing in range(len(parts.problem)):
            self.assert_rejected(self.changed(parts, problem=parts.problem[:missing] + parts.problem[missing + 1 :]))
        for order in ("order", "order lex", "order recursive", "order wtlex", "order wtlex 1 1 0", "order wreathprod 1 2", "order shortlex 1"):
            self.assert_rejected(self.changed(parts, problem=parts.problem[:-1] + [order]))

    def test_a_side_at_the_end_of_another_one(self):
        """The monoid is trivial, and the rules would leave a."""
        for numbers in ([0, 1], [1, 0]):
            self.assert_rejected(Parts("rewriting", ["letter a", "letter b", "equation b = 1", "equation a b = 1", "order shortlex"], "confluent 2", 2,
                                       numbers), "the end of another one")
        self.assert_rejected(Parts("rewriting", ["letter a a", "letter b c", "letter c b", "equation b a = a a", "equation c = b", "equation b b = 1",
                                                 "equation a = 1", "order shortlex"], "confluent 4", 4, [3, 4, 5, 6]), "another one")

    def test_small_files_that_would_take_long(self):
        start = ["letter a", "equation (a)^16777212 = 1"]
        lemmas = [0, 1, 1, 0] * 40  # each keeps 2^24 letters
        self.assert_rejected(Parts("rewriting", [*start, "order shortlex"], "confluent 1", 41, [*lemmas, 0]), "more letters of lemmas")
        counter = ["letter c", "letter a", "letter b", "letter d", "letter e", "equation a c = c a", "equation b c = a d", "equation d a = b d",
                   "equation d e = c e", "equation {0} = {0}".format("b " * 60 + "c e")]  # some 2^60 steps
        self.assert_rejected(Parts("rewriting", [*counter, "order shortlex"], "confluent 4", 4, [0, 1, 2, 3]), "more letters that are rewritten")

    def test_a_false_equation(self):
        # x = 1 from nothing, in three ways.
        problem = ["letter x X", "letter X x", "order shortlex"]
        for numbers in ([1, 0, 1, 0, 0], [1, 0, 0], [0, 1, 2 * 7, 0], [1, 0, 1, 2 * 2, 0]):
            self.assert_rejected(self.changed(self.proof("word", "complete", "free:1"), problem=problem, numbers=numbers + [2, 2], steps=3, claim="confluent 2"), "step [12]:")

    def test_steps_that_are_not_needed(self):
        parts = self.proof("word", "complete", "coxeter:5,3")
        rules = Rules(parts)
        self.assertEqual(rules.parts(parts).numbers, parts.numbers)
        rules.lemmas += [rules.lemmas[0], [[0, 1, 2], []], [[0, 0, 1], [[0, 0], [1, 0]]]]
        self.assertRegex(self.verdict(rules.parts(parts)), "^accepted")
        parts = self.proof("word", "build", "triangle:2,3,7")
        structure = Structure(parts)
        self.assertEqual(structure.parts(parts).numbers, parts.numbers)
        structure.lemmas += [structure.lemmas[0]]
        structure.composites += [structure.composites[0]]
        structure.backwards = 1
        self.assertRegex(self.verdict(structure.parts(parts)), "^accepted")

    def test_axioms_of_structures(self):
        """A structure of a group is none of its quotients, nor of groups of which it is one, by each axiom."""
        parts = self.proof("word", "build", "<a,b | a^3, b^3, (ab)^4>")
        for change, reason in [
            (lambda s: s.acceptor[0].pop(), "the acceptor rejects"),
            (lambda s: s.multiplier[0][1].pop(), "a word|beside itself"),
            (lambda s: s.composites[0][1][0][1].pop(), "a pair of the composite is missing"),
            (lambda s: s.differences.__setitem__(0, [0]), "first difference"),
            (lambda s: [edge.__setitem__(4, 0) for edge in s.edges], "are not the two words"),
            (lambda s: s.relators.__setitem__(0, [0, 0, 0]), "are not those of the equation"),
            (lambda s: s.of_letter.reverse(), "are not the two words"),
        ]:
            structure = Structure(parts)
            change(structure)
            self.assert_rejected(structure.parts(parts), reason)

    def test_words_that_are_equal(self):
        # All words in a, in a group with a a = 1: (w, w a) are pairs, so that a twice does not lead back.
        parts = self.proof("word", "build", "<a | a^2>")
        structure = Structure(parts)
        structure.lemmas, structure.composites, structure.relators, structure.differences = [], [], [], [[], [0]]
        structure.of_letter, structure.edges = [[1, 0]], [[0, 0, 0, 0, 0], [0, 1, 0, 1, 0]]
        structure.acceptor, structure.multiplier = [[[0, 0]]], [[0, [[0, 0], [1, 1]]], [1, []]]
        self.assertEqual(parts.problem, ["letter a a"])
        self.assert_rejected(structure.parts(parts), "the multiplier of a is not undone by that of its inverse")

    def test_one_more_equation(self):
        for group, equation, relations, reason in (("free:1", "(a)^3 = 1", [1, 1, 2], "does not hold for the multipliers"),
                                                   ("abelian:2", "a = b", [1, 0, 3], "does not hold for the multipliers"),
                                                   ("abelian:2", "a = b", [1, 0, 4], "are not those of the equation")):
            parts = self.proof("word", "build", group)
            structure = Structure(parts)
            structure.shift_lemmas(len(Problem(parts.problem).axioms))
            structure.relators.append(relations)
            parts.problem.append(f"equation {equation}")
            self.assert_rejected(structure.parts(parts), reason)

    def test_a_relation_with_too_many_pairs(self):
        parts = self.proof("word", "build", "<a,b | a^3, b^3, (ab)^4>")
        structure = Structure(parts)
        everything = [[1, [[a, b, 0] for a in range(5) for b in range(5) if (a, b) != (4, 4)]]]
        third = next(third for _, _, third in structure.relators if third > 4)
        structure.composites[third - 5][1] = everything
        self.assert_rejected(structure.parts(parts), "two products in the third relation")

    def test_words_that_are_not_least(self):
        # The words in b, as normal forms for another order of the letters.
        parts = self.proof("word", "build", "<a,b | a=b>", "--letter-order", "b,B,a,A")
        self.assertRegex(self.verdict(parts), "^accepted")
        structure = Structure(parts)
        structure.rename_letters([2, 3, 0, 1])
        self.assertEqual(parts.problem[0], "letter b B")
        parts.problem = parts.problem[2:4] + parts.problem[:2] + parts.problem[4:]
        self.assert_rejected(structure.parts(parts), "a product is greater than the word with the letter")

    def test_structures(self):
        parts = self.proof("word", "build", "triangle:2,3,7")
        states = len(acceptor_of(parts))
        for claim in (f"automatic {states - 1}", f"automatic {states + 1}", "automatic", f"confluent {states}"):
            self.assert_rejected(self.changed(parts, claim=claim))
        self.assert_rejected(self.changed(parts, numbers=parts.numbers + [0]), "after the last step")
        self.assert_rejected(self.changed(parts, steps=parts.steps + 1), "after the last step")
        self.assert_rejected(self.changed(parts, steps=parts.steps - 1), "fewer steps")
        # A quotient, and a group of which this one is a quotient.
        relators = [at for at, line in enumerate(parts.problem) if line.startswith("equation")]
        self.assert_rejected(self.changed(parts, problem=parts.problem[: relators[-1]], steps=parts.steps - 1, numbers=parts.numbers[:-3]))
        self.assert_rejected(self.changed(parts, problem=parts.problem + ["equation a = 1"], steps=parts.steps + 1, numbers=parts.numbers + [1, 0, 0]))
        self.assert_rejected(self.changed(parts, problem=parts.problem + ["equation a = b"], steps=parts.steps + 1, numbers=parts.numbers + [1, 2, 0]))


class EditedProofs(ProofTest):
    def test_edited_proofs_prove_only_what_is_true(self):
        """An accepted edit is explained: a reference accepts it, too, or it has the same words for the same group."""
        print(f"{EDITS} edits, seed {SEED}", flush=True)
        rng = random.Random(SEED)
        rules = [self.proof("word", "complete", *arguments) for arguments in CONFLUENT]
        structures = [self.proof("word", "build", group) for group in ("free:2", "abelian:2", "triangle:2,3,7", "<a,b | a^3, b^3, (ab)^4>")]
        originals = [rng.choice(rng.choice([rules, structures])) for _ in range(EDITS)]
        edited = [edited_steps(parts, rng) if rng.random() < 0.7 else parts.edited(rng) for parts in originals]
        why = collections.Counter()
        for original, parts, verdict in zip(originals, edited, self.verdicts([parts.file() for parts in edited])):
            if verdict.startswith("accepted"):
                explain = self.why_rules if parts.kind == "rewriting" else self.why_structure
                with self.subTest(seed=SEED, problem=parts.problem, claim=parts.claim):
                    why[explain(original, parts)] += 1
        print(f"{sum(why.values())} of them accepted: {dict(why)}", flush=True)
        self.assertLess(sum(why.values()), EDITS)

    def why_rules(self, original, parts):
        try:
            problem, rules = check_rewriting(parts)
        except Wrong as wrong:
            self.fail(f"accepted, but: {wrong}")
        if parts.problem != original.problem:
            return "another problem, of which it is true"
        if parts.numbers == original.numbers:
            return "not changed"
        return "the same rules with other lemmas" if sorted(rules) == sorted(check_rewriting(original)[1]) else "other rules, which are complete"

    def why_structure(self, original, parts):
        if parts.problem == original.problem:
            self.assertTrue(same_language(acceptor_of(parts), acceptor_of(original)))
            return "not changed" if parts.numbers == original.numbers else "the same words with other steps"
        presentation, order = Problem(parts.problem).presentation()
        fresh = self.proof("word", "build", presentation, "--letter-order", order, "--keep-inverses")
        self.assertTrue(same_language(acceptor_of(parts), acceptor_of(fresh)))
        return "another problem, of which it is true"


if __name__ == "__main__":
    unittest.main()
