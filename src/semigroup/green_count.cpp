// SPDX-License-Identifier: MIT
//
// Green's structure without elements, after East, Egri-Nagy, Mitchell and Peresse, "Computing finite semigroups".
//
// The elements of an R-class have one kernel, and their images make up a strongly connected component of the orbit of images
// under right multiplication; dually for L-classes. So the structure is known from the two orbits, from the groups that act
// within their components (Schuetzenberger groups), and from which pairs of components, matched in which ways, have elements:
//
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
#include <atomic>
#include <exception>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <tuple>

#include "core/parallel/loops.hpp"
#include "semigroup/green/d_classes.hpp"
#include "semigroup/green/idempotents.hpp"
#include "semigroup/green/pair_code.hpp"
#include "semigroup/keeper.hpp"
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

/// Whether the identity is an element: a product is a permutation only where its factors are.
bool has_identity(const Generators& generators) {
  if (generators.monoid) return true;
  std::vector<char> hit(generators.degree);
  for (std::size_t g = 0; g < generators.count(); ++g) {
    std::ranges::fill(hit, 0);
    for (const Point image : generators.row(g)) hit[image] = 1;
    if (std::ranges::find(hit, 0) == hit.end()) return true;
  }
  return false;
}

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
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

/// One D-class while it is put together.
struct Sketch {
  Piece at;
  std::uint64_t pieces = 0;
  std::uint64_t kernels_done = 0;  // those whose idempotents are counted
};

constexpr const char* kCountKind = "semigroup green 2";
constexpr std::size_t kKernelPiece = 1024;  // kernels per thread whose idempotents are counted between two pauses
constexpr std::size_t kKernelJob = 16;      // kernels that a thread takes at once

/// What a checkpoint says of a D-class.
struct SavedClass {
  std::uint64_t kernels_done;
  std::uint64_t idempotents;
  std::uint8_t regular;
  std::uint8_t settled;
};

/// The phases one after the other. Whatever ends them early, what they found so far is in the members, and known() puts it
/// together.
class Structure {
 public:
  /// `saved`: what follows the name of the code in a checkpoint, or nothing. `untimed` ends when there is more than it has.
  Structure(const Generators& generators, const KernelCode& code, const GreenOptions& options, Keeper& keeper, ByteReader saved,
            RunControl& run, std::optional<RunControl::Untimed>& untimed)
      : untimed_(untimed),
        generators_(generators),
        options_(options),
        keeper_(keeper),
        saved_(std::move(saved)),
        run_(run),
        kernels_(generators, code),
        images_(generators) {
    if (keeper.keeps()) {
      kernels_.keep_edges();
      images_.keep_edges();
    }
  }

  /// Nothing where the code of kernels cannot show the groups that there are. Out of memory is one of the ways to stop early.
  std::optional<GreenCount> count() {
    bool stopped = false;
    try {
      if (!count_all()) return std::nullopt;
    } catch (const Stopped&) {
      stopped = true;
    } catch (const ResourceError&) {
      run_.request_stop(StopReason::memory);
    } catch (const std::bad_alloc&) {
      run_.request_stop(StopReason::memory);
    }
    if (failed_save_) std::rethrow_exception(failed_save_);
    if (stopped && saved_.at_end()) keeper_.save([&](ByteWriter& bytes) { write(bytes); });  // otherwise the checkpoint has more
    return known();
  }

 private:
  bool count_all();
  bool finds_components_aside() const;
  static void side_by_side(bool aside, FunctionRef<void()> other, FunctionRef<void()> work);
  void restore_orbits();
  void restore_classes();
  void write(ByteWriter& bytes) const;
  /// A checkpoint that cannot be written is an error of its own, whatever the work in which it is noticed makes of errors.
  void pause() {
    untimed_.reset();
    try {
      if (saved_.at_end()) keeper_.save_if_due([&](ByteWriter& bytes) { write(bytes); });
    } catch (const Error&) {
      failed_save_ = std::current_exception();
      throw Stopped{};
    }
  }
  GreenCount known() const;
  void add_classes(GreenCount& result) const;
  void list_classes();
  void find_regular();
  void count_idempotents();
  void require_equal_groups(std::size_t i) const;
  DClass size_up(const Sketch& sketch);
  const Natural& group_order(Index image_component);
  std::vector<TransversalSearch> searches() {
    return std::vector(resolve_threads(options_.threads), TransversalSearch(kernels_, images_, StopCheck(run_)));
  }

  std::optional<RunControl::Untimed>& untimed_;
  const Generators& generators_;
  const GreenOptions& options_;
  Keeper& keeper_;
  ByteReader saved_;
  std::exception_ptr failed_save_;
  RunControl& run_;
  KernelOrbit kernels_;
  ImageOrbit images_;
  bool kernels_known_ = false;
  bool images_known_ = false;
  std::optional<DClasses> pieces_;
  std::map<Index, Natural> group_orders_;
  bool classes_known_ = false;  // all but their idempotents
  bool regular_known_ = false;
  std::vector<Sketch> sketches_;
  std::vector<DClass> classes_;
};

/// False where the code of kernels cannot show a group.
bool Structure::count_all() {
  restore_orbits();
  const auto pause = [&] { this->pause(); };
  {
    const auto timer = run_.phase("kernels");
    kernels_.enumerate(options_.threads, run_, pause);
    kernels_known_ = true;
  }
  const bool aside = finds_components_aside();
  const unsigned threads = resolve_threads(options_.threads) - (aside ? 1 : 0);
  if (!aside) {
    const auto timer = run_.phase("kernel groups");
    kernels_.find_components(run_);
    if (!kernels_.find_groups(threads, run_)) return false;
  }
  {
    const auto timer = run_.phase("images");
    side_by_side(
        aside, [&] { kernels_.find_components(run_); },
        [&] {
          images_.enumerate(threads, run_, pause);
          images_known_ = true;
        });
  }
  if (aside) {
    const auto timer = run_.phase("kernel groups");
    bool shown = true;
    side_by_side(
        true, [&] { images_.find_components(run_); }, [&] { shown = kernels_.find_groups(threads, run_); });
    if (!shown) return false;
  }
  {
    const auto timer = run_.phase("arrows");
    if (!aside) images_.find_components(run_);
    images_.find_arrows(options_.threads, run_);
    if (!kernels_.code().shows_groups()) {
      for (Index c = 0; c < images_.components().count(); ++c) {
        if (!images_.arrows(c).group.empty()) return false;
      }
    }
  }
  {
    const auto timer = run_.phase("D-classes");
    pieces_.emplace(generators_, kernels_, images_);
    if (!saved_.at_end()) pieces_->restore(saved_, options_.threads);
    pieces_->enumerate(options_.threads, run_, pause);
    list_classes();
    classes_known_ = true;
  }
  const auto timer = run_.phase("idempotents");
  restore_classes();
  if (!regular_known_) find_regular();
  regular_known_ = true;
  count_idempotents();
  return true;
}

/// Components are found by one thread. Where this takes long, and there are threads to spare, the others do something else
/// meanwhile; the edges of both orbits are in memory then.
bool Structure::finds_components_aside() const {
  constexpr unsigned kThreadsToSpare = 4;
  constexpr std::size_t kManyKernels = std::size_t{1} << 20;
  const std::uint64_t edges = kernels_.size() * generators_.count() * sizeof(Index);
  return resolve_threads(options_.threads) >= kThreadsToSpare && kernels_.size() >= kManyKernels &&
         run_.memory_left() / 8 >= edges;
}

/// Work on this thread and its team, and, if `aside`, something else on another thread; both have ended when this returns or
/// throws.
void Structure::side_by_side(bool aside, FunctionRef<void()> other, FunctionRef<void()> work) {
  if (!aside) return work();
  std::exception_ptr failure;
  std::thread thread([&] {
    try {
      other();
    } catch (...) {
      failure = std::current_exception();
    }
  });
  try {
    work();
  } catch (...) {
    thread.join();
    throw;
  }
  thread.join();
  if (failure) std::rethrow_exception(failure);
}

void Structure::restore_orbits() {
  if (saved_.at_end()) return;
  const auto timer = run_.phase("restore");
  kernels_.restore(saved_, options_.threads);
  images_.restore(saved_, options_.threads);
}

/// Once they are listed again; what is saved of them is how far their idempotents are counted.
void Structure::restore_classes() {
  if (saved_.at_end()) return;
  const auto count = saved_.value<std::uint64_t>();
  if (count != classes_.size()) throw InputError("the checkpoint is damaged: its classes do not match its orbits");
  for (std::size_t i = 0; i < count; ++i) {
    const auto saved = saved_.value<SavedClass>();
    sketches_[i].kernels_done = saved.kernels_done;
    classes_[i].idempotents = saved.idempotents;
    classes_[i].regular = saved.regular != 0;
    classes_[i].settled = saved.settled != 0;
  }
  regular_known_ = true;
}

void Structure::write(ByteWriter& bytes) const {
  const std::string_view code = kernels_.code().name();
  bytes.put_all(std::span<const char>(code));
  kernels_.save(bytes);
  images_.save(bytes);
  if (pieces_) pieces_->save(bytes);
  if (!regular_known_) return;
  bytes.put(std::uint64_t{classes_.size()});
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    bytes.put(SavedClass{sketches_[i].kernels_done, classes_[i].idempotents, static_cast<std::uint8_t>(classes_[i].regular),
                         static_cast<std::uint8_t>(classes_[i].settled)});
  }
}

GreenCount Structure::known() const {
  const std::uint64_t outside = has_identity(generators_) ? 0 : 1;
  GreenCount result;
  result.kernels = kernels_.size() - outside;
  result.images = images_.size() - outside;
  result.kernels_known = kernels_known_;
  result.images_known = images_known_;
  result.classes_known = classes_known_;
  if (classes_known_) {
    add_classes(result);
    return result;
  }
  // Every kernel belongs to an R-class of its own, every image to an L-class; so does every piece, and its elements are known.
  result.r_classes = result.kernels;
  result.l_classes = std::max<std::uint64_t>(result.images, pieces_ ? pieces_->l_classes() - outside : 0);
  result.size = std::max(result.r_classes, result.l_classes);
  if (pieces_) result.size = std::max(result.size, pieces_->elements() - outside);
  return result;
}

void Structure::add_classes(GreenCount& result) const {
  result.complete = true;
  for (const DClass& found : classes_) {
    result.size += found.size;
    result.r_classes += found.r_classes;
    result.l_classes += found.l_classes;
    result.h_classes += found.r_classes * found.l_classes;
    result.d_classes += 1;
    result.regular_d_classes += found.regular ? 1 : 0;
    result.idempotents += found.idempotents;
    result.complete = result.complete && found.settled;
  }
  if (options_.want_classes) result.classes = classes_;
}

void Structure::list_classes() {
  StopCheck check(run_);
  std::vector<Index> number(pieces_->pieces());
  for (Index piece = has_identity(generators_) ? 0 : 1; piece < pieces_->pieces(); ++piece) {
    check.spend(16);
    const Index first = pieces_->d_class(piece);
    if (first == piece) {
      number[piece] = static_cast<Index>(sketches_.size());
      sketches_.push_back({.at = pieces_->piece(piece)});
    }
    ++sketches_[number[first]].pieces;
  }
  for (const Sketch& sketch : sketches_) {
    check.spend(1024);
    classes_.push_back(size_up(sketch));
  }
}

DClass Structure::size_up(const Sketch& sketch) {
  const StabilizerChain* left = kernels_.group(sketch.at.kernels);
  const Natural left_order = left == nullptr ? Natural(1) : left->order();
  DClass found;
  found.rank = images_.component_rank(sketch.at.images);
  found.group_order = group_order(sketch.at.images) / sketch.pieces;
  found.l_classes = Natural(images_.components().size(sketch.at.images)) * sketch.pieces;
  found.r_classes = Natural(kernels_.components().size(sketch.at.kernels)) * left_order / found.group_order;
  found.size = found.r_classes * found.l_classes * found.group_order;
  return found;
}

const Natural& Structure::group_order(Index image_component) {
  const auto [at, fresh] = group_orders_.try_emplace(image_component, 1);
  const std::vector<Permutation>& generators = images_.arrows(image_component).group;
  if (fresh && !generators.empty()) {
    at->second = StabilizerChain(images_.component_rank(image_component), generators, StopCheck(run_)).order();
  }
  return at->second;
}

void Structure::find_regular() {
  std::vector<TransversalSearch> searches = this->searches();
  std::atomic<std::size_t> next{0};
  on_threads(options_.threads, [&](unsigned thread, unsigned) {
    for (std::size_t i = next++; i < classes_.size(); i = next++) {
      const Piece& at = sketches_[i].at;
      classes_[i].regular = searches[thread].any(kernels_.components().representative(at.kernels), at.images);
      classes_[i].settled = !classes_[i].regular;
    }
  });
}

void Structure::count_idempotents() {
  std::vector<TransversalSearch> searches = this->searches();
  CountPeers* peers = options_.peers;
  const std::size_t ranks = peers == nullptr ? 1 : peers->ranks();
  const std::size_t at_once = kKernelPiece * std::max<std::size_t>(4, searches.size()) * ranks;
  const auto count_some = [&](std::span<TransversalJob> some, std::size_t first, std::size_t step) {
    count_transversals(some, first, step, kernels_, searches);
  };
  std::vector<TransversalJob> jobs;  // of several classes: most have few kernels
  std::vector<std::size_t> classes;  // theirs
  for (std::size_t i = 0; i < classes_.size();) {
    jobs.clear();
    classes.clear();
    for (std::size_t kernels = 0; i < classes_.size() && kernels < at_once; ++i) {
      if (!classes_[i].regular) continue;
      require_equal_groups(i);
      const std::size_t all = kernels_.components().size(sketches_[i].at.kernels);
      classes_[i].settled = sketches_[i].kernels_done == all;
      std::size_t first = sketches_[i].kernels_done;
      for (; first < all && kernels < at_once; first += jobs.back().count, kernels += jobs.back().count) {
        jobs.push_back({sketches_[i].at.kernels, sketches_[i].at.images, first, std::min(kKernelJob, all - first)});
        classes.push_back(i);
      }
      if (first < all) break;
    }
    if (peers != nullptr && !peers->count(jobs, [&](std::size_t first, std::size_t step) { count_some(jobs, first, step); }))
      peers = nullptr;  // a rank failed: this one does it alone
    if (peers == nullptr) count_some(jobs, 0, 1);
    for (std::size_t j = 0; j < jobs.size(); ++j) {
      Sketch& sketch = sketches_[classes[j]];
      DClass& found = classes_[classes[j]];
      found.idempotents += jobs[j].found;
      sketch.kernels_done += jobs[j].count;
      found.settled = sketch.kernels_done == kernels_.components().size(sketch.at.kernels);
    }
    pause();
  }
}

void Structure::require_equal_groups(std::size_t i) const {
  const StabilizerChain* left = kernels_.group(sketches_[i].at.kernels);
  if (sketches_[i].pieces != 1 || (left == nullptr ? Natural(1) : left->order()) != classes_[i].group_order)
    throw InternalError("a regular D-class has different kernel and image groups");
}

}  // namespace

GreenCount count_green(const Generators& given, const GreenOptions& options, RunControl& run) {
  check(given);
  const AsTransformations transformations(given, "counting by orbits");
  const Generators& generators = *transformations;
  Keeper keeper(checkpoint_file(options.checkpoint, options.resume), options.checkpoint_every, kCountKind,
                problem_of(generators));
  std::optional<RunControl::Untimed> untimed;
  if (!options.resume.empty()) untimed.emplace(run);
  std::vector<std::byte> payload;
  if (!options.resume.empty()) payload = read_checkpoint(options.resume, kCountKind, problem_of(generators));
  ByteReader saved(payload);
  const std::string saved_code = payload.empty() ? "" : text_of(saved.array<char>());
  // A checkpoint is for the code by which it was made; it names none if the run was stopped before a code was chosen. Such a run
  // must not keep what it finds by another code.
  Keeper none("", 0, kCountKind, {});
  bool chosen = true;
  const auto count = [&](const KernelCode& code, bool pairs) {
    if (options.peers != nullptr) options.peers->prepare(generators, pairs);
    const bool fits = saved_code.empty() || code.name() == saved_code;
    return Structure(generators, code, options, chosen ? keeper : none, fits ? saved : ByteReader(), run, untimed).count();
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
