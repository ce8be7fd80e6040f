// SPDX-License-Identifier: MIT
//
// wreath flip derive: schemes from schemes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "cli/flip_schemes.hpp"
#include "flip/derive.hpp"

namespace wreath::cli {

using flip::KnownScheme;
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

/// Options that are for another operation.
void require_fitting(const DeriveOptions& options) {
  const auto only_for = [&](const char* option, bool given, std::initializer_list<std::string_view> operations) {
    if (given && std::ranges::count(operations, std::string_view(options.operation)) == 0)
      throw InputError(fmt::format("{} is for derive {}, not for {}", option, fmt::join(operations, ", "), options.operation));
  };
  only_for("--new-shape", options.target.has_value(), {"extend", "project", "blocks"});
  only_for("--along", !options.along.empty(), {"merge"});
  only_for("--order", !options.order.empty(), {"permute"});
  if (options.operation == "blocks") return;
  const std::size_t needed = options.operation == "merge" || options.operation == "product" ? 2 : 1;
  if (options.inputs.size() != needed) {
    throw InputError(fmt::format("derive {} takes {} scheme{}, and the number given is {}", options.operation, needed,
                                 needed == 1 ? "" : "s", options.inputs.size()));
  }
}

/// As they are given; for blocks a folder stands for the schemes in it.
std::vector<KnownScheme> open_inputs(const DeriveOptions& options) {
  std::vector<KnownScheme> inputs;
  for (const std::string& given : options.inputs) {
    const bool may_be_folder = options.operation == "blocks" && !inputs.empty();
    for (const std::string& name : may_be_folder ? format::required_scheme_files_in(given) : std::vector{given}) {
      SchemeFile file = open_scheme(name, options);
      inputs.push_back({std::move(file.scheme), file.ring, name});
    }
  }
  return inputs;
}

/// What the blocks of the first take of the others; those of which they take nothing go.
std::vector<flip::BlockProducts> choose_products(std::vector<KnownScheme>& inputs, const flip::Shape& shape) {
  std::vector<RationalScheme> schemes;
  schemes.reserve(inputs.size());
  for (const KnownScheme& input : inputs) schemes.push_back(input.scheme);
  auto products = flip::block_products(schemes[0], shape, std::span(schemes).subspan(1));
  std::vector<KnownScheme> used{inputs[0]};
  for (auto& product : products) {
    if (!product.scheme) continue;
    used.push_back(inputs[*product.scheme + 1]);
    product.scheme = used.size() - 2;
  }
  inputs = std::move(used);
  return products;
}

RationalScheme derived(const DeriveOptions& options, std::span<const RationalScheme> inputs) {
  if (options.operation == "extend") return flip::extend(inputs[0], target_of(options));
  if (options.operation == "project") return flip::project(inputs[0], target_of(options));
  if (options.operation == "blocks") return flip::blocks(inputs[0], target_of(options), inputs.subspan(1));
  if (options.operation == "product") return flip::product(inputs[0], inputs[1]);
  if (options.operation == "permute") {
    if (options.order.empty()) throw InputError("derive permute needs the new order of the sides: --order mpn, or another");
    return flip::permute(inputs[0], options.order);
  }
  if (options.along.size() != 1) throw InputError("derive merge needs the side along which to join: --along n, m or p");
  return flip::merge(inputs[0], inputs[1], options.along[0]);
}

int derive(Session& session, const DeriveOptions& options) {
  require_fitting(options);
  if (!options.output.empty()) format::require_scheme_output(options.output, options.to);
  std::vector<KnownScheme> inputs = open_inputs(options);
  std::vector<flip::BlockProducts> products;
  if (options.operation == "blocks") products = choose_products(inputs, target_of(options));
  const flip::DerivedScheme found =
      flip::derive(inputs, options.reduce, [&](std::span<const RationalScheme> schemes) { return derived(options, schemes); });
  const SchemeFile result{found.scheme, found.ring};
  Json results = scheme_json(result);
  results["operation"] = options.operation;
  if (options.reduce) results["rank_before_reduction"] = found.rank_before_reduction;
  if (!options.output.empty()) {
    format::write_scheme(options.output, result.scheme, result.ring, options.to);
    results["output"] = options.output;
  }
  const std::string name = options.output.empty() ? options.operation : options.output;
  std::string text = fmt::format("{}: {}\n", name, scheme_text(result));
  for (const flip::BlockProducts& product : products) {
    const std::string shape = to_string(product.shape);
    const std::string by = product.scheme ? inputs[*product.scheme + 1].name : "standard";
    text += fmt::format("  {} of {}, rank {}: {}\n", product.count, shape, product.rank, by);
    results["products"].push_back({{"count", product.count}, {"shape", shape}, {"rank", product.rank}, {"scheme", by}});
  }
  return session.finish(true, results, text);
}

}  // namespace

void add_flip_derive(Program& program, Command& flip) {
  add_command<DeriveOptions>(
      program, flip, "derive", "A scheme of another shape from known ones, verified: a start for a search",
      "  wreath flip derive extend data/schemes/4x4x4-47.txt --new-shape 4x4x5 -o start.json    standard products where new\n"
      "  wreath flip derive project data/schemes/5x5x5-93.txt --new-shape 4x5x5 -o start.json   without some rows or columns\n"
      "  wreath flip derive permute data/schemes/2x3x3-15.txt --order pmn -o 3x3x2-15.txt\n"
      "  wreath flip derive merge data/schemes/3x3x3-23.txt 3x3x2-15.txt --along p -o 3x3x5.json\n"
      "  wreath flip derive product data/schemes/2x2x2-7.txt data/schemes/2x2x2-7.txt -o 4x4x4-49.json\n"
      "  wreath flip derive blocks data/schemes/2x2x2-7.txt data/schemes --new-shape 7x7x7 -o 7x7x7-248.json",
      Length::brief,
      [](Command& command, DeriveOptions& options) {
        command.add_option("OPERATION", options.operation, "extend, project, merge, product, blocks or permute")
            .required()
            .one_of({"extend", "project", "merge", "product", "blocks", "permute"})
            .type_name("");
        add_schemes(command, options, 1, 1 << 20,
                    "One scheme; two for merge and product; for blocks the outer scheme, then those for the products of blocks\n"
                    "(also whole folders; the standard one where none fits). A file, or a shape for its standard scheme");
        command
            .add_parsed(
                "--new-shape", options.target, [](const std::string& text) { return std::optional(flip::parse_shape(text)); },
                "extend, project, blocks: the new shape")
            .type_name("NxMxP");
        command.add_option("--along", options.along, "merge: the side that grows: n, m or p")
            .one_of({"n", "m", "p"})
            .type_name("SIDE");
        command.add_option("--order", options.order, "permute: the new order of the sides, such as mpn or pmn")
            .type_name("ORDER");
        command.add_flag("--reduce", options.reduce, "Over F2: then reduce by linear dependences while there are any");
        add_writing_options(command, options, "The file to write");
      },
      derive);
}

}  // namespace wreath::cli
