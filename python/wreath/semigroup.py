# SPDX-License-Identifier: MIT
from wreath._wreath import semigroup as _semigroup
