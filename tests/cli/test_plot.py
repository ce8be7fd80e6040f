#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath plot: what it finds in records, what it draws in letters and by gnuplot, and what it refuses."""
import json
import os
import pathlib
import shutil
import subprocess
import unittest
import xml.etree.ElementTree

from cli_test import WREATH, CliTest

GNUPLOT = shutil.which("gnuplot")
RESULTS = pathlib.Path(__file__).resolve().parent.parent.parent / "bench/results"
MACHINE = {"cpu": "Neoverse-V1", "cores": 2}
RAM = [{"operation": operation, "points": 2**k, "threads": threads, "traditional_ns": k * 1.0, "implicit_ns": k / threads, "floor_ns": 0.5}
       for operation in ("multiply", "inverse") for threads in (1, 2) for k in range(16, 20)]
PAPER = {"experiment": "words-figure-2",
         "series": [{"name": "block 1", "x_name": "letters", "x_unit": "", "y_name": "time", "y_unit": "s", "log_x": True, "log_y": True, "x": [10, 100, 1000],
                     "y": [1, 10, 100], "source": "wreath"},
                    {"name": "as printed", "x_name": "letters", "x_unit": "", "y_name": "time", "y_unit": "s", "log_x": True, "log_y": True, "x": [10, 1000],
                     "y": [2, 300], "source": "paper"}],
         "rows": [{"label": "biHecke 5", "quantity": "total time", "unit": "s", "paper": 66.9, "ours": 0.5, "ratio": 133.8, "note": ""},
                  {"label": "biHecke 6", "quantity": "total time", "unit": "s", "paper": None, "ours": 30, "ratio": None, "note": "it did not finish"}]}


class PlotTest(CliTest):
    def record(self, name, machine=MACHINE, **fields):
        record = {"format": "wreath run record 1", "command": "wreath_bench", "machine": machine, "threads": 0, "phases": [], "series": {}, "results": {}} | fields
        (self.folder / name).write_text(json.dumps(record))

    def figures(self, *arguments):
        return json.loads(self.wreath("plot", *arguments, "--json").stdout)["figures"]


class Letters(PlotTest):
    def test_a_straight_line(self):
        self.record("r.json", series={"levels": [0, 10, 20]}, results={"input": "demo", "monoid": True})
        lines = self.wreath("plot", "r.json", "--linear").stdout.splitlines()
        rows = [line for line in lines if "|" in line]
        self.assertEqual(len(rows), 20)
        marks = [(row, line.index("*")) for row, line in enumerate(rows) if "*" in line]
        self.assertEqual([row for row, _ in marks], [0, 9, 19])  # from the top: 20, 10, 0
        columns = [column for _, column in marks]
        self.assertTrue(columns[0] > columns[1] > columns[2])
        self.assertLessEqual(abs(columns[0] - 2 * columns[1] + columns[2]), 1)
        self.assertTrue(rows[0].strip().startswith("20 |") and rows[-1].strip().startswith("0 |"))
        self.assertIn("length of the word", "\n".join(lines))

    def test_bars(self):
        self.record("r.json", phases=[{"name": "read", "seconds": 1.0}, {"name": "write", "seconds": 0.25}])
        bars = {line.split("|")[0].strip(): line.count("*") for line in self.wreath("plot", "r.json").stdout.splitlines() if "|" in line}
        self.assertAlmostEqual(bars["read"], 4 * bars["write"], delta=4)

    def test_negative_bars_have_no_length(self):
        rows = [{"label": "up", "quantity": "change", "unit": "", "ours": 2}, {"label": "down", "quantity": "change", "unit": "", "ours": -1}]
        self.record("r.json", results={"rows": rows})
        bars = {line.split("|")[0].strip(): line.count("*") for line in self.wreath("plot", "r.json", "--linear").stdout.splitlines() if "|" in line}
        self.assertGreater(bars["up"], 0)
        self.assertEqual(bars["down"], 0)

    def test_where_one_x_is_text_all_are(self):
        rows = [{"name": "a", "value": 1}, {"name": 7, "value": 2}, {"name": "b", "value": 3}]
        self.record("r.json", results={"things": rows})
        text = self.wreath("plot", "r.json", "r.json", "--table", "results.things", "--x", "name", "--y", "value").stdout
        for name in ("a", "7", "b"):
            self.assertRegex(text, rf"(?m)^ *{name} +\|")

    def test_what_a_logarithmic_axis_cannot_show_is_told(self):
        self.record("r.json", series={"levels": [0, 10, 100]})
        self.assertIn("not shown: 1 point at zero or below", self.wreath("plot", "r.json").stdout)
        self.record("zero.json", series={"levels": [0, 0]})
        self.refused("plot", "zero.json", says="try --linear")

    def test_records_of_commands(self):
        for command, group in ((["word", "growth", "free:2"], "spheres"), (["semigroup", "enumerate", "full:3"], "levels"), (["flip", "stats", "3x3x3"], "sets"),
                               (["flip", "search", "2x2x2", "--target", "7"], "rank"), (["perm", "random", "1000", "-o", "x.npy"], None),
                               (["perm", "cycles", "x.npy"], "cycles"), (["semigroup", "green", "full:3", "--classes"], "classes")):
            self.wreath(*command, "-q", "--record", "r.json")
            if group:
                self.assertEqual(self.figures("r.json")[0]["group"], group, command)
                self.assertIn("|", self.wreath("plot", "r.json").stdout)
        self.wreath("word", "growth", "free:2", "-q", "--record", "r.json")
        spheres = self.figures("r.json")[0]["series"][0]
        self.assertEqual((spheres["x"][:4], spheres["y"][:4]), ([0, 1, 2, 3], [1, 4, 12, 36]))

    def test_all_committed_run_records_can_be_drawn(self):
        for path in sorted(RESULTS.glob("*.json")):
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
        chosen = self.figures("r.json", "--figure", "inverse", "--series", "partition, 2")
        self.assertEqual([(figure["name"], [series["name"] for series in figure["series"]]) for figure in chosen], [("inverse", ["partition, 2 threads"])])
        self.assertEqual(chosen[0]["series"][0]["y"], [8, 8.5, 9, 9.5])

    def test_a_table_of_ones_choice(self):
        self.record("r.json", series={"ram": RAM})
        how = ["--table", "series.ram", "--x", "points", "--by", "threads", "--where", "operation=inverse"]
        figure, = self.figures("r.json", *how, "--y", "traditional_ns*points/1e9=whole")
        self.assertEqual([series["name"] for series in figure["series"]], ["whole, 1 thread", "whole, 2 threads"])
        self.assertAlmostEqual(figure["series"][0]["y"][0], 16 * 2**16 / 1e9)
        self.refused("plot", "r.json", *how, "--y", "nonsense", says="r.json: this record has no rows with these columns")
        self.refused("plot", "r.json", "--x", "points", "--y", "floor_ns", says="name one by --table")
        self.refused("plot", "r.json", "--table", "series.ram", says="needs --x COLUMN and --y COLUMN")

    def test_speedup(self):
        rows = [{"group": "S_2", "length": 1000, "threads": threads, "what": "w", "seconds": 8.0 / threads} for threads in (1, 2, 4)]
        self.record("r.json", results={"measured": rows})
        figure, = self.figures("r.json", "--figure", "threads", "--speedup")
        self.assertEqual((figure["y"], figure["series"][0]["y"]), ("speed-up", [1, 2, 4]))
        self.record("ram.json", series={"ram": RAM})
        figure = self.figures("ram.json", "--baseline", "loop, 2 threads", "--series", "2 threads")[0]
        self.assertEqual([series["y"][0] for series in figure["series"]], [1, 2, 32])
        self.refused("plot", "ram.json", "--baseline", "nothing", says="there is no series 'nothing' to compare with: there is loop, 1 thread;")

    def test_rates_speed_up_the_other_way(self):
        rows = [{"group": "S_2", "what": "w", "length": length, "letters_per_second": length * 3.0} for length in (10, 20)]
        self.record("r.json", results={"measured": rows})
        self.assertEqual(self.figures("r.json", "--speedup")[0]["series"][0]["y"], [1, 2])

    def test_histogram(self):
        runs = [{"seed": seed, "seconds": seconds, "reached": True} for seed, seconds in enumerate((1.1, 1.9, 2.5, 9.5))] + [{"seed": 9, "seconds": 60, "reached": False}]
        self.record("r.json", results={"cases": [{"case": "4x4x4:47", "median_flips_per_second": 1e9, "runs": runs}]})
        figure, = self.figures("r.json")
        self.assertEqual(sum(figure["series"][0]["y"]), 4)
        self.assertEqual((figure["categories"][0], figure["x"], figure["y"]), ("0-2", "time (s)", "how often"))
        self.assertEqual(figure["series"][0]["y"], [2, 1, 0, 0, 1])

    def test_series_and_rows_of_the_papers(self):
        self.record("r.json", results=PAPER)
        figure, = self.figures("r.json")
        self.assertEqual([(series["name"], series.get("source")) for series in figure["series"]], [("block 1", None), ("as printed", "paper")])
        self.record("same.json", results={"series": [item | {"name": "one name"} for item in PAPER["series"]]})
        figure, = self.figures("same.json", "--join")
        self.assertEqual([(series["name"], series["y"]) for series in figure["series"]], [("one name", [1, 10, 100]), ("one name", [2, 300])])
        figure, = self.figures("r.json", "--rows")
        self.assertEqual((figure["categories"], [series["y"] for series in figure["series"]]), (["biHecke 5", "biHecke 6"], [[66.9], [0.5, 30]]))
        self.record("rows.json", results={"rows": PAPER["rows"]})
        self.assertEqual(self.figures("rows.json"), [figure])

    def test_several_records(self):
        self.record("a.json", series={"levels": [1, 2]}, results={"input": "full:2"})
        self.record("b.json", series={"levels": [1, 3, 5]}, results={"input": "full:3"})
        self.assertEqual([series["name"] for series in self.figures("a.json", "b.json")[0]["series"]], ["full:2", "full:3"])
        self.record("c.json", series={"levels": [1, 3, 5]}, results={"input": "full:3"}, machine={"cpu": "Xeon", "cores": 16})
        self.assertEqual([series["name"] for series in self.figures("b.json", "c.json")[0]["series"]], ["Neoverse-V1, 2 cores", "Xeon, 16 cores"])
        self.record("d.json", series={"levels": [7]}, results={"input": "full:3"})
        self.assertEqual([series["name"] for series in self.figures("b.json", "d.json")[0]["series"]], ["b", "d"])
        self.record("small.json", series={"ram": [row for row in RAM if row["points"] < 2**18]})
        self.record("large.json", series={"ram": [row for row in RAM if row["points"] >= 2**18]})
        self.record("all.json", series={"ram": RAM})
        self.assertEqual(self.figures("large.json", "small.json", "--join"), self.figures("all.json"))
        across, = self.figures("a.json", "b.json", "--across", "--x", "machine.cores", "--y", "threads", "--by", "results.input")
        self.assertEqual([series["name"] for series in across["series"]], ["full:2", "full:3"])

    def test_google_benchmark(self):
        benchmarks = [{"name": f"{name}/{size}", "real_time": size * 2.0, "time_unit": "ns"} for name in ("copy", "sort") for size in (8, 64)]
        (self.folder / "bench.json").write_text(json.dumps({"context": {}, "benchmarks": benchmarks}))
        figure, = self.figures("bench.json")
        self.assertEqual([(series["name"], series["x"], series["y"]) for series in figure["series"]], [("copy", [8, 64], [16, 128]), ("sort", [8, 64], [16, 128])])

    def test_list(self):
        self.record("r.json", series={"ram": RAM})
        text = self.wreath("plot", "r.json", "--list").stdout
        for word in ("multiply", "inverse", "time per point (ns)", "--table series.ram (16 rows in r.json): operation points threads"):
            self.assertIn(word, text)


class Refusals(PlotTest):
    def test_what_is_no_record(self):
        self.record("good.json", series={"levels": [1, 2]})
        (self.folder / "text.json").write_text("hello")
        (self.folder / "other.json").write_text('{"a": 1}')
        (self.folder / "list.json").write_text("[1, 2]")
        (self.folder / "empty.json").write_text("")
        (self.folder / "kept.svg").write_text("mine")
        for name, says in (("none", "none.json: cannot open"), ("text", "text.json: this is no JSON"), ("other", "other.json: this is no run record"),
                           ("list", "list.json: this is no run record"), ("empty", "empty.json: this is no JSON")):
            self.refused("plot", "good.json", f"{name}.json", "-o", "kept.svg", says=says)

    def test_what_cannot_be_drawn(self):
        self.record("bare.json")
        self.record("r.json", series={"levels": [1, 2]})
        (self.folder / "kept.svg").write_text("mine")
        self.refused("plot", "bare.json", "-o", "kept.svg", says="bare.json: this record has nothing to plot")
        self.refused("plot", "r.json", "--rows", says="no rows that compare with a paper")
        self.refused("plot", "r.json", "--figure", "zebra", "-o", "kept.svg", says="there is no figure 'zebra' here: there is levels")
        self.refused("plot", "r.json", "--series", "zebra", says="there is no series 'zebra' here")
        self.refused("plot", "r.json", "-o", "r.gif", says="r.gif: a plot is .svg, .png or .pdf")
        self.refused("plot", "r.json", "-o", "nowhere/r.svg", says="nowhere/r.svg: cannot write")
        self.refused("plot", "r.json", "--script", "r.json", says="one of the records that are to be drawn")
        self.refused("plot", "r.json", "--size", "800", code=64, says="'800' is no size")
        self.refused("plot", "r.json", "--kind", "pie", code=64, says="'pie' is no kind of plot")
        self.refused("plot", code=64, says="RECORD")

    def test_damaged_fields_are_passed_over(self):
        self.record("r.json", series={"ram": [{"operation": 7}, {"points": None}, 5, {"operation": "x", "points": "many", "threads": [], "traditional_ns": {}}],
                                      "levels": ["a", {}]}, results={"series": [3, {"x": 1}, {"x": [1], "y": []}], "rows": [{"ours": "x", "label": 3}], "bests": {}})
        self.refused("plot", "r.json", says="nothing to plot")

    def test_without_gnuplot_the_letters_are_shown(self):
        self.record("r.json", series={"levels": [1, 2]})
        run = subprocess.run([WREATH, "plot", "r.json", "-o", "r.svg"], cwd=self.folder, capture_output=True, text=True, env={**os.environ, "PATH": ""})
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr, "wreath: r.svg: not written: there is no gnuplot here (sudo apt-get install gnuplot-nox)\n")
        self.assertIn("*", run.stdout)
        self.assertFalse((self.folder / "r.svg").exists())


@unittest.skipUnless(GNUPLOT, "there is no gnuplot")
class Gnuplot(PlotTest):
    def texts(self, name):
        root = xml.etree.ElementTree.parse(self.folder / name).getroot()
        return ["".join(element.itertext()).strip() for element in root.iter("{http://www.w3.org/2000/svg}text")]

    def test_a_record_gives_no_commands(self):
        rows = [{"label": "x\"\nend\n! touch gone\n", "quantity": "q\n! touch gone", "unit": "\n! touch gone\n", "ours": 1}, {"label": "`touch gone`", "quantity": "q", "ours": 2}]
        self.record("r.json", results={"rows": rows})
        self.wreath("plot", "r.json", "-o", "r.svg")
        self.assertFalse((self.folder / "gone").exists())

    def test_svg(self):
        self.record("r.json", series={"ram": RAM})
        self.wreath("plot", "r.json", "-o", "r.svg", "--title", "It's \"100%\" <of> S_2 & more", "--script", "r.gp")
        texts = self.texts("r.svg")
        for expected in ("It's \"100%\" <of> S_2 & more", "multiply", "inverse", "points", "time per point (ns)", "loop, 1 thread", "floor, 2 threads"):
            self.assertIn(expected, texts)
        self.assertIn("#0072B2", (self.folder / "r.gp").read_text())
        first = (self.folder / "r.svg").read_bytes()
        self.wreath("plot", "r.json", "-o", "r.svg", "--title", "It's \"100%\" <of> S_2 & more")
        self.assertEqual((self.folder / "r.svg").read_bytes(), first)  # no dates, no random names
        run = subprocess.run(["gnuplot", "r.gp"], cwd=self.folder, capture_output=True)
        self.assertEqual(run.stdout, first)

    def test_every_kind(self):
        self.record("r.json", results=PAPER)
        for number, options in enumerate(([], ["--rows"], ["--linear"], ["--speedup"], ["--kind", "points"], ["--kind", "steps"], ["--kind", "bars"],
                                          ["--kind", "histogram"], ["--size", "300x200"])):
            self.wreath("plot", "r.json", "-o", f"{number}.svg", *options)
            self.assertTrue(self.texts(f"{number}.svg"))

    def test_png_and_pdf(self):
        self.record("r.json", series={"levels": [1, 2]})
        terminals = subprocess.run(["gnuplot", "-e", "print GPVAL_TERMINALS"], capture_output=True, text=True).stderr.split()
        for end, terminal, magic in (("png", "pngcairo", b"\x89PNG"), ("pdf", "pdfcairo", b"%PDF")):
            if terminal in terminals:
                self.wreath("plot", "r.json", "-o", f"r.{end}")
                self.assertTrue((self.folder / f"r.{end}").read_bytes().startswith(magic))
            else:
                self.refused("plot", "r.json", "-o", f"r.{end}", says=f"this gnuplot cannot write {end}")


if __name__ == "__main__":
    unittest.main()
