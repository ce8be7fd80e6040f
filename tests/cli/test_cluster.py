#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath cluster plan: that its figures belong together, and what it refuses."""
import json
import unittest

from cli_test import CliTest

VERBS = {"perm multiply": "--points", "perm inverse": "--points", "perm cycles": "--points", "perm random": "--points", "word reduce": "--letters",
         "semigroup enumerate": "--elements", "orbit growth": "--states"}


class ClusterPlan(CliTest):
    def plan(self, verb, *arguments):
        return json.loads(self.wreath("cluster", "plan", verb, *arguments, "--json").stdout)

    def test_times_add_up(self):
        for verb, size in VERBS.items():
            plan = self.plan(verb, size, "1G", "--nodes", 4, "--disk", "500M")
            parts = plan["seconds_work"] + plan["seconds_network"] + plan["seconds_files"]
            self.assertAlmostEqual(plan["predicted_seconds"], parts, places=6, msg=verb)
            faster = self.plan(verb, size, "1G", "--nodes", 4, "--disk", "500M", "--network", "100G")
            self.assertLessEqual(faster["predicted_seconds"], plan["predicted_seconds"], verb)

    def test_what_a_product_sends(self):
        plan = self.plan("perm multiply", "--points", "2^26", "--nodes", 4, "--network", "100M", "--cores", 0.5)
        self.assertEqual((plan["sent"], plan["read"], plan["written"]), (8 * 2**26 * 3 // 16, 2 * 2**26, 2**26))
        self.assertEqual(plan["exchange"], "messages")
        self.assertIn("use one machine", plan["advice"])
        small = self.plan("perm multiply", "--points", "2^30", "--nodes", 4, "--memory", "256M")
        self.assertEqual((small["exchange"], "predicted_alone" in small), ("files", False))
        self.assertGreater(small["scratch"], 2**30)

    def test_scripts(self):
        text = self.wreath("cluster", "plan", "perm multiply", "--points", "12.8G", "--nodes", 16, "--cores", 32).stdout
        self.assertIn("#SBATCH --nodes=16 --ntasks-per-node=1 --cpus-per-task=32", text)
        self.assertIn("#PBS -l select=16:ncpus=32:mpiprocs=1", text)

    def test_refusals(self):
        for arguments, says in ((["perm multiply"], "how many points? Add --points N"), (["perm multiply", "--letters", 5], "use --points"),
                                (["perm tune", "--points", 5], "perm tune"), (["perm check", "--points", 5, "--network", "fast"], "not a rate")):
            self.assertIn(says, self.wreath("cluster", "plan", *arguments, code=64).stderr)
        self.assertIn("at least 2 machines", self.wreath("cluster", "plan", "perm check", "--points", 5, "--nodes", 1, code=1).stderr)


if __name__ == "__main__":
    unittest.main()
