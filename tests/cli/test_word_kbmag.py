# SPDX-License-Identifier: MIT
"""kbmag's own programs read what `wreath word export` writes; skipped if they are not installed."""
import unittest

import kbmag_check
from cli_test import CliTest, WREATH

KBMAG = kbmag_check.kbmag_folder()


class KbmagTest(CliTest):
    @unittest.skipIf(KBMAG is None, "kbmag's programs were not found")
    def test_kbmag_accepts_exported_groups(self):
        for number, group in enumerate(kbmag_check.GROUPS):
            folder = self.folder / str(number)
            folder.mkdir()
            with self.subTest(group=group):
                kbmag_check.check(WREATH, KBMAG, group, folder)


if __name__ == "__main__":
    unittest.main()
