// SPDX-License-Identifier: MIT
//
// Any function by its name. kCalls is the list: a name and the kinds of its arguments, by letters, which are checked before the
// call: n is a number, u one that is not negative, t a text, l a list of numbers, w one of numbers that are not negative; g, s,
// c, h and p are the numbers of objects, in the order of Session::Object. A text's zero byte ends it.
#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>

#include "capi/context.hpp"
#include "capi/session.hpp"

namespace wreath::capi {

std::int64_t Session::keep(Object object) {
  objects_.emplace(next_, std::move(object));
  return next_++;
}

Session::Object* Session::find(std::int64_t number) {
  const auto found = objects_.find(number);
  return found == objects_.end() ? nullptr : &found->second;
}

void Session::clear() {
  kept_.clear();
  if (values_.capacity() > 64) values_ = {};
}

void Session::give(std::int64_t number) {
  kept_.push_back({{WREATH_NUMBER, number, nullptr, 0}, {}, {}});
}

void Session::give(std::string_view text) {
  kept_.push_back({{WREATH_TEXT, 0, nullptr, text.size()}, std::string(text), {}});
}

void Session::give_list(std::vector<std::int32_t> list) {
  kept_.push_back({{WREATH_LIST, 0, nullptr, list.size()}, {}, std::move(list)});
}

std::span<const wreath_value> Session::results() {
  values_.clear();
  for (const Result& result : kept_) {
    wreath_value value = result.value;
    if (value.kind == WREATH_TEXT) value.data = result.text.c_str();
    if (value.kind == WREATH_LIST) value.data = result.list.data();
    values_.push_back(value);
  }
  return values_;
}

namespace {

/// The arguments of a call, checked against its signature.
class Call {
 public:
  Call(wreath_context* context, std::span<const wreath_value> arguments) : context_(context), arguments_(arguments) {}

  wreath_context* context() const { return context_; }
  Session& session() const { return *context_->session; }
  std::int64_t number(std::size_t at) const { return arguments_[at].number; }
  const char* text(std::size_t at) {
    texts_[at].assign(static_cast<const char*>(arguments_[at].data), arguments_[at].length);
    return texts_[at].c_str();
  }
  std::span<const std::int32_t> list(std::size_t at) const {
    return {static_cast<const std::int32_t*>(arguments_[at].data), arguments_[at].length};
  }
  /// A list as letters; what is not one becomes 255, which no alphabet has.
  std::span<const std::uint8_t> word(std::size_t at) {
    const auto given = list(at);
    words_[at].resize(given.size());
    std::transform(given.begin(), given.end(), words_[at].begin(),
                   [](std::int32_t letter) { return static_cast<std::uint8_t>(letter < 0 || letter > 255 ? 255 : letter); });
    return words_[at];
  }
  template <class Handle>
  auto object(std::size_t at) const {
    return std::get<Handle>(*session().find(number(at))).get();
  }
  wreath_word_group* group() const { return object<GroupHandle>(0); }
  wreath_semigroup* semigroup() const { return object<SemigroupHandle>(0); }
  wreath_cosets* cosets() const { return object<CosetsHandle>(0); }
  wreath_word_subgroup* subgroup() const { return object<SubgroupHandle>(0); }
  wreath_perm_group* perm_group() const { return object<PermGroupHandle>(0); }
  std::size_t count(std::size_t at) const { return static_cast<std::size_t>(number(at)); }
  /// A list of numbers that are not negative, as points.
  std::vector<std::uint32_t> points(std::size_t at) const { return {list(at).begin(), list(at).end()}; }
  /// Gives the result if the call succeeded.
  template <class... Results>
  wreath_status give(wreath_status status, const Results&... results) {
    if (status == WREATH_OK) (session().give(results()), ...);
    return status;
  }

 private:
  wreath_context* context_;
  std::span<const wreath_value> arguments_;
  std::string texts_[4];
  std::vector<std::uint8_t> words_[4];
};

wreath_status free_object(Call& call) {
  call.session().free(call.number(0));
  return WREATH_OK;
}

/// seconds, bytes, threads
wreath_status set_limits(Call& call) {
  wreath_set_limits(call.context(), static_cast<double>(call.number(0)), call.count(1),
                    static_cast<unsigned>(std::min<std::size_t>(call.count(2), std::numeric_limits<unsigned>::max())));
  return WREATH_OK;
}

wreath_status tell_version(Call& call) {
  call.session().give(std::int64_t{WREATH_API_VERSION});
  call.session().give(std::string_view(wreath_version()));
  return WREATH_OK;
}

// --- groups

/// source, cache: a group, the names of its letters with spaces between, the inverses
wreath_status open_group(Call& call) {
  wreath_word_group* opened = nullptr;
  const wreath_status status = wreath_word_group_open(call.context(), call.text(0), static_cast<int>(call.number(1)), &opened);
  if (status != WREATH_OK) return status;
  std::string names;
  std::vector<std::int32_t> inverses;
  for (std::size_t x = 0; x < wreath_word_group_letters(opened); ++x) {
    names += (x == 0 ? "" : " ") + std::string(wreath_word_group_letter(opened, x));
    inverses.push_back(wreath_word_group_inverse(opened, x));
  }
  call.session().give(call.session().keep(GroupHandle(opened)));
  call.session().give(std::string_view(names));
  call.session().give_list(std::move(inverses));
  return WREATH_OK;
}

wreath_status reduce(Call& call) {
  const auto word = call.word(1);
  const std::uint8_t* form = nullptr;
  std::size_t length = 0;
  const wreath_status status = wreath_word_group_reduce(call.context(), call.group(), word.data(), word.size(), &form, &length);
  return call.give(status, [&] { return std::span(form, length); });
}

wreath_status multiply(Call& call) {
  const auto u = call.word(1);
  const auto v = call.word(2);
  const std::uint8_t* form = nullptr;
  std::size_t length = 0;
  const wreath_status status =
      wreath_word_group_multiply(call.context(), call.group(), u.data(), u.size(), v.data(), v.size(), &form, &length);
  return call.give(status, [&] { return std::span(form, length); });
}

wreath_status equal(Call& call) {
  const auto u = call.word(1);
  const auto v = call.word(2);
  int answer = 0;
  const wreath_status status =
      wreath_word_group_equal(call.context(), call.group(), u.data(), u.size(), v.data(), v.size(), &answer);
  return call.give(status, [&] { return std::int64_t{answer}; });
}

/// Where words begin that have these lengths.
std::vector<std::uint64_t> offsets_of(std::span<const std::int32_t> lengths) {
  std::vector<std::uint64_t> offsets{0};
  for (const std::int32_t length : lengths) offsets.push_back(offsets.back() + static_cast<std::uint64_t>(length));
  return offsets;
}

/// Numbers from what offsets there are.
template <class Offsets>
std::vector<std::int32_t> lengths_of(const Offsets& offsets, std::size_t count) {
  std::vector<std::int32_t> lengths;
  for (std::size_t k = 0; k < count; ++k) lengths.push_back(static_cast<std::int32_t>(offsets[k + 1] - offsets[k]));
  return lengths;
}

wreath_status refuse_lengths(Call& call) {
  return guarded(call.context(), [] { throw InputError("the lengths of the words are not those of their letters"); });
}

/// letters of all words, their lengths: letters of all forms, their lengths
wreath_status reduce_many(Call& call) {
  const auto letters = call.word(1);
  const std::vector<std::uint64_t> offsets = offsets_of(call.list(2));
  std::vector<std::uint8_t> out(letters.size());
  std::vector<std::uint64_t> lengths(offsets.size() - 1);
  if (offsets.back() != letters.size()) return refuse_lengths(call);
  const wreath_status status = wreath_word_group_reduce_many(call.context(), call.group(), letters.data(), offsets.data(),
                                                             lengths.size(), out.data(), lengths.data());
  if (status != WREATH_OK) return status;
  std::vector<std::int32_t> forms;
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    const auto first = out.begin() + static_cast<std::ptrdiff_t>(offsets[k]);
    forms.insert(forms.end(), first, first + static_cast<std::ptrdiff_t>(lengths[k]));
  }
  call.session().give_list(std::move(forms));
  call.session().give(std::span<const std::uint64_t>(lengths));
  return WREATH_OK;
}

wreath_status element_order(Call& call) {
  const auto word = call.word(1);
  std::uint64_t order = 0;
  const wreath_status status = wreath_word_group_element_order(call.context(), call.group(), word.data(), word.size(), &order);
  return call.give(status, [&] { return std::string_view(call.context()->text = std::to_string(order)); });
}

wreath_status group_order(Call& call) {
  const char* digits = nullptr;
  const wreath_status status = wreath_word_group_order(call.context(), call.group(), &digits);
  return call.give(status, [&] { return std::string_view(digits); });
}

wreath_status growth(Call& call) {
  const char* digits = nullptr;
  const wreath_status status = wreath_word_group_growth(call.context(), call.group(), call.count(1), &digits);
  return call.give(status, [&] { return std::string_view(digits); });
}

/// radius: letters of all elements, their lengths
wreath_status ball(Call& call) {
  const std::uint8_t* letters = nullptr;
  const std::uint64_t* offsets = nullptr;
  std::size_t count = 0;
  const wreath_status status = wreath_word_group_ball(call.context(), call.group(), call.count(1), &letters, &offsets, &count);
  if (status != WREATH_OK) return status;
  call.session().give(std::span(letters, offsets[count]));
  call.session().give_list(lengths_of(offsets, count));
  return WREATH_OK;
}

/// letters of all generators, their lengths: a subgroup
wreath_status open_subgroup(Call& call) {
  const auto letters = call.word(1);
  const std::vector<std::uint64_t> offsets = offsets_of(call.list(2));
  if (offsets.back() != letters.size()) return refuse_lengths(call);
  wreath_word_subgroup* opened = nullptr;
  const wreath_status status =
      wreath_word_subgroup_open(call.context(), call.group(), letters.data(), offsets.data(), offsets.size() - 1, &opened);
  return call.give(status, [&] { return call.session().keep(SubgroupHandle(opened)); });
}

wreath_status subgroup_index(Call& call) {
  const char* digits = nullptr;
  const wreath_status status = wreath_word_subgroup_index(call.context(), call.subgroup(), &digits);
  return call.give(status, [&] { return std::string_view(digits); });
}

wreath_status coset_form(Call& call) {
  const auto word = call.word(1);
  const std::uint8_t* form = nullptr;
  std::size_t length = 0;
  const wreath_status status =
      wreath_word_subgroup_coset_form(call.context(), call.subgroup(), word.data(), word.size(), &form, &length);
  return call.give(status, [&] { return std::span(form, length); });
}

// --- semigroups

/// kind, columns, monoid, rows
wreath_status new_semigroup(Call& call) {
  const std::size_t columns = call.count(1);
  const auto rows = call.list(3);
  if (columns == 0 || rows.size() % columns != 0)
    return guarded(call.context(), [] { throw InputError("the numbers of the generators do not fill rows"); });
  wreath_semigroup* made = nullptr;
  const wreath_status status = wreath_semigroup_new(call.context(), call.text(0), columns, static_cast<int>(call.number(2)),
                                                    rows.data(), rows.size() / columns, &made);
  return call.give(status, [&] { return call.session().keep(SemigroupHandle(made)); });
}

/// elements to find, negative: all: how many there are, whether these are all
wreath_status run_semigroup(Call& call) {
  const std::uint64_t until = call.number(1) < 0 ? UINT64_MAX : static_cast<std::uint64_t>(call.number(1));
  const wreath_status status = wreath_semigroup_run(call.context(), call.semigroup(), until);
  return call.give(
      status, [&] { return static_cast<std::int64_t>(wreath_semigroup_size(call.semigroup())); },
      [&] { return std::int64_t{wreath_semigroup_complete(call.semigroup())}; });
}

/// first, last: rows
wreath_status rows(Call& call) {
  const std::int32_t* found = nullptr;
  const std::uint64_t first = call.count(1);
  const std::uint64_t last = call.count(2);
  const wreath_status status = wreath_semigroup_rows(call.context(), call.semigroup(), first, last, &found);
  return call.give(status, [&] { return std::span(found, (last - first) * wreath_semigroup_columns(call.semigroup())); });
}

/// first, last: letters of all words, their lengths
wreath_status semigroup_words(Call& call) {
  const std::uint16_t* letters = nullptr;
  const std::uint64_t* offsets = nullptr;
  const std::uint64_t first = call.count(1);
  const std::uint64_t last = call.count(2);
  const wreath_status status = wreath_semigroup_words(call.context(), call.semigroup(), first, last, &letters, &offsets);
  if (status != WREATH_OK) return status;
  call.session().give(std::span(letters, offsets[last - first]));
  call.session().give_list(lengths_of(offsets, last - first));
  return WREATH_OK;
}

/// A list that is not a row of the semigroup is not an element of it.
bool is_row(const Call& call) {
  return call.list(1).size() == wreath_semigroup_columns(call.semigroup());
}

/// row: the element, or -1
wreath_status find(Call& call) {
  if (!is_row(call)) return call.give(WREATH_OK, [] { return std::int64_t{-1}; });
  std::uint64_t element = 0;
  const wreath_status status = wreath_semigroup_find(call.context(), call.semigroup(), call.list(1).data(), &element);
  return call.give(status, [&] { return element == UINT64_MAX ? std::int64_t{-1} : static_cast<std::int64_t>(element); });
}

/// left: numbers of elements, from 0, a row for each element
wreath_status graph(Call& call) {
  const std::uint32_t* edges = nullptr;
  std::size_t generators = 0;
  const wreath_status status =
      wreath_semigroup_graph(call.context(), call.semigroup(), static_cast<int>(call.number(1)), &edges, &generators);
  return call.give(status, [&] { return std::span(edges, wreath_semigroup_size(call.semigroup()) * generators); });
}

wreath_status idempotents(Call& call) {
  const std::uint32_t* elements = nullptr;
  std::size_t count = 0;
  const wreath_status status = wreath_semigroup_idempotents(call.context(), call.semigroup(), &elements, &count);
  return call.give(status, [&] { return std::span(elements, count); });
}

wreath_status green(Call& call) {
  const std::uint32_t *r = nullptr, *l = nullptr, *d = nullptr;
  std::size_t count = 0;
  const wreath_status status = wreath_semigroup_green(call.context(), call.semigroup(), &r, &l, &d, &count);
  return call.give(
      status, [&] { return std::span(r, count); }, [&] { return std::span(l, count); }, [&] { return std::span(d, count); });
}

/// letters of all sides of rules, left and right in turn, their lengths
wreath_status rules(Call& call) {
  const std::uint16_t* letters = nullptr;
  const std::uint64_t* offsets = nullptr;
  std::size_t count = 0;
  const wreath_status status = wreath_semigroup_rules(call.context(), call.semigroup(), &letters, &offsets, &count);
  if (status != WREATH_OK) return status;
  call.session().give(std::span(letters, offsets[2 * count]));
  call.session().give_list(lengths_of(offsets, 2 * count));
  return WREATH_OK;
}

wreath_status counts(Call& call) {
  const char* digits = nullptr;
  const wreath_status status = wreath_semigroup_counts(call.context(), call.semigroup(), &digits);
  return call.give(status, [&] { return std::string_view(digits); });
}

wreath_status contains(Call& call) {
  int contained = 0;
  if (!is_row(call)) return call.give(WREATH_OK, [] { return std::int64_t{0}; });
  const wreath_status status = wreath_semigroup_contains(call.context(), call.semigroup(), call.list(1).data(), &contained);
  return call.give(status, [&] { return std::int64_t{contained}; });
}

// --- cosets

/// group, subgroup, most: cosets, their number, the names of the letters with spaces between
wreath_status open_cosets(Call& call) {
  wreath_cosets* opened = nullptr;
  const wreath_status status = wreath_cosets_open(call.context(), call.text(0), call.text(1), call.count(2), &opened);
  if (status != WREATH_OK) return status;
  std::string names;
  for (std::size_t x = 0; x < wreath_cosets_letters(opened); ++x)
    names += (x == 0 ? "" : " ") + std::string(wreath_cosets_letter(opened, x));
  call.session().give(call.session().keep(CosetsHandle(opened)));
  call.session().give(static_cast<std::int64_t>(wreath_cosets_index(opened)));
  call.session().give(std::string_view(names));
  return WREATH_OK;
}

/// letter: images, from 0
wreath_status images(Call& call) {
  const std::uint32_t* found = nullptr;
  const wreath_status status = wreath_cosets_images(call.context(), call.cosets(), call.count(1), &found);
  return call.give(status, [&] { return std::span(found, wreath_cosets_index(call.cosets())); });
}

wreath_status trace(Call& call) {
  std::uint64_t coset = 0;
  const wreath_status status = wreath_cosets_trace(call.context(), call.cosets(), call.text(1), call.count(2), &coset);
  return call.give(status, [&] { return static_cast<std::int64_t>(coset); });
}

/// group, most: digits
wreath_status order_by_cosets(Call& call) {
  const char* digits = nullptr;
  const wreath_status status = wreath_cosets_group_order(call.context(), call.text(0), call.count(1), &digits);
  return call.give(status, [&] { return std::string_view(digits); });
}

// --- permutations

wreath_status by_points(Call& call, bool inverse) {
  const std::vector<std::uint32_t> x = call.points(0);
  std::vector<std::uint32_t> z(x.size());
  wreath_status status = WREATH_OK;
  if (inverse) {
    status = wreath_perm_inverse(call.context(), x.data(), z.data(), z.size());
  } else {
    const std::vector<std::uint32_t> y = call.points(1);
    if (x.size() != y.size())
      return guarded(call.context(), [] { throw InputError("the two permutations have different numbers of points"); });
    status = wreath_perm_multiply(call.context(), x.data(), y.data(), z.data(), z.size());
  }
  return call.give(status, [&] { return std::span<const std::uint32_t>(z); });
}
wreath_status multiply_perms(Call& call) {
  return by_points(call, false);
}
wreath_status invert_perm(Call& call) {
  return by_points(call, true);
}

// --- groups of permutations

/// The images of a permutation, if there are as many as the group has points.
std::vector<std::uint32_t> element(const Call& call) {
  std::vector<std::uint32_t> images = call.points(1);
  const std::size_t points = wreath_perm_group_points(call.perm_group());
  if (images.size() != points) {
    throw InputError("the permutation has " + std::to_string(images.size()) + " images, but the group acts on " +
                     std::to_string(points) + " points");
  }
  return images;
}

/// Gives a group, the number of its points and the number of its generators.
wreath_status give_perm_group(Call& call, wreath_status status, wreath_perm_group* made) {
  return call.give(
      status, [&] { return call.session().keep(PermGroupHandle(made)); },
      [&] { return static_cast<std::int64_t>(wreath_perm_group_points(made)); },
      [&] { return static_cast<std::int64_t>(wreath_perm_group_generators(made)); });
}

/// images of all points under each generator, the number of points, order, proof: a group, its points, its generators
wreath_status new_perm_group(Call& call) {
  const std::vector<std::uint32_t> images = call.points(0);
  const std::size_t points = call.count(1);
  if (points == 0 ? !images.empty() : images.size() % points != 0)
    throw InputError("the images of the generators do not fill rows of " + std::to_string(points));
  wreath_perm_group* made = nullptr;
  const wreath_status status = wreath_perm_group_new(call.context(), images.data(), points == 0 ? 0 : images.size() / points,
                                                     points, call.text(2), call.text(3), &made);
  return give_perm_group(call, status, made);
}

/// source, order, proof: as before
wreath_status open_perm_group(Call& call) {
  wreath_perm_group* made = nullptr;
  const wreath_status status = wreath_perm_group_open(call.context(), call.text(0), call.text(1), call.text(2), &made);
  return give_perm_group(call, status, made);
}

/// generator: images
wreath_status perm_generator(Call& call) {
  const std::uint32_t* images = wreath_perm_group_generator(call.perm_group(), call.count(1));
  if (images == nullptr) throw InputError("the group has no generator " + std::to_string(call.number(1)));
  return call.give(WREATH_OK, [&] { return std::span(images, wreath_perm_group_points(call.perm_group())); });
}

/// digits, whether they are proven, how
wreath_status perm_group_order(Call& call) {
  const char *digits = nullptr, *proof = nullptr;
  int proven = 0;
  const wreath_status status = wreath_perm_group_order(call.context(), call.perm_group(), &digits, &proven, &proof);
  return call.give(
      status, [&] { return std::string_view(digits); }, [&] { return std::int64_t{proven}; },
      [&] { return std::string_view(proof); });
}

/// base points, lengths of their orbits
wreath_status perm_base(Call& call) {
  const std::uint32_t *base = nullptr, *orbits = nullptr;
  std::size_t length = 0;
  const wreath_status status = wreath_perm_group_base(call.context(), call.perm_group(), &base, &orbits, &length);
  return call.give(
      status, [&] { return std::span(base, length); }, [&] { return std::span(orbits, length); });
}

/// images of all points under each generator
wreath_status strong_generators(Call& call) {
  const std::uint32_t* images = nullptr;
  std::size_t count = 0;
  const wreath_status status = wreath_perm_group_strong_generators(call.context(), call.perm_group(), &images, &count);
  return call.give(status, [&] { return std::span(images, count * wreath_perm_group_points(call.perm_group())); });
}

wreath_status contains_perm(Call& call) {
  int contained = 0;
  const wreath_status status = wreath_perm_group_contains(call.context(), call.perm_group(), element(call).data(), &contained);
  return call.give(status, [&] { return std::int64_t{contained}; });
}

/// images, most letters: word
wreath_status factor_perm(Call& call) {
  const std::int32_t* word = nullptr;
  std::size_t length = 0;
  const wreath_status status =
      wreath_perm_group_factor(call.context(), call.perm_group(), element(call).data(), call.count(2), &word, &length);
  return call.give(status, [&] { return std::span(word, length); });
}

/// images: lines, the second number of an inverse being -1
wreath_status program_of_perm(Call& call) {
  const std::uint32_t* lines = nullptr;
  std::size_t count = 0;
  const wreath_status status = wreath_perm_group_program(call.context(), call.perm_group(), element(call).data(), &lines, &count);
  return call.give(status, [&] { return std::span(lines, 2 * count); });
}

wreath_status stabilizer(Call& call) {
  const std::vector<std::uint32_t> points = call.points(1);
  wreath_perm_group* made = nullptr;
  const wreath_status status =
      wreath_perm_group_stabilizer(call.context(), call.perm_group(), points.data(), points.size(), &made);
  return give_perm_group(call, status, made);
}

wreath_status perm_orbits(Call& call) {
  const std::uint32_t* orbits = nullptr;
  const wreath_status status = wreath_perm_group_orbits(call.context(), call.perm_group(), &orbits);
  return call.give(status, [&] { return std::span(orbits, wreath_perm_group_points(call.perm_group())); });
}

/// seed: images
wreath_status random_perm(Call& call) {
  const std::uint32_t* images = nullptr;
  const wreath_status status = wreath_perm_group_random(call.context(), call.perm_group(), call.count(1), &images);
  return call.give(status, [&] { return std::span(images, wreath_perm_group_points(call.perm_group())); });
}

struct Entry {
  std::string_view arguments;
  wreath_status (*call)(Call&);
};
const std::unordered_map<std::string_view, Entry> kCalls = {
    {"version", {"", tell_version}},
    {"set_limits", {"uuu", set_limits}},
    {"free", {"n", free_object}},
    {"word_group_open", {"tn", open_group}},
    {"word_group_reduce", {"gl", reduce}},
    {"word_group_reduce_many", {"glw", reduce_many}},
    {"word_group_multiply", {"gll", multiply}},
    {"word_group_equal", {"gll", equal}},
    {"word_group_element_order", {"gl", element_order}},
    {"word_group_order", {"g", group_order}},
    {"word_group_growth", {"gu", growth}},
    {"word_group_ball", {"gu", ball}},
    {"word_subgroup_open", {"glw", open_subgroup}},
    {"word_subgroup_index", {"h", subgroup_index}},
    {"word_subgroup_coset_form", {"hl", coset_form}},
    {"semigroup_new", {"tunl", new_semigroup}},
    {"semigroup_run", {"sn", run_semigroup}},
    {"semigroup_rows", {"suu", rows}},
    {"semigroup_words", {"suu", semigroup_words}},
    {"semigroup_find", {"sl", find}},
    {"semigroup_graph", {"sn", graph}},
    {"semigroup_idempotents", {"s", idempotents}},
    {"semigroup_green", {"s", green}},
    {"semigroup_rules", {"s", rules}},
    {"semigroup_counts", {"s", counts}},
    {"semigroup_contains", {"sl", contains}},
    {"cosets_open", {"ttu", open_cosets}},
    {"cosets_images", {"cu", images}},
    {"cosets_trace", {"ctu", trace}},
    {"cosets_group_order", {"tu", order_by_cosets}},
    {"perm_multiply", {"ww", multiply_perms}},
    {"perm_inverse", {"w", invert_perm}},
    {"perm_group_new", {"wutt", new_perm_group}},
    {"perm_group_open", {"ttt", open_perm_group}},
    {"perm_group_generator", {"pu", perm_generator}},
    {"perm_group_order", {"p", perm_group_order}},
    {"perm_group_base", {"p", perm_base}},
    {"perm_group_strong_generators", {"p", strong_generators}},
    {"perm_group_contains", {"pw", contains_perm}},
    {"perm_group_factor", {"pwu", factor_perm}},
    {"perm_group_program", {"pw", program_of_perm}},
    {"perm_group_stabilizer", {"pw", stabilizer}},
    {"perm_group_orbits", {"p", perm_orbits}},
    {"perm_group_random", {"pu", random_perm}},
};

bool fits(Session& session, char wanted, const wreath_value& value) {
  const auto* list = static_cast<const std::int32_t*>(value.data);
  switch (wanted) {
    case 't': return value.kind == WREATH_TEXT;
    case 'l': return value.kind == WREATH_LIST;
    case 'w': return value.kind == WREATH_LIST && std::all_of(list, list + value.length, [](std::int32_t n) { return n >= 0; });
    case 'n': return value.kind == WREATH_NUMBER;
    case 'u': return value.kind == WREATH_NUMBER && value.number >= 0;
    default: break;
  }
  if (value.kind != WREATH_NUMBER) return false;
  const Session::Object* object = session.find(value.number);
  if (object == nullptr) return false;
  return object->index() == std::string_view("gschp").find(wanted);
}

const char* description(char wanted) {
  switch (wanted) {
    case 't': return "a text";
    case 'l': return "a list of numbers";
    case 'w': return "a list of numbers that are not negative";
    case 'n': return "a number";
    case 'u': return "a number that is not negative";
    case 'g': return "the number of a group";
    case 's': return "the number of a semigroup";
    case 'h': return "the number of a subgroup";
    case 'p': return "the number of a permutation group";
    default: return "the number of cosets";
  }
}

}  // namespace

}  // namespace wreath::capi

wreath_status wreath_call(wreath_context* context, const char* name, const wreath_value* arguments, size_t count,
                          const wreath_value** results, size_t* result_count) {
  using namespace wreath::capi;  // NOLINT(google-build-using-namespace)
  context->style = wreath::OptionStyle::flag;
  const Entry* entry = nullptr;
  const wreath_status checked = guarded(context, [&] {
    if (!context->session) context->session = std::make_unique<Session>();
    context->session->clear();
    const auto found = kCalls.find(name);
    if (found == kCalls.end()) throw wreath::InputError("there is no function '" + std::string(name) + "'");
    entry = &found->second;
    if (count != entry->arguments.size())
      throw wreath::InputError("'" + std::string(name) + "' takes " + std::to_string(entry->arguments.size()) +
                               " arguments, not " + std::to_string(count));
    for (std::size_t k = 0; k < count; ++k) {
      if (!fits(*context->session, entry->arguments[k], arguments[k]))
        throw wreath::InputError("argument " + std::to_string(k + 1) + " of '" + name + "' must be " +
                                 description(entry->arguments[k]));
    }
  });
  if (checked != WREATH_OK) return checked;
  wreath_status status = WREATH_OK;
  const wreath_status called = guarded(context, [&] {
    Call call(context, std::span(arguments, count));
    status = entry->call(call);
    const std::span<const wreath_value> given = context->session->results();
    *results = given.data();
    *result_count = given.size();
  });
  return called != WREATH_OK ? called : status;
}
