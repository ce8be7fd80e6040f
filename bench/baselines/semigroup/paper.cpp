// SPDX-License-Identifier: MIT
//
// The paper's exploration (its Algorithm 1), stage by stage.
//
// An element is its word; rows are there of the newest only. A stage composes these with all generators, hashes the products
// (Algorithm 5), eliminates duplicates among them where the variant does so (Algorithm 7, every pair of hashes), and inserts
// what is left into a hash table on the host, one after another. The table's keys are a hash and a word; where hashes are equal
// both elements are computed again from their words, point by point, and compared (Algorithm 6, with Algorithms 3 and 4).
//
// The published program's hash functor returned bool, so that all keys fell into two buckets; here the table uses the hash.
// Products of a stage that do not fit the memory are taken in pieces, and duplicates are then those of a piece.
#include "bench/baselines/semigroup/paper.hpp"

#include <algorithm>
#include <numeric>

#include "core/data/hash.hpp"
#include "bench/baselines/semigroup/stopwatch.hpp"

namespace wreath::semigroup {

namespace {

/// Words by number; those of one length lie together.
class Words {
 public:
  Words() { levels_.emplace_back(); }

  std::size_t size() const { return starts_.back() + count(longest()); }
  std::size_t longest() const { return levels_.size() - 1; }
  std::size_t count(std::size_t length) const { return length == 0 ? 1 : levels_[length].size() / length; }
  std::span<const Letter> word(std::size_t length, std::size_t k) const {
    return std::span(levels_[length]).subspan(k * length, length);
  }
  std::span<const Letter> word(std::size_t number) const {
    const auto level = static_cast<std::size_t>(std::ranges::upper_bound(starts_, number) - starts_.begin()) - 1;
    return word(level, number - starts_[level]);
  }
  void begin_level() {
    starts_.push_back(size());
    levels_.emplace_back();
  }
  void add(std::span<const Letter> word) { levels_.back().insert(levels_.back().end(), word.begin(), word.end()); }

 private:
  std::vector<std::vector<Letter>> levels_;
  std::vector<std::size_t> starts_ = {0};
};

/// Hashes and the numbers of words; open addressing.
class KeyTable {
 public:
  /// False where `same(number)` holds for a key of this hash; otherwise the key is put.
  template <class Same>
  bool insert(std::uint64_t hash, std::uint32_t number, const Same& same) {
    if (2 * (used_ + 1) > keys_.size()) grow();
    std::size_t at = home(hash);
    for (; keys_[at].number_plus_one != 0; at = (at + 1) & (keys_.size() - 1)) {
      if (keys_[at].hash == hash && same(keys_[at].number_plus_one - 1)) return false;
    }
    keys_[at] = {hash, number + 1};
    ++used_;
    return true;
  }

 private:
  struct Key {
    std::uint64_t hash;
    std::uint32_t number_plus_one;
  };
  std::size_t home(std::uint64_t hash) const { return mix64(hash) & (keys_.size() - 1); }
  void grow() {
    std::vector<Key> old(std::max<std::size_t>(1024, 2 * keys_.size()), Key{0, 0});
    old.swap(keys_);
    for (const Key& key : old) {
      if (key.number_plus_one == 0) continue;
      std::size_t at = home(key.hash);
      while (keys_[at].number_plus_one != 0) at = (at + 1) & (keys_.size() - 1);
      keys_[at] = key;
    }
  }
  std::vector<Key> keys_;
  std::size_t used_ = 0;
};

class Exploration {
 public:
  Exploration(const Generators& generators, PaperMachine& machine, bool eliminate, std::uint64_t mask)
      : letters_(generators.count()), machine_(machine), eliminate_(eliminate), mask_(mask) {
    if (!generators.monoid) return;
    std::vector<Point> identity(generators.degree);
    std::iota(identity.begin(), identity.end(), Point{0});
    table_.insert(paper_hash(identity, generators.degree) & mask_, 0, [](std::uint32_t) { return false; });
  }

  /// The products of the newest words; false where `run` says stop.
  bool stage(RunControl& run) {
    const std::size_t length = words_.longest();
    const std::size_t products = words_.count(length) * letters_;
    words_.begin_level();
    report_.levels.emplace_back();
    const std::size_t most = std::max<std::size_t>(1, machine_.most_products());
    for (std::size_t begin = 0; begin < products; begin += most) {
      if (run.should_stop()) return false;
      piece(length, begin, std::min(products, begin + most));
      run.report({.phase = "enumerate", .done = words_.size(), .total = 0, .unit = "elements"});
    }
    machine_.begin_level();
    return true;
  }
  bool has_newest() const { return words_.count(words_.longest()) != 0; }
  std::size_t size() const { return words_.size(); }
  PaperReport& report() { return report_; }

 private:
  void piece(std::size_t length, std::size_t begin, std::size_t end) {
    const std::size_t count = end - begin;
    candidates_.clear();
    for (std::size_t k = begin; k < end; ++k) {
      const auto word = words_.word(length, k / letters_);
      candidates_.insert(candidates_.end(), word.begin(), word.end());
      candidates_.push_back(static_cast<Letter>(k % letters_));
    }
    {
      const Stopwatch time(report_.compose);
      machine_.compose(begin, end);
    }
    hashes_.resize(count);
    {
      const Stopwatch time(report_.hash);
      machine_.hash(hashes_);
    }
    duplicate_.assign(count, 0);
    if (eliminate_) {
      const Stopwatch time(report_.eliminate);
      machine_.mark_duplicates(duplicate_);
    }
    fresh_.clear();
    const double equality = report_.equality;
    {
      const Stopwatch time(report_.insert);
      for (std::size_t k = 0; k < count; ++k) insert(k, length + 1);
    }
    report_.insert -= report_.equality - equality;
    const Stopwatch time(report_.compose);
    machine_.keep(fresh_);
  }

  void insert(std::size_t k, std::size_t length) {
    PaperLevel& level = report_.levels.back();
    ++level.products;
    if (duplicate_[k] != 0) {
      ++level.duplicates;
      return;
    }
    const auto word = std::span<const Letter>(candidates_).subspan(k * length, length);
    const bool fresh = table_.insert(hashes_[k] & mask_, static_cast<std::uint32_t>(words_.size()), [&](std::uint32_t number) {
      const Stopwatch time(report_.equality);
      ++report_.equality_tests;
      return machine_.equal(word, words_.word(number));
    });
    if (!fresh) return;
    ++level.fresh;
    fresh_.push_back(static_cast<std::uint32_t>(k));
    words_.add(word);
    if (words_.size() >= kNoIndex) throw ResourceError("there are more than 4294967294 elements, which is the limit");
  }

  std::size_t letters_;
  PaperMachine& machine_;
  bool eliminate_;
  std::uint64_t mask_;
  PaperReport report_;
  Words words_;
  KeyTable table_;
  std::vector<Letter> candidates_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint8_t> duplicate_;
  std::vector<std::uint32_t> fresh_;
};

}  // namespace

std::string_view to_string(PaperVariant variant) noexcept {
  switch (variant) {
    case PaperVariant::cpu: return "cpu";
    case PaperVariant::gpu: return "gpu";
    case PaperVariant::gpu_plus: return "gpu++";
  }
  return "";
}

PaperReport enumerate_paper(const Generators& generators, PaperVariant variant, RunControl& run, std::uint64_t hash_mask) {
  double total = 0;
  PaperReport report;
  {
    const Stopwatch time(total);
    const std::unique_ptr<PaperMachine> machine = make_paper_machine(variant, generators, run);
    Exploration exploration(generators, *machine, variant == PaperVariant::gpu_plus, hash_mask);
    bool going = true;
    while (going && exploration.has_newest()) going = exploration.stage(run);
    report = std::move(exploration.report());
    report.complete = going;
    report.size = exploration.size() - (generators.monoid ? 0 : 1);
  }
  report.total = total;
  run.note_choice("method", "paper " + std::string(to_string(variant)), "asked for");
  run.add_phase("compose", report.compose);
  run.add_phase("hash", report.hash);
  run.add_phase("eliminate duplicates", report.eliminate);
  run.add_phase("compare", report.equality);
  run.add_phase("insert", report.insert);
  return report;
}

}  // namespace wreath::semigroup
