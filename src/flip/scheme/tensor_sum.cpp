// SPDX-License-Identifier: MIT
//
// Which entries of the tensor the summands of a scheme give, slice by slice.
//
// The tensor of 16x16x16 has 2^24 entries, that of 32x32x32 2^30. So it is never held whole: for one entry of a, and a few rows
// of entries of b that fit a cache, the summands that have them are added up and compared with what must be there. Slices are
// independent, and large schemes are checked on several threads. The cost is the sum over the summands of the products of the
// numbers of non-zeros of their factors, and one look at every entry.
#include <algorithm>
#include <atomic>
#include <limits>
#include <vector>

#include "core/algebra/integers.hpp"
#include "core/parallel/loops.hpp"
#include "flip/scheme/rational.hpp"
#include "flip/scheme/tensor.hpp"

namespace wreath::flip {

namespace {

using WideProduct = unsigned __int128;

constexpr std::size_t kBlockEntries = std::size_t{1} << 17;  // of a slice at a time: a mebibyte
constexpr std::uint64_t kWorthThreads = 20'000'000;          // products of coefficients

struct Integers {
  using Value = std::int64_t;
  Value of(const Rational& value) const { return value.numerator; }
  void subtract(Value& entry, std::int64_t value) const { entry -= value; }
  Value times(Value x, Value y) const { return x * y; }
  void add(Value& entry, Value x, Value y) const { entry += x * y; }
};

struct Parities {
  using Value = std::uint8_t;
  Value of(const Rational& value) const { return value.numerator % 2 != 0 ? 1 : 0; }
  void subtract(Value& entry, std::int64_t value) const { entry ^= value % 2 != 0 ? 1 : 0; }
  Value times(Value x, Value y) const { return x & y; }
  void add(Value& entry, Value x, Value y) const { entry ^= x & y; }
};

struct PrimeResidues {
  using Value = std::uint64_t;
  std::uint64_t prime;

  Value of(const Rational& value) const {
    std::uint64_t residue = magnitude(value.numerator) % prime;
    if (value.numerator < 0 && residue != 0) residue = prime - residue;
    if (value.denominator == 1) return residue;
    return times(residue, inverse_modulo(static_cast<std::uint64_t>(value.denominator) % prime, prime));
  }
  void subtract(Value& entry, std::int64_t value) const {
    const auto modulus = static_cast<std::int64_t>(prime);  // below 2^62
    entry = (entry + static_cast<std::uint64_t>((modulus - value % modulus) % modulus)) % prime;
  }
  Value times(Value x, Value y) const { return static_cast<Value>(static_cast<WideProduct>(x) * y % prime); }
  void add(Value& entry, Value x, Value y) const {
    entry = static_cast<Value>((static_cast<WideProduct>(x) * y + entry) % prime);
  }
};

/// A coefficient that is not zero, and its place: in a factor, or, of a slice, the summand.
template <class Value>
struct Term {
  unsigned at;
  Value value;
};

template <class Ring>
class TensorSum {
 public:
  using Value = typename Ring::Value;
  using Terms = std::vector<Term<Value>>;

  TensorSum(const RationalScheme& scheme, Ring ring, RunControl* run)
      : shape_(scheme.shape), ring_(ring), slices_(shape_.bits(0)) {
    constexpr unsigned kSummands = 64;  // of at most 65,536 coefficients
    for (unsigned r = 0; r < scheme.rank(); ++r) {
      if (r % kSummands == 0 && run != nullptr && run->should_stop()) throw_stopped();
      const Terms first = terms_of(scheme.summands[r][0]);
      for (const auto& [a, value] : first) slices_[a].push_back({r, value});
      second_.push_back(terms_of(scheme.summands[r][1]));
      third_.push_back(terms_of(scheme.summands[r][2]));
      products_ += std::uint64_t{first.size()} * second_.back().size() * third_.back().size();
    }
    rows_ = std::clamp<std::size_t>(kBlockEntries / shape_.bits(2), 1, shape_.bits(1));
  }

  std::optional<std::size_t> first_wrong(unsigned threads, RunControl* run) const {
    const std::size_t blocks = (shape_.bits(1) + rows_ - 1) / rows_;
    const std::size_t tasks = blocks * shape_.bits(0);
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> wrong = kNone;
    std::atomic<bool> stopped = false;
    on_threads(products_ < kWorthThreads ? 1 : resolve_threads(threads), [&](unsigned thread, unsigned) {
      std::vector<Value> sum(rows_ * shape_.bits(2));
      for (std::size_t task = next++; task < tasks && !stopped; task = next++) {
        if (thread == 0 && run != nullptr && run->should_stop()) stopped = true;
        const std::size_t found = wrong_in(static_cast<unsigned>(task / blocks), task % blocks * rows_, sum);
        std::size_t least = wrong;
        while (found < least && !wrong.compare_exchange_weak(least, found)) {
        }
        if (wrong != kNone) return;  // all earlier tasks have been taken, and whoever took them finishes them
      }
    });
    if (stopped) throw_stopped();
    return wrong == kNone ? std::nullopt : std::optional<std::size_t>(wrong);
  }

 private:
  [[noreturn]] static void throw_stopped() { throw LimitReached("the run was stopped before the scheme was verified"); }

  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  Terms terms_of(const Row& row) const {
    Terms terms;
    for (unsigned k = 0; k < row.size(); ++k) {
      if (row[k].is_zero()) continue;
      if (const Value value = ring_.of(row[k]); value != 0) terms.push_back({k, value});
    }
    return terms;
  }

  /// Of one entry of a and `rows_` entries of b from `begin` on.
  std::size_t wrong_in(unsigned a, std::size_t begin, std::vector<Value>& sum) const {
    const std::size_t width = shape_.bits(2);
    const std::size_t end = std::min<std::size_t>(begin + rows_, shape_.bits(1));
    std::ranges::fill(sum, Value{0});
    for (const auto& [r, x] : slices_[a]) {
      const Terms& second = second_[r];
      const auto from = std::ranges::lower_bound(second, begin, {}, &Term<Value>::at);
      for (auto term = from; term != second.end() && term->at < end; ++term) {
        const Value xy = ring_.times(x, term->value);
        Value* const row = sum.data() + (term->at - begin) * width;
        for (const auto& [c, z] : third_[r]) ring_.add(row[c], xy, z);
      }
    }
    for (std::size_t b = begin; b < end; ++b) {
      Value* const row = sum.data() + (b - begin) * width;
      for_entries_at(shape_, a, static_cast<unsigned>(b), [&](unsigned c, std::int64_t value) { ring_.subtract(row[c], value); });
    }
    const auto last = sum.begin() + static_cast<std::ptrdiff_t>((end - begin) * width);
    const auto wrong = std::find_if(sum.begin(), last, [](Value value) { return value != 0; });
    return wrong == last ? kNone
                         : (a * std::size_t{shape_.bits(1)} + begin) * width + static_cast<std::size_t>(wrong - sum.begin());
  }

  Shape shape_;
  Ring ring_;
  std::vector<Terms> slices_;  // for each entry of a the summands that have it
  std::vector<Terms> second_;
  std::vector<Terms> third_;
  std::uint64_t products_ = 0;
  std::size_t rows_ = 1;  // entries of b at a time
};

}  // namespace

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

std::optional<std::size_t> first_wrong_modulo(const RationalScheme& scheme, std::uint64_t modulus, unsigned threads,
                                              RunControl* run) {
  if (modulus == 0) return TensorSum(scheme, Integers{}, run).first_wrong(threads, run);
  if (modulus == 2) return TensorSum(scheme, Parities{}, run).first_wrong(threads, run);
  return TensorSum(scheme, PrimeResidues{modulus}, run).first_wrong(threads, run);
}

}  // namespace wreath::flip
