#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath flip on tensors other than matrix products: what it writes computes the map, checked with numbers of Python's own."""
import json
import os
import random
import struct
import subprocess
import unittest
from fractions import Fraction

from cli_test import CliTest


def symmetric(n, entries):
    matrix = [[0] * n for _ in range(n)]
    entries = iter(entries)
    for i in range(n):
        for j in range(i, n):
            matrix[i][j] = matrix[j][i] = next(entries)
    return matrix


def general(n, entries):
    return [list(entries[i * n:(i + 1) * n]) for i in range(n)]


def product(x, y):
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*y)] for row in x]


def own_product(n, x, y):
    """The upper triangle of A B^T."""
    full = product(general(n, x), [list(row) for row in zip(*general(n, y))])
    return [full[i][k] for i in range(n) for k in range(i, n)]


def symmetric_product(n, x, y):
    return [value for row in product(symmetric(n, x), symmetric(n, y)) for value in row]


def polynomial_product(x, y):
    result = [0] * (len(x) + len(y) - 1)
    for i, a in enumerate(x):
        for j, b in enumerate(y):
            result[i + j] += a * b
    return result


def applied(scheme, x, y):
    """What a scheme of a JSON file computes."""
    rows = {key: [[Fraction(value) for value in row] for row in scheme[key]] for key in "uvw"}
    result = [Fraction(0)] * len(rows["w"][0])
    for u, v, w in zip(rows["u"], rows["v"], rows["w"]):
        value = sum(a * b for a, b in zip(u, x)) * sum(a * b for a, b in zip(v, y))
        result = [r + value * c for r, c in zip(result, w)]
    return result


class TensorTest(CliTest):
    def at(self, name):
        return os.path.join(self.folder, name)

    def any_code(self, *arguments):
        return subprocess.run([self.program, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=self.hangs,
                              check=False)

    def failing(self, code, *arguments):
        return self.wreath(*arguments, code=code)

    def check(self, file, compute, sizes, modulus=None):
        with open(self.at(file), encoding="utf-8") as text:
            scheme = json.load(text)
        seed = 5101
        rng = random.Random(seed)
        for _ in range(5):
            x, y = ([rng.randrange(-9, 10) for _ in range(size)] for size in sizes)
            difference = [a - b for a, b in zip(applied(scheme, x, y), compute(x, y), strict=True)]
            good = all(value == 0 if modulus is None else value % modulus == 0 for value in difference)
            self.assertTrue(good, f"seed {seed}")
        return scheme

    def test_searches_over_every_ring(self):
        for ring, modulus in (("F2", 2), ("F3", 3), ("Z", None)):
            self.wreath("flip", "search", "ss:2", "--ring", ring, "--target", "6", "--steps", "1M", "--backend", "cpu", "-o", "ss.json",
                        "-q")
            scheme = self.check("ss.json", lambda x, y: symmetric_product(2, x, y), (3, 3), modulus)
            self.assertLessEqual(len(scheme["u"]), 6)
            self.assertEqual(scheme["tensor"], "ss:2")
            os.remove(self.at("ss.json"))

    def test_lifts_from_two_and_from_three(self):
        self.wreath("flip", "search", "gt:3", "--target", "17", "--steps", "9M", "--backend", "cpu", "-o", "gt.txt", "-q")
        self.wreath("flip", "lift", "gt.txt", "-o", "gt.json")
        self.check("gt.json", lambda x, y: own_product(3, x, y), (9, 9))
        self.wreath("flip", "search", "ss:2", "--ring", "F3", "--target", "5", "--steps", "9M", "--backend", "cpu", "-o", "ss.txt", "-q")
        report = json.loads(self.wreath("flip", "lift", "ss.txt", "-o", "ss.json", "--json").stdout)
        self.assertEqual(report["ring"], "Q")
        self.assertGreater(report["power_of_3"], 3)
        scheme = self.check("ss.json", lambda x, y: symmetric_product(2, x, y), (3, 3))
        self.assertEqual(len(scheme["u"]), 5)

    def test_a_search_ends_at_a_lift_and_keeps_it(self):
        self.wreath("flip", "search", "kk:3", "--target", "9", "--target-ring", "Z", "--keep", "lifting", "--folder", "lifted",
                    "--backend", "cpu", "--time", "60", "-q")
        files = [os.path.join("lifted", ring, name) for ring in os.listdir(self.at("lifted"))
                 for name in os.listdir(self.at(os.path.join("lifted", ring)))]
        self.assertTrue(any(os.path.basename(name).startswith("kk-3-9-") for name in files), files)
        self.wreath("flip", "verify", *files, "--test")
        self.assertIn("--target", self.failing(64, "flip", "search", "kk:3", "--target-ring", "Z").stderr)

    def test_a_search_is_resumed(self):
        common = ("flip", "search", "gt:4", "--backend", "cpu", "--walks", "4", "--seed", "3", "-q", "--json")
        whole = json.loads(self.wreath(*common, "--steps", "1M").stdout)
        self.wreath(*common, "--steps", "500K", "--checkpoint", "run.ck")
        later = json.loads(self.wreath(*common, "--steps", "1M", "--resume", "run.ck").stdout)
        for field in ("rank", "steps", "flips"):
            self.assertEqual(later[field], whole[field])
        other = ("gt:3" if word == "gt:4" else word for word in common)
        self.failing(1, *other, "--steps", "1M", "--resume", "run.ck")

    def test_files_of_tensors(self):
        with open(self.at("t.txt"), "w", encoding="utf-8") as file:
            file.write("sizes 3 3 5\n")
            file.writelines(f"{i} {j} {i + j}\n" for i in range(3) for j in range(3))
        self.wreath("flip", "search", "file:t.txt", "--target", "6", "--steps", "1M", "--backend", "cpu", "-o", "poly.json", "-q")
        self.check("poly.json", polynomial_product, (3, 3), 2)
        self.assertIn("rank 6", self.wreath("flip", "verify", "poly.json", "--shape", "poly:3,3").stdout)
        rows = b"".join(struct.pack("4b", i, j, i + j, 1) for i in range(3) for j in range(3))
        head = "{'descr': '|i1', 'fortran_order': False, 'shape': (9, 4), }"
        head += " " * (63 - (10 + len(head)) % 64) + "\n"
        with open(self.at("t.npy"), "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + rows)
        with open(self.at("t.meta.json"), "w", encoding="utf-8") as file:
            json.dump({"name": "t", "nU": 3, "nV": 3, "nW": 5}, file)
        self.assertIn("rank 6", self.wreath("flip", "verify", "poly.json", "--shape", "file:t.npy").stdout)

    def test_every_format_keeps_the_scheme(self):
        self.wreath("flip", "convert", "ul:3", "-o", "first.json")
        for name in ("a.txt", "a.exp", "a.npy", "ul-333-a.npy"):
            extra = ("--to", "cpd") if name.startswith("ul") else ()
            self.wreath("flip", "convert", "first.json", "-o", name, *extra)
            self.wreath("flip", "convert", name, "-o", "again.json", *(() if name != "a.npy" else ("--shape", "ul:3")))
            with open(self.at("first.json"), encoding="utf-8") as one, open(self.at("again.json"), encoding="utf-8") as other:
                self.assertEqual(one.read(), other.read(), name)

    def test_programs_are_read(self):
        with open(self.at("karatsuba.slp"), "w", encoding="utf-8") as file:
            file.write("P1 := a1*b1;  P2 := a2*b2\nP3 := (a1 + a2)*(b1 + b2);\nc1 := P1;  c3 := P2;\nc2 := P3\n  - P1 - P2\n")
        self.wreath("flip", "convert", "karatsuba.slp", "--shape", "poly:2,2", "-o", "k.json")
        self.assertEqual(len(self.check("k.json", polynomial_product, (2, 2))["u"]), 3)
        with open(self.at("wrong.slp"), "w", encoding="utf-8") as file:
            file.write("c1 := a1 + b1\n")
        self.assertIn("wrong.slp:1:", self.failing(1, "flip", "verify", "wrong.slp", "--shape", "poly:2,2").stderr)

    def test_recursive_calls_are_counted(self):
        report = json.loads(self.wreath("flip", "verify", "gt:4", "--json").stdout)["schemes"][0]
        self.assertEqual(report["recursive_calls"], 16)
        self.assertAlmostEqual(report["asymptotic_factor"], 24 / 33)

    def test_records_are_imported(self):
        os.mkdir(self.at("collection"))
        self.wreath("flip", "convert", "group:s3", "-o", "collection/s3.txt")
        report = json.loads(self.wreath("flip", "records", "--import", "collection", "--source", "us", "--date", "2026-01-02", "-o",
                                        "ours.tsv", "--json").stdout)
        self.assertEqual(report["schemes"], 1)
        self.assertEqual({row["ring"] for row in report["better"]}, {"F2", "F3", "ZT", "Z", "Q"})
        with open(self.at("ours.tsv"), encoding="utf-8") as file:
            self.assertIn("group:s3\tZ\t36\tus\t2026-01-02\n", file.read())
        self.assertIn("34", self.wreath("flip", "records", "gt:4", "--table", "ours.tsv").stdout)

    def test_what_has_no_meaning_is_explained(self):
        for command in (("search", "gt:3", "--symmetry", "c2"), ("automorphisms", "gt:3"), ("equivalent", "gt:3", "gt:3"),
                        ("search", "gt:9"), ("search", "xy:3"), ("search", "group:z7"), ("search", "ss:3", "--prefer", "recursive"),
                        ("derive", "permute", "gt:3", "--sides", "mnp"), ("hunt", "gt:3", "--folder", "hunt")):
            run = self.any_code("flip", *command)
            self.assertIn(run.returncode, (1, 64), command)
            self.assertRegex(run.stderr, "tensor|shape|matri|TENSOR", command)


if __name__ == "__main__":
    unittest.main()
