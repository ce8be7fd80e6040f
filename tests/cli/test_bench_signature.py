#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath bench signature: one number per engine."""
import json
import unittest

from cli_test import CliTest


class BenchSignature(CliTest):
    def test_is_as_expected(self):
        results = json.loads(self.wreath("bench", "signature", "semigroup", "--backend", "cpu", "--threads", "2", "--json", "-q").stdout)
        self.assertEqual((results["ending"], results["as_expected"]), ("done", True))
        self.assertEqual([entry["engine"] for entry in results["signatures"]], ["semigroup"])
        entry = results["signatures"][0]
        self.assertEqual(entry["signature"], entry["expected"])
        self.assertRegex(entry["signature"], "^[0-9a-f]{16}$")
        self.assertTrue(entry["parts"] and entry["work"])
        text = self.wreath("bench", "signature", "semigroup", "--backend", "cpu").stdout
        self.assertRegex(text, f"^semigroup +{entry['signature']}  as expected  ")
        shown = self.on_screen("bench", "signature", "semigroup", "--backend", "cpu")
        self.assertLessEqual(max(map(len, shown.splitlines())), 80, shown)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_unknown_engines_are_wrong_usage(self):
        self.refused("bench", "signature", "zebra", code=64, says="choose one of word, semigroup, perm, flip, orbit, coset")

    def test_time_ends_with_what_is_known(self):
        results = json.loads(self.wreath("bench", "signature", "--json", "-q", "--time", "0.000001", code=2).stdout)
        self.assertEqual((results["ending"], results["signatures"]), ("time", []))


if __name__ == "__main__":
    unittest.main()
