# SPDX-License-Identifier: MIT
# The extension is private and takes its arguments in order; the public modules around it carry the types.
from typing import Any

version: str
perm: Any
semigroup: Any
word: Any
flip: Any
orbit: Any
coset: Any
group: Any

def set_progress(show: Any) -> None: ...
def record(command: str, threads: int, seed: int, results: str) -> str: ...
