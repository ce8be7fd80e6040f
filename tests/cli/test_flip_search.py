#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath flip search."""
import json
import re
import signal
import unittest

from cli_test import HANGS, WREATH, CliTest

STEPS = ("--steps", "200000", "--walks", "4", "--backend", "cpu")


class FlipSearch(CliTest):
    def json(self, *arguments, code=0):
        return json.loads(self.wreath(*arguments, "--json", code=code).stdout)

    def test_finds_saves_and_tells(self):
        run = self.wreath("flip", "search", "2x2x2", "--target", "7", "--backend", "cpu", "-o", "best.json")
        self.assertRegex(run.stderr, r"rank 8 at the start\nrank 7 after .*: [0-9,]+ flips, ")
        self.assertIn("2x2x2: rank 7 (best known over F2: 7), verified", run.stdout)
        self.assertEqual(self.json("flip", "verify", "best.json")["schemes"][0]["rank"], 7)

    def test_a_target_out_of_reach_ends_with_2_and_keeps_the_best(self):
        run = self.wreath("flip", "search", "2x2x2", "--target", "6", *STEPS, "-o", "best.txt", code=2)
        self.assertIn("stopped (steps) before rank 6", run.stdout)
        self.assertEqual(self.json("flip", "verify", "best.txt")["schemes"][0]["rank"], 7)

    def test_a_better_scheme_in_the_output_stays(self):
        self.wreath("flip", "search", "3x3x3", "--target", "23", "--backend", "cpu", "-o", "best.txt")
        before = (self.folder / "best.txt").read_text()
        run = self.wreath("flip", "search", "3x3x3", "--target", "26", "--backend", "cpu", "-o", "best.txt")
        self.assertIn("not written: best.txt already has a scheme of rank 23", run.stdout)
        self.assertEqual((self.folder / "best.txt").read_text(), before)
        self.refused("flip", "search", "2x2x2", "--target", "7", "--backend", "cpu", "-o", "best.txt",
                     says="best.txt already has a scheme of 3x3x3, of rank 23: choose another file for 2x2x2")

    def test_starts_that_are_being_made_count_and_are_kept(self):
        """4x4x5 takes seconds to make its starts; a run that ends before has a checkpoint, from which the next continues."""
        options = ("flip", "search", "4x4x5", "--backend", "cpu", "--threads", "1")
        first = self.json(*options, "--time", "0.3", "--checkpoint", "run.ck", "--checkpoint-every", "2", code=2)
        self.assertEqual((first["ending"], first["steps"]), ("time", 0))
        second = self.json(*options, "--time", "0.3", "--resume", "run.ck", code=2)
        self.assertGreater(second["flips"], max(0, first["flips"]))
        self.assertLessEqual(second["rank"], first["rank"])

    def test_a_search_for_a_target_may_choose_any_machine(self):
        report = self.json("flip", "search", "3x3x3", "--target", "23", "--checkpoint", "run.ck")
        self.assertEqual((report["rank"], report["reached"]), (23, True))
        self.assertEqual(self.json("flip", "search", "3x3x3", "--target", "23", "--resume", "run.ck")["rank"], 23)

    def test_never_overwrites_what_is_not_a_scheme(self):
        (self.folder / "notes.txt").write_text("my notes\n")
        self.refused("flip", "search", "2x2x2", "--target", "7", "--backend", "cpu", "-o", "notes.txt",
                     says="notes.txt: this file exists and is not a 2x2x2 scheme")
        self.assertEqual((self.folder / "notes.txt").read_text(), "my notes\n")

    def test_steps_that_end_before_the_target(self):
        command = ("flip", "search", "2x2x2", "--target", "1", *STEPS)
        self.assertEqual(self.json(*command, code=2)["ending"], "steps")
        self.assertIn("stopped (steps) before rank 1", self.wreath(*command, code=2).stdout)

    def test_repeats_exactly(self):
        one = self.json("flip", "search", "3x3x3", *STEPS, "--seed", "5", "--threads", "1", "-o", "one.txt")
        two = self.json("flip", "search", "3x3x3", *STEPS, "--seed", "5", "--threads", "2", "-o", "two.txt")
        self.assertEqual((one["flips"], one["rank"], one["restarts"]), (two["flips"], two["rank"], two["restarts"]))
        self.assertEqual((self.folder / "one.txt").read_text(), (self.folder / "two.txt").read_text())

    def test_goes_on_from_a_checkpoint(self):
        common = ("flip", "search", "3x3x3", "--walks", "4", "--backend", "cpu", "--seed", "3")
        whole = self.json(*common, "--steps", "400000")
        self.wreath(*common, "--steps", "200000", "--checkpoint", "run.ck")
        rest = self.json(*common, "--steps", "400000", "--resume", "run.ck")
        self.assertEqual(rest["steps"], 400000)
        self.assertEqual(rest["rank"], whole["rank"])
        self.refused("flip", "search", "3x3x3", "--walks", "4", "--backend", "cpu", "--seed", "4", "--resume", "run.ck", says="seed")
        self.refused("flip", "search", "2x2x2", *STEPS, "--resume", "nothing.ck", says="nothing.ck")

    def test_resumed_runs_get_further_however_short_they_are(self):
        common = ("flip", "search", "4x4x4", "--walks", "4", "--backend", "cpu")
        steps = self.json(*common, "--steps", "1000", "--checkpoint", "run.ck")["steps"]
        for _ in range(3):
            report = self.json(*common, "--steps", "1T", "--resume", "run.ck", "--time", "0.000001", code=2)
            self.assertGreater(report["steps"], steps)
            steps = report["steps"]

    def test_killed_searches_continue_from_their_last_checkpoint(self):
        common = ("flip", "search", "4x4x4", "--walks", "4", "--backend", "cpu", "--checkpoint-every", "0.001")
        run = self.start(WREATH, *common, "--checkpoint", "run.ck", "-q")
        self.assertTrue(self.wait_until(run, lambda: (self.folder / "run.ck").exists()))
        run.kill()
        run.wait()
        steps = self.json_of_stopped(*common, "--resume", "run.ck", "--time", "1e-9")["steps"]
        self.assertGreater(steps, 0)
        for seconds in (0.05, 1, 5, 25, 125):  # a busy machine may need more than to read the checkpoint
            further = self.json_of_stopped(*common, "--resume", "run.ck", "--time", seconds)["steps"]
            if further > steps:
                break
        self.assertGreater(further, steps)

    def json_of_stopped(self, *arguments):
        return json.loads(self.wreath(*arguments, "--json", "-q", code=2).stdout)

    def test_symmetry_and_starts(self):
        found = self.json("flip", "search", "3x3x3", "--symmetry", "c3", "--target", "23", "--backend", "cpu", "-o", "c3.txt")
        self.assertEqual(found["rank"], 23)
        again = self.json("flip", "search", "3x3x3", "--symmetry", "c3", "--start", "c3.txt", "--target", "23", "--backend", "cpu")
        self.assertEqual([best["rank"] for best in again["bests"]], [23])
        self.refused("flip", "search", "2x2x3", "--symmetry", "c3", says="the three sizes must be equal")
        self.refused("flip", "search", "2x2x2", "--start", "c3.txt", says="c3.txt")

    def test_the_mirror(self):
        found = self.json("flip", "search", "4x4x4", "--symmetry", "c6", "--target", "50", "--backend", "cpu", "-o", "c6.txt")
        self.assertEqual((found["rank"], found["settings"]["symmetry"]), (50, "c6"))
        again = self.json("flip", "search", "4x4x4", "--symmetry", "c6", "--start", "c6.txt", "--target", "50", "--backend", "cpu")
        self.assertEqual([best["rank"] for best in again["bests"]], [50])
        self.refused("flip", "search", "4x4x4", "--symmetry", "c6", "--cubes", "3,1", says="reads the same from both ends")
        self.refused("flip", "search", "4x4x4", "--symmetry", "c6", "--fixed", "1", code=64, says="leave out --fixed")
        self.wreath("flip", "search", "3x3x3", "--symmetry", "c3", "--target", "23", "--backend", "cpu", "-o", "c3.txt")
        self.refused("flip", "search", "3x3x3", "--symmetry", "c6", "--start", "c3.txt", says="mirror image")

    def test_mirrors_of_any_shape(self):
        mirrored = ("flip", "search", "3x4x5", "--symmetry", "c2", "--swaps", "1,2,1", "--backend", "cpu")
        found = self.json(*mirrored, "--target", "56", "-o", "c2.txt")
        self.assertLessEqual(found["rank"], 56)
        again = self.json(*mirrored, "--start", "c2.txt", "--target", "56")
        self.assertEqual([best["rank"] for best in again["bests"]], [found["rank"]])
        self.wreath(*mirrored, "--walks", "4", "--steps", "2000", "--checkpoint", "run.ck")
        self.assertEqual(self.json(*mirrored, "--walks", "4", "--steps", "4000", "--resume", "run.ck")["steps"], 4000)
        self.refused(*mirrored[:-3], "1", "--walks", "4", "--steps", "4000", "--backend", "cpu", "--resume", "run.ck", says="swaps")
        half = self.json("flip", "search", "4x4x4", "--symmetry", "c6", "--swaps", "1", "--cubes", "4", "--half-orbits", "--target", "58",
                         "--backend", "cpu")
        self.assertLessEqual(half["rank"], 58)
        odd = ("flip", "search", "5x5x5", "--symmetry", "c6", "--backend", "cpu", "--steps", "10", "--walks", "1")
        start = self.json(*odd, "--half-orbits", "--cubes", "5", "-o", "half.txt")["rank"]
        self.assertIn(f"half.txt: rank {start} became", self.wreath(*odd, "--start", "half.txt").stdout)
        for arguments, code, says in (
            (("--symmetry", "c2", "--swaps", "1,2"), 1, "--swaps 1,2: give one number, or three"),
            (("--symmetry", "c2", "--swaps", "0"), 1, "not all of them 0"),
            (("--symmetry", "c2", "--half-orbits"), 64, "--half-orbits requires --symmetry c6"),
            (("--symmetry", "c2", "--start", "c2.txt"), 1, "c2.txt: the mirror image of summand"),
            (("--symmetry", "c2", "--cubes", "3"), 64, "require --symmetry c3 or c6"),
            (("--swaps", "1"), 64, "--swaps requires --symmetry c2 or c6"),
            (("--half-orbits",), 64, "--half-orbits requires --symmetry c6"),
        ):
            self.refused("flip", "search", "3x4x5", *arguments, "--steps", "100", "--backend", "cpu", code=code, says=says)
        self.assertEqual(self.json("flip", "search", "--symmetry", "c6", "--swaps", "1", "4x4x4", "--steps", "100", "--backend", "cpu")
                         ["settings"]["half_orbits"], True)
        self.assertEqual(self.json("flip", "search", "1x1x1", "--symmetry", "c6", "--steps", "100", "--backend", "cpu")["rank"], 1)
        self.assertEqual(self.json("flip", "search", "8x8x8", "--symmetry", "c2", "--steps", "100", "--backend", "cpu")["rank"], 512)
        self.refused("flip", "search", "4x4x4", "--symmetry", "c6", "--swaps", "1,1,2", says="the same --swaps")
        self.refused("flip", "search", "8x8x8", "--symmetry", "c2", "--swaps", "1,2,3", says="choose other --swaps")

    def test_other_rings(self):
        run = self.wreath("flip", "search", "2x2x2", "--ring", "Z", "--target", "7", "--backend", "cpu", "-o", "z.json")
        self.assertIn("2x2x2: rank 7 (best known over ZT: 7), verified", run.stdout)
        self.assertEqual(self.json("flip", "verify", "z.json")["schemes"][0]["ring"], "ZT")
        found = self.json("flip", "search", "2x2x3", "--ring", "F3", "--target", "11", "--backend", "cpu", "-o", "f3.txt")
        self.assertEqual((found["rank"], found["ring"]), (11, "F3"))
        self.assertEqual(self.json("flip", "verify", "f3.txt", "--ring", "F3")["schemes"][0]["rank"], 11)
        common = ("flip", "search", "3x3x3", "--ring", "Z", "--walks", "4", "--backend", "cpu")
        whole = self.json(*common, "--steps", "400000")
        self.wreath(*common, "--steps", "200000", "--checkpoint", "run.ck", "--folder", "pool")
        self.assertEqual(self.json(*common, "--steps", "400000", "--resume", "run.ck")["rank"], whole["rank"])
        for path in (self.folder / "pool").iterdir():
            self.assertEqual(self.json("flip", "verify", "pool/" + path.name)["schemes"][0]["ring"], "ZT")
        self.refused("flip", "search", "3x3x3", "--walks", "4", "--backend", "cpu", "--resume", "run.ck", says="another run")
        self.wreath("flip", "search", "2x2x2", "--ring", "Z", "--start", "z.json", "--target", "7", "--backend", "cpu")
        self.wreath("flip", "search", "2x2x2", "--target", "7", "--backend", "cpu", "-o", "f2.txt")
        self.refused("flip", "search", "2x2x2", "--ring", "Z", "--start", "f2.txt", "--backend", "cpu", says="f2.txt: not a decomposition")
        self.refused("flip", "search", "6x6x6", "--ring", "Z", "--backend", "cpu", says="at most 32 entries")
        self.refused("flip", "search", "3x3x3", "--ring", "Z", "--symmetry", "c3", code=64, says="leave out --ring Z or --symmetry c3")
        self.refused("flip", "search", "3x3x3", "--ring", "Q", code=64, says="no walks over Q")

    def test_a_folder_keeps_different_schemes(self):
        self.wreath("flip", "search", "2x2x3", *STEPS, "--folder", "pool", "--folder-above", "0", "--different")
        files = sorted(path.name for path in (self.folder / "pool").iterdir())
        for k, one in enumerate(files):
            for two in files[:k]:
                self.assertFalse(self.json("flip", "equivalent", "pool/" + one, "pool/" + two)["equivalent"])
        self.refused("flip", "search", "2x2x2", "--ring", "F3", "--different", code=64, says="modulo 2")

    def test_a_folder_keeps_the_pool(self):
        self.wreath("flip", "search", "2x2x3", *STEPS, "--folder", "pool")
        files = sorted(path.name for path in (self.folder / "pool").iterdir())
        self.assertGreater(len(files), 0)
        self.assertTrue(files[0].startswith("2x2x3-11-"))
        self.assertEqual(self.json("flip", "verify", "pool/" + files[0])["schemes"][0]["rank"], 11)

    def test_interrupted_it_keeps_everything(self):
        # Without a target it searches until it is stopped.
        process = self.start(WREATH, "flip", "search", "3x3x3", "--backend", "cpu", "-o", "best.txt", "--checkpoint", "run.ck", text=True)
        self.read_to(process.stderr, r"rank +2[0-6]\b")  # better than the start
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=HANGS)
        self.assertEqual(process.returncode, 2, errors)
        self.assertIn("stopped (interrupted)\ncontinue with --resume run.ck", rest)
        found = int(re.search(r"^3x3x3: rank (\d+)", rest, re.MULTILINE).group(1))
        self.assertLessEqual(found, 26)
        self.assertEqual(self.json("flip", "verify", "best.txt")["schemes"][0]["rank"], found)
        self.assertTrue((self.folder / "run.ck").exists())

    def test_bad_input(self):
        for shape, says in (("9x9x9", "too large"), ("3x3", "not a shape"), ("0x1x2", "not a shape"), ("axbxc", "not a shape")):
            self.refused("flip", "search", shape, code=64, says=says)
        self.refused("flip", "search", "2x2x2", "--symmetry", "c4", code=64, says="'c4' is not a valid symmetry")
        self.refused("flip", "search", "3x3x3", "--symmetry", "c3", "--cubes", "2,2", says="3")
        for option in ("--target", "--steps", "--walks", "--pool"):
            self.refused("flip", "search", "2x2x2", option, "0", code=64, says="at least 1")
        (self.folder / "empty").mkdir()
        self.assertIn("empty: there are no schemes", self.wreath("flip", "search", "2x2x2", "--start", "empty", code=1).stderr)
        (self.folder / "empty").rmdir()
        self.refused("flip", "search", "3x3x3", "--walks", "1M", "--memory", "100M", "--backend", "cpu", says="choose fewer with --walks")
        self.refused("flip", "search", "2x2x2", "--margin", "4G", says="--margin 4294967296 is too large")
        self.refused("flip", "search", "2x2x2", "--method", "warp", "--backend", "cpu", says="leave out --method")
        self.refused("flip", "search", "2x2x2", "--cubes", "2", code=64, says="--symmetry c3")
        self.refused("flip", "search", "2x2x2", "-o", "best.csv", says="best.csv")
        self.refused("flip", "search", "2x2x2", "-o", "no/such/best.txt", says="no/such")
        (self.folder / "broken.txt").write_text("2 2 2 1\n1 0 0 0\n1 0 0 0\n1 0 0 0\n")
        self.refused("flip", "search", "2x2x2", "--start", "broken.txt", "-o", "best.txt", says="broken.txt: not a decomposition")


if __name__ == "__main__":
    unittest.main()
