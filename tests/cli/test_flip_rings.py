#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath flip: every ring x every format x every verb against sums over the tensor, entry by entry."""
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
        if run.returncode == 1 and not run.stdout:
            return 1, run.stderr
        return run.returncode, json.loads(run.stdout)

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
        """lift, equivalent, automorphisms, path and stats take what is valid modulo 2, and say what other schemes lack."""
        for name, scheme in self.schemes.items():
            file, shape = f"{name}.json", "x".join(map(str, scheme.shape))
            is_fine = scheme.is_valid_over("F2")
            for verb in (("lift", file, "-o", "lifted.json"), ("equivalent", file, file), ("automorphisms", file), ("path", shape, file),
                         ("stats", file)):
                code, report = self.run_json(*verb)
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
