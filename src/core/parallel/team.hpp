// SPDX-License-Identifier: MIT
//
// The threads behind the loops. A calling thread has a team of its own, which waits between its loops: for a fifth of a
// millisecond awake, so that the next loop starts at once, then asleep, so that a busy machine has the cores. A part of a loop
// belongs to one member, which has worked on the same part of the loop before and may have it in its cache; but whoever has
// nothing to do takes the parts that are not begun. A loop that is over before the others have woken up is done by the caller
// alone.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "core/parallel/function_ref.hpp"

namespace wreath {

class Team {
 public:
  /// At most `size` members, the caller among them: fewer where the system gives no more threads.
  explicit Team(unsigned size);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  unsigned size() const { return static_cast<unsigned>(claims_.size()); }
  /// body(part) for part = 0..parts-1, at most size(); part 0 runs on the calling thread, which is the one that made the team.
  /// The body throws nothing.
  void run(unsigned parts, FunctionRef<void(unsigned)> body);

 private:
  static constexpr std::uint32_t kLast = 0;  // the round that sends the members home

  void serve(unsigned member);
  void take_parts(unsigned first, std::uint32_t round);
  void wait_for_change(std::atomic<std::uint32_t>& value, std::uint32_t old) const;

  // What one loop is, written between two rounds: a member reads it only after it has claimed a part, and the round does not end
  // before that part.
  // What members wait for, what they count down and what they claim are in cache lines of their own.
  struct alignas(64) Claim {
    std::atomic<std::uint32_t> round{0};
  };
  const FunctionRef<void(unsigned)>* body_ = nullptr;
  std::atomic<std::uint32_t> parts_{0};
  alignas(64) std::atomic<std::uint32_t> round_{1};       // odd; one more says that a part of it is claimed
  alignas(64) std::atomic<std::uint32_t> unfinished_{0};  // parts of this round
  alignas(64) std::vector<Claim> claims_;                 // for each part the round in which it is free, or that round + 1
  std::vector<std::thread> members_;
  bool patient_;  // at most one member per core
};

}  // namespace wreath
