# SPDX-License-Identifier: MIT
"""The verb of CONTRIBUTING.md does what the page says, and is what the page shows."""
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = sys.argv.pop()


class ToyVerb(unittest.TestCase):
    def run_toy(self, *arguments, code=0):
        run = subprocess.run([PROGRAM, "toy", "divisors", *arguments], capture_output=True, text=True, timeout=600)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run.stdout

    def test_text_and_json(self):
        self.assertEqual(self.run_toy("60"), "60: 12 divisors\n  1 2 3 4 5 6 10 12 15 20 30 60\n")
        answer = json.loads(self.run_toy("7", "--json"))
        self.assertEqual((answer["format"], answer["version"], answer["input"]), ("wreath toy divisors", 1, 7))
        self.assertEqual((answer["divisors"], answer["complete"], answer["ending"]), ([1, 7], True, "done"))

    def test_stops_and_errors(self):
        answer = json.loads(self.run_toy("18446744073709551557", "--time", "0.1", "--json", "-q", code=2))
        self.assertEqual((answer["complete"], answer["ending"], answer["divisors"]), (False, "time", [1]))
        self.assertEqual(json.loads(self.run_toy("0", "--json", code=64))["error"]["kind"], "usage")
        self.assertIn("stopped (time) after", self.run_toy("18446744073709551557", "--time", "0.1", "-q", code=2))

    def test_the_page_shows_this_code(self):
        page = (ROOT / "CONTRIBUTING.md").read_text().split("## To add a verb")[1].split("\n## ")[0]
        code = "".join(path.read_text() for path in sorted((ROOT / "tests/toy").glob("divisors.*pp")))
        code += (ROOT / "tests/toy/verb.cpp").read_text()
        blocks = re.findall(r"```cpp\n(.*?)```", page, re.DOTALL)
        self.assertGreaterEqual(len(blocks), 3)
        for block in blocks:
            self.assertIn(block, code)


if __name__ == "__main__":
    unittest.main()
