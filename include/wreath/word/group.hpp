// SPDX-License-Identifier: MIT
//
// Groups with an automatic structure: normal forms, equality, orders, balls. (word_problem.hpp answers questions about others,
// too.)
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/machine.hpp"
#include "wreath/natural.hpp"
#include "wreath/run.hpp"
#include "wreath/word/presentation.hpp"
#include "wreath/word/words.hpp"

namespace wreath::word {

struct Internals;

/// How a group is read, and how far a build may go.
struct Options {
  std::string letter_order = {};                      // such as "a,b,A,B"; empty: as in the presentation, each before its inverse
  bool keep_inverses = false;                         // a relator a^2 does not make a its own inverse
  std::size_t max_rules = std::size_t{1} << 20;       // of the completion
  std::size_t max_length = 4096;                      // of a rule's sides
  std::uint64_t max_states = std::uint64_t{1} << 24;  // of an automaton on the way
  bool cache = false;                                 // look for the structure in the user's cache, and keep it there
  bool keeps_proof = false;                           // for write_proof(): how each equation came about; never from the cache
};

/// How words are reduced. Answers never depend on it.
struct ReduceOptions {
  Machine machine = {};             // several ranks reduce streams only
  std::size_t base_length = 0;      // of the pieces of one long word; 0: as measured
  std::uint64_t device_memory = 0;  // the most bytes to take on a GPU; 0: all that is free
};

/// How the tables are made by which words are reduced.
struct TableOptions {
  std::uint64_t max_states =
      0xFFFFFFFEU;  // of the automaton behind them; if it has more there are none, and words are reduced slowly
};

/// Where a structure comes from.
enum class Origin { built, cache, file, none };
/// "built", "cache", "file" or "none".
std::string_view to_string(Origin origin) noexcept;

/// How a build ended.
enum class BuildEnding {
  verified,
  stopped,    // the run was asked to stop
  max_rules,  // limits of the options
  max_states,
  max_length,
  not_found,        // nothing more can be tried
  unverified_file,  // a file has a structure that is not verified
  not_built,        // it was not asked for
};

/// How a build ended and what it cost. All zero for a structure that was read.
struct BuildReport {
  BuildEnding ending = BuildEnding::verified;
  StopReason stop_reason = StopReason::none;  // of a build that was stopped
  std::size_t rules = 0;
  std::uint64_t pairs = 0;     // overlaps of rules that were looked at
  std::size_t candidates = 0;  // word differences, the last time they were collected
  std::size_t tries = 0;
  std::size_t rounds = 0;  // of corrections, in the last try
};

/// How large an automatic structure is.
struct StructureSizes {
  std::uint32_t word_acceptor_states = 0;
  std::uint32_t general_multiplier_states = 0;
  std::size_t word_differences = 0;
  std::size_t rules = 0;  // of its completion
};

/// The order of an element, as far as it is proven.
struct ElementOrder {
  enum class Kind { finite, infinite, unknown };
  Kind kind = Kind::unknown;
  std::uint64_t order = 0;  // if it is finite
  std::string proof = {};   // or why none was found, in a sentence
};

/// The presentation of a group or monoid, given by the name of a family, a presentation, or a file with a presentation,
/// also in GAP's or kbmag's form. Builds nothing. Throws InputError if it is none of these.
[[nodiscard]] Presentation read_presentation(const std::string& source, const Options& options = {});
/// The letters of such a group, or of one in a structure file.
[[nodiscard]] Alphabet read_alphabet(const std::string& source, const Options& options = {});

/// A group with its shortlex automatic structure, which solves its word problem. Cheap to copy; all queries are const and
/// thread-safe.
///
/// Words are reduced by tables, which are made when the first word is reduced; if they would be too large, in a slow way that
/// needs none. If the structure is not verified, all queries throw InputError. They throw LimitReached if the run is stopped
/// first.
class Group {
 public:
  /// A group from a structure file, or from any input of read_presentation. Throws InputError if it is neither.
  [[nodiscard]] static Group open(const std::string& source, const Options& options = {}, RunControl* run = nullptr);
  /// The same for text; never opens a file.
  [[nodiscard]] static Group build(std::string_view text, const Options& options = {}, RunControl* run = nullptr);
  /// The same for a presentation. A build that ends without a structure returns a group that is not verified.
  [[nodiscard]] static Group build(const Presentation& presentation, const Options& options = {}, RunControl* run = nullptr);
  /// Continues a build that was stopped or ended at a limit, from the rules that it found. Of the options, the limits, the
  /// cache and the checkpoint matter. Returns the group itself if it is verified.
  Group build_further(const Options& options = {}, RunControl* run = nullptr) const;
  /// A structure file.
  [[nodiscard]] static Group load(const std::filesystem::path& path);

  /// Writes a structure file, for load(). Throws InputError if the structure is not verified.
  void save(const std::filesystem::path& path) const;

  /// Writes a proof of the structure (docs/proofs.md), of a build that kept it. False, and no file, if it used an equation for
  /// which no derivation is known. Throws InputError if nothing was kept, LimitReached if the run is stopped first.
  bool write_proof(const std::string& path, RunControl* run = nullptr) const;

  /// Whether the structure is proven: the axioms were checked on the automata.
  bool verified() const noexcept;
  /// Why it is not, in a sentence; empty if it is.
  std::string why_unverified() const;
  /// Where the structure comes from: Origin::built also if the build failed, Origin::none if it was not tried.
  Origin origin() const noexcept;
  /// How it was built.
  const BuildReport& report() const noexcept;
  /// Whether the rules of its completion are confluent: that is known of some groups without a structure, too.
  bool confluent() const noexcept;
  /// The family, or the presentation.
  std::string name() const;
  /// The presentation as text that can be read again, with everything but the order of the letters.
  std::string presentation() const;

  /// The letters in order, with their inverses.
  const Alphabet& alphabet() const noexcept;
  /// Reads and prints its words.
  const WordText& text() const noexcept;
  /// The names of the letters, in order.
  std::vector<std::string> letters() const;
  /// The inverse of each letter.
  std::vector<Letter> inverses() const;
  /// The number of states of the word acceptor, which accepts the normal forms. Throws InputError if it is not verified.
  std::uint32_t word_acceptor_states() const;
  /// The number of states of the general multiplier, which accepts pairs of normal forms that differ by a letter. Throws
  /// likewise.
  std::uint32_t general_multiplier_states() const;
  /// The number of word differences of the general multiplier. Throws likewise.
  std::size_t word_differences() const;
  /// These sizes also if it is not verified: then they are those of the last try.
  StructureSizes sizes() const noexcept;

  /// The shortlex-least word of the same element, which is a shortest one. Throws InputError if the text is not a word.
  std::string reduce(std::string_view word, const ReduceOptions& options = {}, RunControl* run = nullptr) const;
  /// Whether the two words are the same element. Throws InputError if a text is not a word.
  bool equal(std::string_view u, std::string_view v, const ReduceOptions& options = {}, RunControl* run = nullptr) const;
  /// The normal form of u*v. Throws InputError if a text is not a word.
  std::string multiply(std::string_view u, std::string_view v, const ReduceOptions& options = {},
                       RunControl* run = nullptr) const;
  /// The normal form of u^-1. Throws likewise.
  std::string inverse(std::string_view u, const ReduceOptions& options = {}, RunControl* run = nullptr) const;
  /// Checks powers up to `powers`; see docs/mathematics/word.md for the proofs. Throws ResourceError if the
  /// tables would be too large.
  ElementOrder order_of(std::string_view word, std::uint64_t powers = 1000, const ReduceOptions& options = {},
                        RunControl* run = nullptr) const;
  /// All elements of length at most `radius`, in shortlex order. Throws ResourceError if they do not fit the memory.
  std::vector<std::string> ball(std::size_t radius, RunControl* run = nullptr) const;

  // The same for words as bytes: each byte is an index into letters(). Throws InputError if it is out of range.
  /// The letters of a word, not reduced. Throws InputError with the place if the text is not a word.
  Word parse(std::string_view word) const;
  /// The word as text, not reduced. Throws InputError if a letter is out of range.
  std::string print(std::span<const Letter> word) const;
  /// The normal form of a word. Throws InputError if a letter is out of range.
  Word reduce_letters(std::span<const Letter> word, const ReduceOptions& options = {}, RunControl* run = nullptr) const;
  /// The normal form of u*v.
  Word multiply_letters(std::span<const Letter> u, std::span<const Letter> v, const ReduceOptions& options = {},
                        RunControl* run = nullptr) const;
  /// As order_of. Throws InputError if a letter is out of range.
  ElementOrder order_of_letters(std::span<const Letter> word, std::uint64_t powers = 1000, const ReduceOptions& options = {},
                                RunControl* run = nullptr) const;
  /// Many words: word i is letters[offsets[i] .. offsets[i+1]), and `offsets` has one more than there are words. Its normal form
  /// is written to out[offsets[i]...], and the form's length to lengths[i]; `out` is as long as `letters` and must not overlap
  /// it. Returns how many words are done, from the first on: all, unless the run is to stop.
  std::size_t reduce_many(std::span<const Letter> letters, std::span<const std::uint64_t> offsets, std::span<Letter> out,
                          std::span<std::uint64_t> lengths, const ReduceOptions& options = {}, RunControl* run = nullptr) const;
  /// As reduce_many, for words that are known to be such: nothing is checked.
  std::size_t reduce_words(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths,
                           const ReduceOptions& options = {}, RunControl* run = nullptr) const;
  /// The same, with the normal forms one after the other. Throws LimitReached if the run is to stop.
  Words reduce_words(const WordsRef& words, const ReduceOptions& options = {}, RunControl* run = nullptr) const;
  /// Throws InputError if these are not the letters and offsets of words, as reduce_many does.
  void require_words(std::span<const Letter> letters, std::span<const std::uint64_t> offsets) const;
  /// Makes the tables by which words are reduced; otherwise that happens when the first word is.
  void prepare(const TableOptions& options = {}, RunControl* run = nullptr) const;
  /// Whether they are made: what comes next takes no preparation.
  bool is_ready() const noexcept;

  /// The number of elements.
  Cardinal order(RunControl* run = nullptr) const;
  /// The number of elements of length at most 0, 1, ..., radius.
  std::vector<Natural> balls(std::size_t radius, RunControl* run = nullptr) const;

 private:
  friend struct Internals;
  struct State;
  explicit Group(std::shared_ptr<State> state);

  std::shared_ptr<State> state_;
};

}  // namespace wreath::word
