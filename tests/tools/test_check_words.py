#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The word list: what it finds, what it lets pass, and that this repository passes."""
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_words


class Phrases(unittest.TestCase):
    def found(self, text):
        return [phrase for _, phrase, _ in check_words.complaints_of(text)]

    def test_phrases_to_rewrite(self):
        for text in ("'x' is no letter", "after so many seconds", "the walk starts anew", "it goes on with the next", "the file says which",  # plain words
                     "right over F2", "drawn in letters", "is there before", "schemes of matrix multiplication"):  # plain words
            self.assertTrue(self.found(text), text)

    def test_plain_words(self):
        for text in ("there is no GPU", "this is no longer needed", "so many that it fails", "'x' is not a letter", "valid over F2", "the search continues"):
            self.assertEqual(self.found(text), [], text)


class Repository(unittest.TestCase):
    def test_the_tree_has_none(self):
        run = subprocess.run([sys.executable, "-B", ROOT / "tools/check_words.py"], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout)


if __name__ == "__main__":
    unittest.main()
