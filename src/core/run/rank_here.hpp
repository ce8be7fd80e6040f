// SPDX-License-Identifier: MIT
#pragma once

namespace wreath {

/// Which of the ranks of its machine a process is.
struct RankHere {
  unsigned rank = 0;
  unsigned ranks = 1;
};

}  // namespace wreath
