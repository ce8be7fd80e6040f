# SPDX-License-Identifier: MIT
"""Proofs of cosets and words: those of real runs are accepted by both checkers, and nothing that is false is."""
import itertools
import random
import unittest

from proof_files import EDITS, SEED, Parts, ProofTest, run

# group, subgroup, index
INDICES = [
    ("<a | a^12>", "1", 12), ("<a,b | a^2, b^3, (ab)^5>", "b", 20), ("<a,b | a^2, b^3, (ab)^5>", "1", 60), ("<a,b | ab=b, ba=a>", "1", 1),
    ("<a,b | a^4, a^2=b^2, bab^-1=a^-1>", "1", 8), ("<r,s,t | TrtR^2, RsrS^2, StsT^2>", "1", 1), ("fibonacci:2,7", "1", 29),
    ("<r,s | rs^4=s^5r, sr^4=r^5s>", "1", 1), ("<s,t | s^11, t^2, (st)^3, (s^4ts^6t)^2>", "s", 60), ("coxeter:3,3,3", "1", 120),
    ("<a,b | a^8, b^7, (ab)^2, (Ab)^3>", "a", 1344), ("<a,b,c | a^2, b^2, c^2, a^2, abABcC, (bc)^3>", "1", 12),
    ("<x,y | x^2, y^3, (xy)^7, [x,y]^8>", "xy, yx", 1536), ("<a,b,c,d,e | a^4, b^2, c^2, d^2, e^2, abcd, edEAda, eAbcbaEBACaB, "
                                                          "ecacEABABa, (bc)^5>", "b, c, bc", 55104),
]
METHODS = ["auto", "hlt", "felsch", "mixed", "sparse"]
# group, generators, and words that are equal or not
EQUAL = [("surface:2", "abABcd", "dc"), ("braid:4", "abaBAB", "1"), ("braid:4", "ab", "ba"), ("triangle:2,3,7", "(ab)^7*b", "b"),
         ("free:2", "abAB", "1"), ("abelian:2", "a^20*b^20", "b^20*a^20"), ("triangle:2,3,7", "ab", "ba"), ("free:2", "aB*bA", "1"),
         ("heisenberg", "abAB*a", "a*abAB"), ("coxeter:3,3,3", "abab", "ba"), ("modular", "1", "a^2")]


class Cosets(ProofTest):
    def test_indices_by_every_method(self):
        for (group, subgroup, index), method in itertools.product(INDICES, METHODS):
            with self.subTest(group=group, method=method):
                self.prove("coset", "enumerate", group, "--subgroup", subgroup, "--method", method)
                self.assertEqual(Parts.read(self.proof.read_bytes()).claim, f"index {index}")
                self.accept_by_both()

    def test_a_proof_does_not_depend_on_the_threads(self):
        proofs = set()
        for threads in ("1", "2", "5"):
            self.prove("coset", "enumerate", "coxeter:3,3,3,3", "--method", "hlt", "--threads", threads)
            self.accept_by_both()
            proofs.add(self.proof.read_bytes())
        self.assertEqual(len(proofs), 1)

    def test_orders(self):
        for group, order in (("<a,b | a^2, b^3, (ab)^7, [a,b]^8>", 10752), ("<a | a^30>", 30), ("fibonacci:2,7", 29), ("<a,b | ab, b>", 1),
                             ("<a,b | a^6, b^2=a^3, bab^-1=a^-1>", 12), ("<a,b | a^2, b^2, (ab)^50>", 100), ("<a | a^2>", 2),
                             ("<a,b | a^12, a^18, b^4, [a,b]>", 24)):
            with self.subTest(group=group):
                self.prove("coset", "order", group)
                self.assertEqual(Parts.read(self.proof.read_bytes()).claim, f"order {order}")
                self.accept_by_both()

    def test_words(self):
        for group, u, v in EQUAL:
            with self.subTest(group=group, u=u):
                answer = self.prove("word", "equal", group, u, v)
                claim = Parts.read(self.proof.read_bytes()).claim
                self.assertEqual(answer.strip(), claim.split()[0])
                self.accept_by_both()

    def test_other_options(self):
        for more in (["--as-is"], ["--keep-inverses"], ["--max-cosets", "5000"]):
            self.prove("coset", "enumerate", "<a,b | a^2, b^3, a^2, (ab)^5>", *more)
            self.accept_by_both()

    def test_refusals(self):
        group = "<a,b | a^2, b^3, (ab)^5>"
        for arguments, says in ((["--backend", "cuda"], "cuda"), (["--resume", str(self.proof) + ".ck"], "resume"),
                                (["-o", str(self.proof)], "same file")):
            done = run("coset", "enumerate", group, "--proof", self.proof, *arguments)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(says, done.stderr)
            self.assertFalse(self.proof.exists())
        self.assertEqual(run("coset", "enumerate", "<a,b | a^2, b^3, (ab)^7>", "--subgroup", "a", "--max-cosets", "1000", "--proof",
                             self.proof).returncode, 2)
        self.assertFalse(self.proof.exists())

    def test_edits(self):
        chance = random.Random(SEED)
        truth = {}
        edited = []
        for group, subgroup, index in INDICES[1:5]:
            self.prove("coset", "enumerate", group, "--subgroup", subgroup)
            edited.append((Parts.read(self.proof.read_bytes()), f"index {index}"))
        for group, u, v in (("surface:2", "abABcd", "dc"), ("free:2", "abAB", "1")):
            self.prove("word", "equal", group, u, v)
            parts = Parts.read(self.proof.read_bytes())
            edited.append((parts, parts.claim))
        self.prove("coset", "order", "<a,b | a^6, b^2=a^3, bab^-1=a^-1>")
        edited.append((Parts.read(self.proof.read_bytes()), "order 12"))
        files = []
        for number in range(EDITS):
            parts, claim = chance.choice(edited)
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
                else:
                    words = parts.claim.split()
                    words[-1] = str(int(words[-1]) + chance.choice((-1, 1))) if words[-1].isdigit() and words[-1] != "1" else words[-1]
                    parts.claim = " ".join(words)
            path = self.folder / f"{number}.proof"
            path.write_bytes(parts.file())
            files.append(path)
            truth[path.name] = parts.claim == claim
        for name, accepted in self.agreed(files).items():
            self.assertTrue(truth[name] or not accepted, f"{name}: a false claim was accepted; SEED={SEED}")


if __name__ == "__main__":
    unittest.main()
