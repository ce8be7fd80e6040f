// SPDX-License-Identifier: MIT
//
// Conjugacy in hyperbolic groups.
//
// An element is first replaced by a cyclically geodesic conjugate (cyclic_words.cpp). If one of two such words is long compared
// with the thinness of triangles, their lines lie side by side, and bridges.cpp finds all conjugators up to powers of the
// elements. If both are short, a power of the elements is looked at instead: whatever conjugates u to v conjugates u^m to v^m, so
// it is among the conjugators of these, up to powers of u^m, which commute with u. Powers of an element of infinite order become
// long. Elements of finite order have no lines: their conjugates are listed (element_search.cpp) up to a length that is proven to
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
#include <set>

#include "core/text/units.hpp"
#include "word/conjugacy/cyclic_words.hpp"
#include "word/conjugacy/element_search.hpp"
#include "word/geometry/geodesic.hpp"
#include "word/internals.hpp"

namespace wreath::word {

namespace {

/// Throws LimitReached if it is not proven within the limits.
ThinTriangles prove_thinness(const Group& group, const Hyperbolicity& found, const ConjugacyOptions& options, RunControl* run) {
  require_geodesics(found);
  ThinTriangles triangles = find_thin_triangles(group, found, options.triangles, run);
  if (!triangles.complete)
    throw LimitReached("how thin its triangles are was not proven within the limits, and conjugacy is decided by that constant");
  return triangles;
}

}  // namespace

/// What the answers about conjugacy in a group share: its geometry, cyclic words and bridges.
struct Conjugacy::State {
  State(const Group& its_group, const ConjugacyOptions& its_options, RunControl* run)
      : group(its_group),
        options(its_options),
        structure(Internals::proven(group)),
        hyperbolicity(find_hyperbolicity(group, options.geodesics, run)),
        triangles(prove_thinness(group, hyperbolicity, options, run)),
        cyclic(structure.presentation.alphabet, complete_geodesics(hyperbolicity).acceptor, Internals::reducer(group, run),
               options.threads),
        bridges(structure.view(), triangles, options.max_elements, run) {}

  /// An element of infinite order by a long power of it, or one of finite order.
  struct Power {
    std::uint64_t order = 0;     // if it is finite
    std::uint64_t exponent = 1;  // otherwise: its power with this exponent
    CyclicForm form = {};        // is this
  };

  /// Throws InputError if a letter is out of range.
  void require(std::span<const Letter> word) const {
    const std::uint64_t offsets[] = {0, word.size()};
    group.require_words(word, offsets);
  }
  Word product(std::initializer_list<std::span<const Letter>> factors, RunControl* run) const {
    Word word;
    for (const auto& factor : factors) word.insert(word.end(), factor.begin(), factor.end());
    return cyclic.reduce(word, run);
  }
  Word power(const Word& word, std::uint64_t exponent, RunControl* run) const {
    Word all;
    for (std::uint64_t i = 0; i < exponent; ++i) all.insert(all.end(), word.begin(), word.end());
    return cyclic.reduce(all, run);
  }
  /// c times a power of u, which joins the same elements, as short as possible while each step makes it shorter.
  Word shortened(const Word& u, Word c, RunControl* run) const {
    const Word back = cyclic.inverse(u);
    for (const Word* factor : {&u, &back}) {
      for (Word next = product({*factor, c}, run); next.size() < c.size(); next = product({*factor, c}, run)) c = std::move(next);
    }
    return c;
  }
  /// Whether u*c = c*v.
  bool joins(const Word& u, const Word& c, const Word& v, RunControl* run) const {
    return product({u, c}, run) == product({c, v}, run);
  }
  /// A power of the cyclically geodesic word that has at least this length, or its order. The exponent is a power of 2.
  Power long_power(const Word& word, std::size_t length, RunControl* run) const {
    if (word.empty()) return {.order = 1};
    if (word.size() >= length) return {.form = {word, {}}};
    Word all = word;
    for (std::uint64_t exponent = 2;; ++exponent) {
      if (run != nullptr && run->should_stop())
        throw LimitReached("the run was stopped before the order of the element was found");
      all = product({all, word}, run);
      if (all.empty()) return {.order = exponent};
      if ((exponent & (exponent - 1)) != 0) continue;
      CyclicForm form = cyclic.cyclic_form(all, run);
      if (form.word.size() >= length) return {.exponent = exponent, .form = std::move(form)};
    }
  }
  /// All c with u*c = c*v up to powers of u, for cyclically geodesic words, u being long; only the first that `accept` accepts if
  /// it is given. Adds the number of candidates to `tried`.
  template <class Accept>
  std::vector<Word> conjugators(const Word& u, const Word& v, std::size_t most, std::uint64_t& tried, RunControl* run,
                                const Accept& accept) const {
    std::vector<Word> found;
    std::set<Word> seen;
    bridges.find(
        u, v, most,
        [&](std::size_t i, std::size_t j, const Word& d) {
          ++tried;
          Word c = product({std::span(u).first(i), d, cyclic.inverse(std::span(v).first(j))}, run);
          if (!seen.insert(c).second || !joins(u, c, v, run)) return true;
          const bool is_accepted = accept(c);
          if (is_accepted) found.push_back(std::move(c));
          return !is_accepted;
        },
        options.threads, run);
    return found;
  }

  std::optional<Word> join_powers(const Word& u, const Word& v, const Power& of_u, std::uint64_t& tried, RunControl* run) const {
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
  Conjugate decide(std::span<const Letter> u, std::span<const Letter> v, RunControl* run) const {
    const CyclicForm first = cyclic.cyclic_form(u, run);
    const CyclicForm second = cyclic.cyclic_form(v, run);
    if (first.word.empty() || second.word.empty()) {
      if (first.word.empty() && second.word.empty()) return {.conjugate = true};
      return {.proof = "one of the elements is 1, the other is not"};
    }
    const bool is_long = std::max(first.word.size(), second.word.size()) >= bridges.comfortable();
    return is_long ? decide_long(first, second, run) : decide_short(first, second, run);
  }
  Conjugate decide_long(const CyclicForm& u, const CyclicForm& v, RunControl* run) const {
    const bool is_first = u.word.size() >= v.word.size();
    const Word& longer = is_first ? u.word : v.word;
    const Word& other = is_first ? v.word : u.word;
    std::uint64_t tried = 0;
    // A rotation of v by its period commutes with v.
    const auto found = conjugators(longer, other, period_of(other), tried, run, [](const Word&) { return true; });
    if (found.empty()) return {.proof = no_bridge(tried)};
    return yes(u, is_first ? found.front() : cyclic.inverse(found.front()), v, run);
  }
  Conjugate decide_short(const CyclicForm& u, const CyclicForm& v, RunControl* run) const {
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
    ElementSearch search = class_search(run);
    if (search.explore(from, longest, &to)) {
      const std::vector<std::uint32_t> path = search.path();  // the moves are numbered as the letters
      return yes(u, Word(path.begin(), path.end()), v, run);
    }
    return {.proof = fmt::format(
                "opposite points of geodesic triangles are at most {} apart, which is proven; so conjugate elements of "
                "length at most {} are connected by conjugates of length at most {}, and all {} are known",
                triangles.thinness, std::max(from.size(), to.size()), longest, group_digits(std::to_string(search.size())))};
  }
  /// Of the conjugates of an element.
  ElementSearch class_search(RunControl* run) const {
    return {[this, run](const Word& word) { return cyclic.reduce(word, run); }, conjugations(cyclic.alphabet()),
            options.max_elements, run};
  }
  Conjugate yes(const CyclicForm& u, const Word& c, const CyclicForm& v, RunControl* run) const {
    return {.conjugate = true, .conjugator = product({u.by, c, cyclic.inverse(v.by)}, run)};
  }
  std::string no_bridge(std::uint64_t tried) const {
    return fmt::format(
        "opposite points of geodesic triangles are at most {} apart, which is proven; so the axes of conjugate elements "
        "are joined by one of {}, and none of the {} that fit joins these",
        triangles.thinness, counted(bridges.size(), "element"), group_digits(std::to_string(tried)));
  }

  const Group group;
  const ConjugacyOptions options;
  const AutomaticStructure& structure;
  const Hyperbolicity hyperbolicity;
  const ThinTriangles triangles;
  const CyclicWords cyclic;
  const Bridges bridges;
};

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
    ElementSearch search = state.class_search(run);
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

// Roots: if h^a = u then h commutes with u^m, so h is among the conjugators of u^m to itself, up to powers of u^m.

/// Roots of an element whose power is conjugate to a cyclically geodesic word: that is a power of a shortest one, r.
class RootSearch {
 public:
  RootSearch(const Conjugacy::State& state, Word target, Word by, const Word& line, std::uint64_t exponent, RunControl* run)
      : state_(state), best_{target, 1}, target_(std::move(target)), by_(std::move(by)), exponent_(exponent), run_(run) {
    const std::size_t period = period_of(line);
    unit_.assign(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(period));
    units_ = line.size() / period;
    const double slim = static_cast<double>(state.triangles.thinness) + 1;
    const auto length = static_cast<double>(line.size());
    stretch_ = (length + 4 * slim) / (length - 4 * slim);
  }

  /// c commutes with the line: looks for roots c * r^s.
  void look_at(const Word& c, std::uint64_t most_powers) {
    Word product = c;
    for (std::uint64_t b = 1; b <= most_powers; ++b, product = state_.product({product, c}, run_)) {
      const auto moved = units_of(product);
      if (!moved) continue;
      // c moves along the line by moved/b units and c * r^s by s more, and of that the exponent of the root, times that of the
      // line, makes all units of the line.
      for (std::uint64_t all = exponent_; all <= units_ * b; all += exponent_) {
        if (units_ * b % all != 0) continue;
        const std::int64_t rest = static_cast<std::int64_t>(units_ * b / all) - *moved;
        if (rest % static_cast<std::int64_t>(b) == 0) try_root(c, rest / static_cast<std::int64_t>(b), all / exponent_);
      }
      return;
    }
  }
  const ElementRoot& best() const { return best_; }

 private:
  /// The t with r^t = word. As the powers of r are quasi-geodesics, with the stretch above, few t come into question.
  std::optional<std::int64_t> units_of(const Word& word) const {
    const std::size_t least = (word.size() + unit_.size() - 1) / unit_.size();
    const double slim = static_cast<double>(state_.triangles.thinness) + 1;
    const auto most =
        static_cast<std::size_t>(stretch_ * (static_cast<double>(word.size()) + 2 * slim) / static_cast<double>(unit_.size())) +
        1;
    Word forward = state_.power(unit_, least, run_);
    for (std::size_t t = least; t <= most; ++t, forward = state_.product({forward, unit_}, run_)) {
      if (word == forward) return static_cast<std::int64_t>(t);
      if (state_.product({word, forward}, run_).empty()) return -static_cast<std::int64_t>(t);
    }
    return std::nullopt;
  }
  void try_root(const Word& c, std::int64_t shift, std::uint64_t exponent) {
    if (exponent <= best_.exponent) return;
    const Word& unit = shift < 0 ? state_.cyclic.inverse(unit_) : unit_;
    const Word part = state_.power(unit, static_cast<std::uint64_t>(std::abs(shift)), run_);
    Word root = state_.product({by_, c, part, state_.cyclic.inverse(by_)}, run_);
    if (state_.power(root, exponent, run_) == target_) best_ = {std::move(root), exponent};
  }

  const Conjugacy::State& state_;
  ElementRoot best_;
  Word target_;
  Word by_;
  std::uint64_t exponent_;
  RunControl* run_;
  Word unit_;
  std::uint64_t units_ = 1;
  double stretch_ = 1;
};

ElementRoot Conjugacy::root_of(std::span<const Letter> word, RunControl* run) {
  state_->require(word);
  const State& state = *state_;
  const CyclicForm form = state.cyclic.cyclic_form(word, run);
  const std::size_t length = std::max(state.bridges.comfortable(), 8 * (thinness() + 1) + 1);
  const State::Power power = state.long_power(form.word, length, run);
  if (power.order != 0) {
    throw InputError(
        fmt::format("the element has the finite order {}: roots are found for elements of infinite order", power.order));
  }
  const Word& line = power.form.word;
  std::uint64_t tried = 0;
  std::vector<Word> commuting;
  state.conjugators(line, line, period_of(line), tried, run, [&](const Word& c) {
    commuting.push_back(c);
    return false;
  });
  RootSearch search(state, state.cyclic.reduce(word, run), state.product({form.by, power.form.by}, run), line, power.exponent,
                    run);
  for (const Word& c : commuting) search.look_at(c, commuting.size());
  return search.best();
}

}  // namespace wreath::word
