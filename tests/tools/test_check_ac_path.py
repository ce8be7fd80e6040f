# SPDX-License-Identifier: MIT
"""The checker of paths of presentations."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_ac_path  # noqa: E402

# <a,b | ab, b> becomes <a,b | a, b>.
GOOD = ["start ab b", "2 inv", "1 mul 2", "2 inv", "end a b"]


class CheckPath(unittest.TestCase):
    def test_accepts(self):
        self.assertEqual(check_ac_path.check(GOOD), 1)
        self.assertEqual(check_ac_path.check(["start a b", "end b a"]), 0)
        self.assertEqual(check_ac_path.check(["start Bab b", "1 conj B", "end a b"]), 0)
        self.assertEqual(check_ac_path.check(["# text", "start a b", "", "2 mul 1", "end a ba"]), 1)

    def test_rejects(self):
        for lines, message in (
            (GOOD[:-1], "no end"),
            (GOOD[1:], "line 1"),
            (GOOD[:-1] + ["end a a"], "line 5"),
            (["start ab b", "1 mul 2", "end a b"], "line 3"),
            (["start a b", "1 mul 1", "end aa b"], "line 2"),
            (["start a b", "3 inv", "end a b"], "not a move"),
            (["start a b", "1 conj c", "end a b"], "not a word"),
            (["start a b", "start a b", "end a b"], "line 2"),
            (GOOD + ["1 inv"], "line 6"),
        ):
            with self.assertRaisesRegex(ValueError, message, msg=lines):
                check_ac_path.check(lines)


if __name__ == "__main__":
    unittest.main()
