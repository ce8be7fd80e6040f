// SPDX-License-Identifier: MIT
//
// A group from its presentation: the structure in the cache, or one that is built, whose rules a checkpoint keeps meanwhile.
#include <nlohmann/json.hpp>

#include "core/run/drive.hpp"
#include "core/run/given_run.hpp"
#include "word/automatic/build.hpp"
#include "word/automatic/structure_file.hpp"
#include "word/completion/rewriting.hpp"
#include "word/internals.hpp"
#include "word/proof/write.hpp"

namespace wreath::word {

namespace {

constexpr const char* kBuildKind = "word build 1";

}  // namespace

std::optional<Group> find_cached_group(const Presentation& presentation, const Options& options) {
  auto cached = options.cache ? find_cached(presentation) : std::nullopt;
  if (!cached) return std::nullopt;
  const Group group = Internals::make_group(std::move(*cached), Origin::cache);
  Internals::let_use_cache(group);
  return group;
}

Group build_group(const Presentation& presentation, const Options& options, std::vector<Word> hints, std::vector<Equation> known,
                  RunControl* its_run) {
  const Json problem{{"group", print_presentation(presentation)}, {"letters", print_order(presentation.alphabet)}};
  BuildOptions how;
  how.completion = {options.max_rules, options.max_length};
  how.states = options.max_states;
  how.hints = std::move(hints);
  if (!options.keeps_proof) how.known = std::move(known);
  std::shared_ptr<AutomaticProof> proof;
  if (options.keeps_proof) {
    require_provable(presentation);
    proof = std::make_shared<AutomaticProof>(presentation);
    how.proof = proof.get();
  }
  GivenRun run(its_run);
  const TakenFiles files(run);
  Keeper keeper(*files, kBuildKind, problem);
  keeper.require_target();
  if (keeper.keeps()) how.keeper = &keeper;
  if (keeper.resumes()) {
    if (options.keeps_proof)
      throw InputError(
          "a build that is resumed has no proof: the rules of a checkpoint come without theirs; build from the beginning");
    const auto rules = unpack_rules(keeper.open().payload(), presentation.alphabet.size(), keeper.resume_path());
    how.known.insert(how.known.end(), rules.begin(), rules.end());
  }
  BuildResult built = build_structure(presentation, how, *run);
  if (options.cache) keep_cached(built.structure);
  const Group group = Internals::make_group(std::move(built.structure), Origin::built, built.report, std::move(proof));
  if (options.cache) Internals::let_use_cache(group);
  return group;
}

Group Group::build(const Presentation& presentation, const Options& options, RunControl* run) {
  if (!options.keeps_proof)
    if (const auto group = find_cached_group(presentation, options)) return *group;
  return build_group(presentation, options, {}, {}, run);
}

Group Group::build_further(const Options& options, RunControl* run) const {
  if (verified()) return *this;
  const AutomaticStructure& so_far = Internals::structure(*this);
  return build_group(so_far.presentation, options, {}, so_far.rules, run);
}

}  // namespace wreath::word
