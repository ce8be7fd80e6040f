// SPDX-License-Identifier: MIT
//
// Green's classes from the Cayley graphs: R-classes are the strong components of the right graph, L-classes those of the left
// graph; in a finite semigroup D = J is the join of both, and within a D-class every R-class meets every L-class in an H-class of
// one size.
#include "wreath/semigroup/green.hpp"

#include <algorithm>

#include "core/data/classes.hpp"
#include "core/run/given_run.hpp"
#include "core/run/stop_check.hpp"
#include "semigroup/graphs.hpp"
#include "semigroup/green/green_structure.hpp"
#include "semigroup/kinds/kind.hpp"
#include "semigroup/kinds/packed_points.hpp"
#include "semigroup/room.hpp"

namespace wreath::semigroup {

namespace {

/// Classes renumbered by their first element; returns how many.
std::uint32_t number_by_first(std::vector<std::uint32_t>& classes) {
  std::vector<std::uint32_t> numbers(classes.size(), ~std::uint32_t{0});
  std::uint32_t count = 0;
  for (std::uint32_t& one : classes) {
    if (numbers[one] == ~std::uint32_t{0}) numbers[one] = count++;
    one = numbers[one];
  }
  return count;
}

/// Strong components, numbered by their first nodes, and how many there are.
std::uint32_t find_classes(std::span<const std::uint32_t> graph, std::size_t elements, std::size_t letters, StopCheck check,
                           std::vector<std::uint32_t>& classes) {
  std::vector<std::uint32_t> found = strong_components(elements, letters, [&](std::uint32_t x, std::uint32_t g) {
                                       check.spend(4);
                                       return graph[std::size_t{x} * letters + g];
                                     }).of;
  classes = std::move(found);
  return number_by_first(classes);
}

/// The classes of the join: of R-classes, joined through the L-class of each element.
std::vector<std::uint32_t> join(const std::vector<std::uint32_t>& r, std::uint64_t r_count, const std::vector<std::uint32_t>& l,
                                std::uint64_t l_count, StopCheck check) {
  JoinedClasses<std::uint32_t> classes(r_count);
  std::vector<std::uint32_t> first_r(l_count, ~std::uint32_t{0});
  for (std::size_t e = 0; e < r.size(); ++e) {
    check.spend(16);
    std::uint32_t& first = first_r[l[e]];
    if (first == ~std::uint32_t{0}) first = r[e];
    classes.join(r[e], first);
  }
  std::vector<std::uint32_t> joined(r.size());
  for (std::size_t e = 0; e < r.size(); ++e) joined[e] = classes.find(r[e]);
  return joined;
}

}  // namespace

std::uint64_t GreenClasses::regular_d_classes() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(d_classes, [](const DClass& each) { return each.idempotents > 0; }));
}

std::uint64_t GreenClasses::idempotents() const {
  return static_cast<std::uint64_t>(std::ranges::count(idempotent, true));
}

namespace {

/// What there is to say of each D-class.
void describe_classes(const Enumeration& enumeration, GreenClasses& green, StopCheck check) {
  std::vector<GreenClasses::DClass> classes(number_by_first(green.d));
  std::vector<bool> seen_r(green.r_count);
  std::vector<bool> seen_l(green.l_count);
  for (std::size_t e = 0; e < green.r.size(); ++e) {
    check.spend(16);
    GreenClasses::DClass& d = classes[green.d[e]];
    if (d.size++ == 0) {
      check.spend(16 * enumeration.generators().degree);
      const std::vector<Point> images = enumeration.images(e);
      d.representative = e;
      d.rank = rank_of(enumeration.generators().kind, images);
    }
    if (!seen_r[green.r[e]]) ++d.r_classes;
    if (!seen_l[green.l[e]]) ++d.l_classes;
    seen_r[green.r[e]] = true;
    seen_l[green.l[e]] = true;
    d.idempotents += green.idempotent[e];
  }
  for (const GreenClasses::DClass& d : classes) green.h_count += d.r_classes * d.l_classes;
  green.d_classes = std::move(classes);
}

/// What finding components takes for each element at most: four arrays, of which one has 12 bytes.
constexpr std::uint64_t kComponentBytes = 24;

}  // namespace

GreenClasses green_classes(Enumeration& enumeration, RunControl* given) {
  GivenRun run(given);
  const auto timer = run->phase("green");
  const std::size_t letters = enumeration.generators().count();
  GreenClasses green;
  try {
    const StopCheck check(run);
    const auto right = enumeration.right_graph(&*run);
    require_room(*run, kComponentBytes * enumeration.size());
    green.r_count = find_classes(right, enumeration.size(), letters, check, green.r);
    const auto left = enumeration.left_graph(&*run);
    require_room(*run, kComponentBytes * enumeration.size());
    green.l_count = find_classes(left, enumeration.size(), letters, check, green.l);
    green.d = join(green.r, green.r_count, green.l, green.l_count, check);
    green.idempotent = enumeration.idempotents(&*run);
    describe_classes(enumeration, green, check);
    green.complete = true;
  } catch (const Stopped&) {
  } catch (const LimitReached&) {
  }
  return green;
}

// --- Green's structure in numbers, by the way that suits the semigroup.
//
// Counting by orbits (green_count.cpp) handles each kernel and each image once. There are never more kernels than elements, and
// mostly far fewer, but a kernel takes as many bytes as there are points. So it is the better way, unless a certified base makes
// elements short: then it is the elements that are cheap (a Renner monoid has a kernel for each element, of as many points as
// there are elements).

namespace {

/// Whether a point of a transformation that is moved never comes back. Then no two elements are R-related, and orbits gain
/// nothing: catalan:11 takes 0.17 s by elements, and 0.54 s by orbits.
bool is_acyclic(const Generators& generators) {
  if (!generators.kind.is_transformation()) return false;
  std::vector<Point> images;
  images.reserve(generators.images.size());
  for (std::size_t p = 0; p < generators.degree; ++p) {
    for (std::size_t g = 0; g < generators.count(); ++g) images.push_back(generators.row(g)[p]);
  }
  return source_components(images, generators.count()).acyclic;
}

StructureCount by_elements(Enumeration& found, const StructureOptions& options, RunControl& run) {
  const bool all = found.run(&run);
  const GreenClasses green = all ? green_classes(found, &run) : GreenClasses{};
  StructureCount result{.complete = green.complete,
                        .size_known = all,
                        .classes_known = green.complete,
                        .size = found.size(),
                        .r_classes = green.r_count,
                        .l_classes = green.l_count,
                        .h_classes = green.h_count,
                        .d_classes = green.d_classes.size(),
                        .regular_d_classes = green.regular_d_classes(),
                        .idempotents = green.idempotents()};
  if (!options.classes) return result;
  for (const GreenClasses::DClass& d : green.d_classes) {
    result.classes.push_back({.rank = d.rank,
                              .size = d.size,
                              .r_classes = d.r_classes,
                              .l_classes = d.l_classes,
                              .h_size = d.h_size(),
                              .regular = d.idempotents > 0,
                              .idempotents = d.idempotents,
                              .settled = true});
  }
  std::ranges::stable_sort(result.classes, std::ranges::greater{}, &StructureCount::DClass::rank);
  return result;
}

}  // namespace

CountMethod choose_method(const Options& elements, const StructureOptions& how, bool needs_elements, const RunFiles& files) {
  if (how.method != CountMethod::automatic) return how.method;
  const bool chosen = elements.method != Method::automatic || elements.machine.backend == BackendChoice::cuda;
  return needs_elements || chosen || !files.empty() ? CountMethod::elements : CountMethod::automatic;
}

StructureCount count_structure(const Generators& generators, const StructureOptions& options, RunControl* given) {
  GivenRun run(given);
  require_valid(generators);
  const bool keeps = !run->files().empty();
  if (options.method == CountMethod::elements && keeps)
    throw InputError("a count from all elements keeps no checkpoint; enumerate them with one, and ask for their classes");
  const auto orbits = [&](const char* why) {
    run->note_choice("method", "orbits", why);
    return count_green(generators, options, run);
  };
  const Options with_graphs{.machine = {.threads = options.machine.threads}, .graphs = true};
  const auto elements = [&](Enumeration found, const char* why) {
    run->note_choice("method", "elements", why);
    return by_elements(found, options, run);
  };
  if (options.method == CountMethod::orbits || generators.images.empty() || keeps) {
    try {
      return orbits("asked for");
    } catch (const TooManyVectors&) {
      if (keeps) throw;
      return elements(Enumeration(generators, with_graphs), "there are too many vectors for orbits");
    }
  }
  if (options.method == CountMethod::elements) return elements(Enumeration(generators, with_graphs), "asked for");
  if (const char* why = kind_of(generators.kind).why_orbits(generators.kind)) return orbits(why);
  if (generators.kind.is_matrix()) return elements(Enumeration(generators, with_graphs), "matrices are short");
  if (is_acyclic(generators)) return elements(Enumeration(generators, with_graphs), "every R-class has one element");
  if (PackedPoints::fits(generators.degree, generators.degree)) return orbits("kernels are short");
  Enumeration found(generators, with_graphs);
  found.run_until(0, &*run);  // makes a plan
  if (found.method() == Method::base && generators.kind.is_transformation())
    return elements(std::move(found), "few points determine every element");
  return orbits("elements are long");
}

}  // namespace wreath::semigroup
