// SPDX-License-Identifier: MIT
//
// Rewriting systems of groups and monoids, by Knuth-Bendix completion.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wreath/word/group.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// How a completion ended: with confluent rules, because the run was to stop, or at a limit of the options.
enum class CompletionEnding { confluent, stopped, max_rules, max_length };

/// The rules that a completion found. They hold in the group or monoid in any case. If they are confluent they suffice: words are
/// equal exactly if they reduce to the same word. Cheap to copy.
class RuleSystem {
 public:
  /// The presentation that was completed.
  const Presentation& presentation() const noexcept;
  /// Whether the rules decide if words are equal.
  bool confluent() const noexcept;
  /// How the completion ended.
  CompletionEnding ending() const noexcept;
  /// The greater side first; the rules with the shortest left sides first.
  const std::vector<Equation>& rules() const noexcept;

  /// The word, rewritten until no rule applies. Nothing if the run is to stop first, or if the word grows too long, as it may in
  /// orders other than shortlex. Not for use by several threads at once.
  std::optional<Word> reduce(std::span<const Letter> word, RunControl* run = nullptr) const;

  /// The number of elements. Throws InputError if the rules are not confluent, LimitReached if
  /// the run is stopped first.
  Cardinal order(RunControl* run = nullptr) const;
  /// The first `count` normal forms, the shorter first; fewer if there are no more, or if the run is to stop. Throws InputError
  /// if the rules are not confluent.
  std::vector<Word> normal_forms(std::uint64_t count, RunControl* run = nullptr) const;
  /// Calls visit for all of them, until it returns false or the run is to stop. Throws likewise.
  void for_each_normal_form(const std::function<bool(std::span<const Letter>)>& visit, RunControl* run = nullptr) const;

  /// Writes a proof that the rules are confluent and define the same group or monoid (docs/proofs.md). Throws InputError if they
  /// are not confluent or nothing was kept, LimitReached if the run is stopped first.
  void write_proof(const std::string& path, RunControl* run = nullptr) const;

 private:
  friend RuleSystem complete(const Presentation& presentation, const Options& options, RunControl* run);
  struct State;
  explicit RuleSystem(std::shared_ptr<State> state);

  std::shared_ptr<State> state_;
};

/// Completes until the rules are confluent, a limit is met, or the run is to stop. Of the options, max_rules, max_length and
/// keeps_proof matter.
[[nodiscard]] RuleSystem complete(const Presentation& presentation, const Options& options = {}, RunControl* run = nullptr);

}  // namespace wreath::word
