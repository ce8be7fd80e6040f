// SPDX-License-Identifier: MIT
//
// Questions about the elements of a group or monoid that may have no automatic structure: are two words equal, what is the order
// of an element, are two elements conjugate, is an element in a subgroup?
//
// Cheap proofs are tried first, then the automatic structure:
//   - words as they are written: free reduction, rotations;
//   - different images in the largest abelian quotient, or in groups of permutations of a few points;
//   - normal forms of a group that is recognised by its presentation, of confluent rules, or of a finite group whose elements are
//     enumerated: these decide;
//   - rules that are not confluent: they prove that words are equal;
//   - products and conjugates that are reached in a few steps, compared by such forms.
// Every answer has a proof. It depends on the group, the question and the options alone, except that a structure which is known
// already, from a file or the cache, is asked first.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/run.hpp"
#include "wreath/word/conjugacy.hpp"
#include "wreath/word/group.hpp"
#include "wreath/word/presentation.hpp"
#include "wreath/word/streams.hpp"
#include "wreath/word/subgroup.hpp"

namespace wreath::word {

/// By which means an answer is known.
enum class EqualityProof {
  none,
  normal_forms,     // of the automatic structure
  confluent_rules,  // the forms to which they rewrite words
  derivation,       // written to a file
  quotient,         // an image in a finite group
  free_reduction,   // x*x^-1 cancels
  abelianization,   // the image in the largest abelian quotient
  rules,            // both words are rewritten to the same one; they need not be confluent
  enumeration,      // of all elements of a finite group
  known_group,      // the presentation is recognised, and its family has normal forms
};
/// "none", "normal forms", "confluent rules", "a derivation", "a quotient", "free reduction", "abelianization", "rules",
/// "enumeration" or "a recognised group".
std::string_view to_string(EqualityProof proof) noexcept;

struct Equality {
  std::optional<bool> equal = {};  // nothing if no proof was found
  EqualityProof by = EqualityProof::none;
  std::string why_unverified = {};  // if there is no answer: why there is no structure
  std::string proof = {};           // in a sentence; empty for one in a file
};

/// An answer about conjugacy.
struct ConjugacyAnswer {
  std::optional<bool> conjugate = {};              // nothing if no proof was found
  Word conjugator = {};                            // c with c^-1 * u * c = v, which was proven to hold
  std::string proof = {};                          // in a sentence
  std::optional<std::size_t> thin_triangles = {};  // the constant behind it, if the geometry of the group was needed
  std::string why_unverified = {};                 // if there is no answer: why there is no structure
};

/// Whether an element is in a subgroup.
struct Membership {
  bool contains = false;
  std::string proof = {};  // in a sentence
};
struct Memberships {
  std::vector<Membership> words = {};     // empty if they are not all known
  std::optional<Subgroup> subgroup = {};  // if its cosets were needed; not verified if no structure of them was found
};

/// Which normal forms words of a group or monoid are brought to.
struct WordForms {
  EqualityProof by = EqualityProof::none;  // none: there are none
  std::string name = {};                   // "shortlex", "confluent rules, recursive order b < a", "Garside normal forms"
  std::optional<Group> group = {};         // if they are those of an automatic structure
  std::string why_unverified = {};         // if there are none: why there is no structure
};

/// Questions about one group. What was found for one is used for the next. Not for use by several threads at once. Words as
/// letters: throws InputError if a letter is out of range; as text: if it is not a word. Throws LimitReached if the run was
/// stopped while a word was reduced.
class WordProblem {
 public:
  /// A structure file, or any input of read_presentation. A structure in the cache is used; nothing is built yet.
  [[nodiscard]] static WordProblem open(const std::string& source, const Options& options = {});
  /// Of a structure that came from a file.
  explicit WordProblem(const Group& group, const Options& options = {});
  /// Of a group by its presentation alone: nothing is built yet.
  explicit WordProblem(Presentation presentation, const Options& options = {});

  /// The name of the group.
  const std::string& name() const noexcept;
  /// Reads and prints words of the group.
  const WordText& text() const noexcept;
  /// Whether it was a file that held a structure.
  bool from_file() const noexcept;
  /// The presentation as text that can be read again.
  std::string presentation() const;
  /// Why the structure that a question needed was not found; empty if none was needed, or it was found.
  const std::string& why_unverified() const noexcept;

  /// Whether two words are the same element. Of a monoid, too.
  Equality equal(std::span<const Letter> u, std::span<const Letter> v, const ReduceOptions& how = {}, RunControl* run = nullptr);
  /// The same for words as text.
  Equality equal(std::string_view u, std::string_view v, const ReduceOptions& how = {}, RunControl* run = nullptr);

  /// The orders of elements. Of those that are unknown, the proof is the reason. Throws InputError for a monoid.
  std::vector<ElementOrder> orders(const std::vector<Word>& words, std::uint64_t powers = 1000,
                                   const ConjugacyOptions& geometry = {}, const ReduceOptions& how = {},
                                   RunControl* run = nullptr);
  /// The order of one element as text.
  ElementOrder order_of(std::string_view word, std::uint64_t powers = 1000, RunControl* run = nullptr);

  /// Whether two elements are conjugate. Throws InputError for a monoid, and LimitReached if there is a structure, but no proof
  /// within the limits.
  ConjugacyAnswer conjugate(std::span<const Letter> u, std::span<const Letter> v, const ConjugacyOptions& geometry = {},
                            RunControl* run = nullptr);
  /// The same for words as text.
  ConjugacyAnswer conjugate(std::string_view u, std::string_view v, RunControl* run = nullptr);

  /// Which words are in the subgroup that the generators generate. Throws InputError for a monoid.
  Memberships contains(const std::vector<Word>& generators, const std::vector<Word>& words, const SubgroupOptions& options = {},
                       const ReduceOptions& how = {}, RunControl* run = nullptr);
  /// The same for one word, with commas between the generators; nothing if there is no proof.
  std::optional<Membership> contains(std::string_view generators, std::string_view word, RunControl* run = nullptr);

  /// Finds normal forms: shortlex if there is an automatic structure, or if one is found with few rules; otherwise those of a
  /// recognised group or of confluent rules; and otherwise a structure is looked for within all limits.
  WordForms normal_forms(RunControl* run = nullptr);
  /// The normal form of a word in that sense. Throws LimitReached if there are none, or the form is too long.
  Word normal_form(std::span<const Letter> word, RunControl* run = nullptr);
  /// The same for a word as text.
  std::string normal_form(std::string_view word, RunControl* run = nullptr);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// As reduce_stream of a Group, by normal_form(): one word after the other, on one core.
StreamReport reduce_stream(WordProblem& problem, WordSource& source, WordSink& sink, FormOf of = FormOf::words,
                           RunControl* run = nullptr);

}  // namespace wreath::word
