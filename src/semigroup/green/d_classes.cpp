// SPDX-License-Identifier: MIT
#include "semigroup/green/d_classes.hpp"

#include <algorithm>
#include <numeric>

#include "core/parallel/loops.hpp"

namespace wreath::semigroup {

namespace {
constexpr std::size_t kHead = 2 * sizeof(Index);
constexpr std::size_t kBatch = std::size_t{1} << 17;  // candidates
constexpr std::size_t kPieceBytes = std::size_t{32} << 20;
}  // namespace

struct DClasses::Scratch {
  std::vector<Point> row;       // the positions of all images of the piece
  std::vector<Point> position;  // of a point in the representative image
  std::vector<Point> image;     // the representative image
  std::vector<Point> tuple;     // the piece: positions of the transversal's images
  std::vector<Point> product;
  std::vector<Point> map;
  std::vector<std::byte> key;
  StopCheck check;
};

DClasses::DClasses(const Generators& generators, const KernelOrbit& kernels, const ImageOrbit& images)
    : generators_(generators), kernels_(kernels), images_(images) {
  Scratch scratch;
  scratch.product = kernels_.code().transversal(kernels_.key(0));  // the identity
  KeyBatch batch;
  batch.reset(1, kHead + scratch.product.size() * images_.packing().width());
  write(batch, 0, {kernels_.components().of[0], images_.components().of[0]}, scratch);
  pieces_.insert(batch, 1);
  add_up(0);
}

Piece DClasses::piece(Index number) const {
  Piece piece;
  std::memcpy(&piece.kernels, pieces_[number].data(), sizeof(Index));
  std::memcpy(&piece.images, pieces_[number].data() + sizeof(Index), sizeof(Index));
  return piece;
}

std::size_t DClasses::candidates_of(Index number) const {
  const Arrows& arrows = images_.arrows(piece(number).images);
  return arrows.targets.size() + arrows.group.size();
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
    if (pieces_[number].size() < kHead || piece(number).kernels >= kernels_.components().count() ||
        piece(number).images >= images_.components().count())
      damaged();
  }
  add_up(known);
}

void DClasses::enumerate(unsigned threads, RunControl& run, Pause pause) {
  StopCheck check(run);
  std::vector<Scratch> scratch(resolve_threads(threads));
  for (Scratch& each : scratch) each.check = check;
  KeyBatch batch;
  std::vector<std::size_t> sizes;
  std::vector<std::size_t> first_slot;
  while (done_ < pieces_.size()) {
    check.look();
    sizes.clear();
    first_slot.clear();
    Index last = done_;
    for (std::size_t bytes = 0; last < pieces_.size() && sizes.size() < kBatch && bytes < kPieceBytes; ++last) {
      bytes += candidates_of(last) * pieces_[last].size();
      first_slot.push_back(sizes.size());
      sizes.insert(sizes.end(), candidates_of(last), pieces_[last].size());
    }
    batch.reset(sizes);
    on_threads(threads, [&](unsigned thread, unsigned parts) {
      for (std::size_t i = thread; i < first_slot.size(); i += parts)
        expand(done_ + static_cast<Index>(i), first_slot[i], batch, scratch[thread]);
    });
    const auto known = static_cast<Index>(pieces_.size());
    pieces_.insert(batch, threads);
    add_up(known);
    join(done_, last, batch.ids());
    done_ = last;
    run.report({.phase = "D-classes", .done = done_, .total = 0, .unit = "pieces"});
    pause();
  }
}

void DClasses::add_up(Index first) {
  for (Index number = first; number < pieces_.size(); ++number) {
    const auto [kernels, images] = piece(number);
    const std::uint64_t d = images_.components().size(images);
    const std::uint64_t places = d * kernels_.components().size(kernels);
    const StabilizerChain* group = kernels_.group(kernels);
    elements_ += group == nullptr ? Natural(places) : group->order() * places;
    l_classes_ += d;
  }
}

void DClasses::expand(Index number, std::size_t slot, KeyBatch& batch, Scratch& scratch) const {
  const auto [kernels, images] = piece(number);
  const Packing& packing = images_.packing();
  const KernelCode& code = kernels_.code();
  const Arrows& arrows = images_.arrows(images);
  const std::size_t rank = images_.component_rank(images);
  const std::span<const std::byte> tuple = pieces_[number].subspan(kHead);
  scratch.tuple.resize(tuple.size() / packing.width());
  packing.unpack(tuple, scratch.tuple.data());

  scratch.check.spend(2 * generators_.degree);
  scratch.image.resize(rank);
  packing.unpack(images_.points(images_.components().representative(images)), scratch.image.data());
  scratch.position.resize(generators_.degree);
  for (std::size_t k = 0; k < rank; ++k) scratch.position[scratch.image[k]] = static_cast<Point>(k);
  scratch.product.clear();
  for (const Point position : scratch.tuple) scratch.product.push_back(scratch.image[position]);
  scratch.row.resize(generators_.degree);
  code.row(kernels_.key(kernels_.components().representative(kernels)), scratch.product, scratch.row);
  for (Point& point : scratch.row) point = scratch.position[point];

  scratch.map.resize(rank);
  scratch.key.resize(code.bytes());
  for (std::size_t arrow = 0; arrow < arrows.targets.size(); ++arrow, ++slot) {
    scratch.check.spend(generators_.degree + rank);
    const std::size_t bytes = rank * packing.width();
    packing.unpack(std::span(arrows.maps).subspan(arrow * bytes, bytes), scratch.map.data());
    scratch.product.clear();
    Index target = kernels;
    if (images_.component_rank(arrows.targets[arrow]) == rank) {
      for (const Point position : scratch.tuple) scratch.product.push_back(scratch.map[position]);
    } else {
      code.encode(scratch.row, scratch.map, scratch.key.data());
      const std::optional<Index> kernel = kernels_.find(scratch.key);
      if (!kernel) throw InternalError("the kernel of a product is not in the orbit of kernels");
      for (const Point point : kernels_.points(*kernel)) scratch.product.push_back(scratch.map[scratch.row[point]]);
      target = kernels_.components().of[*kernel];
    }
    write(batch, slot, {target, arrows.targets[arrow]}, scratch);
  }
  for (const Permutation& permutation : arrows.group) {
    scratch.check.spend(rank);
    scratch.product.clear();
    for (const Point position : scratch.tuple) scratch.product.push_back(permutation[position]);
    write(batch, slot++, {kernels, images}, scratch);
  }
}

void DClasses::write(KeyBatch& batch, std::size_t slot, Piece piece, Scratch& scratch) const {
  if (const StabilizerChain* group = kernels_.group(piece.kernels)) group->canonicalise(scratch.product);
  std::byte* out = batch.slot(slot);
  std::memcpy(out, &piece.kernels, sizeof(Index));
  std::memcpy(out + sizeof(Index), &piece.images, sizeof(Index));
  images_.packing().pack(scratch.product, out + kHead);
  batch.set_length(slot, kHead + scratch.product.size() * images_.packing().width());
}

// The group of a piece's image leads to pieces of the same D-class; the arrows, to others.
void DClasses::join(Index first, Index last, std::span<const Index> ids) {
  const std::size_t old = parent_.size();
  parent_.resize(pieces_.size());
  std::iota(parent_.begin() + static_cast<std::ptrdiff_t>(old), parent_.end(), static_cast<Index>(old));
  std::size_t slot = 0;
  for (Index number = first; number < last; ++number) {
    slot += candidates_of(number);
    for (std::size_t i = 0; i < images_.arrows(piece(number).images).group.size(); ++i) {
      const Index a = d_class(number);
      const Index b = d_class(ids[slot - 1 - i]);
      parent_[std::max(a, b)] = std::min(a, b);
    }
  }
}

Index DClasses::d_class(Index piece) {
  while (parent_[piece] != piece) piece = parent_[piece] = parent_[parent_[piece]];
  return piece;
}

}  // namespace wreath::semigroup
