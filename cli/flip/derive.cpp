// SPDX-License-Identifier: MIT
//
// wreath flip derive: schemes from schemes.
#include <algorithm>
#include <iterator>

#include "cli/flip/schemes.hpp"

namespace wreath::cli {

namespace {

struct DeriveOptions : SchemeOptions {
  std::string operation;
  flip::DeriveOptions derive;
};

std::string parse_operation(const std::string& text) {
  return std::string(to_string(flip::parse_derivation(text)));
}

std::vector<std::string> orders_of_sides() {
  std::vector<std::string> orders{"mnp"};
  for (std::string order = orders[0]; std::ranges::next_permutation(order).found;) orders.push_back(order);
  return orders;
}

/// As they are given; for blocks a folder stands for the schemes in it.
flip::SchemeFolder open_inputs(const DeriveOptions& options, RunControl& run) {
  flip::SchemeFolder inputs;
  for (const std::string& given : options.inputs) {
    if (options.operation == "blocks" && !inputs.schemes.empty()) {
      flip::SchemeFolder folder = flip::open_schemes(given, reading(options), &run);
      std::ranges::move(folder.schemes, std::back_inserter(inputs.schemes));
      std::ranges::move(folder.skipped, std::back_inserter(inputs.skipped));
    } else {
      flip::VerifiedScheme file = flip::open_scheme(given, reading(options), &run);
      inputs.schemes.push_back({std::move(file.scheme), file.ring, given});
    }
  }
  return inputs;
}

int derive(Session& session, const DeriveOptions& options) {
  if (!options.output.empty()) flip::require_scheme_output(options.output, options.to);
  const auto [inputs, skipped] = open_inputs(options, session.run());
  const flip::DerivedScheme found =
      flip::derive(flip::parse_derivation(options.operation), inputs, options.derive, &session.run());
  if (!options.output.empty()) flip::write_scheme(options.output, found.scheme, found.ring, options.to, &session.run());
  return session.finish(true,
                        flip::derive_report(options.operation, found, inputs, skipped, options.derive.reduce, options.output));
}

}  // namespace

void add_flip_derive(Program& program, Command& flip) {
  add_command<DeriveOptions>(
      program, flip, "derive", "Derive a scheme of another shape from known ones, as a start for a search; verified",
      "  wreath flip derive extend data/schemes/4x4x4-47.txt --new-shape 4x4x5 -o start.json    adds standard products\n"
      "  wreath flip derive extend gt4.txt --new-shape gt:5 -o start.json\n"
      "  wreath flip derive project data/schemes/5x5x5-93.txt --new-shape 4x5x5 -o start.json   drops rows or columns\n"
      "  wreath flip derive permute data/schemes/2x3x3-15.txt --sides pmn -o 3x3x2-15.txt\n"
      "  wreath flip derive merge data/schemes/3x3x3-23.txt 3x3x2-15.txt --along p -o 3x3x5.json\n"
      "  wreath flip derive product data/schemes/2x2x2-7.txt data/schemes/2x2x2-7.txt -o 4x4x4-49.json\n"
      "  wreath flip derive blocks data/schemes/2x2x2-7.txt data/schemes --new-shape 7x7x7 -o 7x7x7-248.json",
      Length::brief,
      [](Command& command, DeriveOptions& options) {
        command
            .add_parsed("OPERATION", options.operation, parse_operation,
                        "One of extend, project, merge, product, blocks and permute")
            .required();
        add_schemes(command, options, 1, 1 << 20,
                    "One scheme; two for merge and product; for blocks the outer scheme, then those for the products of blocks\n"
                    "(also whole folders; the standard scheme if none fits). A file, or a shape for its standard scheme");
        command.add_parsed("--new-shape", options.derive.shape, flip::open_tensor,
                           "extend, project, blocks: the new shape; extend also takes gt:4 to gt:5", "TENSOR");
        command.add_flag(
            "--outer", options.derive.outer,
            "extend: the new indices in pairs at both ends of a side, not in its middle, so that a mirror swaps them");
        command.add_option("--along", options.derive.along, "merge: the side that grows: n, m or p", "SIDE")
            .one_of({"n", "m", "p"});
        command.add_option("--sides", options.derive.sides, "permute: the sides in their new order, such as mpn or pmn", "SIDES")
            .suggests(orders_of_sides);
        command.add_flag("--reduce", options.derive.reduce,
                         "Over F2: afterwards reduce the rank by linear dependences while there are any");
        add_writing_options(command, options, "The file to write");
      },
      derive);
}

}  // namespace wreath::cli
