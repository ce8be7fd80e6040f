// SPDX-License-Identifier: MIT
//
// Questions about a semigroup without its elements, after East, Egri-Nagy, Mitchell and Peresse, "Computing finite semigroups".
//
//   green/green_structure.hpp  the orbits of both sides, and the pieces of D-classes
//   group_words.hpp            words in the groups
//   orbit_classes.cpp          all D-classes and their order
//   pair_search.hpp            words for maps where there are too many pieces to find them all
//
// A word for an element y: ways lead from the roots of its two components to its values, so that y = s*z*t with z over the roots;
// z is in a piece, and differs from the piece's element by a permutation of the left group, for which round trips are found.
#include <fmt/format.h>

#include <algorithm>

#include "semigroup/generators.hpp"
#include "semigroup/orbits/group_words.hpp"
#include "semigroup/orbits/structure_state.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kMostOrbitDegree = 65535;
constexpr std::uint64_t kPairProducts = 20000;  // that a search by pairs forms before orbits are asked

}  // namespace

bool OrbitStructure::is_made_for(const ElementKind& kind) noexcept {
  return Sided::is_made_for(kind);
}

OrbitStructure::OrbitStructure(Generators generators, unsigned threads) {
  require_valid(generators);
  if (!generators.kind.is_matrix() && generators.degree > kMostOrbitDegree)
    throw InputError(fmt::format("degree {} is too large for orbits: the limit is {}", generators.degree, kMostOrbitDegree));
  normalise(generators);
  state_ = std::make_unique<State>(std::move(generators), threads);
}
OrbitStructure::~OrbitStructure() = default;
OrbitStructure::OrbitStructure(OrbitStructure&& other) noexcept = default;
OrbitStructure& OrbitStructure::operator=(OrbitStructure&& other) noexcept = default;

const Generators& OrbitStructure::generators() const noexcept {
  return state_->given;
}
std::uint64_t OrbitStructure::kernels() const {
  return state_->green.left().size() - state_->green.outside();
}
std::uint64_t OrbitStructure::images() const {
  return state_->green.right().size() - state_->green.outside();
}

std::vector<Point> OrbitStructure::State::row_of(std::span<const Point> element) const {
  require_row(given, element);
  return sided.row_of(element);
}

void OrbitStructure::State::prepare(RunControl& run) {
  if (prepared) return;
  const auto timer = run.phase("orbits");
  green.find_orbits(run, [] {});
  green.start_pieces();
  prepared = true;
}

void OrbitStructure::prepare(RunControl* given) {
  GivenRun run(given);
  or_limit_reached([&] { state_->prepare(run); });
}

PairSearch OrbitStructure::State::search(std::span<const Point> row, RunControl& run) const {
  if (has_own_sides(given.kind) || sided->degree > kMostPairDegree) return {};
  const auto timer = run.phase("pairs");
  return search_by_pairs(*sided, row, kPairProducts, StopCheck(run));
}

/// The identity is a product of generators that are units, or the empty product of a monoid.
std::optional<Word> OrbitStructure::State::identity_word() const {
  if (given.monoid) return Word{};
  const std::vector<std::byte> whole = sides->right().first();
  for (std::size_t g = 0; g < sided->count(); ++g) {
    if (sides->split(sided->row(g)).right != whole) continue;
    Word word{static_cast<Letter>(g)};
    const std::vector<Point> one = sided.identity();
    std::vector<Point> power(sided->row(g).begin(), sided->row(g).end());
    for (; power != one; word.push_back(static_cast<Letter>(g))) power = sided.multiply(power, sided->row(g));
    return word;
  }
  return std::nullopt;
}

void OrbitStructure::State::require_product(std::span<const Point> row, const Word& word) const {
  std::vector<Point> product = sided.identity();
  for (const Letter letter : word) product = sided.multiply(product, sided->row(letter));
  if (!std::ranges::equal(product, row)) throw InternalError("a word was found that is not a word for the element");
}

std::optional<OverRoots> OrbitStructure::State::over_roots(const Sides::Parts& element) {
  const SideOrbit& left = green.left();
  const SideOrbit& right = green.right();
  const std::optional<Index> left_node = left.find(element.left);
  const std::optional<Index> right_node = left_node ? right.find(element.right) : std::nullopt;
  if (!right_node) return std::nullopt;
  OverRoots result{{left.components().of[*left_node], right.components().of[*right_node]}, {}};
  Side::Places places;
  places.key = right.key(*right_node);
  right.read_frame(*right_node, places.frame);
  right.side().look_at(places);
  for (const Point mark : left.frame_of(*left_node)) result.tuple.push_back(element.at[mark]);
  right.side().locate(places, result.tuple);
  return result;
}

/// The way to the left value of y, from the root, takes z to y, where z is y over the roots but for the way's twist; z differs
/// from the element of the piece by round trips of the left component.
Word OrbitStructure::State::word_by_orbits(const Sides::Parts& parts, const OverRoots& over, Index piece, StopCheck check) {
  const SideOrbit& left = green.left();
  const SideOrbit& right = green.right();
  const Index node = *left.find(parts.left);
  const std::vector<Point> twist = left.twist(node);
  const auto [known, middle] = green.pieces().element_with_word(piece);
  std::vector<Point> position(right.rank(over.at.right));  // by right position, the left one of the known element
  for (std::size_t i = 0; i < known.tuple.size(); ++i) position[known.tuple[i]] = static_cast<Point>(i);
  Permutation move(over.tuple.size());
  for (std::size_t i = 0; i < move.size(); ++i) move[twist[i]] = position[over.tuple[i]];
  Word word = left.way_to(node);
  std::ranges::reverse(word);
  if (const OrbitGroup* group = left.group(over.at.left)) {
    for (const std::size_t trip : factor_permutation(*group->chain, group->generators, move, check)) {
      const Word way = left.way_along(group->steps[trip]);
      word.insert(word.end(), way.rbegin(), way.rend());
    }
  }
  word.insert(word.end(), middle.begin(), middle.end());
  const Word to_right = right.way_to(*right.find(parts.right));
  word.insert(word.end(), to_right.begin(), to_right.end());
  return word;
}

bool OrbitStructure::contains(std::span<const Point> element, RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  const std::vector<Point> row = state.row_of(element);
  if (row.empty()) return false;
  if (row == state.sided.identity()) return state.identity_word().has_value();
  bool found = false;
  or_limit_reached([&] {
    using Answer = PairSearch::Answer;
    const Answer by_pairs = state.search(row, run).answer;
    found = by_pairs == Answer::word;
    if (by_pairs != Answer::unknown) return;
    state.prepare(run);
    const auto timer = run->phase("look-up");
    const auto over = state.over_roots(state.sides->split(row));
    found = over && state.green.pieces().find(*over, state.threads, run);
  });
  return found;
}

std::optional<Word> OrbitStructure::factor(std::span<const Point> element, RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  const std::vector<Point> row = state.row_of(element);
  if (row.empty()) return std::nullopt;
  if (row == state.sided.identity()) return state.identity_word();
  std::optional<Word> word;
  or_limit_reached([&] {
    using Answer = PairSearch::Answer;
    PairSearch by_pairs = state.search(row, run);
    if (by_pairs.answer == Answer::not_a_product) return;
    if (by_pairs.answer == Answer::word) {
      word = std::move(by_pairs.word);
    } else {
      state.prepare(run);
      const auto timer = run->phase("look-up");
      const Sides::Parts parts = state.sides->split(row);
      const auto over = state.over_roots(parts);
      const auto piece = over ? state.green.pieces().find(*over, state.threads, run) : std::nullopt;
      if (piece) word = state.word_by_orbits(parts, *over, *piece, StopCheck(run));
    }
    if (word) state.require_product(row, *word);
  });
  return word;
}

std::optional<ElementPlace> OrbitStructure::place(std::span<const Point> element, RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  if (!contains(element, given)) return std::nullopt;
  const std::vector<Point> row = state.row_of(element);
  ElementPlace place;
  or_limit_reached([&] {
    StopCheck check(run);
    state.prepare(run);
    const Sides::Parts parts = state.sides->split(row);
    const auto over = state.over_roots(parts);
    if (!over) throw InternalError("the values of an element are not in the orbits");
    const auto [left, right] = over->at;
    place.d_class = state.green.size_up(*over, state.pieces_of_class(*over, check));
    place.d_class.regular =
        state.green.search(check)->any(state.green.left().root(left), state.green.right().components().nodes(right));
    place.r_size = state.green.right().group_order(right) * state.green.right().components().size(right);
    place.l_size = state.green.left().group_order(left) * state.green.left().components().size(left);
    place.h_size = place.d_class.h_size;
    place.in_group = place.d_class.regular && state.sides->has_idempotent(parts.left, parts.right);
  });
  return place;
}

}  // namespace wreath::semigroup
