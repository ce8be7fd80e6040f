// SPDX-License-Identifier: MIT
//
// Green's structure without elements, after East, Egri-Nagy, Mitchell and Peresse, "Computing finite semigroups".
//
// The elements of an R-class have one kernel, and their images make up a strongly connected component of the orbit of images
// under right multiplication; dually for L-classes. So the structure is known from the two orbits, from the groups that act
// within their components (Schuetzenberger groups), and from which pairs of components, matched in which ways, have elements:
//
//   phases     green_structure.hpp
//   kernels    kernel_orbit.hpp, with the codes of kernel_code.hpp
//   images     image_orbit.hpp
//   D-classes  d_classes.hpp, which has the formulas
//   idempotents  idempotents.hpp
//
// All of it is done in S with an identity adjoined. Where S has none, the class of the identity, which is alone in it, is
// dropped: Green's relations of S are defined by multiplication in S with an identity.
//
// A checkpoint holds the orbits with their edges, the pieces of D-classes, and how far idempotents are counted. Components,
// groups and arrows, which take little beside them, are found again. That counts towards the time of a
// resumed run, but the time does not end it, nor the first batch after it: so it gets further, however short its time.
#include "semigroup/green_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>

#include "semigroup/green/green_structure.hpp"
#include "semigroup/green/pair_code.hpp"
#include "semigroup/jobs.hpp"
#include "semigroup/kinds/action.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kWorthPairs = 16;  // points: below, block numbers are as short

constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 29;  // the length of an image in bytes is kept in 32 bits

void check(const Generators& generators) {
  require_valid(generators);
  if (generators.degree > kMostCounted) {
    throw InputError(fmt::format("degree {} is too large to count classes: the limit is {}", generators.degree, kMostCounted));
  }
}

/// A run that is to stop has none; what comes next sees that, too.
std::optional<PairCertificate> find_certificate(const Generators& generators, RunControl& run) {
  const auto timer = run.phase("certificate");
  try {
    return certify_pairs(generators, StopCheck(run));
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

constexpr const char* kCountKind = "semigroup green 2";

}  // namespace

GreenCount count_green(const Generators& given, const GreenOptions& options, RunControl& run) {
  check(given);
  const AsTransformations transformations(given, "counting by orbits");
  const Generators& generators = *transformations;
  const TakenFiles files(run);
  Keeper keeper(*files, kCountKind, problem_of(generators));
  keeper.require_target();
  std::optional<RunControl::Untimed> untimed;
  std::vector<std::byte> payload;
  if (keeper.resumes()) {
    untimed.emplace(run);
    const OpenCheckpoint checkpoint = keeper.open();
    payload.assign(checkpoint.payload().begin(), checkpoint.payload().end());
  }
  ByteReader saved(payload);
  const std::string saved_code = std::string(payload.empty() ? "" : saved.text());
  // A checkpoint is for the code by which it was made; it names none if the run was stopped before a code was chosen. Such a run
  // must not keep what it finds by another code.
  Keeper none;
  bool chosen = true;
  const auto count = [&](const KernelCode& code, bool pairs) {
    if (options.peers != nullptr) options.peers->prepare(generators, pairs);
    const bool fits = saved_code.empty() || code.name() == saved_code;
    return GreenStructure(generators, code, options, chosen ? keeper : none, fits ? saved : ByteReader(), run, untimed).count();
  };
  std::optional<GreenCount> result;
  std::string why = "this form works for all semigroups";
  const bool try_pairs = options.kernels == KernelForm::automatic && generators.degree >= kWorthPairs;
  if (try_pairs && saved_code != make_block_code(generators)->name()) {
    why = "no certificate for pairs was found";
    if (auto certificate = find_certificate(generators, run)) {
      const std::string bits = fmt::format("{} bits are certified to determine a kernel", certificate->bits());
      const std::unique_ptr<KernelCode> code = make_pair_code(std::move(*certificate), generators.count());
      run.note_choice("kernels", std::string(code->name()), bits);
      result = count(*code, true);
      why = bits + ", but there are nontrivial groups, which these bits do not determine";
    } else if (run.should_stop()) {
      why = "the run was stopped before a certificate for pairs was found";
      chosen = false;
      if (payload.empty()) {
        keeper.save([](ByteWriter& bytes) { bytes.put_all(std::span<const char>()); });
      }
    }
  }
  if (!result) {
    const std::unique_ptr<KernelCode> code = make_block_code(generators);
    run.note_choice("kernels", std::string(code->name()), why);
    result = count(*code, false);
  }
  for (DClass& d : result->classes) d.rank -= transformations.sinks();
  const auto key = [](const DClass& c) {
    return std::tie(c.rank, c.size, c.r_classes, c.l_classes, c.group_order, c.idempotents);
  };
  std::ranges::sort(result->classes, [&](const DClass& a, const DClass& b) { return key(b) < key(a); });
  return std::move(*result);
}

}  // namespace wreath::semigroup
