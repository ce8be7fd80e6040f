// SPDX-License-Identifier: MIT
#include "flip/cpu/walk.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "flip/symmetry.hpp"

namespace wreath::flip {

namespace {

Scheme as_scheme(const std::vector<Summand>& summands, const std::vector<Factor>& cubes, const Shape& shape, Symmetry symmetry) {
  if (symmetry == Symmetry::c3) return expand({shape.n, summands, cubes});
  return {shape, summands};
}

class Writer {
 public:
  template <class T>
  void value(const T& item) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* from = reinterpret_cast<const std::byte*>(&item);
    bytes_.insert(bytes_.end(), from, from + sizeof item);
  }
  template <class T>
  void list(const std::vector<T>& items) {
    value(std::uint64_t{items.size()});
    for (const T& item : items) value(item);
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  template <class T>
  T value() {
    if (bytes_.size() < sizeof(T)) throw InputError("the checkpoint ends before all its walks are read: start without it");
    T item;
    std::memcpy(&item, bytes_.data(), sizeof item);
    bytes_ = bytes_.subspan(sizeof item);
    return item;
  }
  template <class T>
  void list(std::vector<T>& items) {
    const auto count = value<std::uint64_t>();
    if (count > bytes_.size() / sizeof(T)) throw InputError("the checkpoint of the walks is damaged: start without it");
    items.assign(count, T{});
    for (T& item : items) item = value<T>();
  }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace

void place(Walk& walk, const Scheme& scheme, Symmetry symmetry, const Schedule& schedule) {
  if (symmetry == Symmetry::c3) {
    SymmetricScheme split = split_into_orbits(scheme);
    walk.summands = std::move(split.orbits);
    walk.cubes = std::move(split.cubes);
  } else {
    walk.summands = scheme.summands;
  }
  walk.flippable.clear();
  walk.best_summands = walk.summands;
  walk.best_cubes = walk.cubes;
  walk.until_plus = schedule.plus_after;
  walk.status.rank = walk.status.best = static_cast<std::uint32_t>(scheme.rank());
  walk.status.idle = 0;
}

Scheme best_scheme(const Walk& walk, const Shape& shape, Symmetry symmetry) {
  return as_scheme(walk.best_summands, walk.best_cubes, shape, symmetry);
}

Scheme present_scheme(const Walk& walk, const Shape& shape, Symmetry symmetry) {
  return as_scheme(walk.summands, walk.cubes, shape, symmetry);
}

std::vector<std::byte> save_walks(std::span<const Walk> walks) {
  Writer out;
  out.value(std::uint64_t{walks.size()});
  for (const Walk& walk : walks) {
    out.value(walk.random.state());
    out.list(walk.summands);
    out.list(walk.cubes);
    out.list(walk.flippable);
    out.list(walk.best_summands);
    out.list(walk.best_cubes);
    out.value(walk.until_plus);
    out.value(walk.status.rank);
    out.value(walk.status.best);
    out.value(walk.status.idle);
    out.value(walk.status.flips);
  }
  return out.take();
}

void restore_walks(std::span<Walk> walks, std::span<const std::byte> state) {
  Reader in(state);
  if (in.value<std::uint64_t>() != walks.size()) {
    throw InputError("the checkpoint is of another number of walks: give the search the number that it was started with");
  }
  bool damaged = false;
  for (Walk& walk : walks) {
    walk.random = WalkRandom(in.value<std::uint64_t>());
    in.list(walk.summands);
    in.list(walk.cubes);
    in.list(walk.flippable);
    in.list(walk.best_summands);
    in.list(walk.best_cubes);
    for (const std::uint16_t e : walk.flippable) damaged = damaged || e / 4 >= walk.summands.size() || e % 4 == 3;
    damaged = damaged || std::max(walk.summands.size(), walk.best_summands.size()) > kMaxSummands;
    walk.until_plus = in.value<std::uint32_t>();
    walk.status.rank = in.value<std::uint32_t>();
    walk.status.best = in.value<std::uint32_t>();
    walk.status.idle = in.value<std::uint32_t>();
    walk.status.flips = in.value<std::uint64_t>();
  }
  if (damaged || !in.at_end()) throw InputError("the checkpoint of the walks is damaged: start without it");
}

}  // namespace wreath::flip
