#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The checker of quoted numbers: what it must let pass, what it must find, and that the pages of this repository pass."""
import json
import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_results
import figures

RECORD = {"seconds": 3.0668, "threads": 2, "results": {"size": 31103, "rate": 3.624e8, "rows": [
    {"op": "multiply", "points": 2**27, "ns": 2.2149, "ok": True}, {"op": "inverse", "points": 2**27, "ns": 1.4551, "ok": False}]}}
PAGE = """# Title

| | paper | wreath |
|---|---|---|
| 2^27 points | 7.5 | 2.21 |
"""
NUMBERS = """# Title
record r
at results.rows[op=multiply, points=2^27]
2.21 = ns
"""


class Checker(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.records = pathlib.Path(folder.name)
        (self.records / "r.json").write_text(json.dumps(RECORD))

    def test_records_that_pages_name(self):
        found = check_results.missing_records("`2026-11-15-perm-a` and\n`bench/results/r.json`, `2026-11-15-NAME-b.json`", self.records)
        self.assertEqual(found, [(1, "there is no record 2026-11-15-perm-a.json")])

    def complaints(self, page, numbers="", strict=False):
        of_page, of_numbers, _ = check_results.check_page(page, numbers, self.records, strict)
        return [what for _, what in of_page + of_numbers]

    def entry(self, number, expression):
        return self.complaints(f"It is {number}.\n", f"record r\n{number} = {expression}\n")

    def test_a_correct_page_passes(self):
        self.assertEqual(self.complaints(PAGE, NUMBERS), [])

    def test_a_wrong_number_fails(self):
        wrong = self.complaints(PAGE.replace("2.21", "2.22"), NUMBERS.replace("2.21", "2.22"))
        self.assertEqual(len(wrong), 1)
        self.assertIn("the record has 2.2149", wrong[0])

    def test_a_missing_record_fails(self):
        self.assertIn("there is no record s.json", self.complaints(PAGE, NUMBERS.replace("record r", "record s"))[0])
        self.assertEqual(self.complaints("see bench/results/none.json"), ["there is no record none.json"])

    def test_a_number_without_an_entry_fails(self):
        self.assertIn("2.21 appears in a table", self.complaints(PAGE)[0])
        twice = PAGE.replace("| 2.21 |", "| 2.21 |\n| again | 8 | 2.21 |")
        self.assertEqual(len(self.complaints(twice, NUMBERS)), 1)
        self.assertEqual(self.complaints(twice, NUMBERS + "2.21 = ns\n"), [])

    def test_an_entry_without_its_number_fails(self):
        self.assertEqual(self.complaints(PAGE, NUMBERS + "1.46 ~ paper: so\n"), ["# Title: 1.46 does not appear on the page"])

    def test_a_heading_that_the_page_lacks_fails(self):
        self.assertEqual(self.complaints(PAGE, NUMBERS + "## Other\n"), ["the page has no heading '## Other'"])

    def test_rounding_is_that_of_the_printed_digits(self):
        for number, expression in (("3.07", "seconds"), ("3.1", "seconds"), ("3", "seconds"), ("31,103", "results.size"), ("3.6*10^8", "results.rate"),
                                   ("3.62*10^8", "results.rate"), ("0.362", "results.rate/1e9"), ("362", "results.rate*1e-6"), ("2", "threads")):
            self.assertEqual(self.entry(number, expression), [], number)
        for number, expression in (("3.06", "seconds"), ("3.0", "seconds"), ("4", "seconds"), ("31,104", "results.size"), ("3.7*10^8", "results.rate"), ("361", "results.rate/1e6")):
            self.assertEqual(len(self.entry(number, expression)), 1, number)

    def test_expressions(self):
        self.assertEqual(self.entry("1.52", "results.rows[0].ns / results.rows[1].ns"), [])
        self.assertEqual(self.entry("3.67", "sum(results.rows[].ns)"), [])
        self.assertEqual(self.entry("1.8", "median(results.rows[].ns)"), [])
        self.assertEqual(self.entry("2", "count(results.rows[])"), [])
        self.assertEqual(self.entry("1.46", "min(results.rows[all points=2^27].ns)"), [])
        self.assertEqual(self.entry("1.46", "results.rows[ok=no].ns"), [])
        self.assertEqual(self.entry("1.46", "(results.rows[op=inverse].ns + 1) - 1"), [])
        for bad in ("results.none", "results.rows[op=divide].ns", "results.rows[points=2^27].ns", "results.rows[7].ns", "results", "__import__('os')", "seconds +"):
            self.assertEqual(len(self.entry("1.46", bad)), 1, bad)

    def test_marks(self):
        page = "It takes 30 s.\n"
        self.assertEqual(self.complaints(page, "30 ~ paper: its abstract", True), [])
        self.assertEqual(self.complaints(page, "30 ~ unrecorded: no record was kept"), [])
        self.assertEqual(len(self.complaints(page, "30 ~ unrecorded: no record was kept", True)), 1)
        self.assertEqual(len(self.complaints(page, "30 ~ guess")), 1)

    def test_which_cells_need_a_record(self):
        table = "| what | the paper | ours | machine |\n|---|---|---|---|\n| 5 | 6 | **7.5** (8 times) | an H200 of 9 |\n"
        found = [number for _, number in check_results.table_numbers(list(enumerate(table.splitlines(), 1)))]
        self.assertEqual(found, ["7.5", "8"])
        self.assertEqual(check_results.table_numbers([(1, "| what | ours |"), (2, "|---|---|"), (3, "| 5 | `1.1*10^11` |")]), [(3, "1.1*10^11")])
        self.assertEqual(check_results.numbers_in("4x4x4 S_2 C_334 biHecke 6, 7,505,009 and 2.8 to 4.3*10^7, 2^27; 0.5."), ["6", "7,505,009", "2.8", "4.3*10^7", "2^27", "0.5"])

    def test_code_is_left_alone(self):
        self.assertEqual(self.complaints("```\n" + PAGE + "```\n"), [])


class Repository(unittest.TestCase):
    def test_every_quoted_number_is_that_of_its_record(self):
        for name in check_results.PAGES:
            page = ROOT / name
            numbers = check_results.numbers_of(page)
            complaints, of_numbers, _ = check_results.check_page(page.read_text(encoding="utf-8"), numbers.read_text(encoding="utf-8"),
                                                                 ROOT / "bench/results", name in check_results.STRICT)
            self.assertEqual([f"{name}:{line}: {what}" for line, what in complaints], [])
            self.assertEqual([f"{numbers}:{line}: {what}" for line, what in of_numbers], [])

    def test_figures_are_made_by_the_script_and_shown(self):
        shown = {name for page in (ROOT / "docs").rglob("*.md") for name in re.findall(r"\((?:\.\./)?figures/([\w-]+)\.svg\)", page.read_text(encoding="utf-8"))}
        there = {path.stem for path in (ROOT / "docs/figures").glob("*.svg")}
        self.assertEqual(shown, there)
        self.assertEqual(set(figures.FIGURES), there)


if __name__ == "__main__":
    unittest.main()
