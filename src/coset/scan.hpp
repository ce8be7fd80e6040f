// SPDX-License-Identifier: MIT
//
// Tracing a relator around a coset from both ends.
#pragma once

#include "coset/enumerator.hpp"

namespace wreath::coset {

/// Two traces towards each other: `front` is reached from the coset by the first letters, `back` by the inverses of the last
/// ones.
class Trace {
 public:
  Trace(const CosetTable& table, Row c, const Relator& relator, std::uint32_t offset = 0)
      : relator_(relator),
        entries_(table.entries()),
        width_(table.width()),
        front_(c),
        back_(c),
        ahead_(offset),
        behind_(offset + relator.span),
        gap_(relator.length) {}

  /// Continues from where another trace of the relator stood.
  Trace(const CosetTable& table, const Relator& relator, const Task& task)
      : relator_(relator),
        entries_(table.entries()),
        width_(table.width()),
        front_(task.front),
        back_(task.back),
        ahead_(place_of(task.ahead)),
        behind_(relator.span - place_of(relator.length - task.ahead - task.gap)),
        gap_(task.gap) {}

  /// Continues at both ends to the first holes.
  void run() {
    run_front();
    run_back();
  }
  void run_front() {
    const Letter* letters = relator_.forward.data();
    while (gap_ != 0) {
      const Row next = entries_[std::size_t{front_} * width_ + letters[ahead_]];
      if (next == 0) return;
      front_ = next;
      --gap_;
      if (++ahead_ == 2 * relator_.span) ahead_ = relator_.span;
    }
  }
  void run_back() {
    const Letter* letters = relator_.backward.data();
    while (gap_ != 0) {
      const Row next = entries_[std::size_t{back_} * width_ + letters[behind_ - 1]];
      if (next == 0) return;
      back_ = next;
      --gap_;
      if (--behind_ == 0) behind_ = relator_.span;
    }
  }
  /// After a definition at the front: the table may have moved.
  void step_to(const CosetTable& table, Row next) {
    entries_ = table.entries();
    front_ = next;
    --gap_;
    if (++ahead_ == 2 * relator_.span) ahead_ = relator_.span;
  }

  Row front() const noexcept { return front_; }
  Row back() const noexcept { return back_; }
  std::uint64_t gap() const noexcept { return gap_; }  // letters between them
  Letter letter() const noexcept { return relator_.forward[ahead_]; }
  std::uint64_t steps() const noexcept { return relator_.length - gap_; }

 private:
  std::uint32_t place_of(std::uint64_t letters) const {
    return static_cast<std::uint32_t>(letters < relator_.span ? letters : letters % relator_.span);
  }

  const Relator& relator_;
  const Row* entries_;
  std::size_t width_;
  Row front_;
  Row back_;
  std::uint32_t ahead_;
  std::uint32_t behind_;
  std::uint64_t gap_;
};

}  // namespace wreath::coset
