// SPDX-License-Identifier: MIT
//
// Finite automata as a toolbox: languages of words and of pairs of words, and what can be made of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wreath/run.hpp"
#include "wreath/word/geometry.hpp"
#include "wreath/word/group.hpp"
#include "wreath/word/growth.hpp"

namespace wreath::word {

struct AutomatonParts;

/// The most states of an automaton on the way; beyond that LimitReached is thrown, as it is if the run is to stop.
struct AutomatonLimits {
  std::uint64_t max_states = std::uint64_t{1} << 24;
};

/// A word of a language, or a pair of words of a language on two tapes; on one tape `second` is empty.
using AutomatonWord = std::pair<Word, Word>;

/// A deterministic automaton over named letters, on one tape or on two. Cheap to copy; all queries are const and thread-safe.
///
/// On two tapes it accepts pairs of words, read side by side, the shorter one padded at its end. Automata that are combined must
/// have the same letters, in any order; the result has the order of the first. Results are minimal.
class Automaton {
 public:
  /// These words alone; every word must consist of the letters, which are all different. Throws InputError.
  [[nodiscard]] static Automaton of_words(const std::vector<std::string>& letters, std::span<const Word> words);

  /// The names of its letters, in order: letter x of a word is letters()[x].
  const std::vector<std::string>& letters() const noexcept;
  /// 1 or 2.
  int tapes() const noexcept;
  /// The number of states. None stands for failure: a missing transition rejects.
  std::uint32_t states() const noexcept;
  /// The number of transitions, of all states together.
  std::size_t transitions() const noexcept;
  /// The number of states that accept.
  std::uint32_t accepting_states() const noexcept;
  /// Whether accepting states are labelled with words, as those of a general multiplier are.
  bool has_labels() const noexcept;
  /// Reads and prints words over its letters.
  WordText text() const;

  /// Whether it accepts a word of its letters. Throws InputError if it has two tapes.
  bool accepts(std::span<const Letter> word) const;
  /// Whether it accepts a pair of words of its letters. Throws InputError if it has one tape.
  bool accepts(std::span<const Letter> first, std::span<const Letter> second) const;

  /// The number of words or pairs.
  Cardinal size(RunControl* run = nullptr) const;
  /// The number of words of length 0, 1, ..., longest; the length of a pair is that of its longer word.
  std::vector<Natural> counts(std::size_t longest, RunControl* run = nullptr) const;
  /// The coefficient of x^n is the number of words or pairs of length n. Throws LimitReached if the run is stopped first.
  GrowthSeries growth_series(RunControl* run = nullptr) const;
  /// How fast the number of words or pairs grows with their length. Throws likewise.
  GrowthRate growth_rate(RunControl* run = nullptr) const;
  /// The first `count` words in shortlex order, of at least and at most these lengths; fewer if there are no more.
  std::vector<AutomatonWord> words(std::uint64_t count, std::size_t shortest = 0, std::size_t longest = SIZE_MAX,
                                   RunControl* run = nullptr) const;
  /// Calls visit for the same words, until it returns false or the run is to stop, which is not an error.
  void for_each_word(const std::function<bool(const AutomatonWord&)>& visit, std::size_t shortest = 0,
                     std::size_t longest = SIZE_MAX, RunControl* run = nullptr) const;

  /// The representation, for use within wreath: AutomatonParts is not declared in a public header.
  const AutomatonParts& parts() const noexcept { return *parts_; }
  /// Made from its representation, for use within wreath.
  explicit Automaton(AutomatonParts parts);

 private:
  std::shared_ptr<const AutomatonParts> parts_;
};

// --- new automata. All throw InputError if the letters or the numbers of tapes do not fit, and LimitReached.

/// The words or pairs that both accept.
[[nodiscard]] Automaton intersect(const Automaton& a, const Automaton& b, const AutomatonLimits& limits = {},
                                  RunControl* run = nullptr);
/// The words or pairs that at least one of them accepts.
[[nodiscard]] Automaton unite(const Automaton& a, const Automaton& b, const AutomatonLimits& limits = {},
                              RunControl* run = nullptr);
/// The words or pairs that the first accepts and the second does not.
[[nodiscard]] Automaton subtract(const Automaton& a, const Automaton& b, const AutomatonLimits& limits = {},
                                 RunControl* run = nullptr);
/// All words over the letters, or all pairs of words, that are not accepted.
[[nodiscard]] Automaton complement(const Automaton& a, const AutomatonLimits& limits = {}, RunControl* run = nullptr);

/// The words uv with u accepted by the first and v by the second. One tape only.
[[nodiscard]] Automaton concatenate(const Automaton& a, const Automaton& b, const AutomatonLimits& limits = {},
                                    RunControl* run = nullptr);
/// The words w1...wn for n >= 0 and accepted words wi, the empty word included. One tape only.
[[nodiscard]] Automaton star(const Automaton& a, const AutomatonLimits& limits = {}, RunControl* run = nullptr);
/// The accepted words read backwards. One tape only.
[[nodiscard]] Automaton reverse(const Automaton& a, const AutomatonLimits& limits = {}, RunControl* run = nullptr);

/// Two tapes only. The words u with a pair (u,v) for some v, or, for tape 2, the v with a pair (u,v).
[[nodiscard]] Automaton exists(const Automaton& a, int tape = 1, const AutomatonLimits& limits = {}, RunControl* run = nullptr);
/// The pairs (v,u) for the pairs (u,v).
[[nodiscard]] Automaton swap(const Automaton& a, const AutomatonLimits& limits = {}, RunControl* run = nullptr);
/// The pairs (u,w) such that (u,v) is accepted by the first and (v,w) by the second for some v.
[[nodiscard]] Automaton compose(const Automaton& a, const Automaton& b, const AutomatonLimits& limits = {},
                                RunControl* run = nullptr);
/// The pairs (w,w) of the words of an automaton on one tape.
[[nodiscard]] Automaton diagonal(const Automaton& a, const AutomatonLimits& limits = {}, RunControl* run = nullptr);

/// The smallest automaton of the same language; with keep_labels, the smallest that also tells the labels apart.
[[nodiscard]] Automaton minimise(const Automaton& a, bool keep_labels = false, const AutomatonLimits& limits = {},
                                 RunControl* run = nullptr);
/// Accepts where the label has this word in it. Throws InputError if there are no labels.
[[nodiscard]] Automaton with_label(const Automaton& a, std::span<const Letter> label, const AutomatonLimits& limits = {},
                                   RunControl* run = nullptr);

/// The first word in shortlex order that one of them accepts and the other does not; nothing if the languages are equal.
[[nodiscard]] std::optional<AutomatonWord> first_difference(const Automaton& a, const Automaton& b,
                                                            const AutomatonLimits& limits = {}, RunControl* run = nullptr);
/// The first word of `a` that `b` does not accept; nothing if the language of `a` is contained in that of `b`.
[[nodiscard]] std::optional<AutomatonWord> first_outside(const Automaton& a, const Automaton& b,
                                                         const AutomatonLimits& limits = {}, RunControl* run = nullptr);

// --- groups

/// The kinds of automata of a group: wa (the word acceptor), gm (the general multiplier, with labels), gm/x (the pairs with
/// u*x = v for a letter x), geodesics, geodesic-pairs (a geodesic and its normal form). The last two throw LimitReached if the
/// search for geodesics does not end.
[[nodiscard]] Automaton group_automaton(const Group& group, std::string_view kind, const AutomatonLimits& limits = {},
                                        RunControl* run = nullptr);

/// The automaton of all geodesics. Throws InputError if they are not all known, as find_hyperbolicity reports it.
[[nodiscard]] Automaton geodesic_acceptor(const Group& group, const Hyperbolicity& found);
/// The pairs of a geodesic and its normal form. Throws likewise.
[[nodiscard]] Automaton geodesic_pairs(const Group& group, const Hyperbolicity& found);

// --- files

/// An automaton in kbmag's form, `rec(isFSA := true, ...)`. One with several initial states or choices is determinised; on two
/// tapes pairs that are not padded at the end are dropped. Throws InputError as `source:line:column: ...`.
[[nodiscard]] Automaton parse_automaton(std::string_view text, std::string_view source = "automaton",
                                        const AutomatonLimits& limits = {}, RunControl* run = nullptr);
/// The text of kbmag's file.
[[nodiscard]] std::string print_automaton(const Automaton& automaton, RunControl* run = nullptr);
/// A picture in Graphviz's language. Throws InputError above 2000 states.
[[nodiscard]] std::string automaton_dot(const Automaton& automaton);

/// A file in kbmag's form, "-" for stdin, or KIND:GROUP for an automaton of a group (see group_automaton), such as wa:surface:2.
[[nodiscard]] Automaton open_automaton(const std::string& source, const Options& options = {}, RunControl* run = nullptr);
/// Writes kbmag's form, or a picture if the name ends in .dot.
void write_automaton(const Automaton& automaton, const std::filesystem::path& path, RunControl* run = nullptr);

}  // namespace wreath::word
