#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The verb of CONTRIBUTING.md's example: stops, time and checkpoints work without a line of its own."""
import json
import signal
import unittest

from cli_test import HANGS, WREATH, CliTest

ENDLESS = 10**15


class Toy(CliTest):
    program = WREATH + "-toy"  # beside wreath

    def test_an_answer(self):
        self.assertEqual(self.wreath("collatz", 1000000, "-q").stdout, "1000000 numbers: 837799 takes 524 steps\n")
        answer = json.loads(self.wreath("collatz", 1000, "--json", "-q", "--record", "r.json").stdout)
        self.assertEqual((answer["start"], answer["steps"], answer["ended"]), (871, 178, "done"))
        self.assertTrue((self.folder / "r.json").exists())

    def test_time(self):
        stopped = self.wreath("collatz", ENDLESS, "--time", 0.2, "--checkpoint", "c.ck", "-q", code=2).stdout
        self.assertTrue(stopped.endswith("\ncontinue with --resume c.ck\n"), stopped)

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            run = self.start(self.program, "collatz", str(ENDLESS), "--json", "-q", text=True)
            self.assertTrue(self.wait_until(run, lambda: self.catches_ctrl_c(run)))
            run.send_signal(number)
            out, errors = run.communicate(timeout=HANGS)
            self.assertEqual((run.returncode, json.loads(out)["ended"]), (2, "interrupted"), errors)

    def test_checkpoints(self):
        whole = json.loads(self.wreath("collatz", 50000, "--json", "-q").stdout)
        self.wreath("collatz", 50000, "--time", "1e-9", "--checkpoint", "c.ck", "-q", code=2)
        for tried in (10000, 20000, 30000, 40000, 50000):  # a batch each
            run = self.wreath("collatz", 50000, "--time", "1e-9", "--resume", "c.ck", "--json", "-q", code=0 if tried == 50000 else 2)
            answer = json.loads(run.stdout)
            self.assertEqual(answer["numbers"], tried)
        self.assertEqual((answer["start"], answer["steps"]), (whole["start"], whole["steps"]))
        self.refused("collatz", 60000, "--resume", "c.ck", says="this is a checkpoint of another run")


if __name__ == "__main__":
    unittest.main()
