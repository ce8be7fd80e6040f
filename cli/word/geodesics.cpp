// SPDX-License-Identifier: MIT
//
// wreath word geodesics: all shortest words.
#include <fmt/format.h>

#include "cli/word/stream.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

namespace {

struct GeodesicsOptions : WordOptions {
  std::vector<std::string> words;
  std::uint64_t list = 0;
};

int geodesics(Session& session, const GeodesicsOptions& options) {
  RunControl& run = session.run();
  const word::Group group = open_verified(options, run);
  std::vector<word::Word> words;
  for (const std::string& text : options.words) words.push_back(group.text().read(text));
  const word::Hyperbolicity found = word::find_hyperbolicity(group, {}, &run);
  word::require_geodesics(found);
  std::vector<word::GeodesicsOf> elements;
  std::string text;
  if (options.list != 0) leave_terminal_to_words(session);
  for (const word::Word& each : words) {
    elements.push_back({group.print(group.reduce_letters(each, reduce_options(options), &run)),
                        word::count_geodesics(group, found, each, &run)});
    text += fmt::format("{}: {}\n", elements.back().form, group_digits(elements.back().count.text()));
    WordList list(options, text, "  ");
    const auto add = [&](const word::Word& geodesic) {
      list.add(group.print(geodesic));
      return list.size() < options.list;
    };
    if (options.list != 0) word::for_each_geodesic(group, found, each, add, &run);
    if (options.list != 0) elements.back().words = list.take_elements();
  }
  const std::string series = words.empty() ? word::geodesic_growth_series(found, &run).text : "";
  std::vector<std::string> files;
  if (!options.output.empty()) {
    files = {options.output + ".geowa", options.output + ".geopairs"};
    word::write_automaton(word::geodesic_acceptor(group, found), files[0], &run);
    word::write_automaton(word::geodesic_pairs(group, found), files[1], &run);
  }
  return session.finish(
      !is_stopped(run),
      word::geodesics_report(options.group, *found.geodesic_acceptor_states, elements, series, files).block(text));
}

}  // namespace

void add_word_geodesics(Program& program, Command& word) {
  add_command<GeodesicsOptions>(
      program, word, "geodesics", "Count and list all shortest words of an element, and write their automata",
      "  wreath word geodesics surface:2                       states and growth series\n"
      "  wreath word geodesics surface:2 abAB cdCDab --list 10\n"
      "  wreath word geodesics triangle:3,3,4 -o c334          c334.geowa and c334.geopairs, as kbmag's gpgeowa writes them\n"
      "\n"
      "Exit code 2: the search for all geodesics did not end within its limits, as in groups that are not hyperbolic.",
      Length::brief,
      [](Command& command, GeodesicsOptions& options) {
        add_structure(command, options);
        command.add_option("WORD", options.words, "The elements whose geodesics are counted");
        command.add_parsed("--list", options.list, parse_count, "Also print the first N geodesics of each element", "N");
        command.add_option("-o,--output", options.output, "Write the automata NAME.geowa and NAME.geopairs", "NAME");
      },
      geodesics);
}

}  // namespace wreath::cli
