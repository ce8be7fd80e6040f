// SPDX-License-Identifier: MIT
//
// What the answers about conjugacy in a group share: its geometry, cyclic words and bridges.
#pragma once

#include <set>

#include "word/conjugacy/bridges.hpp"
#include "word/conjugacy/cyclic_words.hpp"
#include "word/geodesic.hpp"
#include "word/internals.hpp"
#include "wreath/word/conjugacy.hpp"

namespace wreath::word {

/// Throws LimitReached if it is not proven within the limits.
ThinTriangles prove_thinness(const Group& group, const Hyperbolicity& found, const ConjugacyOptions& options, RunControl* run);

struct Conjugacy::State {
  State(const Group& its_group, const ConjugacyOptions& its_options, RunControl* run)
      : group(its_group),
        options(its_options),
        structure(Internals::proven(group)),
        hyperbolicity(find_hyperbolicity(group, options.geodesics, run)),
        triangles(prove_thinness(group, hyperbolicity, options, run)),
        cyclic(structure.presentation.alphabet, complete_geodesics(hyperbolicity).acceptor, Internals::reducer(group, run),
               options.threads),
        bridges(structure.view(), triangles, options.max_elements, run) {}

  /// An element of infinite order by a long power of it, or one of finite order.
  struct Power {
    std::uint64_t order = 0;     // if it is finite
    std::uint64_t exponent = 1;  // otherwise: its power with this exponent
    CyclicForm form = {};        // is this
  };

  /// Throws InputError if a letter is out of range.
  void require(std::span<const Letter> word) const {
    const std::uint64_t offsets[] = {0, word.size()};
    group.require_words(word, offsets);
  }
  Word product(std::initializer_list<std::span<const Letter>> factors, RunControl* run) const {
    Word word;
    for (const auto& factor : factors) word.insert(word.end(), factor.begin(), factor.end());
    return cyclic.reduce(word, run);
  }
  Word power(const Word& word, std::uint64_t exponent, RunControl* run) const {
    Word all;
    for (std::uint64_t i = 0; i < exponent; ++i) all.insert(all.end(), word.begin(), word.end());
    return cyclic.reduce(all, run);
  }
  /// c times a power of u, which joins the same elements, as short as possible while each step makes it shorter.
  Word shortened(const Word& u, Word c, RunControl* run) const {
    const Word back = cyclic.inverse(u);
    for (const Word* factor : {&u, &back}) {
      for (Word next = product({*factor, c}, run); next.size() < c.size(); next = product({*factor, c}, run)) c = std::move(next);
    }
    return c;
  }
  /// Whether u*c = c*v.
  bool joins(const Word& u, const Word& c, const Word& v, RunControl* run) const {
    return product({u, c}, run) == product({c, v}, run);
  }
  /// A power of the cyclically geodesic word that has at least this length, or its order. The exponent is a power of 2.
  Power long_power(const Word& word, std::size_t length, RunControl* run) const;
  /// All c with u*c = c*v up to powers of u, for cyclically geodesic words, u being long; only the first that `accept` accepts if
  /// it is given. Adds the number of candidates to `tried`.
  template <class Accept>
  std::vector<Word> conjugators(const Word& u, const Word& v, std::size_t most, std::uint64_t& tried, RunControl* run,
                                const Accept& accept) const;

  std::optional<Word> join_powers(const Word& u, const Word& v, const Power& of_u, std::uint64_t& tried, RunControl* run) const;
  Conjugate decide(std::span<const Letter> u, std::span<const Letter> v, RunControl* run) const;
  Conjugate decide_long(const CyclicForm& u, const CyclicForm& v, RunControl* run) const;
  Conjugate decide_short(const CyclicForm& u, const CyclicForm& v, RunControl* run) const;
  Conjugate yes(const CyclicForm& u, const Word& c, const CyclicForm& v, RunControl* run) const;
  std::string no_bridge(std::uint64_t tried) const;

  const Group group;
  const ConjugacyOptions options;
  const AutomaticStructure& structure;
  const Hyperbolicity hyperbolicity;
  const ThinTriangles triangles;
  const CyclicWords cyclic;
  const Bridges bridges;
};

template <class Accept>
std::vector<Word> Conjugacy::State::conjugators(const Word& u, const Word& v, std::size_t most, std::uint64_t& tried,
                                                RunControl* run, const Accept& accept) const {
  std::vector<Word> found;
  std::set<Word> seen;
  bridges.find(
      u, v, most,
      [&](std::size_t i, std::size_t j, const Word& d) {
        ++tried;
        Word c = product({std::span(u).first(i), d, cyclic.inverse(std::span(v).first(j))}, run);
        if (!seen.insert(c).second || !joins(u, c, v, run)) return true;
        const bool is_accepted = accept(c);
        if (is_accepted) found.push_back(std::move(c));
        return !is_accepted;
      },
      options.threads, run);
  return found;
}

}  // namespace wreath::word
