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
#include "core/run/given_run.hpp"
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
    throw InputError(
        fmt::format("{} points are more than the {} for which classes are counted", generators.degree, kMostCounted));
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

/// One D-class while it is put together.
struct Sketch {
  Piece at;
  std::uint64_t pieces = 0;
  bool regular = false;
  std::uint64_t idempotents = 0;
};

class Structure {
 public:
  Structure(const Generators& generators, const KernelCode& code, const GreenOptions& options, RunControl& run)
      : generators_(generators), options_(options), run_(run), kernels_(generators, code), images_(generators) {}

  /// Nothing where the code of kernels cannot show the groups that there are. Out of memory is one of the ways to stop early.
  std::optional<GreenCount> count() {
    try {
      return count_all();
    } catch (const ResourceError&) {
      run_.request_stop(StopReason::memory);
    } catch (const std::bad_alloc&) {
      run_.request_stop(StopReason::memory);
    }
    return at_least();
  }

 private:
  std::optional<GreenCount> count_all();
  GreenCount at_least();
  std::vector<Sketch> sketch_classes(DClasses& classes);
  void find_regular(std::vector<Sketch>& sketches);
  void count_idempotents(std::vector<Sketch>& sketches);
  DClass finish(const Sketch& sketch);
  const Natural& group_order(Index image_component);

  const Generators& generators_;
  const GreenOptions& options_;
  RunControl& run_;
  KernelOrbit kernels_;
  ImageOrbit images_;
  std::map<Index, Natural> group_orders_;
};

std::optional<GreenCount> Structure::count_all() {
  {
    const auto timer = run_.phase("kernels");
    if (!kernels_.enumerate(options_.threads, run_)) return at_least();
  }
  {
    const auto timer = run_.phase("kernel groups");
    if (!kernels_.find_groups(options_.threads)) return std::nullopt;
  }
  {
    const auto timer = run_.phase("images");
    if (!images_.enumerate(options_.threads, run_)) return at_least();
  }
  {
    const auto timer = run_.phase("arrows");
    if (!images_.find_arrows(options_.threads, run_)) return at_least();
    if (!kernels_.code().shows_groups()) {
      for (Index c = 0; c < images_.components().count(); ++c) {
        if (!images_.arrows(c).group.empty()) return std::nullopt;
      }
    }
  }
  DClasses classes(generators_, kernels_, images_);
  {
    const auto timer = run_.phase("D-classes");
    if (!classes.enumerate(options_.threads, run_)) return at_least();
  }
  std::vector<Sketch> sketches = sketch_classes(classes);
  {
    const auto timer = run_.phase("idempotents");
    find_regular(sketches);
    count_idempotents(sketches);
  }
  if (run_.should_stop()) return at_least();

  GreenCount result = at_least();
  result.complete = true;
  result.size = result.r_classes = result.l_classes = 0;
  for (const Sketch& sketch : sketches) {
    const DClass found = finish(sketch);
    result.size += found.size;
    result.r_classes += found.r_classes;
    result.l_classes += found.l_classes;
    result.h_classes += found.r_classes * found.l_classes;
    result.d_classes += 1;
    result.regular_d_classes += found.regular ? 1 : 0;
    result.idempotents += found.idempotents;
    if (options_.want_classes) result.classes.push_back(found);
  }
  return result;
}

// Every kernel belongs to an R-class of its own, every image to an L-class.
GreenCount Structure::at_least() {
  const std::uint64_t outside = has_identity(generators_) ? 0 : 1;
  GreenCount result;
  result.kernels = kernels_.size() - outside;
  result.images = images_.size() - outside;
  result.r_classes = result.kernels;
  result.l_classes = result.images;
  result.size = std::max(result.r_classes, result.l_classes);
  return result;
}

std::vector<Sketch> Structure::sketch_classes(DClasses& classes) {
  std::vector<Sketch> sketches;
  std::vector<Index> number(classes.pieces());
  for (Index piece = has_identity(generators_) ? 0 : 1; piece < classes.pieces(); ++piece) {
    const Index first = classes.d_class(piece);
    if (first == piece) {
      number[piece] = static_cast<Index>(sketches.size());
      sketches.push_back({.at = classes.piece(piece)});
    }
    ++sketches[number[first]].pieces;
  }
  return sketches;
}

void Structure::find_regular(std::vector<Sketch>& sketches) {
  std::vector<TransversalSearch> searches(resolve_threads(options_.threads), TransversalSearch(kernels_, images_));
  std::atomic<std::size_t> next{0};
  on_threads(options_.threads, [&](unsigned thread, unsigned) {
    for (std::size_t i = next++; i < sketches.size(); i = next++) {
      const Piece& at = sketches[i].at;
      sketches[i].regular = searches[thread].any(kernels_.components().representative(at.kernels), at.images);
    }
  });
}

void Structure::count_idempotents(std::vector<Sketch>& sketches) {
  std::vector<TransversalSearch> searches(resolve_threads(options_.threads), TransversalSearch(kernels_, images_));
  for (Sketch& sketch : sketches) {
    if (!sketch.regular) continue;
    if (run_.should_stop()) return;
    const std::span<const Index> kernels = kernels_.components().nodes(sketch.at.kernels);
    std::atomic<std::uint64_t> found{0};
    parallel_ranges(kernels.size(), options_.threads, 64, [&](Range range, unsigned thread) {
      for (std::size_t i = range.begin; i < range.end; ++i) found += searches[thread].count(kernels[i], sketch.at.images);
    });
    sketch.idempotents = found;
  }
}

const Natural& Structure::group_order(Index image_component) {
  const auto [at, fresh] = group_orders_.try_emplace(image_component, 1);
  const std::vector<Permutation>& generators = images_.arrows(image_component).group;
  if (fresh && !generators.empty()) at->second = StabilizerChain(images_.component_rank(image_component), generators).order();
  return at->second;
}

DClass Structure::finish(const Sketch& sketch) {
  const StabilizerChain* left = kernels_.group(sketch.at.kernels);
  const Natural left_order = left == nullptr ? Natural(1) : left->order();
  DClass found;
  found.rank = images_.component_rank(sketch.at.images);
  found.regular = sketch.regular;
  found.idempotents = sketch.idempotents;
  found.group_order = group_order(sketch.at.images) / sketch.pieces;
  found.l_classes = Natural(images_.components().size(sketch.at.images)) * sketch.pieces;
  found.r_classes = Natural(kernels_.components().size(sketch.at.kernels)) * left_order / found.group_order;
  found.size = found.r_classes * found.l_classes * found.group_order;
  if (found.regular && (sketch.pieces != 1 || left_order != found.group_order))
    throw InternalError("a regular D-class with different groups of its kernel and its image");
  return found;
}

}  // namespace

GreenCount count_green(const Generators& generators, const GreenOptions& options, RunControl& run) {
  check(generators);
  std::optional<GreenCount> result;
  std::string why = "it always works";
  if (options.kernels == KernelForm::automatic && generators.degree >= kWorthPairs) {
    why = "no certificate for pairs was found";
    if (auto certificate = certify_pairs(generators)) {
      const std::string bits = fmt::format("{} bits are certified to determine a kernel", certificate->bits());
      const std::unique_ptr<KernelCode> code = make_pair_code(std::move(*certificate), generators.count());
      run.note_choice("kernels", std::string(code->name()), bits);
      result = Structure(generators, *code, options, run).count();
      why = bits + ", but groups appear, which they do not show";
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

StructureCount count_structure(const Generators& generators, const StructureOptions& options, RunControl* given) {
  GivenRun run(given);
  const GreenCount count = count_green(generators, {.threads = options.threads, .want_classes = options.classes}, run);
  StructureCount told{.complete = count.complete,
                      .size = count.size.text(),
                      .r_classes = count.r_classes.text(),
                      .l_classes = count.l_classes.text(),
                      .h_classes = count.h_classes.text(),
                      .d_classes = count.d_classes,
                      .regular_d_classes = count.regular_d_classes,
                      .idempotents = count.idempotents,
                      .kernels = count.kernels,
                      .images = count.images};
  for (const DClass& d : count.classes) {
    told.classes.push_back({.rank = d.rank,
                            .size = d.size.text(),
                            .r_classes = d.r_classes.text(),
                            .l_classes = d.l_classes.text(),
                            .h_size = d.group_order.text(),
                            .regular = d.regular,
                            .idempotents = d.idempotents});
  }
  return told;
}

}  // namespace wreath::semigroup
