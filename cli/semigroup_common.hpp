// SPDX-License-Identifier: MIT
//
// What the verbs of `wreath semigroup` share.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cli/common.hpp"
#include "wreath/semigroup.hpp"

namespace wreath::cli {

struct SemigroupOptions : CommonOptions {
  std::string input;
  bool monoid = false;
  bool semigroup = false;
  semigroup::Method method = semigroup::Method::automatic;
  std::string kind;
};

/// SEMIGROUP, --monoid, --semigroup, --kind, --method, --scratch.
void add_input(Command& command, SemigroupOptions& options);

semigroup::Generators read_generators(const SemigroupOptions& options, RunControl& run);
semigroup::Options semigroup_options(const SemigroupOptions& options, bool graphs);

/// Does something with elements, kept as the options say, and returns the exit code.
using ElementsCommand = std::function<int(const semigroup::Options&)>;
/// Executes it on the first rank, with elements that all ranks share.
int by_all_ranks(Session& session, const SemigroupOptions& options, bool graphs, const ElementsCommand& execute);

/// "done" or why not, in words for people: "at least 31,103 elements, complete to length 12".
std::string format_extent(const semigroup::Enumeration& found);
/// A number of any size, in groups of three digits.
std::string format_digits(const Natural& number);
/// The same with a noun: "1 element", "2,000 elements"; "1 D-class", "2 D-classes".
std::string counted_digits(const Natural& number, const std::string& noun);
/// green where numbers are enough: by orbits or from elements. With `list`, all classes go into the JSON object.
int count_green_classes(Session& session, const SemigroupOptions& options, const semigroup::StructureOptions& how, bool list);

/// A page of the egg boxes that is to be written, or no file.
struct EggBoxRequest {
  std::string path = {};
  std::uint64_t page = 1;
};
/// green --order: the D-classes with representatives and their order, by orbits.
int order_green_classes(Session& session, const SemigroupOptions& options, const EggBoxRequest& egg_box);

/// An element as numbers; in JSON what is not a number is null.
Json numbers_of(const semigroup::ElementKind& kind, std::span<const semigroup::Point> row);

void add_semigroup_questions(Program& program, Command& parent);  // member, factor
void add_semigroup_structure(Program& program, Command& parent);  // cayley, green

}  // namespace wreath::cli
