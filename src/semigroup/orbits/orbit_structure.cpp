// SPDX-License-Identifier: MIT
//
// Questions about a semigroup without its elements, after East, Egri-Nagy, Mitchell and Peresse, "Computing finite semigroups".
//
//   green/green_structure.hpp  the orbits of both sides, and the pieces of D-classes
//   group_words.hpp            words in the groups
//   pair_search.hpp            words for maps where there are too many pieces to find them all
//
// A word for an element y: ways lead from the roots of its two components to its values, so that y = s*z*t with z over the roots;
// z is in a piece, and differs from the piece's element by a permutation of the left group, for which round trips are found.
//
// A D-class lies below another if products on the right or on the left lead there. Those on the right are noted when the pieces
// are found. For those on the left, one element of each R-class is multiplied by the generators that lead out of its left
// component.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/data/key_table.hpp"
#include "core/run/given_run.hpp"
#include "semigroup/generators.hpp"
#include "semigroup/graphs.hpp"
#include "semigroup/green/green_structure.hpp"
#include "semigroup/orbits/group_words.hpp"
#include "semigroup/orbits/pair_search.hpp"
#include "wreath/semigroup/orbits.hpp"
#include "semigroup/tuning.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kMostOrbitDegree = 65535;

constexpr std::size_t kMostOrdered = std::size_t{1} << 15;

/// What permutations of positions make of a tuple, up to another group that permutes its places.
std::vector<std::vector<Point>> tuples_from(std::vector<Point> first, const OrbitGroup* moves, const OrbitGroup* up_to,
                                            StopCheck& check) {
  KeyTable<std::byte> seen;
  std::vector<std::vector<Point>> tuples;
  const auto add = [&](std::vector<Point> tuple) {
    if (up_to != nullptr) up_to->chain->canonicalise(tuple);
    const std::size_t known = seen.size();
    if (seen.intern(std::as_bytes(std::span(tuple))) == known) tuples.push_back(std::move(tuple));
  };
  add(std::move(first));
  for (std::size_t i = 0; i < tuples.size() && moves != nullptr; ++i) {
    for (const Permutation& permutation : moves->generators) {
      check.spend(16 * permutation.size());
      std::vector<Point> moved = tuples[i];
      for (Point& position : moved) position = permutation[position];
      add(std::move(moved));
    }
  }
  return tuples;
}

std::vector<Point> inverse_of(const std::vector<Point>& tuple) {
  std::vector<Point> inverse(tuple.size());
  for (std::size_t i = 0; i < tuple.size(); ++i) inverse[tuple[i]] = static_cast<Point>(i);
  return inverse;
}

}  // namespace

struct OrbitStructure::State {
  State(Generators from, unsigned use_threads)
      : threads(use_threads),
        given(std::move(from)),
        sided(given),
        sides(make_sides(*sided)),
        green(sided, *sides, threads, true) {}

  /// An element of the kind, as a row of the form that has sides.
  std::vector<Point> row_of(std::span<const Point> element) const;

  void prepare(RunControl& run);
  PairSearch search(std::span<const Point> row, RunControl& run) const;
  std::optional<Word> identity_word() const;
  /// The element over the roots that an element with these values is, if both are in the orbits.
  std::optional<OverRoots> over_roots(const Sides::Parts& element);
  Word word_by_orbits(const Sides::Parts& parts, const OverRoots& over, Index piece, StopCheck check);
  void require_product(std::span<const Point> row, const Word& word) const;

  std::uint64_t pieces_of_class(const OverRoots& over, StopCheck& check);
  void list_classes(RunControl& run);
  void left_steps(std::vector<std::pair<Index, Index>>& steps, RunControl& run);

  unsigned threads = 0;  // 0: all cores
  Generators given;
  Sided sided;
  std::unique_ptr<Sides> sides;
  GreenStructure green;
  bool prepared = false;
  std::vector<std::size_t> listed;     // classes of `green`, by rank
  std::map<Index, std::size_t> place;  // of a first piece among them
};

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
  return search_by_pairs(*sided, row, tuning::kPairProducts, StopCheck(run));
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

// --- All D-classes, and their order.

/// How many pieces the D-class has: the orbit of one under the right group.
std::uint64_t OrbitStructure::State::pieces_of_class(const OverRoots& over, StopCheck& check) {
  return tuples_from(over.tuple, green.right().group(over.at.right), green.left().group(over.at.left), check).size();
}

void OrbitStructure::State::list_classes(RunControl& run) {
  prepare(run);
  if (!listed.empty()) return;
  green.find_classes(run, [] {});
  green.find_regular(run);
  for (std::size_t i = 0; i < green.classes().size(); ++i) listed.push_back(i);
  const auto key = [&](std::size_t i) {
    const StructureCount::DClass& count = green.classes()[i].count;
    return std::tie(count.rank, count.size);
  };
  std::ranges::stable_sort(listed, [&](std::size_t a, std::size_t b) { return key(a) > key(b); });
  for (std::size_t i = 0; i < listed.size(); ++i) place[green.classes()[listed[i]].first] = i;
}

Natural OrbitStructure::size(RunControl* given) {
  GivenRun run(given);
  or_limit_reached([&] { state_->list_classes(run); });
  return state_->green.known().size;
}

std::vector<OrbitDClass> OrbitStructure::classes(bool idempotents, RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  std::vector<OrbitDClass> result;
  or_limit_reached([&] {
    state.list_classes(run);
    if (idempotents) state.green.count_idempotents(nullptr, run, [] {});
    StopCheck check(run);
    for (const std::size_t i : state.listed) {
      check.spend(1024);
      const GreenStructure::Class& one = state.green.classes()[i];
      auto [over, word] = state.green.pieces().element_with_word(one.first);
      if (one.first == 0) word = *state.identity_word();
      result.push_back({one.count, state.sided.element_of(state.green.row_over(over)), std::move(word)});
    }
  });
  return result;
}

/// Where left multiplication leads from D-classes: from one element of each R-class, by the generators that lead out of the left
/// component.
void OrbitStructure::State::left_steps(std::vector<std::pair<Index, Index>>& steps, RunControl& run) {
  StopCheck check(run);
  const SideOrbit& left = green.left();
  const SideOrbit& right = green.right();
  for (const GreenStructure::Class& one : green.classes()) {
    // One element for each R-class over the roots: up to the right group.
    const auto inverses = tuples_from(inverse_of(green.pieces().element(one.first).tuple), left.group(one.at.left),
                                      right.group(one.at.right), check);
    const Index root = right.root(one.at.right);
    const std::vector<Point> marks = right.frame_of(root);
    for (const Index node : left.components().nodes(one.at.left)) {
      for (std::size_t g = 0; g < sided->count(); ++g) {
        if (left.components().of[left.next({node, static_cast<Letter>(g)})] == one.at.left) continue;
        for (const std::vector<Point>& inverse : inverses) {
          check.spend(16 * sides->degree());
          std::vector<Point> joined(inverse.size());
          for (std::size_t position = 0; position < joined.size(); ++position) joined[inverse[position]] = marks[position];
          const std::vector<Point> row = sides->join(left.key(node), left.frame_of(node), right.key(root), joined);
          const auto over = over_roots(sides->split(sided.multiply(sided->row(g), row)));
          const auto below = over ? green.pieces().find(*over, threads, run) : std::nullopt;
          if (!below) throw InternalError("a product is in no piece");
          steps.emplace_back(one.first, green.pieces().d_class(*below));
        }
      }
    }
  }
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> OrbitStructure::order(RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  std::vector<Cover> covers;
  or_limit_reached([&] {
    state.list_classes(run);
    if (state.listed.size() > kMostOrdered) {
      throw ResourceError(
          fmt::format("the order of {} D-classes is too large to be listed: the limit is {}", state.listed.size(), kMostOrdered));
    }
    const auto timer = run->phase("order");
    std::vector<std::pair<Index, Index>> steps = state.green.pieces().steps_down();
    state.left_steps(steps, run);
    std::vector<Cover> pairs;
    for (const auto& [above, below] : steps) {
      const auto a = state.place.find(state.green.pieces().d_class(above));
      const auto b = state.place.find(state.green.pieces().d_class(below));
      if (a == state.place.end() || a == b) continue;
      pairs.emplace_back(a->second, b->second);
    }
    covers = covers_of(state.listed.size(), std::move(pairs));
  });
  return covers;
}

// --- Parts of the table (egg box) of a D-class.

std::pair<std::uint64_t, std::uint64_t> OrbitStructure::table_size(std::uint64_t d_class) const {
  const State& state = *state_;
  if (d_class >= state.listed.size())
    throw InputError(fmt::format("D-class {} is out of range: {} are known", d_class, state.listed.size()));
  const ComponentPair at = state_->green.classes()[state.listed[d_class]].at;
  return {state_->green.left().components().size(at.left), state_->green.right().components().size(at.right)};
}

std::vector<bool> OrbitStructure::group_cells(std::uint64_t d_class, CellRange rows, CellRange columns, RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  const auto [kernels, images] = table_size(d_class);
  if (rows.begin > rows.end || rows.end > kernels || columns.begin > columns.end || columns.end > images) {
    throw InputError(fmt::format("rows {}..{} and columns {}..{} are not in a table of {} x {}", rows.begin, rows.end,
                                 columns.begin, columns.end, kernels, images));
  }
  const GreenStructure::Class& one = state.green.classes()[state.listed[d_class]];
  const SideOrbit& left = state.green.left();
  const SideOrbit& right = state.green.right();
  std::vector<bool> groups;
  or_limit_reached([&] {
    StopCheck check(run);
    for (std::uint64_t i = rows.begin; i < rows.end; ++i) {
      const Key kernel = left.key(left.components().nodes(one.at.left)[i]);
      for (std::uint64_t j = columns.begin; j < columns.end; ++j) {
        check.spend(state.sides->degree());
        const Key image = right.key(right.components().nodes(one.at.right)[j]);
        groups.push_back(one.count.regular && state.sides->has_idempotent(kernel, image));
      }
    }
  });
  return groups;
}

}  // namespace wreath::semigroup
