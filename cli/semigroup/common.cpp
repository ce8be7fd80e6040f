// SPDX-License-Identifier: MIT
#include "cli/semigroup/common.hpp"

namespace wreath::cli {

void add_input(Command& command, SemigroupOptions& options) {
  command.add_option("SEMIGROUP", options.input, "A family such as bihecke:5, a file, or '-'").required().suggests([] {
    return starts_of(semigroup::families());
  });
  const Option monoid =
      command.add_flag("--monoid", options.monoid, "Adjoin the identity as the empty word (default for families)");
  command.add_flag("--semigroup", options.semigroup, "Do not adjoin the identity (default for files)").excludes(monoid);
  command.add_option(
      "--kind", options.kind,
      "Kind of the elements in an array or a text that does not name it: boolean, partial-permutation, field:5, ...", "KIND");
  command.add_parsed("--method", options.method, semigroup::parse_method,
                     "How elements are stored: auto, rows, base, compressed, words, disk, or fingerprint, which is not exact",
                     "NAME");
  add_scratch(command, options, "Directories for elements stored on disk");
}

semigroup::Generators read_generators(const SemigroupOptions& options, RunControl& run) {
  const bool chosen = options.monoid || options.semigroup;
  std::optional<semigroup::ElementKind> kind;
  if (!options.kind.empty()) kind = semigroup::parse_kind(options.kind);
  const auto untimed = run.untimed_if_resumed();
  return semigroup::open_generators(options.input, chosen ? std::optional(options.monoid) : std::nullopt, kind, &run);
}

semigroup::Options semigroup_options(const SemigroupOptions& options, bool graphs) {
  return {.machine = options.machine, .method = options.method, .graphs = graphs};
}

int by_all_ranks(Session& session, const SemigroupOptions& options, bool graphs, const ElementsCommand& execute) {
  int code = kDone;  // of the ranks that do not print
  semigroup::with_ranks(
      semigroup_options(options, graphs), [&](const semigroup::Options& all) { code = execute(all); }, &session.run());
  return code;
}

}  // namespace wreath::cli
