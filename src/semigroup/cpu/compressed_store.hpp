// SPDX-License-Identifier: MIT
//
// Elements as (kernel, image tuple): the number of the map's kernel and the image of each of its classes.
//
// Maps of small rank are many in most semigroups: the elements of biHecke 6 move 720 points and have 10 distinct images on
// average. x*g sends the tuple of x through g; where two images meet, their classes merge and the kernel changes. A product costs
// its rank instead of its degree. Kernels are interned and compared point by point (kernels.hpp), tuples are compared entry by
// entry: equal numbers and equal tuples are equal maps.
#pragma once

#include <optional>
#include <vector>

#include "core/data/growing_array.hpp"
#include "core/run/option.hpp"
#include "semigroup/cpu/batch.hpp"
#include "semigroup/cpu/kernels.hpp"
#include "semigroup/row_hash.hpp"

namespace wreath::semigroup {

template <class P>
class CompressedStore {
 public:
  struct Query {
    std::uint64_t hash;
    Kernels::Id kernel;
    std::vector<P> tuple;
  };

  explicit CompressedStore(const Generators& generators)
      : degree_(generators.degree), generators_(generators.images.begin(), generators.images.end()), kernels_(generators.degree) {
    place_next(0, degree_);
    for (std::size_t p = 0; p < degree_; ++p) tuples_[p] = static_cast<P>(p);
  }

  void form(const Batch& batch, unsigned threads, std::vector<std::uint64_t>& hashes, std::vector<std::uint8_t>& fixed) {
    lay_out(batch);
    workers_.resize(std::max<std::size_t>(workers_.size(), threads));
    parallel_ranges(batch.size(), threads, 64, [&](Range range, unsigned thread) {
      Worker& worker = workers_[thread];
      worker.undecided.clear();
      worker.prepare(degree_);
      Index parent = kNoIndex;
      std::span<const P> x;
      batch.for_each(range, [&](std::size_t i, Product product) {
        if (product.element != parent) x = tuple(parent = product.element);
        fixed[i] = static_cast<std::uint8_t>(send(i, x, product.letter) && product.element != 0);
        if (fixed[i] != 0) return;
        const Kernels::Id kernel = entries_[parent].kernel;
        const std::uint32_t rank = merge(i, static_cast<std::uint32_t>(x.size()), worker);
        kernels_new_[i] = rank == x.size() ? kernel : find_merged({kernel, {worker.merge.data(), x.size()}, rank}, worker);
        if (kernels_new_[i] == Kernels::kNone) {
          worker.undecided.push_back(i);
        } else {
          hashes[i] = hash(kernels_new_[i], {products_.data() + products_at_[i], rank});
        }
      });
    });
    for (unsigned thread = 0; thread < threads; ++thread) {
      for (const std::size_t i : workers_[thread].undecided) {
        add_kernel(i, batch.product(i), workers_[0]);
        hashes[i] = hash(kernels_new_[i], product_tuple(i));
      }
      workers_[thread].undecided.clear();
    }
  }

  bool same(std::size_t i, Index index) const {
    return kernels_new_[i] == entries_[index].kernel && same_row<P>(product_tuple(i), tuple(index));
  }
  bool same_new(std::size_t i, std::size_t j) const {
    return kernels_new_[i] == kernels_new_[j] && same_row<P>(product_tuple(i), product_tuple(j));
  }
  void prefetch_far(Index index) const { __builtin_prefetch(&entries_[index]); }
  void prefetch(Index index) const { __builtin_prefetch(&tuples_[tuple_at(index)]); }
  void append(std::span<const std::uint32_t> new_ones, unsigned threads) {
    const std::size_t old = count();
    entries_.reserve(old + new_ones.size());
    for (const std::uint32_t i : new_ones) place_next(kernels_new_[i], kernels_.rank(kernels_new_[i]));
    parallel_ranges(new_ones.size(), threads, 4096, [&](Range range, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k) {
        std::ranges::copy(product_tuple(new_ones[k]), tuples_.data() + tuple_at(old + k));
      }
    });
  }

  std::size_t count() const { return entries_.size(); }
  std::size_t piece() const { return std::size_t{1} << 16; }
  bool large_rows() const { return false; }
  void read(Index first, Index last, std::span<Point> rows) const {
    for (Index e = first; e < last; ++e) {
      const auto images = tuple(e);
      Point* row = rows.data() + std::size_t{e - first} * degree_;
      for (std::size_t p = 0; p < degree_; ++p) row[p] = images[kernels_.label(entries_[e].kernel, p)];
    }
  }
  std::optional<Query> query(std::span<const Point> row) const {
    std::vector<Kernels::Label> labels(degree_);
    std::vector<std::uint32_t> label_of(degree_, ~std::uint32_t{0});
    std::vector<P> images;
    for (std::size_t p = 0; p < degree_; ++p) {
      std::uint32_t& label = label_of[row[p]];
      if (label == ~std::uint32_t{0}) {
        label = static_cast<std::uint32_t>(images.size());
        images.push_back(static_cast<P>(row[p]));
      }
      labels[p] = label;
    }
    const auto rank = static_cast<std::uint32_t>(images.size());
    const Kernels::Id kernel = rank == degree_ ? 0 : kernels_.find({0, labels, rank});
    if (kernel == Kernels::kNone) return std::nullopt;
    return Query{hash(kernel, images), kernel, std::move(images)};
  }
  bool matches(const Query& query, Index index) const {
    return query.kernel == entries_[index].kernel && same_row<P>(query.tuple, tuple(index));
  }
  bool idempotent(Index index) const {
    const auto images = tuple(index);
    for (std::size_t j = 0; j < images.size(); ++j) {
      if (kernels_.label(entries_[index].kernel, images[j]) != j) return false;
    }
    return true;
  }
  std::uint64_t hash_of(Index index) const { return hash(entries_[index].kernel, tuple(index)); }
  std::uint64_t memory() const { return entries_.memory() + tuples_.memory() + kernels_.memory(); }
  std::string_view exactness() const { return "kernels and images compared"; }

 private:
  /// Merges of up to 16 classes that were found before: four bits a class, so that the key is the whole merge.
  struct KnownMerge {
    std::uint64_t merge = 0;
    Kernels::Id kernel = Kernels::kNone;
    Kernels::Id result = Kernels::kNone;
  };
  static constexpr std::size_t kFewClasses = 16;

  struct Worker {
    std::vector<std::uint64_t> seen;  // round << 32 | label, for each image
    std::uint64_t round = 0;
    std::vector<Kernels::Label> merge;
    std::vector<std::size_t> undecided;  // products whose kernel is new
    std::vector<KnownMerge> known{std::size_t{1} << 15};

    /// Rounds have 32 bits; after 2^32 products what was seen is forgotten.
    std::uint64_t next_round() {
      if (++round >> 32 != 0) {
        std::fill(seen.begin(), seen.end(), 0);
        round = 1;
      }
      return round;
    }
    void prepare(std::size_t degree) {
      seen.resize(degree, 0);
      merge.resize(degree);
    }
  };

  static std::uint64_t hash(Kernels::Id kernel, std::span<const P> tuple) {
    return mix64(hash_row<P>(tuple) + kernel * 0x9E3779B97F4A7C15U);
  }

  struct Entry {
    Kernels::Id kernel;
    std::uint32_t at;  // of the tuple, after the start of its block of 2^16 elements
  };

  std::size_t tuple_at(std::size_t index) const { return block_at_[index >> 16] + entries_[index].at; }
  void place_next(Kernels::Id kernel, std::size_t rank) {
    const std::size_t at = tuples_.size();
    if (entries_.size() % (1 << 16) == 0) block_at_.push_back(at);
    if ((at - block_at_.back()) >> 32 != 0)
      throw ResourceError("elements of this rank are too long for the compressed form; use " + option("method", "rows"));
    tuples_.resize(at + rank);
    entries_.push_back({kernel, static_cast<std::uint32_t>(at - block_at_.back())});
  }
  std::span<const P> tuple(std::size_t index) const {
    return {tuples_.data() + tuple_at(index), kernels_.rank(entries_[index].kernel)};
  }
  std::span<const P> product_tuple(std::size_t i) const {
    return {products_.data() + products_at_[i], kernels_.rank(kernels_new_[i])};
  }

  /// Room for the tuples of a batch: each has at most the rank of its parent.
  void lay_out(const Batch& batch) {
    products_at_.resize(batch.size());
    kernels_new_.resize(batch.size());
    std::size_t at = 0;
    Index parent = kNoIndex;
    std::size_t rank = 0;
    batch.for_each({0, batch.size()}, [&](std::size_t i, Product product) {
      if (product.element != parent) rank = kernels_.rank(entries_[parent = product.element].kernel);
      products_at_[i] = at;
      at += rank;
    });
    products_.resize(at);
  }

  /// Sends the tuple through the generator; tells whether nothing moved.
  bool send(std::size_t i, std::span<const P> x, Letter letter) {
    const P* g = generators_.data() + letter * degree_;
    P* y = products_.data() + products_at_[i];
    unsigned moved = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      y[j] = g[x[j]];
      moved |= static_cast<unsigned>(y[j] ^ x[j]);
    }
    return moved == 0;
  }
  /// Leaves one of equal images, and notes the new label of each class; the new rank.
  std::uint32_t merge(std::size_t i, std::uint32_t old_rank, Worker& worker) {
    P* y = products_.data() + products_at_[i];
    const std::uint64_t round = worker.next_round() << 32;
    std::uint32_t rank = 0;
    for (std::uint32_t j = 0; j < old_rank; ++j) {
      const P image = y[j];
      std::uint64_t& seen = worker.seen[image];
      if (seen < round) {
        seen = round | rank;
        y[rank++] = image;
      }
      worker.merge[j] = static_cast<Kernels::Label>(seen);
    }
    return rank;
  }
  void add_kernel(std::size_t i, Product product, Worker& worker) {
    const auto x = tuple(product.element);
    send(i, x, product.letter);
    const std::uint32_t rank = merge(i, static_cast<std::uint32_t>(x.size()), worker);
    kernels_new_[i] = kernels_.find_or_add({entries_[product.element].kernel, {worker.merge.data(), x.size()}, rank});
  }
  Kernels::Id find_merged(const Kernels::Merge& merge, Worker& worker) const {
    if (merge.labels.size() > kFewClasses) return kernels_.find(merge);
    std::uint64_t packed = 0;
    for (const Kernels::Label label : merge.labels) packed = packed << 4 | label;
    KnownMerge& known = worker.known[mix64(packed + merge.kernel * 0x9E3779B97F4A7C15U) % worker.known.size()];
    if (known.kernel != merge.kernel || known.merge != packed) {
      const Kernels::Id result = kernels_.find(merge);
      if (result == Kernels::kNone) return result;
      known = {packed, merge.kernel, result};
    }
    return known.result;
  }
  std::size_t degree_;
  std::vector<P> generators_;
  Kernels kernels_;
  GrowingArray<Entry> entries_;
  std::vector<std::uint64_t> block_at_;
  GrowingArray<P> tuples_;
  // of the batch
  std::vector<Kernels::Id> kernels_new_;
  std::vector<std::size_t> products_at_;
  GrowingArray<P> products_;
  std::vector<Worker> workers_;
};

}  // namespace wreath::semigroup
