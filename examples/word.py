#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Words: the fundamental group of the surface of genus two, its growth, and random walks on it."""
import numpy as np

from wreath.word import Group

group = Group("surface:2")
print(f"{group!r}\n  {group.presentation}")

print("\nThe word problem:")
for u, v in [("abAB", "dcDC"), ("abABcdC", "d"), ("ab", "ba")]:
    print(f"  {u} = {v}? {group.equal(u, v)}")
print("  the normal form of (abcd)^3*[a,b]:", group.reduce("(abcd)^3*[a,b]"))

growth = group.growth(30)
print(f"\nHow many elements have length n? The series is {growth.series}")
print("  n = 0..6:", growth.spheres[:7])
print(f"  n = 30: {growth.spheres[30]}, exactly; each sphere is some {growth.rate:.6f} times the one before")

print("\nA random walk multiplies by a random letter at each step. How far from 1 is it after n steps?")
random = np.random.default_rng(1)
for steps in (10, 100, 1000):
    walks = 2_000_000 // steps
    letters = random.integers(0, len(group.letters), walks * steps, dtype=np.uint8)
    _, offsets = group.reduce_packed(letters, np.arange(walks + 1) * steps)
    lengths = np.diff(offsets)
    print(f"  {steps:5} steps: {lengths.mean() / steps:.4f} n on average over {walks} walks; {int(lengths.min())} to "
          f"{int(lengths.max())}")
print("In the free group on four generators it would be 0.75 n: the relator costs a little of that.")
