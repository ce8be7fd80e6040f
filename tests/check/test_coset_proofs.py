# SPDX-License-Identifier: MIT
"""Proofs of cosets and words: those of real runs are accepted by both checkers, and nothing that is false is."""
import itertools
import random
import unittest

import pathlib
import sys

from proof_files import EDITS, SEED, Parts, ProofTest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "check"))
import check  # noqa: E402

# group, subgroup, index
INDICES = [
    ("<a | a^12>", "1", 12), ("<a,b | a^2, b^3, (ab)^5>", "b", 20), ("<a,b | a^2, b^3, (ab)^5>", "1", 60), ("<a,b | ab=b, ba=a>", "1", 1),
    ("<a,b | a^4, a^2=b^2, bab^-1=a^-1>", "1", 8), ("<r,s,t | TrtR^2, RsrS^2, StsT^2>", "1", 1), ("fibonacci:2,7", "1", 29),
    ("<s,t | s^11, t^2, (st)^3, (s^4ts^6t)^2>", "s", 60), ("coxeter:3,3,3", "1", 120), ("<a,b,c | ab=c, bc=a, ca=b, a^8>", "", 8),
    ("<a,b | a^8, b^7, (ab)^2, (Ab)^3>", "a", 1344), ("<x,y | x^2, y^3, (xy)^7, [x,y]^8>", "xy, yx", 1),
]
MOST_STEPS = 700  # for check.py, which is slow
METHODS = ["auto", "hlt", "felsch", "mixed", "sparse"]
ORDERS = [("<a,b | a^2, b^3, (ab)^7, [a,b]^8>", 10752), ("<a | a^30>", 30), ("fibonacci:2,7", 29), ("<a,b | ab, b>", 1), ("<a | a^2>", 2),
          ("<a,b | a^6, b^2=a^3, bab^-1=a^-1>", 12), ("<a,b | a^2, b^2, (ab)^50>", 100), ("<a,b | a^12, a^18, b^4, [a,b]>", 24)]
# group, and words that are equal or not
WORDS = [("surface:2", "abABcd", "dc"), ("braid:4", "abaBAB", "1"), ("braid:4", "ab", "ba"), ("triangle:2,3,7", "(ab)^7*b", "b"),
         ("free:2", "abAB", "1"), ("abelian:2", "a^20*b^20", "b^20*a^20"), ("triangle:2,3,7", "ab", "ba"), ("free:2", "aB*bA", "1"),
         ("heisenberg", "abAB*a", "a*abAB"), ("coxeter:3,3,3", "abab", "ba"), ("modular", "1", "a^2")]


class Cosets(ProofTest):
    def prove(self, *arguments):
        """The proof of a run that both checkers accept, and what was printed."""
        answer = self.wreath(*arguments, "--proof", "a.proof", "-q").stdout
        data = (self.folder / "a.proof").read_bytes()
        self.assertRegex(self.verdicts([data])[0], "^accepted: ")
        parts = Parts.read(data)
        if parts.steps < MOST_STEPS:
            check.check(data)
        return parts, answer

    def agreed(self, files):
        """Whether each is accepted by both checkers; they must agree."""
        agreed = []
        for data, verdict in zip(files, self.verdicts(files)):
            try:
                check.check(data)
                agreed.append(True)
            except check.Rejected as why:
                agreed.append(False)
                self.assertTrue(verdict.startswith("rejected"), f"{verdict}, but check.py: {why}; SEED={SEED}")
            self.assertEqual(agreed[-1], verdict.startswith("accepted"), f"{verdict}; SEED={SEED}")
        return agreed

    def test_indices_by_every_method(self):
        for (group, subgroup, index), method in itertools.product(INDICES, METHODS):
            with self.subTest(group=group, method=method):
                parts, _ = self.prove("coset", "enumerate", group, "--subgroup", subgroup, "--method", method)
                self.assertEqual(parts.claim, f"index {index}")
                pruned, _ = self.prove("coset", "enumerate", group, "--subgroup", subgroup, "--method", method, "--pruned")
                self.assertEqual(pruned.claim, f"index {index}")
                self.assertLessEqual(pruned.steps, parts.steps)

    def test_a_proof_does_not_depend_on_the_threads(self):
        proofs = set()
        for threads in (1, 2, 5):
            parts, _ = self.prove("coset", "enumerate", "coxeter:3,3,3,3", "--method", "hlt", "--threads", threads)
            proofs.add(parts.file())
        self.assertEqual(len(proofs), 1)

    def test_orders(self):
        for group, order in ORDERS:
            with self.subTest(group=group):
                self.assertEqual(self.prove("coset", "order", group)[0].claim, f"order {order}")

    def test_words(self):
        for group, u, v in WORDS:
            with self.subTest(group=group, u=u):
                parts, answer = self.prove("word", "equal", group, u, v)
                self.assertEqual(answer.split()[0], parts.claim.split()[0])

    def test_other_options(self):
        for more in (["--as-is"], ["--keep-inverses"], ["--max-cosets", "5000"]):
            self.prove("coset", "enumerate", "<a,b | a^2, b^3, a^2, (ab)^5>", *more)

    def test_refusals(self):
        group = "<a,b | a^2, b^3, (ab)^5>"
        for arguments, code, says in ((["--backend", "cuda"], 1, "GPU|cuda"), (["-o", "a.proof"], 64, "same file"),
                                      (["--max-cosets", "10"], 2, "not known")):
            done = self.wreath("coset", "enumerate", group, "--proof", "a.proof", *arguments, code=code)
            self.assertRegex(done.stderr + done.stdout, says)
            self.assertFalse((self.folder / "a.proof").exists())
        self.wreath("coset", "order", "<a,b | a^2>", "--proof", "a.proof", code=1)
        self.wreath("word", "equal", "free:2", "a", "b", "--proof", "no/a.proof", code=1)

    def test_edits(self):
        chance = random.Random(SEED)
        edited = [self.prove("coset", "enumerate", group, "--subgroup", subgroup)[0] for group, subgroup, _ in INDICES[1:5]]
        edited += [self.prove("word", "equal", *words)[0] for words in WORDS]
        edited += [self.prove("coset", "order", group)[0] for group, _ in ORDERS if len(group) < 40]
        files = []
        true = []
        for _ in range(EDITS):
            parts = chance.choice(edited)
            claim = parts.claim
            parts = parts.copy()
            for _ in range(chance.randrange(1, 4)):
                way = chance.randrange(4)
                at = chance.randrange(len(parts.numbers))
                if way == 0:
                    parts.numbers[at] = chance.randrange(40)
                elif way == 1:
                    parts.numbers[at] += chance.choice((-1, 1)) if parts.numbers[at] else 1
                elif way == 2 and parts.steps > 1 and len(parts.numbers) == 2 * parts.steps:
                    del parts.numbers[at // 2 * 2:at // 2 * 2 + 2]
                    parts.steps -= 1
                elif way == 3:
                    name, _, rest = parts.claim.partition(" ")
                    if rest.isdigit():
                        parts.claim = f"{name} {int(rest) + chance.choice((-1, 1, int(rest)))}"
                    else:
                        parts.claim = {"equal": "different", "different": "equal"}[name] + " " + rest
            files.append(parts.file())
            true.append(parts.claim == claim)
        for number, accepted in enumerate(self.agreed(files)):
            self.assertTrue(true[number] or not accepted, f"a false claim was accepted; SEED={SEED}")


if __name__ == "__main__":
    unittest.main()
