# SPDX-License-Identifier: MIT
"""Fundamental groups of hyperbolic 3-manifolds of SnapPea's census, for low_index.py: [[name, generators, relators], ...]

    regina-python -n bench/coset/manifolds.py > manifolds.json      (Debian's package regina-normal)
"""
import json

import regina

LETTERS = "abcdefgh"
CENSUS = regina.SnapPeaCensusManifold
SECTIONS = (("m", CENSUS.SEC_5, range(0, 410, 16)), ("s", CENSUS.SEC_6_OR, range(0, 900, 60)), ("v", CENSUS.SEC_7_OR, range(0, 3500, 250)))


def word(relation):
    terms = (relation.term(k) for k in range(relation.countTerms()))
    powers = ((LETTERS[term.generator], term.exponent) for term in terms)
    return "".join((letter if exponent > 0 else letter.upper()) * abs(exponent) for letter, exponent in powers)


manifolds = []
for section, place, numbers in SECTIONS:
    for number in numbers:
        group = CENSUS(place, number).construct().group()
        relators = [word(group.relation(k)) for k in range(group.countRelations())]
        manifolds.append([f"{section}{number:03}", LETTERS[: group.countGenerators()], relators])
print(json.dumps(manifolds))
