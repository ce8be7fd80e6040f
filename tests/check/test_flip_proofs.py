# SPDX-License-Identifier: MIT
"""Proofs of matrix multiplication schemes and of paths: those of real runs are accepted, by both checkers, and nothing that is false is."""
import fractions
import itertools
import pathlib
import random
import sys
import unittest

from proof_files import EDITS, SEED, Parts, ProofTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMES = ROOT / "data" / "schemes"
sys.path.insert(0, str(ROOT / "check"))
import check


def sizes_of(parts):
    shape = [int(word) for word in parts.problem[0].split(" ")[1:]]
    return shape, [shape[k] * shape[(k + 1) % 3] for k in range(3)]


def products_of(parts):
    """Three lists of coefficients for each product."""
    _, sizes = sizes_of(parts)
    ring = parts.problem[1].removeprefix("ring ")
    numbers = iter(parts.numbers)

    def coefficient():
        value = next(numbers)
        if ring in ("F2", "F3"):
            return value
        value = value // 2 if value % 2 == 0 else -(value // 2) - 1
        return fractions.Fraction(value, next(numbers)) if ring == "Q" else value

    return [[[coefficient() for _ in range(size)] for size in sizes] for _ in range(parts.steps)]


def parts_of(shape, ring, products):
    def numbers(x):
        x = fractions.Fraction(x)
        if ring in ("F2", "F3"):
            return [int(x) % int(ring[1])]
        above = 2 * x.numerator if x >= 0 else -2 * x.numerator - 1
        return [above, x.denominator] if ring == "Q" else [above]

    all_numbers = [number for product in products for form in product for x in form for number in numbers(x)]
    return Parts("scheme", [f"shape {' '.join(map(str, shape))}", f"ring {ring}"], f"rank {len(products)}", len(products), all_numbers)


def is_scheme(shape, products, modulus):
    """By the definition, entry by entry."""
    n, m, p = shape
    for a, b, c in itertools.product(range(n * m), range(m * p), range(p * n)):
        total = sum(x[a] * y[b] * z[c] for x, y, z in products if x[a] and y[b])
        expected = a // m == c % n and a % m == b // p and b % p == c // n
        if (total - expected) % modulus if modulus else total != expected:
            return False
    return True


def proves_something_true(parts):
    if parts.kind == "scheme":
        modulus = {"F2": 2, "F3": 3}.get(parts.problem[1].removeprefix("ring "), 0)
        return parts.claim == f"rank {parts.steps}" and is_scheme(sizes_of(parts)[0], products_of(parts), modulus)
    # A path: the products at its ends, as sets of monomials; both must sum to the tensor. The moves have been followed by check.py.
    shape, sizes = sizes_of(parts)
    ends = [[[[int(digit) for digit in form] for form in line.split(" ")[1:]] for line in parts.problem[1:] if line.startswith(name)]
            for name in ("from ", "to ")]
    return parts.claim == f"moves {parts.steps}" and all(is_scheme(shape, products, 2) for products in ends)


class FlipTest(ProofTest):
    def verify(self, scheme, *arguments):
        return self.proof("flip", "verify", scheme, *arguments)

    def verdicts(self, files):
        """Those of wreath-check, after a comparison with check.py."""
        verdicts = super().verdicts(files)
        for file, fast in zip(files, verdicts):
            try:
                slow = "accepted: " + check.check(file)
            except check.Rejected as why:
                slow = f"rejected: {why}"
            self.assertEqual(fast.partition(":")[0], slow.partition(":")[0], f"seed {SEED}: {slow}")
        return verdicts

    def changed(self, parts, **changes):
        parts = parts.copy()
        for name, value in changes.items():
            setattr(parts, name, value)
        return parts


class Schemes(FlipTest):
    def test_schemes_of_the_repository(self):
        names = ["2x2x2-7", "2x2x5-18", "2x3x3-15", "3x3x3-23", "3x4x5-47", "4x4x4-47", "5x5x5-93"]
        proofs = [self.verify(SCHEMES / f"{name}.txt") for name in names]
        for name, verdict in zip(names, self.verdicts([parts.file() for parts in proofs])):
            shape, rank = name.split("-")
            self.assertRegex(verdict, f"^accepted: a scheme of shape {shape} with {rank} products over")
        self.assertRegex(self.verdict(self.verify("2x3x4")), "^accepted: .* with 24 products")

    def test_every_ring(self):
        (self.folder / "q.exp").write_text(to_exp(rescaled(products_of(self.verify("2x2x2")), fractions.Fraction(3, 2))))
        (self.folder / "z.exp").write_text(to_exp(rescaled(products_of(self.verify("2x2x2")), -1)))
        for scheme, options, over in [("2x2x2", [], "Z with coefficients -1, 0, 1"), ("2x2x2", ["--ring", "F2"], "F2"),
                                      ("2x2x2", ["--ring", "F3"], "F3"), ("2x2x2", ["--ring", "ZT"], "Z with coefficients -1, 0, 1"),
                                      ("z.exp", ["--ring", "F3"], "F3"), ("q.exp", [], "Q"), ("z.exp", [], "Z with coefficients -1, 0, 1"),
                                      (SCHEMES / "2x2x2-7.txt", ["--ring", "F3"], "F3"), (SCHEMES / "4x4x4-47.txt", [], "F2")]:
            with self.subTest(scheme=scheme, options=options):
                self.assertTrue(self.verdict(self.verify(scheme, *options)).partition(" (")[0].endswith(" over " + over))

    def test_large_coefficients(self):
        products = products_of(self.verify(SCHEMES / "2x2x2-7.txt"))
        # Over Q each product may be rescaled; 2^61 - 1 and 2^31 - 1 are prime.
        for factor in (fractions.Fraction(2**61 - 1), fractions.Fraction(2**31 - 1, 2**61), fractions.Fraction(3, 2**31 - 1), fractions.Fraction(-7, 9)):
            parts = parts_of((2, 2, 2), "Q", rescaled(products, factor))
            self.assertRegex(self.verdict(parts), "^accepted: .* over Q")
            for _ in range(5):
                at = random.Random(SEED).randrange(len(parts.numbers) // 2) * 2
                numbers = list(parts.numbers)
                numbers[at] += 2 * numbers[at + 1] or 2
                self.assert_rejected(self.changed(parts, numbers=numbers))
        # Wrong by multiples of primes near 2^31, where only a sum modulo several of them shows it.
        wrong = [[[2**31 - 1], [(2**31 - 19) * 2**20], [1]], [[1], [1], [1]]]
        self.assert_rejected(parts_of((1, 1, 1), "Z", wrong), "do not sum")
        self.assert_rejected(parts_of((1, 1, 1), "Z", [[[2**31 - 1], [2**31 - 19], [2**31 - 61]], [[1], [1], [1]]]), "do not sum")
        self.assertRegex(self.verdict(parts_of((1, 1, 1), "Z", [[[1], [1], [1]]])), "^accepted: .* with 1 product over Z")

    def test_what_has_no_proof(self):
        for arguments, code, reason in [(["2x2x2", "2x2x3"], 64, "single scheme"), ([SCHEMES / "4x4x4-47.txt", "--ring", "Z"], 1, "Z"),
                                        (["a.proof"], 64, "a.proof")]:
            run = self.wreath("flip", "verify", *arguments, "--proof", "a.proof", code=code)
            self.assertIn(reason, run.stderr)
            self.assertFalse((self.folder / "a.proof").exists())

    def test_any_coefficient_changed(self):
        for scheme, options in (("2x2x2", ["--ring", "F2"]), (SCHEMES / "2x2x2-7.txt", []), (SCHEMES / "2x2x2-7.txt", ["--ring", "F3"])):
            parts = self.verify(scheme, *options)
            wrong = []
            for at in range(len(parts.numbers)):
                numbers = list(parts.numbers)
                numbers[at] = 1 - numbers[at] if numbers[at] < 2 else 0
                wrong.append(self.changed(parts, numbers=numbers).file())
            for verdict in self.verdicts(wrong):
                self.assertRegex(verdict, "^rejected: ")

    def test_wrong_heads(self):
        parts = self.verify(SCHEMES / "2x2x2-7.txt")
        for problem in (["shape 2 2 2"], ["ring Z"], [], ["shape 2 2", "ring Z"], ["shape 2 2 2 2", "ring Z"], ["shape 0 2 2", "ring Z"],
                        ["shape 2 2 3", "ring ZT"], ["shape 65535 65535 65535", "ring ZT"], ["shape 65537 1 1", "ring ZT"], ["shape 65536 1 1", "ring ZT"], ["shape 2 2 2", "ring F5"],
                        ["shape 2 2 2", "ring F2"], ["shape 2 2 2", "ring Q"], ["shape 2 2 2", "ring"], ["shape 2 2 2", "ring ZT", "ring ZT"],
                        ["ring ZT", "shape 2 2 2"], ["shape 1 1 1", "ring ZT"], ["shape 2 2 1", "ring ZT"], ["shape -2 2 2", "ring ZT"]):
            with self.subTest(problem):
                self.assert_rejected(self.changed(parts, problem=problem))
        self.assertRegex(self.verdict(self.changed(parts, problem=["shape 2 2 2", "ring Z"])), r"^accepted: .* over Z \(7 steps\)$")
        for claim, steps in (("rank 6", 7), ("rank 8", 7), ("rank 8", 8), ("rank 6", 6), ("rank 0", 0), ("rank", 7), ("index 7", 7), ("rank 7 7", 7)):
            self.assert_rejected(self.changed(parts, claim=claim, steps=steps))
        self.assert_rejected(self.changed(parts, numbers=parts.numbers + [0]))
        self.assert_rejected(self.changed(parts, numbers=parts.numbers[:-1]))
        self.assertRegex(self.verdict(self.changed(parts, numbers=parts.numbers + 12 * [0], claim="rank 8", steps=8)), "^accepted: .* 8 products")


def rescaled(products, factor):
    """The same products, written with other coefficients."""
    return [[[x * factor for x in a], [x / fractions.Fraction(factor) for x in b], c] for a, b, c in products]


def to_exp(products):
    """The form of files in which a product is (a11+1/2*a12)*(b11)*(c11); all factors are 2 x 2."""
    def form(name, entries):
        return "(" + "".join(f"{'+' if x > 0 else '-'}{abs(x)}*{name}{k // 2 + 1}{k % 2 + 1}" for k, x in enumerate(entries) if x) + ")"

    return "".join("*".join(form(name, entries) for name, entries in zip("abc", product)) + "\n" for product in products)


class Paths(FlipTest):
    def path(self, start, end):
        return self.proof("flip", "path", start, end)

    def test_paths(self):
        for start, end, ends in (("2x2x2", SCHEMES / "2x2x2-7.txt", "with 8 products over F2 to one with 7"), ("3x3x3", SCHEMES / "3x3x3-23.txt", "27 .* 23"),
                                 (SCHEMES / "2x4x4-26.txt", "2x4x4", "26 .* 32"), ("2x3x4", "2x3x4", "^accepted: 0 moves .* 24 .* 24")):
            parts = self.path(start, end)
            verdict = self.verdict(parts)
            self.assertRegex(verdict, "^accepted: ")
            self.assertRegex(verdict, ends)

    def test_a_path_from_a_file(self):
        self.wreath("flip", "path", "2x2x2", SCHEMES / "2x2x2-7.txt", "-o", "path.txt")
        found = self.path("2x2x2", SCHEMES / "2x2x2-7.txt")
        self.assertEqual(self.proof("flip", "path", "2x2x2", SCHEMES / "2x2x2-7.txt", "--verify", "path.txt").file(), found.file())
        run = self.wreath("flip", "path", "2x2x2", SCHEMES / "2x2x2-7.txt", "-o", "same", "--proof", "same", code=64)
        self.assertIn("--proof", run.stderr)

    def test_wrong_paths(self):
        parts = self.path("2x2x2", SCHEMES / "2x2x2-7.txt")
        moves = len(parts.numbers) // 3
        wrong = [self.changed(parts, numbers=parts.numbers[: 3 * at] + parts.numbers[3 * at + 3 :], steps=moves - 1, claim=f"moves {moves - 1}")
                 for at in range(moves)]
        lines = parts.problem
        wrong += [self.changed(parts, problem=lines[:at] + lines[at + 1 :]) for at in range(len(lines))]
        wrong += [self.changed(parts, problem=[*lines, lines[-1]]), self.changed(parts, problem=[lines[0], *lines[9:], *lines[1:9]])]
        wrong += [self.changed(parts, problem=[lines[0], *lines[1:9]]), self.changed(parts, problem=[lines[0], *lines[9:]])]
        for line in ("to 0000 0101 0001", "to 1010 0101 00011", "to 1010 0101", "to 1010 0101 0002", "on 1010 0101 0001", "to"):
            wrong.append(self.changed(parts, problem=[*lines[:9], line, *lines[10:]]))
        wrong += [self.changed(parts, claim=f"moves {moves + 1}"), self.changed(parts, steps=moves + 1), self.changed(parts, claim=f"rank {moves}")]
        wrong += [self.changed(parts, numbers=parts.numbers + [0]), self.changed(parts, numbers=[6, *parts.numbers[1:]]),
                  self.changed(parts, numbers=[parts.numbers[0], 8, *parts.numbers[2:]])]
        for verdict in self.verdicts([each.file() for each in wrong]):
            self.assertRegex(verdict, "^rejected: ")
        # The order of the lines does not matter at the end.
        self.assertRegex(self.verdict(self.changed(parts, problem=[*lines[:9], *lines[:8:-1]])), "^accepted: ")


class EditedProofs(FlipTest):
    def test_edited_proofs_prove_only_what_is_true(self):
        print(f"{EDITS} edits, seed {SEED}", flush=True)
        rng = random.Random(SEED)
        schemes = [self.proof("flip", "verify", SCHEMES / "2x2x2-7.txt", "--ring", ring) for ring in ("F2", "F3", "ZT")]
        schemes += [parts_of((2, 2, 2), "Q", rescaled(products_of(schemes[2]), fractions.Fraction(2, 3))), self.proof("flip", "verify", "1x1x2")]
        paths = [self.proof("flip", "path", "2x2x2", SCHEMES / "2x2x2-7.txt"), self.proof("flip", "path", "1x2x2", "1x2x2")]
        edited = [rng.choice(rng.choice([schemes, paths])).edited(rng) for _ in range(EDITS)]
        accepted = 0
        for parts, verdict in zip(edited, self.verdicts([parts.file() for parts in edited])):
            if verdict.startswith("accepted"):
                accepted += 1
                self.assertTrue(proves_something_true(parts), f"seed {SEED}: {parts.problem} {parts.claim}")
        print(f"{accepted} of them accepted", flush=True)
        self.assertLess(accepted, EDITS)


if __name__ == "__main__":
    unittest.main()
