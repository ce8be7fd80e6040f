# SPDX-License-Identifier: MIT
"""mypy has nothing to say about the package, or about a strict program that uses it, and knows the types of what it returns."""
import importlib.util
import os
import pathlib
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[1]
USE = '''
from wreath import coset, flip, group, orbit, perm, progress, semigroup, word
import numpy
reveal_type(orbit.Graph("lrx:5").word([1, 0, 2, 3, 4]))
reveal_type(perm.order([1, 0]))
reveal_type(perm.Permutation([1, 0]) * perm.Permutation([0, 1]))
reveal_type(word.Group("free:2").reduce("abAB"))
reveal_type(word.Group("free:2").reduce(["abAB"]))
reveal_type(semigroup.Semigroup([[0]]).word(0))
reveal_type(group.Group("(1,2,3)").order)
reveal_type(group.Group({"a": [1, 0]}).random(numpy.random.default_rng(1)))
reveal_type(flip.standard("2x2x2").u)
reveal_type(coset.enumerate("<a | a^2>").index)
perm.random(10, seed=numpy.random.default_rng(1))
with progress():
    pass
perm.random("ten")
'''
FOUND = ["List[builtins.str]", '"builtins.int"', '"wreath.perm.Permutation"', '"builtins.str"', "list[builtins.str]", "tuple[builtins.int", "numpy.ndarray"]


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
def test_mypy(tmp_path):
    (tmp_path / "use.py").write_text(USE)
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--no-warn-return-any", "--cache-dir", str(tmp_path / "cache"), "-p", "wreath", "-m", "use"], cwd=tmp_path,
                          env=dict(os.environ, MYPYPATH=f"{FOLDER}:{tmp_path}", PYTHONPATH=""), capture_output=True, text=True, timeout=600)
    errors = [line for line in done.stdout.splitlines() if "error:" in line]
    assert len(errors) == 1 and 'incompatible type "str"; expected "int"' in errors[0], done.stdout + done.stderr
    for found in FOUND:
        assert found.lower() in done.stdout.lower(), done.stdout
