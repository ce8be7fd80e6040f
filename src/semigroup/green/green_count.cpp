// SPDX-License-Identifier: MIT
//
// A count by orbits (green/green_structure.hpp): which code kernels are written in, and the checkpoint.
//
// A resumed run finds components, groups and arrows again. That counts towards its time, but the time does not end it, nor the
// first batch after it: so it gets further, however short its time.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>

#include "semigroup/generators.hpp"
#include "semigroup/green/green_structure.hpp"
#include "semigroup/green/sides/kernel_code.hpp"
#include "semigroup/tuning.hpp"

namespace wreath::semigroup {

namespace {

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

constexpr const char* kCountKind = "semigroup green count 2";

/// One count, from the orbits to the idempotents, that keeps a checkpoint.
class CountRun {
 public:
  /// `untimed` ends when there is more than the checkpoint has.
  CountRun(GreenStructure& structure, std::string_view code, Keeper& keeper, CountPeers* peers, RunControl& run,
           std::optional<RunControl::Untimed>& untimed)
      : structure_(structure), code_(code), keeper_(keeper), peers_(peers), run_(run), untimed_(untimed) {
    if (keeper.keeps()) structure.keep_edges();
  }

  /// False if the code of kernels cannot show the groups that there are. Out of memory is one of the ways to stop early.
  bool count() {
    bool stopped = true;
    try {
      if (!count_all()) return false;
      stopped = false;
    } catch (const Stopped&) {
    } catch (const ResourceError&) {
      run_.request_stop(StopReason::memory);
    } catch (const std::bad_alloc&) {
      run_.request_stop(StopReason::memory);
    }
    if (failed_save_) std::rethrow_exception(failed_save_);
    if (stopped && structure_.can_save()) {
      try {
        keeper_.save([&](ByteWriter& bytes) { write(bytes); });
      } catch (const std::bad_alloc&) {  // the checkpoint stays as it was
        run_.request_stop(StopReason::memory);
      }
    }
    return true;
  }

 private:
  bool count_all() {
    const auto pause = [&] { this->pause(); };
    if (!structure_.find_orbits(run_, pause)) return false;
    structure_.find_classes(run_, pause);
    structure_.find_regular(run_);
    structure_.count_idempotents(peers_, run_, pause);
    return true;
  }
  void write(ByteWriter& bytes) const {
    bytes.put_all(std::span<const char>(code_));
    structure_.save(bytes);
  }
  /// A checkpoint that cannot be written is an error of its own, whatever the work in which it is noticed makes of errors.
  void pause() {
    untimed_.reset();
    try {
      if (structure_.is_resumed()) keeper_.save_if_due([&](ByteWriter& bytes) { write(bytes); });
    } catch (const Error&) {
      failed_save_ = std::current_exception();
      throw Stopped{};
    }
  }

  GreenStructure& structure_;
  std::string_view code_;
  Keeper& keeper_;
  CountPeers* peers_;
  RunControl& run_;
  std::optional<RunControl::Untimed>& untimed_;
  std::exception_ptr failed_save_;
};

}  // namespace

StructureCount count_green(const Generators& given, const StructureOptions& options, RunControl& run) {
  const std::unique_ptr<CountPeers> peers = make_count_peers(options.machine.cluster);
  check(given);
  std::optional<Sided> sided;
  if (!unless_stopped([&] { sided.emplace(given, StopCheck(run)); })) return {};
  const Sided& generators = *sided;
  const bool maps = generators->kind.is_transformation();
  const TakenFiles files(run);
  Keeper keeper(*files, kCountKind, problem_of(*generators));
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
  const auto count = [&](const Sides& sides, bool pairs) -> std::optional<StructureCount> {
    if (peers) peers->prepare(*generators, pairs);
    GreenStructure structure(generators, sides, options.machine.threads, false);
    if (saved_code.empty() || sides.name() == saved_code) structure.resume_from(saved);
    if (!CountRun(structure, sides.name(), chosen ? keeper : none, peers.get(), run, untimed).count()) return std::nullopt;
    StructureCount known = structure.known();
    if (options.classes && known.classes_known) {
      for (GreenStructure::Class& one : structure.classes()) known.classes.push_back(std::move(one.count));
    }
    return known;
  };
  std::optional<StructureCount> result;
  std::string why = "this form works for all semigroups";
  const bool try_pairs = maps && options.kernels == KernelForm::automatic && generators->degree >= tuning::kWorthPairs;
  if (try_pairs && saved_code != make_block_code(*generators)->name()) {
    why = "no certificate for pairs was found";
    if (auto certificate = find_certificate(*generators, run)) {
      const std::string bits = fmt::format("{} bits are certified to determine a kernel", certificate->bits());
      const std::unique_ptr<Sides> sides = make_map_sides(*generators, make_pair_code(std::move(*certificate), *generators));
      run.note_choice("kernels", std::string(sides->name()), bits);
      result = count(*sides, true);
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
    const std::unique_ptr<Sides> sides = make_sides(*generators);
    if (maps) run.note_choice("kernels", std::string(sides->name()), why);
    result = count(*sides, false);
  }
  using DClass = StructureCount::DClass;
  const auto key = [](const DClass& c) { return std::tie(c.rank, c.size, c.r_classes, c.l_classes, c.h_size, c.idempotents); };
  std::ranges::sort(result->classes, [&](const DClass& a, const DClass& b) { return key(b) < key(a); });
  return std::move(*result);
}

}  // namespace wreath::semigroup
