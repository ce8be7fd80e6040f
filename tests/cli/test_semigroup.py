# SPDX-License-Identifier: MIT
"""wreath semigroup as its users meet it."""
import json
import os
import re
import signal
import subprocess
import sys
import unittest

from cli_test import HANGS, WREATH, CliTest, load, save

BIHECKE_5 = [1, 8, 36, 126, 356, 860, 1764, 3054, 4594, 5714, 5778, 4118, 2678, 1358, 486, 136, 28, 8]


class Semigroup(CliTest):
    def json(self, *arguments, code=0):
        return json.loads(self.wreath("semigroup", *arguments, "--json", "-q", code=code).stdout)

    def test_enumerates(self):
        for threads in (1, 2):
            answer = self.json("enumerate", "bihecke:5", "--threads", threads, "--backend", "cpu")
            self.assertEqual((answer["size"], answer["levels"], answer["maximal_length"]), (31103, BIHECKE_5, 17))
            self.assertTrue(answer["complete"])
            self.assertEqual(answer["exactness"], "kernels and images are compared")
            self.assertIn("enumerate", answer["phases"])
        self.assertIn("31,103 elements", self.wreath("semigroup", "enumerate", "bihecke:5", "-q").stdout)
        self.assertIn("certified base of 1 point", self.json("enumerate", "renner:5")["exactness"])

    def test_every_form_gives_the_same_files(self):
        names = ["elements", "words", "right", "left", "rules"]
        first = None
        for form in ("auto", "rows", "compressed", "words"):
            files = [self.folder / f"{form}-{name}" for name in names]
            options = [part for name, file in zip(names, files) for part in ("--" + name, file)]
            self.json("enumerate", "bihecke:4", "--method", form, *options)
            contents = [file.read_bytes() for file in files]
            first = first or contents
            self.assertEqual(contents, first, form)

    def test_input_files_and_formats(self):
        (self.folder / "t.txt").write_text("# full transformation monoid\n3 3\n1 2 0\n1 0 2\n1 1 2\n")
        (self.folder / "g.g").write_text("gens := [ Transformation([2,3,1]), Transformation([2,1,3]), Transformation([2,2,3]) ];\n")
        (self.folder / "m.g").write_text("Monoid(Transformation([2,3,1]), Transformation([2,1,3]),\n Transformation([2,2,3]));\n")
        save(self.folder / "n.npy", [1, 2, 0, 1, 0, 2, 1, 1, 2], "<u2", shape=(3, 3))
        for name in ("t.txt", "g.g", "m.g", "n.npy"):
            answer = self.json("enumerate", name, "--words", name + ".words")
            self.assertEqual((answer["size"], answer["monoid"]), (27, name == "m.g"))
        self.assertEqual(sorted((self.folder / "t.txt.words").read_text().splitlines()),
                         sorted((self.folder / "n.npy.words").read_text().splitlines()))
        run = subprocess.run([WREATH, "semigroup", "enumerate", "-", "--json", "-q"], input=(self.folder / "t.txt").read_text(),
                             capture_output=True, text=True)
        self.assertEqual(json.loads(run.stdout)["size"], 27)
        # In a semigroup the identity is an element only where a product gives it, and lengths start at 1.
        self.assertEqual(self.json("enumerate", "catalan:3")["levels"], [1, 2, 2])
        self.assertEqual(self.json("enumerate", "catalan:3", "--semigroup")["levels"], [2, 2])

    def test_member_and_factor(self):
        self.assertEqual(self.wreath("semigroup", "member", "full:3", "1,1,0", "-q").stdout[:4], "yes:")
        self.assertEqual(self.wreath("semigroup", "member", "full:3", "Transformation([2,2,1])", "-q").stdout,
                         self.wreath("semigroup", "member", "full:3", "1 1 0", "-q").stdout)
        self.assertTrue(self.wreath("semigroup", "member", "symmetric:3", "1,1,0", "-q").stdout.startswith("no:"))
        word = [int(letter[1:]) - 1 for letter in self.wreath("semigroup", "factor", "full:4", "3,3,1,0", "-q").stdout.split()]
        generators = [[1, 2, 3, 0], [1, 0, 2, 3], [1, 1, 2, 3]]
        images = [0, 1, 2, 3]
        for letter in word:
            images = [generators[letter][p] for p in images]
        self.assertEqual(images, [3, 3, 1, 0])
        self.refused("semigroup", "member", "full:3", "1,1", says="the map has degree 2, but the generators have degree 3")
        self.refused("semigroup", "member", "full:3", "1,1,7", says="sends point 2 to 7, which is not a point")

    def test_kinds_of_elements(self):
        (self.folder / "relations.txt").write_text("# two relations\nkind boolean\n2 2\n1 1 0 1\n0 1 1 0\n")
        answer = self.json("enumerate", "relations.txt", "--elements", "elements.npy", "--right", "right.npy")
        self.assertEqual((answer["kind"], answer["degree"], answer["size"]), ("boolean", 2, 7))
        self.assertEqual(load(self.folder / "elements.npy")[:8], [1, 1, 0, 1, 0, 1, 1, 0])
        self.assertEqual(self.json("enumerate", "elements.npy", "--kind", "boolean")["size"], 7)
        self.assertEqual(self.json("member", "relations.txt", "Matrix(IsBooleanMat, [[1,1],[1,1]])")["map"], [1, 1, 1, 1])
        self.assertTrue(self.json("member", "relations.txt", "1 1 1 1")["member"])
        self.assertFalse(self.json("member", "relations.txt", "0 0 0 1")["member"])
        self.assertEqual(self.json("member", "symmetric-inverse:3", "1 - 0")["map"], [1, None, 0])
        self.assertEqual(self.json("member", "symmetric-inverse:3", "- 1 0", "--threads", "1")["map"], [None, 1, 0])
        self.assertEqual(self.json("member", "symmetric-inverse:3", "-1,1,0")["map"], [None, 1, 0])
        self.assertEqual(self.json("factor", "boolean:2", "1,0,0,0")["word"], self.json("factor", "boolean:2", "1 0 0 0")["word"])
        self.assertEqual(self.json("green", "jones:4")["d_classes"], 3)
        self.assertEqual(self.json("green", "symmetric-inverse:4", "--count")["size"], 209)
        self.assertIn("3 x 3", self.wreath("semigroup", "enumerate", "gl:3,2", "-q").stdout)
        (self.folder / "partial.g").write_text("Monoid([PartialPerm([2,3,1]), PartialPerm([1,2],[2,1])]);")
        self.assertEqual(self.json("enumerate", "partial.g")["kind"], "partial-permutation")
        self.refused("semigroup", "enumerate", "boolean:3", "--kind", "field:2", says="of the kind boolean, not field:2")
        self.refused("semigroup", "enumerate", "boolean:3", "--kind", "bolean", says="is not a kind of elements")
        self.assertEqual(self.json("green", "brauer:5", "--count")["idempotents"], self.json("green", "brauer:5", "--classes")["idempotents"])
        self.assertEqual(self.json("enumerate", "gl:2,3", "--levels-only")["levels"], self.json("enumerate", "gl:2,3")["levels"])
        self.refused("semigroup", "enumerate", "jones:3", "--levels-only", says="not for the kind bipartition")
        self.refused("semigroup", "member", "symmetric-inverse:3", "1 1 -", says="sends two points to 1")

    def test_orbits_answer_without_elements(self):
        answer = self.json("factor", "catalan:12", "0,0,1,1,2,2,3,3,4,4,5,5", "--orbits")
        self.assertEqual((answer["least"], answer["length"], answer["method"]), (False, len(answer["word"]), "orbits"))
        generators = self.json("generators", "catalan:12")["generators"]
        images = list(range(12))
        for letter in answer["word"]:
            images = [generators[letter][p] for p in images]
        self.assertEqual(images, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
        place = self.json("member", "full:6", "0,0,0,0,0,1", "--orbits")["place"]
        sizes = [place[key] for key in ("rank", "d_class_size", "r_class_size", "l_class_size", "h_class_size")]
        self.assertEqual(sizes, [2, 930, 30, 62, 2])
        self.assertTrue(place["regular"] and not self.json("member", "catalan:6", "1,0,2,3,4,5", "--orbits")["member"])
        self.assertIn("not the least word; length", self.wreath("semigroup", "factor", "full:4", "3,3,1,0", "--orbits", "-q").stdout)
        order = self.json("green", "brauer:6", "--order")
        self.assertEqual([(d["rank"], d["size"], d["h_class_size"], d["below"]) for d in order["classes"]],
                         [(6, 720, 720, [1]), (4, 5400, 24, [2]), (2, 4050, 2, [3]), (0, 225, 1, [])])
        (self.folder / "tropical.txt").write_text("kind max-plus\n1 2\n1 0 -inf 0\n")
        run = self.wreath("semigroup", "member", "tropical.txt", "2 1 -inf 0", "-q")  # -q hides progress, not notes
        self.assertIn("the search ends only if the element is found", run.stderr)
        self.assertEqual(self.wreath("semigroup", "member", "tropical.txt", "2 1 -inf 0", "--test").stderr, "")
        self.refused("semigroup", "factor", "tropical.txt", "0 0 0 0", "--orbits", says="not for max-plus matrices of 2 rows")
        self.refused("semigroup", "green", "tropical.txt", "--count", says="bipartitions and matrices over finite semirings")
        self.refused("semigroup", "member", "full:3", "0,0,0", "--orbits", "--method", "rows", says="--orbits keeps no elements", code=64)
        self.refused("semigroup", "enumerate", "bihecke:X3", says="A1..A9, B2..B9")
        self.refused("semigroup", "member", "full:3", "0,0,0", "b", "a", says="unexpected arguments: b a", code=64)

    def test_cayley_and_green(self):
        self.wreath("semigroup", "cayley", "symmetric:3", "-o", "right.npy", "-q")
        self.wreath("semigroup", "cayley", "symmetric:3", "--left", "-o", "left.npy", "-q")
        right, left = load(self.folder / "right.npy"), load(self.folder / "left.npy")
        for x in range(6):
            for g in range(2):
                for h in range(2):  # g(xh) = (gx)h
                    self.assertEqual(left[2 * right[2 * x + h] + g], right[2 * left[2 * x + g] + h])
        self.wreath("semigroup", "cayley", "symmetric:3", "-o", "s3.dot", "-q")
        self.assertEqual((self.folder / "s3.dot").read_text().count("->"), 12)
        answer = self.json("green", "full:3", "--classes", "--egg-box", "full3.dot")
        self.assertEqual([answer[key] for key in ("r_classes", "l_classes", "h_classes", "d_classes", "idempotents")], [5, 7, 13, 3, 10])
        self.assertEqual([(c["rank"], c["size"], c["r_classes"], c["l_classes"]) for c in answer["classes"]],
                         [(3, 6, 1, 1), (2, 18, 3, 3), (1, 3, 1, 3)])
        counted = self.json("green", "--count", "full:3")
        self.assertEqual([int(counted[key]) for key in ("size", "r_classes", "l_classes", "d_classes", "idempotents")], [27, 5, 7, 3, 10])
        self.assertIn("rank 2, 18 elements", (self.folder / "full3.dot").read_text())
        self.refused("semigroup", "cayley", "bihecke:5", "-o", "b5.svg", "-q", says="too many for a picture")

    def test_green_by_numbers_and_by_elements(self):
        # Numbers alone are counted without elements, unless few points determine every element.
        counted = self.json("green", "full:5")
        self.assertEqual((counted["method"], counted["size"], counted["idempotents"]), ("orbits", 3125, 196))
        self.assertEqual(self.json("green", "renner:4")["method"], "elements")
        self.assertEqual(self.json("green", "full:5", "--classes")["method"], "elements")
        keys = ("size", "r_classes", "l_classes", "h_classes", "d_classes", "regular_d_classes", "idempotents")
        for family in ("full:4", "bihecke:4", "renner:4", "catalan:5", "temperley-lieb:4", "partial:3"):
            answers = [self.json("green", family, *how) for how in ((), ("--count",), ("--classes",), ("--method", "rows"))]
            for answer in answers[1:]:
                self.assertEqual([answer[key] for key in keys], [answers[0][key] for key in keys], family)
        text = self.wreath("semigroup", "green", "full:3", "--classes", "-q").stdout
        self.assertIn("D-class of", text)
        self.assertRegex(text, r"\n1 +3 +6 ")  # the empty word is 1, as everywhere

    def test_a_picture_needs_no_graphviz_and_never_takes_the_answer_with_it(self):
        (self.folder / "empty").mkdir()
        environment = {**os.environ, "PATH": str(self.folder / "empty")}
        def run(*arguments):
            return subprocess.run([WREATH, "semigroup", *arguments, "-q"], capture_output=True, text=True, cwd=self.folder, env=environment)
        drawn = run("green", "full:3", "--egg-box", "box.svg")
        self.assertEqual((drawn.returncode, drawn.stderr), (0, ""))
        self.assertIn("full:3: 27 elements (10 idempotent)\n  3 D-classes (3 regular)\n  5 R-classes, 7 L-classes", drawn.stdout)
        box = (self.folder / "box.svg").read_text()
        self.assertEqual(len(re.findall("<rect[^>]*stroke", box)), 13)  # one for each H-class
        self.assertEqual(box.count("*</text>"), 10)     # groups
        self.assertIn("rank 2, 18 elements, 6 groups C2 of order 2", box)
        colours = set(re.findall('<rect[^>]*fill="([^"]*)" stroke', box))
        self.assertEqual(len(colours), 4)                # S3, C2, trivial groups, no groups
        graph = run("cayley", "symmetric:3", "-o", "graph.svg")
        self.assertEqual((graph.returncode, graph.stderr), (0, ""))
        self.assertEqual((self.folder / "graph.svg").read_text().count("<rect"), 6)
        failed = run("green", "full:3", "--egg-box", "box.png")
        self.assertEqual(failed.returncode, 1)
        self.assertIn("27 elements (10 idempotent)\n  3 D-classes (3 regular)\n  5 R-classes, 7 L-classes", failed.stdout)
        self.assertIn("write a .dot or .svg file instead", failed.stderr)
        self.assertNotIn("not found", failed.stderr)
        large = run("green", "full:5", "--egg-box", "large.svg")
        self.assertEqual(large.returncode, 1)
        self.assertIn("3,125 elements (", large.stdout)
        self.assertIn("too many for one picture", large.stderr)
        self.assertIn("--page 1 draws the egg boxes page by page", large.stderr)

    def test_boolean_matrices_without_elements(self):
        keys = ("size", "r_classes", "l_classes", "h_classes", "d_classes", "regular_d_classes", "idempotents")
        for family in ("boolean:3", "reflexive-boolean:3", "unitriangular-boolean:4", "matrices:2,2"):
            counted = self.json("green", family, "--count")
            self.assertEqual(counted["method"], "orbits")
            self.assertEqual([counted[key] for key in keys], [self.json("green", family, "--classes")[key] for key in keys])
        answer = self.json("member", "boolean:3", "1 1 0  0 1 1  1 0 1", "--orbits")
        self.assertEqual((answer["place"]["rank"], answer["place"]["regular"]), (3, False))
        word = self.json("factor", "boolean:3", "1 1 0  0 1 1  1 0 1", "--orbits")
        self.assertGreaterEqual(word["length"], len(self.json("factor", "boolean:3", "1 1 0  0 1 1  1 0 1")["word"]))

    def test_egg_boxes_page_by_page(self):
        answer = self.json("green", "full:5", "--egg-box", "p.txt", "--page", 3)
        self.assertEqual(answer["egg_box"], {"file": "p.txt", "page": 3, "pages": 6})
        lines = (self.folder / "p.txt").read_text().splitlines()
        self.assertEqual(lines[0], "D-class 1, rank 4: 10 R-classes x 5 L-classes, groups S4 of order 24; rows 0..9, columns 0..4")
        self.assertEqual([len(line.split()) for line in lines[1:11]], [5] * 10)
        self.assertEqual("".join(lines[1:]).count("*"), 20)  # idempotents of rank 4
        self.json("green", "full:7", "--count", "--egg-box", "first.dot")
        self.assertIn("D-class 6, rank 1", (self.folder / "first.dot").read_text())
        self.json("green", "full:3", "--egg-box", "small.txt")
        self.assertIn("rank 2, 18 elements", (self.folder / "small.txt").read_text())
        self.refused("semigroup", "green", "full:5", "--egg-box", "p.txt", "--page", "7", says="have 6 pages, numbered from 1")
        self.refused("semigroup", "green", "full:5", "--egg-box", "p.jpg", "--page", "1", says="must end in .dot, .svg, .png, .pdf or .txt")

    def test_adds_generators(self):
        (self.folder / "in.txt").write_text("2 4\n1 0 2 3\n0 0 2 3\n")
        (self.folder / "more.txt").write_text("2 4\n1 0 2 3\n1 2 3 0\n")
        added = self.json("enumerate", "in.txt", "--add", "more.txt")
        closed = self.json("enumerate", "in.txt", "--add", "more.txt", "--closure")
        self.assertEqual((added["size"], added["generators"]), (256, 4))
        self.assertEqual((closed["size"], closed["generators"], closed["added"]), (256, 3, [1]))
        self.assertEqual(self.json("enumerate", "in.txt", "--add", "more.txt", "--levels-only")["levels"], added["levels"])
        # Nothing new: the checkpoint is continued.
        (self.folder / "six.txt").write_text(self.wreath("semigroup", "generators", "full:6", "-q").stdout)
        self.json("enumerate", "full:6", "--until", 100, "--checkpoint", "six.ck", code=2)
        answer = self.json("enumerate", "full:6", "--resume", "six.ck", "--add", "six.txt", "--closure")
        self.assertEqual((answer["size"], answer["generators"]), (6 ** 6, 3))
        # A checkpoint of the shorter list, then the same command again and again.
        for extra in ([], ["--closure"]):
            (self.folder / "few.txt").write_text("2 6\n1 2 3 4 5 0\n1 0 2 3 4 5\n")
            self.json("enumerate", "few.txt", "--until", 100, "--checkpoint", "few.ck", code=2)
            command = ["enumerate", "few.txt", "--resume", "few.ck", "--add", "six.txt", *extra]
            if not extra:  # too short a time to find as many elements again: the file stays
                before = (self.folder / "few.ck").read_bytes()
                text = self.wreath("semigroup", *command, "--time", "1e-9", code=2).stdout
                self.assertIn("few.ck is kept as it was before generators were added", " ".join(text.split()))
                self.assertTrue(" ".join(text.split()).endswith("continue with --resume few.ck and a longer --time"), text)
                self.assertEqual((self.folder / "few.ck").read_bytes(), before)
            self.json(*command, "--until", 1000, code=2)
            self.json(*command, "--until", 3000, code=2)
            answer = self.json(*command)
            self.assertEqual((answer["size"], answer["generators"]), (6 ** 6, 3 if extra else 5))
        self.refused("semigroup", "enumerate", "in.txt", "--add", "six.txt", says="maps of 4 points, and those to be added maps of 6 points")
        self.refused("semigroup", "enumerate", "in.txt", "--closure", says="--closure needs --add FILE", code=64)
        self.refused("semigroup", "enumerate", "-", "--add", "-", says="stdin can be read only once", code=64)
        self.refused("semigroup", "enumerate", "full:3", "--levels-only", "--until", "9", says="--levels-only keeps no elements and cannot be used with", code=64)
        self.refused("semigroup", "green", "full:3", "--page", "2", says="--page needs --egg-box", code=64)
        self.refused("semigroup", "member", "-", "-", says="stdin can be read only once", code=64)
        self.refused("semigroup", "enumerate", "full:3", "--until", "0", says="--until: must be at least 1", code=64)
        self.refused("semigroup", "green", "full:3", "--order", "--resume", "gone.ck", says="--order keeps no checkpoint and cannot be used with --checkpoint", code=64)
        self.refused("semigroup", "green", "full:3", "--count", "--egg-box", "e.svg", "--checkpoint", "g.ck", says="keeps no checkpoint", code=64)
        text = self.wreath("semigroup", "enumerate", "in.txt", "--add", "more.txt").stdout
        self.assertEqual(text.splitlines()[:2], ["in.txt with 2 generators of more.txt: 256 elements", "  degree 4, 4 generators, longest word 9"])
        text = self.wreath("semigroup", "enumerate", "in.txt", "--add", "more.txt", "--closure").stdout
        self.assertEqual(text.splitlines()[0], "in.txt with 1 generator of more.txt: 256 elements")

    def test_hints_fit_the_reason_of_the_stop(self):
        (self.folder / "add.txt").write_text("1 6\n0 0 1 2 3 4\n")
        run = ["enumerate", "order:6", "--until", 300, "--checkpoint", "o.ck"]
        self.json(*run, code=2)
        text = self.wreath("semigroup", "enumerate", "order:6", "--add", "add.txt", "--resume", "o.ck", "--time", "0.000001", "-q", code=2).stdout
        self.assertIn("continue with --resume o.ck and a longer --time", text)
        text = self.wreath("semigroup", "enumerate", "order:6", "--add", "add.txt", "--resume", "o.ck", "--memory", "1M", "-q", code=2).stdout
        self.assertIn("continue with --resume o.ck and a larger --memory", text)
        self.assertNotIn("--time", text)

    def test_a_checkpoint_of_a_closure_is_named_as_its_command(self):
        (self.folder / "add.txt").write_text("1 6\n0 0 0 0 0 0\n")
        self.wreath("semigroup", "enumerate", "order:6", "--add", "add.txt", "--closure", "--checkpoint", "c.ck", "--time", "0.000001", "-q", code=2)
        self.refused("semigroup", "enumerate", "order:6", "--resume", "c.ck",
                     says="c.ck: this is a checkpoint of 'semigroup enumerate with closure', not of 'semigroup enumerate'")

    def test_green_in_short_runs(self):
        run = ["green", "bihecke:4", "--classes", "--time", "0.000001"]
        answer = self.json(*run, "--checkpoint", "g.ck", code=2)
        for _ in range(100):
            done = subprocess.run([self.program, "semigroup", *run, "--resume", "g.ck", "--json", "-q"], cwd=self.folder,
                                  capture_output=True, text=True, timeout=HANGS)
            answer = json.loads(done.stdout)
            if answer["complete"]:
                break
        self.assertEqual((answer["complete"], answer["size"]), (True, 477))

    def test_results_fit_80_columns(self):
        for arguments in (["green", "full:9", "--count"], ["green", "motzkin:6", "--order"], ["green", "boolean:4", "--order"],
                          ["green", "bihecke:4"], ["green", "partition:4", "--classes"], ["enumerate", "bihecke:5"],
                          ["enumerate", "bihecke:5", "--until", 30000], ["enumerate", "boolean:3", "--fingerprint"],
                          ["enumerate", "full:5", "--levels-only"], ["member", "full:10", "0,0,1,2,3,4,5,6,7,8", "--orbits"]):
            text = self.on_screen("semigroup", *arguments, "-q", code=2 if "--until" in arguments else 0)
            self.assertEqual([line for line in text.splitlines() if len(line) > 80], [], arguments)

    def test_bipartitions_on_disk(self):
        for family in ("brauer:5", "partition:4", "boolean:3", "jones:8"):
            rows = self.json("enumerate", family, "--elements", "a.npy", "--words", "a.txt")
            disk = self.json("enumerate", family, "--elements", "b.npy", "--words", "b.txt", "--method", "disk")
            self.assertEqual((disk["size"], disk["levels"], disk["idempotents"]), (rows["size"], rows["levels"], rows["idempotents"]))
            self.assertEqual((self.folder / "a.npy").read_bytes(), (self.folder / "b.npy").read_bytes())
            self.assertEqual((self.folder / "a.txt").read_bytes(), (self.folder / "b.txt").read_bytes())
        self.refused("semigroup", "enumerate", "brauer:8", "--method", "words", says="bipartition and size 8 are kept as rows or on disk only")

    def test_long_tables_are_folded(self):
        lines = self.wreath("semigroup", "enumerate", "cyclic:3000", "-q").stdout.splitlines()
        self.assertLess(len(lines), 45)
        self.assertIn("... 2,970 more (all of them with --json)", lines)
        self.assertTrue(lines[-1].split() == ["2,999", "1", "3,000"], lines[-1])
        self.assertEqual(len(self.json("enumerate", "cyclic:3000")["levels"]), 3000)
        self.assertLess(len(self.wreath("semigroup", "green", "bihecke:5", "-q").stdout.splitlines()), 45)

    def test_until_writes_what_it_has(self):
        answer = self.json("enumerate", "bihecke:5", "--until", 1000, "--elements", "e.npy", "--words", "w.txt", code=2)
        self.assertEqual((answer["ending"], answer["complete"]), ("target", False))
        whole = self.json("enumerate", "bihecke:5", "--elements", "all.npy", "--words", "all.txt")
        self.assertEqual(whole["size"], 31103)
        size = answer["size"]
        self.assertGreaterEqual(size, 1000)
        self.assertEqual(load(self.folder / "e.npy"), load(self.folder / "all.npy")[:size * 120])
        self.assertEqual((self.folder / "w.txt").read_text().splitlines(), (self.folder / "all.txt").read_text().splitlines()[:size])

    def test_prints_generators_that_are_read_back(self):
        for family in ("full:4", "full:1", "symmetric:1", "symmetric-inverse:1", "partial:1", "bihecke:3", "symmetric-inverse:3", "partial:3", "partition:3", "boolean:3", "matrices:2,4"):
            whole = self.json("enumerate", family)
            (self.folder / "plain.txt").write_text(self.wreath("semigroup", "generators", family, "-q").stdout)
            (self.folder / "gap.g").write_text(self.wreath("semigroup", "generators", family, "--gap", "-q").stdout)
            self.assertEqual(self.json("enumerate", "plain.txt", "--monoid")["levels"], whole["levels"])
            self.assertEqual(self.json("enumerate", "gap.g")["levels"], whole["levels"])
        self.assertEqual(self.json("generators", "symmetric:3")["generators"], [[1, 2, 0], [1, 0, 2]])
        self.assertIn("Transformation([2,3,1])", (self.wreath("semigroup", "generators", "symmetric:3", "--gap", "-q").stdout))

    def exit_code_and_peak(self, *arguments):
        """Of a run on the CPU: the peak of its memory in bytes."""
        code = ("import resource, subprocess, sys; r = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); "
                "print(r.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
        command = [WREATH, "semigroup", *map(str, arguments), "-q", "--backend", "cpu"]
        run = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, cwd=self.folder, check=True)
        done, peak = map(int, run.stdout.split())
        return done, peak * 1024

    def test_memory_is_a_limit(self):
        # All that a run makes counts: elements, words, graphs, rules, classes, and the pieces of files that it writes. What is mapped of the
        # program's own file does not: some kernels map it in large pieces.
        of_the_program = 2 << 20
        files = {"--elements": "e.npy", "--words": "w.txt", "--right": "r.npy", "--left": "l.npy", "--rules": "rules.txt"}
        for family, limit in (("order:10", 40), ("symmetric-inverse:7", 24), ("partition:5", 30), ("full:6", 24)):
            for options in ([], *([name] for name in files), ["--right", "--left"], list(files)):
                arguments = [part for name in options for part in (name, files[name])]
                threads = 1 if len(options) % 2 else 8
                code, peak = self.exit_code_and_peak("enumerate", family, *arguments, "--threads", threads, "--memory", f"{limit}M")
                self.assertIn(code, (0, 2), (family, options))
                self.assertLessEqual(peak, (limit << 20) + of_the_program, (family, options, threads))
        for verb in (["green", "order:10", "--classes"], ["green", "full:7", "--classes"], ["cayley", "full:7", "-o", "c.npy"],
                     ["green", "full:9", "--count"], ["member", "symmetric-inverse:7", "6 5 4 3 2 1 -"]):
            code, peak = self.exit_code_and_peak(*verb, "--threads", 2, "--memory", "40M")
            self.assertIn(code, (0, 2), verb)
            self.assertLessEqual(peak, 40 << 20, verb)

    def test_memory_is_used(self):
        # With a quarter more than the peak of a run without limits it comes to its end.
        for arguments in (("enumerate", "full:7"), ("enumerate", "symmetric:8"), ("enumerate", "order:9", "--right", "r.npy")):
            done, peak = self.exit_code_and_peak(*arguments, "--threads", "1")
            self.assertEqual(done, 0)
            limit = peak * 5 // 4
            answer = self.json(*arguments, "--backend", "cpu", "--threads", "1", "--memory", str(limit))
            self.assertEqual((answer["complete"], answer["method"]), (True, "rows"))

    def test_member_and_factor_and_green_resume(self):
        map_ = "6,5,4,3,2,1,1"
        for verb in ("member", "factor"):
            self.json(verb, "full:7", map_, "--time", "0.000001", "--checkpoint", "m.ck", code=2)
            resumed = self.json(verb, "full:7", map_, "--resume", "m.ck")
            self.assertEqual(resumed["word"], self.json(verb, "full:7", map_)["word"])
            (self.folder / "m.ck").unlink()
        self.json("green", "bihecke:5", "--time", "0.000001", "--checkpoint", "g.ck", code=2)
        self.assertEqual(self.json("green", "bihecke:5", "--resume", "g.ck")["d_classes"], 238)
        self.json("green", "bihecke:5", "--count", "--time", "0.000001", "--checkpoint", "c.ck", code=2)
        self.assertEqual(self.json("green", "bihecke:5", "--count", "--resume", "c.ck")["d_classes"], 238)
        error = self.wreath("semigroup", "green", "bihecke:5", "--resume", "c.ck", code=1).stderr
        self.assertIn("a checkpoint of 'semigroup green count', not of 'semigroup enumerate'", error)

    def test_short_runs_get_further(self):
        command = ["enumerate", "bihecke:5", "--words", "words.txt", "--time", "0.000001"]
        self.json(*command, "--checkpoint", "b5.ck", code=2)
        for runs in range(200):
            run = subprocess.run([WREATH, "semigroup", *command, "--resume", "b5.ck", "--json", "-q"], cwd=self.folder, capture_output=True,
                                 text=True, timeout=HANGS)
            if run.returncode == 0:
                break
        self.assertEqual(json.loads(run.stdout)["size"], 31103)
        self.assertEqual(len((self.folder / "words.txt").read_text().splitlines()), 31103)

    def test_folders_and_binary_files(self):
        (self.folder / "d").mkdir()
        (self.folder / "b.dat").write_bytes(b"\xf7\x00abc\n")
        self.refused("semigroup", "enumerate", "d", says="d: this is a folder, not a file")
        self.refused("semigroup", "enumerate", "b.dat", says="b.dat:1:1: expected the number of generators, found the byte 0xF7")

    def test_checkpoints_of_other_runs(self):
        self.json("enumerate", "full:6", "--until", 100, "--checkpoint", "six.ck", code=2)
        for arguments, says in ((["full:6", "--semigroup"], "it was made with an adjoined identity, and this run is without"),
                                (["full:5"], "its degree is 6, this run's is 5"), (["order:6"], "it has 3 generators, this run has"),
                                (["full:6", "--levels-only"], "a checkpoint of 'semigroup enumerate', not of 'semigroup levels'")):
            self.refused("semigroup", "enumerate", *arguments, "--resume", "six.ck", says=says)
        self.assertEqual(self.json("enumerate", "full:6", "--right", "r.npy", "--resume", "six.ck")["size"], 46656)  # graphs are formed again

    def test_bounds_of_a_stopped_count(self):
        text = self.wreath("semigroup", "green", "partition:7", "--count", "--time", "0.000001", code=2).stdout
        self.assertRegex(text, "stopped \\(time\\): at least [1-9]")
        self.assertRegex(text, "at least [1-9][0-9,]* R-class(es)?; at least")

    def test_a_stopped_count_tells_what_it_knows(self):
        run = self.start(WREATH, "semigroup", "green", "--count", "full:13", "--json", "-q", text=True)
        self.assertTrue(self.wait_until(run, lambda: self.catches_ctrl_c(run)))
        run.send_signal(signal.SIGINT)
        out, errors = run.communicate(timeout=HANGS)
        self.assertEqual(run.returncode, 2, errors)
        answer = json.loads(out)
        self.assertEqual((answer["complete"], answer["ending"]), (False, "interrupted"))
        self.assertLessEqual(answer["size"], 13**13)

    def test_stops_and_resumes(self):
        answer = self.json("enumerate", "bihecke:5", "--until", "1000", "--checkpoint", "b.ck", code=2)
        self.assertFalse(answer["complete"])
        self.assertGreaterEqual(answer["size"], 1000)
        self.assertEqual(answer["levels"][:answer["complete_to"] + 1], BIHECKE_5[:answer["complete_to"] + 1])
        text = self.wreath("semigroup", "enumerate", "bihecke:5", "--until", "5000", "--resume", "b.ck", code=2).stdout
        self.assertIn("stopped (target)\ncontinue with --resume b.ck", text)
        again = self.json("enumerate", "bihecke:5", "--time", "1e-9", "--resume", "b.ck", code=2)["size"]
        self.assertGreaterEqual(again, 5000)  # a resumed run keeps its state in the same file
        self.assertEqual(self.json("enumerate", "bihecke:5", "--resume", "b.ck")["levels"], BIHECKE_5)
        self.refused("semigroup", "enumerate", "bihecke:4", "--resume", "b.ck", says="b.ck")
        (self.folder / "b.ck").write_bytes((self.folder / "b.ck").read_bytes()[:-9])
        self.refused("semigroup", "enumerate", "bihecke:5", "--resume", "b.ck", says="b.ck")

    def test_ctrl_c_tells_what_is_known(self):
        # 12^12 elements: no machine comes to the end of them.
        run = self.start(WREATH, "semigroup", "enumerate", "full:12", "--json", "-q", "--backend", "cpu", text=True)
        self.assertTrue(self.wait_until(run, lambda: self.catches_ctrl_c(run)))
        run.send_signal(signal.SIGINT)
        out, errors = run.communicate(timeout=HANGS)
        self.assertEqual(run.returncode, 2, errors)
        answer = json.loads(out)
        self.assertEqual((answer["complete"], answer["ending"]), (False, "interrupted"))

    def test_checkpoints_in_every_form(self):
        for form in ("rows", "compressed", "words", "disk"):
            self.json("enumerate", "bihecke:4", "--method", form, "--until", "300", "--checkpoint", "f.ck", "--right", "r.npy", code=2)
            self.json("enumerate", "bihecke:4", "--method", form, "--resume", "f.ck", "--right", form + ".npy")
            self.json("enumerate", "bihecke:4", "--method", form, "--right", "whole.npy")
            self.assertEqual((self.folder / (form + ".npy")).read_bytes(), (self.folder / "whole.npy").read_bytes(), form)
            (self.folder / "f.ck").unlink()

    def test_long_maps_and_empty_words(self):
        identity = ",".join(map(str, range(120)))
        self.assertEqual(self.wreath("semigroup", "factor", "bihecke:5", identity, "-q").stdout, "1\n")
        (self.folder / "mark.txt").write_bytes(b"\xef\xbb\xbf1 3\n1 1 0\n")
        self.assertEqual(self.json("enumerate", "mark.txt")["degree"], 3)

    def test_fingerprints_say_so(self):
        answer = self.json("enumerate", "bihecke:4", "--fingerprint")
        self.assertEqual(answer["size"], 477)
        self.assertGreater(answer["collision_bound"], 0)
        self.assertIn("NOT exact", self.wreath("semigroup", "enumerate", "bihecke:4", "--fingerprint", "-q").stdout)

    def test_congruences(self):
        def answer(*arguments, code=0):
            return json.loads(self.wreath("semigroup", "congruence", *arguments, "--json", "-q", code=code).stdout)
        found = answer("full:4", "--pairs", "s1 s1 = 1", "--related", "s1 = s2, s1^3 = s1", "--quotient", "q.txt")
        self.assertEqual((found["size"], found["classes"], found["related"]), (256, 7, [False, True]))
        self.assertEqual(found["class_sizes"], [232] + [4] * 6)
        again = json.loads(self.wreath("semigroup", "enumerate", "q.txt", "--monoid", "--json", "-q").stdout)
        self.assertEqual(again["size"], 7)
        self.assertEqual(answer("full:4", "--pairs", "s3 = s3 s1", "--side", "right")["classes"], 193)
        for family, side, count in (("full:3", "twosided", 7), ("full:4", "twosided", 11), ("symmetric-inverse:3", "twosided", 7),
                                    ("full:3", "right", 287), ("full:3", "left", 120)):
            found = answer(family, "--all", "--side", side, "--picture", "lattice.svg")
            self.assertEqual((found["congruences"], len(found["lattice"])), (count, count))
            self.assertEqual(found["lattice"][0]["below"], [])
            self.assertIn("</svg>", (self.folder / "lattice.svg").read_text())
        found = answer("full:3", "--all", "--side", "right", "--most", 10, "--picture", "none.svg", code=2)
        self.assertEqual((found["congruences"], len(found["lattice"]), found["reason"]), (10, 10, "--most 10 was reached"))
        self.assertFalse(any("below" in each for each in found["lattice"]), "what lies below is not known")
        text = self.wreath("semigroup", "congruence", "full:3", "--all", "--most", 3, "--picture", "none.svg", "-q", code=2).stdout
        self.assertIn("at least 3 twosided congruences of 27 elements: --most 3 was reached", text)
        one = self.wreath("semigroup", "congruence", "full:3", "--all", "--most", 1, "-q", code=2).stdout
        self.assertIn("at least 1 twosided congruence of 27 elements", one)
        self.assertIn("none.svg: not written, because not all congruences were found", text)
        self.assertFalse((self.folder / "none.svg").exists())
        self.assertTrue(answer("full:3", "--all", "--most", 7)["complete"])
        self.wreath("semigroup", "congruence", "full:3", "--pairs", "s1 = 1", "--related", "s2 = 1", "--test", code=3)
        self.refused("semigroup", "congruence", "full:3", "-q", code=64, says="--pairs or --all")
        self.refused("semigroup", "congruence", "full:3", "--pairs", "s1 = s4", "-q", says="s4")
        self.refused("semigroup", "congruence", "full:3", "--pairs", "s1 = 1", "--side", "right", "--quotient", "q.txt", "-q", code=64,
                     says="twosided")

    def test_bad_input(self):
        enumerate_ = ["semigroup", "enumerate"]
        self.refused(*enumerate_, "nothing.txt", says="nothing.txt")
        self.refused(*enumerate_, "nothing:3", says="'nothing:3' is neither a file nor a family of semigroups; the families are bihecke:n")
        self.refused(*enumerate_, "symetric:3", says="did you mean 'symmetric:3'?")
        self.refused(*enumerate_, "hello world", says="'hello world' is neither a file nor a family of semigroups")
        (self.folder / "hello.txt").write_text("hello world\n")
        self.refused(*enumerate_, "hello.txt", says="write the number of generators, their degree, and one row of images per generator")
        self.refused("semigroup", "member", "full:3", "nofile.npy", says="'nofile.npy' is neither a file nor a map")
        self.refused("semigroup", "member", "full:3", "Transformation([2,2,5])", says="a transformation of 3 points has none above 3")
        self.refused(*enumerate_, "full:0", says="full takes one number from 1")
        self.refused(*enumerate_, "full:x", says="full takes one number from 1")
        for text, says in (("2 3\n0 1 2\n0 1 3\n", "bad.txt:3:5: generator 1 sends point 2 to 3, which is not a point: points are 0..2; if points"),
                           ("2 3\n0 1 2\n0 1\n", "the text ends, but the image of point 2 under generator 1 is expected here"),
                           ("2 300\n0 1 2\n", "bad.txt:1:3: 2 generators of degree 300 need 600 images, but the text is too short for them"),
                           ("1 3\n0 1 2\n2\n", "bad.txt:3:1: unexpected 2 after 1 generator of degree 3"),
                           ("0 3\n", "bad.txt:1:1: there must be at least one generator"),
                           ("1 3\n0 x 2\n", "bad.txt:2:3: expected a number, found 'x'"),
                           ("1 3\n0 -1 2\n", "bad.txt:2:3: a negative number is not a point"),
                           ("", "the text ends, but the number of generators is expected here"),
                           ("hello\n", "bad.txt:1:1: expected the number of generators, found 'hello'; write the number"),
                           ("1 2 0\n1 0 2\n", "bad.txt: the first line must have the number of generators and the degree: put '2 3' above the rows"),
                           ("1 2 0 3\n", "bad.txt: the first line must have the number of generators and the degree: put '1 4' above the row"),
                           ("[Transformation([0,1,2])]", "0 is not a point"),
                           ("[[2,1], [1,2,3]]", "generator 2 has degree 3 and generator 1 has degree 2"),
                           ("[Transformation([2,1,4])]", "entry 3 of the list is 4"),
                           ("[[2,1],[1,2]", "is not closed")):
            (self.folder / "bad.txt").write_text(text)
            self.refused(*enumerate_, "bad.txt", says=says)
        save(self.folder / "f.npy", [0, 1, 2, 3], "<u4", shape=(2, 2))
        self.refused(*enumerate_, "f.npy", says="f.npy: row 1, column 0: 2 is not a point: points are 0..1")
        raw = (self.folder / "f.npy").read_bytes().replace(b"<u4", b"<f4")
        (self.folder / "f.npy").write_bytes(raw)
        self.refused(*enumerate_, "f.npy", says="f.npy")
        save(self.folder / "one.npy", [0, 1], "<u4")
        self.refused(*enumerate_, "one.npy", says="one.npy")
        self.refused(*enumerate_, "full:3", "--algorithm", "paper", code=64, says="has no option --algorithm")
        self.refused(*enumerate_, "full:3", "--method", "much", code=64, says="'much' is not a valid method")
        self.refused(*enumerate_, "full:3", "--elements", "nowhere/x.npy", says="nowhere/x.npy")
        self.refused(*enumerate_, "full:3", "--words", "f.txt", "--rules", "./f.txt", code=64, says="--words and --rules are the same file")

    def test_arrays_of_other_orders_are_read(self):
        maps = [1, 2, 0, 1, 1, 2]
        save(self.folder / "c.npy", maps, "<u2", shape=(2, 3))
        save(self.folder / "big.npy", [value << 8 for value in maps], "<u2", shape=(2, 3))
        save(self.folder / "fortran.npy", [maps[i] for i in (0, 3, 1, 4, 2, 5)], "<u2", shape=(2, 3))
        for name, old, new in (("big", b"<u2", b">u2"), ("fortran", b"False", b"True ")):
            raw = (self.folder / f"{name}.npy").read_bytes()
            (self.folder / f"{name}.npy").write_bytes(raw.replace(old, new))
        sizes = {json.loads(self.wreath("semigroup", "enumerate", f"{name}.npy", "--json").stdout)["size"]
                 for name in ("c", "big", "fortran")}
        self.assertEqual(len(sizes), 1)


if __name__ == "__main__":
    unittest.main()
