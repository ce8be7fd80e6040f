// SPDX-License-Identifier: MIT
//
// wreath perm: permutations of any number of points. Here the verbs that make one: random, multiply, inverse, divide, power.
#include <fmt/format.h>

#include <optional>

#include "cli/perm/common.hpp"
#include "core/text/units.hpp"
#include "wreath/perm/expression.hpp"

namespace wreath::cli {

namespace {

struct PowerOptions : PermOptions {
  std::string exponent;
};

int random(Session& session, const PointsOptions& options) {
  const auto report =
      perm::random_file(options.points, options.point_bytes, options.seed, options.output, file_options(options), &session.run());
  return finish_file(session, options, report, "random", fmt::format("a random permutation, seed {}", options.seed), "shuffle");
}

int multiply(Session& session, const PermOptions& options) {
  const auto multiply_by = [&](const auto& x, const auto& y) {
    return perm::multiply_files(x, y, options.output, file_options(options), &session.run());
  };
  const auto pair =
      options.y == "-" || is_permutation_text(options.y) ? std::optional(open_pair(session, options)) : std::nullopt;
  const auto report = pair ? multiply_by(pair->first, pair->second) : multiply_by(open_map(session, options.x), options.y);
  return finish_file(session, options, report, "multiply", fmt::format("{} * {}", options.x, options.y));
}

int inverse(Session& session, const PermOptions& options) {
  const auto report = perm::inverse_file(open_map(session, options.x), options.output, file_options(options), &session.run());
  return finish_file(session, options, report, "inverse", fmt::format("{}^-1", options.x));
}

int divide(Session& session, const PermOptions& options) {
  const auto [x, y] = open_pair(session, options);
  const auto report = perm::divide_files(x, y, options.output, file_options(options), &session.run());
  return finish_file(session, options, report, "divide", fmt::format("{}^-1 * {}", options.x, options.y));
}

int power(Session& session, const PowerOptions& options) {
  const auto report = perm::power_file(open_map(session, options.x), std::string_view(options.exponent), options.output,
                                       file_options(options), &session.run());
  return finish_file(session, options, report, "power", fmt::format("{}^{}", options.x, options.exponent));
}

}  // namespace

void add_perm(Program& program) {
  Command& perm = program.app.add_subcommand("perm", "Permutations and maps on up to billions of points", "Engines");
  perm.require_subcommand();
  perm.footer(
      "A file is a numpy array (.npy) of the images of 0, 1, 2, ..., or GAP text: PermList([2,1,3]), [2,1,3] or (1,2)(3,4),\n"
      "whose points start at 1. '-' reads either from stdin. x*y is x first, then y, as in GAP.\n\n"
      "Examples:\n"
      "  wreath perm random 16M --seed 1 -o x.npy\n"
      "  wreath perm multiply x.npy y.npy -o z.npy\n"
      "  wreath perm inverse x.npy -o w.npy\n"
      "  wreath perm cycles x.npy");

  add_command<PointsOptions>(
      program, perm, "random", "Write a uniformly random permutation",
      "  wreath perm random 1000000 -o x.npy\n"
      "  wreath perm random 128M --seed 7 -o x.npy        128 * 2^20 points; the same file on any machine\n"
      "  wreath perm random 2^33 --threads 8 -o x.npy     past 2^32 points the file holds 8-byte integers",
      Length::brief, add_points, random);

  add_command<PermOptions>(
      program, perm, "multiply", "Multiply: z[i] = y[x[i]]",
      "  wreath perm multiply x.npy y.npy -o z.npy\n"
      "  wreath perm multiply x.npy y.npy -o z.npy --verify all --json\n"
      "  wreath perm multiply x.npy y.npy -o z.npy --backend cuda\n"
      "  wreath perm multiply x.npy y.npy -o z.npy --checkpoint z.ck      Ctrl-C, then:\n"
      "  wreath perm multiply x.npy y.npy -o z.npy --resume z.ck\n"
      "  mpirun -n 4 wreath perm multiply x.npy y.npy -o z.npy            by four processes, on one machine or several\n"
      "  wreath perm multiply x.npy y.npy -o z.npy --memory 1G --scratch /fast/disk      larger than the memory: on disk\n"
      "\n"
      "x must map into y; neither need be a bijection, and they may differ in length and type. y may also be an .npy array of\n"
      "any other type, or of several dimensions: its rows are then rearranged, in memory or on disk.",
      Length::resumable,
      [](Command& command, PermOptions& options) {
        add_map(command, "X", options.x, "The map that acts first");
        add_map(command, "Y", options.y, "The map that acts second");
        add_result(command, options);
      },
      multiply);

  add_command<PermOptions>(
      program, perm, "inverse", "Invert: z[x[i]] = i",
      "  wreath perm inverse x.npy -o w.npy\n"
      "  wreath perm inverse x.npy -o w.npy --method partition --verify all",
      Length::resumable,
      [](Command& command, PermOptions& options) {
        add_map(command, "X", options.x, "The permutation");
        add_result(command, options);
      },
      inverse);

  add_command<PermOptions>(
      program, perm, "divide", "Divide from the left, z = x^-1*y: z[x[i]] = y[i]",
      "  wreath perm divide x.npy y.npy -o z.npy\n"
      "\n"
      "divide(x, y) is x^-1*y (left division). It is faster than inverting and then multiplying.",
      Length::resumable,
      [](Command& command, PermOptions& options) {
        add_map(command, "X", options.x, "The permutation whose inverse acts first");
        add_map(command, "Y", options.y, "The permutation or map that acts second");
        add_result(command, options);
      },
      divide);

  add_command<PowerOptions>(
      program, perm, "power", "Raise to a power",
      "  wreath perm power x.npy 1000 -o z.npy\n"
      "  wreath perm power x.npy -2 -o z.npy              a negative exponent inverts\n"
      "  wreath perm power x.npy 1000000000000000000000000000000 -o z.npy --memory 1G\n"
      "  mpirun -n 4 wreath perm power x.npy 1000 -o z.npy\n"
      "\n"
      "A power of a permutation rotates its cycles, at the cost of a few products for any exponent. Maps that are not "
      "permutations,\n"
      "small exponents and several ranks use repeated squaring.",
      Length::brief,
      [](Command& command, PowerOptions& options) {
        add_map(command, "X", options.x, "The permutation, or a map into itself");
        command
            .add_parsed(
                "K", options.exponent, [](const std::string& text) { return perm::parse_exponent(text); },
                "The exponent: an integer of any length")
            .required();
        add_output(command, options);
        add_method(command, options);
        add_perm_scratch(command, options);
      },
      power);

  add_perm_formulas(program, perm);
  add_perm_inspection(program, perm);
}

}  // namespace wreath::cli
