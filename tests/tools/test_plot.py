#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/plot.py: what it finds in records, the pictures that it draws, and what it refuses."""
import contextlib
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import figures
import plot
import plot_figures

MACHINE = {"cpu": "Neoverse-V1", "cores": 2}
RAM = [{"operation": operation, "points": 2**k, "threads": threads, "traditional_ns": k * 1.0, "implicit_ns": k / threads, "floor_ns": 0.5}
       for operation in ("multiply", "inverse") for threads in (1, 2) for k in range(16, 20)]
AXES = {"x_name": "letters", "x_unit": "", "y_name": "time", "y_unit": "s", "log_x": True, "log_y": True}
PAPER = {"experiment": "words-figure-2",
         "series": [AXES | {"name": "block 1", "x": [10, 100, 1000], "y": [1, 10, 100], "source": "wreath"},
                    AXES | {"name": "as printed", "x": [10, 1000], "y": [2, 300], "source": "paper"}],
         "rows": [{"label": "biHecke 5", "quantity": "total time", "unit": "s", "paper": 66.9, "ours": 0.5},
                  {"label": "biHecke 6", "quantity": "total time", "unit": "s", "paper": None, "ours": 30}]}


def draws(python):
    return subprocess.run([python, "-c", "import matplotlib"], capture_output=True, check=False).returncode == 0


PYTHON = next((python for python in (sys.executable, "/usr/bin/python3") if pathlib.Path(python).exists() and draws(python)), None)


class PlotTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def record(self, name, machine=MACHINE, **fields):
        record = {"format": "wreath run record 1", "machine": machine, "threads": 0, "phases": [], "series": {}, "results": {}} | fields
        (self.folder / name).write_text(json.dumps(record))

    def printed(self, *arguments):
        out = io.StringIO()
        names = [str(self.folder / argument) if argument.endswith(".json") else argument for argument in arguments]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            plot.run(names)
        return out.getvalue()

    def figures(self, *arguments):
        return json.loads(self.printed(*arguments, "--json").splitlines()[0])["figures"]

    def names(self, *arguments):
        return [series["name"] for series in self.figures(*arguments)[0]["series"]]

    def refused(self, *arguments, says):
        with self.assertRaises(plot_figures.InputError) as caught:
            self.printed(*arguments, "--json")
        self.assertIn(says, str(caught.exception))

    def wrong_usage(self, *arguments, says):
        out = io.StringIO()
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(out):
            plot.run([*arguments])
        self.assertIn(says, out.getvalue())


class Data(PlotTest):
    def test_panels_series_and_axes_of_a_table(self):
        self.record("r.json", series={"ram": RAM})
        found = self.figures("r.json")
        self.assertEqual([figure["name"] for figure in found], ["multiply", "inverse"])
        self.assertEqual([series["name"] for series in found[0]["series"]][:3], ["loop, 1 thread", "partition, 1 thread", "floor, 1 thread"])
        self.assertEqual((found[0]["x"], found[0]["y"], found[0]["log"]), ("points", "time per point (ns)", "xy"))
        figure, = self.figures("r.json", "--figure", "inverse", "--series", "partition, 2")
        self.assertEqual(figure["series"], [{"name": "partition, 2 threads", "points": [[2**k, k / 2] for k in range(16, 20)]}])

    def test_a_table_of_your_choice(self):
        self.record("r.json", series={"ram": RAM})
        how = ["--table", "series.ram", "--x", "points", "--by", "threads", "--where", "operation=inverse"]
        figure, = self.figures("r.json", *how, "--y", "traditional_ns*points/1e9=whole")
        self.assertEqual([series["name"] for series in figure["series"]], ["whole, 1 thread", "whole, 2 threads"])
        self.assertAlmostEqual(figure["series"][0]["points"][0][1], 16 * 2**16 / 1e9)
        figure, = self.figures("r.json", *how, "--y", "traditional_ns", "--where", "points=2^17", "--where", "threads=2")
        self.assertEqual([series["points"] for series in figure["series"]], [[[2**17, 17]]])
        self.refused("r.json", *how, "--y", "nonsense", says="no rows with these columns")
        self.wrong_usage("r.json", "--x", "points", "--y", "floor_ns", "--json", says="need a table")
        self.wrong_usage("r.json", "--table", "series.ram", "--json", says="needs --x COLUMN and --y COLUMN")

    def test_renaming_and_names_of_points(self):
        self.record("r.json", series={"ram": RAM})
        figure, = self.figures("r.json", "--figure", "inverse", "--series", "partition, 2", "--rename", "^partition, (.*)=partitioned by \\1", "--rename", "inverse=x^-1")
        self.assertEqual((figure["name"], [series["name"] for series in figure["series"]]), ("x^-1", ["partitioned by 2 threads"]))
        how = ["--table", "series.ram", "--x", "points", "--y", "traditional_ns", "--where", "operation=inverse", "--where", "points=2^17"]
        figure, = self.figures("r.json", *how, "--point-names", "threads")
        self.assertEqual([note[2] for note in figure["notes"]], ["1", "2"])
        figure, = self.figures("r.json", *how, "--point-names", "threads", "--only-names", "2", "--rename", "^2$=both cores")
        self.assertEqual([note[2] for note in figure["notes"]], ["both cores"])
        self.wrong_usage("r.json", "--rename", "x", "--json", says="PATTERN=NAME")

    def test_if_one_x_is_text_all_are(self):
        self.record("r.json", results={"things": [{"name": "a", "value": 1}, {"name": 7, "value": 2}, {"name": "b", "value": 3}]})
        figure, = self.figures("r.json", "r.json", "--label", "first", "--label", "second", "--table", "results.things", "--x", "name", "--y", "value")
        self.assertEqual((figure["categories"], figure["kind"]), (["a", "7", "b"], "bars"))
        self.assertEqual([series["points"] for series in figure["series"]], [[[0, 1], [1, 2], [2, 3]]] * 2)

    def test_speedup(self):
        rows = [{"group": "S_2", "length": 1000, "threads": threads, "what": "w", "seconds": 8.0 / threads} for threads in (1, 2, 4)]
        self.record("r.json", results={"measured": rows})
        figure, = self.figures("r.json", "--figure", "threads", "--speedup")
        self.assertEqual((figure["y"], figure["series"][0]["points"]), ("speed-up", [[1, 1], [2, 2], [4, 4]]))
        self.record("ram.json", series={"ram": RAM})
        figure = self.figures("ram.json", "--baseline", "loop, 2 threads", "--series", "2 threads")[0]
        self.assertEqual([series["points"][0][1] for series in figure["series"]], [1, 2, 32])
        self.refused("ram.json", "--baseline", "nothing", says="there is no series 'nothing' to compare with; there are: loop, 1 thread;")

    def test_rates_speed_up_the_other_way(self):
        rows = [{"group": "S_2", "what": "w", "length": length, "letters_per_second": length * 3.0} for length in (10, 20)]
        self.record("r.json", results={"measured": rows})
        self.assertEqual(self.figures("r.json", "--speedup")[0]["series"][0]["points"], [[10, 1], [20, 2]])

    def test_histogram(self):
        runs = [{"seed": seed, "seconds": seconds, "reached": True} for seed, seconds in enumerate((1.1, 1.9, 2.5, 9.5))] + [{"seed": 9, "seconds": 60, "reached": False}]
        self.record("r.json", results={"cases": [{"case": "4x4x4:47", "median_flips_per_second": 1e9, "runs": runs}]})
        figure, = self.figures("r.json")
        self.assertEqual((figure["categories"][0], figure["x"], figure["y"]), ("0\u20132", "time (s)", "number of runs"))
        self.assertEqual([y for _, y in figure["series"][0]["points"]], [2, 1, 0, 0, 1])

    def test_series_and_rows_of_the_papers(self):
        self.record("r.json", results=PAPER)
        self.assertEqual(self.names("r.json"), ["block 1, wreath", "as printed, paper"])
        figure, = self.figures("r.json", "--figure", "rows")
        self.assertEqual((figure["categories"], figure["y"]), (["biHecke 5", "biHecke 6"], "total time (s)"))
        self.assertEqual([series["points"] for series in figure["series"]], [[[0, 66.9]], [[0, 0.5], [1, 30]]])

    def test_several_records(self):
        self.record("a.json", results={"input": "full:2", "levels": [1, 2]})
        self.record("b.json", results={"input": "full:3", "levels": [1, 3, 5]})
        self.record("c.json", results={"input": "full:3", "levels": [1, 3, 5]}, machine={"cpu": "Intel(R) Xeon(R) Processor", "cores": 16})
        self.record("d.json", results={"input": "full:3", "levels": [7]})
        self.assertEqual(self.names("a.json", "b.json"), ["full:2", "full:3"])
        self.assertEqual(self.names("b.json", "c.json"), ["Neoverse-V1, 2 cores", "Xeon, 16 cores"])
        self.assertEqual(self.names("b.json", "d.json"), ["b", "d"])
        self.record("small.json", series={"ram": [row for row in RAM if row["points"] < 2**18]})
        self.record("large.json", series={"ram": [row for row in RAM if row["points"] >= 2**18]})
        self.record("all.json", series={"ram": RAM})
        self.assertEqual(self.figures("large.json", "small.json", "--join"), self.figures("all.json"))
        self.assertEqual(self.names("a.json", "b.json", "--across", "--x", "machine.cores", "--y", "threads", "--by", "results.input"), ["full:2", "full:3"])

    def test_google_benchmark(self):
        benchmarks = [{"name": f"{name}/{size}", "real_time": size * 2.0, "time_unit": "ns"} for name in ("copy", "sort") for size in (8, 64)]
        (self.folder / "bench.json").write_text(json.dumps({"context": {}, "benchmarks": benchmarks}))
        figure, = self.figures("bench.json")
        self.assertEqual(figure["series"], [{"name": name, "points": [[8, 16], [64, 128]]} for name in ("copy", "sort")])

    def test_list(self):
        self.record("r.json", series={"ram": RAM})
        text = self.printed("r.json", "--list")
        for words in ("memory: multiply: time per point (ns) against points", "--table series.ram (16 rows in r.json): operation points threads"):
            self.assertIn(words, text)

    def test_all_committed_run_records_can_be_drawn(self):
        for path in sorted((ROOT / "bench/results").glob("*.json")):
            record = plot_figures.read_record(path)
            if record["format"] == "wreath run record 1" and (record["series"] or record["phases"] or record["results"].get("measured")):
                self.assertTrue(plot_figures.figures_of_records([record])[0], path)


class Refusals(PlotTest):
    def test_what_is_not_a_record(self):
        self.record("good.json", results={"levels": [1, 2]})
        (self.folder / "text.json").write_text("hello")
        (self.folder / "list.json").write_text("[1, 2]")
        for name, says in (("none", "none.json: cannot open"), ("text", "text.json: this file is not JSON"), ("list", "list.json: this is not a run record")):
            self.refused("good.json", f"{name}.json", says=says)

    def test_what_cannot_be_drawn(self):
        self.record("bare.json")
        self.record("zero.json", results={"levels": [0, 0]})
        self.record("r.json", results={"levels": [1, 2]})
        self.refused("bare.json", says="nothing to plot")
        self.refused("zero.json", says="try --linear")
        self.refused("r.json", "--figure", "zebra", says="there is no figure 'zebra' here; there are: levels")
        self.refused("r.json", "--series", "zebra", says="there is no series 'zebra' here")
        self.wrong_usage("r.json", "-o", "r.gif", says="must end in .svg, .png or .pdf")
        self.wrong_usage("r.json", "--size", "800", "--json", says="'800' is not a size")
        self.wrong_usage("r.json", says="-o FILE")

    def test_damaged_fields_are_passed_over(self):
        self.record("r.json", series={"ram": [{"operation": 7}, {"points": None}, 5, {"operation": "x", "points": "many", "threads": [], "traditional_ns": {}}],
                                      "levels": ["a", {}]}, results={"series": [3, {"x": 1}, {"x": [1], "y": []}], "rows": [{"ours": "x", "label": 3}], "bests": {}})
        self.refused("r.json", says="nothing to plot")


@unittest.skipUnless(PYTHON, "there is no matplotlib")
class Pictures(PlotTest):
    def draw(self, *arguments, code=0):
        run = subprocess.run([PYTHON, "-B", ROOT / "tools/plot.py", *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, code, run.stderr)
        return run.stderr

    def texts(self, name):
        root = xml.etree.ElementTree.parse(self.folder / name).getroot()
        return ["".join(element.itertext()).strip() for element in root.iter("{http://www.w3.org/2000/svg}text")]

    def test_svg(self):
        self.record("r.json", series={"ram": RAM})
        self.draw("r.json", "-o", "r.svg", "--title", "It's \"100%\" <of> S_2 & $more$")
        texts = self.texts("r.svg")
        for expected in ("It's \"100%\" <of> S_2 & $more$", "multiply", "inverse", "points", "time per point (ns)", "loop, 1 thread", "floor, 2 threads", "2¹⁶"):
            self.assertIn(expected, texts)
        first = (self.folder / "r.svg").read_bytes()
        self.draw("r.json", "-o", "r.svg", "--title", "It's \"100%\" <of> S_2 & $more$")
        self.assertEqual((self.folder / "r.svg").read_bytes(), first)  # no dates, no random names

    def test_every_kind(self):
        self.record("r.json", results=PAPER)
        kinds = (["--figure", "rows"], ["--linear"], ["--speedup"], ["--kind", "points"], ["--kind", "steps"], ["--kind", "histogram"], ["--size", "300x200"])
        calls = [["r.json", "-o", f"{number}.svg", *options] for number, options in enumerate(kinds)]
        subprocess.run([PYTHON, "-B", "-c", f"import plot\nfor call in {calls}: plot.run(call)"], cwd=self.folder, env={"PYTHONPATH": str(ROOT / "tools")}, check=True)
        for number in range(len(kinds)):
            self.assertTrue(self.texts(f"{number}.svg"))

    def test_png_and_pdf(self):
        self.record("r.json", results={"levels": [1, 2]})
        for end, magic in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
            self.draw("r.json", "-o", f"r.{end}")
            self.assertTrue((self.folder / f"r.{end}").read_bytes().startswith(magic))
        self.assertIn("nowhere/r.svg: cannot write", self.draw("r.json", "-o", "nowhere/r.svg", code=1))

    def test_the_figures_of_the_documentation_can_be_drawn(self):
        subprocess.run([PYTHON, "-B", ROOT / "tools/figures.py", self.folder], check=True)
        self.assertEqual({path.stem for path in self.folder.iterdir()}, set(figures.FIGURES))

    def test_without_matplotlib_the_package_is_named(self):
        self.record("r.json", results={"levels": [1, 2]})
        (self.folder / "matplotlib.py").write_text("raise ImportError")
        run = subprocess.run([PYTHON, "-B", ROOT / "tools/plot.py", "r.json", "-o", "r.svg"], cwd=self.folder, env={"PYTHONPATH": str(self.folder)}, capture_output=True,
                             text=True, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, r"^plot.py: this needs matplotlib, which .* does not have: sudo apt-get install python3-matplotlib .*\n$")


if __name__ == "__main__":
    unittest.main()
