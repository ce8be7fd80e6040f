// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include "capi/context.hpp"
#include "wreath/semigroup.hpp"

using namespace wreath;  // NOLINT(google-build-using-namespace): the functions are C's
using semigroup::Point;

/// Made for what is asked: elements with their graphs, orbits, classes.
struct wreath_semigroup {
  wreath_semigroup(semigroup::Generators given, const Machine& machine)
      : generators(std::move(given)), found(generators, {.machine = machine, .graphs = true}) {}

  semigroup::Generators generators;
  semigroup::Enumeration found;
  std::optional<semigroup::OrbitStructure> orbits;
  std::optional<semigroup::GreenClasses> classes;
};

namespace {

std::vector<Point> points_of(const std::int32_t* row, std::size_t length) {
  std::vector<Point> points(length);
  std::transform(row, row + length, points.begin(), [](std::int32_t number) { return static_cast<Point>(number); });
  return points;
}

/// A row that is not an element of the kind is not in the semigroup: the caller asked whether it is.
std::optional<std::vector<Point>> element_of(const wreath_semigroup& semigroup, const std::int32_t* row) {
  std::vector<Point> points = points_of(row, semigroup.generators.degree);
  semigroup::ElementKind kind = semigroup.generators.kind;
  kind.size = semigroup::size_of_row(kind.name, points.size());
  try {
    semigroup::require_element(kind, points, "the row");
  } catch (const InputError&) {
    return std::nullopt;
  }
  semigroup::normalise(kind, points);
  return points;
}

void complete(wreath_semigroup& semigroup, RunControl& run) {
  if (!semigroup.found.run(&run)) throw LimitReached("the run was stopped before all elements were found");
}

void require_range(const wreath_semigroup& semigroup, std::uint64_t first, std::uint64_t last) {
  if (first > last || last > semigroup.found.size())
    throw InputError("there are " + std::to_string(semigroup.found.size()) +
                     " elements, and these are not some of them: " + std::to_string(first) + " to " + std::to_string(last));
}

}  // namespace

wreath_status wreath_semigroup_new(wreath_context* context, const char* kind, size_t columns, int monoid, const int32_t* rows,
                                   size_t count, wreath_semigroup** semigroup) {
  return capi::guarded(context, [&] {
    semigroup::Generators generators{.degree = columns, .images = points_of(rows, columns * count), .monoid = monoid != 0};
    generators.kind = semigroup::parse_kind(kind);
    if (!generators.kind.is_transformation()) generators.kind.size = semigroup::size_of_row(generators.kind.name, columns);
    for (std::size_t g = 0; g < count; ++g) {
      const std::span<Point> row = std::span(generators.images).subspan(g * columns, columns);
      if (generators.kind.is_transformation()) continue;
      semigroup::require_element(generators.kind, row, "generator " + std::to_string(g));
      semigroup::normalise(generators.kind, row);
    }
    semigroup::require_valid(generators);
    if (const std::string why = semigroup::why_infinite(generators); !why.empty()) throw InputError(why);
    *semigroup = new wreath_semigroup(std::move(generators), context->machine());
  });
}

void wreath_semigroup_free(wreath_semigroup* semigroup) {
  delete semigroup;
}

wreath_status wreath_semigroup_run(wreath_context* context, wreath_semigroup* semigroup, uint64_t until) {
  return capi::run_long(context, [&](RunControl& run) {
    if (!semigroup->found.run_until(until, &run) && semigroup->found.size() < until)
      throw LimitReached("the run was stopped before all elements were found");
  });
}

size_t wreath_semigroup_columns(const wreath_semigroup* semigroup) {
  return semigroup->generators.degree;
}

uint64_t wreath_semigroup_size(const wreath_semigroup* semigroup) {
  return semigroup->found.size();
}

int wreath_semigroup_complete(const wreath_semigroup* semigroup) {
  return semigroup->found.complete() ? 1 : 0;
}

wreath_status wreath_semigroup_rows(wreath_context* context, const wreath_semigroup* semigroup, uint64_t first, uint64_t last,
                                    const int32_t** rows) {
  return capi::guarded(context, [&] {
    require_range(*semigroup, first, last);
    context->numbers.resize((last - first) * semigroup->generators.degree);
    semigroup->found.read_images(first, last, context->numbers);
    *rows = reinterpret_cast<const std::int32_t*>(context->numbers.data());
  });
}

wreath_status wreath_semigroup_words(wreath_context* context, const wreath_semigroup* semigroup, uint64_t first, uint64_t last,
                                     const uint16_t** letters, const uint64_t** offsets) {
  return capi::guarded(context, [&] {
    require_range(*semigroup, first, last);
    context->wide_letters.clear();
    context->offsets.assign(1, 0);
    for (std::uint64_t e = first; e < last; ++e) {
      const semigroup::Word word = semigroup->found.word(e);
      context->wide_letters.insert(context->wide_letters.end(), word.begin(), word.end());
      context->offsets.push_back(context->wide_letters.size());
    }
    *letters = context->wide_letters.data();
    *offsets = context->offsets.data();
  });
}

wreath_status wreath_semigroup_find(wreath_context* context, wreath_semigroup* semigroup, const int32_t* row, uint64_t* element) {
  const auto look = [&](RunControl* run) {
    const std::optional<std::vector<Point>> points = element_of(*semigroup, row);
    const auto found = points ? semigroup->found.position(*points, run) : std::nullopt;
    if (points && !found && !semigroup->found.complete()) throw LimitReached("the run was stopped before the element was found");
    *element = found.value_or(UINT64_MAX);
  };
  if (semigroup->found.complete()) return capi::guarded(context, [&] { look(nullptr); });
  return capi::run_long(context, [&](RunControl& run) { look(&run); });
}

wreath_status wreath_semigroup_graph(wreath_context* context, wreath_semigroup* semigroup, int left, const uint32_t** graph,
                                     size_t* generators) {
  return capi::run_long(context, [&](RunControl& run) {
    complete(*semigroup, run);
    *graph = (left != 0 ? semigroup->found.left_graph(&run) : semigroup->found.right_graph(&run)).data();
    *generators = semigroup->generators.count();
  });
}

wreath_status wreath_semigroup_idempotents(wreath_context* context, wreath_semigroup* semigroup, const uint32_t** elements,
                                           size_t* count) {
  return capi::run_long(context, [&](RunControl& run) {
    complete(*semigroup, run);
    const std::vector<bool> marks = semigroup->found.idempotents(&run);
    context->numbers.clear();
    for (std::size_t e = 0; e < marks.size(); ++e) {
      if (marks[e]) context->numbers.push_back(static_cast<std::uint32_t>(e));
    }
    *elements = context->numbers.data();
    *count = context->numbers.size();
  });
}

wreath_status wreath_semigroup_green(wreath_context* context, wreath_semigroup* semigroup, const uint32_t** r, const uint32_t** l,
                                     const uint32_t** d, size_t* count) {
  return capi::run_long(context, [&](RunControl& run) {
    if (!semigroup->classes) {
      complete(*semigroup, run);
      semigroup::GreenClasses classes = semigroup::green_classes(semigroup->found, &run);
      if (!classes.complete) throw LimitReached("the run was stopped before Green's classes were found");
      semigroup->classes = std::move(classes);
    }
    *r = semigroup->classes->r.data();
    *l = semigroup->classes->l.data();
    *d = semigroup->classes->d.data();
    *count = semigroup->classes->r.size();
  });
}

wreath_status wreath_semigroup_rules(wreath_context* context, wreath_semigroup* semigroup, const uint16_t** letters,
                                     const uint64_t** offsets, size_t* count) {
  return capi::run_long(context, [&](RunControl& run) {
    complete(*semigroup, run);
    const std::vector<semigroup::Rule> rules = semigroup->found.rules(&run);
    context->wide_letters.clear();
    context->offsets.assign(1, 0);
    for (const semigroup::Rule& rule : rules) {
      for (const semigroup::Word* side : {&rule.first, &rule.second}) {
        context->wide_letters.insert(context->wide_letters.end(), side->begin(), side->end());
        context->offsets.push_back(context->wide_letters.size());
      }
    }
    *letters = context->wide_letters.data();
    *offsets = context->offsets.data();
    *count = rules.size();
  });
}

wreath_status wreath_semigroup_counts(wreath_context* context, wreath_semigroup* semigroup, const char** digits) {
  return capi::run_long(context, [&](RunControl& run) {
    const semigroup::StructureCount found =
        semigroup::count_structure(semigroup->generators, {.machine = context->machine()}, &run);
    if (!found.complete) throw LimitReached("the run was stopped before all classes were counted");
    context->text.clear();
    for (const Natural& number : {found.size, found.r_classes, found.l_classes, found.h_classes, Natural(found.d_classes),
                                  Natural(found.regular_d_classes), Natural(found.idempotents)})
      context->text += (context->text.empty() ? "" : " ") + number.text();
    *digits = context->text.c_str();
  });
}

wreath_status wreath_semigroup_contains(wreath_context* context, wreath_semigroup* semigroup, const int32_t* row,
                                        int* contained) {
  return capi::run_long(context, [&](RunControl& run) {
    const std::optional<std::vector<Point>> points = element_of(*semigroup, row);
    *contained = 0;
    if (!points) return;
    if (semigroup->found.complete() || !semigroup::OrbitStructure::is_made_for(semigroup->generators.kind)) {
      const auto found = semigroup->found.position(*points, &run);
      if (!found && !semigroup->found.complete()) throw LimitReached("the run was stopped before the element was found");
      *contained = found ? 1 : 0;
      return;
    }
    if (!semigroup->orbits) semigroup->orbits.emplace(semigroup->generators, context->threads);
    *contained = semigroup->orbits->contains(*points, &run) ? 1 : 0;
  });
}
