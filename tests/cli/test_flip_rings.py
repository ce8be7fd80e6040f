#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath flip: every ring x every format x every verb against sums over the tensor, entry by entry."""
import collections
import io
import itertools
import json
import os
import random
import struct
import subprocess
import unittest
import zipfile
from fractions import Fraction

from cli_test import CliTest

STRASSEN = [((1, 0, 0, 1), (1, 0, 0, 1), (1, 0, 0, 1)), ((0, 0, 1, 1), (1, 0, 0, 0), (0, 1, 0, -1)),
            ((1, 0, 0, 0), (0, 1, 0, -1), (0, 0, 1, 1)), ((0, 0, 0, 1), (-1, 0, 1, 0), (1, 1, 0, 0)),
            ((1, 1, 0, 0), (0, 0, 0, 1), (-1, 0, 1, 0)), ((-1, 0, 1, 0), (1, 1, 0, 0), (0, 0, 0, 1)),
            ((0, 1, 0, -1), (0, 0, 1, 1), (1, 0, 0, 0))]
RINGS = ("F2", "F3", "ZT", "Z", "Q")


class Scheme:
    """Summands of three rows, c as p x n."""

    def __init__(self, shape, summands):
        self.shape = shape
        self.summands = [tuple(tuple(map(Fraction, row)) for row in summand) for summand in summands]

    @staticmethod
    def standard(n, m, p):
        unit = lambda size, at: tuple(int(k == at) for k in range(size))
        return Scheme((n, m, p), [(unit(n * m, i * m + j), unit(m * p, j * p + k), unit(p * n, k * n + i))
                                  for i in range(n) for j in range(m) for k in range(p)])

    def differences(self):
        """What the sum has beyond the tensor, entry by entry."""
        n, m, p = self.shape
        for (i, j), (k, l), (q, r) in itertools.product(itertools.product(range(n), range(m)), itertools.product(range(m), range(p)),
                                                        itertools.product(range(p), range(n))):
            sum_ = sum(a[i * m + j] * b[k * p + l] * c[q * n + r] for a, b, c in self.summands if a[i * m + j] and b[k * p + l])
            yield sum_ - (j == k and l == q and r == i)

    def coefficients(self):
        return [value for summand in self.summands for row in summand for value in row]

    def modulo(self, prime, balanced=False):
        """The residues, or None if a denominator is divisible by the prime."""
        if any(value.denominator % prime == 0 for value in self.coefficients()):
            return None
        residue = lambda value: value.numerator * pow(value.denominator, -1, prime) % prime
        if balanced:
            return self.mapped(lambda value: (residue(value) + 1) % prime - 1)
        return self.mapped(residue)

    def mapped(self, change):
        return Scheme(self.shape, [[[change(value) for value in row] for row in summand] for summand in self.summands])

    def has_zero_factor(self):
        return any(not any(row) for summand in self.summands for row in summand)

    def is_valid_over(self, ring):
        if self.has_zero_factor():
            return False
        if ring in ("F2", "F3"):
            residues = self.modulo(int(ring[1]))
            return residues is not None and not residues.has_zero_factor() and all(x % int(ring[1]) == 0 for x in residues.differences())
        inside = {"ZT": lambda x: x in (-1, 0, 1), "Z": lambda x: x.denominator == 1, "Q": lambda x: True}[ring]
        return all(map(inside, self.coefficients())) and not any(self.differences())

    def ring(self):
        return next((ring for ring in ("ZT", "Z", "Q", "F2", "F3") if self.is_valid_over(ring)), None)

    # --- random changes

    def split(self, rng):
        """One summand more: b = b' + (b - b')."""
        at = rng.randrange(len(self.summands))
        a, b, c = self.summands[at]
        while True:
            part = tuple(Fraction(rng.randrange(-1, 2)) for _ in b)
            rest = tuple(x - y for x, y in zip(b, part))
            if any(part) and any(rest):
                return Scheme(self.shape, self.summands[:at] + self.summands[at + 1:] + [(a, part, c), (a, rest, c)])

    def in_another_basis(self, rng):
        """Row operations: i += s * j on a side changes the two factors that meet there."""
        side, sign = rng.randrange(3), rng.choice((1, -1))
        if self.shape[side] < 2:
            return self
        i, j = rng.sample(range(self.shape[side]), 2)
        right, left = side, (side + 2) % 3  # as rows of one factor and columns of the one before
        columns = (self.shape[1], self.shape[2], self.shape[0])
        summands = []
        for summand in self.summands:
            rows = [list(row) for row in summand]
            width = columns[right]
            for k in range(width):
                rows[right][i * width + k] += sign * rows[right][j * width + k]
            width = columns[left]
            for k in range(len(rows[left]) // width):
                rows[left][k * width + j] -= sign * rows[left][k * width + i]
            summands.append(rows)
        return Scheme(self.shape, summands)

    def scaled(self, rng, factor):
        """Some factors times a number, others divided by it."""
        summands = []
        for summand in self.summands:
            up, down = rng.sample(range(3), 2)
            rows = [list(row) for row in summand]
            rows[up], rows[down] = [x * factor for x in rows[up]], [x / factor for x in rows[down]]
            summands.append(rows)
        return Scheme(self.shape, summands)

    # --- the formats

    def rows(self, show=str):
        return [[[show(value) for value in summand[position]] for summand in self.summands] for position in range(3)]

    def json(self):
        u, v, w = self.rows(lambda x: int(x) if x.denominator == 1 else str(x))
        return json.dumps({"n": self.shape, "m": len(self.summands), "u": u, "v": v, "w": w}).encode()

    def txt(self):
        lines = [" ".join(row) for position in self.rows() for row in position]
        return "\n".join([" ".join(map(str, (*self.shape, len(self.summands)))), *lines, ""]).encode()

    def exp(self):
        columns = (self.shape[1], self.shape[2], self.shape[0])
        product = lambda summand: "*".join("(" + "".join(
            f"{'+' if value > 0 else '-'}{abs(value)}*{'abc'[position]}{k // columns[position] + 1}{k % columns[position] + 1}"
            for k, value in enumerate(row) if value) + ")" for position, row in enumerate(summand))
        return "".join(product(summand) + "\n" for summand in self.summands).encode()

    def matrices(self, summand, opening, closing):
        columns = (self.shape[1], self.shape[2], self.shape[0])
        for row, width in zip(summand, columns):
            lines = [opening + ", ".join(map(str, row[k:k + width])) + closing for k in range(0, len(row), width)]
            yield len(lines), width, opening + ", ".join(lines) + closing

    def m(self):
        return ("{" + ", ".join("{" + ", ".join(text for _, _, text in self.matrices(summand, "{", "}")) + "}"
                                for summand in self.summands) + "}").encode()

    def mpl(self):
        return ",\n".join("Triad([" + ", ".join(f"Matrix({rows}, {width}, {text})" for rows, width, text in self.matrices(summand, "[", "]"))
                          + "])" for summand in self.summands).encode()

    def npy(self):
        """Integers, or floats, which are exact for powers of 1/2; None if a coefficient is neither."""
        values = [value for summand in self.summands for row in summand for value in row]
        if any(value.denominator & (value.denominator - 1) for value in values):
            return None
        whole = all(value.denominator == 1 for value in values)
        header = "{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }" % ("<i8" if whole else "<f8", len(self.summands),
                                                                                 len(values) // len(self.summands))
        header += " " * (-(len(header) + 11) % 64) + "\n"
        return (b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()
                + struct.pack(f"<{len(values)}{'q' if whole else 'd'}", *map(int if whole else float, values)))

    def npz(self):
        array = self.npy()
        if array is None:
            return None
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("scheme.npy", array)
        return packed.getvalue()

    FORMATS = ("json", "txt", "exp", "m", "mpl", "npy", "npz")

    @staticmethod
    def read(path):
        report = json.loads(path.read_text())
        return Scheme(tuple(report["n"]), [tuple(rows) for rows in zip(report["u"], report["v"], report["w"])])


def random_schemes(rng):
    """Of each ring, and of none."""
    def found(ring, make):
        while (scheme := make()).ring() != ring:
            pass
        return scheme

    def walked(start):
        for _ in range(4):
            start = start.in_another_basis(rng).split(rng)
        return start

    def off_by(step, scheme):
        summands = [[list(row) for row in summand] for summand in scheme.summands]
        row = rng.choice(rng.choice(summands))
        row[rng.randrange(len(row))] += rng.choice((step, -step))
        return Scheme(scheme.shape, summands)

    def even_factor(scheme):
        """A summand x y z as -x y z + x (2y) z."""
        at = rng.randrange(len(scheme.summands))
        x, y, z = scheme.summands[at]
        twice = [(tuple(-value for value in x), y, z), (x, tuple(2 * value for value in y), z)]
        return Scheme(scheme.shape, scheme.summands[:at] + scheme.summands[at + 1:] + twice)

    schemes = {}
    for name, start in (("2x2x2", Scheme((2, 2, 2), STRASSEN)), ("2x1x3", Scheme.standard(2, 1, 3))):
        while not ((whole := walked(start)).ring() == "Z" and whole.is_valid_over("F2") and whole.is_valid_over("F3")):
            pass
        add = lambda step: lambda: whole.mapped(lambda value: value + step * rng.randrange(-1, 2))
        schemes |= {f"{name}-{kind}": scheme for kind, scheme in {
            "ZT": start,
            "Z": whole,
            "odd": found("Q", lambda: whole.scaled(rng, Fraction(3, 5))),
            "even": found("Q", lambda: whole.scaled(rng, Fraction(3, 2))),
            "F2": found("F2", lambda: walked(start).modulo(2)),
            "F2-more": found("F2", add(2)),
            "F3": found("F3", lambda: walked(start).modulo(3, balanced=True)),
            "F3-more": found("F3", add(3)),
            "both": found("F2", lambda: off_by(6, whole)),  # and over F3
            "twice": found("F3", lambda: off_by(6, even_factor(whole))),  # valid modulo 2, but for a factor that is zero there
            "wrong": found(None, lambda: off_by(1, whole)),
        }.items()}
    return schemes


# --- over F2, with factors as tuples of bits

def bits_of(scheme):
    return [tuple(tuple(int(value) for value in row) for row in summand) for summand in scheme.modulo(2).summands]


def plus(x, y):
    return tuple(a ^ b for a, b in zip(x, y))


def is_scheme_over_f2(summands, shape):
    """As is_valid_over, for many summands: c as the bits of a number."""
    n, m, p = shape
    sums = collections.Counter()
    for a, b, c in summands:
        third = sum(bit << k for k, bit in enumerate(c))
        if not (any(a) and any(b) and third):
            return False
        for place in itertools.product((i for i, x in enumerate(a) if x), (j for j, x in enumerate(b) if x)):
            sums[place] ^= third
    for i, j, k in itertools.product(range(n), range(m), range(p)):
        sums[i * m + j, j * p + k] ^= 1 << (k * n + i)
    return not any(sums.values())


def moved(summands, kind, position, first, second):
    """The move of a path, as docs/mathematics/flip.md defines it; None if it is not possible there."""
    summands = [list(summand) for summand in summands]
    one, two = summands[first], summands[second]
    if first == second or (one[position] == two[position]) != (kind == "flip"):
        return None
    if kind == "plus":
        summands.append([one[position] if k == position else two[k] for k in range(3)])
        two[position] = plus(one[position], two[position])
        return summands
    y, z = (position + 1) % 3, (position + 2) % 3
    one[z], two[y] = plus(one[z], two[z]), plus(one[y], two[y])
    for at in sorted((first, second), reverse=True):  # the last one takes the place of one that is zero
        if not all(map(any, summands[at])):
            summands[at] = summands[-1]
            summands.pop()
    return summands


def matrix(row, columns):
    return [row[k:k + columns] for k in range(0, len(row), columns)]


def times(x, y):
    return [[sum(a & b for a, b in zip(row, column)) & 1 for column in zip(*y)] for row in x]


def inverse(x):
    """Over F2; None if there is none."""
    size = len(x)
    rows = [list(row) + [int(i == k) for k in range(size)] for i, row in enumerate(x)]
    for column in range(size):
        pivot = next((i for i in range(column, size) if rows[i][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for i in range(size):
            if i != column and rows[i][column]:
                rows[i] = [a ^ b for a, b in zip(rows[i], rows[column])]
    return [row[size:] for row in rows]


def image(summands, shape, turns, transposed, bases):
    """(a, b, c) -> (b, c, a), then -> (b', a', c'), then a -> X a Y^-1, b -> Y b Z^-1, c -> Z c X^-1; sorted. None if it has no shape."""
    n, m, p = shape
    inverses = list(map(inverse, bases))
    images = []
    for summand in summands:
        factors = [matrix(row, columns) for row, columns in zip(summand, (m, p, n))]
        factors = factors[turns:] + factors[:turns]
        if transposed:
            factors = [list(zip(*factors[k])) for k in (1, 0, 2)]
        if any(len(factor) != len(base) for factor, base in zip(factors, bases)):
            return None
        factors = [times(times(bases[k], factors[k]), inverses[(k + 1) % 3]) for k in range(3)]
        images.append(tuple(tuple(itertools.chain.from_iterable(factor)) for factor in factors))
    return sorted(images)


def invertible(size):
    matrices = ([row for row in matrix(entries, size)] for entries in itertools.product((0, 1), repeat=size * size))
    return [x for x in matrices if inverse(x) is not None]


def count_automorphisms(summands, shape):
    """All of them, and those without a turn or transposition, by trying every map."""
    target = sorted(summands)
    counts = [0, 0]
    for bases in itertools.product(*map(invertible, shape)):
        for turns, transposed in itertools.product(range(3), (False, True)):
            if image(summands, shape, turns, transposed, bases) == target:
                counts[0] += 1
                counts[1] += turns == 0 and not transposed
    return counts


class FlipRings(CliTest):
    @classmethod
    def setUpClass(cls):
        cls.seed = int(os.environ.get("WREATH_TEST_SEED", random.randrange(1 << 32)))
        cls.rng = random.Random(cls.seed)
        cls.schemes = random_schemes(cls.rng)
        cls.rings = {name: scheme.ring() for name, scheme in cls.schemes.items()}

    def setUp(self):
        super().setUp()
        for name, scheme in self.schemes.items():
            (self.folder / f"{name}.json").write_bytes(scheme.json())

    def run_json(self, *arguments):
        """The exit code and the report."""
        run = subprocess.run([self.program, "flip", *map(str, arguments), "--json"], cwd=self.folder, capture_output=True, text=True,
                             timeout=self.hangs)
        answer = json.loads(run.stdout)
        return run.returncode, run.stderr if "error" in answer else answer

    def check(self, condition, *about):
        self.assertTrue(condition, f"WREATH_TEST_SEED={self.seed}: {about}")

    def test_verify_in_every_format(self):
        names, files = [], []
        for name, scheme in self.schemes.items():
            for ending in Scheme.FORMATS:
                content = getattr(scheme, ending)()
                if content is None or (ending == "exp" and scheme.shape != (2, 2, 2) and scheme.ring() is None):
                    continue
                (self.folder / f"{name}.{ending}").write_bytes(content)
                names.append(name)
                files.append(f"{name}.{ending}")
        _, report = self.run_json("verify", *files, "--c-transposed", "yes")
        self.check(len(report["schemes"]) == len(files), len(report["schemes"]), len(files))
        for name, file, one in zip(names, files, report["schemes"]):
            if self.rings[name] is None:
                self.check("error" in one, file, one)
                continue
            if "several" in one.get("error", "") or "--shape" in one.get("error", ""):
                self.check(file.endswith((".npy", ".npz")), file, one)  # an array does not contain its shape
                continue
            self.check((one.get("ring"), one.get("rank")) == (self.rings[name], len(self.schemes[name].summands)), file, one)

    def test_verify_over_each_ring(self):
        files = [f"{name}.json" for name in self.schemes]
        for ring in RINGS:
            _, report = self.run_json("verify", *files, "--ring", ring)
            for name, one in zip(self.schemes, report["schemes"]):
                self.check(("error" not in one) == self.schemes[name].is_valid_over(ring), ring, name, one)

    def test_convert_keeps_every_coefficient(self):
        for name, scheme in self.schemes.items():
            ending = self.rng.choice(("json", "txt", "exp", "npy"))
            to = ["--output-c-transposed", self.rng.choice(("yes", "no"))]
            code, report = self.run_json("convert", f"{name}.json", "-o", f"out.{ending}", *to)
            whole = all(value.denominator == 1 for value in scheme.coefficients())
            if self.rings[name] is None or (ending == "npy" and not whole):
                self.check(code == 1, name, ending, report)
                continue
            self.check(code == 0 and report["ring"] == self.rings[name], name, ending, report)
            code, report = self.run_json("convert", f"out.{ending}", "--c-transposed", to[1], "-o", "back.json",
                                         "--shape", "x".join(map(str, scheme.shape)))
            self.check(code == 0 and Scheme.read(self.folder / "back.json").summands == scheme.summands, name, ending, to, report)

    def test_verbs_modulo_2(self):
        """equivalent, automorphisms, path and stats take what is valid modulo 2, and say what other schemes lack; lift also takes
        what is valid modulo 3."""
        for name, scheme in self.schemes.items():
            file, shape = f"{name}.json", "x".join(map(str, scheme.shape))
            is_fine = scheme.is_valid_over("F2")
            for verb in (("lift", file, "-o", "lifted.json"), ("equivalent", file, file), ("automorphisms", file), ("path", shape, file),
                         ("stats", file)):
                code, report = self.run_json(*verb)
                if verb[0] == "lift" and self.rings[name] == "F3":
                    self.check(code == 0 and report["power_of_3"] >= 1, name, verb, report)
                    if report["lifted"]:
                        lifted = Scheme.read(self.folder / "lifted.json")
                        self.check(lifted.is_valid_over(report["ring"]) and lifted.is_valid_over("F3"), name, report)
                    continue
                if self.rings[name] is None or not is_fine:
                    self.check(code == 1, name, verb, report)
                    if self.rings[name] == "F3" and scheme.modulo(2) is not None:
                        self.check("valid over F3 only" in report, name, verb, report)
                    continue
                self.check(code == 0, name, verb, report)
                if verb[0] == "lift" and report["lifted"]:
                    lifted = Scheme.read(self.folder / "lifted.json")
                    self.check(lifted.is_valid_over(report["ring"]) and report["ring"] in ("ZT", "Z", "Q"), name, report)
                    self.check(lifted.modulo(2).summands == scheme.modulo(2).summands, name, report)
                if verb[0] == "equivalent":
                    self.check(report["equivalent"], name, report)

    def valid_modulo_2(self):
        for name, scheme in self.schemes.items():
            if scheme.is_valid_over("F2"):
                yield name, scheme, bits_of(scheme)

    def test_every_move_of_a_path(self):
        for name, scheme, bits in self.valid_modulo_2():
            code, report = self.run_json("path", "x".join(map(str, scheme.shape)), f"{name}.json", "-o", "path.txt")
            summands = bits_of(Scheme.standard(*scheme.shape))
            moves = [line.split() for line in (self.folder / "path.txt").read_text().splitlines() if not line.startswith("#")]
            most = len(summands)
            for number, (kind, position, first, second) in enumerate(moves, 1):
                summands = moved(summands, kind, "abc".index(position), int(first) - 1, int(second) - 1)
                self.check(summands is not None, name, number, moves[number - 1])
                most = max(most, len(summands))
            self.check(sorted(map(tuple, summands)) == sorted(bits), name, report)
            pluses = sum(kind == "plus" for kind, *_ in moves)
            self.check((code, report["moves"], report["pluses"], report["flips"], report["greatest_rank"])
                       == (0, len(moves), pluses, len(moves) - pluses, most), name, report)

    def test_automorphisms_by_trying_every_map(self):
        for name, scheme, bits in self.valid_modulo_2():
            _, report = self.run_json("automorphisms", f"{name}.json")
            for one in report["generators"]:
                bases = [[list(map(int, row)) for row in one[side]] for side in "XYZ"]
                self.check(image(bits, scheme.shape, one["turns"], one["transposed"], bases) == sorted(bits), name, one)
            if name in ("2x2x2-ZT", "2x2x2-Z", "2x1x3-ZT"):  # up to 1,296 maps
                self.check([report["order"], report["basis_order"]] == count_automorphisms(bits, scheme.shape), name, report)

    def test_stats_count_shared_factors(self):
        for name, scheme, bits in self.valid_modulo_2():
            _, report = self.run_json("stats", f"{name}.json")
            sizes = [collections.Counter(collections.Counter(summand[position] for summand in bits).values()) for position in range(3)]
            for size in range(2, len(bits) + 1):
                count = [sizes[position][size] for position in range(3)]
                told = next((one for one in report["sets"] if one["size"] == size), {"a": 0, "b": 0, "c": 0, "all": 0})
                self.check([told["a"], told["b"], told["c"], told["all"]] == [*count, sum(count)], name, size, report)
            for least, key in ((3, "sets_above_2"), (6, "sets_above_5")):
                self.check(report[key] == sum(each[size] for each in sizes for size in each if size >= least), name, report)

    def test_derived_schemes(self):
        names = [name for name, ring in self.rings.items() if ring is not None]
        for _ in range(12):
            one, two = self.rng.choice(names), self.rng.choice(names)
            n, m, p = self.schemes[one].shape
            for verb in (("product", f"{one}.json", f"{two}.json"), ("permute", f"{one}.json", "--sides", "mpn"),
                         ("extend", f"{one}.json", "--new-shape", f"{n}x{m}x{p + 1}"), ("merge", f"{one}.json", f"{one}.json", "--along", "p")):
                code, report = self.run_json("derive", *verb, "-o", "derived.json")
                used = {one, two} if verb[0] == "product" else {one}
                modulo_2 = "F2" in {self.rings[name] for name in used}
                defined = all(self.schemes[name].is_valid_over("F2") for name in used)
                if code == 1:
                    mixed = len({self.rings[name] for name in used} & {"F2", "F3"}) == 2
                    modulo_3 = "F3" in {self.rings[name] for name in used}
                    refused = mixed or (modulo_2 and not defined) or (modulo_3 and not all(self.schemes[name].is_valid_over("F3") for name in used))
                    self.check(refused, one, two, verb, report)
                    continue
                derived = Scheme.read(self.folder / "derived.json")
                self.check(code == 0 and derived.is_valid_over(report["ring"]), one, two, verb, report)

    def test_derived_schemes_of_large_factors_over_f2(self):
        """Factors of more than 64 entries of a scheme that is valid over F2 only."""
        strassen = Scheme((2, 2, 2), STRASSEN).modulo(2)
        self.check(strassen.ring() == "F2")
        (self.folder / "strassen.json").write_bytes(strassen.json())
        for verb, shape, most in (
                (("product", "strassen.json", "1x1x20"), (2, 2, 40), 140),
                (("extend", "strassen.json", "--new-shape", "2x2x33"), (2, 2, 33), 7 + 4 * 31),
                (("merge", "wide.json", "wide.json", "--along", "p"), (2, 2, 80), 280),
                (("project", "wide.json", "--new-shape", "2x2x33"), (2, 2, 33), 140),
                (("permute", "wide.json", "--sides", "pnm"), (40, 2, 2), 140),
                (("blocks", "1x1x2", "wide.json", "--new-shape", "2x2x80"), (2, 2, 80), 280)):
            code, report = self.run_json("derive", *verb, "-o", "derived.json")
            self.check(code == 0 and report["ring"] == "F2", verb, report)
            derived = Scheme.read(self.folder / "derived.json")
            self.check(derived.shape == shape and len(derived.summands) <= most, verb, report)
            self.check(is_scheme_over_f2(bits_of(derived), shape), verb, report)
            if verb[0] == "product":
                (self.folder / "derived.json").rename(self.folder / "wide.json")

    def test_searches_start_over_their_ring(self):
        for name, scheme in self.schemes.items():
            for ring, needed in (("F2", "F2"), ("F3", "F3"), ("Z", "ZT")):
                code, report = self.run_json("search", "x".join(map(str, scheme.shape)), "--ring", ring, "--start", f"{name}.json", "--steps", 100,
                                             "--walks", 1, "-o", "found.json")
                (self.folder / "found.json").exists() and self.check(
                    Scheme.read(self.folder / "found.json").is_valid_over(needed), name, ring, report)
                (self.folder / "found.json").unlink(missing_ok=True)
                self.check((code == 0) == (self.rings[name] is not None and scheme.is_valid_over(needed)), name, ring, report)

    def test_simplify_takes_integers(self):
        for name, scheme in self.schemes.items():
            code, report = self.run_json("simplify", f"{name}.json", "--rounds", 1, "-o", "simple.json")
            self.check((code in (0, 2)) == scheme.is_valid_over("Z"), name, report)
            if code == 1:
                if self.rings[name] in ("F2", "F3"):
                    self.check(f"valid over {self.rings[name]} only" in report, name, report)
                continue
            if (self.folder / "simple.json").exists():
                self.check(Scheme.read(self.folder / "simple.json").is_valid_over("Z"), name, report)
                (self.folder / "simple.json").unlink()

    def test_folders_and_archives_count_alike(self):
        """A folder, an archive, and a folder with an archive give the same ranks."""
        (self.folder / "plain").mkdir()
        (self.folder / "packed").mkdir()
        with zipfile.ZipFile(self.folder / "packed" / "all.npz", "w") as archive:
            for name, scheme in self.schemes.items():
                if scheme.shape == (2, 2, 2) and scheme.npy() is not None:  # whose shape an array of twelve columns has
                    (self.folder / "plain" / f"{name}.npy").write_bytes(scheme.npy())
                    archive.writestr(f"{name}.npy", scheme.npy())
        reports = []
        for folder in ("plain", "packed", "packed/all.npz"):
            _, records = self.run_json("records", "2x2x2", "--folder", folder)
            _, lifts = self.run_json("lift", folder)
            code, stats = self.run_json("stats", folder)
            self.check(code == 0, folder, stats)
            reports.append((records["records"], len(records["skipped"]), lifts["lifts"], len(lifts["skipped"]), stats["schemes"], stats["sets"]))
        self.check(reports[0] == reports[1] == reports[2], reports)


if __name__ == "__main__":
    unittest.main()
