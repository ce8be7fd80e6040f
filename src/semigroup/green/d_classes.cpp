// SPDX-License-Identifier: MIT
#include "semigroup/green/d_classes.hpp"

#include <algorithm>
#include <numeric>

#include "core/parallel/loops.hpp"
#include "semigroup/tuning.hpp"

namespace wreath::semigroup {

namespace {
constexpr std::size_t kHead = 2 * sizeof(Index);
constexpr std::size_t kPieceBytes = std::size_t{32} << 20;
}  // namespace

struct DClasses::Scratch {
  std::unique_ptr<Products> products;
  OverRoots from;
  OverRoots product;
  std::vector<Point> frame;
  std::vector<std::byte> key;
  StopCheck check;
};

DClasses::Scratch DClasses::make_scratch(StopCheck check) const {
  Scratch scratch;
  scratch.products = sides_.products(left_, right_);
  scratch.check = check;
  return scratch;
}

DClasses::DClasses(const Sides& sides, const SideOrbit& left, const SideOrbit& right, bool ways)
    : sides_(sides), left_(left), right_(right), ways_(ways) {
  OverRoots whole = identity();
  std::vector<std::byte> key(key_bytes(whole.tuple.size()));
  write(whole.at, whole.tuple, key.data());
  pieces_.insert(key);
  add_up(0);
  if (ways_) origins_.push_back({0, 0});
}

/// It joins each mark of the left root to its twin on the right.
OverRoots DClasses::identity() const {
  OverRoots whole{{left_.components().of[0], right_.components().of[0]}, {}};
  Side::Places places;
  places.key = right_.key(0);
  right_.read_frame(0, places.frame);
  right_.side().look_at(places);
  left_.read_frame(0, whole.tuple);
  right_.side().locate(places, whole.tuple);
  return whole;
}

ComponentPair DClasses::piece(Index number) const {
  ComponentPair piece;
  std::memcpy(&piece.left, pieces_[number].data(), sizeof(Index));
  std::memcpy(&piece.right, pieces_[number].data() + sizeof(Index), sizeof(Index));
  return piece;
}

OverRoots DClasses::element(Index number) const {
  OverRoots found;
  read(number, found);
  return found;
}

void DClasses::read(Index number, OverRoots& element) const {
  const Key tuple = pieces_[number].subspan(kHead);
  element.at = piece(number);
  element.tuple.resize(tuple.size() / right_.packing().width());
  right_.packing().unpack(tuple, element.tuple.data());
}

std::size_t DClasses::generators_of(Index number) const {
  const OrbitGroup* group = right_.group(piece(number).right);
  return group == nullptr ? 0 : group->generators.size();
}

std::size_t DClasses::candidates_of(Index number) const {
  return right_.arrows(piece(number).right).targets.size() + generators_of(number);
}

void DClasses::save(ByteWriter& bytes) const {
  pieces_.save(bytes);
  bytes.put(done_);
  bytes.put_all(std::span<const Index>(parent_));
}

void DClasses::restore(ByteReader& saved, unsigned threads) {
  const Index known = pieces_.size();
  pieces_.restore(saved, threads, [](std::span<std::byte>) {});
  done_ = saved.value<Index>();
  saved.array_into<Index>(parent_);
  const auto damaged = [] { throw InputError("the checkpoint is damaged: its classes are not valid"); };
  if (done_ > pieces_.size() || parent_.size() > pieces_.size() || (done_ > 0 && parent_.size() != pieces_.size())) damaged();
  for (Index piece = 0; piece < parent_.size(); ++piece)
    if (parent_[piece] > piece) damaged();
  for (Index number = known; number < pieces_.size(); ++number) {
    if (pieces_[number].size() < kHead || piece(number).left >= left_.components().count() ||
        piece(number).right >= right_.components().count())
      damaged();
  }
  add_up(known);
}

void DClasses::enumerate(unsigned threads, RunControl& run, Pause pause) {
  std::vector<Scratch> scratch;
  for (unsigned i = 0; i < resolve_threads(threads); ++i) scratch.push_back(make_scratch(StopCheck(run)));
  while (done_ < pieces_.size()) {
    multiply(threads, tuning::kClassCandidates, run, scratch);
    pause();
  }
}

std::optional<Index> DClasses::find(const OverRoots& element, unsigned threads, RunControl& run) {
  std::vector<std::byte> key(key_bytes(element.tuple.size()));
  std::vector<Point> tuple = element.tuple;
  write(element.at, tuple, key.data());
  std::vector<Scratch> scratch;
  for (std::size_t most = 16;; most = std::min(2 * most, tuning::kClassCandidates)) {
    if (const auto known = pieces_.find(key)) return known;
    if (done_ == pieces_.size()) return std::nullopt;
    while (scratch.size() < resolve_threads(threads)) scratch.push_back(make_scratch(StopCheck(run)));
    multiply(threads, most, run, scratch);
  }
}

/// Some of the pieces that were not multiplied yet, with about `most` products.
void DClasses::multiply(unsigned threads, std::size_t most, RunControl& run, std::vector<Scratch>& scratch) {
  scratch[0].check.look();
  std::vector<std::size_t> sizes;
  std::vector<std::size_t> first_slot;
  Index last = done_;
  for (std::size_t bytes = 0; last < pieces_.size() && sizes.size() < most && bytes < kPieceBytes; ++last) {
    const std::size_t candidates = candidates_of(last);
    bytes += candidates * pieces_[last].size();
    first_slot.push_back(sizes.size());
    sizes.insert(sizes.end(), candidates, pieces_[last].size());
  }
  KeyBatch& batch = batch_;
  batch.reset(sizes);
  on_threads(sizes.size() < 64 ? 1 : threads, [&](unsigned thread, unsigned parts) {
    for (std::size_t i = thread; i < first_slot.size(); i += parts)
      expand(done_ + static_cast<Index>(i), first_slot[i], batch, scratch[thread]);
  });
  const auto known = static_cast<Index>(pieces_.size());
  pieces_.insert(batch, threads);
  add_up(known);
  join(done_, last, known, batch.ids());
  done_ = last;
  run.report({.phase = "D-classes", .done = done_, .total = 0, .unit = "pieces"});
}

void DClasses::add_up(Index first) {
  for (Index number = first; number < pieces_.size(); ++number) {
    const auto [left, right] = piece(number);
    const std::uint64_t d = right_.components().size(right);
    elements_ += left_.group_order(left) * (d * left_.components().size(left));
    l_classes_ += d;
  }
}

void DClasses::expand(Index number, std::size_t slot, KeyBatch& batch, Scratch& scratch) const {
  read(number, scratch.from);
  scratch.products->load(scratch.from.at, scratch.from.tuple, scratch.check);
  const std::size_t candidates = candidates_of(number);
  for (std::size_t candidate = 0; candidate < candidates; ++candidate, ++slot) {
    multiply_by(scratch.from, candidate, scratch.product, scratch);
    write(scratch.product.at, scratch.product.tuple, batch.slot(slot));
    batch.set_length(slot, key_bytes(scratch.product.tuple.size()));
  }
}

/// By an arrow, or a generator of the right group, of an element that is loaded. Returns the left value of the product before it
/// is brought to its root.
Index DClasses::multiply_by(const OverRoots& from, std::size_t candidate, OverRoots& product, Scratch& scratch) const {
  const Arrows& arrows = right_.arrows(from.at.right);
  product.at = from.at;
  Index node = left_.root(from.at.left);
  if (candidate >= arrows.targets.size()) {
    const Permutation& permutation = right_.group(from.at.right)->generators[candidate - arrows.targets.size()];
    scratch.check.spend(permutation.size());
    product.tuple.clear();
    for (const Point position : from.tuple) product.tuple.push_back(permutation[position]);
    return node;
  }
  product.at.right = arrows.targets[candidate];
  if (scratch.products->multiply(candidate, scratch.key)) {
    const std::optional<Index> found = left_.find(scratch.key);
    if (!found) throw InternalError("the left value of a product is not in its orbit");
    node = *found;
    product.at.left = left_.components().of[node];
  }
  left_.read_frame(node, scratch.frame);
  scratch.products->evaluate(scratch.frame, product.tuple);
  return node;
}

std::size_t DClasses::key_bytes(std::size_t positions) const {
  return kHead + positions * right_.packing().width();
}

/// What a piece is found by: the tuple becomes the same for all elements of it.
void DClasses::write(ComponentPair at, std::vector<Point>& tuple, std::byte* out) const {
  if (const OrbitGroup* group = left_.group(at.left)) group->chain->canonicalise(tuple);
  std::memcpy(out, &at.left, sizeof(Index));
  std::memcpy(out + sizeof(Index), &at.right, sizeof(Index));
  right_.packing().pack(tuple, out + kHead);
}

// The group of a piece's right value leads to pieces of the same D-class; the arrows, to others.
void DClasses::join(Index first, Index last, Index known, std::span<const Index> ids) {
  const std::size_t old = parent_.size();
  parent_.resize(pieces_.size());
  std::iota(parent_.begin() + static_cast<std::ptrdiff_t>(old), parent_.end(), static_cast<Index>(old));
  std::size_t slot = 0;
  for (Index number = first; number < last; ++number) {
    const std::size_t candidates = candidates_of(number);
    const std::size_t arrows = candidates - generators_of(number);
    for (std::size_t i = 0; ways_ && i < candidates; ++i) {
      if (ids[slot + i] == known) {
        origins_.push_back({number, static_cast<Index>(i)});
        ++known;
      }
      if (i < arrows) steps_down_.emplace_back(number, ids[slot + i]);
    }
    for (std::size_t i = arrows; i < candidates; ++i) {
      const Index a = d_class(number);
      const Index b = d_class(ids[slot + i]);
      parent_[std::max(a, b)] = std::min(a, b);
    }
    slot += candidates;
  }
}

Index DClasses::d_class(Index piece) {
  while (parent_[piece] != piece) piece = parent_[piece] = parent_[parent_[piece]];
  return piece;
}

/// From the identity, by the products that led to the piece.
std::pair<OverRoots, Word> DClasses::element_with_word(Index piece) const {
  std::vector<Index> path;
  for (; piece != 0; piece = origins_[piece].piece) path.push_back(piece);
  Scratch scratch = make_scratch({});
  OverRoots element = identity();
  Word left;  // in the order in which it acts
  Word word;
  for (; !path.empty(); path.pop_back()) {
    const std::size_t candidate = origins_[path.back()].candidate;
    const Arrows& arrows = right_.arrows(element.at.right);
    const SideStep step = candidate < arrows.targets.size()
                              ? arrows.steps[candidate]
                              : right_.group(element.at.right)->steps[candidate - arrows.targets.size()];
    scratch.products->load(element.at, element.tuple, scratch.check);
    OverRoots product;
    const Word home = left_.way_back(multiply_by(element, candidate, product, scratch));
    left.insert(left.end(), home.begin(), home.end());
    const Word way = right_.way_along(step);
    word.insert(word.end(), way.begin(), way.end());
    element = std::move(product);
  }
  word.insert(word.begin(), left.rbegin(), left.rend());
  return {std::move(element), std::move(word)};
}

}  // namespace wreath::semigroup
