# SPDX-License-Identifier: MIT
"""Proofs of cosets and words: those of real runs are accepted by both checkers, and nothing that is false is."""
import collections
import functools
import itertools
import pathlib
import random
import sys
import unittest

import prover
from proof_files import EDITS, SEED, Parts, ProofTest, edit_list, write_record

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
MOST_NUMBERS = 500  # of proofs that are edited
METHODS = ["auto", "hlt", "felsch", "mixed", "sparse"]
ORDERS = [("<a,b | a^2, b^3, (ab)^7, [a,b]^8>", 10752), ("<a | a^30>", 30), ("fibonacci:2,7", 29), ("<a,b | ab, b>", 1), ("<a | a^2>", 2),
          ("<a,b | a^6, b^2=a^3, bab^-1=a^-1>", 12), ("<a,b | a^2, b^2, (ab)^50>", 100), ("<a,b | a^12, a^18, b^4, [a,b]>", 24)]
# group, and words that are equal or not
WORDS = [("surface:2", "abABcd", "dc"), ("braid:4", "abaBAB", "1"), ("braid:4", "ab", "ba"), ("triangle:2,3,7", "(ab)^7*b", "b"),
         ("free:2", "abAB", "1"), ("abelian:2", "a^20*b^20", "b^20*a^20"), ("triangle:2,3,7", "ab", "ba"), ("free:2", "aB*bA", "1"),
         ("heisenberg", "abAB*a", "a*abAB"), ("coxeter:3,3,3", "abab", "ba"), ("modular", "1", "a^2")]
SMALL_ORDERS = [group for group, order in ORDERS if order <= 100 and not group.startswith("fibonacci")]
DIFFERENT = [("modular", "a", "b"), ("<a | a^2>", "a", "1"), ("<a,b | a^3, b^2, (ab)^2>", "ab", "ba"), ("free:2", "a", "b^2"), ("braid:3", "a", "b")]


class CosetTest(ProofTest):
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


class Cosets(CosetTest):
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
        (self.folder / "b.txt").write_text("b")
        self.assertIn("same file", self.wreath("coset", "order", group, "--record", "b.txt", "--proof", "b.txt", code=64).stderr)
        self.wreath("word", "equal", "free:2", "a", "b", "--proof", "no/a.proof", code=1)

    def test_an_older_proof_is_not_taken_for_a_new_one(self):
        (self.folder / "path.txt").write_text("")
        older = "note: this run did not write a proof; a.proof is from an earlier run"
        for arguments, code in ((["coset", "enumerate", "<a,b | a^2, b^3, (ab)^5>", "--max-cosets", "10"], 2), (["coset", "order", "<a,b | a^2>"], 1),
                                (["coset", "order", "fibonacci:2,9", "--max-cosets", "100"], 2), (["word", "complete", "surface:2", "--max-rules", "50"], 2),
                                (["word", "build", "surface:2", "--max-rules", "5"], 2), (["flip", "path", "2x2x2", "1x2x2"], 1)):
            with self.subTest(arguments):
                (self.folder / "a.proof").write_text("older")
                self.assertIn(older, self.wreath(*arguments, "--proof", "a.proof", code=code).stderr)
                self.assertEqual((self.folder / "a.proof").read_text(), "older")
                (self.folder / "a.proof").unlink()
                self.assertNotIn(older, self.wreath(*arguments, "--proof", "a.proof", code=code).stderr)
        (self.folder / "a.proof").write_text("older")
        self.assertEqual(self.wreath("word", "equal", "free:2", "a", "b", "--proof", "a.proof").stderr, "")

    def test_inputs_are_not_overwritten(self):
        (self.folder / "a.txt").write_text("flip a 1 2\n")
        for arguments in (["flip", "path", "2x2x2", "2x2x2", "--verify", "a.txt", "--proof", "a.txt"], ["flip", "path", "2x2x2", "2x2x2", "--verify", "a.txt", "-o", "a.txt"],
                          ["semigroup", "enumerate", "full:3", "--add", "a.txt", "--proof", "a.txt"], ["word", "equal", "free:2", "@a.txt", "a", "--proof", "a.txt"],
                          ["word", "equal", "a.txt", "a", "a", "--proof", "a.txt"], ["coset", "order", "a.txt", "--proof", "a.txt"]):
            with self.subTest(arguments):
                self.assertIn("same file", self.wreath(*arguments, code=64).stderr)
                self.assertEqual((self.folder / "a.txt").read_text(), "flip a 1 2\n")

    def test_a_word_may_be_the_name_of_a_file_that_is_written(self):
        group = "<a,b | a^2, b^3, (ab)^5>"
        for _ in range(2):  # the second time there is a file a
            self.wreath("coset", "enumerate", group, "--subgroup", "a", "--proof", "a")
            self.wreath("coset", "subgroups", group, "--index", "5", "--contains", "a", "--record", "a")
            self.wreath("coset", "monoid", "monoid<a | a^3=a>", "--pairs", "a=1", "--record", "a=1")


class EditedProofs(CosetTest):
    """Proofs of real runs with random edits and checksums that fit: the checkers agree, and what they accept is true."""

    def originals(self):
        proofs = [self.prove("coset", "enumerate", group, "--subgroup", subgroup)[0] for group, subgroup, _ in [*INDICES[:5], *INDICES[7:10]]]
        proofs += [self.prove("coset", "order", group)[0] for group in SMALL_ORDERS]
        return proofs + [self.prove("word", "equal", *words)[0] for words in [*WORDS, *DIFFERENT]]

    def test_edits(self):
        print(f"{EDITS} edits of each kind, seed {SEED}", flush=True)
        chance, found = random.Random(SEED), {}
        originals = [parts for parts in self.originals() if len(parts.numbers) <= MOST_NUMBERS]
        for kind in ("coset", "quotient"):
            known = [parts for parts in originals if parts.kind == kind]
            chosen = [chance.choice(known) for _ in range(EDITS)]
            edited = [edited_proof(parts, chance) for parts in chosen]
            why = collections.Counter()
            for old, new, accepted in zip(chosen, edited, self.agreed([parts.file() for parts in edited])):
                if accepted:
                    why[self.why_true(old, new)] += 1
            print(f"{kind}: {sum(why.values())} of them accepted: {dict(why)}", flush=True)
            self.assertLess(sum(why.values()), EDITS)
            found[kind] = {"proofs": len(known), "edits": EDITS, "rejected by both": EDITS - sum(why.values()), "accepted by both": dict(sorted(why.items()))}
        write_record("wreath proof edits", found)

    def why_true(self, old, new):
        holds = acts_differently(new) if new.kind == "quotient" else claim_holds(tuple(new.problem), new.claim)
        self.assertIsNot(holds, False, f"{new.problem}: {new.claim} was accepted; SEED={SEED}")
        if (new.problem, new.claim) == (old.problem, old.claim):
            return "the same claim, by other steps"
        return "another claim, which a reference finds true" if holds else "another claim about a group that the reference does not finish"


def edited_proof(parts, chance):
    """With one to three changes: of numbers, of whole steps, of words and lines of the problem, of the claim, of the number of steps."""
    new = parts.copy()
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        edit = chance.choice(("number", "number", "step", "step", "step", "word", "line", "claim", "claim", "count"))
        at = chance.randrange(len(new.numbers) or 1)
        if edit == "number" and new.numbers:
            new.numbers[at] = max(0, chance.choice((new.numbers[at] - 1, new.numbers[at] + 1, new.numbers[at] ^ 1, chance.choice(new.numbers), chance.randrange(40))))
        elif edit == "step" and new.kind == "quotient":  # two images of a permutation
            other = chance.randrange(len(new.numbers))
            new.numbers[at], new.numbers[other] = new.numbers[other], new.numbers[at]
        elif edit == "step":
            steps = steps_of(new.numbers)
            row = chance.choice(steps or [(1, 0)])[0]
            edit_list(chance, steps, lambda step: chance.choice(((step[0], chance.randrange(40)), (row, step[1]))))
            new.numbers, new.steps = numbers_of(steps), len(steps)
        elif edit == "word" and new.problem:
            at = chance.randrange(len(new.problem))
            words = new.problem[at].split(" ")
            edit_list(chance, words, lambda word: chance.choice((*" ".join(parts.problem).split(" "), word.swapcase(), "1")))
            new.problem[at] = " ".join(words)
        elif edit == "line":
            edit_list(chance, new.problem, lambda line: chance.choice(parts.problem))
        elif edit == "claim":
            new.claim = edited_claim(new.claim, chance)
        elif edit == "count":
            new.steps = max(0, new.steps + chance.choice((-1, 1)))
    if parts.kind == "coset" and chance.random() < 0.5:
        without_wrong_steps(new)
    return new if new.file() != parts.file() else edited_proof(parts, chance)


def without_wrong_steps(parts):
    """Leaves the steps out that cannot be made, and claims what the others may prove."""
    try:
        table = check.Table(check.Presentation("".join(line + "\n" for line in parts.problem)))
    except check.Rejected:
        return
    kept = []
    for row, action in steps_of(parts.numbers):
        try:
            table.make_step(row, action)
            kept.append((row, action))
        except check.Rejected:
            pass
    parts.numbers, parts.steps = numbers_of(kept), len(kept)
    if not parts.claim.startswith("equal "):
        parts.claim = f"index {len(table.rows)}"


def steps_of(numbers):
    """(row, action) for each step of kind coset."""
    row, steps = 1, []
    for distance, action in zip(numbers[::2], numbers[1::2]):
        row += -(distance + 1) // 2 if distance % 2 else distance // 2
        steps.append((row, action))
    return steps


def numbers_of(steps):
    rows = [1] + [row for row, _ in steps]
    return [number for before, (row, action) in zip(rows, steps) for number in (2 * (row - before) if row >= before else 2 * (before - row) - 1, action)]


def edited_claim(claim, chance):
    name, _, rest = claim.partition(" ")
    if rest.isdigit():
        return f"{name} {max(0, int(rest) + chance.choice((-1, 1, int(rest), -int(rest) // 2)))}"
    if chance.random() < 0.2:
        return {"equal": "different", "different": "equal"}.get(name, name) + " " + rest
    words = rest.split(" ")
    edit_list(chance, words, lambda word: chance.choice((*words, word.swapcase(), "1")))
    return f"{name} {' '.join(words)}"


@functools.cache
def enumeration_of(problem):
    try:
        return prover.Enumeration(problem, limit=2000)
    except prover.TooManyRows:
        return None


def claim_holds(problem, claim):
    """Whether a Todd-Coxeter of our own finds the same; None if the group is too large for it."""
    if claim.startswith("order "):
        problem, claim = tuple(line for line in problem if not line.startswith("subgroup")), claim.replace("order", "index")
    enumeration = enumeration_of(problem)
    return enumeration and enumeration.holds(claim)


def acts_differently(parts):
    """Whether the permutations of a proof satisfy the relators, and the words of the claim do not act in the same way."""
    letters, inverse, relators, _ = prover.parse_problem(parts.problem)
    images, numbers = {}, iter(parts.numbers[1:])
    for letter in range(len(letters)):
        if inverse[letter] >= letter:
            images[letter] = [next(numbers) - 1 for _ in range(parts.numbers[0])]
            images[inverse[letter]] = [images[letter].index(point) for point in range(parts.numbers[0])]

    def moved(word):
        points = list(range(parts.numbers[0]))
        for letter in word:
            points = [images[letter][point] for point in points]
        return points

    left, right = (moved(prover.parse_word(word, letters)) for word in parts.claim.removeprefix("different ").split(" = "))
    return all(moved(relator) == moved([]) for relator in relators) and left != right


if __name__ == "__main__":
    unittest.main()
