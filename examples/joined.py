#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Three engines, one group: from a presentation to a picture, to permutations, to a semigroup, and back.

The triangle group (2,3,7) acts on the hyperbolic plane. Word finds its automatic structure, a ball and its Cayley graph. With one
more relator it becomes Klein's group of order 168: then the ball is everything, the columns of the Cayley graph are permutations,
and what word finds of an element perm and semigroup must find of its permutation.
"""
import pathlib

import numpy as np

from wreath import perm
from wreath.semigroup import Semigroup
from wreath.word import Group

# A presentation, its automatic structure, a ball, its Cayley graph, a picture.
infinite = Group.from_presentation("<a,b | a^2, b^3, (a*b)^7>")
print(infinite)
print("  elements of length at most n:", infinite.ball_sizes(12))
graph = infinite.cayley_graph(12)
pathlib.Path("triangle-237.svg").write_text(graph.svg(900))
print(f"  triangle-237.svg shows {len(graph)} elements, with triangles for b^3 and heptagons for (a*b)^7")

# One more relator: a finite quotient.
klein = Group.from_presentation(generators=["a", "b"], relators=["a^2", "b^3", "(a*b)^7", "[a,b]^4"])
print(f"\n{klein}\n  it has {klein.order} elements")
radius = next(n for n, size in enumerate(klein.ball_sizes(60)) if size == klein.order)
graph = klein.cayley_graph(radius)
print(f"  the longest is {graph.vertices[-1]}, of length {radius}")

# Each letter permutes the elements: x -> x*letter.
permutations = {name: graph.edges[graph.edges[:, 1] == letter, 2] for letter, name in enumerate(klein.letters)}
for word in ("a", "b", "ab", "abaB"):
    image = perm.evaluate([permutations[letter] for letter in word])
    print(f"  {word:4} has order {klein.order_of(word)} as a word and {perm.order(image)} as a permutation of {len(image)} "
          "points")
    assert klein.order_of(word) == perm.order(image)

# The permutations generate a semigroup, which is the group again.
semigroup = Semigroup([permutations["a"], permutations["b"]])
longest = max(semigroup.words(), key=len)
print(f"\n{semigroup}")
assert len(semigroup) == klein.order
as_text = "".join("ab"[letter] for letter in longest)
print(f"  without B the longest least word is {as_text}; its normal form in the group is {klein.reduce(as_text)}")
point = np.flatnonzero(semigroup.evaluate(longest) == 0)[0]
assert graph.vertices[point] == klein.inverse(as_text)
