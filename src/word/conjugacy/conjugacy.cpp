// SPDX-License-Identifier: MIT
//
// Conjugacy in hyperbolic groups.
//
// An element is first replaced by a cyclically geodesic conjugate (cyclic_words.cpp). If one of two such words is long compared
// with the thinness of triangles, their lines lie side by side, and bridges.cpp finds all conjugators up to powers of the
// elements. If both are short, a power of the elements is looked at instead: whatever conjugates u to v conjugates u^m to v^m, so
// it is among the conjugators of these, up to powers of u^m, which commute with u. Powers of an element of infinite order become
// long. Elements of finite order have no lines: their conjugates are listed (class_search.cpp) up to a length that is proven to
// suffice.
//
// Which is which is always found out: if a power of an element is 1 its order is finite; if a power is conjugate to a cyclically
// geodesic word of more than 8(n+1) letters, all its powers are local geodesics for that length, so they are quasi-geodesics
// (Bridson and Haefliger, "Metric spaces of non-positive curvature", III.H.1.13, whose proof needs only triangles with
// elements as corners; they are (n+1)-slim), and none is 1. One of the two happens for every element.
#include "wreath/word/conjugacy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/text/units.hpp"
#include "word/conjugacy/class_search.hpp"
#include "word/conjugacy/conjugacy_state.hpp"
#include "word/element_order.hpp"

namespace wreath::word {

ThinTriangles prove_thinness(const Group& group, const Hyperbolicity& found, const ConjugacyOptions& options, RunControl* run) {
  if (!found.geodesic_acceptor_states)
    throw LimitReached("not all geodesics were found within the limits, so it is not known whether the group is hyperbolic");
  ThinTriangles triangles = find_thin_triangles(group, found, options.triangles, run);
  if (!triangles.complete)
    throw LimitReached("how thin its triangles are was not proven within the limits, and conjugacy is decided by that constant");
  return triangles;
}

Conjugacy::State::Power Conjugacy::State::long_power(const Word& word, std::size_t length, RunControl* run) const {
  if (word.empty()) return {.order = 1};
  if (word.size() >= length) return {.form = {word, {}}};
  Word all = word;
  for (std::uint64_t exponent = 2;; ++exponent) {
    if (run != nullptr && run->should_stop()) throw LimitReached("the run was stopped before the order of the element was found");
    all = product({all, word}, run);
    if (all.empty()) return {.order = exponent};
    if ((exponent & (exponent - 1)) != 0) continue;
    CyclicForm form = cyclic.cyclic_form(all, run);
    if (form.word.size() >= length) return {.exponent = exponent, .form = std::move(form)};
  }
}

std::optional<Word> Conjugacy::State::join_powers(const Word& u, const Word& v, const Power& of_u, std::uint64_t& tried,
                                                  RunControl* run) const {
  const CyclicForm& long_u = of_u.form;
  const CyclicForm long_v = cyclic.cyclic_form(power(v, of_u.exponent, run), run);
  std::optional<Word> answer;
  conjugators(long_u.word, long_v.word, long_v.word.size(), tried, run, [&](const Word& c) {
    Word whole = product({long_u.by, c, cyclic.inverse(long_v.by)}, run);
    if (!joins(u, whole, v, run)) return false;
    answer = std::move(whole);
    return true;
  });
  return answer;
}

std::string Conjugacy::State::no_bridge(std::uint64_t tried) const {
  return fmt::format(
      "opposite points of geodesic triangles are at most {} apart, which is proven; so the axes of conjugate elements "
      "are joined by one of {}, and none of the {} that fit joins these",
      triangles.thinness, counted(bridges.size(), "element"), group_digits(std::to_string(tried)));
}

Conjugate Conjugacy::State::yes(const CyclicForm& u, const Word& c, const CyclicForm& v, RunControl* run) const {
  return {.conjugate = true, .conjugator = product({u.by, c, cyclic.inverse(v.by)}, run)};
}

Conjugate Conjugacy::State::decide_long(const CyclicForm& u, const CyclicForm& v, RunControl* run) const {
  const bool is_first = u.word.size() >= v.word.size();
  const Word& longer = is_first ? u.word : v.word;
  const Word& other = is_first ? v.word : u.word;
  std::uint64_t tried = 0;
  // A rotation of v by its period commutes with v.
  const auto found = conjugators(longer, other, period_of(other), tried, run, [](const Word&) { return true; });
  if (found.empty()) return {.proof = no_bridge(tried)};
  return yes(u, is_first ? found.front() : cyclic.inverse(found.front()), v, run);
}

Conjugate Conjugacy::State::decide_short(const CyclicForm& u, const CyclicForm& v, RunControl* run) const {
  const Power of_u = long_power(u.word, bridges.comfortable(), run);
  if (of_u.order == 0) {
    std::uint64_t tried = 0;
    const auto found = join_powers(u.word, v.word, of_u, tried, run);
    return found ? yes(u, *found, v, run) : Conjugate{.proof = no_bridge(tried)};
  }
  const Power of_v = long_power(v.word, bridges.comfortable(), run);
  if (of_v.order != of_u.order) return {.proof = "the elements have different orders"};
  if (bridges.is_long(std::max(u.word.size(), v.word.size()))) return decide_long(u, v, run);
  const Word from = cyclic.reduce(u.word, run);
  const Word to = cyclic.reduce(v.word, run);
  const std::size_t longest = 2 * triangles.thinness + std::max(from.size(), to.size());
  ClassSearch search(cyclic, options.max_elements, run);
  if (search.explore(from, longest, &to)) return yes(u, search.path(), v, run);
  return {.proof = fmt::format(
              "opposite points of geodesic triangles are at most {} apart, which is proven; so conjugate elements of "
              "length at most {} are connected by conjugates of length at most {}, and all {} are known",
              triangles.thinness, std::max(from.size(), to.size()), longest, group_digits(std::to_string(search.size())))};
}

Conjugate Conjugacy::State::decide(std::span<const Letter> u, std::span<const Letter> v, RunControl* run) const {
  const CyclicForm first = cyclic.cyclic_form(u, run);
  const CyclicForm second = cyclic.cyclic_form(v, run);
  if (first.word.empty() || second.word.empty()) {
    if (first.word.empty() && second.word.empty()) return {.conjugate = true};
    return {.proof = "one of the elements is 1, the other is not"};
  }
  const bool is_long = std::max(first.word.size(), second.word.size()) >= bridges.comfortable();
  return is_long ? decide_long(first, second, run) : decide_short(first, second, run);
}

Conjugacy::Conjugacy(const Group& group, const ConjugacyOptions& options, RunControl* run)
    : state_(std::make_shared<State>(group, options, run)) {}

const Group& Conjugacy::group() const noexcept {
  return state_->group;
}

std::size_t Conjugacy::thinness() const noexcept {
  return state_->triangles.thinness;
}

Conjugate Conjugacy::decide(std::span<const Letter> u, std::span<const Letter> v, RunControl* run) {
  state_->require(u);
  state_->require(v);
  const State& state = *state_;
  Conjugate answer = state.decide(u, v, run);
  if (answer.conjugate) answer.conjugator = state.shortened(Word(u.begin(), u.end()), std::move(answer.conjugator), run);
  if (answer.conjugate && !state.joins(Word(u.begin(), u.end()), answer.conjugator, Word(v.begin(), v.end()), run))
    throw InternalError("a conjugator that was found does not conjugate the elements");
  return answer;
}

Conjugate Conjugacy::decide(std::string_view u, std::string_view v, RunControl* run) {
  return decide(state_->group.parse(u), state_->group.parse(v), run);
}

std::vector<Word> Conjugacy::shortest(std::span<const Letter> word, RunControl* run) {
  state_->require(word);
  const State& state = *state_;
  const Word form = state.cyclic.reduce(state.cyclic.cyclic_form(word, run).word, run);
  if (!state.bridges.is_long(form.size())) {
    ClassSearch search(state.cyclic, state.options.max_elements, run);
    search.explore(form, 2 * state.triangles.thinness + form.size());
    return search.shortest();
  }
  // Each shortest conjugate has a line, and a bridge leads to it from one of the places; the conjugate there is a rotation of one
  // of its geodesics. So it is found from there letter by letter: each step leads from a shortest conjugate to another.
  std::set<Word> found;
  const auto add = [&](Word conjugate) {
    if (!found.empty() && conjugate.size() > found.begin()->size()) return;
    if (!found.empty() && conjugate.size() < found.begin()->size()) found.clear();
    found.insert(std::move(conjugate));
  };
  for (const std::size_t at : state.bridges.places(form.size()).at) {
    const Word turned = rotated(form, at);
    for (std::size_t d = 0; d < state.bridges.size(); ++d) {
      if (run != nullptr && run->should_stop()) throw LimitReached("the run was stopped before all conjugates were tried");
      add(state.product({state.cyclic.inverse(state.bridges[d]), turned, state.bridges[d]}, run));
    }
  }
  std::vector<Word> next(found.begin(), found.end());
  while (!next.empty()) {
    const Word conjugate = std::move(next.back());
    next.pop_back();
    for (std::size_t x = 0; x < state.cyclic.alphabet().size(); ++x) {
      if (run != nullptr && run->should_stop()) throw LimitReached("the run was stopped before all conjugates were found");
      const Word letter{static_cast<Letter>(x)};
      Word moved = state.product({state.cyclic.inverse(letter), conjugate, letter}, run);
      if (moved.size() == conjugate.size() && found.insert(moved).second) next.push_back(std::move(moved));
    }
  }
  return {found.begin(), found.end()};
}

ElementOrder Conjugacy::order_of(std::span<const Letter> word, RunControl* run) {
  state_->require(word);
  const std::size_t length = 8 * (thinness() + 1) + 1;
  const State::Power power = state_->long_power(state_->cyclic.cyclic_form(word, run).word, length, run);
  if (power.order != 0)
    return {ElementOrder::Kind::finite, power.order, fmt::format("power {} is 1, and no smaller power is", power.order)};
  return {ElementOrder::Kind::infinite, 0,
          fmt::format("power {} is conjugate to a word of {} all of whose rotations are geodesics, and more than {} suffice, as "
                      "geodesic triangles are {}-slim",
                      power.exponent, counted(power.form.word.size(), "letter"), 8 * (thinness() + 1), thinness() + 1)};
}

std::vector<ElementOrder> decide_orders(const Group& group, const std::vector<Word>& words, std::uint64_t powers,
                                        const ConjugacyOptions& options, const ReduceOptions& how, RunControl* run) {
  std::vector<ElementOrder> orders;
  std::optional<Conjugacy> conjugacy;
  std::string why_not;  // the geometry is not known
  for (const Word& word : words) {
    orders.push_back(group.order_of_letters(word, powers, how, run));
    if (orders.back().kind != ElementOrder::Kind::unknown) continue;
    try {
      if (why_not.empty() && !conjugacy) conjugacy.emplace(group, options, run);
    } catch (const LimitReached& limit) {
      why_not = limit.message();
    }
    try {
      if (conjugacy) orders.back() = conjugacy->order_of(word, run);
      if (!conjugacy) orders.back().proof += fmt::format("; {}", why_not);
    } catch (const LimitReached& limit) {
      orders.back().proof += fmt::format("; {}", limit.message());
    }
  }
  return orders;
}

ElementOrder decide_order(const Group& group, std::span<const Letter> word, std::uint64_t powers, const ConjugacyOptions& options,
                          const ReduceOptions& how, RunControl* run) {
  return decide_orders(group, {Word(word.begin(), word.end())}, powers, options, how, run).front();
}

}  // namespace wreath::word
