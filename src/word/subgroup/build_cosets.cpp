// SPDX-License-Identifier: MIT
#include "word/subgroup/build_cosets.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "word/subgroup/coset_automata.hpp"
#include "word/subgroup/coset_tree.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

namespace {

constexpr const char* kNothingLearned = "the coset differences are not complete, and what is missing shows no new ones";

class CosetBuilder {
 public:
  CosetBuilder(const AutomaticStructure& structure, const std::vector<Word>& generators, const CosetBuildLimits& limits,
               RunControl& run)
      : structure_(structure), generators_(generators), limits_(limits), run_(run) {}

  CosetStructure build() {
    std::size_t longest = 0;
    for (const Word& h : generators_) longest = std::max(longest, h.size());
    std::size_t radius = longest / 2 + 2;
    std::uint64_t states = std::min(tuning::kFirstStates, limits_.states);
    for (std::size_t vertices = std::max(tuning::kFirstVertices, 64 * longest);; vertices *= 4, ++radius, states *= 4) {
      const bool last = vertices >= limits_.vertices || states >= limits_.states;
      if (attempt(std::min(vertices, limits_.vertices), radius, std::min(states, limits_.states))) return std::move(result_);
      if (run_.should_stop()) return end(fmt::format("stopped ({})", to_string(run_.stop_reason())));
      if (last) return end(why_);
    }
  }

 private:
  CosetStructure end(std::string why) {
    result_.ending = std::move(why);
    return std::move(result_);
  }

  /// The equations of the Schreier graph near the base: H*p*x = H*q for the least paths p, q to the ends of an edge x.
  void learn_from_graph(CosetMachine& machine, const SchreierBall& ball, std::size_t radius, const automata::Limits& limits) {
    constexpr std::uint32_t kNoPlace = 0xFFFFFFFFU;
    const auto timer = run_.phase("schreier graph");
    const auto places = ball.places(ball.complete() ? SIZE_MAX : radius + 1);
    std::vector<std::uint32_t> place_of(ball.rows(), kNoPlace);
    for (std::uint32_t i = 0; i < places.size(); ++i) place_of[places[i].vertex] = i;
    for (std::uint32_t i = 0; i < places.size(); ++i) {
      if (!ball.complete() && places[i].depth > radius) break;
      if (i % automata::kStatesPerCheck == 0) automata::check_limits(limits, machine.size());
      for (std::size_t x = 0; x < structure_.presentation.alphabet.size(); ++x) {
        const auto next = ball.step(places[i].vertex, static_cast<Letter>(x));
        if (next == SchreierBall::kNoVertex || place_of[next] == kNoPlace) continue;
        const std::uint32_t j = place_of[next];
        const bool appends = j != 0 && places[j].before == i && places[j].last == x;
        if (!appends) learn_from_edge(machine, places, i, static_cast<Letter>(x), j, limits);
      }
    }
  }

  /// The paths p = r*s and q = r*t part somewhere. If s*x = t, then p*x = q in G, whose differences the machine has: so it is for
  /// all but a few edges, and what the paths have in common may be long.
  void learn_from_edge(CosetMachine& machine, std::span<const SchreierBall::BallVertex> places, std::uint32_t i, Letter x,
                       std::uint32_t j, const automata::Limits& limits) {
    Word p, q;  // backwards
    std::uint32_t at = i, to = j;
    const auto climb = [&](std::uint32_t& place, Word& path) {
      path.push_back(places[place].last);
      place = places[place].before;
    };
    while (at != to) places[at].depth >= places[to].depth ? climb(at, p) : climb(to, q);
    Word product(p.rbegin(), p.rend());
    product.push_back(x);
    for (const Letter y : q) product.push_back(structure_.presentation.alphabet.inverses[y]);
    if (machine.reduce_in_group(product).empty()) return;
    while (at != 0) {
      q.push_back(places[at].last);
      climb(at, p);
    }
    machine.add_product(Word(p.rbegin(), p.rend()), x, Word(q.rbegin(), q.rend()), limits);
  }

  /// Whether the enumeration of all cosets closes with this number of rows. It is tried if that is many more than before.
  bool enumerate(std::size_t rows) {
    rows = std::min(rows, limits_.vertices);
    if (!limits_.whole_graph || rows < 4 * rows_tried_) return false;
    rows_tried_ = rows;
    try {
      auto whole = enumerate_cosets(structure_.presentation, generators_, rows, {.run = &run_, .states = limits_.states});
      if (whole) result_ = std::move(*whole);
      return whole.has_value();
    } catch (const LimitReached&) {  // the other way may need fewer states
      return false;
    }
  }

  bool attempt(std::size_t vertices, std::size_t radius, std::uint64_t states) {
    const automata::Limits limits{.run = &run_, .states = states};
    try {
      if (enumerate(vertices)) return true;
      SchreierBall ball(structure_.presentation, generators_, vertices, &run_);
      ball.close_more(&run_);
      const auto machine = std::make_shared<CosetMachine>(structure_.view(), structure_.multiplier.differences);
      for (const Word& h : generators_) machine->add_equation(machine->reduce_in_group(h), {}, limits);
      learn_from_graph(*machine, ball, radius, limits);
      for (std::size_t round = 0; round < tuning::kRoundsOfATry; ++round) {
        ++result_.rounds;
        if (machine->size() >= tuning::kManyDifferences && enumerate(tuning::kRowsPerDifference * machine->size())) return true;
        if (build_round(*machine, limits)) {
          result_.verified = true;
          result_.machine = machine;
          return true;
        }
        if (run_.should_stop()) return false;
      }
      why_ = "the search for coset differences did not end";
    } catch (const LimitReached& limit) {
      why_ = limit.message();
    }
    return false;
  }

  bool build_round(CosetMachine& machine, const automata::Limits& limits) {
    CosetAutomata& parts = result_.automata;
    {
      const auto timer = run_.phase("differences");
      machine.make_transitions(limits);
      while (machine.find_members(limits)) {
      }
    }
    run_.report({"cosets", machine.size(), 0, "differences", fmt::format("round {}", result_.rounds)});
    {
      const auto timer = run_.phase("coset acceptor");
      parts.acceptor = make_coset_acceptor(structure_.acceptor, machine, limits, limits.states * tuning::kEntriesPerState);
    }
    {
      const auto timer = run_.phase("coset multiplier");
      parts.general = make_coset_multiplier(parts.acceptor, machine, limits);
      parts.letters.clear();
      for (std::size_t x = 0; x < structure_.presentation.alphabet.size(); ++x)
        parts.letters.push_back(coset_letter_multiplier(parts.general, letter_label(static_cast<Letter>(x)), limits));
    }
    {
      const auto timer = run_.phase("products");
      const auto missing = find_missing_coset_products(parts, limits);
      if (!missing.empty()) {
        learn(machine, missing, limits);
        return false;
      }
    }
    const auto timer = run_.phase("axioms");
    const auto broken = find_broken_coset_axiom(structure_.presentation, generators_, parts, limits);
    if (!broken) return true;
    if (!machine.add_equation(broken->first, broken->second, limits)) throw LimitReached(kNothingLearned);
    return false;
  }

  /// What is missing is H*w*x = H*v for the least v that the machine can see.
  void learn(CosetMachine& machine, const std::vector<MissingProduct>& missing, const automata::Limits& limits) {
    bool any = false;
    std::vector<std::pair<MissingProduct, Word>> found;
    for (const MissingProduct& each : missing) {
      Word product = each.word;
      product.push_back(each.generator);
      found.emplace_back(each, machine.reduce(product));
    }
    for (const auto& [each, product] : found) any |= machine.add_product(each.word, each.generator, product, limits);
    if (!any) throw LimitReached(kNothingLearned);
  }

  const AutomaticStructure& structure_;
  const std::vector<Word>& generators_;
  const CosetBuildLimits limits_;
  std::size_t rows_tried_ = 0;  // of an enumeration that did not close
  RunControl& run_;
  CosetStructure result_;
  std::string why_;
};

}  // namespace

CosetStructure build_cosets(const AutomaticStructure& structure, const std::vector<Word>& generators,
                            const CosetBuildLimits& limits, RunControl& run) {
  return CosetBuilder(structure, generators, limits, run).build();
}

}  // namespace wreath::word
