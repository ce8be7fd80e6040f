#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath plot: what it finds in records, how it draws it as text and as SVG, and what it refuses."""
import json
import re
import unittest
import xml.etree.ElementTree

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

    def points(self, *arguments):
        return [(bar["x"], bar["name"], bar["y"]) for figure in self.figures(*arguments) for bar in figure["bars"]]

    def bars(self, *arguments):
        lines = self.wreath("plot", *arguments).stdout.splitlines()
        return {line.split("|")[0].strip(): line.count("*") for line in lines if "|" in line}


class Text(PlotTest):
    def test_a_straight_line(self):
        self.record("r.json", results={"bests": [{"seconds": seconds, "rank": 10 * seconds} for seconds in (0, 1, 2)], "shape": "4x4x4"})
        lines = self.wreath("plot", "r.json").stdout.splitlines()
        self.assertEqual(lines[0], "r.json: 4x4x4, Neoverse-V1")
        self.assertEqual(lines[2], "rank: rank by time (s)")
        bars = self.bars("r.json")
        self.assertEqual(list(bars), ["0", "1", "2"])
        self.assertEqual(bars["0"], 0)
        self.assertAlmostEqual(bars["2"], 2 * bars["1"], delta=1)
        self.assertTrue(lines[-1].endswith("* 20"))
        self.assertLessEqual(max(map(len, lines)), 80)

    def test_long_series_are_folded(self):
        self.record("r.json", results={"levels": list(range(1, 1001))})
        text = self.wreath("plot", "r.json").stdout
        self.assertEqual(text.count("|"), 40)
        self.assertIn("one in 25 of 1000 is drawn", text)
        self.assertEqual(len(self.figures("r.json")[0]["bars"]), 1000)

    def test_bars(self):
        self.record("r.json", phases=[{"name": "read", "seconds": 1.0}, {"name": "write", "seconds": 0.25}, {"name": "wait", "seconds": -1}])
        bars = self.bars("r.json")
        self.assertAlmostEqual(bars["read"], 4 * bars["write"], delta=4)
        self.assertEqual(bars["wait"], 0)

    def test_logarithmic_axes(self):
        self.record("r.json", results={"levels": [0, 1, 10, 100]})
        bars = self.bars("r.json")
        self.assertEqual(bars["0"], 0)
        self.assertAlmostEqual(bars["3"] - bars["2"], bars["2"] - bars["1"], delta=1)
        self.assertGreater(bars["1"], 0)

    def test_records_of_commands(self):
        for command, group in ((["word", "growth", "free:2"], "spheres"), (["semigroup", "enumerate", "full:3"], "levels"), (["flip", "stats", "3x3x3"], "sets"),
                               (["flip", "search", "2x2x2", "--target", "7"], "rank"), (["perm", "random", "1000", "-o", "x.npy"], None),
                               (["perm", "cycles", "x.npy"], "cycles"), (["semigroup", "green", "full:3", "--classes"], "classes")):
            self.wreath(*command, "-q", "--record", "r.json")
            if group:
                self.assertEqual(self.figures("r.json")[0]["axes"]["group"], group, command)
                self.assertIn("|", self.wreath("plot", "r.json").stdout)
        self.wreath("word", "growth", "free:2", "-q", "--record", "r.json")
        self.assertEqual(self.points("r.json")[:4], [(0, "", 1), (1, "", 4), (2, "", 12), (3, "", 36)])

    def test_all_committed_run_records_can_be_drawn(self):
        for path in sorted((ROOT / "bench/results").glob("*.json")):
            record = json.loads(path.read_text())
            if record["format"] == "wreath run record 1" and (record["series"] or record["phases"] or record["results"].get("measured")):
                self.assertIn("|", self.wreath("plot", path).stdout, path)


class Data(PlotTest):
    def test_panels_series_and_axes_of_a_table(self):
        self.record("r.json", series={"ram": RAM})
        figures = self.figures("r.json")
        self.assertEqual([figure["axes"]["name"] for figure in figures], ["multiply", "inverse"])
        self.assertEqual({bar["name"] for bar in figures[0]["bars"] if "1" in bar["name"]}, {"loop, threads 1", "partition, threads 1", "floor, threads 1"})
        self.assertEqual(figures[0]["axes"], {"group": "memory", "name": "multiply", "x": "points", "y": "time per point (ns)",
                                              "kind": "lines", "log_x": True, "log_y": True})
        self.assertIn((2**16, "partition, threads 2", 8), self.points("r.json", "--figure", "inverse"))
        self.assertEqual(len(self.figures("r.json", "--figure", "inverse")), 1)

    def test_inner_tables_and_conditions(self):
        runs = [{"seed": seed, "seconds": 1.5 * seed, "reached": seed != 2} for seed in (1, 2, 3)]
        self.record("r.json", results={"cases": [{"case": "4x4x4:47", "median_flips_per_second": 1e9, "runs": runs}]})
        self.assertEqual(self.points("r.json"), [(1, "4x4x4:47", 1.5), (3, "4x4x4:47", 4.5)])
        self.assertIn("not drawn: flip rate; --figure NAME draws them", self.wreath("plot", "r.json").stdout)

    def test_lengths_begin_at_one_without_the_empty_word(self):
        for monoid, first in ((True, 0), (False, 1)):
            self.record("r.json", results={"levels": [1, 2], "monoid": monoid})
            self.assertEqual(self.points("r.json"), [(first, "", 1), (first + 1, "", 2)])

    def test_series_and_rows_of_the_papers(self):
        self.record("r.json", results=PAPER)
        figure, = self.figures("r.json")
        self.assertEqual({bar["name"] for bar in figure["bars"]}, {"block 1, wreath", "as printed, paper"})
        self.assertEqual((figure["axes"]["x"], figure["axes"]["y"], figure["axes"]["log_y"]), ("letters", "time (s)", True))
        self.assertEqual(self.points("r.json", "--figure", "rows"),
                         [("biHecke 5", "paper", 66.9), ("biHecke 5", "wreath", 0.5), ("biHecke 6", "wreath", 30)])

    def test_several_records(self):
        self.record("a.json", results={"levels": [1, 2]})
        self.record("b.json", results={"levels": [1, 3, 5]})
        self.assertEqual(self.points("a.json", "b.json"), [(0, "a", 1), (1, "a", 2), (0, "b", 1), (1, "b", 3), (2, "b", 5)])
        self.assertEqual(list(self.bars("a.json", "b.json")), ["0, a", "0, b", "1, a", "1, b", "2, b"])

    def test_google_benchmark(self):
        (self.folder / "r.json").write_text(json.dumps({"context": {}, "benchmarks": [{"name": "copy/8", "real_time": 2.0, "time_unit": "ns"}]}))
        figure, = self.figures("r.json")
        self.assertEqual((figure["axes"]["y"], figure["bars"][0]["x"]), ("time (ns)", "copy/8"))


class Pictures(PlotTest):
    """wreath plot --svg: the marks are where the axes say."""

    def drawn(self, *arguments):
        self.wreath("plot", *arguments, "--svg", "r.svg", "-q")
        svg = xml.etree.ElementTree.parse(self.folder / "r.svg").getroot()
        self.assertEqual((svg.tag, svg.get("width")), ("{http://www.w3.org/2000/svg}svg", "640"))
        return svg

    @staticmethod
    def texts(svg):
        return {(each.text, float(each.get("x")), float(each.get("y"))) for each in svg.iter("{http://www.w3.org/2000/svg}text")}

    @staticmethod
    def circles(svg):
        return [(float(each.get("cx")), float(each.get("cy"))) for each in svg.iter("{http://www.w3.org/2000/svg}circle")]

    def ticks(self, svg, names, axis):
        """Where the labels of one axis stand, by their text: those of the other stand elsewhere in that direction."""
        at = {name: {place[1 + axis] for place in self.texts(svg) if place[0] == name} for name in names}
        for name, places in at.items():
            self.assertTrue(places, name)
        return at

    def test_a_line_on_logarithmic_axes(self):
        self.record("r.json", results={"series": [AXES | {"figure": "f", "name": "line", "x": [10, 100, 1000, 10000], "y": [1, 10, 100, 1000], "source": "wreath"}]})
        svg = self.drawn("r.json")
        points = self.circles(svg)
        self.assertEqual(len(points), 4)
        for axis, names in ((0, ("10", "100", "1,000", "10⁴")), (1, ("1", "10", "100", "1,000"))):
            ticks = self.ticks(svg, names, axis)
            for point, name in zip(points, names):
                self.assertLess(min(abs(point[axis] - place + (4.5 if axis else 0)) for place in ticks[name]), 0.2, (name, axis))
        words = {text for text, *_ in self.texts(svg)}
        self.assertLessEqual({"letters", "time (s)", "line, wreath"}, words)

    def test_a_staircase_that_begins_far_from_zero(self):
        self.record("r.json", results={"bests": [{"seconds": seconds, "rank": 200 - 10 * seconds} for seconds in range(5)], "shape": "6x6x6"})
        svg = self.drawn("r.json")
        words = {text for text, *_ in self.texts(svg)}
        self.assertLessEqual({"160", "200", "6x6x6, Neoverse-V1"}, words)
        self.assertNotIn("150", words)
        line, = [each for each in svg.iter("{http://www.w3.org/2000/svg}path") if each.get("stroke-width") == "2"]
        spots = [tuple(map(float, spot.split(","))) for spot in re.findall(r"[\d.]+,[\d.]+", line.get("d"))]
        self.assertEqual(len(spots), 9)
        self.assertTrue(all(a[0] == b[0] or a[1] == b[1] for a, b in zip(spots, spots[1:])))

    def test_bars_are_as_long_as_their_values(self):
        self.record("r.json", results={"rows": [{"label": "first <one>", "quantity": "q", "unit": "s", "paper": 20, "ours": 10},
                                                {"label": "second", "quantity": "q", "unit": "s", "paper": 5, "ours": 0.0}]})
        self.record("p.json", phases=[{"name": "read & write", "seconds": 4.0}, {"name": "wait", "seconds": 1}])
        rects = [each for each in self.drawn("p.json").iter("{http://www.w3.org/2000/svg}rect")]
        self.assertAlmostEqual(float(rects[0].get("width")), 4 * float(rects[1].get("width")), delta=0.5)
        words = {text for text, *_ in self.texts(self.drawn("r.json"))}  # a name is text, whatever it has in it
        self.assertLessEqual({"first <one>", "second", "paper", "wreath", "20", "0"}, words)

    def test_a_histogram_counts(self):
        runs = [{"seed": seed, "seconds": seconds, "reached": True} for seed, seconds in enumerate((0, 0.5, 1.5, 9.5))]
        self.record("r.json", results={"cases": [{"case": "4x4x4:47", "runs": runs}]})
        words = [text for text, *_ in self.texts(self.drawn("r.json"))]
        self.assertLessEqual({"0 to 1", "1 to 2", "9 to 10", "how many by time (s)"}, set(words))

    def test_every_committed_record_is_drawn(self):
        for path in sorted((ROOT / "bench/results").glob("*.json"))[::7]:
            record = json.loads(path.read_text())
            if record["format"] == "wreath run record 1" and (record["series"] or record["phases"] or record["results"].get("measured")):
                svg = self.drawn(path)
                self.assertNotIn("nan", xml.etree.ElementTree.tostring(svg, encoding="unicode"), path)

    def test_the_picture_replaces_no_record(self):
        self.record("r.json", results={"levels": [1, 2]})
        self.refused("plot", "r.json", "--svg", "r.json", code=64, says="--svg and RECORD are the same file")
        self.refused("plot", "r.json", "--svg", "nowhere/r.svg", says="nowhere/r.svg")


class Refusals(PlotTest):
    def test_what_is_not_a_record(self):
        self.record("good.json", results={"levels": [1, 2]})
        (self.folder / "text.json").write_text("hello")
        (self.folder / "other.json").write_text('{"a": 1}')
        (self.folder / "list.json").write_text("[1, 2]")
        (self.folder / "empty.json").write_text("")
        for name, says in (("none", "none.json: cannot open"), ("text", "text.json: this is not a run record"), ("other", "other.json: this is not a run record"),
                           ("list", "list.json: this is not a run record"), ("empty", "empty.json: this is not a run record")):
            self.refused("plot", "good.json", f"{name}.json", says=says)

    def test_what_cannot_be_drawn(self):
        self.record("bare.json")
        self.record("r.json", results={"levels": [1, 2]})
        self.refused("plot", "bare.json", says="bare.json: nothing to plot")
        self.refused("plot", "r.json", "--figure", "zebra", says="'zebra' is not a figure of these records; choose from: levels")
        self.refused("plot", "r.json", "--record", "r.json", code=64, says="--record and RECORD are the same file")
        self.refused("plot", code=64, says="RECORD")

    def test_damaged_fields_are_passed_over(self):
        self.record("r.json", series={"ram": [{"operation": 7}, {"points": None}, 5, {"operation": "x", "points": "many", "threads": [], "traditional_ns": {}}],
                                      "levels": ["a", {}]}, results={"series": [3, {"x": 1}, {"x": [1], "y": []}], "rows": [{"ours": "x", "label": 3}], "bests": {}})
        self.refused("plot", "r.json", says="nothing to plot")


if __name__ == "__main__":
    unittest.main()
