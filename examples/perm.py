#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Permutations: perfect shuffles of a deck, cycles of random permutations, and a product that lives in files.

A permutation is a numpy array of images; x*y is x first. Nothing is copied on the way into wreath.
"""
import math
import pathlib
import tempfile

import numpy as np

from wreath import perm


def out_shuffle(cards):
    """Cut the deck in half and interleave the halves, so that the top card stays on top: card i goes to place 2i mod (n-1)."""
    places = 2 * np.arange(cards, dtype=np.uint32) % (cards - 1)
    places[-1] = cards - 1
    return places


def in_shuffle(cards):
    """The same, but the top card becomes the second: card i goes to place 2i+1 mod (n+1)."""
    return (2 * np.arange(cards, dtype=np.uint32) + 1) % (cards + 1)


print("How many perfect shuffles bring a deck back?")
for cards in (8, 52, 1 << 20):
    print(f"  {cards:8} cards: {perm.order(out_shuffle(cards))} out-shuffles, {perm.order(in_shuffle(cards))} in-shuffles")
assert perm.order(out_shuffle(52)) == 8 and perm.order(in_shuffle(52)) == 52

print("\nElmsley's trick: in-shuffles and out-shuffles by the binary digits of k bring the top card to place k")
place = 41
moves = [in_shuffle(52) if digit == "1" else out_shuffle(52) for digit in f"{place:b}"]
print(f"  k = {place} = {place:b} in binary: the top card is at place {perm.evaluate(moves)[0]}")

print("\nA random permutation of n points has about ln n + 0.58 cycles:")
for n in (10**2, 10**4, 10**6):
    tries = min(1000, 5_000_000 // n)
    counts = [sum(count for _, count in perm.cycle_type(perm.random(n, seed))) for seed in range(tries)]
    print(f"  n = {n:8}: {np.mean(counts):5.2f} on average over {tries}, and {math.log(n) + 0.5772:5.2f} expected")

print("\nTwo permutations in files are multiplied without being read into Python's memory:")
with tempfile.TemporaryDirectory() as folder:
    files = [pathlib.Path(folder, name) for name in ("x.npy", "y.npy", "z.npy")]
    for seed, file in enumerate(files[:2]):
        np.save(file, perm.random(1_000_000, seed))
    x, y = (np.load(file, mmap_mode="r") for file in files[:2])
    z = np.lib.format.open_memmap(files[2], mode="w+", dtype=x.dtype, shape=x.shape)
    perm.multiply(x, y, out=z)
    print(f"  z = x*y: {len(z)} points, and x^-1*z is y: {perm.equal(perm.divide(x, z), y)}")
