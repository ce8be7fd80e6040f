#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The runner of the documentation's examples: what it lets pass, and what it must find."""
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_examples


class Comparison(unittest.TestCase):
    def test_the_same_lines_fit(self):
        self.assertTrue(check_examples.fits(["a", "b"], ["a", "b"]))
        for shown, printed in ((["a"], ["a", "b"]), (["a", "b"], ["a"]), (["31,103 elements"], ["31,104 elements"]), ([], ["a"])):
            self.assertFalse(check_examples.fits(shown, printed))

    def test_times_and_rates_are_not_compared(self):
        self.assertTrue(check_examples.fits(["a 3.5 ms, 1.40 M elements/s"], ["a 22 us, 36.8 K elements/s"]))
        self.assertTrue(check_examples.fits(["kept (1.7 MiB)"], ["kept (19.2 KiB)"]))
        self.assertFalse(check_examples.fits(["3 states"], ["4 states"]))

    def test_dots_stand_for_what_is_left_out(self):
        self.assertTrue(check_examples.fits(["a", "...", "z"], ["a", "b", "c", "z"]))
        self.assertTrue(check_examples.fits(["..."], []))
        self.assertTrue(check_examples.fits(["x ... y"], ["x 12 y"]))
        self.assertFalse(check_examples.fits(["a", "...", "z"], ["a", "b"]))


class Pages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.page = pathlib.Path(folder.name) / "page.md"

    def check(self, text, **options):
        self.page.write_text(text)
        return check_examples.check_page(self.page, pathlib.Path("/bin/true"), **options)

    def test_commands_share_a_folder(self):
        self.assertEqual(self.check("```console\n$ echo hello > f\n$ cat \\\n  f\nhello\n```\n"), [])

    def test_what_differs_is_found(self):
        self.assertIn("it prints:", self.check("```console\n$ echo a\nb\n```\n")[0])
        self.assertIn("exit code 1", self.check("```console\n$ false | cat\n```\n")[0])
        self.assertEqual(self.check("```sh\n$ false\n```\n"), [])

    def test_a_home_of_its_own(self):
        self.assertEqual(self.check("```console\n$ mkdir -p ~/.gap && ls -d home/.gap\nhome/.gap\n```\n"), [])

    def test_other_blocks(self):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.page.parent))
        (folder / "python" / "wreath").mkdir(parents=True)
        (folder / "python" / "wreath" / "_wreath.so").touch()
        for folder in (folder, pathlib.Path("/bin")):
            other = check_examples.Other(folder / "wreath", sys.executable)
            self.assertEqual(self.check("```python\n>>> 1 + 1\n2\n```\n", other=other), [])
            wrong = self.check("```python\n>>> 1 + 1\n3\n```\n", other=other)
            self.assertEqual(len(wrong), 0 if other.left_out else 1)
        self.assertEqual(other.left_out, {"python (the module is not built)"})

    def test_update_writes_what_was_printed(self):
        self.check("before\n\n```console\n$ echo a\nb\n$ echo c\n...\n```\n\nafter\n", update=True)
        self.assertEqual(self.page.read_text(), "before\n\n```console\n$ echo a\na\n$ echo c\n...\n```\n\nafter\n")

    def test_a_command_that_hangs_is_ended_with_its_children(self):
        with unittest.mock.patch.object(check_examples, "GUARD", 0.5), self.assertRaises(subprocess.TimeoutExpired):
            self.check("```console\n$ sleep 600; true\n```\n")


if __name__ == "__main__":
    unittest.main()
