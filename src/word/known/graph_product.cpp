// SPDX-License-Identifier: MIT
//
// Sources: Crisp, Godelle and Wiest, "The conjugacy problem in subgroups of right-angled Artin groups" (piles); Green, "Graph
// products of groups" (normal forms); Meier, "When is the graph product of hyperbolic groups a hyperbolic group?".
#include "word/known/graph_product.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/words/words.hpp"
#include "word/known/cyclic_traces.hpp"

namespace wreath::word {

namespace {

constexpr std::size_t kMaxShown = 40;  // letters of a word in a proof

class GraphProduct final : public KnownGroup {
 public:
  GraphProduct(const Alphabet& alphabet, CommutationGraph graph) : alphabet_(alphabet), graph_(std::move(graph)) {}

  std::string_view method() const noexcept override { return "piles of a graph product"; }

  Word normal_form(std::span<const Letter> word, RunControl& run) const override {
    return word_of(reduced(word, run), graph_.generators);
  }

  ElementOrder order_of(std::span<const Letter> word, RunControl& run) const override {
    Piles piles(graph_);
    piles.append(reduced(word, run));
    (void)piles.reduce_cyclically(run);
    const std::vector<Syllable> core = piles.take_all();
    std::uint64_t order = 1;
    for (const Syllable& each : core) {
      const std::uint64_t of_vertex = graph_.orders[each.generator];
      if (of_vertex == 0)
        return infinite(fmt::format("its cyclically reduced form has {}, of infinite order", name(each.generator)));
      const auto exponent = static_cast<std::uint64_t>(each.exponent < 0 ? -each.exponent : each.exponent);
      const std::uint64_t of_power = of_vertex / std::gcd(of_vertex, exponent);
      if (__builtin_mul_overflow(order / std::gcd(order, of_power), of_power, &order))
        throw ResourceError("the order of this element has more than 64 bits");
    }
    std::vector<bool> occurs(graph_.size());
    for (const Syllable& each : core) occurs[each.generator] = true;
    for (std::uint32_t x = 0; x < graph_.size(); ++x) {
      for (const std::uint32_t y : graph_.block[x]) {
        if (occurs[x] && occurs[y])
          return infinite(fmt::format("its cyclically reduced form has {} and {}, which do not commute", name(x), name(y)));
      }
    }
    return {ElementOrder::Kind::finite, order,
            order == 1 ? "it is 1: its piles are empty" : "it is conjugate to a product of commuting powers of generators"};
  }

  std::optional<Conjugate> conjugate(std::span<const Letter> u, std::span<const Letter> v, RunControl& run) const override {
    const TraceForm x = trace_form(graph_, syllables_of(u, graph_.generators), run);
    const TraceForm y = trace_form(graph_, syllables_of(v, graph_.generators), run);
    Conjugate result;
    result.conjugate = x.form == y.form;
    if (!result.conjugate) {
      result.proof = fmt::format("their cyclic normal forms{} differ", shown(x.form, y.form));
      return result;
    }
    Piles piles(graph_);
    piles.append(x.conjugator);
    piles.append(inverted(std::span<const Syllable>(y.conjugator)));
    result.conjugator = word_of(piles.take_all(), graph_.generators);
    if (!equal(conjugated(u, result.conjugator, graph_.generators.inverses), v, run))
      throw InternalError("a conjugator in a graph product failed its check");
    return result;
  }

  Hyperbolicity hyperbolicity() const override { return hyperbolicity_of(graph_, alphabet_); }

 private:
  static ElementOrder infinite(std::string proof) { return {ElementOrder::Kind::infinite, 0, std::move(proof)}; }

  const std::string& name(std::uint32_t vertex) const { return alphabet_.names[graph_.generators.letters[vertex]]; }

  std::vector<Syllable> reduced(std::span<const Letter> word, RunControl& run) const {
    Piles piles(graph_);
    std::uint64_t step = 0;
    for (const Letter x : word) {
      stop_now_and_then(run, ++step);
      piles.append({graph_.generators.of[x], graph_.generators.sign[x]});
    }
    return piles.take_all();
  }

  std::string shown(const std::vector<Syllable>& x, const std::vector<Syllable>& y) const {
    if (x.size() > kMaxShown || y.size() > kMaxShown) return "";
    const auto text = [&](const std::vector<Syllable>& form) {
      return print_word(word_of(form, graph_.generators), alphabet_, WordForm::powers);
    };
    return fmt::format(" {} and {}", text(x), text(y));
  }

  Alphabet alphabet_;
  CommutationGraph graph_;
};

}  // namespace

Hyperbolicity hyperbolicity_of(const CommutationGraph& graph, const Alphabet& alphabet) {
  std::vector<std::uint32_t> vertices;
  for (std::uint32_t x = 0; x < graph.size(); ++x)
    if (graph.orders[x] != 1) vertices.push_back(x);
  const auto name = [&](std::uint32_t x) { return alphabet.names[graph.generators.letters[x]]; };
  const auto no = [](std::string proof) { return answer_with_proof(Answer::no, std::move(proof)); };
  for (const std::uint32_t x : vertices) {
    for (const std::uint32_t y : vertices) {
      if (x == y || graph.commute[x][y]) {
        if (x < y && graph.orders[x] == 0 && graph.orders[y] == 0)
          return no(fmt::format("{} and {} commute and generate Z^2", name(x), name(y)));
        continue;
      }
      // x and y generate an infinite group; so do two neighbours of both that do not commute, or one of infinite order
      std::vector<std::uint32_t> both;
      std::ranges::copy_if(vertices, std::back_inserter(both),
                           [&](std::uint32_t z) { return graph.commute[z][x] && graph.commute[z][y]; });
      for (const std::uint32_t z : both) {
        if (graph.orders[z] == 0)
          return no(fmt::format("{} commutes with {} and {}, which generate an infinite group: it contains Z^2", name(z), name(x),
                                name(y)));
        const auto w = std::ranges::find_if(both, [&](std::uint32_t other) { return other != z && !graph.commute[z][other]; });
        if (w != both.end()) {
          return no(fmt::format("{} and {} generate an infinite group that commutes with that of {} and {}: it contains Z^2",
                                name(x), name(y), name(z), name(*w)));
        }
      }
    }
  }
  return answer_with_proof(Answer::yes, "Meier's theorem on graph products: no two infinite subgroups of generators commute");
}

std::optional<CommutationGraph> find_commutation_graph(const Presentation& presentation) {
  CommutationGraph graph{Generators(presentation.alphabet), {}, {}, {}};
  const Generators& generators = graph.generators;
  const std::size_t size = generators.size();
  graph.orders.assign(size, 0);
  graph.commute.assign(size, std::vector<bool>(size));
  graph.block.resize(size);
  for (std::uint32_t vertex = 0; vertex < size; ++vertex) graph.orders[vertex] = generators.is_involution(vertex) ? 2 : 0;
  for (const Word& relator : cyclic_relators(presentation)) {
    const std::uint32_t x = generators.of[relator[0]];
    if (exponent_of(relator, generators) != 0) {
      graph.orders[x] = std::gcd(graph.orders[x], static_cast<std::uint64_t>(relator.size()));
      continue;
    }
    const std::uint32_t y = generators.of[relator[1]];
    const auto& inverses = generators.inverses;
    if (relator.size() != 4 || x == y || relator[2] != inverses[relator[0]] || relator[3] != inverses[relator[1]])
      return std::nullopt;
    graph.commute[x][y] = graph.commute[y][x] = true;
  }
  for (std::uint32_t x = 0; x < size; ++x) {
    for (std::uint32_t y = 0; y < size; ++y)
      if (x != y && !graph.commute[x][y]) graph.block[x].push_back(y);
  }
  return graph;
}

std::unique_ptr<const KnownGroup> recognise_graph_product(const Presentation& presentation) {
  auto graph = find_commutation_graph(presentation);
  return graph ? std::make_unique<GraphProduct>(presentation.alphabet, std::move(*graph)) : nullptr;
}

}  // namespace wreath::word
