#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath flip hunt."""
import json
import signal
import unittest

from cli_test import WREATH, CliTest

SMALL = ("2x2x3", "--withhold", "2x2x3", "--backend", "cpu", "--steps", "20000", "--folder", "hunt")


class FlipHunt(CliTest):
    def json(self, *arguments, code=0):
        return json.loads(self.wreath(*arguments, "--json", code=code).stdout)

    def schemes(self, folder="hunt"):
        return {path.relative_to(self.folder / folder) for path in (self.folder / folder).rglob("*.txt")}

    def test_finds_saves_and_reports(self):
        run = self.wreath("flip", "hunt", *SMALL, "--target", "11")
        self.assertIn("2x2x3: rank 11 (best known over F2: 11), by ", run.stderr)
        self.assertIn("2x2x3: rank 11 (best known over F2: 11), verified", run.stdout)
        best = min(path for path in self.schemes() if str(path).startswith("2x2x3/11-"))
        self.assertEqual(self.json("flip", "verify", "hunt" / best)["schemes"][0]["rank"], 11)

    def test_shows_where_the_time_went(self):
        self.wreath("flip", "hunt", *SMALL, "--rounds", "3")
        run = self.wreath("flip", "hunt", "--status", "--folder", "hunt")
        self.assertRegex(run.stdout, r"(?m)^2x2x2 +7 = +7 ")
        self.assertIn("1 hunt, 3 rounds, ", run.stdout)
        shown = self.on_screen("flip", "hunt", "--status", "--folder", "hunt")
        self.assertLessEqual(max(map(len, shown.splitlines())), 80)
        status = self.json("flip", "hunt", "--status", "--folder", "hunt")
        self.assertEqual(status["hunts"], 1)
        self.assertEqual(status["total"]["rounds"], 3)
        self.assertEqual(sum(move["rounds"] for move in status["moves"]), 3)
        strassen, = (row for row in status["shapes"] if row["shape"] == "2x2x2")
        self.assertEqual((strassen["rank"], strassen["best_known"]), (7, 7))

    def test_rounds_repeat_exactly(self):
        command = ("flip", "hunt", "2x3x3", "--withhold", "2x3x3", "--rounds", "3", "--steps", "5000", "--seed", "5", "--backend", "cpu")
        one = self.json(*command, "--folder", "one", "--threads", "1")
        two = self.json(*command, "--folder", "two", "--threads", "2")
        self.assertEqual(one["flips"], two["flips"])
        self.assertEqual(self.schemes("one"), self.schemes("two"))
        self.assertEqual((one["best"], one["rounds"]), (two["best"], 3))

    def test_ends_soon_and_continues(self):
        process = self.start(WREATH, "flip", "hunt", "3x3x4", "--folder", "hunt", "--backend", "cpu", "--json", "-q")
        self.assertTrue(self.wait_until(process, lambda: (self.folder / "hunt/3x3x4").exists() and self.catches_ctrl_c(process)))
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate()
        self.assertEqual(process.returncode, 2)
        self.assertEqual(json.loads(out)["ending"], "interrupted")
        self.assertEqual(self.json("flip", "hunt", "3x3x4", "--folder", "hunt", "--backend", "cpu", "--rounds", "1",
                                   "--steps", "1000")["rounds"], 1)
        self.assertEqual(self.json("flip", "hunt", "--status", "--folder", "hunt")["hunts"], 2)

    def test_killed_hunts_lose_nothing(self):
        hunts = [self.start(WREATH, "flip", "hunt", "3x3x4", "--withhold", "3x3x4", "--folder", "hunt", "--backend", "cpu", "--steps", "1000", "-q")
                 for _ in range(2)]
        for hunt in hunts:
            self.assertTrue(self.wait_until(hunt, lambda: (self.folder / "hunt/3x3x4").exists()))
        for hunt in hunts:
            hunt.kill()
            hunt.wait()
        for path in self.schemes():
            self.wreath("flip", "verify", "hunt" / path)
        status = self.json("flip", "hunt", "--status", "--folder", "hunt")
        self.assertEqual((status["hunts"], status["skipped"]), (2, []))

    def test_takes_other_schemes_but_not_those_withheld(self):
        (self.folder / "published").mkdir()
        self.wreath("flip", "derive", "product", "2x2x2", "2x2x2", "-o", "published/standard.txt")
        (self.folder / "published/notes.txt").write_text("no scheme\n")
        command = ("flip", "hunt", "2x2x2", "--folder", "hunt", "--from", "published", "--rounds", "1", "--steps", "1000", "--backend", "cpu")
        run = self.wreath(*command, "--withhold", "3x3x3")
        self.assertIn("skipped 1 file:", run.stdout)
        self.assertFalse((self.folder / "hunt/4x4x4").exists())
        self.wreath(*command)
        self.assertTrue((self.folder / "hunt/4x4x4").exists())

    def test_refuses(self):
        self.refused("flip", "hunt", "--folder", "hunt", code=64, says="no shape to hunt: name one or more, such as 4x4x6, or give --up-to")
        self.refused("flip", "hunt", "2x2x2", "--folder", "hunt", "--rounds", "0", code=64, says="--rounds: must be at least 1")
        self.refused("flip", "hunt", "2x2x2", "--up-to", "3x3x3", "--folder", "hunt", says="give shapes, or --up-to, not both")
        self.refused("flip", "hunt", "1x2x2", "--folder", "hunt", says="1x2x2 is not worth a hunt")
        self.refused("flip", "hunt", "2x2x2", "2x2x3", "--target", "7", "--folder", "hunt", says="--target is for a hunt of one shape")
        self.refused("flip", "hunt", "--status", "--folder", ".", says=".: this is not the folder of a hunt")
        self.refused("flip", "hunt", "2x2x2", code=64, says="--folder")


if __name__ == "__main__":
    unittest.main()
