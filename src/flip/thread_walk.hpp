// SPDX-License-Identifier: MIT
//
// A walk as one GPU thread makes it: the factors bit-sliced in registers.
//
// What takes time in a walk is to find the summands that share a factor. Here every position has an index: plane k holds, for all
// summands, bit k of their factors there, one bit per summand. The summands that agree with a factor v in all planes are the
// complement of the OR of (plane k XOR bit k of v): two instructions per plane and 32 summands, without a memory access or a
// branch. So it is cheap to keep, at every flip, the set of summands that agree with another one, and to draw from it: hardly
// a step fails. The planes are kPlanes well-mixed bits of the factors; the two that are drawn are compared in full, so a chance
// agreement only wastes a step. The factors themselves stand in memory (shared memory on a GPU) in any basis one likes, since a
// walk only adds and compares them: `Encoding` chooses one whose bits are well mixed.
//
// Time goes in rounds of three steps, one for each position, so that the planes can be registers, known by name. A step draws a
// summand that shares its factor, and one it shares it with, and flips the two. What is rare is left to the end of the round:
// summands that became zero are dropped, a new best is kept, a plus is made when it is due, and the index is built anew. A walk
// that dropped a summand rests for the remainder of its round.
//
// The same code runs on the host, where tests follow it move by move.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/hd.hpp"
#include "flip/moves.hpp"
#include "flip/walk_random.hpp"

namespace wreath::flip {

/// What a walk is, besides its factors.
struct WalkCounts {
  std::uint64_t random = 0;  // the state of its random numbers
  std::uint64_t flips = 0;
  std::uint32_t size = 0;     // summands, or orbits where the walk is symmetric
  std::uint32_t cubes = 0;    // fixed summands of a symmetric walk
  std::uint32_t best = 0;     // the least rank
  std::uint32_t idle = 0;     // steps since its best
  std::uint32_t to_plus = 0;  // rounds until the next plus
};

/// How walks go, as kernels need it.
struct WalkRules {
  std::uint32_t plus_after = 0;  // rounds
  std::uint32_t margin = 0;
  std::uint32_t capacity = 0;       // summands or orbits at most
  std::uint32_t trade_down_to = 0;  // symmetric walks trade with cubes where that gives this rank or less
  std::uint32_t free_cubes = 0;     // and make pluses of cubes
};

namespace bits {

/// All ones where bit 7 - plane/4 of byte 3 - plane%4 is set; words of 16 bits have two bytes.
template <class Value>
WREATH_HD inline std::uint32_t spread(Value value, unsigned plane) {
  const auto word = static_cast<std::uint32_t>(value);
  constexpr unsigned kBytes = sizeof(Value) == 2 ? 2 : 4;
  const std::uint32_t shifted = word << (plane / kBytes);
  const unsigned byte = kBytes - 1 - plane % kBytes;
#ifdef __CUDA_ARCH__
  std::uint32_t mask;
  asm("prmt.b32 %0, %1, 0, %2;" : "=r"(mask) : "r"(shifted), "r"(0x8888U + 0x1111U * byte));  // the byte's sign, four times
  return mask;
#else
  return (shifted >> (8 * byte + 7) & 1) != 0 ? ~0U : 0U;
#endif
}

WREATH_HD inline unsigned lowest(std::uint32_t mask) {
#ifdef __CUDA_ARCH__
  return static_cast<unsigned>(__ffs(static_cast<int>(mask))) - 1U;
#else
  return static_cast<unsigned>(__builtin_ctz(mask));
#endif
}

/// A set bit of a non-zero mask, looked for from a random place on.
WREATH_HD inline unsigned pick(std::uint32_t mask, std::uint32_t random) {
  const unsigned by = random & 31U;
#ifdef __CUDA_ARCH__
  const std::uint32_t turned = __funnelshift_r(mask, mask, by);
#else
  const std::uint32_t turned = by == 0 ? mask : mask >> by | mask << (32 - by);
#endif
  return (lowest(turned) + by) & 31U;
}

/// The same for several words: of two that are not zero the random bits choose.
template <unsigned Words>
WREATH_HD inline unsigned pick(const std::uint32_t (&masks)[Words], std::uint32_t random) {
  std::uint32_t mask = masks[0];
  unsigned word = 0;
  WREATH_UNROLL
  for (unsigned w = 1; w < Words; ++w) {
    const bool take = masks[w] != 0 && (mask == 0 || (random >> (4 + w) & 1) != 0);
    mask = take ? masks[w] : mask;
    word = take ? w : word;
  }
  return 32 * word + pick(mask, random);
}

/// The set of one summand.
template <unsigned Words>
WREATH_HD inline void single(unsigned summand, std::uint32_t (&set)[Words]) {
  const std::uint32_t bit = 1U << (summand & 31U);
  WREATH_UNROLL
  for (unsigned w = 0; w < Words; ++w) set[w] = summand / 32 == w ? bit : 0U;
}

template <unsigned Words>
WREATH_HD inline bool is_empty(const std::uint32_t (&set)[Words]) {
  std::uint32_t any = 0;
  WREATH_UNROLL
  for (unsigned w = 0; w < Words; ++w) any |= set[w];
  return any == 0;
}

WREATH_HD inline unsigned count(std::uint32_t mask) {
#ifdef __CUDA_ARCH__
  return static_cast<unsigned>(__popc(mask));
#else
  return static_cast<unsigned>(__builtin_popcount(mask));
#endif
}

}  // namespace bits

/// For each position, planes of its factors (bit i % 32 of bit[position][plane][i / 32] belongs to summand i), and which
/// summands agree with another one there in all planes. `Words` words hold the bits of all summands.
template <class Value, unsigned Words, unsigned Planes>
struct FactorIndex {
  using Set = std::uint32_t[Words];

  std::uint32_t bit[3][Planes][Words];
  Set shared[3];
  Set alive;  // the summands that there are

  /// The summands of `among` that agree with `value`.
  template <unsigned Position>
  WREATH_HD void matches(Value value, const Set& among, Set& found) const {
    Set differs = {};
    WREATH_UNROLL
    for (unsigned k = 0; k < Planes; ++k) {
      const std::uint32_t mask = bits::spread(value, k);
      WREATH_UNROLL
      for (unsigned w = 0; w < Words; ++w) differs[w] |= bit[Position][k][w] ^ mask;
    }
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) found[w] = ~differs[w] & among[w];
  }

  /// The factor `old` of a summand changes by `delta`: so do its bits, and perhaps who agrees with whom.
  template <unsigned Position>
  WREATH_HD void change(unsigned summand, Value old, Value delta) {
    Set at;
    bits::single(summand, at);
    Set differs_before = {};
    Set differs_after = {};
    WREATH_UNROLL
    for (unsigned k = 0; k < Planes; ++k) {
      const std::uint32_t before = bits::spread(old, k);
      const std::uint32_t change = bits::spread(delta, k);
      WREATH_UNROLL
      for (unsigned w = 0; w < Words; ++w) {
        std::uint32_t& plane = bit[Position][k][w];
        differs_before[w] |= plane ^ before;
        differs_after[w] |= plane ^ (before ^ change);
        plane ^= change & at[w];
      }
    }
    std::uint32_t count = 0;
    std::uint32_t any = 0;
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) {
      const std::uint32_t others = alive[w] & ~at[w];
      differs_before[w] = ~differs_before[w] & others;
      differs_after[w] = ~differs_after[w] & others;
      count += bits::count(differs_before[w]);
      any |= differs_after[w];
    }
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) {
      if (count == 1) shared[Position][w] &= ~differs_before[w];  // it is left alone
      shared[Position][w] = (shared[Position][w] & ~at[w]) | differs_after[w] | (any != 0 ? at[w] : 0U);
    }
  }

  /// From nothing: the planes, and then for every summand whether another agrees with it.
  template <class Memory>
  WREATH_HD void build(const Memory& memory, unsigned size) {
    build_planes(memory, size);
    for (unsigned i = 0; i < size; ++i) {
      note_shared<0>(i, memory.get(0, i));
      note_shared<1>(i, memory.get(1, i));
      note_shared<2>(i, memory.get(2, i));
    }
  }

  template <class Memory>
  WREATH_HD void build_planes(const Memory& memory, unsigned size) {
    WREATH_UNROLL
    for (unsigned k = 0; k < 3 * Planes * Words; ++k) bit[k / (Planes * Words)][k / Words % Planes][k % Words] = 0;
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) {
      alive[w] = size >= 32 * w + 32 ? ~0U : size <= 32 * w ? 0U : (1U << (size & 31U)) - 1U;
      shared[0][w] = shared[1][w] = shared[2][w] = 0;
    }
    for (unsigned i = 0; i < size; ++i) {
      enter<0>(i, memory.get(0, i));
      enter<1>(i, memory.get(1, i));
      enter<2>(i, memory.get(2, i));
    }
  }

 private:
  template <unsigned Position>
  WREATH_HD void enter(unsigned summand, Value value) {
    Set at;
    bits::single(summand, at);
    WREATH_UNROLL
    for (unsigned k = 0; k < Planes; ++k) {
      const std::uint32_t mask = bits::spread(value, k);
      WREATH_UNROLL
      for (unsigned w = 0; w < Words; ++w) bit[Position][k][w] ^= mask & at[w];
    }
  }

  template <unsigned Position>
  WREATH_HD void note_shared(unsigned summand, Value value) {
    Set at;
    Set found;
    bits::single(summand, at);
    matches<Position>(value, alive, found);
    std::uint32_t any = 0;
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) any |= found[w] & ~at[w];
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) shared[Position][w] |= any != 0 ? at[w] : 0U;
  }
};

/// `Memory` has get(position, summand), set(position, summand, value) and keep_best(counts); `Log` is called with every move.
template <class Value, unsigned Words, unsigned Planes, class Memory, class Log>
class ThreadWalk {
 public:
  WREATH_HD ThreadWalk(const WalkCounts& counts, const WalkRules& rules, Memory memory, Log log)
      : memory_(memory), log_(log), rules_(rules), counts_(counts), random_(counts.random) {
    index_.build(memory_, counts_.size);
  }

  WREATH_HD void run(std::uint32_t rounds) {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      dropped_ = kNone;
      step<0>();
      step<1>();
      step<2>();
      counts_.idle += 3;
      --counts_.to_plus;
      if (dropped_ != kNone || counts_.to_plus == 0) end_round();
    }
    counts_.random = random_.state();
  }

  WREATH_HD const WalkCounts& counts() const { return counts_; }

 private:
  static constexpr std::uint32_t kNone = ~0U;

  template <unsigned P>
  WREATH_HD void step() {
    const std::uint32_t drawn = random_.next();
    if (dropped_ != kNone || bits::is_empty(index_.shared[P])) return;
    const unsigned i = bits::pick(index_.shared[P], drawn);
    const Value value = memory_.get(P, i);
    std::uint32_t partners[Words];
    bits::single(i, partners);
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) partners[w] = index_.alive[w] & ~partners[w];
    index_.template matches<P>(value, partners, partners);
    const unsigned j = bits::pick(partners, drawn >> 9);
    if (memory_.get(P, j) == value) flip<P>(i, j, (drawn >> 31) != 0);  // else they agreed by chance
  }

  template <unsigned P>
  WREATH_HD void flip(unsigned first, unsigned second, bool turned) {
    constexpr unsigned kNext = next_position(P);
    constexpr unsigned kLast = last_position(P);
    const unsigned x = turned ? second : first;
    const unsigned y = turned ? first : second;
    log_(Move{MoveKind::flip, P, static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y)});
    const Value last = memory_.get(kLast, y);
    const Value next = memory_.get(kNext, x);
    const Value old_last = memory_.get(kLast, x);
    const Value old_next = memory_.get(kNext, y);
    const Value new_last = old_last ^ last;
    const Value new_next = old_next ^ next;
    memory_.set(kLast, x, new_last);
    memory_.set(kNext, y, new_next);
    index_.template change<kLast>(x, old_last, last);
    index_.template change<kNext>(y, old_next, next);
    ++counts_.flips;
    if (new_last == 0 || new_next == 0) {
      const std::uint32_t gone_x = new_last == 0 ? x : kNoSummand;
      const std::uint32_t gone_y = new_next == 0 ? y : kNoSummand;
      dropped_ = gone_x << 16 | gone_y;
    }
  }

  static constexpr std::uint32_t kNoSummand = 0xFFFFU;

  WREATH_HD void end_round() {
    bool changed = dropped_ != kNone;
    if (changed) drop_zeros();
    if (counts_.to_plus == 0) {
      if (counts_.size < counts_.best + rules_.margin && counts_.size < rules_.capacity) {
        plus();
        changed = true;
      }
      counts_.to_plus = rules_.plus_after;
    }
    if (changed) index_.build(memory_, counts_.size);
  }

  WREATH_HD void drop_zeros() {
    const std::uint32_t x = dropped_ >> 16;
    const std::uint32_t y = dropped_ & 0xFFFFU;
    const std::uint32_t later = x == kNoSummand ? y : y == kNoSummand ? x : x > y ? x : y;
    const std::uint32_t earlier = x == kNoSummand || y == kNoSummand ? kNoSummand : x < y ? x : y;
    drop(later);
    if (earlier != kNoSummand) drop(earlier);
    if (counts_.size < counts_.best) {
      counts_.best = counts_.size;
      counts_.idle = 0;
      counts_.to_plus = rules_.plus_after;
      memory_.keep_best(counts_);
    }
  }

  WREATH_HD void drop(unsigned summand) {
    --counts_.size;
    for (unsigned position = 0; position < 3; ++position) {
      memory_.set(position, summand, memory_.get(position, counts_.size));
      memory_.set(position, counts_.size, 0);
    }
  }

  /// plus(p, i, j) and the flip of the new summand with i; two that share a factor are drawn again, a few times.
  WREATH_HD void plus() {
    for (unsigned t = 0; t < 8; ++t) {
      const unsigned i = random_.below(counts_.size);
      const unsigned j = random_.below(counts_.size);
      const unsigned p = random_.below(3);
      const unsigned q = next_position(p);
      const unsigned s = last_position(p);
      const Value x = memory_.get(p, i);
      const Value y = memory_.get(q, i);
      const Value z = memory_.get(s, i);
      const Value other_x = memory_.get(p, j);
      const Value other_y = memory_.get(q, j);
      const Value other_z = memory_.get(s, j);
      if (x == other_x || y == other_y || z == other_z) continue;
      const unsigned fresh = counts_.size++;
      log_(Move{MoveKind::plus, static_cast<std::uint8_t>(p), static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)});
      log_(Move{MoveKind::flip, static_cast<std::uint8_t>(p), static_cast<std::uint16_t>(fresh), static_cast<std::uint16_t>(i)});
      memory_.set(p, j, x ^ other_x);
      memory_.set(p, fresh, x);
      memory_.set(q, fresh, other_y);
      memory_.set(s, fresh, z ^ other_z);
      memory_.set(q, i, y ^ other_y);
      return;
    }
  }

  Memory memory_;
  Log log_;
  WalkRules rules_;
  WalkCounts counts_;
  WalkRandom random_;
  std::uint32_t dropped_ = kNone;
  FactorIndex<Value, Words, Planes> index_;
};

struct NoLog {
  WREATH_HD void operator()(const Move&) const {}
};

}  // namespace wreath::flip
