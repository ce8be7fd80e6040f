// SPDX-License-Identifier: MIT
//
// Generators and a presentation of the subgroup.
//
// With a tree of representatives, each edge (c, x, d) outside it is a generator t_c * x * t_d^-1 of the subgroup (Schreier), and
// each relator, read from each coset as a word in edges, is a relator of the subgroup (Reidemeister). The cycle of a power is
// read once, not once per period. The generators that the caller named are generators as well, each with the relator that it is
// a product of edges; they are eliminated last. A loop at a coset by an involution is a generator of order 1 or 2: its square is
// a relator, which the column of the table implies. Tietze transformations then eliminate generators that occur once in a
// relator.
#include "wreath/coset/subgroup.hpp"

#include <algorithm>
#include <set>

#include "core/algebra/tietze.hpp"
#include "core/run/given_run.hpp"
#include "core/words/words.hpp"
#include "coset/words/deduced_edges.hpp"

namespace wreath::coset {

namespace {

constexpr std::uint64_t kAskEveryCosets = 4096;  // cosets

/// The generator of each edge: 0 in the tree, k for generator k read forwards, -k backwards. They are numbered after `first`
/// others.
class Edges {
 public:
  explicit Edges(const Table& table, std::size_t first = 0) : table_(table), names_(table.entries().size()) {
    const std::size_t letters = table.letters();
    const auto& inverses = table.problem().group.alphabet.inverses;
    const auto tree = table.tree();
    std::vector<bool> named(names_.size());
    for (Coset c = 1; c < table.index(); ++c) {
      named[place(tree[c].from, tree[c].letter)] = true;
      named[place(c, inverses[tree[c].letter])] = true;
    }
    for (Coset c = 0; c < table.index(); ++c) {
      for (std::size_t x = 0; x < letters; ++x) {
        const auto letter = static_cast<Letter>(x);
        if (named[place(c, letter)]) continue;
        ends_.push_back({c, letter});
        const auto name = static_cast<std::int32_t>(first + ends_.size());
        const std::size_t back = place(table.at(c, letter), inverses[x]);
        names_[back] = -name;
        names_[place(c, letter)] = name;  // last: a loop by an involution is its own inverse
        named[place(c, letter)] = named[back] = true;
        if (back == place(c, letter)) squares_.push_back({name, name});
      }
    }
  }

  const std::vector<Table::Step>& generators() const { return ends_; }
  const std::vector<GeneratorWord>& squares() const { return squares_; }

  /// A word read from a coset, freely reduced. read_from: the cosets from which the same cycle is read are marked.
  GeneratorWord read(Coset c, const Relator& relator, std::vector<bool>* read_from = nullptr) const {
    GeneratorWord word;
    std::uint32_t k = 0;
    for (std::uint64_t i = 0; i < relator.length; ++i) {
      const Letter x = relator.forward[k];
      append_reduced(word, names_[place(c, x)]);
      c = table_.at(c, x);
      ++k;
      if (read_from != nullptr && relator.returns[k] != 0) (*read_from)[c] = true;
      if (k == relator.span) k = 0;
    }
    return word;
  }

  /// Of the words of the generators, before they are reduced.
  std::vector<std::uint64_t> lengths() const {
    const auto tree = table_.tree();
    std::vector<std::uint32_t> depths(table_.index());
    const auto depth_of = [&](Coset coset) {
      std::vector<Coset> path;
      for (; coset != 0 && depths[coset] == 0; coset = tree[coset].from) path.push_back(coset);
      std::uint32_t depth = depths[coset];
      for (std::size_t k = path.size(); k-- > 0;) depths[path[k]] = ++depth;
      return depth;
    };
    std::vector<std::uint64_t> lengths;
    for (const Table::Step& edge : ends_)
      lengths.push_back(depth_of(edge.from) + 1 + depth_of(table_.at(edge.from, edge.letter)));
    return lengths;
  }

  word::Word word_of(const Table::Step& edge) const {
    const auto& inverses = table_.problem().group.alphabet.inverses;
    word::Word word = table_.representative(edge.from);
    word.push_back(edge.letter);
    const word::Word back = inverted(table_.representative(table_.at(edge.from, edge.letter)), inverses);
    word.insert(word.end(), back.begin(), back.end());
    word::reduce_freely(word, inverses);
    return word;
  }

 private:
  std::size_t place(Coset c, Letter x) const { return std::size_t{c} * table_.letters() + x; }

  const Table& table_;
  std::vector<std::int32_t> names_;
  std::vector<Table::Step> ends_;
  std::vector<GeneratorWord> squares_;
};

Word written_out(const Relator& word) {
  Word letters;
  for (std::uint64_t i = 0; i < word.length; ++i) letters.push_back(word.forward[i % word.span]);
  return letters;
}

void require_not_stopped(RunControl& run, Coset c, std::uint64_t index) {
  if (c % kAskEveryCosets != 0) return;
  run.report({"rewrite", c, index, "cosets"});
  if (run.should_stop()) throw LimitReached("stopped before the subgroup was rewritten");
}

}  // namespace

std::vector<word::Word> schreier_generators(const Table& table, RunControl* given) {
  GivenRun run(given);
  const auto& inverses = table.problem().group.alphabet.inverses;
  const Edges edges(table);
  const System system = prepare(table.problem(), false);
  const DeducedEdges trivial(table, system, false, run);
  std::set<word::Word> seen;
  std::vector<word::Word> words;
  std::uint64_t count = 0;
  for (const Table::Step& edge : edges.generators()) {
    if (count++ % kAskEveryCosets == 0 && run->should_stop()) throw LimitReached("stopped before all generators were found");
    if (trivial.contains(edge.from, edge.letter)) continue;
    word::Word word = edges.word_of(edge);
    if (word.empty() || !seen.insert(std::min(word, inverted(word, inverses))).second) continue;
    words.push_back(std::move(word));
  }
  return words;
}

SubgroupPresentation subgroup_presentation(const Table& table, const PresentationOptions& options, RunControl* given) {
  GivenRun run(given);
  const System system = prepare(table.problem(), false);
  const std::size_t named = options.simplify ? system.subgroup.size() : 0;  // generators that the caller knows
  const Edges edges(table, named);
  std::vector<std::uint64_t> lengths(named, 0);  // the last to be eliminated
  std::ranges::copy(edges.lengths(), std::back_inserter(lengths));
  Tietze tietze(lengths.size(), lengths);
  for (const GeneratorWord& square : edges.squares()) tietze.add(square);
  for (std::size_t k = 0; k < named; ++k) {
    GeneratorWord word = edges.read(0, system.subgroup[k]);
    word.push_back(-static_cast<std::int32_t>(k + 1));
    tietze.add(std::move(word));
  }
  for (const Relator& relator : system.relators) {
    std::vector<bool> read_from(table.index());  // the same cycle
    for (Coset c = 0; c < table.index(); ++c) {
      require_not_stopped(run, c, table.index());
      if (!read_from[c]) tietze.add(edges.read(c, relator, &read_from));
    }
  }
  SubgroupPresentation result;
  result.simplified = options.simplify && tietze.simplify(options.max_length, run);
  const std::vector<std::int32_t> kept = tietze.generators();
  for (const std::int32_t name : kept) {
    const auto k = static_cast<std::size_t>(name - 1);
    result.generators.push_back(k < named ? written_out(system.subgroup[k]) : edges.word_of(edges.generators()[k - named]));
  }
  result.relators = tietze.relators(kept);
  return result;
}

}  // namespace wreath::coset
