#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks proofs, slowly and obviously: written from docs/proofs.md alone, with nothing but Python's standard library.

    check.py FILE...        one line for each: accepted, and what is proven, or rejected, and why

Exit status: 0 if every proof was accepted, 1 if not, 64 for wrong usage. wreath-check does the same in C++, much faster, and
independently: the tests compare the two.
"""
import sys

from cosets import check_coset, check_quotient
from frame import Proof, Rejected, counted, require
from schemes import check_path, check_scheme

KINDS = {"coset": check_coset, "quotient": check_quotient, "scheme": check_scheme, "path": check_path}


def check(data):
    """Returns what a proof, given as bytes, proves; raises Rejected."""
    proof = Proof(data)
    require(proof.kind in KINDS, "line 2: an unknown kind of proof")
    return KINDS[proof.kind](proof) + (f" ({counted(proof.steps, 'step')})" if proof.steps else "")


def main(names):
    if not names or names[0] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stdout if names else sys.stderr)
        return 0 if names else 64
    status = 0
    for name in names:
        try:
            with open(0 if name == "-" else name, "rb") as file:
                print(f"{name}: accepted: {check(file.read())}")
        except (Rejected, OSError, MemoryError) as why:
            print(f"{name}: {'rejected' if isinstance(why, Rejected) else 'cannot be checked'}: {why}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
