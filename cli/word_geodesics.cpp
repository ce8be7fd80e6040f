// SPDX-License-Identifier: MIT
//
// wreath word geodesics: all shortest words.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/word_stream.hpp"
#include "core/run/counted.hpp"
#include "core/run/group_digits.hpp"

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
  for (const std::string& text : options.words) words.push_back(group.text().read(text, "command line"));
  Json results{{"group", group.name()}};
  std::string text;
  try {
    const word::Hyperbolicity found = word::find_hyperbolicity(group, {}, &run);
    if (!found.geodesic_acceptor_states)
      throw LimitReached("the search for all geodesics of this group did not end: it may not be hyperbolic");
    results["geodesic_acceptor_states"] = *found.geodesic_acceptor_states;
    Json elements = Json::array();
    for (const word::Word& each : words) {
      const Natural count = word::count_geodesics(group, found, each, &run);
      Json element{{"normal_form", group.print(group.reduce_letters(each, reduce_options(options), &run))},
                   {"count", number_to_json(count)}};
      text += fmt::format("{}: {}\n", element["normal_form"].get<std::string>(), group_digits(count.text()));
      WordList list(options, text, "  ");
      const auto add = [&](const word::Word& geodesic) {
        list.add(group.print(geodesic));
        return list.size() < options.list;
      };
      if (options.list != 0) leave_terminal_to_words(session);
      if (options.list != 0) word::for_each_geodesic(group, found, each, add, &run);
      if (options.list != 0) element["geodesics"] = list.take_elements();
      elements.push_back(std::move(element));
    }
    if (!words.empty()) results["elements"] = elements;
    if (words.empty()) {
      results["geodesic_growth_series"] = word::geodesic_growth_series(found, &run).text;
      text =
          series_in_columns(fmt::format("geodesic acceptor: {}; growth {}\n", counted(*found.geodesic_acceptor_states, "state"),
                                        results["geodesic_growth_series"].get<std::string>()));
    }
    if (!options.output.empty()) {
      word::write_automaton(word::geodesic_acceptor(group, found), options.output + ".geowa", &run);
      word::write_automaton(word::geodesic_pairs(group, found), options.output + ".geopairs", &run);
      results["files"] = {options.output + ".geowa", options.output + ".geopairs"};
    }
  } catch (const LimitReached& limit) {
    results["ending"] = limit.text(OptionStyle::flag);
    return session.finish(false, results, text + limit.text(OptionStyle::flag) + "\n");
  }
  return session.finish(!is_stopped(run), results, text);
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
