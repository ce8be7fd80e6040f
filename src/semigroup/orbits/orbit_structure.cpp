// SPDX-License-Identifier: MIT
//
// Questions about a semigroup without its elements, after East, Egri-Nagy, Mitchell and Peresse, "Computing finite semigroups".
//
//   side_model.hpp   elements as two values and a bijection
//   side_orbit.hpp   the orbits of the values, their components, groups and exits
//   pieces.hpp       which elements over the roots of components there are
//   group_words.hpp  words in the groups
//   pair_search.hpp  words for maps where there are too many pieces to find them all
//
// A word for an element y: ways lead from the roots of its two components to its values, so that y = s*z*t with z over the roots;
// z is in a piece, and differs from the piece's element by a permutation of the left group, for which round trips are found.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <tuple>

#include "core/data/bitset.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/given_run.hpp"
#include "semigroup/generators.hpp"
#include "semigroup/kinds/action.hpp"
#include "semigroup/orbits/group_words.hpp"
#include "semigroup/orbits/pair_search.hpp"
#include "semigroup/orbits/pieces.hpp"
#include "wreath/semigroup/orbits.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kMostOrbitDegree = 65535;
constexpr std::size_t kMostOrdered = std::size_t{1} << 15;
constexpr std::uint64_t kPairProducts = 20000;  // that a search by pairs forms before orbits are asked

using Cover = std::pair<std::uint64_t, std::uint64_t>;

/// The elements as transformations or bipartitions.
Generators sided(const Generators& given) {
  if (given.kind.name == KindName::bipartition || given.kind.is_transformation()) return given;
  return Action(given.kind).transformations(given);
}

}  // namespace

struct OrbitStructure::State {
  explicit State(Generators from)
      : given(std::move(from)), generators(sided(given)), model(make_side_model(generators)) {}

  /// An element of the kind, as the model's.
  std::vector<Point> row_of(std::span<const Point> element) const;
  std::vector<Point> element_of(std::span<const Point> row) const;
  std::vector<Point> identity() const;
  bool is_unit(std::span<const Point> row) const { return model->rank(OrbitSide::right, model->split(row).right) == units_rank; }

  void prepare(RunControl& run);
  std::optional<Index> piece_of(const OverRoots& element, RunControl& run) { return pieces->find(element, StopCheck(run)); }
  PairSearch search(std::span<const Point> row, RunControl& run) const;
  std::optional<Word> identity_word() const;
  Word word_by_orbits(const Split& parts, const OverRoots& over, Index piece, StopCheck check);
  void require_product(std::span<const Point> row, const Word& word) const;

  /// The counts of the D-class of a piece of which there are this many.
  StructureCount::DClass count(const OverRoots& at, std::uint64_t pieces_of_class, StopCheck& check);
  std::uint64_t pieces_of_class(const OverRoots& at, StopCheck& check);
  bool is_regular(const OverRoots& at, StopCheck& check) const;
  std::uint64_t count_idempotents(const OverRoots& at, RunControl& run) const;
  void list_classes(RunControl& run);
  void left_steps(std::vector<std::pair<Index, Index>>& steps, RunControl& run);

  Generators given;
  Generators generators;
  std::unique_ptr<SideModel> model;
  std::size_t units_rank = 0;
  std::unique_ptr<SideOrbit> left;
  std::unique_ptr<SideOrbit> right;
  std::unique_ptr<Pieces> pieces;
  struct Listed {
    Index piece;  // the first
    StructureCount::DClass count;
    Natural size;
  };
  std::vector<Listed> listed;          // by rank
  std::map<Index, std::size_t> place;  // of a first piece among them
};

bool OrbitStructure::is_made_for(const ElementKind& kind) noexcept {
  return !kind.is_matrix();
}

OrbitStructure::OrbitStructure(Generators generators) {
  require_valid(generators);
  if (!is_made_for(generators.kind)) {
    throw InputError(
        fmt::format("orbits of kernels and images are for maps, partial maps, permutations and bipartitions, not for elements "
                    "of the kind {}",
                    to_string(generators.kind)));
  }
  if (generators.degree > kMostOrbitDegree)
    throw InputError(fmt::format("degree {} is too large for orbits: the limit is {}", generators.degree, kMostOrbitDegree));
  for (std::size_t g = 0; g < generators.count(); ++g)
    normalise(generators.kind, std::span(generators.images).subspan(g * generators.degree, generators.degree));
  state_ = std::make_unique<State>(std::move(generators));
  const Split identity = state_->model->split(state_->identity());
  state_->units_rank = state_->model->rank(OrbitSide::right, identity.right);
}
OrbitStructure::~OrbitStructure() = default;
OrbitStructure::OrbitStructure(OrbitStructure&& other) noexcept = default;
OrbitStructure& OrbitStructure::operator=(OrbitStructure&& other) noexcept = default;

const Generators& OrbitStructure::generators() const noexcept {
  return state_->given;
}
std::uint64_t OrbitStructure::kernels() const noexcept {
  return state_->left ? state_->left->size() : 0;
}
std::uint64_t OrbitStructure::images() const noexcept {
  return state_->right ? state_->right->size() : 0;
}

std::vector<Point> OrbitStructure::State::identity() const {
  std::vector<Point> row(generators.degree);
  if (given.kind.name == KindName::bipartition) return identity_of(given.kind);
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
  if (given.kind.name == KindName::bipartition) {
    normalise(given.kind, row);
  } else {
    row.resize(generators.degree);
    Action(given.kind).write_images(element, row);
  }
  return row;
}

std::vector<Point> OrbitStructure::State::element_of(std::span<const Point> row) const {
  std::vector<Point> element(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(given.degree));
  if (!given.kind.is_transformation() && given.kind.name != KindName::bipartition) {
    for (Point& image : element) image = image >= given.degree ? kUndefined : image;
  }
  return element;
}

void OrbitStructure::State::prepare(RunControl& run) {
  if (pieces) return;
  const auto timer = run.phase("orbits");
  const Split first = model->split(identity());
  auto images = std::make_unique<SideOrbit>(*model, OrbitSide::right, generators.count());
  images->enumerate(first.right, run);
  auto kernels = std::make_unique<SideOrbit>(*model, OrbitSide::left, generators.count());
  kernels->enumerate(first.left, run);
  right = std::move(images);
  left = std::move(kernels);
  pieces = std::make_unique<Pieces>(*model, *left, *right);
}

void OrbitStructure::prepare(RunControl* given) {
  GivenRun run(given);
  or_limit_reached([&] { state_->prepare(run); });
}

PairSearch OrbitStructure::State::search(std::span<const Point> row, RunControl& run) const {
  if (given.kind.name == KindName::bipartition || generators.degree > kMostPairDegree) return {};
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
    kind.size = given.kind.name == KindName::bipartition ? kind.size : generators.degree;
    for (; power != one; word.push_back(static_cast<Letter>(g))) power = multiply(kind, power, generators.row(g));
    return word;
  }
  return std::nullopt;
}

void OrbitStructure::State::require_product(std::span<const Point> row, const Word& word) const {
  ElementKind kind = generators.kind;
  kind.size = given.kind.name == KindName::bipartition ? kind.size : generators.degree;
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

bool OrbitStructure::State::is_regular(const OverRoots& at, StopCheck& check) const {
  SideValue kernel;
  SideValue image;
  left->read(left->root(at.left), kernel);
  for (const Index node : right->components().nodes(at.right)) {
    check.spend(model->degree());
    right->read(node, image);
    if (model->has_idempotent(kernel, image)) return true;
  }
  return false;
}

/// How many pieces the D-class has: the orbit of one under the right group.
std::uint64_t OrbitStructure::State::pieces_of_class(const OverRoots& at, StopCheck& check) {
  const SideOrbit::Group& to = right->group(at.right, check);
  if (to.permutations.empty()) return 1;
  const StabilizerChain& from = left->group(at.left, check).chain;
  KeySet seen;
  std::vector<std::vector<std::uint32_t>> queue{{at.joins.begin(), at.joins.end()}};
  from.canonicalise(queue[0]);
  seen.insert(std::as_bytes(std::span(queue[0])));
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Permutation& permutation : to.permutations) {
      check.spend(16 * at.joins.size());
      std::vector<std::uint32_t> moved = queue[i];
      for (std::uint32_t& point : moved) point = permutation[point];
      from.canonicalise(moved);
      const Index known = seen.size();
      if (seen.insert(std::as_bytes(std::span(moved))) == known) queue.push_back(std::move(moved));
    }
  }
  return queue.size();
}

StructureCount::DClass OrbitStructure::State::count(const OverRoots& at, std::uint64_t pieces_of_class, StopCheck& check) {
  const Natural m = left->group(at.left, check).chain.order();
  const Natural h = right->group(at.right, check).chain.order() / pieces_of_class;
  const Natural l_classes = Natural(right->components().size(at.right)) * pieces_of_class;
  const Natural r_classes = Natural(left->components().size(at.left)) * m / h;
  const std::uint64_t sinks = given.kind.name == KindName::bipartition ? 0 : generators.degree - given.degree;
  return {.rank = at.joins.size() - sinks,
          .size = (r_classes * l_classes * h).text(),
          .r_classes = r_classes.text(),
          .l_classes = l_classes.text(),
          .h_size = h.text(),
          .regular = is_regular(at, check)};
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
    place.r_size = r.text();
    place.l_size = l.text();
    place.h_size = place.d_class.h_size;
    place.in_group = place.d_class.regular && state.model->has_idempotent(parts.left, parts.right);
  });
  return place;
}

void OrbitStructure::State::list_classes(RunControl& run) {
  prepare(run);
  if (!listed.empty()) return;
  StopCheck check(run);
  {
    const auto timer = run.phase("D-classes");
    pieces->find_all(check, run);
  }
  const bool has_identity = identity_word().has_value();
  std::map<Index, std::uint64_t> sizes;
  for (Index piece = 0; piece < pieces->size(); ++piece) ++sizes[pieces->d_class(piece)];
  for (const auto& [first, size] : sizes) {
    // The identity, adjoined, is alone in its class.
    if (first == 0 && !has_identity) continue;
    check.spend(1024);
    Listed one{.piece = first, .count = count(pieces->element(first), size, check), .size = {}};
    const OverRoots& at = pieces->element(first);
    one.size = Natural(right->components().size(at.right)) * size * left->components().size(at.left) *
               left->group(at.left, check).chain.order();
    listed.push_back(std::move(one));
  }
  std::ranges::stable_sort(listed, [](const Listed& a, const Listed& b) {
    return std::tie(a.count.rank, a.size) > std::tie(b.count.rank, b.size);
  });
  for (std::size_t i = 0; i < listed.size(); ++i) place[listed[i].piece] = i;
}

std::string OrbitStructure::size(RunControl* given) {
  GivenRun run(given);
  Natural sum;
  or_limit_reached([&] {
    state_->list_classes(run);
    for (const State::Listed& one : state_->listed) sum += one.size;
  });
  return sum.text();
}

/// In a regular D-class every pair of a left and a right value that can have an idempotent has one.
std::uint64_t OrbitStructure::State::count_idempotents(const OverRoots& at, RunControl& run) const {
  const std::span<const Index> kernels = left->components().nodes(at.left);
  const std::span<const Index> images = right->components().nodes(at.right);
  std::atomic<std::uint64_t> found{0};
  constexpr std::size_t kChunk = 16;
  parallel_chunks(kernels.size(), kChunk, 0, [&](Range range, std::size_t, unsigned) {
    SideValue kernel;
    SideValue image;
    StopCheck check(run);
    std::uint64_t here = 0;
    for (std::size_t k = range.begin; k < range.end; ++k) {
      left->read(kernels[k], kernel);
      for (const Index node : images) {
        check.spend(model->degree());
        right->read(node, image);
        here += model->has_idempotent(kernel, image) ? 1 : 0;
      }
    }
    found += here;
  });
  return found;
}

std::vector<OrbitDClass> OrbitStructure::classes(bool idempotents, RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  std::vector<OrbitDClass> result;
  or_limit_reached([&] {
    state.list_classes(run);
    const auto timer = run->phase("idempotents");
    for (State::Listed& one : state.listed) {
      const OverRoots& at = state.pieces->element(one.piece);
      if (idempotents && !one.count.settled) {
        if (one.count.regular) one.count.idempotents = state.count_idempotents(at, run);
        one.count.settled = true;
      }
      OrbitDClass listed{one.count, {}, state.pieces->word(one.piece)};
      Split parts{{}, {}, at.joins};
      state.left->read(state.left->root(at.left), parts.left);
      state.right->read(state.right->root(at.right), parts.right);
      listed.representative = state.element_of(state.model->put_together(parts));
      if (one.piece == 0) listed.word = *state.identity_word();
      result.push_back(std::move(listed));
    }
  });
  return result;
}

/// Where left multiplication leads from D-classes: from one element of each R-class over the roots, by the exits of the left.
void OrbitStructure::State::left_steps(std::vector<std::pair<Index, Index>>& steps, RunControl& run) {
  StopCheck check(run);
  for (const Listed& one : listed) {
    const OverRoots& at = pieces->element(one.piece);
    const SideOrbit::Group& from = left->group(at.left, check);
    const StabilizerChain& to = right->group(at.right, check).chain;
    KeySet seen;
    std::vector<OverRoots> queue{at};
    // Whether its inverse bijection, up to the right group, is new.
    const auto is_new = [&](const OverRoots& element) {
      std::vector<std::uint32_t> inverse(element.joins.size());
      for (std::size_t t = 0; t < inverse.size(); ++t) inverse[element.joins[t]] = static_cast<std::uint32_t>(t);
      to.canonicalise(inverse);
      inverse.push_back(0);  // keys are not empty
      const Index known = seen.size();
      return seen.insert(std::as_bytes(std::span(inverse))) == known;
    };
    is_new(at);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const SideOrbit::Exit& exit : left->exits(at.left, check)) {
        check.spend(16 * model->degree());
        const auto below = pieces->find(pieces->take(queue[i], OrbitSide::left, exit), check);
        if (!below) throw InternalError("a product is in no piece");
        steps.emplace_back(one.piece, pieces->d_class(*below));
      }
      for (const Permutation& permutation : from.permutations) {
        check.spend(16 * permutation.size());
        OverRoots moved = queue[i];
        for (std::size_t t = 0; t < permutation.size(); ++t) moved.joins[permutation[t]] = queue[i].joins[t];
        if (is_new(moved)) queue.push_back(std::move(moved));
      }
    }
  }
}

namespace {

/// Of an acyclic relation, the pairs that the others do not imply.
std::vector<Cover> covers_of(std::size_t count, std::vector<Cover> pairs) {
  std::ranges::sort(pairs);
  pairs.erase(std::ranges::unique(pairs).begin(), pairs.end());
  std::vector<std::vector<std::uint64_t>> below(count);
  std::vector<std::size_t> waiting(count);  // pairs into a class that are not dealt with
  for (const auto& [a, b] : pairs) {
    below[a].push_back(b);
    ++waiting[b];
  }
  std::vector<std::size_t> order;  // above before below
  for (std::size_t i = 0; i < count; ++i) {
    if (waiting[i] == 0) order.push_back(i);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const std::uint64_t b : below[order[i]]) {
      if (--waiting[b] == 0) order.push_back(b);
    }
  }
  std::vector<std::size_t> position(count);
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  const std::size_t words = (count + 63) / 64;
  std::vector<std::uint64_t> reach(count * words);  // what lies below, each itself included
  std::vector<Cover> covers;
  for (std::size_t i = order.size(); i-- > 0;) {
    const std::size_t a = order[i];
    std::uint64_t* mine = reach.data() + a * words;
    // Those nearest above in the order first: whatever is reached from one of these is not directly below.
    std::ranges::sort(below[a], {}, [&](std::uint64_t b) { return position[b]; });
    for (const std::uint64_t b : below[a]) {
      if ((mine[b / 64] >> (b % 64) & 1) != 0) continue;
      covers.emplace_back(a, b);
      for (std::size_t w = 0; w < words; ++w) mine[w] |= reach[b * words + w];
    }
    mine[a / 64] |= std::uint64_t{1} << (a % 64);
  }
  std::ranges::sort(covers);
  return covers;
}

}  // namespace

std::vector<std::pair<std::uint64_t, std::uint64_t>> OrbitStructure::order(RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  std::vector<Cover> covers;
  or_limit_reached([&] {
    state.list_classes(run);
    if (state.listed.size() > kMostOrdered) {
      throw ResourceError(fmt::format("the order of {} D-classes is too large to be listed: the limit is {}",
                                      state.listed.size(), kMostOrdered));
    }
    const auto timer = run->phase("order");
    std::vector<std::pair<Index, Index>> steps = state.pieces->steps_down();
    state.left_steps(steps, run);
    std::vector<Cover> pairs;
    for (const auto& [above, below] : steps) {
      const auto a = state.place.find(state.pieces->d_class(above));
      const auto b = state.place.find(state.pieces->d_class(below));
      if (a == state.place.end() || a == b) continue;
      pairs.emplace_back(a->second, b->second);
    }
    covers = covers_of(state.listed.size(), std::move(pairs));
  });
  return covers;
}

}  // namespace wreath::semigroup
