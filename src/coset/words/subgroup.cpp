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
#include "core/run/stop_check.hpp"
#include "core/words/words.hpp"
#include "coset/words/deduced_edges.hpp"
#include "coset/words/edge_names.hpp"

namespace wreath::coset {

namespace {

constexpr std::uint64_t kReportEvery = 4096;   // cosets
constexpr std::uint64_t kStepsOfALetter = 16;  // of a word that is reduced and sorted, for StopCheck

/// The edges of a table as generators, of which the first has the number `first` + 1.
class Edges {
 public:
  explicit Edges(const Table& table, std::size_t first = 0)
      : table_(table),
        edges_(name_edges(
            table.index(), table.problem().group.alphabet.inverses, [&](Coset c, Letter x) { return table.at(c, x); }, first)) {}

  const std::vector<Table::Step>& generators() const { return edges_.generators; }
  const std::vector<std::int32_t>& involutions() const { return edges_.involutions; }

  /// A word read from a coset, freely reduced. read_from: the cosets from which the same cycle is read are marked.
  GeneratorWord read(Coset c, const Relator& relator, std::vector<bool>* read_from = nullptr) const {
    GeneratorWord word;
    std::uint32_t k = 0;
    for (std::uint64_t i = 0; i < relator.length; ++i) {
      const Letter x = relator.forward[k];
      append_reduced(word, edges_.names[place(c, x)]);
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
    for (const Table::Step& edge : generators())
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
  EdgeNames edges_;
};

Word written_out(const Relator& word) {
  Word letters;
  for (std::uint64_t i = 0; i < word.length; ++i) letters.push_back(word.forward[i % word.span]);
  return letters;
}

/// Does the work, which looks at the clock.
template <class Work>
void require_done(RunControl& run, const char* what, const Work& work) {
  StopCheck stop(run);
  if (!unless_stopped([&] { work(stop); })) throw LimitReached(what);
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
  require_done(run, "stopped before all generators were found", [&](StopCheck& stop) {
    stop.look();
    for (const Table::Step& edge : edges.generators()) {
      stop.spend(1);
      if (trivial.contains(edge.from, edge.letter)) continue;
      word::Word word = edges.word_of(edge);
      stop.spend(kStepsOfALetter * (word.size() + 1));
      if (word.empty() || !seen.insert(std::min(word, inverted(word, inverses))).second) continue;
      words.push_back(std::move(word));
    }
  });
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
  for (const std::int32_t name : edges.involutions()) tietze.add({name, name});
  for (std::size_t k = 0; k < named; ++k) {
    GeneratorWord word = edges.read(0, system.subgroup[k]);
    word.push_back(-static_cast<std::int32_t>(k + 1));
    tietze.add(std::move(word));
  }
  require_done(run, "stopped before the subgroup was rewritten", [&](StopCheck& stop) {
    for (const Relator& relator : system.relators) {
      std::vector<bool> read_from(table.index());  // the same cycle
      for (Coset c = 0; c < table.index(); ++c) {
        if (c % kReportEvery == 0) {
          run->report({"rewrite", c, table.index(), "cosets"});
          stop.look();
        }
        stop.spend(read_from[c] ? 1 : kStepsOfALetter * relator.length);
        if (!read_from[c]) tietze.add(edges.read(c, relator, &read_from));
      }
    }
  });
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
