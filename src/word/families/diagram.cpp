// SPDX-License-Identifier: MIT
//
// The relation of two nodes with label m is abab... = baba... with m letters on each side: for reflections that is (ab)^m = 1,
// and without a^2 = 1 it is the braid relation. So a Coxeter group and its Artin group differ in the involutions only.
#include "word/families/families.hpp"

#include <fmt/format.h>

#include <cctype>
#include <numeric>
#include <set>
#include <utility>

#include "core/text/text_reader.hpp"
#include "wreath/word/words.hpp"

namespace wreath::word {

namespace {

constexpr std::int64_t kMaxLabel = 10'000;
constexpr std::int64_t kMaxRelatorLetters = 1'000'000;

/// labels[i][j] for i < j; 0 means no relation.
struct Diagram {
  std::int64_t nodes = 0;
  std::vector<std::vector<std::int64_t>> labels;

  Diagram(std::int64_t count, std::int64_t label) : nodes(count) {
    labels.assign(static_cast<std::size_t>(count), std::vector<std::int64_t>(static_cast<std::size_t>(count), label));
  }
};

std::int64_t take_label(TextReader& reader) {
  const std::size_t place = reader.skip_space();
  const std::int64_t label = reader.take("inf") ? 0 : reader.take_integer("a label", kMaxLabel);
  if (label < 0 || label == 1)
    reader.fail(place, fmt::format("a label must be 2, 3, ..., or 0 or inf for no relation, not {}", label));
  return label;
}

std::int64_t take_count(TextReader& reader, std::string_view what, std::int64_t least, std::int64_t most) {
  const std::size_t place = reader.skip_space();
  const std::int64_t count = reader.take_integer(what, 1'000'000);
  if (count < least || count > most)
    reader.fail(place, fmt::format("{} must be from {} to {}, not {}", what, least, most, count));
  return count;
}

void expect_end(TextReader& reader) {
  if (!reader.at_end()) reader.fail_expected("',' or the end");
}

/// i-j or i-j=m, after the number of nodes and ':'.
void take_edges(TextReader& reader, Diagram& diagram, bool labelled, std::int64_t usual) {
  if (reader.at_end()) return;
  std::set<std::pair<std::int64_t, std::int64_t>> edges;
  do {
    const std::size_t place = reader.skip_space();
    std::int64_t i = take_count(reader, "a node", 1, diagram.nodes);
    reader.expect("-", "an edge, as 1-2");
    std::int64_t j = take_count(reader, "a node", 1, diagram.nodes);
    if (i == j) reader.fail(place, "an edge must join two different nodes");
    if (i > j) std::swap(i, j);
    if (!edges.emplace(i, j).second) reader.fail(place, fmt::format("the edge {}-{} appears twice", i, j));
    std::int64_t label = usual;
    if (labelled && reader.take("=")) label = take_label(reader);
    diagram.labels[static_cast<std::size_t>(i - 1)][static_cast<std::size_t>(j - 1)] = label;
  } while (reader.take(","));
  expect_end(reader);
}

/// Whether "n:" is next: nodes and edges, not a line.
bool has_node_count(TextReader& reader) {
  const std::size_t start = reader.skip_space();
  while (std::isdigit(static_cast<unsigned char>(reader.here())) != 0) reader.advance();
  const bool colon = reader.at() > start && reader.peek() == ':';
  reader.go_to(start);
  return colon;
}

Diagram take_diagram(TextReader& reader, std::int64_t most_nodes) {
  reader.expect(":", "the name of a group, before its diagram");
  if (has_node_count(reader)) {
    Diagram diagram(take_count(reader, "the number of nodes", 1, most_nodes), 2);
    reader.advance();
    take_edges(reader, diagram, true, 3);
    return diagram;
  }
  std::vector<std::int64_t> line;
  do {
    const std::size_t place = reader.skip_space();
    line.push_back(take_label(reader));
    if (static_cast<std::int64_t>(line.size()) >= most_nodes)
      reader.fail(place, fmt::format("a diagram may have at most {} nodes", most_nodes));
  } while (reader.take(","));
  expect_end(reader);
  Diagram diagram(static_cast<std::int64_t>(line.size()) + 1, 2);
  for (std::size_t i = 0; i < line.size(); ++i) diagram.labels[i][i + 1] = line[i];
  return diagram;
}

/// As many letters of a*b*a*b*... as the label says.
std::string alternating(const std::string& a, const std::string& b, std::int64_t label) {
  std::string text = a;
  for (std::int64_t i = 1; i < label; ++i) text += "*" + (i % 2 == 1 ? b : a);
  return text;
}

std::string diagram_text(const Diagram& diagram, bool reflections, const TextReader& reader) {
  std::int64_t letters = 0;
  for (const auto& row : diagram.labels) letters += 2 * std::accumulate(row.begin(), row.end(), std::int64_t{0});
  if (letters > kMaxRelatorLetters)
    reader.fail(0, fmt::format("the relators of this diagram have more than {} letters", kMaxRelatorLetters));
  std::vector<std::string> names = generator_names(diagram.nodes);
  std::vector<std::string> relators;
  for (std::size_t j = 0; j < names.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const std::int64_t label = diagram.labels[i][j];
      if (label != 0) {
        relators.push_back(
            fmt::format("{} = {}", alternating(names[j], names[i], label), alternating(names[i], names[j], label)));
      }
    }
  }
  if (reflections) {
    for (std::string& name : names) name += "/" + name;
  }
  return fmt::format("<{} | {}>", fmt::join(names, ","), fmt::join(relators, ", "));
}

std::string line_text(TextReader& reader, std::string_view what, std::int64_t most, bool reflections) {
  reader.expect(":", fmt::format("the name of a group, before {}", what));
  const std::int64_t count = take_count(reader, what, 1, most + 1);
  if (!reader.at_end()) reader.fail_expected("the end");
  if (count == 1) return std::string(kTrivialText);
  Diagram diagram(count - 1, 2);
  for (std::size_t i = 0; i + 1 < diagram.labels.size(); ++i) diagram.labels[i][i + 1] = 3;
  return diagram_text(diagram, reflections, reader);
}

}  // namespace

std::vector<std::string> generator_names(std::int64_t count) {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < count; ++i)
    names.push_back(count <= 26 ? std::string(1, static_cast<char>('a' + i)) : fmt::format("x{}", i + 1));
  return names;
}

std::string coxeter_text(TextReader& reader) {
  return diagram_text(take_diagram(reader, kMaxLetters), true, reader);
}

std::string artin_text(TextReader& reader) {
  return diagram_text(take_diagram(reader, kMaxGenerators), false, reader);
}

std::string raag_text(TextReader& reader) {
  reader.expect(":", "the name of a group, before its graph");
  Diagram diagram(take_count(reader, "the number of nodes", 1, kMaxGenerators), 0);
  if (reader.take(":")) take_edges(reader, diagram, false, 2);
  expect_end(reader);
  return diagram_text(diagram, false, reader);
}

std::string braid_text(TextReader& reader) {
  return line_text(reader, "the number of strands", kMaxGenerators, false);
}

std::string symmetric_text(TextReader& reader) {
  return line_text(reader, "the number of points", kMaxLetters, true);
}

}  // namespace wreath::word
