# SPDX-License-Identifier: MIT
"""The program of a package for x86-64, which starts that of the best level: compiled by itself, beside programs that print who they are."""
import os
import pathlib
import platform
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CXX = shutil.which("g++")
LEVELS = ("x86-64", "x86-64-v3", "x86-64-v4")
FLAGS = {"x86-64-v3": {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"},
         "x86-64-v4": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}}


def levels_of_this_processor():
    flags = set(pathlib.Path("/proc/cpuinfo").read_text().split("flags", 1)[1].split("\n", 1)[0].split())
    return [level for level in LEVELS if FLAGS.get(level, set()) <= flags]


@unittest.skipUnless(CXX and platform.machine() == "x86_64", "packages choose among levels on x86-64 only")
class LauncherTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name).resolve()
        cls.program = cls.folder / "usr" / "bin" / "wreath"
        cls.program.parent.mkdir(parents=True)
        subprocess.run([CXX, "-std=c++20", "-I", ROOT, '-DWREATH_LIBDIR="lib"', ROOT / "cli" / "start" / "launcher.cpp", "-o", cls.program],
                       check=True)
        source = cls.folder / "level.cpp"
        source.write_text('#include <cstdio>\nint main(int n, char** v) { for (int k = 0; k < n; ++k) std::printf("%s|", v[k]); '
                          'std::printf(LEVEL); return 3; }\n')
        for level in LEVELS:
            built = cls.folder / "usr" / "lib" / "wreath" / level / "wreath"
            built.parent.mkdir(parents=True)
            subprocess.run([CXX, f'-DLEVEL="{level}"', source, "-o", built], check=True)

    def start(self, *arguments, level=None, program=None):
        environment = {name: value for name, value in os.environ.items() if name != "WREATH_LEVEL"}
        if level is not None:
            environment["WREATH_LEVEL"] = level
        return subprocess.run([program or self.program, *arguments], env=environment, capture_output=True, text=True)

    def test_it_becomes_the_program_of_the_best_level(self):
        run = self.start("word", "a b")
        self.assertEqual((run.returncode, run.stdout), (3, f"{self.program}|word|a b|{levels_of_this_processor()[-1]}"))

    def test_an_older_level_can_be_asked_for(self):
        for level in levels_of_this_processor():
            self.assertTrue(self.start(level=level).stdout.endswith("|" + level))
        self.assertTrue(self.start(level="").stdout.endswith("|" + levels_of_this_processor()[-1]))

    def test_a_level_that_does_not_run_is_an_error(self):
        missing = [level for level in LEVELS if level not in levels_of_this_processor()]
        for level in ["x86-64-v9", *missing]:
            run = self.start(level=level)
            self.assertEqual((run.returncode, run.stdout), (1, ""))
            self.assertIn("wreath: WREATH_LEVEL must be x86-64, x86-64-v3 or x86-64-v4", run.stderr)

    def test_it_is_found_through_a_link(self):
        link = self.folder / "link"
        link.symlink_to(self.program)
        self.assertEqual(self.start(program=link).stdout, f"{link}|{levels_of_this_processor()[-1]}")

    def test_a_missing_program_is_named(self):
        alone = self.folder / "alone" / "bin" / "wreath"
        alone.parent.mkdir(parents=True)
        shutil.copy(self.program, alone)
        run = self.start(program=alone)
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, "^wreath: cannot start .*/alone/bin/../lib/wreath/x86-64.*/wreath: No such file or directory; install")


if __name__ == "__main__":
    unittest.main()
