// SPDX-License-Identifier: MIT
//
// The tables by which words are reduced: everything that an automatic structure says about multiplying a normal form by a letter.
//
// A normal form u = x1..xn is kept as a stack of *marks*. A mark is an edge of the word acceptor: where the prefix was before its
// letter (a state of the multiplier's diagonal, reached by the pair of the prefix with itself), the letter, and where it is after
// it. So the top mark alone tells what a letter g does, unless the change reaches further back than one letter:
//
//     append    u*g is a normal form: push the mark of g
//     cancel    the last letter goes
//     replace   the last letter becomes another one
//     walk      all else
//
// To walk is to find v = u*g from the general multiplier, whose states are what is known of a pair of prefixes (u(i),v(i)). Going
// *back* along u one keeps the set of the multiplier's states from which the rest of u leads to the label of g with some v. These
// sets are the states of a deterministic automaton, the reverse machine. Where the set holds the diagonal's state, u and v agree
// up to there; from there *forward* v is read off: its next letter is the one that leads into the set. It is unique because v is.
//
// The sets are few (81 for the surface group of genus 2, 1009 for the Fibonacci group F(2,8)), and all tables together take some
// kilobytes, which fit the first cache of a core and the shared memory of a GPU.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/hd.hpp"
#include "word/automatic/normal_forms.hpp"

namespace wreath::word {

using Mark = std::uint32_t;
using Set = std::uint32_t;

/// What a letter does to a normal form, by its last mark.
enum class Effect : std::uint32_t { append = 0, replace = 1, cancel = 2, walk = 3 };

/// What v may do at a letter of u.
struct NextLetter {
  std::uint32_t bits = 0;
  WREATH_HD bool is_last() const { return bits & 1U; }                 // of its list
  WREATH_HD std::uint32_t letter() const { return bits >> 1 & 255U; }  // of v; the number of letters, where v ends
  WREATH_HD std::uint32_t state() const { return bits >> 9; }          // of the multiplier, after it
};

/// The tables. Everything refers to memory owned elsewhere, on the host or on a device, so that kernels take it by value.
///
/// The number of a mark ends with its letter: mark & letter_mask. Mark 0 is the bottom of the stack, the empty word.
struct MachineRef {
  static constexpr std::uint32_t kEnds = 0xFFFFFFFFU;

  std::uint32_t letters = 0;
  std::uint32_t letter_bits = 0;  // rows of `action` are 2^letter_bits long
  std::uint32_t letter_mask = 0;
  std::uint32_t marks = 0;      // some numbers stand for nothing
  std::uint32_t diagonals = 0;  // states of the acceptor; 0 is the start
  std::uint32_t sets = 0;       // set g, for a letter g, is where the walk of g begins
  std::uint32_t states = 0;     // of the multiplier
  std::uint32_t set_words = 0;

  const std::uint32_t* action = nullptr;      // [mark << letter_bits | g]: the new mark * 4 + the effect
  const std::uint32_t* diagonal = nullptr;    // [mark]: the acceptor's state after it
  const std::uint32_t* mark_state = nullptr;  // [mark]: the multiplier's state after it
  const std::uint32_t* back = nullptr;        // [set << letter_bits | x]: the set before the letter x of u
  const std::uint32_t* members = nullptr;     // [set*set_words ...]: the multiplier's states of the set, as bits
  const std::uint32_t* choice = nullptr;      // [state << letter_bits | x]: the only choice, or where in `choices` * 2
  const std::uint32_t* choices = nullptr;     // lists of choices
  const std::uint32_t* last = nullptr;        // [state << letter_bits | g]: kEnds if the pair is (u, u*g), or 1 + the letter
                                              // of v beyond the end of u, or 0

  WREATH_HD std::uint32_t letter(Mark mark) const { return mark & letter_mask; }
  /// The mark of x after this one; the product must be a normal form.
  WREATH_HD Mark after(Mark mark, std::uint32_t x) const { return action[mark << letter_bits | x] >> 2; }
  /// Whether pairs (u,v) that lead to the state have u*g = v.
  WREATH_HD bool ends(std::uint32_t state, std::uint32_t g) const { return last[state << letter_bits | g] == kEnds; }
  WREATH_HD bool contains(Set set, std::uint32_t state) const { return members[set * set_words + state / 32] >> state % 32 & 1U; }
  /// The one choice at the letter x of u that leads from the state into the set (which belongs to the position after x), or that
  /// ends v there. There must be one.
  WREATH_HD NextLetter choose(Set set, std::uint32_t state, std::uint32_t x, std::uint32_t g) const {
    NextLetter found{choice[state << letter_bits | x]};
    if (found.is_last()) return found;
    for (const std::uint32_t* at = choices + (found.bits >> 1);; ++at) {
      found = {*at};
      if (found.is_last()) return found;
      const bool v_ends = found.letter() == letters;
      if (v_ends ? set == g && ends(found.state(), g) : contains(set, found.state())) return found;
    }
  }
};

inline constexpr std::uint32_t kMaxSets = 1U << 18;
inline constexpr std::uint32_t kMaxStates = 1U << 23;        // what a NextLetter can hold
inline constexpr std::uint64_t kMaxTableWords = 1ULL << 30;  // of one table

/// The tables, and the memory that they lie in.
class ReductionMachine {
 public:
  /// Whether a label of the multiplier belongs to the pairs (u, u*g).
  using IsLabelOf = std::function<bool(automata::Label label, std::uint32_t g)>;

  /// Of a verified structure. Throws LimitReached if there are more sets or states, or larger tables, than the above.
  explicit ReductionMachine(const StructureView& structure, const automata::Limits& limits = {});
  /// Of any relation in which each word u has one partner v for each letter, at most a letter longer or shorter; the words are
  /// those with a pair (u,u).
  ReductionMachine(const Alphabet& alphabet, const automata::Dfa& multiplier, const IsLabelOf& is_label_of,
                   const automata::Limits& limits = {});

  const MachineRef& ref() const noexcept { return ref_; }
  const Alphabet& alphabet() const noexcept { return alphabet_; }
  /// Calls use(member of MachineRef, its array) for each table, for copies on a device.
  template <class Use>
  void for_each_table(Use use) const {
    use(&MachineRef::action, action_);
    use(&MachineRef::diagonal, diagonal_);
    use(&MachineRef::mark_state, mark_state_);
    use(&MachineRef::back, back_);
    use(&MachineRef::members, members_);
    use(&MachineRef::choice, choice_);
    use(&MachineRef::choices, choices_);
    use(&MachineRef::last, last_);
  }

 private:
  using Table = std::vector<std::uint32_t>;

  void add_marks(const automata::Dfa& multiplier);
  void add_choices(const automata::Dfa& multiplier, const IsLabelOf& is_label_of);
  void add_sets(const automata::Dfa& multiplier, const automata::Limits& limits);
  void add_actions();
  std::uint32_t action_of(Mark mark, std::uint32_t g) const;
  void refer();

  Alphabet alphabet_;
  MachineRef ref_;
  Table states_;  // the multiplier's state of each state of the acceptor
  Table before_;  // the acceptor's state before each mark
  Table push_;    // [acceptor's state * letters + x]: the mark of x there, or 0
  Table action_, diagonal_, mark_state_, back_, members_, choice_, choices_, last_;
};

}  // namespace wreath::word
