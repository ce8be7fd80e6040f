# SPDX-License-Identifier: MIT
"""The code of two levels in one program, as packages for x86-64 have it: joined by cmake/join_levels.py, chosen when the program starts."""
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CXX = shutil.which("g++")
NEWER = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
SOURCES = {
    "shared.hpp": """#include <string>
                     struct Named { virtual ~Named() = default; virtual const char* level() const { return LEVEL; } };
                     inline int& common() { static int count = 0; return count; }
                     template <class T> T twice(T x) { return 2 * x; }
                     template <class T> std::string described(T x);
                     const char* level(); Named* make_named(); int count_twice();""",
    "compute.cpp": """#include "shared.hpp"
                      template <class T> std::string described(T x) { return std::to_string(twice(x)) + LEVEL; }
                      template std::string described(int);
                      const char* level() { return LEVEL; }
                      Named* make_named() { return new Named; }
                      int count_twice() { return ++common(), ++common(); }""",
    "main.cpp": """#include <cstdio>
                   #include "shared.hpp"
                   int main() {
                     common() += 10;
                     Named* named = make_named();
                     std::printf("%s %s %s %d %s", level(), named->level(), described(4).c_str(), count_twice(), Named().level());
                     delete named;
                   }""",
    "early.cpp": "#include <string>\nstd::string early(100, 'a');\nconst char* level() { return early.c_str(); }",
    "variable.cpp": "int counted;\nconst char* level() { return counted++ ? LEVEL : LEVEL; }",
}


@unittest.skipUnless(CXX and platform.machine() == "x86_64", "packages choose among levels on x86-64 only")
class LevelsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        for name, text in SOURCES.items():
            (cls.folder / name).write_text(text)
        cls.run_newer = NEWER <= set(pathlib.Path("/proc/cpuinfo").read_text().split("flags", 1)[1].split("\n", 1)[0].split())

    def compile(self, source, level=""):
        compiled = self.folder / (pathlib.Path(source).stem + level + ".o")
        flags = ["-march=x86-64-v3"] if level == "newer" else []
        subprocess.run([CXX, "-std=c++20", "-O1", "-fPIC", f'-DLEVEL="{level}"', *flags, "-c", self.folder / source, "-o", compiled], check=True)
        return compiled

    def join(self, source):
        levels = [self.compile(source, level) for level in ("any", "newer")]
        return subprocess.run([sys.executable, ROOT / "cmake" / "join_levels.py", self.folder / "levels.o", "--any", levels[0], "--newer", levels[1],
                               "--callers", self.compile("main.cpp")], capture_output=True, text=True)

    def test_the_level_that_is_chosen_computes(self):
        self.assertEqual(self.join("compute.cpp").stderr, "")
        program = self.folder / "program"
        subprocess.run([CXX, self.folder / "levels.o", self.compile("main.cpp"), self.compile(ROOT / "cli" / "start" / "choose_level.cpp"),
                        "-o", program], check=True)
        for wanted, level in (("x86-64", "any"), ("", "newer" if self.run_newer else "any")):
            answer = subprocess.run([program], env={**os.environ, "WREATH_LEVEL": wanted}, check=True, capture_output=True, text=True).stdout
            self.assertEqual(answer, f"{level} {level} 8{level} 12 ")  # what main.cpp makes itself has no level

    def test_what_would_be_made_before_the_choice_is_refused(self):
        self.assertRegex(self.join("early.cpp").stderr, "earlynewer.o makes an object before the level is chosen")

    def test_a_variable_of_each_level_is_refused(self):
        self.assertRegex(self.join("variable.cpp").stderr, "each level would have its own counted")


if __name__ == "__main__":
    unittest.main()
