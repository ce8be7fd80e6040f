// SPDX-License-Identifier: MIT
//
// wreath word ball: all elements up to a length, and the Cayley graph between them.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/word_answers.hpp"
#include "core/io/npy.hpp"
#include "core/run/units.hpp"
#include "word/automata/language.hpp"
#include "word/ball.hpp"
#include "word/ball_pictures.hpp"

namespace wreath::cli {

using word::Ball;
using word::Letter;

namespace {

constexpr std::size_t kBatchLetters = std::size_t{1} << 22;
constexpr std::uint64_t kMostDrawnElements = 2000;
constexpr std::uint64_t kMostRadius = 1'000'000'000;

struct BallOptions : AnswerOptions {
  std::uint64_t radius = 0;
  std::string graph;
};

/// Sends the normal forms up to the radius to the sink, the shorter first. True where that came to the end.
bool list_elements(const word::Group& group, std::uint64_t radius, WordSink& sink, std::uint64_t& listed, RunControl& run) {
  std::vector<Letter> letters;
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint64_t> lengths;
  const auto send = [&] {
    sink.add(letters, offsets, lengths);
    listed += lengths.size();
    letters.clear();
    offsets.assign(1, 0);
    lengths.clear();
    if (isatty(STDOUT_FILENO) == 0) run.report({"list", listed, 0, "elements"});  // there are elements, otherwise
    return !run.should_stop();
  };
  bool going = !run.should_stop();
  word::automata::for_each_word(group.structure().acceptor, 0, radius, [&](const word::automata::SymbolWord& word) {
    if (!going) return false;
    for (const auto symbol : word) letters.push_back(static_cast<Letter>(symbol));
    offsets.push_back(letters.size());
    lengths.push_back(word.size());
    if (letters.size() + lengths.size() >= kBatchLetters) going = send();
    return going;
  });
  if (going) send();
  return going;
}

void write_file(const std::string& path, const std::string& content) {
  OutputFile file(path);
  file.write(bytes_of(content));
  file.commit();
}

/// Calls use(element, letter, element) for each edge inside the ball.
template <class Use>
void for_each_edge(const Ball& ball, std::span<const Ball::Element> edges, std::size_t letters, const Use& use) {
  for (Ball::Element e = 0; e < ball.size(); ++e) {
    for (std::size_t x = 0; x < letters; ++x) {
      const Ball::Element to = edges[e * letters + x];
      if (to != Ball::kOutside) use(e, static_cast<std::uint32_t>(x), to);
    }
  }
}

void write_edges(const std::string& path, const Ball& ball, std::span<const Ball::Element> edges, std::size_t letters) {
  std::uint64_t count = 0;
  for_each_edge(ball, edges, letters, [&](auto, auto, auto) { ++count; });
  const std::uint64_t shape[] = {count, 3};
  OutputFile file(path);
  file.write(bytes_of(make_npy_header('u', 4, shape)));
  std::vector<std::uint32_t> rows;
  const auto flush = [&] {
    file.write(std::as_bytes(std::span(rows)));
    rows.clear();
  };
  for_each_edge(ball, edges, letters, [&](std::uint32_t from, std::uint32_t letter, std::uint32_t to) {
    rows.insert(rows.end(), {from, letter, to});
    if (rows.size() >= kBatchLetters) flush();
  });
  flush();
  file.commit();
}

Json graph_to_json(const Ball& ball, std::span<const Ball::Element> edges, const word::Group& group) {
  Json elements = Json::array();
  for (Ball::Element e = 0; e < ball.size(); ++e) elements.push_back(group.print(ball.word(e)));
  Json rows = Json::array();
  for_each_edge(ball, edges, group.alphabet().size(), [&](auto from, auto letter, auto to) {
    rows.push_back({from, letter, to});
  });
  return {{"letters", group.alphabet().names}, {"radius", ball.radius()}, {"elements", elements}, {"edges", rows}};
}

/// The number of edges that were written.
std::uint64_t write_graph(const word::Group& group, const BallOptions& options, RunControl& run) {
  const std::string kind = std::filesystem::path(options.graph).extension();
  const OutputFile probe(options.graph);  // a bad name must show at once
  const Ball ball(group.structure().view(), options.radius, run);
  if (kind == ".dot" && ball.size() > kMostDrawnElements)
    throw InputError(
        fmt::format("{} elements are too many for a picture, up to {} are drawn: choose a smaller radius, or write "
                    "the edges to a .npy file",
                    format_count(ball.size()), kMostDrawnElements));
  const auto edges = ball.edges(group.reducer(&run), reduce_options(options, run));
  if (kind == ".npy") write_edges(options.graph, ball, edges, group.alphabet().size());
  if (kind == ".dot") write_file(options.graph, word::ball_dot(ball, edges, group.alphabet()));
  if (kind == ".json") write_file(options.graph, to_text(graph_to_json(ball, edges, group)) + "\n");
  std::uint64_t count = 0;
  for_each_edge(ball, edges, group.alphabet().size(), [&](auto, auto, auto) { ++count; });
  return count;
}

int ball(Session& session, const BallOptions& options) {
  RunControl& run = session.run();
  std::uint64_t listed = 0;
  bool complete = false;
  Json results = Json::object();
  std::string text;
  try {
    require_distinct_files(options);
    const word::Group group = open_verified(options, run);
    results = results_of(group);
    results["radius"] = options.radius;
    if (!options.graph.empty()) {
      results["edges"] = write_graph(group, options, run);
      results["graph"] = options.graph;
      text = fmt::format("{}: {} edges\n", options.graph, format_count(results["edges"].get<std::uint64_t>()));
    }
    Json elements;
    const auto sink = open_sink(options, group.text(), elements);
    complete = list_elements(group, options.radius, *sink, listed, run);
    sink->finish();
    if (!elements.is_null()) results["elements"] = elements;
  } catch (const LimitReached&) {
    if (!options.graph.empty()) text += fmt::format("{}: the graph is not complete, and was not written\n", options.graph);
  }
  results["size"] = listed;
  if (!options.output.empty()) {
    results["output"] = options.output;
    text += fmt::format("{}: {} elements\n", options.output, format_count(listed));
  }
  if (!complete) text += fmt::format("stopped ({}) after {} elements\n", to_string(run.stop_reason()), format_count(listed));
  if (!options.output.empty() || options.json) return session.finish(complete, results, text);
  const int code = session.finish(complete, results, "");
  print_error(text);  // stdout belongs to the elements
  return code;
}

std::uint64_t parse_radius(const std::string& text) {
  const std::uint64_t radius = parse_count(text);
  if (radius > kMostRadius) throw InputError(fmt::format("a ball has a radius of at most {}", format_count(kMostRadius)));
  return radius;
}

std::string parse_graph_name(const std::string& text) {
  const std::string kind = std::filesystem::path(text).extension();
  if (kind == ".dot" || kind == ".json" || kind == ".npy") return text;
  throw InputError(fmt::format("'{}' tells no kind of graph: name a file .dot, .json or .npy", text));
}

}  // namespace

void add_word_ball(Program& program, Command& word) {
  add_command<BallOptions>(
      program, word, "ball", "List all elements up to a length, in ShortLex order; and their Cayley graph",
      "  wreath word ball surface:2 2\n"
      "  wreath word ball triangle:2,3,7 12 -o ball.txt --graph ball.npy\n"
      "  wreath word ball free:2 3 --graph ball.dot -q > elements.txt\n"
      "\n"
      "Elements are numbered from 0 as they are listed. A graph has a row (element, letter, element*letter) for each letter and\n"
      "each product inside the ball; .dot is a picture, in which inverse letters are arrows backwards.",
      Length::brief,
      [](Command& command, BallOptions& options) {
        add_structure(command, options);
        command.add_parsed("R", options.radius, parse_radius, "The radius: the greatest length").required().type_name("");
        add_words_out(command, options);
        command.add_parsed("--graph", options.graph, parse_graph_name, "Write the Cayley graph to this file: .dot, .json or .npy")
            .type_name("FILE");
        add_answer_options(command, options);
      },
      ball);
}

}  // namespace wreath::cli
