// SPDX-License-Identifier: MIT
//
// wreath flip derive: schemes from schemes.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>

#include "cli/flip_schemes.hpp"
#include "flip/derive.hpp"
#include "flip/moves.hpp"

namespace wreath::cli {

using flip::RationalScheme;
using format::SchemeFile;

namespace {

struct DeriveOptions : SchemeOptions {
  std::string operation;
  std::optional<flip::Shape> target;
  std::string along;
  std::string order;
  bool reduce = false;
};

flip::Shape target_of(const DeriveOptions& options) {
  if (!options.target) throw InputError(fmt::format("derive {} needs the new shape: --new-shape NxMxP", options.operation));
  return *options.target;
}

RationalScheme derived(const DeriveOptions& options, const std::vector<RationalScheme>& inputs) {
  if (options.operation == "blocks") return flip::blocks(inputs[0], target_of(options), std::span(inputs).subspan(1));
  const std::size_t needed = options.operation == "merge" || options.operation == "product" ? 2 : 1;
  if (inputs.size() != needed) {
    throw InputError(fmt::format("derive {} takes {} scheme{} and {} are given", options.operation, needed,
                                 needed == 1 ? "" : "s", inputs.size()));
  }
  if (options.operation == "extend") return flip::extend(inputs[0], target_of(options));
  if (options.operation == "project") return flip::project(inputs[0], target_of(options));
  if (options.operation == "product") return flip::product(inputs[0], inputs[1]);
  if (options.operation == "permute") {
    if (options.order.empty()) throw InputError("derive permute needs the new order of the sides: --order mpn, or another");
    return flip::permute(inputs[0], options.order);
  }
  if (options.along.size() != 1) throw InputError("derive merge needs the side along which to join: --along n, m or p");
  return flip::merge(inputs[0], inputs[1], options.along[0]);
}

/// As they are given; for blocks a folder stands for the schemes in it.
std::vector<std::string> names_of(const DeriveOptions& options) {
  std::vector<std::string> names;
  for (const std::string& input : options.inputs) {
    std::error_code ignored;
    if (options.operation != "blocks" || names.empty() || !std::filesystem::is_directory(input, ignored)) {
      names.push_back(input);
      continue;
    }
    const auto files = scheme_files_in(input);
    if (files.empty()) throw InputError(fmt::format("{}: there are no schemes in this folder", input));
    names.insert(names.end(), files.begin(), files.end());
  }
  return names;
}

int derive(Session& session, const DeriveOptions& options) {
  if (!options.output.empty()) format::require_scheme_output(options.output, options.to);
  const std::vector<std::string> names = names_of(options);
  std::vector<RationalScheme> inputs;
  bool modulo_2 = options.reduce;
  for (const std::string& name : names) {
    const SchemeFile file = open_scheme(name, options);
    modulo_2 = modulo_2 || file.ring == flip::Ring::f2;
    inputs.push_back(file.scheme);
  }
  if (modulo_2) {
    for (std::size_t k = 0; k < inputs.size(); ++k) inputs[k] = flip::to_rational(flip::reduce_modulo_2(inputs[k], names[k]));
  }
  SchemeFile result{derived(options, inputs), flip::Ring::f2};
  const std::size_t rank = result.scheme.rank();
  if (options.reduce) {
    flip::Scheme bits = flip::reduce_modulo_2(result.scheme, "the derived scheme");
    flip::reduce_dependences(bits.summands);
    result.scheme = flip::to_rational(bits);
  }
  result.ring = flip::require_right_somewhere(result.scheme, "the derived scheme");
  if (modulo_2) result.ring = flip::Ring::f2;
  Json results = scheme_json(result);
  results["operation"] = options.operation;
  if (options.reduce) results["rank_before_reduction"] = rank;
  if (!options.output.empty()) {
    format::write_scheme(options.output, result.scheme, result.ring, options.to);
    results["output"] = options.output;
  }
  const std::string name = options.output.empty() ? options.operation : options.output;
  return session.finish(true, results, fmt::format("{}: {}\n", name, scheme_text(result)));
}

}  // namespace

void add_flip_derive(Program& program, CLI::App& flip) {
  add_command<DeriveOptions>(
      program, flip, "derive", "A scheme of another shape from known ones, verified: a start for a search",
      "  wreath flip derive extend 4x4x4-47.txt --new-shape 4x4x5 -o start.json     standard products for what is new\n"
      "  wreath flip derive project 5x5x5-93.txt --new-shape 4x5x5 -o start.json    without some rows or columns\n"
      "  wreath flip derive permute data/schemes/2x3x3-15.txt --order pmn -o 3x3x2-15.txt\n"
      "  wreath flip derive merge data/schemes/3x3x3-23.txt 3x3x2-15.txt --along p -o 3x3x5.json\n"
      "  wreath flip derive product data/schemes/2x2x2-7.txt data/schemes/2x2x2-7.txt -o 4x4x4-49.json\n"
      "  wreath flip derive blocks data/schemes/2x2x2-7.txt data/schemes --new-shape 7x7x7 -o 7x7x7-248.json\n"
      "  wreath flip derive permute 3x4x5-47.txt --order pmn -o 5x4x3-47.json",
      Length::brief,
      [](CLI::App& command, DeriveOptions& options) {
        command.add_option("OPERATION", options.operation, "extend, project, merge, product, blocks or permute")
            ->required()
            ->check(CLI::IsMember({"extend", "project", "merge", "product", "blocks", "permute"}))
            ->type_name("");
        add_schemes(command, options, 1, 1 << 20,
                    "One scheme, two for merge and product; for blocks the one that multiplies blocks, then files or folders of\n"
                    "schemes for the blocks' products: files, or shapes for standard schemes");
        add_parsed(
            command, "--new-shape", options.target,
            [](const std::string& text) { return std::optional(flip::parse_shape(text)); },
            "extend, project, blocks: the new shape")
            ->type_name("NxMxP");
        command.add_option("--along", options.along, "merge: the side that grows: n, m or p")
            ->check(CLI::IsMember({"n", "m", "p"}))
            ->type_name("SIDE");
        command.add_option("--order", options.order, "permute: the new order of the sides, such as mpn or pmn")
            ->type_name("ORDER");
        command.add_flag("--reduce", options.reduce, "Over F2: then reduce by linear dependences while there are any");
        add_writing_options(command, options, "The file to write");
      },
      derive);
}

}  // namespace wreath::cli
