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
#include "semigroup/green_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <new>
#include <optional>
#include <tuple>

#include "core/parallel/loops.hpp"
#include "semigroup/green/d_classes.hpp"
#include "semigroup/green/idempotents.hpp"
#include "semigroup/green/pair_code.hpp"

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
};

/// The phases one after the other. Whatever ends them early, what they found so far is in the members, and known() puts it
/// together.
class Structure {
 public:
  Structure(const Generators& generators, const KernelCode& code, const GreenOptions& options, RunControl& run)
      : generators_(generators), options_(options), run_(run), kernels_(generators, code), images_(generators) {}

  /// Nothing where the code of kernels cannot show the groups that there are. Out of memory is one of the ways to stop early.
  std::optional<GreenCount> count() {
    try {
      if (!count_all()) return std::nullopt;
    } catch (const Stopped&) {
    } catch (const ResourceError&) {
      run_.request_stop(StopReason::memory);
    } catch (const std::bad_alloc&) {
      run_.request_stop(StopReason::memory);
    }
    return known();
  }

 private:
  bool count_all();
  GreenCount known() const;
  void add_classes(GreenCount& result) const;
  void list_classes();
  void find_regular();
  void count_idempotents();
  DClass size_up(const Sketch& sketch);
  const Natural& group_order(Index image_component);
  std::vector<TransversalSearch> searches() {
    return std::vector(resolve_threads(options_.threads), TransversalSearch(kernels_, images_, StopCheck(run_)));
  }

  const Generators& generators_;
  const GreenOptions& options_;
  RunControl& run_;
  KernelOrbit kernels_;
  ImageOrbit images_;
  bool kernels_known_ = false;
  bool images_known_ = false;
  std::optional<DClasses> pieces_;
  std::map<Index, Natural> group_orders_;
  bool classes_known_ = false;  // all but their idempotents
  std::vector<Sketch> sketches_;
  std::vector<DClass> classes_;
};

/// False where the code of kernels cannot show a group.
bool Structure::count_all() {
  {
    const auto timer = run_.phase("kernels");
    kernels_.enumerate(options_.threads, run_);
    kernels_known_ = true;
  }
  {
    const auto timer = run_.phase("kernel groups");
    if (!kernels_.find_groups(options_.threads, run_)) return false;
  }
  {
    const auto timer = run_.phase("images");
    images_.enumerate(options_.threads, run_);
    images_known_ = true;
  }
  {
    const auto timer = run_.phase("arrows");
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
    pieces_->enumerate(options_.threads, run_);
    list_classes();
    classes_known_ = true;
  }
  const auto timer = run_.phase("idempotents");
  find_regular();
  count_idempotents();
  return true;
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
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    if (!classes_[i].regular) continue;
    const Piece& at = sketches_[i].at;
    const StabilizerChain* left = kernels_.group(at.kernels);
    if (sketches_[i].pieces != 1 || (left == nullptr ? Natural(1) : left->order()) != classes_[i].group_order)
      throw InternalError("a regular D-class has different kernel and image groups");
    const std::span<const Index> kernels = kernels_.components().nodes(at.kernels);
    std::atomic_ref idempotents(classes_[i].idempotents);
    parallel_ranges(kernels.size(), options_.threads, 64, [&](Range range, unsigned thread) {
      for (std::size_t k = range.begin; k < range.end; ++k) idempotents += searches[thread].count(kernels[k], at.images);
    });
    classes_[i].settled = true;
  }
}

}  // namespace

GreenCount count_green(const Generators& generators, const GreenOptions& options, RunControl& run) {
  check(generators);
  std::optional<GreenCount> result;
  std::string why = "this form works for all semigroups";
  if (options.kernels == KernelForm::automatic && generators.degree >= kWorthPairs) {
    why = "no certificate for pairs was found";
    if (auto certificate = find_certificate(generators, run)) {
      const std::string bits = fmt::format("{} bits are certified to determine a kernel", certificate->bits());
      const std::unique_ptr<KernelCode> code = make_pair_code(std::move(*certificate), generators.count());
      run.note_choice("kernels", std::string(code->name()), bits);
      result = Structure(generators, *code, options, run).count();
      why = bits + ", but there are nontrivial groups, which these bits do not determine";
    }
  }
  if (!result) {
    const std::unique_ptr<KernelCode> code = make_block_code(generators);
    run.note_choice("kernels", std::string(code->name()), why);
    result = Structure(generators, *code, options, run).count();
  }
  const auto key = [](const DClass& c) {
    return std::tie(c.rank, c.size, c.r_classes, c.l_classes, c.group_order, c.idempotents);
  };
  std::ranges::sort(result->classes, [&](const DClass& a, const DClass& b) { return key(b) < key(a); });
  return std::move(*result);
}

}  // namespace wreath::semigroup
