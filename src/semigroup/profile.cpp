// SPDX-License-Identifier: MIT
//
// Where the time of an enumeration goes: the CPU backend's steps, one after another instead of fused.
//
// A piece of products goes through five passes: compose, hash, look up (by the whole hash, which is believed for the moment),
// compare with the row that was met, store the new rows. Should a comparison fail, two rows have one hash: then what the piece
// put into the table is taken back, and its products are looked up and compared one by one, which counts as comparing.
#include "semigroup/profile.hpp"

#include <algorithm>

#include "core/data/growing_array.hpp"
#include "semigroup/cpu/batch.hpp"
#include "semigroup/row_hash.hpp"
#include "semigroup/stopwatch.hpp"

namespace wreath::semigroup {

namespace {

/// Whole hashes and numbers; open addressing.
class HashTable {
 public:
  struct Slot {
    std::uint64_t hash;
    Index index_plus_one;
  };

  /// The first element of this hash for which `same(index)` holds; where there is none, `fresh` is put. Says which it is.
  template <class Same>
  Index find_or_put(std::uint64_t hash, Index fresh, const Same& same) {
    std::size_t at = hash & (slots_.size() - 1);
    for (; slots_[at].index_plus_one != 0; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].hash == hash && same(slots_[at].index_plus_one - 1)) return slots_[at].index_plus_one - 1;
    }
    slots_[at] = {hash, fresh + 1};
    put_.push_back(at);
    return fresh;
  }
  /// To be called before up to `more` are put; take_back() goes back to here.
  void make_room(std::size_t more) {
    used_ += put_.size();
    put_.clear();
    std::size_t size = std::max<std::size_t>(1024, slots_.size());
    while (2 * (used_ + more) > size) size *= 2;
    if (size == slots_.size()) return;
    GrowingArray<Slot> old;
    old.resize(size);
    std::swap(old, slots_);
    for (const Slot& slot : old) {
      if (slot.index_plus_one == 0) continue;
      std::size_t at = slot.hash & (size - 1);
      while (slots_[at].index_plus_one != 0) at = (at + 1) & (size - 1);
      slots_[at] = slot;
    }
  }
  void take_back() {
    for (const std::size_t at : put_) slots_[at] = {};
    put_.clear();
  }

 private:
  GrowingArray<Slot> slots_;
  std::size_t used_ = 0;
  std::vector<std::size_t> put_;  // since make_room
};

template <class P>
class Pipeline {
 public:
  Pipeline(const Generators& generators, std::uint64_t mask)
      : degree_(generators.degree),
        letters_(generators.count()),
        mask_(mask),
        generators_(generators.images.begin(), generators.images.end()) {
    rows_.resize(degree_);
    for (std::size_t p = 0; p < degree_; ++p) rows_[p] = static_cast<P>(p);
    last_seen_.push_back(0);
    table_.make_room(1);
    if (generators.monoid) table_.find_or_put(hash_row<P>(row(0)) & mask_, 0, [](Index) { return false; });
  }

  Index size() const { return count_; }
  ProfileReport& report() { return report_; }

  /// The products of elements first..last-1, all of one length; false where `run` says stop.
  bool level(Index first, Index last, RunControl& run) {
    constexpr std::size_t kProfilePieceBytes = std::size_t{1} << 24;
    const std::size_t piece = std::clamp<std::size_t>(kProfilePieceBytes / (degree_ * sizeof(P)), 64, 1 << 16);
    const Candidates candidates{first, last, {}};
    report_.levels.emplace_back();
    const std::size_t total = Batch::count(candidates, letters_);
    for (std::size_t begin = 0; begin < total; begin += piece) {
      if (run.should_stop()) return false;
      expand(Batch(candidates, letters_, begin, std::min(total, begin + piece)));
      run.report({.phase = "profile", .done = count_, .total = 0, .unit = "elements"});
    }
    return true;
  }

 private:
  void expand(const Batch& batch) {
    if (std::size_t{count_} + batch.size() >= kNoIndex)
      throw ResourceError("more than 4294967294 elements do not fit the 32-bit numbers in use");
    compose(batch);
    hash(batch.size());
    look_up(batch.size());
    compare(batch.size());
    store();
    count(batch.size());
  }

  void compose(const Batch& batch) {
    const Stopwatch time(report_.compose);
    products_.resize(batch.size() * degree_);
    batch.for_each({0, batch.size()}, [&](std::size_t i, Product product) {
      const P* x = rows_.data() + product.element * degree_;
      const P* g = generators_.data() + product.letter * degree_;
      P* y = products_.data() + i * degree_;
      for (std::size_t p = 0; p < degree_; ++p) y[p] = g[x[p]];
    });
  }
  void hash(std::size_t n) {
    const Stopwatch time(report_.hash);
    hashes_.resize(n);
    for (std::size_t i = 0; i < n; ++i) hashes_[i] = hash_row<P>(product(i)) & mask_;
  }
  void look_up(std::size_t n) {
    const Stopwatch time(report_.look_up);
    table_.make_room(n);
    look_up_with(n, [](std::size_t, Index) { return true; });
  }
  template <class Same>
  void look_up_with(std::size_t n, const Same& same) {
    found_.resize(n);
    new_ones_.clear();
    for (std::size_t i = 0; i < n; ++i) {
      const auto fresh = static_cast<Index>(count_ + new_ones_.size());
      found_[i] = table_.find_or_put(hashes_[i], fresh, [&](Index index) { return same(i, index); });
      if (found_[i] == fresh) new_ones_.push_back(static_cast<std::uint32_t>(i));
    }
  }
  void compare(std::size_t n) {
    const Stopwatch time(report_.compare);
    bool all = true;
    for (std::size_t i = 0; i < n; ++i) all &= is_new(i) || is(i, found_[i]);
    if (all) return;
    table_.take_back();
    look_up_with(n, [&](std::size_t i, Index index) { return is(i, index); });
  }
  void store() {
    const Stopwatch time(report_.store);
    rows_.resize((std::size_t{count_} + new_ones_.size()) * degree_);
    for (std::size_t k = 0; k < new_ones_.size(); ++k)
      std::ranges::copy(product(new_ones_[k]), rows_.data() + (count_ + k) * degree_);
    count_ += static_cast<Index>(new_ones_.size());
  }
  void count(std::size_t n) {
    ProfileLevel& level = report_.levels.back();
    const auto stage = static_cast<std::uint32_t>(report_.levels.size());
    level.products += n;
    level.fresh += new_ones_.size();
    last_seen_.resize(count_);
    for (std::size_t i = 0; i < n; ++i) {
      level.duplicates += last_seen_[found_[i]] == stage;
      last_seen_[found_[i]] = stage;
    }
  }

  std::span<const P> row(std::size_t index) const { return {rows_.data() + index * degree_, degree_}; }
  std::span<const P> product(std::size_t i) const { return {products_.data() + i * degree_, degree_}; }
  bool is_new(std::size_t i) const { return found_[i] >= count_ && new_ones_[found_[i] - count_] == i; }
  bool is(std::size_t i, Index index) {
    ++report_.comparisons;
    return same_row<P>(product(i), index < count_ ? row(index) : product(new_ones_[index - count_]));
  }

  std::size_t degree_;
  std::size_t letters_;
  std::uint64_t mask_;
  std::vector<P> generators_;
  ProfileReport report_;
  GrowingArray<P> rows_;
  Index count_ = 1;
  HashTable table_;
  std::vector<std::uint32_t> last_seen_;  // the stage that last had a product equal to each element
  // of the piece
  GrowingArray<P> products_;
  std::vector<std::uint64_t> hashes_;
  std::vector<Index> found_;
  std::vector<std::uint32_t> new_ones_;
};

template <class P>
ProfileReport profile_with(const Generators& generators, RunControl& run, std::uint64_t mask) {
  Pipeline<P> pipeline(generators, mask);
  bool going = true;
  for (Index first = 0; going && first < pipeline.size();) {
    const Index last = pipeline.size();
    going = pipeline.level(first, last, run);
    first = last;
  }
  ProfileReport report = std::move(pipeline.report());
  report.complete = going;
  report.size = pipeline.size() - (generators.monoid ? 0 : 1);
  return report;
}

}  // namespace

ProfileReport profile(const Generators& generators, RunControl& run, std::uint64_t hash_mask) {
  double total = 0;
  ProfileReport report;
  {
    const Stopwatch time(total);
    report = generators.degree <= std::uint64_t{1} << 8    ? profile_with<std::uint8_t>(generators, run, hash_mask)
             : generators.degree <= std::uint64_t{1} << 16 ? profile_with<std::uint16_t>(generators, run, hash_mask)
                                                           : profile_with<std::uint32_t>(generators, run, hash_mask);
  }
  report.total = total;
  run.note_choice("algorithm", "unfused", "a profile was asked for");
  run.add_phase("compose", report.compose);
  run.add_phase("hash", report.hash);
  run.add_phase("look up", report.look_up);
  run.add_phase("compare", report.compare);
  run.add_phase("store", report.store);
  return report;
}

}  // namespace wreath::semigroup
