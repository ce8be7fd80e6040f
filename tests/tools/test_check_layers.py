#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_layers.py finds cycles at link time: made-up objects of two layers that call each other."""
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parent.parent.parent / "tools"
spec = importlib.util.spec_from_file_location("check_layers", TOOLS / "check_layers.py")
check_layers = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check_layers)
COMPILER = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")


@unittest.skipUnless(COMPILER and shutil.which("nm"), "needs a compiler and nm")
class LinkTest(unittest.TestCase):
    def complaints(self, sources, pieces=()):
        """Compiles {path in src/: code}, each alone or in a piece of several, and returns the complaints."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve()
            build = root / "build"
            for path, code in sources.items():
                (root / "src" / path).parent.mkdir(parents=True, exist_ok=True)
                (root / "src" / path).write_text(code)
            files = [root / "src" / path for path in sources if not any(path in piece for piece in pieces)]
            for number, piece in enumerate(pieces):
                files.append(build / "src" / f"unity_{number}.cxx")
                files[-1].parent.mkdir(parents=True, exist_ok=True)
                files[-1].write_text("".join(f'#include "{root}/src/{path}"\n' for path in piece))
            commands = []
            build.mkdir(exist_ok=True)
            for number, file in enumerate(files):
                subprocess.run([COMPILER, "-c", "-o", str(build / f"{number}.o"), str(file)], check=True)
                commands.append({"directory": str(build), "file": str(file), "command": f"c++ -o {number}.o -c {file}"})
            (build / "compile_commands.json").write_text(json.dumps(commands))
            return list(check_layers.link_complaints(root, build))

    OPEN = "namespace wreath::perm { void multiply(); void open() { multiply(); } }"
    MULTIPLY = "namespace wreath::perm { void multiply() {} }"
    CALLS_OPEN = "namespace wreath::perm { void open(); void multiply() { open(); } }"

    def test_one_direction_is_allowed(self):
        self.assertEqual(self.complaints({"open/perm.cpp": self.OPEN, "perm/multiply.cpp": self.MULTIPLY}), [])

    def test_a_cycle_is_not(self):
        found = self.complaints({"open/perm.cpp": self.OPEN, "perm/multiply.cpp": self.CALLS_OPEN})
        self.assertEqual(len(found), 1)
        self.assertIn("perm is linked with open", found[0])

    def test_nor_in_pieces_of_several_files(self):
        sources = {"open/perm.cpp": self.OPEN, "perm/multiply.cpp": self.CALLS_OPEN, "perm/inverse.cpp": "int unused;"}
        found = self.complaints(sources, [["perm/inverse.cpp", "perm/multiply.cpp"]])
        self.assertEqual(len(found), 1)

    def test_a_format_has_no_members_of_an_engine(self):
        found = self.complaints({"format/gap.cpp": "namespace wreath::perm { struct Map { void open(); }; void Map::open() {} }"})
        self.assertEqual(len(found), 1)
        self.assertIn("format defines", found[0])

    def test_word_may_call_coset_and_not_the_other_way(self):
        callee = "namespace wreath::%s { void run() {} }"
        caller = "namespace wreath::%s { void run(); } void use() { wreath::%s::run(); }"
        self.assertEqual(self.complaints({"coset/a.cpp": callee % "coset", "word/b.cpp": caller % ("coset", "coset")}), [])
        self.assertEqual(len(self.complaints({"word/a.cpp": callee % "word", "coset/b.cpp": caller % ("word", "word")})), 1)


if __name__ == "__main__":
    unittest.main()
