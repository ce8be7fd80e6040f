// SPDX-License-Identifier: MIT
//
// What is found of subgroups of small index, as reports.
#include <fmt/format.h>

#include "core/text/table.hpp"
#include "core/text/units.hpp"
#include "core/words/words.hpp"
#include "wreath/coset/report.hpp"

namespace wreath::coset {

namespace {

const ReportForm kSubgroupClass("", {{"index", "index of the subgroup"},
                                     {"normal", "whether it is normal"},
                                     {"conjugates", "number of subgroups in its class"},
                                     {"invariants",
                                      "of its abelianization: 0 for each infinite cyclic group, then the orders of "
                                      "the finite ones, of which each divides the next"},
                                     {"generators", "words that generate it"},
                                     {"permutations",
                                      "how each generator of the group acts on its cosets, which are numbered "
                                      "from 0: the image of each"},
                                     {"presentation", "of the subgroup, on x1, x2, ..."},
                                     {"presentation_generators", "what x1, x2, ... are in the group"}});
const ReportForm kSubgroups("coset subgroups",
                            {{"input", "the group, as given"},
                             {"index", "the largest index that was searched for"},
                             {"resumed", "whether the run began with a checkpoint, on which the answer depends"},
                             {"total", "number of conjugacy classes of subgroups"},
                             {"classes", "the same by index, from 1 on; of a stopped run, those that are known"},
                             {"normal", "number of normal subgroups by index"},
                             {"subgroups", "number of subgroups by index: the sizes of all classes"},
                             {"nodes", "number of choices that the search tried"},
                             {"list", "the classes, in the order of the search", Unit::none, &kSubgroupClass},
                             {"output", "the file that has one object for each class, one per line"}});

/// "Z^2 x C3 x C6", or 1.
std::string name_of(const AbelianInvariants& invariants) {
  std::string name;
  if (invariants.rank > 0) name = invariants.rank == 1 ? "Z" : fmt::format("Z^{}", invariants.rank);
  for (const Natural& order : invariants.torsion) name += (name.empty() ? "C" : " x C") + order.text();
  return name.empty() ? "trivial" : name;
}

/// (0 1)(2 4 3), or ().
std::string cycles_of(const std::vector<Coset>& images) {
  std::string text;
  std::vector<bool> seen(images.size());
  for (Coset first = 0; first < images.size(); ++first) {
    if (seen[first] || images[first] == first) continue;
    for (Coset c = first; !seen[c]; c = images[c]) {
      text += (c == first ? "(" : " ") + std::to_string(c);
      seen[c] = true;
    }
    text += ")";
  }
  return text.empty() ? "()" : text;
}

}  // namespace

Report subgroup_class_report(const std::string& name, const Problem& problem, const SubgroupClass& found, bool presentation,
                             RunControl* run) {
  const word::Alphabet& alphabet = problem.group.alphabet;
  const word::WordText words(alphabet);
  const Table table({problem.group}, found.entries);
  Report report(kSubgroupClass);
  std::vector<Natural> invariants(found.invariants.rank);
  invariants.insert(invariants.end(), found.invariants.torsion.begin(), found.invariants.torsion.end());
  report.set("index", found.index).set("normal", found.is_normal()).set("conjugates", found.conjugates);
  report.set("invariants", invariants);
  report.line("{}: index {index}, {}, abelianization {}",
              {name, found.is_normal() ? "normal" : counted(found.conjugates, "conjugate"), name_of(found.invariants)});
  std::vector<std::string> generators;
  for (const word::Word& word : schreier_generators(table, run)) generators.push_back(words.print(word));
  report.line("  generators: {}", {generators.empty() ? "none" : fmt::format("{}", fmt::join(generators, ", "))});
  std::vector<Field> letters;
  for (std::size_t x = 0; x < alphabet.size(); ++x)
    if (alphabet.inverses[x] >= x) letters.push_back({alphabet.names[x], ""});
  const ReportForm by_letter("", letters);
  Report permutations(by_letter);
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    if (alphabet.inverses[x] < x) continue;
    const std::vector<Coset> images = table.permutation(static_cast<word::Letter>(x));
    permutations.set(alphabet.names[x], images);
    report.line("  {}: {}", {alphabet.names[x], cycles_of(images)});
  }
  report.set("generators", generators).set("permutations", permutations);
  if (!presentation) return report;
  const SubgroupPresentation presented = subgroup_presentation(table, {}, run);
  if (!presented.simplified && run != nullptr && run->should_stop())
    throw LimitReached("stopped before the presentation was simplified");
  std::vector<std::string> named;
  for (const word::Word& word : presented.generators) named.push_back(words.print(word));
  report.set("presentation", presented.text()).set("presentation_generators", named);
  report.line("  presentation: {presentation}");
  for (std::size_t k = 0; k < named.size(); ++k) report.line("  x{} = {}", {std::to_string(k + 1), named[k]});
  return report;
}

Report subgroups_report(const std::string& input, const LowIndexSubgroups& found, const RunControl& run, Value list,
                        const std::string& output, std::uint64_t written) {
  Report report(kSubgroups);
  std::vector<std::uint64_t> classes;
  std::vector<std::uint64_t> normal;
  std::vector<std::uint64_t> subgroups;
  for (const LowIndexCounts& counts : found.counts()) {
    classes.push_back(counts.classes);
    normal.push_back(counts.normal);
    subgroups.push_back(counts.subgroups);
  }
  report.set("input", input).set("index", found.options().max_index).set("resumed", run.resumes());
  report.set("total", found.total().classes).set("classes", classes).set("normal", normal).set("subgroups", subgroups);
  report.set("nodes", found.choices()).set("list", std::move(list));
  report.line("{input}: {}{total class/classes} of {}subgroups of index at most {index}",
              {found.complete() ? "" : "at least ", found.options().normal ? "normal " : ""});
  std::vector<std::vector<std::string>> rows{{"index", "classes", "normal", "subgroups"}};
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (classes[k] == 0) continue;
    rows.push_back({format_count(k + 1), format_count(classes[k]), format_count(normal[k]), format_count(subgroups[k])});
  }
  if (rows.size() > 1) report.block(format_table(rows));
  if (!output.empty()) report.set("output", output).line("{output}: {}", {counted(written, "class", "classes")});
  return report;
}

}  // namespace wreath::coset
