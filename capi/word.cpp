// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>

#include "capi/context.hpp"
#include "wreath/word.hpp"

using namespace wreath;  // NOLINT(google-build-using-namespace): the functions are C's
using word::Letter;
using word::Word;

struct wreath_word_group {
  explicit wreath_word_group(word::Group opened) : group(std::move(opened)) {}
  word::Group group;
};

struct wreath_word_subgroup {
  explicit wreath_word_subgroup(word::Subgroup built) : subgroup(std::move(built)) {}
  word::Subgroup subgroup;
};

namespace {

/// Words up to this length are reduced in the caller's thread once the tables are made: no stop comes too late.
constexpr std::size_t kShort = 4096;

wreath_status short_or_long(wreath_context* context, const wreath_word_group* group, std::size_t length,
                            const std::function<void(RunControl*)>& work) {
  if (length <= kShort && group->group.is_ready()) return capi::guarded(context, [&] { work(nullptr); });
  return capi::run_long(context, [&](RunControl& run) { work(&run); });
}

word::ReduceOptions options_of(const wreath_context* context) {
  return {.machine = context->machine()};
}

void give(wreath_context* context, Word form, const std::uint8_t** word, std::size_t* length) {
  context->letters = std::move(form);
  *word = context->letters.data();
  *length = context->letters.size();
}

}  // namespace

wreath_status wreath_word_group_open(wreath_context* context, const char* source, int cache, wreath_word_group** group) {
  return capi::run_making<wreath_word_group>(context, group, [&](RunControl& run) {
    word::Group opened = word::Group::open(source, {.cache = cache != 0}, &run);
    if (!opened.verified()) throw LimitReached("no automatic structure was found: " + opened.why_unverified());
    opened.prepare({}, &run);
    return std::make_unique<wreath_word_group>(std::move(opened));
  });
}

void wreath_word_group_free(wreath_word_group* group) {
  delete group;
}

size_t wreath_word_group_letters(const wreath_word_group* group) {
  return group->group.alphabet().size();
}

const char* wreath_word_group_letter(const wreath_word_group* group, size_t letter) {
  const auto& names = group->group.alphabet().names;
  return letter < names.size() ? names[letter].c_str() : nullptr;
}

uint8_t wreath_word_group_inverse(const wreath_word_group* group, size_t letter) {
  return group->group.alphabet().inverses[letter];
}

wreath_status wreath_word_group_parse(wreath_context* context, const wreath_word_group* group, const char* text,
                                      const uint8_t** word, size_t* length) {
  return capi::guarded(context, [&] { give(context, group->group.parse(text), word, length); });
}

wreath_status wreath_word_group_print(wreath_context* context, const wreath_word_group* group, const uint8_t* word, size_t length,
                                      const char** text) {
  return capi::guarded(context, [&] {
    context->text = group->group.print(std::span(word, length));
    *text = context->text.c_str();
  });
}

wreath_status wreath_word_group_reduce(wreath_context* context, const wreath_word_group* group, const uint8_t* word,
                                       size_t length, const uint8_t** form, size_t* form_length) {
  return short_or_long(context, group, length, [&](RunControl* run) {
    give(context, group->group.reduce_letters(std::span(word, length), options_of(context), run), form, form_length);
  });
}

wreath_status wreath_word_group_reduce_many(wreath_context* context, const wreath_word_group* group, const uint8_t* letters,
                                            const uint64_t* offsets, size_t count, uint8_t* out, uint64_t* lengths) {
  return capi::run_long(context, [&](RunControl& run) {
    const std::size_t size = offsets[count];
    const std::size_t done = group->group.reduce_many(std::span(letters, size), std::span(offsets, count + 1),
                                                      std::span(out, size), std::span(lengths, count), options_of(context), &run);
    if (done < count) throw LimitReached("the run was stopped before all words were reduced");
  });
}

wreath_status wreath_word_group_multiply(wreath_context* context, const wreath_word_group* group, const uint8_t* u,
                                         size_t u_length, const uint8_t* v, size_t v_length, const uint8_t** form,
                                         size_t* form_length) {
  return short_or_long(context, group, u_length + v_length, [&](RunControl* run) {
    give(context, group->group.multiply_letters(std::span(u, u_length), std::span(v, v_length), options_of(context), run), form,
         form_length);
  });
}

wreath_status wreath_word_group_equal(wreath_context* context, const wreath_word_group* group, const uint8_t* u, size_t u_length,
                                      const uint8_t* v, size_t v_length, int* equal) {
  return short_or_long(context, group, u_length + v_length, [&](RunControl* run) {
    const word::ReduceOptions options = options_of(context);
    const Word form = group->group.reduce_letters(std::span(u, u_length), options, run);
    *equal = form == group->group.reduce_letters(std::span(v, v_length), options, run) ? 1 : 0;
  });
}

wreath_status wreath_word_group_element_order(wreath_context* context, const wreath_word_group* group, const uint8_t* word,
                                              size_t length, uint64_t* order) {
  return capi::run_long(context, [&](RunControl& run) {
    const word::ElementOrder found =
        word::decide_order(group->group, std::span(word, length), 1000, {}, options_of(context), &run);
    if (found.kind == word::ElementOrder::Kind::unknown) throw LimitReached("the order is not known: " + found.proof);
    *order = found.kind == word::ElementOrder::Kind::finite ? found.order : 0;
  });
}

wreath_status wreath_word_group_order(wreath_context* context, const wreath_word_group* group, const char** digits) {
  return capi::run_long(context, [&](RunControl& run) {
    context->text = group->group.order(&run).text();
    *digits = context->text.c_str();
  });
}

wreath_status wreath_word_group_growth(wreath_context* context, const wreath_word_group* group, size_t radius,
                                       const char** digits) {
  return capi::run_long(context, [&](RunControl& run) {
    std::string text;
    for (const Natural& sphere : word::sphere_sizes(group->group, radius, &run))
      text += (text.empty() ? "" : " ") + sphere.text();
    context->text = std::move(text);
    *digits = context->text.c_str();
  });
}

wreath_status wreath_word_group_ball(wreath_context* context, const wreath_word_group* group, size_t radius,
                                     const uint8_t** letters, const uint64_t** offsets, size_t* count) {
  return capi::run_long(context, [&](RunControl& run) {
    const word::Ball ball(group->group, radius, &run);
    context->letters.clear();
    context->offsets.assign(1, 0);
    for (std::size_t e = 0; e < ball.size(); ++e) {
      const Word word = ball.word(static_cast<word::Ball::Element>(e));
      context->letters.insert(context->letters.end(), word.begin(), word.end());
      context->offsets.push_back(context->letters.size());
    }
    *letters = context->letters.data();
    *offsets = context->offsets.data();
    *count = ball.size();
  });
}

wreath_status wreath_word_subgroup_open(wreath_context* context, const wreath_word_group* group, const uint8_t* letters,
                                        const uint64_t* offsets, size_t count, wreath_word_subgroup** subgroup) {
  return capi::run_making<wreath_word_subgroup>(context, subgroup, [&](RunControl& run) {
    std::vector<Word> words;
    for (std::size_t k = 0; k < count; ++k) words.emplace_back(letters + offsets[k], letters + offsets[k + 1]);
    word::Subgroup built = word::Subgroup::build(group->group, words, {}, &run);
    if (!built.verified()) throw LimitReached("no coset structure was found: " + built.ending());
    return std::make_unique<wreath_word_subgroup>(std::move(built));
  });
}

void wreath_word_subgroup_free(wreath_word_subgroup* subgroup) {
  delete subgroup;
}

wreath_status wreath_word_subgroup_index(wreath_context* context, const wreath_word_subgroup* subgroup, const char** digits) {
  return capi::run_long(context, [&](RunControl& run) {
    context->text = subgroup->subgroup.index(&run).text();
    *digits = context->text.c_str();
  });
}

wreath_status wreath_word_subgroup_coset_form(wreath_context* context, const wreath_word_subgroup* subgroup, const uint8_t* word,
                                              size_t length, const uint8_t** form, size_t* form_length) {
  return capi::run_long(context, [&](RunControl& run) {
    give(context, subgroup->subgroup.coset_form(std::span(word, length), options_of(context), &run), form, form_length);
  });
}
