# SPDX-License-Identifier: MIT
"""wreath: computing with the large discrete objects of algebra.

    wreath.perm        permutations on up to billions of points, as numpy arrays
    wreath.semigroup   semigroups of maps, bipartitions and matrices: elements, words, Cayley graphs, Green's classes
    wreath.word        words in infinite groups: normal forms, equality, balls
    wreath.orbit       Cayley graphs and orbits: levels, diameters, shortest words
    wreath.coset       cosets of subgroups: index, permutations, words
    wreath.group       permutation groups: order, membership, words, stabilizers, blocks
    wreath.flip        matrix-multiplication schemes: search, verify, lift

    wreath.progress    shows the progress of long calls, on terminals and in notebooks

Points are 0-based, and everything acts on the right: x*y is x first, then y. Long computations release the
GIL and can be stopped with Ctrl-C; docs/python.md lists which calls return early. Errors are TypeError for arguments of a wrong type,
ValueError for wrong values, MemoryError and OSError, with a message that explains what to change.
"""
from typing import List

from wreath import coset, flip, group, orbit, perm, semigroup, word
from wreath._progress import progress
from wreath._wreath import version as __version__

__all__ = ["coset", "flip", "group", "orbit", "perm", "progress", "semigroup", "word", "__version__"]


def __dir__() -> List[str]:
    return __all__
