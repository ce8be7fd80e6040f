# SPDX-License-Identifier: MIT
from wreath._wreath import word as _word
