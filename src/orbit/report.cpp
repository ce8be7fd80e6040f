// SPDX-License-Identifier: MIT
#include "wreath/orbit/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "core/text/option.hpp"
#include "core/text/table.hpp"
#include "core/text/units.hpp"
#include "wreath/run.hpp"

namespace wreath::orbit {

namespace {

const ReportForm kGraph("", {{"input", "the graph, as given"},
                             {"generators", "names of the generators"},
                             {"degree", "number of points that they permute"},
                             {"undirected", "whether every step can be undone by a step"},
                             {"start", "the state at distance 0"},
                             {"order", "order of the group, if it was computed"},
                             {"expected_states", "number of states, if it is known before the search"},
                             {"method", "how states are stored: cells, chain, ranks or keys"},
                             {"method_reason", "why this was chosen"},
                             {"graded", "whether all states of a level have one parity"},
                             {"symmetry", "the symmetry by which fewer states are kept, or none"}});

const ReportForm kTraffic("", {{"read", "bytes read", Unit::bytes},
                               {"written", "bytes written", Unit::bytes},
                               {"least", "bytes, if each row were read and written once", Unit::bytes}});

const ReportForm kGrowth("orbit growth", kGraph,
                         {{"states", "number of states found"},
                          {"diameter", "the largest distance, if all states were found"},
                          {"complete_to", "the distance up to which all states were found"},
                          {"levels", "number of states at each distance"},
                          {"mean", "mean distance"},
                          {"variance", "variance of the distance"},
                          {"memory", "bytes in use", Unit::bytes},
                          {"disk", "traffic of a search on disk", Unit::none, &kTraffic},
                          {"expected_diameter", "the value of the formula in the option expect"},
                          {"expectation_holds", "whether the diameter is that, if it is known"}});

const ReportForm kTable("orbit growth of a range", {{"input", "the range, as given"},
                                                    {"graphs", "one report of each graph", Unit::none, &kGrowth},
                                                    {"left_out", "graphs of the range that do not exist"},
                                                    {"expectation_holds", "whether it does for all graphs, if it is known"},
                                                    {"expectation_fails_for", "the graphs for which it does not"}});

const ReportForm kAntipodes("orbit antipodes", kGraph,
                            {{"diameter", "the largest distance"},
                             {"antipodes", "number of states at that distance"},
                             {"states", "the first of them; of a stopped search the number of states found"},
                             {"complete_to", "of a stopped search: the distance up to which all states were found"},
                             {"output", "the file that was written"}});

const ReportForm kOracle("orbit oracle", kGraph,
                         {{"diameter", "the largest distance"},
                          {"states", "number of states"},
                          {"complete_to", "of a stopped search: the distance up to which all states were found"},
                          {"bytes", "size of the array", Unit::bytes},
                          {"output", "the file that was written"}});

const ReportForm kInfo("orbit info", kGraph,
                       {{"memory", "bytes that a search takes", Unit::bytes},
                        {"expected_seconds", "seconds that a search is expected to take, if that is known"},
                        {"completes", "whether there is memory for all states, as far as that is known"},
                        {"instead", "if not: in which other ways the search can be made"}});

const ReportForm kWord("orbit word", {{"input", "the graph, as given"},
                                      {"start", "where the word begins"},
                                      {"target", "where it leads"},
                                      {"states", "number of states that were looked at"},
                                      {"reachable", "whether a word leads there"},
                                      {"distance", "length of a shortest word"},
                                      {"word", "the word"},
                                      {"letters", "the numbers of its generators, from 0"},
                                      {"at_least", "of a stopped search: a bound on the length"}});

const ReportForm kAction("orbit action", {{"input", "the generators, as given"},
                                          {"start", "state 0"},
                                          {"states", "number of states of the orbit"},
                                          {"generators", "names of the generators"},
                                          {"order", "order of the group, if it was computed"},
                                          {"stabilizer_order", "order of the stabilizer of the start, if it was computed"},
                                          {"stabilizer_generators", "how many generate it, of those that were written"},
                                          {"files", "the files that were written"}});

const ReportForm kSubspaceOrbit("", {{"size", "number of subspaces"}, {"representative", "the first of them"}});

const ReportForm kSubspaces("orbit subspaces",
                            {{"input", "the matrices, as given"},
                             {"dimension", "dimension of the subspaces"},
                             {"subspaces", "number of subspaces of this dimension"},
                             {"orbits", "number of orbits"},
                             {"sizes", "number of subspaces in each orbit, and one of them", Unit::none, &kSubspaceOrbit},
                             {"seconds_of_search", "time of the search", Unit::seconds}});

/// A report of a form that begins with the fields of a graph.
Report graph_report(const ReportForm& form, const Search& search, const std::string& input) {
  const Generators& generators = search.generators();
  return {form,
          input,
          generators.names,
          generators.degree,
          is_undirected(generators),
          print_state(search.start().state, generators, search.start()),
          search.group_order(),
          search.expected_states(),
          to_string(search.method()),
          search.why_method(),
          search.graded(),
          search.symmetry()};
}

/// "3 generators of degree 10, undirected, group of order 3,628,800".
std::string describe_graph(const Search& search) {
  const Generators& generators = search.generators();
  if (generators.moves == Moves::relators) {
    return fmt::format("Andrews-Curtis moves of presentations with at most {}{}, undirected", plural(generators.degree, "letter"),
                       generators.modulus > 1 ? ", up to the names of generators" : "");
  }
  std::string text = fmt::format("{} of degree {}, {}", counted(generators.count(), "generator"), format_count(generators.degree),
                                 is_undirected(generators) ? "undirected" : "directed");
  if (const auto order = search.group_order()) {
    constexpr std::size_t kMostDigits = 36;  // with their commas they fit a line; JSON has all
    const std::string digits = order->text();
    text += digits.size() <= kMostDigits ? fmt::format(", group of order {}", group_digits(digits))
                                         : fmt::format(", group of order about {}.{} * 10^{}", digits.substr(0, 1),
                                                       digits.substr(1, 3), digits.size() - 1);
  }
  return text;
}

/// How states are stored and why.
void describe_method(Report& report, const Search& search) {
  report.line("  states stored in a {} (method {method}): {method_reason}",
              {search.method() == Method::keys ? "hash table" : "bitmap"});
  if (search.symmetry() != "none") report.line("  symmetry: {symmetry}");
}

std::size_t last_distance(const Search& search) {
  return search.levels().size() - 1;
}

/// What is known of the diameter: a number, or "at least" one.
std::string known_diameter(const Search& search) {
  const std::string least = std::to_string(diameter_at_least(search));
  return diameter_is(search, least) == true ? least : "at least " + least;
}

/// A time that is only estimated.
std::string format_rounded(double seconds) {
  if (seconds < 10) return fmt::format("{:.1g} s", seconds);
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 2 * 3600) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 48 * 3600.0) return fmt::format("{:.0f} h", seconds / 3600);
  return fmt::format("{:.2g} days", seconds / 86400);
}

/// 4*10^7.
std::string rounded_count(std::uint64_t count) {
  const std::string text = std::to_string(count);
  return text.size() < 5 ? text : fmt::format("{}*10^{}", text[0], text.size() - 1);
}

double seconds_of(const RunControl& run, std::string_view name) {
  const auto found = std::ranges::find(run.phases(), name, &Phase::name);
  return found == run.phases().end() ? 0 : found->seconds;
}

std::string level_table(const std::vector<std::uint64_t>& levels) {
  std::vector<std::uint64_t> sums(levels.size());
  std::partial_sum(levels.begin(), levels.end(), sums.begin());
  return format_long_table({"distance", "states", "so far"}, levels.size(), [&](std::size_t k) -> std::vector<std::string> {
    return {format_count(k), format_count(levels[k]), format_count(sums[k])};
  });
}

}  // namespace

Report growth_report(const Search& search, const NamedGraph& graph, const RunControl& run, const std::string& expected) {
  const Statistics moments = statistics(search.levels());
  Report report = graph_report(kGrowth, search, graph.name);
  report.set("states", search.states());
  if (search.complete()) report.set("diameter", last_distance(search));
  report.set("complete_to", last_distance(search));
  report.set("levels", search.levels());
  report.set("mean", moments.mean);
  report.set("variance", moments.variance);
  report.set("memory", search.memory());
  if (const DiskTraffic traffic = search.traffic(); traffic.written != 0)
    report.set("disk", Report(kTraffic, traffic.read, traffic.written, traffic.least));
  report.line(search.complete() ? "{input}: {states state}, diameter {diameter}, {} at distance {diameter}"
                                : "{input}: {states state} up to distance {complete_to}",
              {counted(search.levels().back(), "state")});
  if (search.complete() && search.expected_states()) report.line("  the levels add up to the known number of states");
  report.line("  {}; mean distance {}, variance {}",
              {describe_graph(search), fmt::format("{:.4f}", moments.mean), fmt::format("{:.4f}", moments.variance)});
  describe_method(report, search);
  const double seconds = seconds_of(run, "search");
  const bool has_rate = seconds > 0 && search.states() > 1;
  report.line("  {}, {memory}, {}{}",
              {std::string(run.choice("backend")), format_seconds(run.seconds()),
               has_rate ? ", " + format_rate(static_cast<double>(search.states()) / seconds, "states") : ""});
  if (!expected.empty()) {
    const std::string value = Formula(expected).value(graph.numbers);
    const std::optional<bool> holds = diameter_is(search, value);
    report.set("expected_diameter", Value::digits(value)).set("expectation_holds", holds);
    const std::string known = search.complete() ? "" : known_diameter(search);
    report.line("  expected diameter {}{}: {}", {expected == value ? "" : expected + " = ", value,
                                                 !holds   ? "not known yet; " + known
                                                 : *holds ? "yes"
                                                          : "NO" + (known.empty() ? "" : ", it is " + known)});
  }
  report.block("\n" + level_table(search.levels()));
  const bool reached_depth = run.stop_reason() == StopReason::none || run.stop_reason() == StopReason::target;
  if (reached_depth) report.ended("depth");
  return report;
}

bool expectation_fails(const Report& growth) {
  const Value& holds = growth["expectation_holds"];
  return holds.is_set() && !holds.is_true();
}

GrowthTable::GrowthTable(std::string input, std::string expected) : input_(std::move(input)), expected_(std::move(expected)) {}

void GrowthTable::add(const Search& search, const NamedGraph& graph, const RunControl& run) {
  Report& row = rows_.emplace_back(growth_report(search, graph, run, expected_));
  const Value& holds = row["expectation_holds"];
  cells_.push_back({graph.name, row["states"].shown(), known_diameter(search), format_count(search.levels().back()),
                    fmt::format("{:.4f}", statistics(search.levels()).mean)});
  if (expected_.empty()) return;
  cells_.back().push_back(row["expected_diameter"].shown());
  cells_.back().emplace_back(!holds.is_set() ? "" : holds.is_true() ? "yes" : "NO");
}

Report GrowthTable::report(const GraphRange& range) const {
  Report report(kTable, input_, rows_);
  std::vector<std::vector<std::string>> table{{"graph", "states", "diameter", "last level", "mean"}};
  if (!expected_.empty()) table[0].insert(table[0].end(), {"expected", ""});
  table.insert(table.end(), cells_.begin(), cells_.end());
  if (rows_.empty()) report.line("{input}: nothing is known");
  if (!rows_.empty()) report.block(format_table(table));
  if (!range.left_out.empty()) {
    report.set("left_out", range.left_out);
    report.line("left out: {} ({})", {fmt::format("{}", fmt::join(range.left_out, ", ")), range.why});
  }
  if (expected_.empty()) return report;
  std::vector<std::string> failed;
  std::size_t known = 0;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    known += rows_[k]["expectation_holds"].is_set() ? 1 : 0;
    if (expectation_fails(rows_[k])) failed.push_back(cells_[k][0]);
  }
  const bool all = known == range.graphs.size();
  if (!failed.empty() || all) report.set("expectation_holds", failed.empty());
  report.set("expectation_fails_for", failed);
  report.line("diameter {}: {}", {expected_, !failed.empty() ? fmt::format("does NOT hold for {}", fmt::join(failed, ", "))
                                             : all           ? "holds for all of them"
                                             : known == 0    ? "not known: no graph is complete"
                                             : known == 1    ? "holds for the one that is known"
                                                             : fmt::format("holds for the {} that are known", known)});
  return report;
}

Report antipodes_report(const Search& search, const std::string& input, std::span<const State> listed,
                        const std::string& output) {
  Report report = graph_report(kAntipodes, search, input);
  std::vector<std::string> states;
  for (const State& state : listed) states.push_back(print_state(state, search.generators(), search.start()));
  const std::uint64_t count = search.levels().back();
  report.set("diameter", last_distance(search)).set("antipodes", count).set("states", states);
  if (!output.empty()) report.set("output", output);
  report.line("{input}: {antipodes state} at distance {diameter}, the largest");
  for (const std::string& state : states) report.line("  {}", {state});
  if (states.size() < count) report.line("  and {} more", {format_count(count - states.size())});
  return report;
}

Report oracle_report(const Search& search, const std::string& input, std::uint64_t bytes, const std::string& output) {
  Report report = graph_report(kOracle, search, input);
  report.set("diameter", last_distance(search)).set("states", search.states()).set("bytes", bytes).set("output", output);
  report.line("{output}: distances modulo 3 of {states state}, {bytes}");
  report.line("{output}.json: what they belong to");
  return report;
}

Report info_report(const Search& search, const Forecast& forecast, const std::string& input) {
  const Generators& generators = search.generators();
  Report report = graph_report(kInfo, search, input);
  report.set("memory", search.memory()).set("completes", forecast.completes);
  if (forecast.seconds) report.set("expected_seconds", *forecast.seconds);
  if (!forecast.instead.empty()) report.set("instead", written_out(forecast.instead, OptionStyle::flag));
  report.line("{input}: {}", {describe_graph(search)});
  report.line("  start {start}");
  report.line("  {expected_states state}");
  describe_method(report, search);
  if (search.method() != Method::keys) report.line("  bitmaps of {memory}{}", {search.graded() ? ", one bit per state" : ""});
  if (forecast.is_large()) report.line("  {}", {print_forecast(forecast, search, "forecast")});
  for (std::size_t g = 0; g < generators.count() && generators.moves == Moves::permutations; ++g)
    report.line("  {} = {}", {generators.names[g], print_generator(generators, g)});
  return report;
}

std::string print_forecast(const Forecast& forecast, const Search& search, const std::string& input) {
  const std::string where = forecast.machine == "cuda" ? " on the GPU" : forecast.machine == "disk" ? " on disk" : "";
  const std::string seconds = forecast.seconds ? "about " + format_rounded(*forecast.seconds) : "an unknown time";
  const auto states = search.expected_states();
  const std::string graph = states ? fmt::format("{}: {}", input, counted(*states, "state")) : input;
  if (forecast.completes) {
    return fmt::format("{}{} {} and {}{}", graph, states ? ", for which" : ":", seconds, format_bytes(forecast.memory),
                       where + " are expected");
  }
  std::string text =
      fmt::format("{}, and there is memory for the levels up to about {} of them", graph, rounded_count(*forecast.fitting));
  if (forecast.seconds) text += fmt::format(", which take {}", seconds);
  text += fmt::format(": {}", search.why_method());
  if (!forecast.instead.empty()) text += ". " + forecast.instead;
  return text;
}

Report stopped_report(const Search& search, const std::string& input, const char* verb, const std::string& output) {
  Report report = graph_report(std::string_view(verb) == "oracle" ? kOracle : kAntipodes, search, input);
  report.set("states", search.states()).set("complete_to", last_distance(search));
  return report.partial(": {states state} up to distance {complete_to}{}", {output.empty() ? "" : "; nothing was written"});
}

Report word_report(const WordSearch& found, const std::string& input, const Generators& generators, const Start& start,
                   const State& target) {
  Report report(kWord, input, print_state(start.state, generators, start), print_state(target, generators, start), found.states);
  if (found.complete) report.set("reachable", found.word.has_value());
  if (found.word) {
    report.set("distance", found.word->size()).set("word", print_word(*found.word, generators)).set("letters", *found.word);
    report.line("{word}").line("  {distance letter}, checked by applying them");
  } else if (found.complete) {
    report.line("no word leads to this state");
  } else {
    report.set("at_least", found.at_least).partial(": a word has at least {at_least letter}");
  }
  return report;
}

Report action_report(const Action& action, const std::string& input, const ActionFiles& files,
                     const std::optional<Natural>& order, const Generators* stabilizer) {
  const Generators& generators = action.generators();
  Report report(kAction, input, print_state(action.start().state, generators, action.start()), action.size(), generators.names);
  if (order) {
    Natural fixing = *order;
    fixing.divide(action.size());
    report.set("order", *order).set("stabilizer_order", fixing);
  }
  if (stabilizer != nullptr) report.set("stabilizer_generators", stabilizer->count());
  std::vector<std::string> written;
  for (const std::string* file : {&files.permutations, &files.states, &files.words, &files.stabilizer}) {
    if (!file->empty()) written.push_back(*file);
  }
  if (!written.empty()) report.set("files", written);
  report.line("{input}: {states state} from {start}");
  report.line("  group of order {order}, stabilizer of order {stabilizer_order}");
  if (stabilizer != nullptr)
    report.line("  the stabilizer is generated by {}: their order was computed", {counted(stabilizer->count(), "element")});
  if (!files.permutations.empty())
    report.line("{}: {}, one row for each generator", {files.permutations, counted(generators.count(), "permutation")});
  if (!files.states.empty()) report.line("{}: the states, in the order of their numbers", {files.states});
  if (!files.words.empty()) report.line("{}: the least word to each state", {files.words});
  if (!files.stabilizer.empty()) report.line("{}: generators of the stabilizer, as GAP text", {files.stabilizer});
  return report;
}

Report subspaces_report(const std::vector<SubspaceOrbit>& orbits, const Generators& generators, std::uint32_t dimension,
                        const std::string& input, const RunControl& run) {
  std::uint64_t total = 0;
  std::vector<Report> rows;
  std::vector<std::vector<std::string>> table{{"size", "representative"}};
  const Start start{.kind = Start::Kind::subspace};
  for (const SubspaceOrbit& orbit : orbits) {
    total += orbit.size;
    const std::string shown = print_state(orbit.representative, generators, start);
    rows.emplace_back(kSubspaceOrbit, orbit.size, shown);
    table.push_back({format_count(orbit.size), shown});
  }
  Report report(kSubspaces, input, dimension, total, orbits.size(), rows);
  for (const Phase& phase : run.phases()) {
    if (phase.name == "search") report.set("seconds_of_search", phase.seconds);
  }
  report.line("{input}: {subspaces subspace} of dimension {dimension} in {orbits orbit}");
  report.line("  the sizes add up to the number of subspaces");
  report.line("  {seconds_of_search}");
  report.line("");
  report.block(format_table(table));
  return report;
}

}  // namespace wreath::orbit
