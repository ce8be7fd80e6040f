# SPDX-License-Identifier: MIT
"""Proofs of the sizes of semigroups: those of real runs are accepted, and nothing that is false is."""
import random
import unittest

from proof_files import EDITS, SEED, ProofTest

CONWAY = {2: 0b11, 4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1011011, 128: 0b10000011, 256: 0b100011101}
FAMILIES = {"full:4": 256, "bihecke:4": 477, "renner:4": 209, "catalan:5": 42, "boolean:3": 512, "brauer:4": 105, "motzkin:3": 51,
            "order:4": 35, "symmetric-inverse:3": 34, "partition:2": 15}
# A semigroup of each kind: the number of generators, the size, and the rows.
KINDS = {
    "transformation": (3, 4, "1 2 0 3  0 0 2 1  3 1 2 2"),
    "partial-transformation": (2, 4, "1 2 - 3  0 0 - 1"),
    "partial-permutation": (3, 4, "1 2 3 -  2 0 1 -  - - 0 3"),
    "permutation": (2, 4, "1 2 3 0  1 0 2 3"),
    "bipartition": (3, 3, "0 1 2 1 2 0  0 0 1 0 0 1  0 1 2 3 1 2"),
    "boolean": (3, 3, "0 1 0 0 0 1 1 0 0  1 1 0 0 1 0 0 0 1  0 0 0 0 1 0 0 0 1"),
    "field:3": (2, 2, "0 1 2 0  1 1 0 2"),
    "field:4": (2, 2, "0 1 1 2  3 0 0 1"),
    "field:8": (1, 2, "0 1 1 5"),
    "max-plus": (2, 2, "0 -3 -inf 0  -inf 0 0 -inf"),
    "max-plus:3": (2, 2, "1 -inf 0 0  0 1 -inf 2"),
    "min-plus": (2, 2, "0 8 inf 0  inf 5 -5 inf"),
    "min-plus:4": (2, 2, "1 inf 0 0  0 1 inf 2"),
    "natural:3,2": (2, 2, "1 1 0 1  0 1 2 0"),
    "natural:0,3": (1, 2, "1 1 1 0"),
}


# A slow, obvious reference: elements are tuples of what is written in the file.


def element_of(words):
    return tuple(word if word in ("-", "inf", "-inf") else int(word) for word in words)


def semiring(name, given):
    """(zero, one, sum, product)"""
    if name == "boolean":
        return 0, 1, max, min
    if name == "natural":
        t, p = given
        taken = lambda v: v if v < t else t + (v - t) % p
        return 0, taken(1), lambda a, b: taken(a + b), lambda a, b: taken(a * b)
    if name == "field":
        q = given[0]
        if q not in CONWAY:
            return 0, 1, lambda a, b: (a + b) % q, lambda a, b: a * b % q

        def times(a, b):
            product = 0
            for bit in range(8):
                product ^= a << bit if b >> bit & 1 else 0
            for bit in range(15, -1, -1):
                if product >> bit and 1 << bit >= q:
                    product ^= CONWAY[q] << (bit - q.bit_length() + 1)
            return product

        return 0, 1, lambda a, b: a ^ b, times
    zero, best = ("-inf", max) if name == "max-plus" else ("inf", min)
    most = given[0] if given else 2**62
    add = lambda a, b: b if a == zero else a if b == zero else best(a, b)
    return zero, 0, add, lambda a, b: zero if zero in (a, b) else min(a + b, most)


def product_of_bipartitions(x, y):
    n = len(x) // 2
    blocks = [{("x", b)} for b in set(x)] + [{("y", b)} for b in set(y)]
    for i in range(n):
        first = next(block for block in blocks if ("x", x[n + i]) in block)
        second = next(block for block in blocks if ("y", y[i]) in block)
        if first is not second:
            blocks.remove(second)
            first |= second
    labels, product = [], []
    for name in [("x", b) for b in x[:n]] + [("y", b) for b in y[n:]]:
        block = next(block for block in blocks if name in block)
        if block not in labels:
            labels.append(block)
        product.append(labels.index(block))
    return tuple(product)


def operations(kind, n):
    """The identity and the product of a kind of elements."""
    name, _, given = kind.partition(":")
    if name == "bipartition":
        return tuple(range(n)) * 2, product_of_bipartitions
    if name in ("transformation", "partial-transformation", "partial-permutation", "permutation"):
        return tuple(range(n)), lambda x, y: tuple("-" if p == "-" else y[p] for p in x)
    zero, one, add, times = semiring(name, [int(number) for number in given.split(",") if number])

    def multiply(x, y):
        entries = []
        for k in range(n * n):
            entry = zero
            for j in range(n):
                entry = add(entry, times(x[k // n * n + j], y[j * n + k % n]))
            entries.append(entry)
        return tuple(entries)

    return tuple(one if k // n == k % n else zero for k in range(n * n)), multiply


def size_of(problem, most):
    """The number of elements, or more than `most`."""
    _, kind, n = problem[0].split(" ")
    identity, multiply = operations(kind, int(n))
    generators = [element_of(line.split(" ")[1:]) for line in problem[2:]]
    found = {identity} if problem[1] == "monoid" else set(generators)
    new = list(found)
    while new and len(found) <= most:
        x = new.pop()
        for y in {multiply(x, g) for g in generators} - found:
            found.add(y)
            new.append(y)
    return len(found)


class SemigroupProofs(ProofTest):
    def enumerate(self, *arguments):
        return self.proof("semigroup", "enumerate", *arguments)

    def of_kind(self, kind, *arguments):
        count, size, rows = KINDS[kind]
        (self.folder / "g.txt").write_text(f"kind {kind}\n{count} {size}\n{rows}\n")
        return self.enumerate("g.txt", *arguments)

    def test_families(self):
        proofs = {family: self.enumerate(family) for family in FAMILIES}
        verdicts = self.verdicts([parts.file() for parts in proofs.values()])
        for (family, parts), verdict in zip(proofs.items(), verdicts):
            with self.subTest(family):
                self.assertRegex(verdict, f"^accepted: .* of {FAMILIES[family]} elements")
                self.assertEqual(parts.claim, f"size {FAMILIES[family]}")
                self.assertEqual(size_of(parts.problem, 10**4), FAMILIES[family])

    def test_every_kind_of_elements(self):
        proofs = [self.of_kind(kind, *monoid) for kind in KINDS for monoid in ([], ["--monoid"])]
        for parts, verdict in zip(proofs, self.verdicts([parts.file() for parts in proofs])):
            with self.subTest(parts.problem[0]):
                self.assertRegex(verdict, "^accepted: ")
                self.assertEqual(parts.claim, f"size {size_of(parts.problem, 10**4)}")

    def test_one_file_for_every_way_to_enumerate(self):
        files = set()
        for how in (["--threads", 1], ["--threads", 2], ["--method", "rows"], ["--method", "compressed"], ["--method", "words"],
                    ["--method", "disk"], ["--fingerprint"], ["--backend", "cpu"]):
            files.add(self.enumerate("bihecke:4", *how).file())
        self.assertEqual(len(files), 1)
        self.assertEqual(len({self.of_kind("boolean", "--method", method).file() for method in ("rows", "disk")}), 1)

    def test_added_generators(self):
        (self.folder / "more.txt").write_text("2 4\n3 3 3 3\n0 0 2 3\n")
        self.assertRegex(self.verdict(self.enumerate("catalan:4", "--add", "more.txt")), "^accepted: 5 generators generate a monoid")
        # Those in the semigroup are left out: the idempotent 0 0 2 3 is one of its generators.
        self.assertRegex(self.verdict(self.enumerate("catalan:4", "--add", "more.txt", "--closure")), "^accepted: 4 generators")

    def test_equal_generators_and_the_identity(self):
        (self.folder / "same.txt").write_text("4 3\n1 0 2\n1 0 2\n0 1 2\n1 0 2\n")
        for monoid in ("--monoid", "--semigroup"):
            self.assertRegex(self.verdict(self.enumerate("same.txt", monoid)), "^accepted: .* of 2 elements")
        (self.folder / "one.txt").write_text("1 2\n0 0\n")
        self.assertEqual(self.verdict(self.enumerate("one.txt")), "accepted: 1 generator generates a semigroup of 1 element (2 steps)")

    def test_many_points(self):
        # A byte, two bytes, four bytes for a point; more points than a strip of the checker has.
        for degree in (254, 255, 256, 65534, 65535, 65536):
            shift = " ".join(str(min(p + 1, degree - 1)) if p >= degree - 4 else str(p) for p in range(degree))
            turn = " ".join(str(p ^ 1) if p < 4 else str(p) for p in range(degree))
            (self.folder / "wide.txt").write_text(f"2 {degree}\n{shift}\n{turn}\n")
            parts = self.enumerate("wide.txt")
            self.assertRegex(self.verdict(parts), "^accepted: .* of 8 elements")
            parts.problem[3] = parts.problem[3].rsplit(" ", 1)[0] + f" {degree - 2}"  # far from the first strip
            self.assert_rejected(parts, "the product is not element")

    def test_what_has_no_proof(self):
        for arguments, reason in ((["--levels-only"], "--levels-only"), (["--until", "5"], "--until"), (["--elements", "a.proof"], "a.proof")):
            run = self.wreath("semigroup", "enumerate", "full:3", "--proof", "a.proof", *arguments, code=64)
            self.assertIn(reason, run.stderr)
        run = self.wreath("semigroup", "enumerate", "full:8", "--proof", "a.proof", "--time", "0.01", "-q", code=2)
        self.assertIn("only when all elements", run.stdout)
        self.assertFalse((self.folder / "a.proof").exists())


class WrongProofs(ProofTest):
    def setUp(self):
        super().setUp()
        self.parts = self.proof("semigroup", "enumerate", "catalan:4")  # 14 elements, 3 generators

    def changed(self, **changes):
        parts = self.parts.copy()
        for name, value in changes.items():
            setattr(parts, name, value)
        return parts

    def test_a_wrong_size(self):
        for size in (0, 1, 13, 15, 2**32, 2**62):
            self.assert_rejected(self.changed(claim=f"size {size}"))

    def test_an_element_left_out(self):
        numbers = list(self.parts.numbers)
        last = len(numbers) - 1 - numbers[::-1].index(0)
        for name in range(1, 14):
            numbers[last] = name
            self.assert_rejected(self.changed(numbers=numbers))
            self.assert_rejected(self.changed(numbers=numbers[:-3], steps=39, claim="size 13"))

    def test_an_element_twice(self):
        # The first product that is known already becomes a new element, so that all later names are those of the elements before.
        numbers = list(self.parts.numbers)
        first = next(at for at, number in enumerate(numbers) if number != 0)
        numbers[first] = 0
        known = numbers[: first + 1].count(0)
        numbers = numbers[: first + 1] + [number + 1 if number > known else number for number in numbers[first + 1 :]]
        self.assert_rejected(self.changed(numbers=numbers + [1, 1, 1], steps=45, claim="size 15"))

    def test_the_same_elements_twice(self):
        # A graph that is closed, but has each element of a group of order 2 twice.
        problem = ["elements permutation 2", "monoid", "generator 1 0"]
        parts = self.changed(problem=problem, numbers=[0, 0, 0, 1], steps=4, claim="size 4")
        self.assert_rejected(parts, "elements 0 and 2 are the same")
        self.assertRegex(self.verdict(self.changed(problem=problem, numbers=[0, 1], steps=2, claim="size 2")), "^accepted")

    def test_an_element_that_is_not_reached(self):
        self.assert_rejected(self.changed(numbers=[self.parts.numbers[0] + 3, *self.parts.numbers[1:]]), "not reached")

    def test_a_changed_generator_or_setting(self):
        lines = self.parts.problem
        for at, line in [(0, "elements transformation 5"), (0, "elements transformation"), (0, "elements permutation 4"), (0, "elements"),
                         (0, "elements transformation:1 4"), (0, "elements other 4"), (1, "semigroup"), (1, "group"), (1, "monoid "),
                         (2, "generator 0 0 2 4"), (2, "generator 0 0 2 -"), (2, "generator 0 0 2"), (2, "generator 0 0 2 3 3"),
                         (2, "generator 1 1 2 3"), (2, "generators 0 0 2 3"), (2, "generator 0 0 2 03"), (2, lines[3])]:
            with self.subTest(line):
                self.assert_rejected(self.changed(problem=lines[:at] + [line] + lines[at + 1 :]))
        for missing in range(len(lines)):
            self.assert_rejected(self.changed(problem=lines[:missing] + lines[missing + 1 :]))
        self.assert_rejected(self.changed(problem=lines[:2]))
        self.assert_rejected(self.changed(problem=[]))

    def test_kinds_with_wrong_parameters_or_entries(self):
        for kind, size, row in [("field:6", 1, "1"), ("field:1", 1, "0"), ("field:9", 1, "1"), ("field:257", 1, "1"), ("field", 1, "1"),
                                ("field:3", 1, "3"), ("boolean", 1, "2"), ("boolean:2", 1, "1"), ("natural:1", 1, "1"), ("natural:1,0", 1, "1"),
                                ("natural:200,100", 1, "1"), ("natural:18446744073709551615,1", 1, "1"), ("max-plus:0", 1, "0"), ("max-plus", 1, "inf"),
                                ("min-plus", 1, "-inf"), ("min-plus", 1, "-0"), ("max-plus:3", 1, "4"), ("max-plus:3", 1, "-1"), ("max-plus", 1, "1073741825"),
                                ("bipartition", 1, "1 0"), ("bipartition", 1, "0 2"), ("partial-permutation", 2, "0 0"), ("permutation", 2, "- 0"),
                                ("transformation", 2**62, "0"), ("boolean", 2**32, "0"), ("boolean", 2**62, "0"), ("transformation", 0, "0")]:
            with self.subTest(kind=kind, row=row):
                self.assert_rejected(self.changed(problem=[f"elements {kind} {size}", "semigroup", f"generator {row}"], numbers=[0, 1], steps=2,
                                                  claim="size 1"), "line")

    def test_products_out_of_range(self):
        numbers = [0] * 31 + [1]
        parts = self.changed(problem=["elements max-plus 1", "semigroup", "generator 1000000000"], numbers=[0, 0, 1], steps=3, claim="size 2")
        self.assert_rejected(parts, r"beyond 2\^30")
        self.assert_rejected(self.changed(problem=["elements min-plus 1", "monoid", "generator -1"], numbers=numbers, steps=32, claim="size 32"))


class EditedProofs(ProofTest):
    def test_edited_proofs_prove_only_what_is_true(self):
        print(f"{EDITS} edits, seed {SEED}", flush=True)
        rng = random.Random(SEED)
        proofs = [self.proof("semigroup", "enumerate", family) for family in ("catalan:4", "full:3", "brauer:3", "boolean:2")]
        for kind, (count, size, rows) in KINDS.items():
            (self.folder / "g.txt").write_text(f"kind {kind}\n{count} {size}\n{rows}\n")
            proofs.append(self.proof("semigroup", "enumerate", "g.txt"))
        edited = [rng.choice(proofs).edited(rng) for _ in range(EDITS)]
        accepted = 0
        for parts, verdict in zip(edited, self.verdicts([parts.file() for parts in edited])):
            if verdict.startswith("accepted"):
                accepted += 1
                size = int(parts.claim.split(" ")[1])
                self.assertEqual(size_of(parts.problem, size), size, f"seed {SEED}: {parts.problem} {parts.claim}")
        print(f"{accepted} of them accepted", flush=True)
        self.assertLess(accepted, EDITS)


if __name__ == "__main__":
    unittest.main()
