// SPDX-License-Identifier: MIT
//
// Subgroups of automatic groups: cosets, membership, index.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/run.hpp"
#include "wreath/word/automaton.hpp"
#include "wreath/word/group.hpp"

namespace wreath::word {

/// How far the search for a coset automatic structure may go. It ends with a proof for every quasiconvex subgroup of a
/// hyperbolic group, given enough of both; for other subgroups it may have no end.
struct SubgroupOptions {
  std::uint64_t max_states = std::uint64_t{1} << 22;  // of an automaton on the way
  /// Of the part of the Schreier graph from which equations are taken. In free groups the generators are folded, and this limits
  /// nothing.
  std::size_t max_vertices = std::size_t{1} << 20;
};

/// A subgroup H of a group with a verified structure or of finite index, by its coset automatic structure: the least word of each
/// right coset Hg, and the products of these words with letters. Cheap to copy; all queries are const and thread-safe, and throw
/// InputError if the structure is not verified.
class Subgroup {
 public:
  /// Generators are words of the group. Throws InputError if the group's structure is not verified, or a letter is out of range.
  [[nodiscard]] static Subgroup build(const Group& group, const std::vector<Word>& generators,
                                      const SubgroupOptions& options = {}, RunControl* run = nullptr);
  /// The same for text, such as "ab,ba^2": words between commas.
  [[nodiscard]] static Subgroup build(const Group& group, std::string_view generators, const SubgroupOptions& options = {},
                                      RunControl* run = nullptr);

  /// A subgroup of a group that is named as for Group::open. Its cosets are enumerated first: if they are few, the structure of
  /// the group is not built before a query needs it, and need not exist. If neither the cosets nor the structure are found, the
  /// result is not verified.
  [[nodiscard]] static Subgroup open(const std::string& source, std::string_view generators, const Options& how = {},
                                     const SubgroupOptions& options = {}, RunControl* run = nullptr);

  /// The same for a file with a coset system in kbmag's form, which has the generators of the subgroup in it. Throws InputError
  /// if it is not one.
  [[nodiscard]] static Subgroup open(const std::string& source, const Options& how, const SubgroupOptions& options = {},
                                     RunControl* run = nullptr);

  /// If the cosets were enumerated, its structure may not be built.
  const Group& group() const noexcept;
  /// The group with its structure, which is built now if it was not needed before. Throws LimitReached if it is not found.
  Group structured_group(RunControl* run = nullptr) const;
  /// The generators as they were given.
  const std::vector<Word>& generators() const noexcept;
  /// Whether the axioms of a coset automatic structure were checked on the automata, or the cosets were enumerated.
  bool verified() const noexcept;
  /// Why it is not verified, in a sentence; empty if it is.
  const std::string& ending() const noexcept;

  /// The number of states of coset_acceptor().
  std::uint32_t coset_acceptor_states() const;
  /// The number of states of coset_multiplier().
  std::uint32_t coset_multiplier_states() const;
  /// The number of differences of coset words that the structure has; 0 if the cosets were enumerated.
  std::size_t coset_differences() const;
  /// The automaton of the coset normal forms.
  Automaton coset_acceptor() const;
  /// The pairs (u,v) of coset normal forms with H*u*x = H*v, labelled with the letters x; with the empty word if H*u = H*v.
  Automaton coset_multiplier() const;
  /// The normal forms of the group that lie in H. Proven. Throws LimitReached if it is not found within the limits.
  Automaton word_acceptor(const AutomatonLimits& limits = {}, RunControl* run = nullptr) const;

  /// The number of cosets.
  Cardinal index(RunControl* run = nullptr) const;
  /// The order of H likewise. Throws as word_acceptor does.
  Cardinal order(RunControl* run = nullptr) const;
  /// The shortlex-least word of the coset H*w. Throws InputError if the word has a letter out of range, LimitReached.
  Word coset_form(std::span<const Letter> word, const ReduceOptions& options = {}, RunControl* run = nullptr) const;
  /// The same for many words at once: that of word i is written to out[offsets[i]...], and its length to lengths[i]. Returns how
  /// many words are done, from the first on: all, unless the run is to stop. Throws InputError if they are not words.
  std::size_t coset_forms(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths,
                          const ReduceOptions& options = {}, RunControl* run = nullptr) const;
  /// Whether the word is in H: then its coset form is empty. Throws as coset_form does.
  bool contains(std::span<const Letter> word, const ReduceOptions& options = {}, RunControl* run = nullptr) const;

  /// The coset normal forms in shortlex order. Throws InputError if the index is infinite, LimitReached if it exceeds `most`.
  std::vector<Word> transversal(std::uint64_t most = std::uint64_t{1} << 24, RunControl* run = nullptr) const;
  /// For each letter the permutation of the cosets by right multiplication, numbered from 0 as in the transversal. Throws as it.
  std::vector<std::vector<std::uint32_t>> permutations(std::uint64_t most = std::uint64_t{1} << 24,
                                                       RunControl* run = nullptr) const;
  /// Schreier's generators of H: t*x*s^-1 for coset normal forms t and letters x with s that of t*x, as normal forms of the
  /// group, without repetitions, inverses and the identity. Throws as transversal.
  std::vector<Word> schreier_generators(std::uint64_t most = std::uint64_t{1} << 20, RunControl* run = nullptr) const;

  /// A presentation of H, by the method of Reidemeister and Schreier on automata: for an infinite index, too. Its generators are
  /// not those that were given, but normal forms of the group, or other words if its structure is not built. Throws LimitReached
  /// if the run is stopped first.
  SubgroupPresentation presentation(const PresentationOptions& options = {}, RunControl* run = nullptr) const;

 private:
  struct State;
  explicit Subgroup(std::shared_ptr<const State> state);
  friend struct Internals;
  const State& proven() const;

  std::shared_ptr<const State> state_;
};

/// Generators of the subgroup whose elements are the words of an automaton, as normal forms without repetitions, inverses and the
/// identity. (What the words represent must be a subgroup.)
[[nodiscard]] std::vector<Word> generators_of(const Group& group, const Automaton& words, RunControl* run = nullptr);
/// The elements that are in both subgroups of a group, by generators and cosets. Throws InputError if the groups differ,
/// LimitReached if the words of one of them are not found within the limits.
[[nodiscard]] Subgroup intersect(const Subgroup& a, const Subgroup& b, const SubgroupOptions& options = {},
                                 RunControl* run = nullptr);

/// Writes NAME.cos.wa and NAME.cos.gm, the coset word acceptor and multiplier, in kbmag's form. Returns the names.
std::vector<std::string> write_coset_automata(const Subgroup& subgroup, const std::string& name, RunControl* run = nullptr);
/// Writes the permutation of the cosets by each generator as NAME-x.npy (uint32). Returns the names. Throws as permutations does.
std::vector<std::string> write_coset_permutations(const Subgroup& subgroup, const std::string& name, RunControl* run = nullptr);

/// Words between commas, where commas inside brackets belong to a word.
[[nodiscard]] std::vector<Word> parse_words(const WordText& text, std::string_view list, std::string_view source = {});

}  // namespace wreath::word
