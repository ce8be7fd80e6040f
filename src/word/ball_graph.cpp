// SPDX-License-Identifier: MIT
//
// The Cayley graph of a ball as rows, as a picture, and in files.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/text/json.hpp"
#include "core/text/units.hpp"
#include "word/words.hpp"
#include "wreath/word/ball.hpp"

namespace wreath::word {

namespace {

constexpr std::uint64_t kMostDrawnElements = 2000;
constexpr std::size_t kNumbersAtOnce = std::size_t{1} << 22;

void check_element(Ball::Element element, RunControl* run) {
  constexpr Ball::Element kPerCheck = 1U << 13;
  if (run != nullptr && element % kPerCheck == 0 && run->should_stop()) throw LimitReached("the graph was not written");
}

/// Calls use(element, letter, element) for each edge inside the ball. Throws LimitReached if the run is to stop.
template <class Use>
void for_each_edge(const Ball& ball, std::span<const Ball::Element> edges, RunControl* run, const Use& use) {
  const std::size_t letters = ball.group().alphabet().size();
  for (Ball::Element e = 0; e < ball.size(); ++e) {
    check_element(e, run);
    for (std::size_t x = 0; x < letters; ++x) {
      const Ball::Element to = edges[e * letters + x];
      if (to != Ball::kOutside) use(e, static_cast<std::uint32_t>(x), to);
    }
  }
}

void write_rows(OutputFile& file, const Ball& ball, std::span<const Ball::Element> edges, std::uint64_t count, RunControl* run) {
  const std::uint64_t shape[] = {count, 3};
  file.write(bytes_of(make_npy_header('u', 4, shape)));
  std::vector<std::uint32_t> rows;
  const auto flush = [&] {
    file.write(std::as_bytes(std::span(rows)));
    rows.clear();
  };
  for_each_edge(ball, edges, run, [&](std::uint32_t from, std::uint32_t letter, std::uint32_t to) {
    rows.insert(rows.end(), {from, letter, to});
    if (rows.size() >= kNumbersAtOnce) flush();
  });
  flush();
}

/// As text that is written piece by piece: the object of a large ball would take many times its memory.
void write_json(OutputFile& file, const Ball& ball, std::span<const Ball::Element> edges, RunControl* run) {
  constexpr std::size_t kTextAtOnce = std::size_t{1} << 20;
  std::string text =
      fmt::format("{{\"letters\":{},\"radius\":{},\"elements\":[", to_text(Json(ball.group().letters())), ball.radius());
  const auto flush_beyond = [&](std::size_t size) {
    if (text.size() <= size) return;
    file.write(bytes_of(text));
    text.clear();
  };
  for (Ball::Element e = 0; e < ball.size(); ++e) {
    check_element(e, run);
    text += fmt::format("{}{}", e == 0 ? "" : ",", to_text(Json(ball.group().print(ball.word(e)))));
    flush_beyond(kTextAtOnce);
  }
  text += "],\"edges\":[";
  const char* comma = "";
  for_each_edge(ball, edges, run, [&](auto from, auto letter, auto to) {
    text += fmt::format("{}[{},{},{}]", std::exchange(comma, ","), from, letter, to);
    flush_beyond(kTextAtOnce);
  });
  text += "]}\n";
  flush_beyond(0);
}

}  // namespace

std::vector<std::uint32_t> edge_rows(const Ball& ball, std::span<const Ball::Element> edges) {
  std::vector<std::uint32_t> rows;
  for_each_edge(ball, edges, nullptr, [&](auto from, auto letter, auto to) { rows.insert(rows.end(), {from, letter, to}); });
  return rows;
}

std::string ball_dot(const Ball& ball, std::span<const Ball::Element> edges) {
  constexpr const char* kColours[] = {"#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b", "#e377c2", "#17becf"};
  const Alphabet& alphabet = ball.group().alphabet();
  std::string text = "digraph ball {\n  node [shape=plaintext];\n";
  for (Ball::Element e = 0; e < ball.size(); ++e)
    text += fmt::format("  {} [label=\"{}\"];\n", e, print_word(ball.word(e), alphabet));
  std::size_t colour = 0;
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    const auto letter = static_cast<Letter>(x);
    if (is_inverse_letter(letter, alphabet)) continue;
    const bool involution = alphabet.inverses[x] == letter;
    text += fmt::format("  edge [color=\"{}\"{}];\n", kColours[colour++ % std::size(kColours)],
                        involution ? ", dir=none" : ", dir=forward");
    for (Ball::Element e = 0; e < ball.size(); ++e) {
      const Ball::Element to = edges[e * alphabet.size() + x];
      if (to == Ball::kOutside || (involution && to < e)) continue;
      text += fmt::format("  {} -> {} [tooltip=\"{}\"];\n", e, to, alphabet.names[x]);
    }
  }
  return text + "}\n";
}

void require_graph_name(const std::filesystem::path& path) {
  const std::string kind = std::filesystem::path(path).extension();
  if (kind != ".dot" && kind != ".json" && kind != ".npy")
    throw InputError(fmt::format("'{}' is not a valid name for a graph: it must end in .dot, .json or .npy", path.string()));
}

std::uint64_t write_ball_graph(const Group& group, std::size_t radius, const std::filesystem::path& path,
                               const ReduceOptions& options, RunControl* run) {
  require_graph_name(path);
  OutputFile file(path);  // a bad name must show at once
  const std::string kind = std::filesystem::path(path).extension();
  const Ball ball(group, radius, run);
  if (kind == ".dot" && ball.size() > kMostDrawnElements) {
    throw InputError(
        fmt::format("{} elements are too many for a picture, the limit is {}: choose a smaller radius, or write "
                    "the edges to a .npy file",
                    format_count(ball.size()), kMostDrawnElements));
  }
  const auto edges = ball.edges(options, run);
  std::uint64_t count = 0;
  for_each_edge(ball, edges, run, [&](auto, auto, auto) { ++count; });
  if (kind == ".npy") write_rows(file, ball, edges, count, run);
  if (kind == ".dot") file.write(bytes_of(ball_dot(ball, edges)));
  if (kind == ".json") write_json(file, ball, edges, run);
  file.commit();
  return count;
}

}  // namespace wreath::word
