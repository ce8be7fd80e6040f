// SPDX-License-Identifier: MIT
#include "wreath/group/report.hpp"

#include <fmt/format.h>

#include <map>
#include <numeric>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/text/option.hpp"
#include "core/text/table.hpp"
#include "core/text/units.hpp"

namespace wreath::group {

namespace {

constexpr std::size_t kLengthsShown = 20;

const ReportForm kGroup("", {{"input", "the group, as given"},
                             {"degree", "number of points"},
                             {"generators", "names of the generators"}});

const ReportForm kOrder("group order", kGroup,
                        {{"order",
                          "the order, or what it is at least; of giants of more than 5,000 points a text such as 1000000!"},
                         {"proven", "whether that is proven to be the order"},
                         {"proof", "how it is proven, or why it is not"},
                         {"giant", "symmetric or alternating, if it is one of these groups on all its points"},
                         {"base", "the base points of the chain, from 1"},
                         {"orbit_lengths", "the lengths of the orbits of the chain, whose product is the order"},
                         {"memory", "bytes of the chain", Unit::bytes}});

const ReportForm kLevel("", {{"point", "the base point, from 1"},
                             {"orbit", "the length of its orbit"},
                             {"depth", "of the tree"},
                             {"generators", "permutations that the level keeps"}});

const ReportForm kBase("group base", kOrder, {{"levels", "the levels of the chain", Unit::none, &kLevel}});

const ReportForm kMembership("", {{"element", "as given"},
                                  {"member",
                                   "whether it is in the group; null: not known, because the order is not proven or the run was "
                                   "stopped"}});

const ReportForm kContains("group contains", kGroup,
                           {{"order", "the order, or what it is at least"},
                            {"proven", "whether that is proven to be the order"},
                            {"elements", "one entry for each element", Unit::none, &kMembership}});

const ReportForm kFactor("group factor", kGroup,
                         {{"element", "as given"},
                          {"member", "whether it is in the group; null: not known"},
                          {"word", "the element as a word in the generators, if it is short"},
                          {"length", "number of letters of the word"},
                          {"lines", "number of lines of the straight-line program"},
                          {"program", "the straight-line program, if the word is long: its last line is the element"},
                          {"checked", "whether the program was evaluated, and gave the element"}});

const ReportForm kStabilizer("group stabilizer", kGroup,
                             {{"of", "the points, or the set, from 1"},
                              {"order", "the order of the stabilizer, or what it is at least"},
                              {"proven", "whether that is proven"},
                              {"index", "the order of the group divided by that"},
                              {"stabilizer_generators", "generators of the stabilizer in cycles, if they are few and short"},
                              {"files", "the files that they were written to"}});

const ReportForm kOrbits("group orbits", kGroup,
                         {{"orbits", "number of orbits"},
                          {"transitive", "whether there is one orbit"},
                          {"lengths", "lengths of the first orbits, by their least points"},
                          {"output", "the file of labels: for each point the least one of its orbit, from 0"}});

const ReportForm kSystem("", {{"blocks", "number of blocks"},
                              {"block_size", "points of each block"},
                              {"output", "the file of labels"}});

const ReportForm kBlocks("group blocks", kGroup,
                         {{"orbits", "number of orbits"},
                          {"transitive", "whether there is one orbit"},
                          {"primitive", "whether it is transitive, and has no blocks but points and the whole"},
                          {"systems", "the block systems whose blocks contain no smaller ones", Unit::none, &kSystem}});

const ReportForm kRandom("group random", kGroup,
                         {{"elements", "random elements in cycles"},
                          {"uniform", "whether they are uniformly random: the order is proven"},
                          {"files", "the files that they were written to"}});

const ReportForm kAction("group action", {{"input", "the group, as given"},
                                          {"on", "what it acts on"},
                                          {"degree", "number of points of the action"},
                                          {"files", "the permutations that were written"},
                                          {"items", "what the points stand for, from 1, if they are few"}});

Report group_report(const ReportForm& form, const Generators& generators, const std::string& input) {
  return Report(form, input, generators.degree, generators.names);
}

Value order_value(const Size& size) {
  return size.order.is_zero() ? Value(size.formula) : Value(size.order);
}

/// In digits, if these are few or there is no formula; in between both.
std::string order_text(const Size& size) {
  constexpr std::size_t kFewDigits = 15;
  constexpr std::size_t kBoth = 30;
  const std::string digits = size.order.text();
  if (size.formula.empty()) return group_digits(digits);
  if (size.order.is_zero() || digits.size() > kBoth) return size.formula;
  return digits.size() > kFewDigits ? fmt::format("{} = {}", size.formula, group_digits(digits)) : group_digits(digits);
}

void set_order(Report& report, const Size& size) {
  report.set("order", order_value(size)).set("proven", size.proven);
}

Report with_order(const ReportForm& form, const Group& group, const std::string& input, const RunControl& run) {
  Report report = group_report(form, group.generators(), input);
  set_order(report, group.size());
  report.set("proof", group.size().proof);
  if (group.giant() != Giant::none) report.set("giant", to_string(group.giant()));
  std::vector<std::uint64_t> base;
  std::vector<std::uint64_t> lengths;
  for (const LevelInfo& level : group.levels()) {
    base.push_back(std::uint64_t{level.base} + 1);
    lengths.push_back(level.orbit);
  }
  if (group.giant() == Giant::none) report.set("base", base).set("orbit_lengths", lengths).set("memory", group.memory());
  if (run.choice("presentation") == "unused")
    report.line("the presentation is not used: its enumeration did not end, and the presented group may be infinite");
  const std::string order = order_text(group.size());
  if (run.stop_reason() != StopReason::none && !group.size().proven) {
    report.partial(": the order is at least {}", {order});
  } else if (group.size().proven) {
    report.line("order {}", {order}).line("proven: {proof}");
  } else {
    report.line("order at least {}; not proven", {order}).line("{proof}");
  }
  return report;
}

}  // namespace

Report order_report(const Group& group, const std::string& input, const RunControl& run) {
  return with_order(kOrder, group, input, run);
}

Report base_report(const Group& group, const std::string& input, const RunControl& run) {
  Report report = with_order(kBase, group, input, run);
  std::vector<Report> levels;
  for (const LevelInfo& level : group.levels())
    levels.emplace_back(kLevel, std::uint64_t{level.base} + 1, level.orbit, level.depth, level.generators);
  for (const LevelInfo& level : group.levels())
    report.line("point {}: orbit {}, depth {}, {}", {std::to_string(std::uint64_t{level.base} + 1), format_count(level.orbit),
                                                     std::to_string(level.depth), counted(level.generators, "generator")});
  report.set("levels", levels);
  if (levels.empty() && group.giant() != Giant::none)
    report.line("{}", {fmt::format("a base: any {} points", group.degree() - (group.giant() == Giant::symmetric ? 1 : 2))});
  return report;
}

Report contains_report(const Group& group, const std::string& input, const std::vector<std::string>& elements,
                       const std::vector<std::optional<bool>>& answers) {
  Report report = group_report(kContains, group.generators(), input);
  set_order(report, group.size());
  std::vector<Report> list;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    list.emplace_back(kMembership, elements[i], answers[i] ? Value(*answers[i]) : Value::null());
    const char* const unknown = group.complete() && !group.size().proven ? "not known: the order of the group is not proven"
                                                                         : "not known: the run was stopped";
    const char* const word = !answers[i] ? unknown : *answers[i] ? "yes" : "no";
    report.line("{}", {answers.size() == 1 ? word : fmt::format("{}: {}", elements[i], word)});
  }
  report.set("elements", list);
  return report;
}

Report factor_report(const Group& group, const std::string& input, const std::string& element,
                     const std::optional<Program>& program, bool checked, std::uint64_t most_letters) {
  Report report = group_report(kFactor, group.generators(), input);
  report.set("element", element);
  if (!program) {
    report.set("member", group.size().proven ? Value(false) : Value::null());
    return report.line("{}",
                       {group.size().proven ? "not in the group" : "not found to be in the group, whose order is not proven"});
  }
  report.set("member", true).set("length", program->length()).set("lines", program->lines.size()).set("checked", checked);
  const auto word = program->word(most_letters);
  if (word) {
    const std::string text = print_word(*word, group.generators().names);
    report.set("word", text).set("length", word->size()).line("{}", {text});
  } else {
    const std::string text = program->text(group.generators().names);
    report.set("program", text).block(text);
  }
  return report;
}

Report stabilizer_report(const Group& group, const Group& found, const std::string& input, const std::string& of,
                         const std::vector<std::string>& files) {
  Report report = group_report(kStabilizer, group.generators(), input);
  report.set("of", of);
  set_order(report, found.size());
  if (found.size().proven && !found.size().order.is_zero()) report.set("index", group.size().order / found.size().order);
  report.line(found.size().proven ? "order {}" : "order at least {}; not proven", {order_text(found.size())});
  if (found.size().proven) report.line("index {index}");
  if (found.degree() <= 1000 && found.generators().images.size() <= 20) {
    std::vector<std::string> list;
    for (const Permutation& x : found.generators().images) list.push_back(cycles_of(x));
    if (files.empty())
      for (const std::string& each : list) report.line("{}", {each});
    report.set("stabilizer_generators", list);
  } else if (files.empty()) {
    report.line("{}; {} writes them", {counted(found.generators().images.size(), "generator"), option("output")});
  }
  if (!files.empty()) report.set("files", files);
  for (const std::string& file : files) report.line("{}", {file});
  return report;
}

Report orbits_report(const Generators& generators, const OrbitsAnswer& found, const std::string& input,
                     const std::string& output) {
  Report report = group_report(kOrbits, generators, input);
  report.set("orbits", found.orbits).set("transitive", found.orbits == 1).set("lengths", found.lengths);
  if (!output.empty()) report.set("output", output);
  report.line("{orbits orbit} of {degree point}");
  std::map<std::uint64_t, std::uint64_t> counts;
  std::vector<std::uint32_t> lengths(generators.degree);
  for (const Point label : found.labels) ++lengths[label];
  for (const std::uint32_t length : lengths) {
    if (length != 0) ++counts[length];
  }
  std::string text;
  std::size_t shown = 0;
  for (const auto& [length, count] : counts) {
    if (shown++ == kLengthsShown) break;
    text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", format_count(count), counted(length, "point"));
  }
  return report.line("{}", {text + (counts.size() > kLengthsShown ? ", ..." : "")}).line("{output}");
}

Report blocks_report(const Generators& generators, const BlocksAnswer& found, const std::string& input,
                     const std::string& output) {
  Report report = group_report(kBlocks, generators, input);
  report.set("orbits", found.orbits).set("transitive", found.transitive);
  if (!found.transitive) {
    report.line("not transitive: {orbits orbit}; blocks are those of a transitive group");
    if (!output.empty()) report.line("{}", {output + " is not written: there are no blocks"});
    return report;
  }
  report.set("primitive", found.primitive);
  std::vector<Report> systems;
  report.line("{}", {found.primitive ? "transitive and primitive" : "transitive, not primitive"});
  for (std::size_t i = 0; i < found.minimal.size(); ++i) {
    const BlockSystem& system = found.minimal[i];
    Report& each = systems.emplace_back(kSystem, system.blocks, system.block_size);
    if (i == 0 && !output.empty()) each.set("output", output);
    report.line("{} of {}", {counted(system.blocks, "block"), counted(system.block_size, "point")});
  }
  if (systems.empty() && !output.empty()) report.line("{}", {output + " is not written: there are no blocks"});
  report.set("systems", systems);
  return report;
}

Report random_report(const Group& group, const std::string& input, const std::vector<std::string>& cycles,
                     const std::vector<std::string>& files) {
  Report report = group_report(kRandom, group.generators(), input);
  if (files.empty()) report.set("elements", cycles);
  report.set("uniform", group.size().proven);
  if (!files.empty()) report.set("files", files);
  for (const std::string& text : files.empty() ? cycles : files) report.line("{}", {text});
  return report;
}

Report action_report(const Action& action, const std::string& input, const std::string& on,
                     const std::vector<std::string>& files) {
  Report report(kAction, input, on, action.generators.degree, files);
  if (action.items.size() <= 1000) {
    std::vector<std::vector<std::uint64_t>> items;
    for (const auto& item : action.items) {
      auto& made = items.emplace_back();
      for (const Point point : item) made.push_back(std::uint64_t{point} + 1);
    }
    report.set("items", items);
  }
  report.line("{degree point}");
  for (const std::string& file : files) report.line("{}", {file});
  return report;
}

void write_permutation(const std::string& path, std::span<const Point> permutation) {
  require_npy_name(path);
  OutputFile file(path);
  const std::uint64_t shape[] = {permutation.size()};
  const std::string header = make_npy_header('u', sizeof(Point), shape);
  file.write(std::as_bytes(std::span(header)));
  file.write(std::as_bytes(permutation));
  file.commit();
}

std::vector<std::string> write_generators(const std::string& prefix, const Generators& generators) {
  std::vector<std::string> files;
  const auto write = [&](const std::string& name, std::span<const Point> x) {
    files.push_back(fmt::format("{}-{}.npy", prefix, name));
    write_permutation(files.back(), x);
  };
  for (std::size_t g = 0; g < generators.images.size(); ++g) write(generators.names[g], generators.images[g]);
  if (files.empty()) {
    Permutation identity(generators.degree);
    std::iota(identity.begin(), identity.end(), Point{0});
    write("s1", identity);
  }
  return files;
}

}  // namespace wreath::group
