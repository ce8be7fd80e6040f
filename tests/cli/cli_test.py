# SPDX-License-Identifier: MIT
"""What the tests of the program share: running it, and reading and writing .npy files without numpy."""
import array
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

WREATH = os.environ["WREATH"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}


def save(path, values, type_="<u4", shape=None):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (type_, shape or (len(values),))
    header += " " * (-(len(header) + 11) % 64) + "\n"
    data = array.array(CODES[int(type_[2:])], values).tobytes()
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + data)


def load(path):
    raw = path.read_bytes()
    length = int.from_bytes(raw[8:10], "little")
    width = int(re.search(rb"[<|][ui](\d)", raw[10:]).group(1))
    return list(array.array(CODES[width], raw[10 + length:]))


class CliTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def wreath(self, *arguments, code=0):
        run = subprocess.run([WREATH, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(run.returncode, code, f"{arguments}\n{run.stdout}\n{run.stderr}")
        return run

    def refused(self, *arguments, code=1, says):
        """An error is sentences on stderr that begin with the program's name, and leaves the folder as it was."""
        before = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        run = self.wreath(*arguments, code=code)
        self.assertEqual(run.stdout, "")
        self.assertTrue(run.stderr.startswith("wreath: "), run.stderr)
        self.assertIn(says, run.stderr)
        self.assertLessEqual(len(run.stderr.splitlines()), 1 if code == 1 else 2, run.stderr)
        after = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        self.assertEqual(before, after)
