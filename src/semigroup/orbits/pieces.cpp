// SPDX-License-Identifier: MIT
#include "semigroup/orbits/pieces.hpp"

#include <algorithm>
#include <numeric>

#include "core/parallel/loops.hpp"

namespace wreath::semigroup {

Pieces::Pieces(const SideModel& model, SideOrbit& left, SideOrbit& right, unsigned threads, StopCheck check)
    : model_(model), left_(left), right_(right), threads_(threads) {
  OverRoots identity{left.components().of[0], right.components().of[0], {}};
  identity.joins.resize(left.component_rank(identity.left));
  std::iota(identity.joins.begin(), identity.joins.end(), Point{0});
  Piece whole;
  whole.at = std::move(identity);
  std::vector<std::byte> key = key_of(whole.at, check);
  add({std::move(whole), std::move(key)});
}

std::vector<std::byte> Pieces::key_of(const OverRoots& element, StopCheck& check) const {
  std::vector<std::uint32_t> tuple(element.joins.begin(), element.joins.end());
  left_.group(element.left, check).chain.canonicalise(tuple);
  tuple.push_back(element.left);
  tuple.push_back(element.right);
  const auto bytes = std::as_bytes(std::span(tuple));
  return {bytes.begin(), bytes.end()};
}

Index Pieces::add(Candidate candidate) {
  const Index fresh = keys_.size();
  const Index number = keys_.insert(candidate.key);
  if (number != fresh) return number;
  pieces_.push_back(std::move(candidate.piece));
  parent_.push_back(fresh);
  return fresh;
}

Index Pieces::root_of(Index piece) {
  while (parent_[piece] != piece) piece = parent_[piece] = parent_[parent_[piece]];
  return piece;
}

OverRoots Pieces::take(const OverRoots& from, OrbitSide side, const SideOrbit::Exit& exit, Index* other_node) const {
  if (model_.by_products()) return take_product(from, side, exit, other_node);
  const SideOrbit& other = side == OrbitSide::right ? left_ : right_;
  // For each transversal of the other side: where the exit carries the one that it is joined to.
  std::vector<Point> carried(from.joins.size());
  for (std::size_t t = 0; t < from.joins.size(); ++t)
    carried[side == OrbitSide::right ? t : from.joins[t]] = exit.carried[side == OrbitSide::right ? from.joins[t] : t];
  SideValue value;
  SideValue merged;
  other.read(other.root(side == OrbitSide::right ? from.left : from.right), value);
  std::vector<Point> classes = carried;
  model_.merge(other.side(), value, classes, merged);
  const std::optional<Index> node = other.find(merged);
  if (!node) throw InternalError("a value of a product is not in its orbit");
  if (other_node != nullptr) *other_node = *node;
  const std::vector<Point> home = other.carry(*node, other.way_back(*node));
  OverRoots result;
  result.left = side == OrbitSide::right ? other.components().of[*node] : exit.target;
  result.right = side == OrbitSide::right ? exit.target : other.components().of[*node];
  result.joins.resize(home.size());
  for (std::size_t t = 0; t < carried.size(); ++t) {
    if (is_ended(carried[t])) continue;
    if (side == OrbitSide::right) {
      result.joins[home[classes[t]]] = carried[t];
    } else {
      result.joins[carried[t]] = home[classes[t]];
    }
  }
  return result;
}

/// The same, by forming the element.
OverRoots Pieces::take_product(const OverRoots& from, OrbitSide side, const SideOrbit::Exit& exit, Index* other_node) const {
  Split parts{{}, {}, from.joins};
  left_.read(left_.root(from.left), parts.left);
  right_.read(right_.root(from.right), parts.right);
  parts = model_.replace(parts, side, exit.carried);
  const SideOrbit& other = side == OrbitSide::right ? left_ : right_;
  const std::optional<Index> node = other.find(side == OrbitSide::right ? parts.left : parts.right);
  if (!node) throw InternalError("a value of a product is not in its orbit");
  if (other_node != nullptr) *other_node = *node;
  const std::vector<Point> home = other.carry(*node, other.way_back(*node));
  OverRoots result{exit.target, exit.target, parts.joins};
  if (side == OrbitSide::right) {
    result.left = other.components().of[*node];
    for (std::size_t t = 0; t < home.size(); ++t) result.joins[home[t]] = parts.joins[t];
  } else {
    result.right = other.components().of[*node];
    for (Point& to : result.joins) to = home[to];
  }
  return result;
}

/// First by the round trips of the right component, then by what leads out of it.
std::vector<Pieces::Candidate> Pieces::products(Index number, StopCheck& check) const {
  std::vector<Candidate> found;
  const auto add_product = [&](Piece piece) {
    std::vector<std::byte> key = key_of(piece.at, check);
    found.push_back({std::move(piece), std::move(key)});
  };
  const OverRoots& from = pieces_[number].at;
  const SideOrbit::Group& group = right_.group(from.right, check);
  for (std::size_t trip = 0; trip < group.permutations.size(); ++trip) {
    check.spend(64);
    Piece piece{.at = from, .parent = number, .trip = static_cast<Index>(trip)};
    for (Point& to : piece.at.joins) to = group.permutations[trip][to];
    add_product(std::move(piece));
  }
  for (const SideOrbit::Exit& exit : right_.exits(from.right, check)) {
    check.spend(16 * model_.degree());
    Piece piece{.at = {}, .parent = number, .step = exit.step};
    piece.at = take(from, OrbitSide::right, exit, &piece.left_node);
    add_product(std::move(piece));
  }
  return found;
}

void Pieces::add_products(Index number, std::vector<Candidate> products) {
  for (Candidate& product : products) {
    const bool same_class = product.piece.trip != kNoTrip;
    const Index other = add(std::move(product));
    if (same_class) {
      const Index a = root_of(number);
      const Index b = root_of(other);
      parent_[std::max(a, b)] = std::min(a, b);
    } else {
      steps_down_.emplace_back(number, other);
    }
  }
}

std::optional<Index> Pieces::find(const OverRoots& element, StopCheck check) {
  const std::vector<std::byte> key = key_of(element, check);
  while (true) {
    if (const auto known = keys_.find(key)) return known;
    if (done_ == pieces_.size()) return std::nullopt;
    add_products(done_, products(done_, check));
    ++done_;
  }
}

/// Block by block: the products of a block are formed on all threads, and numbered in their order.
void Pieces::find_all(RunControl& run) {
  constexpr Index kBlock = 256;
  if (done_ == pieces_.size()) return;
  left_.find_all_groups(false, run);
  right_.find_all_groups(true, run);
  std::vector<std::vector<Candidate>> found;
  while (done_ < pieces_.size()) {
    StopCheck(run).look();
    run.report({.phase = "D-classes", .done = done_, .total = 0, .unit = "pieces"});
    found.resize(std::min<std::size_t>(kBlock, pieces_.size() - done_));
    parallel_chunks(found.size(), 4, threads_, [&](Range range, std::size_t, unsigned) {
      StopCheck check(run);
      for (std::size_t i = range.begin; i < range.end; ++i) found[i] = products(static_cast<Index>(done_ + i), check);
    });
    for (std::vector<Candidate>& one : found) add_products(done_++, std::move(one));
  }
}

Word Pieces::word(Index number) const {
  // From the piece up to the identity: what was multiplied on the left comes first.
  Word left;
  std::vector<Word> right;
  StopCheck never;
  for (; number != 0; number = pieces_[number].parent) {
    const Piece& piece = pieces_[number];
    if (piece.trip != kNoTrip) {
      right.push_back(right_.group(piece.at.right, never).ways[piece.trip]);
      continue;
    }
    const Word home = left_.way_back(piece.left_node);
    left.insert(left.end(), home.rbegin(), home.rend());
    Word way = right_.way_to(piece.step.from);
    way.push_back(piece.step.generator);
    const Word back = right_.way_back(right_.next(piece.step));
    way.insert(way.end(), back.begin(), back.end());
    right.push_back(std::move(way));
  }
  for (auto way = right.rbegin(); way != right.rend(); ++way) left.insert(left.end(), way->begin(), way->end());
  return left;
}

std::optional<OverRoots> Pieces::over_roots(const Split& element) const {
  const std::optional<Index> left = left_.find(element.left);
  const std::optional<Index> right = left ? right_.find(element.right) : std::nullopt;
  if (!right) return std::nullopt;
  OverRoots result{left_.components().of[*left], right_.components().of[*right], {}};
  const std::vector<Point> to_left = left_.carry(left_.root(result.left), left_.way_to(*left));
  const std::vector<Point> to_right = right_.carry(right_.root(result.right), right_.way_to(*right));
  std::vector<Point> from_right(to_right.size());
  for (std::size_t t = 0; t < to_right.size(); ++t) from_right[to_right[t]] = static_cast<Point>(t);
  for (const Point t : to_left) result.joins.push_back(from_right[element.joins[t]]);
  return result;
}

}  // namespace wreath::semigroup
