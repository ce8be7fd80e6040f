#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath plot: what it finds in records, how it draws it as text, and what it refuses."""
import json
import unittest

from cli_test import ROOT, CliTest

MACHINE = {"cpu": "Neoverse-V1", "cores": 2}
RAM = [{"operation": operation, "points": 2**k, "threads": threads, "traditional_ns": k * 1.0, "implicit_ns": k / threads, "floor_ns": 0.5}
       for operation in ("multiply", "inverse") for threads in (1, 2) for k in range(16, 20)]
AXES = {"x_name": "letters", "x_unit": "", "y_name": "time", "y_unit": "s", "log_x": True, "log_y": True}
PAPER = {"experiment": "words-figure-2",
         "series": [AXES | {"name": "block 1", "x": [10, 100, 1000], "y": [1, 10, 100], "source": "wreath"},
                    AXES | {"name": "as printed", "x": [10, 1000], "y": [2, 300], "source": "paper"}],
         "rows": [{"label": "biHecke 5", "quantity": "total time", "unit": "s", "paper": 66.9, "ours": 0.5, "ratio": 133.8, "note": ""},
                  {"label": "biHecke 6", "quantity": "total time", "unit": "s", "paper": None, "ours": 30, "ratio": None, "note": "it did not finish"}]}


class PlotTest(CliTest):
    def record(self, name, **fields):
        record = {"format": "wreath run record 1", "command": "wreath_bench", "machine": MACHINE, "threads": 0, "phases": [], "series": {}, "results": {}} | fields
        (self.folder / name).write_text(json.dumps(record))

    def figures(self, *arguments):
        return json.loads(self.wreath("plot", *arguments, "--json").stdout)["figures"]

    def bars(self, *arguments):
        lines = self.wreath("plot", *arguments).stdout.splitlines()
        return {line.split("|")[0].strip(): line.count("*") for line in lines if "|" in line}


class Text(PlotTest):
    def test_a_straight_line(self):
        self.record("r.json", results={"bests": [{"seconds": seconds, "rank": 10 * seconds} for seconds in (0, 1, 2)], "shape": "4x4x4"})
        lines = self.wreath("plot", "r.json").stdout.splitlines()
        self.assertEqual(lines[0], "r.json: 4x4x4, Neoverse-V1")
        rows = [line for line in lines if "|" in line]
        self.assertEqual(len(rows), 20)
        marks = [(row, line.index("*")) for row, line in enumerate(rows) if "*" in line]
        self.assertEqual([row for row, _ in marks], [0, 9, 19])  # from the top: 20, 10, 0
        columns = [column for _, column in marks]
        self.assertLessEqual(abs(columns[0] - 2 * columns[1] + columns[2]), 1)
        self.assertTrue(rows[0].strip().startswith("20 |") and rows[-1].strip().startswith("0 |"))
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertIn("time (s)", lines[-1])

    def test_bars(self):
        self.record("r.json", phases=[{"name": "read", "seconds": 1.0}, {"name": "write", "seconds": 0.25}, {"name": "wait", "seconds": -1}])
        bars = self.bars("r.json")
        self.assertAlmostEqual(bars["read"], 4 * bars["write"], delta=4)
        self.assertEqual(bars["wait"], 0)

    def test_logarithmic_axes_report_what_they_cannot_show(self):
        self.record("r.json", series={"levels": [0, 10, 100]})
        self.assertIn("values at or below zero, not shown: 1\n", self.wreath("plot", "r.json").stdout)
        self.record("zero.json", series={"levels": [0, 0]})
        self.refused("plot", "zero.json", says="nothing to plot")

    def test_records_of_commands(self):
        for command, group in ((["word", "growth", "free:2"], "spheres"), (["semigroup", "enumerate", "full:3"], "levels"), (["flip", "stats", "3x3x3"], "sets"),
                               (["flip", "search", "2x2x2", "--target", "7"], "rank"), (["perm", "random", "1000", "-o", "x.npy"], None),
                               (["perm", "cycles", "x.npy"], "cycles"), (["semigroup", "green", "full:3", "--classes"], "classes")):
            self.wreath(*command, "-q", "--record", "r.json")
            if group:
                self.assertEqual(self.figures("r.json")[0]["group"], group, command)
                self.assertIn("|", self.wreath("plot", "r.json").stdout)
        self.wreath("word", "growth", "free:2", "-q", "--record", "r.json")
        self.assertEqual(self.figures("r.json")[0]["series"][0]["points"][:4], [[0, 1], [1, 4], [2, 12], [3, 36]])

    def test_all_committed_run_records_can_be_drawn(self):
        for path in sorted((ROOT / "bench/results").glob("*.json")):
            record = json.loads(path.read_text())
            if record["format"] == "wreath run record 1" and (record["series"] or record["phases"] or record["results"].get("measured")):
                self.assertIn("|", self.wreath("plot", path).stdout, path)


class Data(PlotTest):
    def test_panels_series_and_axes_of_a_table(self):
        self.record("r.json", series={"ram": RAM})
        figures = self.figures("r.json")
        self.assertEqual([figure["name"] for figure in figures], ["multiply", "inverse"])
        self.assertEqual([series["name"] for series in figures[0]["series"]][:3], ["loop, 1 thread", "partition, 1 thread", "floor, 1 thread"])
        self.assertEqual((figures[0]["x"], figures[0]["y"], figures[0]["log_x"]), ("points", "time per point (ns)", True))
        figure, = self.figures("r.json", "--figure", "inverse")
        self.assertEqual(figure["series"][4]["name"], "partition, 2 threads")
        self.assertEqual(figure["series"][4]["points"][0], [2**16, 8])

    def test_inner_tables_and_conditions(self):
        runs = [{"seed": seed, "seconds": 1.5 * seed, "reached": seed != 2} for seed in (1, 2, 3)]
        self.record("r.json", results={"cases": [{"case": "4x4x4:47", "median_flips_per_second": 1e9, "runs": runs}]})
        figure, = self.figures("r.json")
        self.assertEqual((figure["categories"], figure["series"][0]["points"]), (["1", "3"], [[0, 1.5], [1, 4.5]]))
        self.assertIn("not drawn: flip rate; --figure NAME draws them", self.wreath("plot", "r.json").stdout)

    def test_lengths_begin_at_one_without_the_empty_word(self):
        for monoid, first in ((True, 0), (False, 1)):
            self.record("r.json", series={"levels": [1, 2]}, results={"monoid": monoid})
            self.assertEqual(self.figures("r.json")[0]["series"][0]["points"], [[first, 1], [first + 1, 2]])

    def test_series_and_rows_of_the_papers(self):
        self.record("r.json", results=PAPER)
        figure, = self.figures("r.json")
        self.assertEqual([series["name"] for series in figure["series"]], ["block 1, wreath", "as printed, paper"])
        self.assertEqual((figure["x"], figure["y"], figure["log_y"]), ("letters", "time (s)", True))
        figure, = self.figures("r.json", "--figure", "rows")
        self.assertEqual((figure["categories"], figure["y"]), (["biHecke 5", "biHecke 6"], "total time (s)"))
        self.assertEqual([series["points"] for series in figure["series"]], [[[0, 66.9]], [[0, 0.5], [1, 30]]])

    def test_several_records(self):
        self.record("a.json", series={"levels": [1, 2]})
        self.record("b.json", series={"levels": [1, 3, 5]})
        figure, = self.figures("a.json", "b.json")
        self.assertEqual([series["name"] for series in figure["series"]], ["a", "b"])

    def test_google_benchmark(self):
        (self.folder / "r.json").write_text(json.dumps({"context": {}, "benchmarks": [{"name": "copy/8", "real_time": 2.0, "time_unit": "ns"}]}))
        figure, = self.figures("r.json")
        self.assertEqual((figure["y"], figure["categories"]), ("time (ns)", ["copy/8"]))


class Refusals(PlotTest):
    def test_what_is_not_a_record(self):
        self.record("good.json", series={"levels": [1, 2]})
        (self.folder / "text.json").write_text("hello")
        (self.folder / "other.json").write_text('{"a": 1}')
        (self.folder / "list.json").write_text("[1, 2]")
        (self.folder / "empty.json").write_text("")
        for name, says in (("none", "none.json: cannot open"), ("text", "text.json: this file is not JSON"), ("other", "other.json: this is not a run record"),
                           ("list", "list.json: this is not a run record"), ("empty", "empty.json: this file is not JSON")):
            self.refused("plot", "good.json", f"{name}.json", says=says)

    def test_what_cannot_be_drawn(self):
        self.record("bare.json")
        self.record("r.json", series={"levels": [1, 2]})
        self.refused("plot", "bare.json", says="bare.json: nothing to plot")
        self.refused("plot", "r.json", "--figure", "zebra", says="there is no figure 'zebra' here; there are: levels")
        self.refused("plot", "r.json", "--record", "r.json", says="name another file with --record")
        self.refused("plot", code=64, says="RECORD")

    def test_pictures_are_drawn_elsewhere(self):
        self.record("r.json", series={"levels": [1, 2]})
        for arguments in (["-o", "r.svg"], ["--title", "T"], ["--log-x"], ["--table=series.ram"], ["--size", "800x500"]):
            self.refused("plot", "r.json", *arguments, code=64, says="tools/plot.py")

    def test_damaged_fields_are_passed_over(self):
        self.record("r.json", series={"ram": [{"operation": 7}, {"points": None}, 5, {"operation": "x", "points": "many", "threads": [], "traditional_ns": {}}],
                                      "levels": ["a", {}]}, results={"series": [3, {"x": 1}, {"x": [1], "y": []}], "rows": [{"ours": "x", "label": 3}], "bests": {}})
        self.refused("plot", "r.json", says="nothing to plot")


if __name__ == "__main__":
    unittest.main()
