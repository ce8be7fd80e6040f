# SPDX-License-Identifier: MIT
"""Finds the extension. A package for x86-64 has it for each level of processors, in a folder of its name; other builds have one."""
import os

import wreath

try:
    from wreath._level import LEVEL  # type: ignore[import]
    if LEVEL != "x86-64":
        wreath.__path__.insert(0, os.path.join(os.path.dirname(__file__), LEVEL))
except ModuleNotFoundError:
    pass
