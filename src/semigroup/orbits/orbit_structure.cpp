// SPDX-License-Identifier: MIT
//
// Questions about a semigroup without its elements, after East, Egri-Nagy, Mitchell and Peresse, "Computing finite semigroups".
//
//   side_model.hpp   elements as two values and a bijection
//   side_orbit.hpp   the orbits of the values, their components, groups and exits
//   pieces.hpp       which elements over the roots of components there are
//   group_words.hpp  words in the groups
//   orbit_classes.cpp  all D-classes, their idempotents and their order
//   pair_search.hpp  words for maps where there are too many pieces to find them all
//
// A word for an element y: ways lead from the roots of its two components to its values, so that y = s*z*t with z over the roots;
// z is in a piece, and differs from the piece's element by a permutation of the left group, for which round trips are found.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/run/counted.hpp"
#include "core/run/option.hpp"
#include "semigroup/generators.hpp"
#include "semigroup/kinds/action.hpp"
#include "semigroup/orbits/group_words.hpp"
#include "semigroup/orbits/structure_state.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kMostOrbitDegree = 65535;
constexpr std::uint64_t kPairProducts = 20000;  // that a search by pairs forms before orbits are asked

/// The elements as transformations, bipartitions or Boolean matrices.
Generators sided(const Generators& given) {
  if (has_own_sides(given.kind) || given.kind.is_transformation()) return given;
  return Action(given.kind).transformations(given);
}

}  // namespace

OrbitStructure::State::State(Generators from)
    : given(std::move(from)), generators(sided(given)), model(make_side_model(generators)) {
  whole = model->split(identity()).right;
}

bool OrbitStructure::is_made_for(const ElementKind& kind) noexcept {
  return !kind.is_matrix() || has_own_sides(kind) || Action::exists(kind, 1);
}

OrbitStructure::OrbitStructure(Generators generators, unsigned threads) {
  require_valid(generators);
  if (!is_made_for(generators.kind)) {
    throw InputError(
        fmt::format("orbits are made for maps, partial maps, permutations, bipartitions, Boolean matrices, and matrices over "
                    "finite semirings that act on at most 65536 vectors; not for {} matrices of {}, whose elements are "
                    "enumerated without {} and {}",
                    to_string(generators.kind), counted(generators.kind.size, "row"), option("count"), option("orbits")));
  }
  if (!generators.kind.is_matrix() && generators.degree > kMostOrbitDegree)
    throw InputError(fmt::format("degree {} is too large for orbits: the limit is {}", generators.degree, kMostOrbitDegree));
  for (std::size_t g = 0; g < generators.count(); ++g)
    normalise(generators.kind, std::span(generators.images).subspan(g * generators.degree, generators.degree));
  state_ = std::make_unique<State>(std::move(generators));
  state_->threads = threads;
}
OrbitStructure::~OrbitStructure() = default;
OrbitStructure::OrbitStructure(OrbitStructure&& other) noexcept = default;
OrbitStructure& OrbitStructure::operator=(OrbitStructure&& other) noexcept = default;

const Generators& OrbitStructure::generators() const noexcept {
  return state_->given;
}
std::uint64_t OrbitStructure::kernels() const {
  return state_->values_found(state_->kernels_found);
}
std::uint64_t OrbitStructure::images() const {
  return state_->values_found(state_->images_found);
}

std::uint64_t OrbitStructure::State::outside() const {
  return identity_word() ? 0 : 1;
}

std::vector<Point> OrbitStructure::State::identity() const {
  std::vector<Point> row(generators.degree);
  if (has_own_sides(given.kind)) return identity_of(given.kind);
  std::iota(row.begin(), row.end(), Point{0});
  return row;
}

std::vector<Point> OrbitStructure::State::row_of(std::span<const Point> element) const {
  if (given.kind.is_transformation()) {
    require_map(element, given.degree);
    return {element.begin(), element.end()};
  }
  require_element(given.kind, element, "the element");
  std::vector<Point> row(element.begin(), element.end());
  if (has_own_sides(given.kind)) {
    normalise(given.kind, row);
  } else {
    row.resize(generators.degree);
    Action(given.kind).write_images(element, row);
  }
  return row;
}

std::vector<Point> OrbitStructure::State::element_of(std::span<const Point> row) const {
  if (given.kind.is_transformation() || has_own_sides(given.kind)) return {row.begin(), row.end()};
  const Action action(given.kind);
  std::vector<Point> base_images;
  for (const Point point : action.base()) base_images.push_back(row[point]);
  std::vector<Point> element(given.degree);
  action.read_base_images(base_images, element);
  return element;
}

/// The values of one side. `found` is their number also if the run is stopped.
void OrbitStructure::State::find_orbit(std::unique_ptr<SideOrbit>& orbit, std::uint64_t& found, OrbitSide side,
                                       const SideValue& first, RunControl& run) {
  if (orbit) return;
  auto made = std::make_unique<SideOrbit>(*model, side, generators.count(), threads);
  try {
    made->enumerate(first, run);
  } catch (...) {
    found = std::max<std::uint64_t>(found, made->size());
    throw;
  }
  found = made->size();
  orbit = std::move(made);
}

void OrbitStructure::State::prepare(RunControl& run) {
  if (pieces) return;
  const auto timer = run.phase("orbits");
  const Split first = model->split(identity());
  find_orbit(right, images_found, OrbitSide::right, first.right, run);
  find_orbit(left, kernels_found, OrbitSide::left, first.left, run);
  pieces = std::make_unique<Pieces>(*model, *left, *right, threads, StopCheck(run));
}

void OrbitStructure::prepare(RunControl* given) {
  GivenRun run(given);
  or_limit_reached([&] { state_->prepare(run); });
}

PairSearch OrbitStructure::State::search(std::span<const Point> row, RunControl& run) const {
  if (has_own_sides(given.kind) || generators.degree > kMostPairDegree) return {};
  const auto timer = run.phase("pairs");
  return search_by_pairs(generators, row, kPairProducts, StopCheck(run));
}

/// The identity is a product of generators that are units, or the empty product of a monoid.
std::optional<Word> OrbitStructure::State::identity_word() const {
  if (given.monoid) return Word{};
  for (std::size_t g = 0; g < generators.count(); ++g) {
    if (!is_unit(generators.row(g))) continue;
    Word word{static_cast<Letter>(g)};
    const std::vector<Point> one = identity();
    std::vector<Point> power(generators.row(g).begin(), generators.row(g).end());
    ElementKind kind = generators.kind;
    if (kind.is_transformation()) kind.size = generators.degree;
    for (; power != one; word.push_back(static_cast<Letter>(g))) power = multiply(kind, power, generators.row(g));
    return word;
  }
  return std::nullopt;
}

void OrbitStructure::State::require_product(std::span<const Point> row, const Word& word) const {
  ElementKind kind = generators.kind;
  if (kind.is_transformation()) kind.size = generators.degree;
  std::vector<Point> product = identity();
  for (const Letter letter : word) {
    if (kind.is_transformation()) {
      for (Point& point : product) point = generators.row(letter)[point];
    } else {
      product = multiply(kind, product, generators.row(letter));
    }
  }
  if (!std::ranges::equal(product, row)) throw InternalError("a word was found that is not a word for the element");
}

Word OrbitStructure::State::word_by_orbits(const Split& parts, const OverRoots& over, Index piece, StopCheck check) {
  const OverRoots& known = pieces->element(piece);
  std::vector<Point> left_of(over.joins.size());
  for (std::size_t t = 0; t < over.joins.size(); ++t) left_of[over.joins[t]] = static_cast<Point>(t);
  Permutation move(over.joins.size());
  for (std::size_t t = 0; t < move.size(); ++t) move[t] = left_of[known.joins[t]];
  const SideOrbit::Group& group = left->group(over.left, check);
  Word way;  // on the left, in the order in which it acts
  for (const std::size_t trip : factor_permutation(group.chain, group.permutations, move, check))
    way.insert(way.end(), group.ways[trip].begin(), group.ways[trip].end());
  const Word to_left = left->way_to(*left->find(parts.left));
  way.insert(way.end(), to_left.begin(), to_left.end());
  Word word(way.rbegin(), way.rend());
  const Word middle = pieces->word(piece);
  word.insert(word.end(), middle.begin(), middle.end());
  const Word to_right = right->way_to(*right->find(parts.right));
  word.insert(word.end(), to_right.begin(), to_right.end());
  return word;
}

bool OrbitStructure::contains(std::span<const Point> element, RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  const std::vector<Point> row = state.row_of(element);
  if (row == state.identity()) return state.identity_word().has_value();
  bool found = false;
  or_limit_reached([&] {
    using Answer = PairSearch::Answer;
    const Answer by_pairs = state.search(row, run).answer;
    found = by_pairs == Answer::word;
    if (by_pairs != Answer::unknown) return;
    state.prepare(run);
    const auto timer = run->phase("look-up");
    const auto over = state.pieces->over_roots(state.model->split(row));
    found = over && state.piece_of(*over, run);
  });
  return found;
}

std::optional<Word> OrbitStructure::factor(std::span<const Point> element, RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  const std::vector<Point> row = state.row_of(element);
  if (row == state.identity()) return state.identity_word();
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
      const Split parts = state.model->split(row);
      const auto over = state.pieces->over_roots(parts);
      const auto piece = over ? state.piece_of(*over, run) : std::nullopt;
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
    const Split parts = state.model->split(row);
    const auto over = state.pieces->over_roots(parts);
    if (!over) throw InternalError("the values of an element are not in the orbits");
    const std::uint64_t pieces = state.pieces_of_class(*over, check);
    place.d_class = state.count(*over, pieces, check);
    const Natural r = state.right->group(over->right, check).chain.order() * state.right->components().size(over->right);
    const Natural l = state.left->group(over->left, check).chain.order() * state.left->components().size(over->left);
    place.r_size = r;
    place.l_size = l;
    place.h_size = place.d_class.h_size;
    place.in_group = place.d_class.regular && state.model->has_idempotent(parts.left, parts.right);
  });
  return place;
}

}  // namespace wreath::semigroup
