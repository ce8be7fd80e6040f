#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath flip: the verbs on files of schemes."""
import json
import subprocess
import shutil
import struct
import tempfile
import unittest
import zipfile

from cli_test import ROOT, WREATH, CliTest

STRASSEN = """(a11+a22)*(b11+b22)*(c11+c22)
(a21+a22)*(b11)*(c12-c22)
(a11)*(b12-b22)*(c21+c22)
(a22)*(b21-b11)*(c11+c12)
(a11+a12)*(b22)*(c21-c11)
(a21-a11)*(b11+b12)*(c22)
(a12-a22)*(b21+b22)*(c11)
"""
# a, b and c of each summand, row by row
STRASSEN_ROWS = [(1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1), (0, 0, 1, 1, 1, 0, 0, 0, 0, 1, 0, -1), (1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1, 1),
                 (0, 0, 0, 1, -1, 0, 1, 0, 1, 1, 0, 0), (1, 1, 0, 0, 0, 0, 0, 1, -1, 0, 1, 0), (-1, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 1),
                 (0, 1, 0, -1, 0, 0, 1, 1, 1, 0, 0, 0)]


class FlipFiles(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "s.exp").write_text(STRASSEN)

    def json(self, *arguments):
        return json.loads(self.wreath(*arguments, "--json").stdout)

    def test_verify_tells_rank_ring_and_cost(self):
        self.assertEqual(self.wreath("flip", "verify", "s.exp").stdout,
                         "s.exp: 2x2x2, rank 7, valid over Z, with coefficients -1, 0, 1\n"
                         "  36 non-zeros, 18 additions; best known rank: 7\n"
                         "  invariant under c2 --swaps 1; c3; c6 --swaps 1\n")
        report = self.json("flip", "verify", "s.exp")["schemes"][0]
        self.assertEqual(report["symmetries"], ["c2 --swaps 1", "c3", "c6 --swaps 1"])
        self.assertIn("c2 --swaps 0,0,1; ", self.wreath("flip", "verify", "4x4x4").stdout)
        self.assertEqual((report["rank"], report["ring"], report["additions"], report["nonzeros"]), (7, "ZT", 18, 36))
        both = self.json("flip", "verify", "s.exp", "3x3x3")
        self.assertEqual([scheme["rank"] for scheme in both["schemes"]], [7, 27])
        (self.folder / "five.exp").write_text("\n".join(STRASSEN.splitlines()[:5]))
        mixed = json.loads(self.wreath("flip", "verify", "s.exp", "five.exp", "3x3x3", "--json", code=1).stdout)
        self.assertFalse(mixed["all_right"])
        self.assertIn("five.exp: not a decomposition", mixed["schemes"][1]["error"])
        self.assertEqual(mixed["schemes"][2]["rank"], 27)
        piped = subprocess.run([WREATH, "flip", "verify", "-", "--ring", "F2"], input=STRASSEN, capture_output=True, text=True)
        self.assertIn("rank 7, valid over F2", piped.stdout)

    def test_verify_names_what_is_wrong(self):
        lines = STRASSEN.splitlines()
        (self.folder / "six.exp").write_text("\n".join(lines[:6]))
        self.refused("flip", "verify", "six.exp", says="six.exp: not a decomposition of 2x2x2: the coefficient of a12 b21 c11 is 0 and must be 1 (over Z)")
        self.refused("flip", "verify", "s.exp", "--c-transposed", "no", says="--c-transposed yes")
        self.refused("flip", "verify", "s.exp", "--shape", "2x2x3", says="2x2x3")
        (self.folder / "bits.exp").write_text(STRASSEN.replace("-", "+"))
        self.assertEqual(self.json("flip", "verify", "bits.exp")["schemes"][0]["ring"], "F2")
        self.refused("flip", "verify", "bits.exp", "--ring", "Z", says="bits.exp: not a decomposition of 2x2x2: the coefficient of a11 b11 c22 is 2 and must be 0 (over Z)")
        (self.folder / "zero.txt").write_text("1 1 1 1\n1\n0\n1\n")
        self.refused("flip", "verify", "zero.txt", says="zero.txt: summand 1 has a zero factor b")
        (self.folder / "odd.csv").write_text("1")
        self.refused("flip", "verify", "odd.csv", says="odd.csv:1:2: expected a number")
        self.refused("flip", "verify", "nothing.json", says="nothing.json: cannot open")
        self.refused("flip", "verify", "s.exp", "--ring", "R", code=64, says="'R' is not a valid ring")
        self.refused("flip", "verify", ".", says=".")

    def test_convert_through_every_format(self):
        before = "s.exp"
        for after in ("a.json", "b.npy", "c.txt", "d.exp"):
            self.wreath("flip", "convert", before, "-o", after)
            before = after
        self.assertEqual(self.json("flip", "verify", "d.exp")["schemes"][0]["additions"], 18)
        self.assertEqual((self.folder / "d.exp").read_text().splitlines()[1], "(a21+a22)*(b11)*(c12-c22)")
        self.wreath("flip", "convert", "s.exp", "-o", "n.exp", "--output-c-transposed", "no")
        self.assertEqual((self.folder / "n.exp").read_text().splitlines()[1], "(a21+a22)*(b11)*(c21-c22)")
        self.refused("flip", "verify", "n.exp", says="use --c-transposed no")
        self.wreath("flip", "verify", "n.exp", "--c-transposed", "no")
        self.wreath("flip", "convert", "s.exp", "-o", "plain", "--to", "txt")
        self.assertTrue((self.folder / "plain").read_text().startswith("2 2 2 7\n1 0 0 1\n"))
        self.wreath("flip", "verify", "plain", "--from", "txt")
        content = json.loads((self.folder / "a.json").read_text())
        self.assertEqual((content["n"], content["m"], content["z2"], len(content["u"])), ([2, 2, 2], 7, False, 7))
        self.refused("flip", "convert", "s.exp", "-o", "s.csv", says="s.csv: unknown scheme format")
        self.refused("flip", "convert", "s.exp", "-o", ".", says=".: this is a folder; name a file to write")
        self.refused("flip", "convert", "s.exp", "-o", "no/s.txt", says="no/s.txt: cannot write")
        self.refused("flip", "convert", "s.exp", code=64, says="--output")

    def test_a_wrong_file_overwrites_nothing(self):
        (self.folder / "precious.json").write_text("mine")
        (self.folder / "bad.txt").write_text("1 2 1 1\n1 0\n1 0\n1\n")
        self.refused("flip", "convert", "bad.txt", "-o", "precious.json", says="bad.txt: not a decomposition of 1x2x1")
        self.refused("flip", "lift", "bad.txt", "-o", "precious.json", says="bad.txt")

    def test_lift_gives_signs(self):
        self.wreath("flip", "convert", "s.exp", "-o", "s.json")
        (self.folder / "bits.exp").write_text(STRASSEN.replace("-", "+"))
        report = self.json("flip", "lift", "bits.exp", "-o", "lifted.txt")
        self.assertEqual((report["lifted"], report["ring"], report["rank"]), (True, "ZT", 7))
        self.assertEqual(self.json("flip", "verify", "lifted.txt", "--ring", "ZT")["schemes"][0]["ring"], "ZT")
        text = self.wreath("flip", "lift", "bits.exp", "-q").stdout  # the file stays as it is, and the output does not call it a lift
        self.assertRegex(text, "^bits.exp: found a lift: 2x2x2, rank 7, valid over Z.*\n.*additions\n  not saved: name a file with -o\n$")

    def test_simplify_lowers_coefficients(self):
        (self.folder / "two.txt").write_text("1 2 1 2\n1 2\n0 1\n1 0\n-2 1\n1\n1\n")  # a11 b11 + a12 b21, with b in another basis
        report = self.json("flip", "simplify", "two.txt", "--walks", "1", "--rounds", "50", "-o", "one.json")
        self.assertEqual((report["ring"], report["excess_before"], report["excess"], report["output"]), ("ZT", 2, 0, "one.json"))
        self.assertEqual(self.json("flip", "verify", "one.json")["schemes"][0]["ring"], "ZT")
        text = self.wreath("flip", "simplify", "s.exp", "-o", "other.json").stdout
        self.assertIn("not written: nothing better than s.exp was found", text)
        self.refused("flip", "simplify", "s.exp", "--rounds", "0", code=64, says="at least 1")

    def test_derive(self):
        for arguments, shape, rank in ((["extend", "s.exp", "--new-shape", "2x2x3"], "2x2x3", 11), (["project", "3x3x3", "--new-shape", "2x3x3"], "2x3x3", 18),
                                       (["merge", "s.exp", "s.exp", "--along", "m"], "2x4x2", 14), (["product", "s.exp", "s.exp"], "4x4x4", 49),
                                       (["permute", "2x3x4", "--sides", "pnm"], "4x2x3", 24)):
            report = self.json("flip", "derive", *arguments, "-o", "d.json")
            self.assertEqual((report["shape"], report["rank"]), (shape, rank))
            self.assertEqual(self.json("flip", "verify", "d.json")["schemes"][0]["shape"], shape)
        schemes = ROOT / "data" / "schemes"
        report = self.json("flip", "derive", "blocks", str(schemes / "2x2x2-7.txt"), str(schemes), "--new-shape", "7x7x7", "-o", "d.json")
        self.assertLessEqual(report["rank"], 248)
        self.assertEqual([(each["count"], each["shape"]) for each in report["products"]], [(3, "3x3x4"), (3, "3x4x4"), (1, "4x4x4")])
        report = self.json("flip", "derive", "blocks", "s.exp", "s.exp", str(schemes / "4x4x4-47.txt"), "--new-shape", "4x4x4")
        self.assertEqual((report["rank"], report["ring"]), (49, "ZT"))  # nothing that is valid over F2 alone was used
        text = self.wreath("flip", "derive", "blocks", "s.exp", "--new-shape", "3x3x3").stdout
        self.assertIn("rank 26", text)
        self.assertIn("3 of 1x2x2, rank 4: standard", text)
        self.refused("flip", "derive", "blocks", "s.exp", "3x3x3", says="--new-shape")
        self.refused("flip", "derive", "blocks", "s.exp", "--new-shape", "1x3x3", says="1x3x3 cannot be cut into the 2x2x2 blocks")
        with tempfile.TemporaryDirectory() as empty:
            self.refused("flip", "derive", "blocks", "s.exp", empty, "--new-shape", "3x3x3", says="there are no schemes in this folder")
        self.refused("flip", "derive", "blocks", "s.exp", "--new-shape", "3x3x3", "--along", "p", says="--along is for derive merge, not for blocks")
        self.assertEqual(self.json("flip", "verify", "2X3x4")["schemes"][0]["rank"], 24)
        self.refused("flip", "derive", "extend", "999x999x999", "--new-shape", "3x3x3", says="999x999x999 is too large")
        self.refused("flip", "derive", "extend", "s.exp", says="--new-shape")
        self.refused("flip", "derive", "merge", "s.exp", says="takes 2 schemes")
        self.refused("flip", "derive", "merge", "s.exp", "2x2x3", "--along", "n", says="their p differ")
        self.refused("flip", "derive", "permute", "s.exp", "--sides", "nn", says="'nn' is not an order")
        self.refused("flip", "derive", "shrink", "s.exp", code=64, says="shrink")
        self.refused("flip", "derive", "extend", "s.exp", "--new-shape", "999x999x999", code=64, says="999x999x999 is too large")

    def test_path_is_written_and_checked(self):
        report = self.json("flip", "path", "2x2x2", "s.exp", "-o", "p.txt")
        moves = [line for line in (self.folder / "p.txt").read_text().splitlines() if not line.startswith("#")]
        self.assertEqual(len(moves), report["moves"])
        self.assertEqual(report["flips"] + report["pluses"], report["moves"])
        self.assertLess(report["greatest_rank"], 20)
        self.assertEqual(self.json("flip", "path", "2x2x2", "s.exp", "--verify", "p.txt")["moves"], report["moves"])
        (self.folder / "cut.txt").write_text("\n".join(moves[:-1]))
        self.refused("flip", "path", "2x2x2", "s.exp", "--verify", "cut.txt", says="cut.txt: after")
        (self.folder / "bad.txt").write_text("flip a 1 8\n")
        self.refused("flip", "path", "2x2x2", "s.exp", "--verify", "bad.txt", says="bad.txt: move 1: a flip of summands that do not share a factor")
        (self.folder / "worse.txt").write_text("# nothing\nflip a 1\n")
        self.refused("flip", "path", "2x2x2", "s.exp", "--verify", "worse.txt", says="worse.txt:3:1")
        self.refused("flip", "path", "2x2x2", "3x3x3", says="there is no path from a scheme of shape 2x2x2 to one of 3x3x3")

    def test_equivalence(self):
        turned = STRASSEN.replace("a", "x").replace("b", "a").replace("c", "b").replace("x", "c")
        turned = "\n".join("*".join(sorted(line.split("*"), key=lambda factor: factor.strip("(")[0])) for line in turned.split())
        (self.folder / "turned.exp").write_text(turned)
        found = self.json("flip", "equivalent", "s.exp", "turned.exp")
        self.assertTrue(found["equivalent"])
        self.assertEqual(len(set(found["invariants"])), 1)
        self.assertEqual([len(found["map"][name]) for name in "XYZ"], [2, 2, 2])
        text = self.wreath("flip", "equivalent", "s.exp", "2x2x2").stdout
        self.assertEqual(text, "different over F2: ranks 7 and 8\n")
        group = self.json("flip", "automorphisms", "s.exp")
        self.assertEqual((group["order"], group["basis_order"]), (36, 6))
        stopped = self.wreath("flip", "automorphisms", "5x5x5", "--time", "0.000001", code=2).stdout
        self.assertEqual(stopped, "stopped (time) before all automorphisms were found\n")
        stopped = self.wreath("flip", "equivalent", "5x5x5", "5x5x5", "--time", "0.000001", code=2).stdout
        self.assertEqual(stopped, "stopped (time) before the schemes were compared\n")
        self.assertEqual(self.wreath("flip", "automorphisms", "3x3x3").stdout,
                         "3x3x3: 3x3x3, rank 27: 1,296 automorphisms over F2\n  216 of them are changes of basis\n")

    def test_a_damaged_archive_does_not_hide_the_good_files(self):
        good = struct.pack("<84b", *(value for line in STRASSEN_ROWS for value in line))
        header = "{'descr': '|i1', 'fortran_order': False, 'shape': (7, 12), }".ljust(117) + "\n"
        array = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + good
        with zipfile.ZipFile(self.folder / "good.npz", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("one.npy", array)
            archive.writestr("two.npy", array)
        whole = (self.folder / "good.npz").read_bytes()
        (self.folder / "cut.npz").write_bytes(whole[:len(whole) // 2])
        flipped = bytearray(whole)
        flipped[60] ^= 255  # within the first array
        (self.folder / "flipped.npz").write_bytes(flipped)
        report = json.loads(self.wreath("flip", "verify", "s.exp", "cut.npz", "flipped.npz", "good.npz", "--json", code=1).stdout)
        self.assertEqual([one.get("rank") for one in report["schemes"]], [7, None, None, 7, 7, 7])
        self.assertIn("cut.npz: this archive is damaged", report["schemes"][1]["error"])
        self.assertIn("flipped.npz", report["schemes"][2]["error"])
        self.refused("flip", "verify", "cut.npz", says="cut.npz: this archive is damaged")
        folder = self.folder / "found"
        folder.mkdir()
        for name in ("cut.npz", "flipped.npz", "good.npz"):
            shutil.copy(self.folder / name, folder)
        self.assertEqual(len(self.json("flip", "records", "2x2x2", "--folder", "found")["skipped"]), 2)
        lifts = self.json("flip", "lift", "found", "-o", "lifted")
        self.assertEqual((lifts["lifts"]["ZT"], len(lifts["skipped"])), (3, 2))
        self.assertEqual(self.json("flip", "lift", "good.npz", "-o", "lifted")["lifts"]["ZT"], 2)
        self.assertEqual(self.json("flip", "records", "2x2x2", "--folder", "good.npz")["records"][0]["here_F2"], 7)

    def test_coefficients_of_63_bits(self):
        for number in (1059895897307691255, 2**63 - 1):
            (self.folder / "large.exp").write_text(f"({number}*a11)*(b11)*(c11)\n-({number - 1}*a11)*(b11)*(c11)\n")
            (self.folder / "large.txt").write_text(f"1 1 1 2\n{number}\n-{number - 1}\n1\n1\n1\n1\n")
            self.assertEqual(self.json("flip", "verify", "large.exp")["schemes"][0]["ring"], "Z")
            self.assertEqual(self.json("flip", "verify", "large.txt")["schemes"][0]["ring"], "Z")
        (self.folder / "larger.exp").write_text(f"({2**63}*a11)*(b11)*(c11)\n")
        self.refused("flip", "verify", "larger.exp", says=f"a number is too large: it may be at most {2**63 - 1}")

    def test_complex_coefficients_are_named(self):
        for name, text in (("c.txt", "1 1 1 1\n1+2j\n1\n1\n"), ("c.exp", "(2*I*a11)*(b11)*(c11)\n"), ("c.m", "{{{{1 + I}}, {{1}}, {{1}}}}"),
                           ("c.json", '{"n": [1, 1, 1], "m": 1, "u": [["0.5j"]], "v": [[1]], "w": [[1]]}'),
                           ("c.mpl", "Triad([Matrix(1, 1, [[I]]), Matrix(1, 1, [[1]]), Matrix(1, 1, [[1]])])")):
            (self.folder / name).write_text(text)
            self.refused("flip", "verify", name, says="complex coefficients are not supported")
        header = "{'descr': '<c16', 'fortran_order': False, 'shape': (1, 3), }".ljust(117) + "\n"
        head = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()
        (self.folder / "c.npy").write_bytes(head + struct.pack("<6d", 1, 1, 1, 0, 1, 0))
        self.refused("flip", "verify", "c.npy", says="c.npy: complex coefficients are not supported")
        (self.folder / "real.npy").write_bytes(head + struct.pack("<6d", 1, 0, 1, 0, 1, 0))
        self.assertEqual(self.json("flip", "verify", "real.npy")["schemes"][0]["rank"], 1)

    def test_the_schemes_of_the_repository_have_the_known_ranks(self):
        """The sentence on data/schemes in docs/flip.md."""
        report = self.json("flip", "records", "--folder", ROOT / "data" / "schemes")
        above = {one["shape"]: (one["here_F2"], one["F2"]) for one in report["records"] if "here_F2" in one and one["here_F2"] != one["F2"]}
        self.assertEqual(above, {"4x5x6": (90, 89)})
        ranks = {one["shape"]: one for one in self.json("flip", "records", "3x6x6", "7x7x9", "10x13x14")["records"]}
        self.assertEqual([ranks["3x6x6"][ring] for ring in ("F2", "Z", "ZT", "Q")], [82, 82, 82, 80])
        self.assertEqual([ranks["7x7x9"][ring] for ring in ("F2", "Z", "ZT", "Q")], [313, 316, 316, 315])
        self.assertEqual(ranks["10x13x14"]["Z"], 1152)

    def test_stats_and_records(self):
        (self.folder / "found").mkdir()
        self.wreath("flip", "convert", "s.exp", "-o", "found/s.json")
        self.wreath("flip", "convert", "3x3x3", "-o", "found/t.txt")
        report = self.json("flip", "stats", "found")
        self.assertEqual(report["schemes"], 2)
        self.assertEqual(report["sets_above_2"], 27)
        self.assertIn("size", self.wreath("flip", "stats", "s.exp").stdout)
        report = self.json("flip", "records", "2x2x2", "3x3x3", "--folder", "found")
        self.assertEqual([(one["F2"], one["here_F2"]) for one in report["records"]], [(7, 7), (23, 27)])
        text = self.wreath("flip", "records", "--folder", "found").stdout
        self.assertRegex(text, r"2x2x2 +7 +7 +7 +7 +7 = +7 =")
        self.assertRegex(text, r"3x3x3 +23 +23 +23 +23 +27 \+4 +27 \+4")

    def test_gaps_and_pages_of_records(self):
        gaps = self.json("flip", "records", "--gaps", "--up-to", "4x4x6")["gaps"]
        self.assertIn({"shape": "4x4x4", "rank": 49, "least": 47, "least_over": "F2"}, gaps["Z"])
        self.assertNotIn("4x4x4", [one["shape"] for one in gaps["F2"]])
        self.assertIn("Q: ", self.wreath("flip", "records", "--gaps").stdout)
        gaps = self.json("flip", "records", "6x3x3", "2x2x2", "--gaps", "--page", "gaps.md")["gaps"]
        self.assertEqual([one["shape"] for one in gaps["Z"]], ["3x3x6"])
        self.assertIn("| 3x3x6 | 42 | 40 | Q |", (self.folder / "gaps.md").read_text())
        self.refused("flip", "records", "--up-to", "17x17x17", code=64, says="17x17x17 is beyond the table, which ends at 16x16x16")
        report = self.json("flip", "records", "16x16x16", "--page", "page.md")["records"][0]
        self.assertEqual(report["sources"]["F2"]["source"], "wreath")
        self.assertIn(f"| 16x16x16 | {report['F2']} (wreath, ", (self.folder / "page.md").read_text())
        records = self.json("flip", "records", "--up-to", "16x16x16")["records"]
        self.assertEqual(sum(one["shape"][0].isdigit() for one in records), 680)  # the others are other tensors
        self.refused("flip", "records", "--page", "nowhere/page.md", says="nowhere")
        self.refused("flip", "records", "--gaps", "17x17x17", says="17x17x17 is beyond the table, which ends at 16x16x16")
        self.assertEqual(self.wreath("flip", "records", "--gaps", "2x2x2", "1x2x3").stdout, "no gaps: the same rank over every ring\n")
        text = self.wreath("flip", "records", "3x2x1", "17x17x17").stdout
        self.assertRegex(text, r"\n1x2x3 +6 +6 +6 +6\n17x17x17 +\? +\? +\? +\?\nas of [-\d]+\nbeyond the table, which ends at 16x16x16: 17x17x17\n$")
        self.refused("flip", "records", "--up-to", "1x1x1", code=64, says="1x1x1 is before the table, which begins at 2x2x2")

    def test_a_folder_is_lifted(self):
        (self.folder / "found").mkdir()
        self.wreath("flip", "convert", "s.exp", "-o", "found/s.json")
        (self.folder / "found" / "bad.txt").write_text("not a scheme\n")
        shutil.copy(ROOT / "data" / "schemes" / "4x4x4-47.txt", self.folder / "found")
        report = self.json("flip", "lift", "found", "-o", "lifted")
        self.assertEqual(report["lifts"], {"tried": 2, "ZT": 1, "Z": 0, "Q": 0, "impossible": 1, "left": 0})
        self.assertEqual([one["output"] for one in report["schemes"]], ["lifted/ZT/s.json"])
        self.assertEqual(self.json("flip", "verify", "lifted/ZT/s.json")["schemes"][0]["ring"], "ZT")
        text = self.wreath("flip", "lift", "found").stdout
        self.assertIn("found: of 2 schemes, 1 lifts to coefficients -1, 0, 1; 0 to Z; 0 to Q; 1 provably does not lift\nskipped 1 file", text)
        (self.folder / "both").mkdir()
        for name in ("s.exp", "s.json", "t.json"):
            self.wreath("flip", "convert", "s.exp", "-o", f"both/{name}")
        self.json("flip", "lift", "both", "-o", "npy", "--to", "npy")
        self.assertEqual(sorted(path.name for path in (self.folder / "npy" / "ZT").iterdir()), ["s.json.npy", "s.npy", "t.npy"])
        (self.folder / "arrays").mkdir()
        for name in ("s.npy", "s.txt", "t.exp"):
            self.wreath("flip", "convert", "s.exp", "-o", f"arrays/{name}")
        self.json("flip", "lift", "arrays", "-o", "kept", "--shape", "2x2x2")
        self.assertEqual(sorted(path.name for path in (self.folder / "kept" / "ZT").iterdir()), ["s.txt", "s.txt.txt", "t.exp"])
        self.refused("flip", "lift", "both", "-o", "x.json", says="x.json: the lifts of a folder go to a folder")
        self.assertFalse((self.folder / "x.json").exists())
        (self.folder / "y.json").mkdir()
        self.json("flip", "lift", "both", "-o", "y.json")
        report = self.json("flip", "search", "2x2x2", "--target", "7", "--backend", "cpu", "--keep", "lifting", "--folder", "pool")
        self.assertEqual(report["lifts"]["ZT"], len(list((self.folder / "pool" / "ZT").iterdir())))
        self.refused("flip", "search", "2x2x2", "--keep", "lifting", code=64, says="--keep lifting needs a folder: --folder DIR")
        self.refused("flip", "search", "2x2x2", "--ring", "Z", "--keep", "lifting", "--folder", "pool", "--backend", "cpu", code=64,
                     says="--keep lifting is for walks over F2 and F3")

    def test_bad_files_of_a_folder_are_skipped(self):
        (self.folder / "found").mkdir()
        self.wreath("flip", "convert", "s.exp", "-o", "found/s.json")
        (self.folder / "found" / "bad.txt").write_text("not a scheme\n")
        (self.folder / "found" / "wrong.exp").write_text("(a11)*(b11)*(c11)\n(a12)*(b21)*(c12)\n")
        for command in (("stats", "found"), ("records", "--folder", "found"), ("derive", "blocks", "s.exp", "found", "--new-shape", "4x4x4"),
                        ("search", "2x2x2", "--start", "found", "--steps", "100", "--backend", "cpu")):
            report = self.json("flip", *command)
            self.assertEqual([one["file"] for one in report["skipped"]], ["found/bad.txt", "found/wrong.exp"], command)
            self.assertIn("found/bad.txt:1:1", report["skipped"][0]["error"])
            text = self.wreath("flip", *command).stdout
            self.assertIn("skipped 2 files:\n  found/bad.txt:1:1: ", text)
        self.assertEqual(self.json("flip", "stats", "found")["schemes"], 1)
        self.assertIn("found/bad.txt:1:1", self.wreath("flip", "stats", "found/bad.txt", code=1).stderr)  # named itself
        (self.folder / "found" / "s.json").unlink()
        says = "found: there are no valid schemes in this folder; the first of 2 files that were skipped: found/bad.txt:1:1"
        self.assertIn(says, self.wreath("flip", "stats", "found", code=1).stderr)
        self.assertIn(says, self.wreath("flip", "search", "2x2x2", "--start", "found", code=1).stderr)
        self.assertEqual(len(self.json("flip", "records", "--folder", "found")["skipped"]), 2)

    def test_one_file_has_the_json_of_several(self):
        (self.folder / "wrong.exp").write_text(STRASSEN.rstrip().rsplit("\n", 1)[0] + "\n")
        self.assertEqual(set(self.json("flip", "verify", "s.exp")), set(self.json("flip", "verify", "s.exp", "2x2x2")))
        found = json.loads(self.wreath("flip", "verify", "wrong.exp", "--json", code=1).stdout)
        self.assertFalse(found["all_right"])
        self.assertEqual((found["schemes"][0]["input"], found["schemes"][0]["wrong"]), ("wrong.exp", True))
        unread = json.loads(self.wreath("flip", "verify", "gone.exp", "--json", code=1).stdout)  # there is no answer
        self.assertEqual((unread["format"], unread["error"]["kind"]), ("wreath error", "input"))
        self.wreath("flip", "verify", "s.exp", "--record", "run.json")
        self.assertEqual(json.loads((self.folder / "run.json").read_text())["results"]["schemes"][0]["rank"], 7)

    def test_records_look_into_the_folders_of_a_hunt(self):
        for name in ("hunt/2x2x2/kept", "hunt/empty"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "hunt" / "2x2x2" / "kept" / "7-s.exp").write_text(STRASSEN)
        self.assertEqual(self.json("flip", "records", "2x2x2", "--folder", "hunt")["records"][0]["here_F2"], 7)

    def test_what_cannot_be_read_is_not_called_wrong(self):
        (self.folder / "wrong.exp").write_text(STRASSEN.rstrip().rsplit("\n", 1)[0] + "\n")
        run = self.wreath("flip", "verify", "none.json", "wrong.exp", "s.exp", code=1)
        self.assertRegex(run.stdout, r"(?s)^error: none.json: cannot open: .*\nWRONG: wrong.exp: not a decomposition .*\ns.exp: 2x2x2, rank 7")
        report = json.loads(self.wreath("flip", "verify", "none.json", "wrong.exp", "--json", code=1).stdout)
        self.assertEqual([one["wrong"] for one in report["schemes"]], [False, True])
        for held, wrong in (("not a scheme\n", False), ((self.folder / "wrong.exp").read_text(), True), (STRASSEN, None)):
            run = subprocess.run([WREATH, "flip", "verify", "-", "s.exp", "--json"], input=held, cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(run.returncode, 0 if wrong is None else 1, run.stderr)
            first, second = json.loads(run.stdout)["schemes"]
            self.assertEqual((first.get("wrong"), second["rank"]), (wrong, 7), held)
            if wrong is not None:
                self.assertIn("standard input", first["error"])

    def test_simplify_names_the_file(self):
        (self.folder / "bits.exp").write_text(STRASSEN.replace("-", "+"))
        self.refused("flip", "simplify", "bits.exp", says="bits.exp: this scheme is valid over F2 only")
        self.refused("flip", "simplify", "bits.exp", says="valid over F2 only, and one over Z is needed: lift it first")
        (self.folder / "large.exp").write_text("(1001*a11)*(b11)*(c11)\n(1000*a11)*(-b11)*(c11)\n")
        self.refused("flip", "simplify", "large.exp", says="large.exp: coefficients may be at most 1000 in absolute value, and one is 1001")

    def test_folders_that_are_not_there(self):
        self.refused("flip", "records", "--folder", "nowhere", says="nowhere: no such folder")
        self.refused("flip", "stats", "nowhere", says="nowhere: cannot open")
        self.refused("flip", "lift", "nowhere/", "-o", "lifted", says="nowhere/: cannot open")


if __name__ == "__main__":
    unittest.main()
