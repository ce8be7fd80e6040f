# SPDX-License-Identifier: MIT
"""The source archive of `make dist` has the same bytes wherever it is made, and knows its commit. (Not compressed here: that takes longest.)"""
import pathlib
import re
import subprocess
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@unittest.skipUnless((ROOT / ".git").exists(), "this is not a git checkout")
class ArchiveTest(unittest.TestCase):
    def test_two_clones_make_the_same_archive(self):
        sums = []
        for abbreviation in ("7", "20"):  # what a clone may be configured to
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run(["git", "clone", "--quiet", "--shared", "--no-checkout", ROOT, folder], check=True)
                git = ["git", "-C", folder]
                for name, value in (("core.abbrev", abbreviation), ("tar.umask", "0077")):
                    subprocess.run([*git, "config", name, value], check=True)
                for part in ("Makefile", "CMakeLists.txt"):
                    subprocess.run([*git, "checkout", "--quiet", "HEAD", "--", part], check=True)
                made = subprocess.run(["make", "--no-print-directory", "-C", folder, "dist", "COMPRESS=cat"], check=True, capture_output=True, text=True)
                sums.append(made.stdout.splitlines()[-1])
                archive = next(pathlib.Path(folder).glob("build/dist/*.tar.xz"))
                with tarfile.open(archive) as opened:
                    commit = opened.extractfile(archive.name[:-7] + "/cmake/commit.in").read().decode().split("\n", 1)[0]
                head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
                self.assertRegex(head, "^" + re.escape(commit))
                self.assertEqual(len(commit), 12)
        self.assertRegex(sums[0], r"^[0-9a-f]{64}  wreath-[0-9.]+\.tar\.xz$")
        self.assertEqual(sums[0], sums[1])


if __name__ == "__main__":
    unittest.main()
