# SPDX-License-Identifier: MIT
"""kbmag's own programs read what `wreath word export` writes; skipped if they are not installed."""
import os
import pathlib
import tempfile
import unittest

import kbmag_check

KBMAG = kbmag_check.kbmag_folder()


class KbmagTest(unittest.TestCase):
    @unittest.skipIf(KBMAG is None, "kbmag's programs were not found")
    def test_kbmag_accepts_exported_groups(self):
        for group in kbmag_check.GROUPS:
            with self.subTest(group=group), tempfile.TemporaryDirectory() as folder:
                kbmag_check.check(os.environ["WREATH"], KBMAG, group, pathlib.Path(folder))


if __name__ == "__main__":
    unittest.main()
