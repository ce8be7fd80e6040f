#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Matrix multiplication schemes: find one for 3x3 matrices with 23 products, lift it to the integers, and multiply with it."""
import itertools
import pathlib

import numpy as np

from wreath import flip

print("Walks in the flip graph of 3x3x3, from the definition's 27 products down:")
for seed in itertools.count(1):
    found = flip.search("3x3x3", target=23, seed=seed, time=120,
                        on_best=lambda best: print(f"  rank {best.rank} after {best.flips} flips"))
    scheme = found.scheme.lift()
    if scheme:  # most schemes over F2 come from the integers, but not all
        break
print(f"  the best known rank over F2 is {flip.records('3x3x3')['F2']}")
print(f"\n{found.scheme}\nlifted: {scheme}, with {scheme.nonzeros} coefficients that are not 0")

a, b = np.random.default_rng(1).integers(-99, 100, (2, 3, 3))
product = scheme.multiply(a, b)
print(f"Its 23 products give\n{product}\nand numpy's 27 the same: {np.array_equal(product, a @ b)}")

strassen = flip.search("2x2x2", target=7, seed=1).scheme.lift()
square = flip.product(strassen, strassen)
print(f"\nStrassen's scheme on blocks of itself: {square}; over F2 one of rank {flip.records('4x4x4')['F2']} is known")
way = flip.path("2x2x2", strassen)
print(f"From the definition to Strassen: {way.flips} flips and {way.pluses} pluses, never above rank {way.greatest_rank}")

scheme.save("3x3x3-23.json")
pathlib.Path("3x3x3-23.svg").write_text(scheme.svg())
print("3x3x3-23.json holds the scheme, 3x3x3-23.svg shows it")
