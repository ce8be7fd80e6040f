// SPDX-License-Identifier: MIT
//
// Elements as (kernel, image tuple): the number of the map's kernel and the image of each of its classes.
//
// Maps of small rank are many in most semigroups: the elements of biHecke 6 move 720 points and have 10 distinct images on
// average. x*g sends the tuple of x through g; where two images meet, their classes merge and the kernel changes. A product costs
// its rank instead of its degree. Kernels are interned and compared point by point (kernels.hpp), tuples are compared entry by
// entry: equal numbers and equal tuples are equal maps.
#pragma once

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "core/closure/row_hash.hpp"
#include "core/data/growing_array.hpp"
#include "core/data/touch_ahead.hpp"
#include "core/text/option.hpp"
#include "semigroup/backend.hpp"
#include "semigroup/cpu/kernels.hpp"

namespace wreath::semigroup {

using closure::hash_row;
using closure::same_row;

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
    entries_.push_back({0, 0});
    block_at_.push_back(0);
    tuples_.resize(degree_);
    for (std::size_t p = 0; p < degree_; ++p) tuples_[p] = static_cast<P>(p);
  }

  void form(const Batch& batch, unsigned threads, std::span<std::uint64_t> hashes, std::span<std::uint8_t> fixed) {
    form_tuples(batch, threads, hashes, fixed);
    add_kernels(batch, threads, hashes);
  }

  /// All but the products whose kernels are not known, which have no hashes yet.
  void form_tuples(const Batch& batch, unsigned threads, std::span<std::uint64_t> hashes, std::span<std::uint8_t> fixed) {
    lay_out(batch, threads);
    workers_.resize(std::max<std::size_t>(workers_.size(), threads));
    parallel_chunks(batch.size(), kChunk, threads, [&](Range range, std::size_t chunk, unsigned thread) {
      Worker& worker = workers_[thread];
      worker.prepare(degree_);
      std::size_t at = chunk_at_[chunk];
      std::size_t undecided = range.begin;
      Index parent = kNoIndex;
      std::span<const P> x;
      batch.for_each(range, [&](std::size_t i, Product product) {
        if (product.element != parent) x = tuple(parent = product.element);
        P* y = products_.data() + at;
        products_at_[i] = at;
        fixed[i] = static_cast<std::uint8_t>(send(x, product.letter, y) && product.element != 0);
        if (fixed[i] != 0) return;
        const Kernels::Id kernel = entries_[parent].kernel;
        const std::uint32_t rank = merge(y, static_cast<std::uint32_t>(x.size()), worker);
        at += rank;
        if (rank == x.size()) {
          kernels_new_[i] = kernel;
        } else {
          std::uint64_t fingerprint = 0;
          kernels_new_[i] = find_merged({kernel, {worker.merge.data(), x.size()}, rank}, worker, fingerprint);
          if (kernels_new_[i] == Kernels::kNone) {
            undecided_[undecided++] = {fingerprint, static_cast<std::uint32_t>(i), rank, Kernels::kNone};
            return;
          }
        }
        hashes[i] = hash(kernels_new_[i], {y, rank});
      });
      chunk_at_[chunk] = undecided - range.begin;  // from now on, how many are undecided
    });
    undecided_count_ = 0;
    for (std::size_t begin = 0, chunk = 0; begin < batch.size(); begin += kChunk, ++chunk) {
      for (std::size_t k = 0; k < chunk_at_[chunk]; ++k) undecided_[undecided_count_++] = undecided_[begin + k];
    }
  }

  // Kernels that several ranks number alike: all add the same ones in the same order.
  /// The merges that give kernels which are not known here, as words: the two halves of the fingerprint, the kernel, how many
  /// labels, the rank, the labels. With `once`, one for each fingerprint.
  std::vector<SentWord> unknown_kernels(const Batch& batch, bool once, unsigned threads) {
    std::vector<Undecided> ones;
    std::vector<std::uint64_t> seen(once ? std::bit_ceil(2 * undecided_count_ + 1) : 1, 0);  // open addressing; 0: none
    const auto is_first = [&](std::uint64_t fingerprint) {
      std::size_t at = fingerprint & (seen.size() - 1);
      while (seen[at] != 0 && seen[at] != fingerprint) at = (at + 1) & (seen.size() - 1);
      return std::exchange(seen[at], fingerprint) == 0;
    };
    for (std::size_t k = 0; k < undecided_count_; ++k) {
      if (!once || undecided_[k].fingerprint == 0 || is_first(undecided_[k].fingerprint)) ones.push_back(undecided_[k]);
    }
    std::vector<std::size_t> starts(ones.size() + 1, 0);
    for (std::size_t k = 0; k < ones.size(); ++k)
      starts[k + 1] = starts[k] + 5 + kernels_.rank(entries_[batch.product(ones[k].product).element].kernel);
    std::vector<SentWord> words(starts.back());
    workers_.resize(std::max<std::size_t>(workers_.size(), threads));
    parallel_chunks(ones.size(), 64, threads, [&](Range range, std::size_t, unsigned thread) {
      for (std::size_t k = range.begin; k < range.end; ++k) {
        const Kernels::Merge merge = merge_again(batch.product(ones[k].product), workers_[thread]);
        SentWord* to = words.data() + starts[k];
        *to++ = static_cast<SentWord>(ones[k].fingerprint);
        *to++ = static_cast<SentWord>(ones[k].fingerprint >> 32);
        *to++ = merge.kernel;
        *to++ = static_cast<SentWord>(merge.labels.size());
        *to++ = merge.rank;
        std::ranges::copy(merge.labels, to);
      }
    });
    return words;
  }
  void add_unknown_kernels(std::span<const SentWord> words, unsigned threads) {
    std::vector<NumberedMerge> merges;
    std::vector<std::size_t> new_ones;
    const std::size_t known = kernels_.count();
    for (std::size_t at = 0; at < words.size(); at += 5 + words[at + 3]) {
      const Kernels::Merge merge{words[at + 2], words.subspan(at + 5, words[at + 3]), words[at + 4]};
      merges.push_back({merge, words[at] | std::uint64_t{words[at + 1]} << 32});
    }
    for (std::size_t k = 0; k < merges.size(); ++k) {
      prefetch_kernel(merges, k);
      merges[k].kernel = kernels_.reserve(merges[k].fingerprint, merges[k].merge.rank);
      if (kernels_.count() != known + new_ones.size()) new_ones.push_back(k);
    }
    kernels_.make_room(threads);
    parallel_chunks(new_ones.size(), 8, threads, [&](Range range, std::size_t, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k) {
        NumberedMerge& one = merges[new_ones[k]];
        kernels_.fill(one.kernel, one.merge);
        one.is_it = true;
      }
    });
    parallel_chunks(merges.size(), 16, threads, [&](Range range, std::size_t, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k)
        merges[k].is_it = merges[k].is_it || kernels_.is(merges[k].kernel, merges[k].merge);
    });
    for (const NumberedMerge& one : merges) {
      if (!one.is_it) kernels_.find_or_add(one.merge);  // another kernel has its fingerprint
    }
  }
  /// Hashes of the products whose kernels are known by now.
  void decide_known(const Batch& batch, unsigned threads, std::span<std::uint64_t> hashes) {
    workers_.resize(std::max<std::size_t>(workers_.size(), threads));
    parallel_chunks(undecided_count_, 64, threads, [&](Range range, std::size_t, unsigned thread) {
      for (std::size_t k = range.begin; k < range.end; ++k) {
        Undecided& one = undecided_[k];
        one.kernel = kernels_.find(merge_again(batch.product(one.product), workers_[thread]), one.fingerprint);
        if (one.kernel != Kernels::kNone) decide(one, hashes);
      }
    });
    std::size_t left = 0;
    for (std::size_t k = 0; k < undecided_count_; ++k) {
      if (undecided_[k].kernel == Kernels::kNone) undecided_[left++] = undecided_[k];
    }
    undecided_count_ = left;
  }

  // Products as ranks send them to one another: the kernel's number and the tuple.
  /// Decides which rank an element belongs to. Elements with the same kernel stay together, so that a merge is looked up by one
  /// rank and not by all; but those of the first kernels, which may be most of all elements if there are few kernels, do not.
  std::uint64_t owner_hash(std::size_t i, std::uint64_t hash) const {
    return kernels_new_[i] < kSpreadKernels ? hash : mix64(kernels_new_[i]);
  }
  std::size_t sent_words(std::size_t i) const { return 1 + tuple_words(kernels_new_[i]); }
  void write_sent(std::size_t i, SentWord* sent) const {
    const std::span<const P> images = product_tuple(i);
    sent[tuple_words(kernels_new_[i])] = 0;  // which may not be filled
    sent[0] = kernels_new_[i];
    std::memcpy(sent + 1, images.data(), images.size_bytes());
  }
  std::size_t words_of_sent(const SentWord* sent) const { return 1 + tuple_words(sent[0]); }
  std::uint64_t hash_of_sent(const SentWord* sent) const { return hash(sent[0], tuple_of_sent(sent)); }
  bool is_sent(const SentWord* sent, Index index) const {
    return sent[0] == entries_[index].kernel && same_row<P>(tuple_of_sent(sent), tuple(index));
  }
  bool same_sent(const SentWord* x, const SentWord* y) const {
    return x[0] == y[0] && same_row<P>(tuple_of_sent(x), tuple_of_sent(y));
  }
  template <class Sent>
  void append_sent(std::size_t count, unsigned threads, const Sent& sent) {
    append_items(count, threads, [&](std::size_t k) { return Item{sent(k)[0], tuple_of_sent(sent(k))}; });
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
    append_items(new_ones.size(), threads, [&](std::size_t k) {
      return Item{kernels_new_[new_ones[k]], product_tuple(new_ones[k])};
    });
  }

  void set_letters(const Generators& generators) { generators_.assign(generators.images.begin(), generators.images.end()); }
  void reorder(std::span<const Index> order, unsigned threads) {
    const GrowingArray<Entry> entries = std::exchange(entries_, {});
    const GrowingArray<P> tuples = std::exchange(tuples_, {});
    const std::vector<std::uint64_t> blocks = std::exchange(block_at_, {});
    touch_entries_ = {};
    touch_tuples_ = {};
    append_items(order.size(), threads, [&](std::size_t k) {
      const Entry entry = entries[order[k]];
      return Item{entry.kernel, {tuples.data() + blocks[order[k] / kBlock] + entry.at, kernels_.rank(entry.kernel)}};
    });
  }

  std::size_t count() const { return entries_.size(); }
  std::size_t piece(unsigned threads) const { return std::min<std::size_t>(threads, 16) << 16; }
  std::size_t product_bytes() const { return tuples_.size() / entries_.size() * sizeof(P); }
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
  Exactness exactness() const { return Exactness::kernels; }

 private:
  /// Merges of up to 16 classes that were found before: four bits a class, so that the key is the whole merge.
  struct KnownMerge {
    std::uint64_t merge = 0;
    Kernels::Id kernel = Kernels::kNone;
    Kernels::Id result = Kernels::kNone;
  };
  static constexpr Kernels::Id kSpreadKernels = 1024;
  static constexpr std::size_t kFewClasses = 16;
  static constexpr std::size_t kKnownMerges = std::size_t{1} << 15;
  static constexpr std::size_t kBlock = std::size_t{1} << 16;  // elements
  static constexpr std::size_t kChunk = 1024;                  // candidates or elements, a divisor of a block

  /// A product whose kernel is not known.
  struct Undecided {
    std::uint64_t fingerprint;
    std::uint32_t product;
    std::uint32_t rank;
    Kernels::Id kernel;
  };

  struct alignas(64) Worker {
    std::vector<std::uint64_t> seen;  // round << 32 | label, for each image
    std::uint64_t round = 0;
    std::vector<Kernels::Label> merge;
    std::vector<P> tuple;
    std::vector<KnownMerge> known{kKnownMerges};

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
      tuple.resize(degree);
    }
  };

  static std::uint64_t hash(Kernels::Id kernel, std::span<const P> tuple) {
    return mix64(hash_row<P>(tuple) + kernel * 0x9E3779B97F4A7C15U);
  }

  /// An element.
  struct Item {
    Kernels::Id kernel;
    std::span<const P> tuple;
  };
  /// The number of the kernel with its fingerprint, and whether that is the kernel it gives.
  struct NumberedMerge {
    Kernels::Merge merge;
    std::uint64_t fingerprint;
    Kernels::Id kernel = Kernels::kNone;
    bool is_it = false;
  };

  std::size_t tuple_words(Kernels::Id kernel) const {
    return (kernels_.rank(kernel) * sizeof(P) + sizeof(SentWord) - 1) / sizeof(SentWord);
  }
  std::span<const P> tuple_of_sent(const SentWord* sent) const {
    return {reinterpret_cast<const P*>(sent + 1), kernels_.rank(sent[0])};
  }

  struct Entry {
    Kernels::Id kernel;
    std::uint32_t at;  // of the tuple, after the start of its block
  };

  std::size_t tuple_at(std::size_t index) const { return block_at_[index / kBlock] + entries_[index].at; }
  std::span<const P> tuple(std::size_t index) const {
    return {tuples_.data() + tuple_at(index), kernels_.rank(entries_[index].kernel)};
  }
  std::span<const P> product_tuple(std::size_t i) const {
    return {products_.data() + products_at_[i], kernels_.rank(kernels_new_[i])};
  }

  /// item(k) for the k-th new element.
  template <class ItemOf>
  void append_items(std::size_t count, unsigned threads, const ItemOf& item) {
    const std::size_t old = entries_.size();
    const std::size_t end = old + count;
    const std::size_t first = old / kChunk;
    const std::size_t chunks = count == 0 ? 0 : (end - 1) / kChunk + 1 - first;
    const auto elements = [&](std::size_t c) {
      return Range{std::max(old, (first + c) * kChunk), std::min(end, (first + c + 1) * kChunk)};
    };
    std::vector<std::size_t> starts(chunks + 1, 0);
    parallel_chunks(chunks, 1, threads, [&](Range, std::size_t c, unsigned) {
      for (std::size_t e = elements(c).begin; e < elements(c).end; ++e) starts[c] += item(e - old).tuple.size();
    });
    std::exclusive_scan(starts.begin(), starts.end(), starts.begin(), tuples_.size());
    std::vector<std::uint64_t> blocks = block_at_;
    for (std::size_t c = 0; c < chunks; ++c) {
      if (elements(c).begin % kBlock == 0) blocks.push_back(starts[c]);
      if ((starts[c + 1] - blocks.back()) >> 32 != 0)
        throw ResourceError("elements of this rank are too long for the compressed form; use " + option("method", "rows"));
    }
    touch_entries_.ahead_of(entries_, end, threads);
    touch_tuples_.ahead_of(tuples_, starts.back(), threads);
    entries_.reserve(end);
    tuples_.resize(starts.back());
    block_at_ = std::move(blocks);
    entries_.resize(end);
    parallel_chunks(chunks, 1, threads, [&](Range, std::size_t c, unsigned) {
      std::size_t at = starts[c];
      for (std::size_t e = elements(c).begin; e < elements(c).end; ++e) {
        const Item one = item(e - old);
        entries_[e] = {one.kernel, static_cast<std::uint32_t>(at - block_at_[e / kBlock])};
        std::ranges::copy(one.tuple, tuples_.data() + at);
        at += one.tuple.size();
      }
    });
  }

  /// Room for the tuples of a batch, chunk by chunk: each has at most the rank of its parent.
  void lay_out(const Batch& batch, unsigned threads) {
    products_at_.resize(batch.size());
    kernels_new_.resize(batch.size());
    undecided_.resize(batch.size());
    chunk_at_.assign(batch.size() / kChunk + 2, 0);
    parallel_chunks(batch.size(), kChunk, threads, [&](Range range, std::size_t chunk, unsigned) {
      std::size_t sum = 0;
      Index parent = kNoIndex;
      std::size_t rank = 0;
      batch.for_each(range, [&](std::size_t, Product product) {
        if (product.element != parent) rank = kernels_.rank(entries_[parent = product.element].kernel);
        sum += rank;
      });
      chunk_at_[chunk] = sum;
    });
    std::exclusive_scan(chunk_at_.begin(), chunk_at_.end(), chunk_at_.begin(), std::size_t{0});
    products_.resize(chunk_at_.back());
  }

  /// Sends the tuple through the generator; tells whether nothing moved.
  bool send(std::span<const P> x, Letter letter, P* y) const {
    const P* g = generators_.data() + letter * degree_;
    unsigned moved = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const P image = g[x[j]];
      moved |= static_cast<unsigned>(image ^ x[j]);
      y[j] = image;
    }
    return moved == 0;
  }
  /// Leaves one of equal images, and notes the new label of each class; the new rank.
  static std::uint32_t merge(P* y, std::uint32_t old_rank, Worker& worker) {
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
  /// The merge of a product, once more.
  Kernels::Merge merge_again(Product product, Worker& worker) const {
    worker.prepare(degree_);
    const auto x = tuple(product.element);
    send(x, product.letter, worker.tuple.data());
    const std::uint32_t rank = merge(worker.tuple.data(), static_cast<std::uint32_t>(x.size()), worker);
    return {entries_[product.element].kernel, {worker.merge.data(), x.size()}, rank};
  }

  /// Asks for what the kernels after the k-th need.
  template <class Ones>
  void prefetch_kernel(const Ones& ones, std::size_t k) {
    constexpr std::size_t kFar = 24;
    constexpr std::size_t kNear = 12;
    if (k + kFar < ones.size()) kernels_.prefetch_far(ones[k + kFar].fingerprint);
    if (k + kNear < ones.size()) kernels_.prefetch(ones[k + kNear].fingerprint);
  }
  /// The kernels of undecided products: numbered one after the other by their fingerprints, written and compared on all cores.
  void add_kernels(const Batch& batch, unsigned threads, std::span<std::uint64_t> hashes) {
    const std::size_t count = undecided_count_;
    const std::size_t known = kernels_.count();
    sources_.clear();
    for (std::size_t k = 0; k < count; ++k) {
      prefetch_kernel(undecided_.span().first(count), k);
      undecided_[k].kernel = kernels_.reserve(undecided_[k].fingerprint, undecided_[k].rank);
      if (kernels_.count() != known + sources_.size()) sources_.push_back(undecided_[k].product);
    }
    kernels_.make_room(threads);
    parallel_chunks(sources_.size(), 8, threads, [&](Range range, std::size_t, unsigned thread) {
      for (std::size_t k = range.begin; k < range.end; ++k) {
        kernels_.fill(static_cast<Kernels::Id>(known + k), merge_again(batch.product(sources_[k]), workers_[thread]));
      }
    });
    parallel_chunks(count, 16, threads, [&](Range range, std::size_t, unsigned thread) {
      for (std::size_t k = range.begin; k < range.end; ++k) {
        Undecided& one = undecided_[k];
        if (!kernels_.is(one.kernel, merge_again(batch.product(one.product), workers_[thread]))) one.kernel = Kernels::kNone;
        decide(one, hashes);
      }
    });
    for (std::size_t k = 0; k < count; ++k) {
      Undecided& one = undecided_[k];
      if (one.kernel != Kernels::kNone) continue;
      one.kernel = kernels_.find_or_add(merge_again(batch.product(one.product), workers_[0]));
      decide(one, hashes);
    }
  }
  void decide(const Undecided& one, std::span<std::uint64_t> hashes) {
    kernels_new_[one.product] = one.kernel;
    hashes[one.product] = hash(one.kernel, {products_.data() + products_at_[one.product], one.rank});
  }

  Kernels::Id find_merged(const Kernels::Merge& merge, Worker& worker, std::uint64_t& fingerprint) const {
    if (merge.labels.size() > kFewClasses) return kernels_.find(merge, fingerprint = kernels_.fingerprint(merge));
    std::uint64_t packed = 0;
    for (const Kernels::Label label : merge.labels) packed = packed << 4 | label;
    KnownMerge& known = worker.known[mix64(packed + merge.kernel * 0x9E3779B97F4A7C15U) % kKnownMerges];
    if (known.kernel != merge.kernel || known.merge != packed) {
      const Kernels::Id result = kernels_.find(merge, fingerprint = kernels_.fingerprint(merge));
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
  TouchAhead touch_entries_;
  TouchAhead touch_tuples_;
  // of the batch
  GrowingArray<Kernels::Id> kernels_new_;
  GrowingArray<std::size_t> products_at_;
  GrowingArray<P> products_;
  std::vector<std::size_t> chunk_at_;  // where the tuples of a chunk begin
  GrowingArray<Undecided> undecided_;
  std::size_t undecided_count_ = 0;
  std::vector<std::uint32_t> sources_;  // the product that gives each new kernel
  std::vector<Worker> workers_;
};

}  // namespace wreath::semigroup
