// SPDX-License-Identifier: MIT
//
// wreath flip equivalent, automorphisms: schemes up to a change of basis.
#include "cli/flip/schemes.hpp"

namespace wreath::cli {

namespace {

int equivalent(Session& session, const SchemeOptions& options) {
  const flip::Scheme first = flip::open_scheme_modulo_2(options.inputs[0], reading(options), &session.run());
  const flip::Scheme second = flip::open_scheme_modulo_2(options.inputs[1], reading(options), &session.run());
  const flip::Equivalence found = flip::find_equivalence(first, second, &session.run());
  session.answer(found.map.has_value());
  return session.finish(true, flip::equivalence_report(options.inputs[0], first, options.inputs[1], second, found));
}

int automorphisms(Session& session, const SchemeOptions& options) {
  const flip::Scheme scheme = flip::open_scheme_modulo_2(options.inputs[0], reading(options), &session.run());
  const flip::Automorphisms found = flip::find_automorphisms(scheme, &session.run());
  return session.finish(true, flip::automorphisms_report(options.inputs[0], scheme, found));
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
