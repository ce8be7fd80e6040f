#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath-paper: the experiments of the papers, with --quick."""
import json
import subprocess
import unittest

from cli_test import WREATH, CliTest

ROW = {"label", "quantity", "unit", "paper", "ours", "ratio", "note"}
SERIES = {"name", "x_name", "x_unit", "y_name", "y_unit", "log_x", "log_y", "x", "y", "source"}


class BenchPaper(CliTest):
    program = WREATH + "-paper"  # beside wreath

    def measured(self, name, *options):
        results = json.loads(self.wreath(name, "--quick", "--json", "-q", "--scratch", ".", *options).stdout)
        self.assertEqual((results["experiment"], results["ending"], results["quick"]), (name, "done", True))
        self.assertTrue(results["rows"] and results["paper_machine"] and results["machine"])
        for row in results["rows"]:
            self.assertEqual(set(row), ROW)
            self.assertTrue(row["ours"] is not None or row["note"], row)
        for line in results["series"]:
            self.assertEqual(set(line), SERIES)
            self.assertEqual(len(line["x"]), len(line["y"]))
            self.assertIn(line["source"], ("wreath", "paper"))
        return results

    def rows(self, results, quantity):
        return {row["label"]: row for row in results["rows"] if row["quantity"] == quantity}

    def names(self):
        return [entry["name"] for entry in json.loads(self.wreath("list", "--json").stdout)["experiments"]]

    def test_list_tells_all(self):
        text = self.wreath("list").stdout
        names = self.names()
        self.assertEqual(len(names), 27)
        for name in names:
            self.assertIn(name, text)

    def test_unknown_names_are_wrong_usage(self):
        self.refused("words-figure-22", code=64, says="did you mean 'words-figure-2'?")
        self.refused("zebra", code=64, says="'wreath-paper list' lists them all")
        self.refused("--quick", code=64, says="NAME")

    def test_words(self):
        rows = self.measured("words-constants")
        states, triangles = self.rows(rows, "states of M_g"), self.rows(rows, "small triangles")
        self.assertEqual((states["S_2"]["ours"], states["C_334"]["ours"]), (105, 78))
        self.assertEqual((triangles["S_2"]["ours"], triangles["C_334"]["ours"]), (496799521, 11881))

    def test_semigroups(self):
        results = self.measured("semigroups-table-1", "--record", "r.json")
        everything = self.rows(results, "|F_k|")
        self.assertEqual(everything["stage 18"]["ours"], 31103)
        self.assertTrue(all(row["ours"] == row["paper"] for row in everything.values()))
        fresh = self.rows(results, "|T_k|")
        wrong = [label for label, row in fresh.items() if row["ours"] != row["paper"]]
        self.assertEqual(wrong, ["stage 6", "stage 13", "stage 16"])  # the paper's misprints
        self.assertTrue(all("misprint" in fresh[label]["note"] for label in wrong))
        record = json.loads((self.folder / "r.json").read_text())
        self.assertEqual((record["format"], record["ending"]), ("wreath run record 1", "done"))
        self.assertEqual(record["results"]["rows"], results["rows"])
        self.assertEqual({line["source"] for line in record["results"]["series"]}, {"wreath", "paper"})

    def test_duplicates(self):
        rows = self.rows(self.measured("semigroups-table-4"), "eliminated transformations")
        self.assertEqual(round(rows["Bihecke 5, size 120"]["ours"]), rows["Bihecke 5, size 120"]["paper"])
        self.assertEqual(round(rows["Renner A6, size 13327"]["ours"]), rows["Renner A6, size 13327"]["paper"])

    def test_permutations(self):
        results = self.measured("permutations-table-5")
        self.assertEqual({row["label"] for row in results["rows"]}, {"1 node", "2 nodes", "4 nodes", "8 nodes", "16 nodes"})
        measured = [row for row in results["rows"] if row["label"] == "1 node"]
        self.assertEqual(len(measured), 3)  # sort, buckets, implicit indices
        for row in measured:
            self.assertAlmostEqual(row["ratio"] * row["ours"], row["paper"], delta=1e-6 * row["paper"])
        self.assertEqual(list(self.folder.iterdir()), [])  # its files are gone

    def test_what_does_not_fit_is_told(self):
        rows = self.measured("permutations-table-8", "--memory", "300M")["rows"]
        self.assertTrue(all(row["ours"] is None and "not run" in row["note"] for row in rows))

    def test_flips(self):
        results = self.measured("flips-figure-2")
        rows = self.rows(results, "of them of at most five")
        self.assertGreater(rows["5x5 matrices"]["ours"], 90)

    def test_time_ends_with_what_is_known(self):
        run = self.wreath("all", "--quick", "--json", "-q", "--scratch", ".", "--record", "records", "--time", "0.05", code=2)
        results = json.loads(run.stdout)
        self.assertEqual(results["ending"], "time")
        self.assertLess(len(results["experiments"]), 27)
        names = sorted(path.stem for path in (self.folder / "records").iterdir())
        self.assertEqual(names, sorted(entry["experiment"] for entry in results["experiments"]))

    def test_every_experiment_can_be_stopped_at_once(self):
        for name in self.names():
            with self.subTest(name):
                self.wreath(name, "--quick", "--json", "-q", "--scratch", ".", "--time", "0.000001", code=2)

    def test_an_unfinished_run_accuses_nobody(self):
        run = self.wreath("semigroups-table-1", "--json", "-q", "--time", "0.000001", code=2)
        self.assertNotIn("misprint", run.stdout)

    def test_table_names_both_machines(self):
        text = self.wreath("words-constants", "--quick").stdout
        for word in ("NVIDIA V100", "ours", "paper", "ratio", "496,799,521"):
            self.assertIn(word, text)

    def test_wreath_names_the_program(self):
        run = subprocess.run([WREATH, "bench", "paper", "--quick", "all"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout, run.stderr.count("\n")), (64, "", 1))
        self.assertIn("wreath-paper", run.stderr)


if __name__ == "__main__":
    unittest.main()
