# SPDX-License-Identifier: MIT
"""The version is that of CMakeLists.txt wherever else it must be written."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class VersionTest(unittest.TestCase):
    def test_every_file_has_the_version_of_the_build(self):
        version = re.search(r"project\(wreath VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
        for file, line in (("CITATION.cff", f"\nversion: {version}\n"), ("gap/PackageInfo.g", f'\nVersion := "{version}",'),
                           ("gap/doc/wreath.xml", f"<Version>Version {version}</Version>"), ("CHANGELOG.md", f"\n## {version} "),
                           ("debian/changelog", f"wreath ({version}) "), ("docs/install.md", f"wreath-{version}"),
                           ("gap/doc/chap0.txt", f" Version {version}\n")):
            with self.subTest(file=file):
                self.assertIn(line, (ROOT / file).read_text())


if __name__ == "__main__":
    unittest.main()
