#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a wheel of the Python module has, and what it needs: of a wheel that `make packages` has built, or of the wheels that are named.

    tests/packages/test_wheel.py [WHEEL...]
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SYSTEM = re.compile(r"(libc|libm|libstdc\+\+|libgcc_s|ld-linux-[\w-]+)\.so\.\d+")
MIB = 1 << 20
WHEELS = [pathlib.Path(name) for name in sys.argv[1:]] or sorted((ROOT / "build" / "packages").glob("*.whl"))


def output_of(*command):
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout


@unittest.skipUnless(WHEELS, "no wheel: make packages builds one")
class WheelTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        with zipfile.ZipFile(WHEELS[0]) as wheel:
            wheel.extractall(self.folder)
        self.extensions = sorted(self.folder.rglob("*.so"))

    def test_every_extension_needs_only_what_every_system_has(self):
        self.assertTrue(self.extensions)
        for extension in self.extensions:
            for library in re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-d", extension)):
                self.assertRegex(library, f"^{SYSTEM.pattern}$", extension.name)

    def test_an_extension_shows_only_its_start(self):
        for extension in self.extensions:
            shown = [line.split()[-1] for line in output_of("nm", "-D", "--defined-only", extension).splitlines()]
            self.assertEqual(shown, ["PyInit_" + extension.name.split(".")[0]])

    def test_it_has_one_extension_and_fits(self):
        self.assertEqual([str(path.relative_to(self.folder / "wreath")).split(".")[0] for path in self.extensions], ["_wreath"])
        self.assertLessEqual(WHEELS[0].stat().st_size, 8 * MIB)

    def test_its_version_is_that_of_the_build(self):
        version = re.search(r"project\(wreath VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
        self.assertIn(f"wreath-{version}", WHEELS[0].name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
