// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "wreath/semigroup/congruence.hpp"
#include "wreath/semigroup/files.hpp"

namespace wreath::semigroup {

namespace {

const ReportForm kListed("", {{"classes", "number of classes"},
                              {"pair", "words of two elements that generate it, if a pair does"},
                              {"below", "numbers of those directly below it, which are finer; left out if not all were found"}});
const ReportForm kCongruence("semigroup congruence", {{"input", "the semigroup, as given"},
                                                      {"size", "number of elements"},
                                                      {"complete_to", "word length to which all elements were found, if not all"},
                                                      {"kind", "twosided, right or left"},
                                                      {"pairs", "number of pairs that generate it"},
                                                      {"classes", "number of classes"},
                                                      {"class_sizes", "sizes of the classes, the largest first"},
                                                      {"related", "for each pair that was asked for, whether it is related"},
                                                      {"output", "the file of the quotient"},
                                                      {"congruences", "number of all congruences, or of those that were found"},
                                                      {"principal", "number of those that a pair generates"},
                                                      {"lattice", "the same, the finest first", Unit::none, &kListed},
                                                      {"picture", "the file of the picture, if it was written"},
                                                      {"reason", "what limit was reached, in words"}});

constexpr std::string_view kNotWritten = "{}: not written, because not all congruences were found";
constexpr std::size_t kMostSizes = 1000;
constexpr std::size_t kMostLines = 40;

std::string pair_text(const Enumeration& found, const ElementPair& pair) {
  return fmt::format("{} = {}", print_word(found.word(pair.first)), print_word(found.word(pair.second)));
}

}  // namespace

Report congruence_report(const std::string& input, const Enumeration& found, const Congruence& congruence, std::size_t pairs,
                         const std::vector<bool>& related, const std::string& output) {
  Report report(kCongruence, input, found.size(), Value(), to_string(congruence.kind()), pairs, congruence.count());
  std::vector<std::uint64_t> sizes(congruence.count());
  for (const std::uint32_t each : congruence.classes()) ++sizes[each];
  std::ranges::sort(sizes, std::ranges::greater());
  std::map<std::uint64_t, std::uint64_t, std::greater<>> by_size;
  for (const std::uint64_t size : sizes) ++by_size[size];
  if (sizes.size() > kMostSizes) sizes.resize(kMostSizes);
  report.set("class_sizes", sizes);
  report.line("{input}: {classes class/classes} of {size element} under the {kind} congruence");
  std::string lines;
  for (const auto& [size, count] : by_size) {
    lines += fmt::format("{}{} of size {}", lines.empty() ? "  " : ", ", format_count(count), format_count(size));
    if (lines.size() > 100) break;
  }
  if (!lines.empty()) report.block(lines + "\n");
  if (!related.empty()) {
    std::vector<Value> answers(related.begin(), related.end());
    ValueList list;
    for (const Value& answer : answers) list.add(answer);
    report.set("related", list.take());
    for (std::size_t k = 0; k < related.size(); ++k)
      report.line("  pair {}: {}", {std::to_string(k + 1), related[k] ? "related" : "not related"});
  }
  if (!output.empty()) report.set("output", output).line("  quotient: {output}");
  return report;
}

Report lattice_report(const std::string& input, const Enumeration& found, CongruenceKind kind, const CongruenceLattice& lattice,
                      const std::string& picture) {
  Report report(kCongruence);
  report.set("input", input).set("size", found.size()).set("kind", to_string(kind));
  const auto principal =
      static_cast<std::size_t>(std::ranges::count_if(lattice.pairs, [](const auto& p) { return p.has_value(); }));
  report.set("congruences", lattice.congruences.size()).set("principal", principal);
  if (lattice.reached_most)
    report.ended("most").set("reason", option("most", std::to_string(lattice.congruences.size())) + " was reached");
  report.line(lattice.complete ? "{input}: {} of {size element}, {principal} of them by one pair"
                               : "{input}: at least {} of {size element}[: {reason}]",
              {counted(lattice.congruences.size(), fmt::format("{} congruence", to_string(kind)))});
  if (!lattice.complete) report.line("  The list has those found so far. Their order is computed only once all are found.");
  std::vector<std::vector<std::uint64_t>> below(lattice.congruences.size());
  for (const auto& [upper, lower] : lattice.covers) below[upper].push_back(lower);
  std::vector<Report> listed;
  for (std::size_t c = 0; c < lattice.congruences.size(); ++c) {
    const std::string pair = lattice.pairs[c] ? pair_text(found, *lattice.pairs[c]) : "";
    listed.emplace_back(kListed, lattice.congruences[c].count(), pair.empty() ? Value() : Value(pair),
                        lattice.complete ? Value(below[c]) : Value());
    if (c >= kMostLines) continue;
    report.line("  {}: {}{}{}", {std::to_string(c), counted(lattice.congruences[c].count(), "class", "classes"),
                                 below[c].empty() ? "" : fmt::format(", above {}", fmt::join(below[c], " ")),
                                 pair.empty() ? "" : ", by " + pair});
  }
  if (lattice.congruences.size() > kMostLines) report.line("  ...");
  report.set("lattice", listed);
  if (!lattice.complete) return picture.empty() ? report : report.line(kNotWritten, {picture});
  if (!picture.empty()) report.set("picture", picture).line("  picture: {picture}");
  return report;
}

}  // namespace wreath::semigroup
