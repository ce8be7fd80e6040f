// SPDX-License-Identifier: MIT
//
// Knuth-Bendix completion of a group's or monoid's presentation.
//
// A rewriting system is confluent if the two ways to rewrite each overlap of two left-hand sides end in the same word. Completion
// takes the overlaps in the order of their length, rewrites both ways, and adds the difference as a rule, until no overlap is
// left (the system is complete: words are equal iff they reduce to the same word) or a limit is met. Each rule is a consequence
// of the presentation at every moment, so that what reduces to the same word is equal in the group, complete or not.
//
// What keeps it fast:
//   - the index of left-hand sides (rule_index.cpp): one look-up per letter, repairs instead of rebuilds, and the rules that a
//     new one makes reducible are listed, not searched for;
//   - an overlap that contains a third left-hand side away from its ends is skipped: the two shorter overlaps with that one have
//     been or will be taken, and together they join this one (Winkler and Buchberger's criterion);
//   - in a group under shortlex an equation is balanced first: while u is longer than v by two letters or more, u*x = v becomes
//     u = v*x^-1. Rules get short, and short rules reduce more;
//   - right-hand sides are reduced in sweeps, one after each length of overlaps.
//
// It can be stopped and continued at any moment: what it was at is kept as an equation for the next time. (In orders other than
// shortlex words may grow while they are rewritten, so that one equation alone can take for ever.)
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include "word/completion/rewriting.hpp"
#include "word/proof/journal.hpp"
#include "wreath/run.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// A total order of words that rewriting respects: u < v implies aub < avb, and there is no infinite descent.
///
/// shortlex       the shorter first, then letter by letter.
/// weighted_lex   the lighter first (the sum of the letters' weights), then letter by letter, the shorter first.
/// recursive      the recursive path order: the word with the greater number of the greatest letter on which they differ is the
///                greater; see compare_recursive.
/// recursive_from_left  the same for the words read backwards.
/// wreath_product letters have levels. The words of their letters of the highest level are compared by shortlex; if these are
///                equal, what is before, between and after them is compared in the same way, from the left. With levels 1, 2, 3,
///                ... it is the recursive order.
class WordOrder {
 public:
  explicit WordOrder(const Presentation& presentation);

  std::strong_ordering compare(std::span<const Letter> u, std::span<const Letter> v) const;
  bool is_shortlex() const { return ordering_ == Ordering::shortlex; }

 private:
  Ordering ordering_;
  std::vector<std::uint32_t> weights_;
};

struct CompletionLimits {
  std::size_t rules = 1U << 20;
  /// Equations with a longer side are set aside; a system with such equations is not called confluent.
  std::size_t length = 4096;
  /// Letters read, as Completion::work() counts them, after which it does not continue.
  std::uint64_t work = ~std::uint64_t{0};
};

class Completion {
 public:
  /// If the run stops while relators are taken in, `advance` continues with the rest. `known` are rules that hold, are reduced,
  /// and are confluent by themselves: the completion starts from them, and looks at no overlap of two of them. A journal gets a
  /// lemma for each rule; then there are no known ones.
  explicit Completion(const Presentation& presentation, const CompletionLimits& limits = {}, RunControl* run = nullptr,
                      const std::vector<Equation>& known = {}, Journal* journal = nullptr);

  /// Continues until the system is confluent, all overlaps up to the next length are done, `pairs` more were looked at, a limit
  /// is met, or the run stops. Returns whether there is more to do.
  bool advance(std::uint64_t pairs, RunControl& run);

  /// Tells the system that two words are equal in the group, which the caller knows; with a journal, by this lemma u = v.
  void add_equation(Word u, Word v, LemmaId lemma = 0);

  bool confluent() const { return confluent_; }
  /// Whether the limit on rules, or on work, ended it.
  bool at_limit() const { return system_.alive() >= limits_.rules || work() >= limits_.work; }
  /// Whether equations were set aside.
  bool set_aside() const { return set_aside_ != 0; }
  const RewritingSystem& system() const { return system_; }
  void reduce(Word& word) const { system_.reduce(word); }
  /// Looked at so far, skipped ones too.
  std::uint64_t pairs() const { return pairs_; }
  /// About how much was done, as a number of letters read; a clock that does not depend on the machine.
  std::uint64_t work() const { return work_ + system_.letters_read(); }
  /// How many rules were ever made.
  std::size_t made() const { return system_.rules().size(); }
  /// All overlaps up to this length are done.
  std::size_t length() const { return length_; }
  /// The live rules, the shortest first; with reduced right-hand sides where the order is shortlex or the system confluent.
  std::vector<Equation> rules();
  const WordOrder& order() const { return order_; }

  /// For proofs; null if none was asked for.
  Journal* journal() const { return journal_; }
  /// The lemmas of the rules, which lead from their left sides to the right ones, in the order of rules().
  std::vector<LemmaId> lemmas();
  /// Reduces a word, and appends how.
  void reduce(Word& word, Chain& chain) const;

 private:
  struct Overlap {
    RuleId first;
    RuleId second;
    std::uint32_t letters;  // that they share
  };
  struct Pending {
    Word u, v;
    std::size_t rotations = 0;  // of u, still to be taken after this one
    LemmaId lemma = 0;          // u = v, with a journal
    bool operator<(const Pending& other) const { return std::max(u.size(), v.size()) > std::max(other.u.size(), other.v.size()); }
  };

  void add_presentation(const Presentation& presentation);
  Pending take_pending();
  bool rewrite(Word& word, Chain& chain) const;
  void append_uses(Chain& chain) const;
  void settle();
  void balance(Word& u, Word& v, Chain& chain) const;
  void add_rule(Word u, Word v, LemmaId lemma);
  LemmaId note(const Word& u, const Chain& back_from, LemmaId lemma, const Chain& forward);
  LemmaId note_relator(const Equation& equation, std::size_t k, const Word& relator);
  LemmaId note_rotation(const Word& relator, LemmaId lemma);
  LemmaId note_overlap(const Overlap& overlap);
  /// Which overlaps of a rule are listed: those in which it is first, and those in which it is second, or of the latter only
  /// those with known rules.
  enum class Seconds { all, after_known };
  void list_overlaps_from(RuleId rule, std::size_t above, Seconds seconds);
  bool is_known(RuleId rule) const { return rule < known_; }
  void push_overlap(RuleId first, RuleId second, std::size_t letters, std::size_t above);
  bool extend_horizon();
  void resolve(const Overlap& overlap);
  bool is_redundant(const Overlap& overlap) const;
  void sweep_right_sides();
  bool advance_to(std::uint64_t last_pair, RunControl& run);

  Alphabet alphabet_;
  WordOrder order_;
  CompletionLimits limits_;
  bool balanced_;  // a group under shortlex
  RewritingSystem system_;
  std::priority_queue<Pending> pending_;
  std::vector<std::vector<Overlap>> overlaps_;  // by the length of the word
  std::size_t length_ = 0;
  std::size_t horizon_;  // longer overlaps are not listed yet
  std::size_t longest_left_ = 0;
  std::size_t known_ = 0;  // rules that were given, the first ones
  std::uint64_t pairs_ = 0;
  std::uint64_t work_ = 0;
  std::uint64_t set_aside_ = 0;
  std::size_t swept_ = 0;
  bool confluent_ = false;
  RunControl* run_;  // while it advances
  std::vector<RuleId> found_;
  Word left_way_, right_way_;
  // With a journal:
  Journal* journal_;
  std::vector<LemmaId> lemmas_;     // by rule
  Chain left_chain_, right_chain_;  // how the two words at hand were reduced
  mutable std::vector<Applied> applied_;
};

// --- finite groups (finite_group_rules.cpp)

struct FiniteGroupLimits {
  std::size_t entries;  // of the table of the enumeration
  std::size_t rules;
};

/// The rules of the parts of a presentation that are finite groups, if its order is shortlex on each of them; none for parts
/// whose enumeration does not close within the limits, or if the run is to stop.
std::vector<Equation> finite_group_rules(const Presentation& presentation, const FiniteGroupLimits& limits, RunControl& run);

/// The word problem by rewriting, for groups and monoids that have no automatic structure (confluent_rewriting.cpp).
class ConfluentRewriting {
 public:
  /// Nothing where no order led to a confluent system within the limits, or the run was stopped.
  static std::optional<ConfluentRewriting> find(const Presentation& presentation, const CompletionLimits& limits,
                                                RunControl& run);
  /// The same, or else the rules that were found in the presentation's own order: words that they bring to the same form are
  /// equal, and others may be.
  static ConfluentRewriting find_or_partial(const Presentation& presentation, const CompletionLimits& limits, RunControl& run);

  bool confluent() const { return completion_.confluent(); }
  /// The order of words and the letters in their order, for which the system is confluent.
  const Presentation& presentation() const { return presentation_; }
  std::size_t rules() const { return completion_.system().alive(); }

  /// The normal form, in the letters of the presentation that was given. Nothing where the run was stopped, the word grew too
  /// long on the way, or more letters were read than that.
  std::optional<Word> normal_form(const Word& word, RunControl& run, std::uint64_t most_letters = ~std::uint64_t{0}) const;
  /// Whether all powers of a word are normal forms: if the rules are confluent, these are different elements.
  bool keeps_powers(const Word& word) const;
  /// Whether the words are the same element. Nothing as above, or if the forms differ and the rules are not confluent.
  std::optional<bool> equal(const Word& u, const Word& v, RunControl& run) const;

 private:
  ConfluentRewriting(Presentation presentation, std::vector<Letter> place, const CompletionLimits& limits, RunControl* run);
  static ConfluentRewriting with_letters(const Presentation& given, Ordering ordering, const std::vector<Letter>& letters,
                                         const CompletionLimits& limits, RunControl* run);

  Presentation presentation_;
  std::vector<Letter> place_;  // of each given letter among this one's
  Completion completion_;
};

}  // namespace wreath::word
