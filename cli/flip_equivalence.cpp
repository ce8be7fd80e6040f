// SPDX-License-Identifier: MIT
//
// wreath flip equivalent, automorphisms: schemes up to a change of basis.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "cli/flip_schemes.hpp"
#include "cli/table.hpp"
#include "core/run/counted.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

namespace {

/// The rows of a matrix as strings of 0 and 1.
std::vector<std::string> rows_of(const std::vector<std::uint64_t>& matrix) {
  std::vector<std::string> rows;
  for (const std::uint64_t row : matrix) {
    std::string& text = rows.emplace_back();
    for (std::size_t j = 0; j < matrix.size(); ++j) text += (row >> j & 1) != 0 ? '1' : '0';
  }
  return rows;
}

Json map_json(const flip::SchemeMap& map) {
  return {{"turns", map.turns},
          {"transposed", map.transposed},
          {"X", rows_of(map.matrices[0])},
          {"Y", rows_of(map.matrices[1])},
          {"Z", rows_of(map.matrices[2])}};
}

std::string map_text(const flip::SchemeMap& map) {
  std::string text = fmt::format("  first: {}\n", flip::describe_turn(map));
  for (unsigned p = 0; p < 3; ++p) text += fmt::format("  {} = {}\n", "XYZ"[p], fmt::join(rows_of(map.matrices[p]), " "));
  return text;
}

int equivalent(Session& session, const SchemeOptions& options) {
  const flip::Scheme first = flip::open_scheme_modulo_2(options.inputs[0], reading(options), &session.run());
  const flip::Scheme second = flip::open_scheme_modulo_2(options.inputs[1], reading(options), &session.run());
  const flip::Equivalence found = flip::find_equivalence(first, second, &session.run());
  Json results{{"first", options.inputs[0]},
               {"second", options.inputs[1]},
               {"equivalent", found.map.has_value()},
               {"invariants",
                {fmt::format("{:016x}", flip::basis_invariant(first)), fmt::format("{:016x}", flip::basis_invariant(second))}}};
  std::string text;
  if (found.map) {
    results["map"] = map_json(*found.map);
    text = wrap_words(
        fmt::format("equivalent over F2; this takes {} to {} (verified):\n{}  then a to X a Y^-1, b to Y b Z^-1, c to Z c X^-1\n",
                    options.inputs[0], options.inputs[1], map_text(*found.map)));
  } else {
    results["by_invariant"] = found.by_invariant;
    const bool same_shape = flip::in_order(first.shape) == flip::in_order(second.shape);
    text = fmt::format("different over F2: {}\n",
                       !same_shape ? fmt::format("shapes {} and {}", to_string(first.shape), to_string(second.shape))
                       : first.rank() != second.rank() ? fmt::format("ranks {} and {}", first.rank(), second.rank())
                       : found.by_invariant            ? "their invariants differ"
                                                       : "no change of basis takes one to the other");
  }
  session.answer(found.map.has_value());
  return session.finish(true, results, text);
}

int automorphisms(Session& session, const SchemeOptions& options) {
  const flip::Scheme scheme = flip::open_scheme_modulo_2(options.inputs[0], reading(options), &session.run());
  const flip::Automorphisms found = flip::find_automorphisms(scheme, &session.run());
  Json generators = Json::array();
  for (const flip::SchemeMap& map : found.generators) generators.push_back(map_json(map));
  const Json results{{"scheme", options.inputs[0]},
                     {"shape", to_string(scheme.shape)},
                     {"rank", scheme.rank()},
                     {"order", found.order},
                     {"basis_order", found.basis_order},
                     {"invariant", fmt::format("{:016x}", flip::basis_invariant(scheme))},
                     {"generators", generators}};
  return session.finish(
      true, results,
      wrap_words(fmt::format("{}: {}, rank {}: {} over F2\n  {} of them {} of basis\n", options.inputs[0],
                             to_string(scheme.shape), scheme.rank(), counted(found.order, "automorphism"),
                             format_count(found.basis_order), found.basis_order == 1 ? "is a change" : "are changes")));
}

}  // namespace

void add_flip_equivalence(Program& program, Command& flip) {
  add_command<SchemeOptions>(
      program, flip, "equivalent", "Find out whether two schemes are the same up to a change of basis over F2",
      "  wreath flip equivalent one.txt two.txt\n"
      "  wreath flip equivalent data/schemes/3x3x3-23.txt best.json --json\n"
      "  wreath flip equivalent one.txt two.txt --test && echo equivalent\n"
      "\n"
      "A change of basis takes a to X a Y^-1, b to Y b Z^-1 and c to Z c X^-1. Before it, factors may turn, (a,b,c) -> (b,c,a), "
      "and\n"
      "be transposed, (a,b,c) -> (b',a',c'). Schemes over Z are compared modulo 2. The answer is exact, either way.",
      Length::brief,
      [](Command& command, SchemeOptions& options) {
        add_schemes(command, options, 2, 2, "Two files, or shapes for their standard schemes");
        add_test(command, options);
      },
      equivalent);
  add_command<SchemeOptions>(
      program, flip, "automorphisms", "Count the changes of basis over F2 that take a scheme to itself",
      "  wreath flip automorphisms data/schemes/2x2x2-7.txt\n"
      "  wreath flip automorphisms 4x4x4 --json\n"
      "\n"
      "They include turns, (a,b,c) -> (b,c,a), and the transposition, (a,b,c) -> (b',a',c'), where the shape has them. --json "
      "lists\n"
      "generators of the group.",
      Length::brief, [](Command& command, SchemeOptions& options) { add_scheme(command, options); }, automorphisms);
}

}  // namespace wreath::cli
