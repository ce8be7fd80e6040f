#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/families.md has every family of the program, in its order, and the sizes that the program computes."""
import json
import re
import unittest

from cli_test import ROOT, CliTest

PAGE = (ROOT / "docs/families.md").read_text(encoding="utf-8")


def rows(heading):
    """(name, the last cell, the one before) of each row of the table below a heading."""
    text = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in text.splitlines() if line.startswith("| `")]
    return [(row[0].strip("`"), row[-1], row[-2]) for row in cells]


def number(text):
    return int(text.replace(",", ""))


class Families(CliTest):
    def json(self, engine, *arguments):
        return json.loads(self.wreath(engine, *arguments, "--json", "-q").stdout)

    def listed(self, engine):
        """The names that the help of an engine lists."""
        text = re.split(r"\n(?:Families|Groups by name):\n", self.wreath(engine, "--help").stdout)[1]
        return re.findall(r"^  (\S+)", text.split("\n\n")[0], re.MULTILINE)

    def example(self, cell, name):
        found = re.fullmatch(r"`([^`]+)`(?: has ([\d,]+)(?:, diameter (\d+))?| (is infinite))?", cell)
        self.assertTrue(found, f"{name}: {cell}")
        self.assertEqual(found[1].split(":")[0], name.split(":")[0])
        return found.groups()

    def test_groups(self):
        table = rows("Groups")
        self.assertEqual([row[0] for row in table], self.listed("word"))
        for name, cell, _ in table:
            group, size, _, infinite = self.example(cell, name)
            if size or infinite:
                with self.subTest(group):
                    self.assertEqual(self.json("word", "info", group, "--no-geometry")["order"], "infinite" if infinite else number(size))

    def test_semigroups(self):
        table = rows("Semigroups")
        self.assertEqual([row[0] for row in table], self.listed("semigroup"))
        for name, cell, _ in table:
            family, size, *_ = self.example(cell, name)
            with self.subTest(family):
                self.assertEqual(self.json("semigroup", "enumerate", family)["size"], number(size))

    def test_orbits(self):
        table = rows("Orbits and Cayley graphs")
        self.assertEqual([row[0] for row in table], self.listed("orbit"))
        for name, cell, formula in table:
            family, size, diameter, _ = self.example(cell, name)
            with self.subTest(family):
                if diameter:
                    formula = re.match(r"`([^`]+)`", formula)  # the command fails if the diameter differs
                    answer = self.json("orbit", "growth", family, *(("--expect", formula[1]) if formula else ()))
                    self.assertEqual((answer["states"], answer["diameter"]), (number(size), int(diameter)))
                else:
                    self.assertEqual(int(self.json("orbit", "info", family)["expected_states"]), number(size))


if __name__ == "__main__":
    unittest.main()
