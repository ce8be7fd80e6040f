#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Semigroups: the Catalan monoids, words and rules, and the egg-boxes of all maps on four points."""
import math

import numpy as np

from wreath.semigroup import Semigroup, family


def catalan_monoid(points):
    """The order-preserving maps that move no point up: generator i sends i+1 to i and fixes all other points."""
    generators = np.tile(np.arange(points), (points - 1, 1))
    for i in range(points - 1):
        generators[i, i + 1] = i
    return Semigroup(generators, monoid=True)


print("Order-preserving maps of 0..n-1 that move no point up are counted by Catalan's numbers:")
for n in range(2, 11):
    monoid = catalan_monoid(n)
    catalan = math.comb(2 * n, n) // (n + 1)
    print(f"  n = {n:2}: {len(monoid):6} elements, the longest word has {len(monoid.word(len(monoid) - 1)):2} letters")
    assert len(monoid) == catalan

monoid = catalan_monoid(4)
print("\nThe case n = 4: every element with its least word")
for row, word in zip(monoid, monoid.words()):
    print(f"  {row}  {''.join('abc'[letter] for letter in word) or '1'}")
print("Its rules:", ", ".join("=".join("".join("abc"[x] for x in side) for side in rule) for rule in monoid.rules()))

full = family("full:4")
green = full.green()
print(f"\nAll maps on four points: {len(full)} elements, {len(full.idempotents)} of them idempotents, in "
      f"{len(green.d_classes)} D-classes, one for each number of images")
green.draw().save("egg-boxes.svg")
print("egg-boxes.svg shows them")
