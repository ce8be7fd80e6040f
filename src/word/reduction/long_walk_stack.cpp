// SPDX-License-Identifier: MIT
#include "word/reduction/long_walk_stack.hpp"

#include <vector>

namespace wreath::word {

void LongWalkStack::share() {
  std::vector<Mark> marks(blocks_->size());
  blocks_->for_each_mark([&](std::size_t i, Mark mark) { marks[i] = mark; });
  steps_ = blocks_->steps();
  blocks_.reset();
  shared_.emplace(machine_, stop_);
  for (const Mark mark : marks) shared_->append(mark);
}

}  // namespace wreath::word
