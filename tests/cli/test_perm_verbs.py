#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The smaller verbs of `wreath perm`: identity, equal, order, sign, evaluate, labels and notation of cycles, rows."""
import array
import json
import random
import re
import unittest

from cli_test import CliTest, load, save


def inverse(x):
    z = [0] * len(x)
    for i, point in enumerate(x):
        z[point] = i
    return z


def product(*maps):
    z = list(range(len(maps[0])))
    for x in maps:
        z = [x[i] for i in z]
    return z


class Verbs(CliTest):
    def permutation(self, name, points, seed, type_="<u4"):
        values = list(range(points))
        random.Random(seed).shuffle(values)
        save(self.folder / name, values, type_)
        return values

    def test_identity(self):
        self.wreath("perm", "identity", 1000, "-o", "e.npy")
        self.assertEqual(load(self.folder / "e.npy"), list(range(1000)))
        self.wreath("perm", "identity", 200, "--type", "uint8", "-o", "e.npy")
        self.assertEqual(load(self.folder / "e.npy"), list(range(200)))
        self.refused("perm", "identity", 300, "--type", "uint8", "-o", "f.npy", says="300 points do not fit in 1-byte integers")

    def test_rows_in_fortran_order_are_named(self):
        save(self.folder / "x.npy", [1, 0, 2])
        for type_, item in (("<f8", 8), ("<i4", 4)):
            header = f"{{'descr': '{type_}', 'fortran_order': True, 'shape': (3, 2), }}".ljust(117) + "\n"
            (self.folder / "f.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + bytes(6 * item))
            self.refused("perm", "multiply", "x.npy", "f.npy", "-o", "z.npy", says="f.npy: the array is in Fortran order")

    def test_orbits(self):
        save(self.folder / "a.npy", [1, 0, 2, 3, 5, 4], "<u4")
        save(self.folder / "b.npy", [0, 2, 1, 3, 4, 5], "<u4")
        run = self.wreath("perm", "orbits", "a.npy", "b.npy", "-o", "l.npy", "--schreier", "v.npy")
        self.assertIn("6 points in 3 orbits under 2 permutations", run.stdout)
        self.assertEqual(load(self.folder / "l.npy"), [0, 0, 0, 3, 4, 4])
        self.assertEqual(load(self.folder / "v.npy"), [0, 1, 2, 0, 0, 1])
        self.assertEqual(json.loads(self.wreath("perm", "orbits", "a.npy", "--json").stdout)["orbits"], 4)
        save(self.folder / "bad.npy", [0, 0, 1, 2, 3, 4], "<u4")
        save(self.folder / "short.npy", [0, 1], "<u4")
        self.refused("perm", "orbits", "a.npy", "bad.npy", says="bad.npy: this is not a permutation")
        self.refused("perm", "orbits", "a.npy", "short.npy", says="they must be permutations of the same points")
        self.refused("perm", "orbits", "a.npy", "-o", "a.npy", code=64, says="a.npy")
        self.refused("perm", "orbits", "-", "-", code=64, says="stdin can be read only once")
        self.refused("perm", "evaluate", "x*y", "x=-", "y=-", "-o", "z.npy", code=64, says="stdin can be read only once")

    def test_orbits_of_text_fix_the_points_that_it_does_not_name(self):
        (self.folder / "a.g").write_text("(1,2)\n")
        (self.folder / "b.g").write_text("(4,5,6)\n")
        save(self.folder / "c.npy", [0, 1, 2, 3, 4, 5, 7, 6], "<u4")
        self.assertIn("6 points in 3 orbits under 2 permutations", self.wreath("perm", "orbits", "a.g", "b.g", "-o", "l.npy").stdout)
        self.assertEqual(load(self.folder / "l.npy"), [0, 0, 2, 3, 3, 3])
        self.wreath("perm", "orbits", "a.g", "c.npy", "b.g", "-o", "l.npy")
        self.assertEqual(load(self.folder / "l.npy"), [0, 0, 2, 3, 3, 3, 6, 6])
        (self.folder / "list.g").write_text("[2,2]\n")
        self.refused("perm", "orbits", "list.g", "b.g", says="they must be permutations of the same points")

    def test_negative_exponents_are_arguments(self):
        x = self.permutation("x.npy", 1000, 1)
        self.wreath("perm", "power", "x.npy", "-3", "-o", "z.npy")
        self.assertEqual(load(self.folder / "z.npy"), product(*[inverse(x)] * 3))
        self.wreath("perm", "power", "x.npy", "-o", "z.npy", "--", "-12")
        self.assertEqual(load(self.folder / "z.npy"), product(*[inverse(x)] * 12))
        self.refused("perm", "power", "x.npy", "1.5", "-o", "w.npy", code=64, says="'1.5' is not an exponent")

    def test_exponents_of_any_length(self):
        x = self.permutation("x.npy", 1000, 1)
        order = int(self.wreath("perm", "order", "x.npy").stdout)
        self.assertEqual(int(json.loads(self.wreath("perm", "order", "x.npy", "--json").stdout)["order"]), order)
        self.wreath("perm", "power", "x.npy", order * 10**60 + 2, "-o", "z.npy")
        self.assertEqual(load(self.folder / "z.npy"), product(x, x))

    def test_power_has_no_disk_methods(self):
        self.permutation("x.npy", 100, 1)
        self.assertNotIn("on disk beyond", self.wreath("perm", "power", "--help").stdout)
        self.refused("perm", "power", "x.npy", 3, "-o", "z.npy", "--method", "buckets", code=64, says="buckets")

    def test_equal(self):
        x = self.permutation("x.npy", 1000, 1)
        self.permutation("y.npy", 1000, 1, "<u8")
        self.assertEqual(self.wreath("perm", "equal", "x.npy", "y.npy").stdout, "equal: 1,000 points\n")
        save(self.folder / "z.npy", x[:500] + x[501:499:-1] + x[502:])
        self.assertEqual(self.wreath("perm", "equal", "x.npy", "z.npy").stdout, "different: the first difference is at index 500\n")
        short = self.wreath("perm", "equal", "x.npy", "y.npy", "--memory", "1M", code=1)
        self.assertIn("comparing x.npy with y.npy needs 11.7 KiB of memory", short.stderr)
        least = re.search(r"give at least --memory (\d+M)", short.stderr).group(1)
        self.wreath("perm", "equal", "x.npy", "y.npy", "--memory", least)

    def test_one_point(self):
        save(self.folder / "one.npy", [0])
        save(self.folder / "wrong.npy", [5])
        save(self.folder / "two.npy", [1, 0])
        self.assertEqual(self.wreath("perm", "check", "one.npy").stdout, "yes: one.npy is a permutation of 1 point\n")
        self.assertEqual(self.wreath("perm", "equal", "one.npy", "one.npy").stdout, "equal: 1 point\n")
        self.assertIn("there is 1 point (0..0)", self.wreath("perm", "check", "wrong.npy").stdout)
        self.refused("perm", "divide", "one.npy", "two.npy", "-o", "z.npy", says="one.npy has 1 point and two.npy has 2")

    def test_stops_have_a_reason(self):
        self.wreath("perm", "random", "4M", "-o", "x.npy")
        for verb in ("cycles", "orbits", "order", "equal", "check"):
            files = ["x.npy", "x.npy"] if verb == "equal" else ["x.npy"]
            stopped = self.wreath("perm", verb, *files, "--time", "1e-9", code=2)
            self.assertRegex(stopped.stdout, r"^stopped \(time\) before .+\n$")

    def test_order_and_sign(self):
        save(self.folder / "x.npy", [1, 2, 0, 4, 3])
        self.assertEqual(self.wreath("perm", "order", "x.npy").stdout, "6\n")
        self.assertEqual(self.wreath("perm", "sign", "x.npy").stdout, "-1 (odd)\n")
        self.assertEqual(json.loads(self.wreath("perm", "sign", "x.npy", "--json").stdout)["sign"], -1)

    def test_evaluate(self):
        x = self.permutation("x.npy", 1000, 1)
        y = self.permutation("y.npy", 1000, 2)
        self.wreath("perm", "evaluate", "x^-1*y*x^3", "x=x.npy", "y=y.npy", "-o", "z.npy")
        self.assertEqual(load(self.folder / "z.npy"), product(inverse(x), y, x, x, x))
        self.wreath("perm", "evaluate", "[a,b]/a", "-o", "z.npy", "a=x.npy", "b=y.npy")
        self.assertEqual(load(self.folder / "z.npy"), product(inverse(x), inverse(y), x, y, inverse(x)))
        self.wreath("perm", "evaluate", "x*y", "x=(1,2)", "y=(1,2,4)", "-o", "w.npy")  # cycles fix what they do not name
        self.wreath("perm", "multiply", "(1,2)", "(1,2,4)", "-o", "v.npy")
        self.assertEqual(load(self.folder / "w.npy"), load(self.folder / "v.npy"))
        save(self.folder / "four.npy", [3, 2, 1, 0])
        self.wreath("perm", "evaluate", "x^y", "x=(1,2)", "y=four.npy", "-o", "w.npy")
        self.assertEqual(load(self.folder / "w.npy"), [0, 1, 3, 2])
        self.refused("perm", "evaluate", "x*y", "x=(1,2)(3,9)", "y=four.npy", "-o", "w.npy", says="they must be permutations of the same points")
        self.refused("perm", "evaluate", "x*z", "x=x.npy", "-o", "w.npy", says="no permutation is given for 'z'")
        self.refused("perm", "evaluate", "x*", "x=x.npy", "-o", "w.npy", says="formula 'x*': at character 3")
        self.refused("perm", "evaluate", "x", "x.npy", "-o", "w.npy", says="write NAME=FILE")

    def test_cycles_as_data(self):
        save(self.folder / "x.npy", [1, 2, 0, 4, 3, 5])
        self.wreath("perm", "cycles", "x.npy", "--label", "c.npy")
        self.assertEqual(load(self.folder / "c.npy"), [0, 0, 0, 3, 3, 5])
        self.wreath("perm", "convert", "x.npy", "--cycles", "-o", "x.g")
        self.assertEqual((self.folder / "x.g").read_text().split(), ["x", ":=", "(1,2,3)(4,5);"])
        self.refused("perm", "convert", "x.npy", "--cycles", "-o", "y.npy", says="the output must be a .g, .gap or .txt file")

    def test_rows_of_any_type(self):
        x = self.permutation("x.npy", 1000, 1)
        values = array.array("d", [random.Random(2).random() for _ in range(3000)])
        header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1000, 3), }"
        header += " " * (-(len(header) + 11) % 64) + "\n"
        (self.folder / "y.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + values.tobytes())
        self.wreath("perm", "multiply", "x.npy", "y.npy", "-o", "z.npy")
        raw = (self.folder / "z.npy").read_bytes()
        self.assertIn(b"'descr': '<f8', 'fortran_order': False, 'shape': (1000, 3)", raw)
        self.assertEqual(raw[-24000:], b"".join(values[3 * i:3 * i + 3].tobytes() for i in x))
        save(self.folder / "w.npy", [0, 1000])
        self.refused("perm", "multiply", "w.npy", "y.npy", "-o", "v.npy", says="value 1000 at index 1 is not the number of a row of y.npy")

    def test_permutations_as_arguments(self):
        self.assertEqual(self.wreath("perm", "order", "(1,2,3)(4,5)").stdout, "6\n")
        self.assertEqual(self.wreath("perm", "order", "PermList([2,1])").stdout, "2\n")
        self.wreath("perm", "multiply", "(1,2)", "(2,3)", "-o", "z.npy")
        self.assertEqual(load(self.folder / "z.npy"), product([1, 0, 2], [0, 2, 1]))
        self.refused("perm", "order", "(1,2)(2,3)", says="the point 2 appears twice: cycles must not share points")
        self.refused("perm", "order", "(1,2", says="the text ends inside the cycle")
        self.refused("perm", "order", "none.npy", says="cannot open")
        for text in ("[2,2,1]", "PermList([2,2,1])"):
            self.assertIn("no: ", self.wreath("perm", "check", text).stdout)
            (self.folder / "bad.g").write_text(text)
            self.assertIn("value 2 at position 2 already appears", self.wreath("perm", "check", "bad.g").stdout)
            self.refused("perm", "inverse", text, "-o", "w.npy", says="not a permutation")

    def test_one_point_is_singular(self):
        save(self.folder / "x.npy", [0])
        for arguments in (("check", "x.npy"), ("equal", "x.npy", "x.npy"), ("cycles", "x.npy"), ("orbits", "x.npy"), ("inverse", "x.npy", "-o", "z.npy"),
                          ("random", 1, "-o", "z.npy"), ("identity", 1, "-o", "z.npy"), ("convert", "x.npy", "-o", "z.g"),
                          ("convert", "x.npy", "--cycles", "-o", "w.g")):
            text = self.wreath("perm", *arguments).stdout
            self.assertIn("1 point", text)
            self.assertNotIn("1 points", text.replace("1 points/s", ""))
        for name in ("z.g", "w.g"):
            self.assertEqual(self.wreath("perm", "order", name).stdout, "1\n")
            self.assertIn("degree 1,", self.wreath("orbit", "info", name).stdout)
            self.assertIn("degree 1,", self.wreath("semigroup", "enumerate", name).stdout)
        self.wreath("coset", "permutations", "<a | a>", "-o", "action")  # on one coset
        self.wreath("perm", "convert", "action-a.npy", "--cycles", "-o", "a.g")
        self.assertIn("degree 1,", self.wreath("orbit", "info", "a.g").stdout)
        save(self.folder / "y.npy", [1])
        self.assertIn("there is 1 point", self.wreath("perm", "check", "y.npy").stdout)

    def test_orbits_of_points_of_different_widths(self):
        seed = random.randrange(2**32)
        for first in ("<u1", "<u2", "<u4", "<u8", ">u4", "<i8"):
            for second in ("<u1", "<u2", "<u4", "<u8", ">u8", "<i2"):
                x, y = self.permutation("x.npy", 100, seed, first), self.permutation("y.npy", 100, seed + 1, second)
                labels = list(range(100))
                while labels != (new := [min(labels[i], labels[x[i]], labels[y[i]], labels[inverse(x)[i]], labels[inverse(y)[i]])
                                         for i in range(100)]):
                    labels = new
                self.wreath("perm", "orbits", "x.npy", "y.npy", "-o", "z.npy")
                self.assertEqual(load(self.folder / "z.npy"), labels, (seed, first, second))


if __name__ == "__main__":
    unittest.main()
