// SPDX-License-Identifier: MIT
//
// Enumerations as drive() runs them.
#pragma once

#include "core/run/drive.hpp"
#include "wreath/semigroup/enumeration.hpp"

namespace wreath::semigroup {

/// What must agree for a checkpoint to be continued from.
Json problem_of(const Generators& generators);

/// Batches until there are at least `until` elements. The state is that of Enumeration::save.
class EnumerationJob : public Resumable {
 public:
  EnumerationJob(Enumeration& found, std::uint64_t until) : found_(found), until_(until) {}

  std::string kind() const override { return "semigroup enumerate 3"; }
  Json problem() const override;
  bool done() const override { return found_.complete() || found_.size() >= until_; }
  void step(RunControl& run) override;
  void save(ByteWriter& into) const override;
  void restore(ByteReader& from, RunControl& run) override;

  /// drive(), and what goes with it.
  void run(RunControl& run);

 protected:
  Enumeration& found_;
  std::uint64_t until_;
};

}  // namespace wreath::semigroup
