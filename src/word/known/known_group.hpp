// SPDX-License-Identifier: MIT
//
// Groups that are understood without an automatic structure: their presentation is recognised, and words are brought to a
// normal form by the mathematics of the family. A family is one file that makes a KnownGroup, and one line in recognise.cpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "wreath/run.hpp"
#include "wreath/word/conjugacy.hpp"
#include "wreath/word/group.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// Answers are proven by the theorem that method() names. Words are in the letters of the presentation. All functions are const
/// and thread-safe, and throw LimitReached if the run is to stop.
class KnownGroup {
 public:
  virtual ~KnownGroup() = default;
  /// How questions are answered, for people: "Garside normal forms".
  virtual std::string_view method() const noexcept = 0;
  /// The same word for the same element, and a word of that element. Not necessarily a shortest one.
  virtual Word normal_form(std::span<const Letter> word, RunControl& run) const = 0;
  /// Whether the two words are the same element.
  virtual bool equal(std::span<const Letter> u, std::span<const Letter> v, RunControl& run) const {
    return normal_form(u, run) == normal_form(v, run);
  }
  /// The order of an element, with a sentence that proves it.
  virtual ElementOrder order_of(std::span<const Letter> word, RunControl& run) const = 0;
  /// Whether u and v are conjugate; nothing if this family has no way to decide it.
  virtual std::optional<Conjugate> conjugate(std::span<const Letter>, std::span<const Letter>, RunControl&) const {
    return std::nullopt;
  }
  /// Whether the group is hyperbolic, with a sentence that proves it; unknown if this family has no answer.
  virtual Hyperbolicity hyperbolicity() const { return {}; }
};

/// Whether a group is hyperbolic, and the sentence that proves it.
inline Hyperbolicity answer_with_proof(Answer answer, std::string proof) {
  Hyperbolicity result;
  result.hyperbolic = answer;
  result.proof = std::move(proof);
  return result;
}

/// The group, if its presentation belongs to a family that is recognised; otherwise nothing.
[[nodiscard]] std::unique_ptr<const KnownGroup> recognise(const Presentation& presentation);

}  // namespace wreath::word
