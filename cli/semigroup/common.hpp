// SPDX-License-Identifier: MIT
//
// What the verbs of `wreath semigroup` share.
#pragma once

#include <functional>
#include <string>

#include "cli/front/common.hpp"
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

void add_semigroup_questions(Program& program, Command& parent);  // member, factor
void add_semigroup_structure(Program& program, Command& parent);  // cayley, green
void add_semigroup_congruence(Program& program, Command& parent);

}  // namespace wreath::cli
