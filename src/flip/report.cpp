// SPDX-License-Identifier: MIT
//
// Reports of single schemes, and of what is made of them; report_search.cpp has those of searches and hunts.
#include "wreath/flip/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text/option.hpp"
#include "core/text/table.hpp"
#include "core/text/units.hpp"
#include "flip/report_parts.hpp"
#include "wreath/flip/symmetry.hpp"
#include "wreath/flip/tensor.hpp"
#include "wreath/run.hpp"

namespace wreath::flip {

const ReportForm kSkippedFile("", {{"file", "a file of a folder that is not such a scheme"}, {"error", "why not"}});
const ReportForm kLiftCounts("", {{"tried", "number of schemes"},
                                  {"ZT", "number of those that lift to coefficients -1, 0, 1"},
                                  {"Z", "to other integers"},
                                  {"Q", "to fractions"},
                                  {"impossible", "number of those that provably do not lift"},
                                  {"left", "number of those that were not tried"}});

namespace {

const ReportForm kScheme("", {{"input", "the scheme, as given"},
                              {"shape", "n x m x p"},
                              {"rank", "number of products"},
                              {"ring", "where it is valid: F2, F3, ZT (Z with -1, 0, 1), Z or Q"},
                              {"nonzeros", "number of coefficients that are not 0"},
                              {"additions", "number of additions without sharing sums"}});
const std::vector<Field> kVerified{
    {"best_known", "lowest known rank of the shape over the ring"},
    {"symmetries", "the symmetries that it has modulo 2"},
    {"recursive_calls", "of structured blocks: number of products of the same form again"},
    {"asymptotic_factor", "with them: the cost for large matrices, as a share of the general product"},
    {"error", "what is wrong with it"},
    {"wrong", "whether it was read, but is not valid"}};
const ReportForm kVerifiedOne("", kScheme, kVerified);
const ReportForm kVerifiedAll("flip verify", {{"schemes", "one object for each", Unit::none, &kVerifiedOne},
                                              {"all_right", "whether all are valid"}});
const ReportForm kConvert("flip convert", kScheme,
                          {{"output", "the file that was written"}, {"c_transposed", "whether it holds c as p x n"}});
const ReportForm kLift("flip lift", kScheme,
                       {{"lifted", "whether a lift was found"},
                        {"power_of_2", "there is a lift to Z/2^k at least, for this k"},
                        {"power_of_3", "of a scheme over F3: there is a lift to Z/3^k at least, for this k"},
                        {"tries", "number of attempts"},
                        {"no_ternary_lift", "whether it is proven that there is no lift to -1, 0, 1"},
                        {"impossible", "whether it is proven that there is no lift"},
                        {"output", "the file that was written"}});
const ReportForm kLiftedFile("", {{"file", "the scheme"},
                                  {"shape", "n x m x p"},
                                  {"rank", "number of products"},
                                  {"ring", "of its lift"},
                                  {"output", "the file that was written"}});
const ReportForm kLiftFolder("flip lift of a folder", {{"input", "the folder"},
                                                       {"lifts", "how many lift", Unit::none, &kLiftCounts},
                                                       {"schemes", "those that lift", Unit::none, &kLiftedFile},
                                                       {"skipped", "files that are not schemes", Unit::none, &kSkippedFile},
                                                       {"output", "the folder that was written"}});
const ReportForm kSimplify("flip simplify", kScheme,
                           {{"excess_before", "sum of |c| - 1 over the coefficients other than -1, 0, 1 before"},
                            {"excess", "the same afterwards"},
                            {"rounds", "number of rounds of every walk"},
                            {"output", "the file that was written"}});
const ReportForm kProduct("", {{"count", "number of products of such blocks"},
                               {"shape", "of the blocks"},
                               {"rank", "of the scheme for them"},
                               {"scheme", "the scheme for them, or \"standard\""}});
const ReportForm kDerive("flip derive", kScheme,
                         {{"operation", "extend, project, merge, product, blocks or permute"},
                          {"rank_before_reduction", "with the option reduce: the rank before"},
                          {"products", "of blocks: how each kind is computed", Unit::none, &kProduct},
                          {"skipped", "files that are not schemes", Unit::none, &kSkippedFile},
                          {"output", "the file that was written"}});
const ReportForm kPath("flip path", {{"from", "the first scheme"},
                                     {"to", "the last scheme"},
                                     {"shape", "of both"},
                                     {"from_rank", "rank of the first"},
                                     {"to_rank", "rank of the last"},
                                     {"moves", "number of moves"},
                                     {"flips", "number of flips"},
                                     {"pluses", "number of pluses"},
                                     {"greatest_rank", "the greatest rank on the way"},
                                     {"output", "the file that was written"}});
const ReportForm kMap("", {{"turns", "the number of times that (a,b,c) -> (b,c,a) comes first"},
                           {"transposed", "then (a,b,c) -> (b',a',c')"},
                           {"X", "then a to X a Y^-1: rows as strings of 0 and 1"},
                           {"Y", "b to Y b Z^-1"},
                           {"Z", "c to Z c X^-1"}});
const ReportForm kEquivalent("flip equivalent",
                             {{"x", "a scheme, as given"},
                              {"y", "another scheme, as given"},
                              {"equivalent", "whether a change of basis over F2 takes one to the other"},
                              {"invariants", "numbers that are equal for equivalent schemes, in hexadecimal"},
                              {"map", "the change of basis", Unit::none, &kMap},
                              {"by_invariant", "whether shapes, ranks or invariants show that there is none"}});
const ReportForm kAutomorphisms("flip automorphisms",
                                {{"input", "the scheme, as given"},
                                 {"shape", "n x m x p"},
                                 {"rank", "number of products"},
                                 {"order", "number of automorphisms over F2"},
                                 {"basis_order", "number of those that are changes of basis"},
                                 {"invariant", "a number that is equal for equivalent schemes, in hexadecimal"},
                                 {"generators", "generators of the group", Unit::none, &kMap}});
const ReportForm kSet("", {{"size", "number of summands that share a factor"},
                           {"a", "number of such sets at the first position"},
                           {"b", "at the second"},
                           {"c", "at the third"},
                           {"all", "at all positions"}});
const ReportForm kStatistics("flip stats", {{"schemes", "number of schemes"},
                                            {"skipped", "files that are not schemes", Unit::none, &kSkippedFile},
                                            {"sets", "sets of summands that share a factor, by size", Unit::none, &kSet},
                                            {"sets_above_2", "number of sets of more than two"},
                                            {"sets_above_5", "number of sets of more than five"}});

void set_scheme(Report& report, const VerifiedScheme& file) {
  const Cost cost = cost_of(file.scheme);
  report.set("shape", to_string(file.scheme.shape)).set("rank", file.scheme.rank()).set("ring", to_string(file.ring));
  report.set("nonzeros", cost.nonzeros).set("additions", cost.additions);
}

/// "NAME: 4x4x4, rank 47, valid over F2" and a line of its cost.
void say_scheme(Report& report, const std::string& name, const VerifiedScheme& file, const std::string& more = "") {
  report.line("{}: {shape}, rank {rank}, valid over {}", {name, std::string(describe(file.ring))});
  report.line("  {nonzeros} non-zeros, {additions} additions{}", {more});
}

std::string symmetry_text(const SymmetryGroup& group) {
  if (!has_mirror(group.kind)) return std::string(to_string(group.kind));
  const bool alike = std::ranges::count(group.swaps, group.swaps[0]) == 3;
  const std::string swaps = alike ? fmt::to_string(group.swaps[0]) : fmt::format("{}", fmt::join(group.swaps, ","));
  return fmt::format("{} {}", to_string(group.kind),
                     written_out(option("swaps", swaps), OptionStyle::flag));  // as a search has it
}

/// The rows of a matrix as strings of 0 and 1.
std::vector<std::string> rows_of(const std::vector<std::uint64_t>& matrix) {
  std::vector<std::string> rows;
  for (const std::uint64_t row : matrix) {
    std::string& text = rows.emplace_back();
    for (std::size_t j = 0; j < matrix.size(); ++j) text += (row >> j & 1) != 0 ? '1' : '0';
  }
  return rows;
}

std::string invariant_of(const Scheme& scheme) {
  return fmt::format("{:016x}", basis_invariant(scheme));
}

/// "10 of 34 products are of the same form: ..."
std::string recursion_text(const RecursiveCalls& calls) {
  std::string text = fmt::format("{} of {} are of the same form", calls.same, counted(calls.products, "product"));
  if (calls.left + calls.right + calls.own != 0) {
    text += fmt::format(" ({} more with one structured factor", calls.left + calls.right);
    text += calls.own != 0 ? fmt::format(", {} a general block times its own transpose)", calls.own) : ")";
  }
  return text + fmt::format(": for large matrices {:.4f} times the cost of a general product with exponent log2 7", calls.factor);
}

/// Why there is no lift.
std::string shortfall(const Lift& found) {
  if (found.impossible && found.prime == 3)
    return "it provably has no lift to Z/9, hence none to Z or to fractions whose denominators are prime to 3";
  if (found.impossible) return "it provably has no lift to Z/4, hence none to Z or to fractions with odd denominators";
  if (found.bytes_needed != 0) {
    return fmt::format("{}; other coefficients were not tried: that needs {} of memory",
                       found.no_ternary ? "it provably has no lift to -1, 0, 1" : "no lift to -1, 0, 1 was found",
                       format_bytes(found.bytes_needed));
  }
  return fmt::format(
      "it lifts to Z/{}^{}, and no exact scheme was found on {} up; this does not prove that there is none: try more, with {}",
      found.prime, found.power, counted(found.tries + 1, "way"), option("tries"));
}

}  // namespace

// --- parts that several reports have

Value skipped_value(const std::vector<SkippedFile>& skipped) {
  std::vector<Report> files;
  for (const auto& [name, reason] : skipped) files.emplace_back(kSkippedFile, name, Error(reason).text(OptionStyle::flag));
  return files;
}

void say_skipped(Report& report, const std::vector<SkippedFile>& skipped) {
  constexpr std::size_t kShown = 10;
  if (skipped.empty()) return;
  report.line("skipped {}:", {counted(skipped.size(), "file")});
  for (std::size_t k = 0; k < std::min(kShown, skipped.size()); ++k) report.line("  {}", {skipped[k].reason});
  if (skipped.size() > kShown) report.line("  and {} more", {format_count(skipped.size() - kShown)});
}

Value lifts_value(const LiftCounts& counts) {
  return Report(kLiftCounts, counts.tried, counts.ternary, counts.integers, counts.rationals, counts.impossible, counts.left);
}

std::string lifts_text(const LiftCounts& counts) {
  const std::size_t open = counts.tried - counts.lifted() - counts.impossible;
  std::string text = fmt::format("of {}, {} lift{} to coefficients -1, 0, 1; {} to Z; {} to Q; {} provably do{} not lift",
                                 counted(counts.tried, "scheme"), format_count(counts.ternary), counts.ternary == 1 ? "s" : "",
                                 format_count(counts.integers), format_count(counts.rationals), format_count(counts.impossible),
                                 counts.impossible == 1 ? "es" : "");
  if (open != 0) text += fmt::format(", and for {} none was found", format_count(open));
  if (counts.left != 0) text += fmt::format("; {} not tried", format_count(counts.left));
  return text;
}

// --- one scheme

Report verified_report(const std::string& input, const VerifiedScheme& file) {
  constexpr std::size_t kShown = 6;  // standard schemes have every mirror: of many, only a few are listed
  Report report(kVerifiedOne, input);
  set_scheme(report, file);
  const auto known = known_ranks(file.scheme.shape);
  const unsigned best_known = known ? known->in(file.ring) : 0;
  if (best_known != 0) report.set("best_known", best_known);
  std::vector<std::string> names;
  for (const SymmetryGroup& group : symmetries_of(file.scheme)) names.push_back(symmetry_text(group));
  report.set("symmetries", names);
  const auto calls = recursive_calls(file.scheme);
  if (calls) report.set("recursive_calls", calls->same).set("asymptotic_factor", calls->factor);
  say_scheme(report, input, file, best_known != 0 ? fmt::format("; best known rank: {}", best_known) : "");
  if (calls) report.line("  on blocks {}", {recursion_text(*calls)});
  if (names.empty()) return report;
  const std::size_t shown = names.size() <= kShown + 1 ? names.size() : kShown;
  const std::string more = shown < names.size() ? fmt::format(" and {} more", names.size() - shown) : "";
  names.resize(shown);
  return report.line("  invariant under {}{}", {fmt::format("{}", fmt::join(names, "; ")), more});
}

Report wrong_report(const std::string& input, const std::string& problem, bool was_read) {
  Report report(kVerifiedOne, input);
  report.set("error", problem).set("wrong", was_read);
  return report.line(was_read ? "WRONG: {error}" : "error: {error}");
}

Report verified_list(const std::vector<Report>& schemes, bool all_right) {
  Report report(kVerifiedAll, schemes, all_right);
  for (const Report& scheme : schemes) {
    for (const Report::Line& line : scheme.lines()) report.line("{}", {line.text.substr(0, line.text.size() - 1)});
  }
  return report;
}

Report convert_report(const VerifiedScheme& file, const std::string& input, const SchemeFileOptions& to,
                      const std::string& output) {
  Report report(kConvert, input);
  set_scheme(report, file);
  report.set("output", output).set("c_transposed", to.c_transposed);
  say_scheme(report, output, file);
  return report;
}

Report lift_report(const std::string& input, const RationalScheme& bits, const Lift& found, const std::string& output,
                   bool stopped) {
  Report report(kLift, input, to_string(bits.shape), bits.rank());
  report.set("lifted", found.scheme.has_value());
  report.set(found.prime == 2 ? "power_of_2" : "power_of_3", found.power).set("tries", found.tries + 1);
  if (found.prime == 2) report.set("no_ternary_lift", found.no_ternary);
  if (!found.scheme) {
    const std::string unwritten = output.empty() ? "" : fmt::format("; {} is not written", output);
    report.set("impossible", found.impossible).partial(" before a lift was found or ruled out{}", {unwritten});
    return stopped ? report : report.line("{input}: {shape}, rank {rank}: {}{}", {shortfall(found), unwritten});
  }
  const VerifiedScheme lifted{*found.scheme, found.ring};
  set_scheme(report, lifted);
  if (!output.empty()) report.set("output", output);
  say_scheme(report, output.empty() ? input + ": found a lift" : output, lifted,
             found.no_ternary ? "; there is no lift to -1, 0, 1" : "");
  return output.empty() ? report.line("  not saved: name a file with -o") : report;
}

Report lift_report(const std::string& input, const LiftedFolder& found, const std::string& output) {
  std::vector<Report> lifted;
  for (const LiftedFile& file : found.files) {
    if (!file.ring) continue;
    lifted.emplace_back(kLiftedFile, file.file, to_string(file.shape), file.rank, to_string(*file.ring));
    if (!file.output.empty()) lifted.back().set("output", file.output);
  }
  Report report(kLiftFolder, input, lifts_value(found.counts), lifted, skipped_value(found.skipped));
  if (!output.empty()) report.set("output", output);
  report.line("{input}: {}", {lifts_text(found.counts)}).line("written: {output}");
  say_skipped(report, found.skipped);
  return report;
}

Report simplify_report(const std::string& input, const Simplified& found, bool is_better, const std::string& output) {
  const VerifiedScheme simplified{found.scheme, found.ring};
  Report report(kSimplify, input);
  set_scheme(report, simplified);
  report.set("excess_before", found.excess_before).set("excess", found.excess).set("rounds", found.rounds);
  if (!output.empty() && is_better) report.set("output", output);
  say_scheme(report, input, simplified);
  report.line("  excess over -1, 0, 1: {excess} (was {excess_before})").line("written: {output}");
  if (!output.empty() && !is_better) report.line("not written: nothing better than {input} was found");
  return report;
}

Report derive_report(const std::string& operation, const DerivedScheme& found, std::span<const KnownScheme> inputs,
                     const std::vector<SkippedFile>& skipped, bool reduced, const std::string& output) {
  const VerifiedScheme result{found.scheme, found.ring};
  Report report(kDerive);
  set_scheme(report, result);
  report.set("operation", operation);
  if (operation == "blocks") report.set("skipped", skipped_value(skipped));
  if (reduced) report.set("rank_before_reduction", found.rank_before_reduction);
  if (!output.empty()) report.set("output", output);
  say_scheme(report, output.empty() ? operation : output, result);
  std::vector<Report> products;
  for (const BlockProducts& product : found.products) {
    const std::string by = product.scheme ? inputs[*product.scheme + 1].name : "standard";
    products.emplace_back(kProduct, product.count, to_string(product.shape), product.rank, by);
    report.line("  {} of {}, rank {}: {}",
                {std::to_string(product.count), to_string(product.shape), std::to_string(product.rank), by});
  }
  if (!products.empty()) report.set("products", products);
  say_skipped(report, skipped);
  return report;
}

// --- two schemes

Report map_report(const SchemeMap& map) {
  return {kMap, map.turns, map.transposed, rows_of(map.matrices[0]), rows_of(map.matrices[1]), rows_of(map.matrices[2])};
}

Report path_report(const std::string& from_name, const Scheme& from, const std::string& to_name, const Scheme& to,
                   const Path& found, const std::string& output) {
  Report report(kPath, from_name, to_name, to_string(from.shape), from.rank(), to.rank(), found.moves.size(), found.flips(),
                found.pluses(), found.greatest_rank);
  if (!output.empty()) report.set("output", output);
  return report.line(
      "from {from} (rank {from_rank}) to {to} (rank {to_rank}): {flips flip} and {pluses plus/pluses}, greatest "
      "rank {greatest_rank}; every step verified");
}

Report equivalence_report(const std::string& x_name, const Scheme& x, const std::string& y_name, const Scheme& y,
                          const Equivalence& found) {
  Report report(kEquivalent, x_name, y_name, found.map.has_value(), std::vector{invariant_of(x), invariant_of(y)});
  if (found.map) {
    report.set("map", map_report(*found.map));
    report.line("equivalent over F2; this takes {x} to {y} (verified):").line("  first: {}", {describe_turn(*found.map)});
    for (unsigned p = 0; p < 3; ++p)
      report.line("  {} = {}", {std::string(1, "XYZ"[p]), fmt::format("{}", fmt::join(rows_of(found.map->matrices[p]), " "))});
    return report.line("  then a to X a Y^-1, b to Y b Z^-1, c to Z c X^-1");
  }
  report.set("by_invariant", found.by_invariant);
  return report.line("different over F2: {}", {in_order(x.shape) != in_order(y.shape)
                                                   ? fmt::format("shapes {} and {}", to_string(x.shape), to_string(y.shape))
                                               : x.rank() != y.rank() ? fmt::format("ranks {} and {}", x.rank(), y.rank())
                                               : found.by_invariant   ? "their invariants differ"
                                                                      : "no change of basis takes one to the other"});
}

Report automorphisms_report(const std::string& input, const Scheme& scheme, const Automorphisms& found) {
  std::vector<Report> generators;
  for (const SchemeMap& map : found.generators) generators.push_back(map_report(map));
  Report report(kAutomorphisms, input, to_string(scheme.shape), scheme.rank(), found.order, found.basis_order,
                invariant_of(scheme), generators);
  report.line("{input}: {shape}, rank {rank}: {order automorphism} over F2");
  return report.line("  {basis_order} of them {} of basis", {found.basis_order == 1 ? "is a change" : "are changes"});
}

// --- many schemes

Report statistics_report(const SharedFactors& shared) {
  std::vector<std::vector<std::string>> rows{{"size", "a", "b", "c", "all"}};
  std::vector<Report> sizes;
  for (std::uint64_t size = 2; size <= shared.largest(); ++size) {
    const std::array count{shared.of_size(size, 0), shared.of_size(size, 1), shared.of_size(size, 2)};
    const std::uint64_t all = count[0] + count[1] + count[2];
    if (all == 0) continue;
    rows.push_back(
        {std::to_string(size), format_count(count[0]), format_count(count[1]), format_count(count[2]), format_count(all)});
    sizes.emplace_back(kSet, size, count[0], count[1], count[2], all);
  }
  const std::uint64_t above_two = shared.of_size_at_least(3);
  const std::uint64_t above_five = shared.of_size_at_least(6);
  const double share = above_two == 0 ? 0 : 100.0 * static_cast<double>(above_two - above_five) / static_cast<double>(above_two);
  Report report(kStatistics, shared.schemes, skipped_value(shared.skipped), sizes, above_two, above_five);
  report.line("Sets of summands that share a factor, by size and position, in {schemes scheme}:");
  report.block("\n" + format_table(rows) + "\n");
  report.line(
      "{sets_above_2} sets of more than two{}",
      {above_two == 0 ? "" : fmt::format(", {} of more than five: {:.2f}% have at most five", format_count(above_five), share)});
  say_skipped(report, shared.skipped);
  return report;
}

}  // namespace wreath::flip
