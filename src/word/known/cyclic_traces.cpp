// SPDX-License-Identifier: MIT
#include "word/known/cyclic_traces.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/algebra/least_rotation.hpp"

namespace wreath::word {

namespace {

using Syllables = std::vector<Syllable>;

void append(Syllables& word, std::span<const Syllable> more) {
  word.insert(word.end(), more.begin(), more.end());
}

/// The component of each vertex that occurs, among those that do not commute; named by its smallest vertex.
std::vector<std::uint32_t> components(const CommutationGraph& graph, const Syllables& word) {
  const auto none = static_cast<std::uint32_t>(graph.size());
  std::vector<std::uint32_t> component(graph.size(), none);
  std::vector<bool> occurs(graph.size());
  for (const Syllable& each : word) occurs[each.generator] = true;
  for (std::uint32_t start = 0; start < graph.size(); ++start) {
    if (!occurs[start] || component[start] != none) continue;
    component[start] = start;
    std::vector<std::uint32_t> reached{start};
    while (!reached.empty()) {
      const std::uint32_t vertex = reached.back();
      reached.pop_back();
      for (const std::uint32_t other : graph.block[vertex]) {
        if (!occurs[other] || component[other] != none) continue;
        component[other] = start;
        reached.push_back(other);
      }
    }
  }
  return component;
}

/// Moves what is not at least the first syllable of the apex to the end, until there is nothing of the kind. Returns what it
/// moved. Each turn reaches a further vertex, so there are at most as many turns as vertices.
Syllables make_pyramid(const CommutationGraph& graph, std::uint32_t apex, Syllables& word, RunControl& run) {
  Syllables moved;
  while (true) {
    std::vector<bool> above(graph.size());  // vertices of which no syllable can pass those that stay
    Syllables stay;
    Syllables go;
    std::uint64_t step = 0;
    for (const Syllable& each : word) {
      stop_now_and_then(run, ++step);
      const bool stays = above[each.generator] || (stay.empty() && each.generator == apex);
      (stays ? stay : go).push_back(each);
      if (!stays) continue;
      above[each.generator] = true;
      for (const std::uint32_t other : graph.block[each.generator]) above[other] = true;
    }
    word = std::move(stay);
    if (go.empty()) return moved;
    append(word, go);
    append(moved, go);
  }
}

/// The normal forms of the slices of a pyramid, one after the other.
Syllables slices(const CommutationGraph& graph, std::uint32_t apex, const Syllables& word) {
  std::vector<Syllables> found;
  std::vector<std::size_t> level(graph.size());  // the slices that syllables of this vertex, and those that block it, are in
  for (const Syllable& each : word) {
    std::size_t slice = level[each.generator];
    if (each.generator == apex) {
      found.emplace_back();
      slice = found.size();
    }
    found[slice - 1].push_back(each);
    level[each.generator] = slice;
    for (const std::uint32_t other : graph.block[each.generator]) level[other] = std::max(level[other], slice);
  }
  Piles piles(graph);
  Syllables forms;
  for (const Syllables& slice : found) {
    piles.append(slice);
    append(forms, piles.take_all());
  }
  return forms;
}

}  // namespace

TraceForm trace_form(const CommutationGraph& graph, const std::vector<Syllable>& element, RunControl& run) {
  TraceForm result;
  Piles piles(graph);
  piles.append(element);
  result.conjugator = piles.reduce_cyclically(run);
  const Syllables reduced = piles.take_all();
  const std::vector<std::uint32_t> component = components(graph, reduced);
  for (std::uint32_t apex = 0; apex < graph.size(); ++apex) {
    if (component[apex] != apex) continue;
    Syllables part;
    std::ranges::copy_if(reduced, std::back_inserter(part),
                         [&](const Syllable& each) { return component[each.generator] == apex; });
    append(result.conjugator, make_pyramid(graph, apex, part, run));
    part = slices(graph, apex, part);
    const std::size_t turn = least_rotation(std::span<const Syllable>(part));
    append(result.conjugator, std::span<const Syllable>(part).first(turn));
    std::ranges::rotate(part, part.begin() + static_cast<std::ptrdiff_t>(turn));
    append(result.form, part);
  }
  return result;
}

}  // namespace wreath::word
