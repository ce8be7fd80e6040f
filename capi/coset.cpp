// SPDX-License-Identifier: MIT
#include "wreath/coset.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "capi/context.hpp"
#include "wreath/word/words.hpp"

using namespace wreath;  // NOLINT(google-build-using-namespace): the functions are C's

struct wreath_cosets {
  explicit wreath_cosets(coset::Table found) : table(std::move(found)), text(table.problem().group.alphabet) {}
  coset::Table table;
  word::WordText text;
};

namespace {

constexpr std::uint64_t kFewCosets = std::uint64_t{1} << 18;

std::string why_unfinished(const coset::Enumeration& found) {
  switch (found.ending()) {
    case coset::Ending::infinite: return "it is infinite";
    case coset::Ending::cosets: return "the table has as many cosets as it may";
    case coset::Ending::memory: return "the memory is full";
    case coset::Ending::rows: return "the table has as many rows as it can";
    default: return "the run was stopped";
  }
}

}  // namespace

wreath_status wreath_cosets_open(wreath_context* context, const char* group, const char* subgroup, uint64_t most,
                                 wreath_cosets** cosets) {
  return capi::run_making<wreath_cosets>(context, cosets, [&](RunControl& run) {
    coset::Problem problem = coset::open_problem(group, {.subgroup = std::string(subgroup == nullptr ? "" : subgroup)});
    coset::Enumeration found(std::move(problem), {.machine = context->machine(), .max_cosets = most});
    if (!found.run(&run)) throw LimitReached("the index is not known: " + why_unfinished(found));
    return std::make_unique<wreath_cosets>(found.take_table(&run));
  });
}

void wreath_cosets_free(wreath_cosets* cosets) {
  delete cosets;
}

uint64_t wreath_cosets_index(const wreath_cosets* cosets) {
  return cosets->table.index();
}

size_t wreath_cosets_letters(const wreath_cosets* cosets) {
  return cosets->table.letters();
}

const char* wreath_cosets_letter(const wreath_cosets* cosets, size_t letter) {
  const auto& names = cosets->text.alphabet().names;
  return letter < names.size() ? names[letter].c_str() : nullptr;
}

wreath_status wreath_cosets_table(wreath_context* context, const wreath_cosets* cosets, const uint32_t** table) {
  return capi::guarded(context, [&] { *table = cosets->table.entries().data(); });
}

wreath_status wreath_cosets_images(wreath_context* context, const wreath_cosets* cosets, size_t letter, const uint32_t** images) {
  return capi::guarded(context, [&] {
    if (letter >= cosets->table.letters()) throw InputError(std::to_string(letter) + " is not a letter of this group");
    context->numbers = cosets->table.permutation(static_cast<word::Letter>(letter));
    *images = context->numbers.data();
  });
}

wreath_status wreath_cosets_trace(wreath_context* context, const wreath_cosets* cosets, const char* word, uint64_t from,
                                  uint64_t* coset) {
  return capi::guarded(context, [&] { *coset = cosets->table.trace(cosets->text.read(word), from); });
}

wreath_status wreath_cosets_group_order(wreath_context* context, const char* group, uint64_t most, const char** digits) {
  return capi::run_long(context, [&](RunControl& run) {
    const coset::Problem problem = coset::open_problem(group);
    // Groups of some ten thousand elements are counted at once: the choice of a subgroup would take longer.
    coset::Enumeration elements(
        {.group = problem.group, .subgroup = {}, .names_trivial = true},
        {.machine = context->machine(), .max_cosets = most == 0 ? kFewCosets : std::min(most, kFewCosets)});
    if (elements.run(&run)) {
      context->text = std::to_string(elements.index());
      *digits = context->text.c_str();
      return;
    }
    const auto found = coset::group_order(problem, {.machine = context->machine(), .max_cosets = most}, &run);
    if (!found) throw LimitReached("the order is not known: a limit was reached first");
    context->text = found->order.text();
    *digits = context->text.c_str();
  });
}
