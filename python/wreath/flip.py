# SPDX-License-Identifier: MIT
from wreath._wreath import flip as _flip
