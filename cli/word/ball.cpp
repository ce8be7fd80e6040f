// SPDX-License-Identifier: MIT
//
// wreath word ball: all elements up to a length, and the Cayley graph between them.
#include <fmt/format.h>

#include "cli/word/stream.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

namespace {

constexpr std::uint64_t kMostRadius = 1'000'000'000;

struct BallOptions : StreamOptions {
  std::uint64_t radius = 0;
  std::string graph;
};

/// Adds each line to the list. A list that would not fit the memory if it became twice as long ends the run.
void add_lines(ValueList& list, std::string_view lines, RunControl& run) {
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    list.add(lines.substr(0, end));
    lines.remove_prefix(end + 1);
  }
  if (2 * list.bytes() > run.memory_left()) run.request_stop(StopReason::memory);
}

int ball(Session& session, const BallOptions& options) {
  RunControl& run = session.run();
  word::BallAnswer found{.radius = options.radius, .graph = options.graph, .output = options.output};
  ValueList elements;
  const bool in_report = options.json && options.output.empty();
  try {
    require_distinct_files(options);
    const word::Group group = open_verified(options, run);
    if (!options.graph.empty())
      found.edges = word::write_ball_graph(group, options.radius, options.graph, reduce_options(options), &run);
    std::vector<std::string> none;
    const auto sink = !in_report
                          ? open_sink(options, group.text(), none)
                          : word::write_lines([&](const std::string& lines) { add_lines(elements, lines, run); }, group.text());
    leave_terminal_to_words(session);
    const word::StreamReport listed = word::list_ball(group, options.radius, *sink, &run);
    found.size = listed.words;
    found.complete = listed.complete;
    sink->finish();
  } catch (const LimitReached&) {  // it is not complete
  }
  const Report report = word::ball_report(options.group, found, in_report ? elements.take() : Value());
  if (options.output.empty()) return session.finish_beside_words(found.complete, report);
  return session.finish(found.complete, report);
}

std::uint64_t parse_radius(const std::string& text) {
  const std::uint64_t radius = parse_count(text);
  if (radius > kMostRadius)
    throw InputError(fmt::format("radius {} is too large: the limit is {}", format_count(radius), format_count(kMostRadius)));
  return radius;
}

std::string parse_graph_name(const std::string& text) {
  word::require_graph_name(text);
  return text;
}

}  // namespace

void add_word_ball(Program& program, Command& word) {
  add_command<BallOptions>(
      program, word, "ball", "List all elements up to a length in ShortLex order, and write their Cayley graph",
      "  wreath word ball surface:2 2\n"
      "  wreath word ball triangle:2,3,7 12 -o ball.txt --graph ball.npy\n"
      "  wreath word ball free:2 3 --graph ball.dot -q > elements.txt\n"
      "\n"
      "Elements are numbered from 0 in the order listed. The graph has one row (element, letter, element*letter) per letter and "
      "product inside the ball. In a .dot picture inverse letters are the same arrows, followed backwards.",
      Length::brief,
      [](Command& command, BallOptions& options) {
        add_structure(command, options);
        command.add_parsed("R", options.radius, parse_radius, "The radius: the maximal length").required();
        add_words_out(command, options);
        command.add_parsed("--graph", options.graph, parse_graph_name, "Write the Cayley graph to this file: .dot, .json or .npy",
                           "FILE");
        add_reduce_options(command, options);
      },
      ball);
}

}  // namespace wreath::cli
