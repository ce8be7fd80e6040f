// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>

#include "capi/context.hpp"
#include "wreath/group.hpp"

using namespace wreath;  // NOLINT(google-build-using-namespace): the functions are C's
using group::Point;

struct wreath_perm_group {
  explicit wreath_perm_group(group::Group made) : group(std::move(made)) {}
  group::Group group;
};

namespace {

group::Options options_of(const wreath_context* context, const char* order, const char* proof) {
  group::Options options{.machine = context->machine()};
  if (order != nullptr && *order != 0) options.order = group::parse_order(order);
  if (proof != nullptr && *proof != 0) options.proof = group::parse_proof(proof);
  return options;
}

/// What rests on the chain of stabilizers, which is made first.
wreath_status with_chain(wreath_context* context, wreath_perm_group* group, const std::function<void(RunControl&)>& work) {
  return capi::run_long(context, [&](RunControl& run) {
    if (!group->group.run(&run)) {
      throw LimitReached("the run was stopped (" + std::string(to_string(run.stop_reason())) +
                         ") before the order was known; it is at least " + group->group.size().order.text());
    }
    work(run);
  });
}

std::span<const Point> element_of(const wreath_perm_group* group, const std::uint32_t* images) {
  return {images, group->group.degree()};
}

group::Program program_of(wreath_perm_group* group, const std::uint32_t* images, RunControl& run) {
  std::optional<group::Program> program = group->group.factor(element_of(group, images), &run);
  if (program) return std::move(*program);
  if (group->group.size().proven) throw InputError("the permutation is not in the group");
  throw LimitReached("it is not known whether the permutation is in the group, whose order is not proven");
}

}  // namespace

wreath_status wreath_perm_group_new(wreath_context* context, const uint32_t* images, size_t count, size_t points,
                                    const char* order, const char* proof, wreath_perm_group** group) {
  return capi::run_making<wreath_perm_group>(context, group, [&](RunControl& run) {
    if (points > group::kMostPoints)
      throw InputError("permutations have at most " + std::to_string(group::kMostPoints) + " points");
    group::Generators generators{.degree = points};
    for (std::size_t k = 0; k < count; ++k) generators.images.emplace_back(images + k * points, images + (k + 1) * points);
    return std::make_unique<wreath_perm_group>(group::Group(std::move(generators), options_of(context, order, proof), &run));
  });
}

wreath_status wreath_perm_group_open(wreath_context* context, const char* source, const char* order, const char* proof,
                                     wreath_perm_group** group) {
  return capi::run_making<wreath_perm_group>(context, group, [&](RunControl& run) {
    return std::make_unique<wreath_perm_group>(
        group::Group(group::open_generators({source}, &run), options_of(context, order, proof), &run));
  });
}

void wreath_perm_group_free(wreath_perm_group* group) {
  delete group;
}

size_t wreath_perm_group_points(const wreath_perm_group* group) {
  return group->group.degree();
}

size_t wreath_perm_group_generators(const wreath_perm_group* group) {
  return group->group.generators().images.size();
}

const uint32_t* wreath_perm_group_generator(const wreath_perm_group* group, size_t generator) {
  const auto& images = group->group.generators().images;
  return generator < images.size() ? images[generator].data() : nullptr;
}

wreath_status wreath_perm_group_order(wreath_context* context, wreath_perm_group* group, const char** order, int* proven,
                                      const char** proof) {
  return with_chain(context, group, [&](RunControl& /*run*/) {
    const group::Size& size = group->group.size();
    context->text = size.order.is_zero() ? size.formula : size.order.text();
    *order = context->text.c_str();
    *proven = size.proven ? 1 : 0;
    context->more_text = size.proof;
    *proof = context->more_text.c_str();
  });
}

wreath_status wreath_perm_group_base(wreath_context* context, wreath_perm_group* group, const uint32_t** base,
                                     const uint32_t** orbits, size_t* length) {
  return with_chain(context, group, [&](RunControl& /*run*/) {
    context->numbers.clear();
    context->more_numbers.clear();
    for (const group::LevelInfo& level : group->group.levels()) {
      context->numbers.push_back(level.base);
      context->more_numbers.push_back(static_cast<std::uint32_t>(level.orbit));
    }
    *base = context->numbers.data();
    *orbits = context->more_numbers.data();
    *length = context->numbers.size();
  });
}

wreath_status wreath_perm_group_strong_generators(wreath_context* context, wreath_perm_group* group, const uint32_t** images,
                                                  size_t* count) {
  return with_chain(context, group, [&](RunControl& /*run*/) {
    const std::vector<group::Permutation> found = group->group.strong_generators();
    context->numbers.clear();
    for (const group::Permutation& x : found) context->numbers.insert(context->numbers.end(), x.begin(), x.end());
    *images = context->numbers.data();
    *count = found.size();
  });
}

wreath_status wreath_perm_group_contains(wreath_context* context, wreath_perm_group* group, const uint32_t* images,
                                         int* contained) {
  return with_chain(context, group, [&](RunControl& run) {
    const std::optional<bool> answer = group->group.contains(element_of(group, images), &run);
    if (!answer) throw LimitReached("it is not known whether the permutation is in the group, whose order is not proven");
    *contained = *answer ? 1 : 0;
  });
}

wreath_status wreath_perm_group_factor(wreath_context* context, wreath_perm_group* group, const uint32_t* images, uint64_t most,
                                       const int32_t** word, size_t* length) {
  return with_chain(context, group, [&](RunControl& run) {
    const group::Program program = program_of(group, images, run);
    const auto letters = program.word(most);
    if (!letters)  // how many letters may be a number of thousands of digits
      throw LimitReached("the word has more than " + std::to_string(most) + " letters; its straight-line program is short");
    context->signed_numbers.assign(letters->begin(), letters->end());
    *word = context->signed_numbers.data();
    *length = letters->size();
  });
}

wreath_status wreath_perm_group_program(wreath_context* context, wreath_perm_group* group, const uint32_t* images,
                                        const uint32_t** lines, size_t* count) {
  return with_chain(context, group, [&](RunControl& run) {
    const group::Program program = program_of(group, images, run);
    context->numbers.clear();
    for (const auto& [first, second] : program.lines) {
      context->numbers.push_back(first);
      context->numbers.push_back(second);
    }
    *lines = context->numbers.data();
    *count = program.lines.size();
  });
}

wreath_status wreath_perm_group_stabilizer(wreath_context* context, wreath_perm_group* group, const uint32_t* points,
                                           size_t count, wreath_perm_group** stabilizer) {
  std::unique_ptr<wreath_perm_group> made;
  const wreath_status status = with_chain(context, group, [&](RunControl& run) {
    const std::uint64_t degree = group->group.degree();
    for (std::size_t k = 0; k < count; ++k) {
      if (points[k] >= degree)
        throw InputError(std::to_string(points[k]) + " is not a point: points are less than " + std::to_string(degree));
    }
    made = std::make_unique<wreath_perm_group>(group->group.stabilizer(std::span(points, count), &run));
  });
  if (status == WREATH_OK) *stabilizer = made.release();
  return status;
}

wreath_status wreath_perm_group_orbits(wreath_context* context, const wreath_perm_group* group, const uint32_t** orbits) {
  return capi::run_long(context, [&](RunControl& run) {
    context->numbers = group::orbits(group->group.generators(), context->machine(), &run).labels;
    *orbits = context->numbers.data();
  });
}

wreath_status wreath_perm_group_random(wreath_context* context, wreath_perm_group* group, uint64_t seed,
                                       const uint32_t** images) {
  return with_chain(context, group, [&](RunControl& run) {
    context->numbers = group->group.random(seed, &run);
    *images = context->numbers.data();
  });
}
