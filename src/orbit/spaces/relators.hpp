// SPDX-License-Identifier: MIT
//
// Presentations of two generators and two relators, under Andrews-Curtis moves.
//
// A relator is a word in a, b and their inverses, cyclically reduced. Which of its rotations is written, and whether it or its
// inverse, changes nothing that the moves can reach; nor does the order of the two relators. So a state is the pair of the least
// words of the two classes, the lower one first. Automorphisms of the free group are not divided out, or, if that is asked for,
// only those that rename the generators: exchange a and b, or invert one of them.
//
// A move multiplies one relator by any conjugate of the other or of its inverse, and reduces the product cyclically. With
// rotations, r becomes r'*g*s'*g^-1, where r' begins at some letter of r, s' at some letter of s or of its inverse, and no letter
// of the word g cancels: if one did, another rotation and a shorter g would give the same product. Each move is undone by a move:
// the graph is undirected, and its components are the classes under Andrews-Curtis moves that never make more than `cap` letters,
// counted when both relators are cyclically reduced.
//
// Most moves have no g, since each of its letters makes the product longer by two; only short relators leave room. Without it, if
// letters cancel where s' meets r', the product is that of rotations which begin elsewhere: such pairs are left out, and all that
// cancels at first is at the one place where r' meets s'. How many letters cancel there is found by one exclusive or, and most
// products are seen to be too long before they are made.
//
// Letters have two bits, a b B A in this order, so that the complement is the inverse; the first letter of a word is in the
// highest of its bits, so that words of one length compare as numbers. A pair of total length at most 36 takes 72 bits, and its
// lengths 12 more: a key of 128 bits.
#pragma once

#include <cstdint>

#include "core/hd.hpp"

namespace wreath::orbit {

/// A word of at most 60 letters; its first letter is in the highest of 2*length bits, all others are zero.
struct Relator {
  __extension__ using Letters = unsigned __int128;
  static constexpr std::uint32_t kMost = 60;

  Letters letters = 0;
  std::uint32_t length = 0;

  WREATH_HD static Letters ones(std::uint32_t count) { return (Letters{1} << (2 * count)) - 1; }
  WREATH_HD std::uint32_t letter(std::uint32_t at) const {
    return static_cast<std::uint32_t>(letters >> (2 * (length - 1 - at))) & 3U;
  }
  WREATH_HD void append(std::uint32_t letter) {
    letters = letters << 2 | letter;
    ++length;
  }
  /// Without its first `count` letters.
  WREATH_HD Relator without_first(std::uint32_t count) const { return {letters & ones(length - count), length - count}; }
  /// Without its last `count` letters.
  WREATH_HD Relator without_last(std::uint32_t count) const { return {letters >> (2 * count), length - count}; }
  /// This word, then the other; nothing is cancelled.
  WREATH_HD Relator then(const Relator& other) const {
    return {letters << (2 * other.length) | other.letters, length + other.length};
  }
  /// The rotation that begins with the letter at `at`.
  WREATH_HD Relator from(std::uint32_t at) const { return without_first(at).then(without_last(length - at)); }
  WREATH_HD bool operator==(const Relator& other) const { return length == other.length && letters == other.letters; }
  /// Shorter words first, then in the order of their letters.
  WREATH_HD bool before(const Relator& other) const {
    return length != other.length ? length < other.length : letters < other.letters;
  }
};

WREATH_HD inline std::uint64_t reversed_pairs(std::uint64_t bits) {
  bits = (bits >> 2 & 0x3333333333333333U) | (bits & 0x3333333333333333U) << 2;
  bits = (bits >> 4 & 0x0F0F0F0F0F0F0F0FU) | (bits & 0x0F0F0F0F0F0F0F0FU) << 4;
  bits = (bits >> 8 & 0x00FF00FF00FF00FFU) | (bits & 0x00FF00FF00FF00FFU) << 8;
  bits = (bits >> 16 & 0x0000FFFF0000FFFFU) | (bits & 0x0000FFFF0000FFFFU) << 16;
  return bits >> 32 | bits << 32;
}

WREATH_HD inline Relator inverse_of(const Relator& word) {
  const Relator::Letters high = reversed_pairs(static_cast<std::uint64_t>(word.letters));
  const Relator::Letters reversed = high << 64 | reversed_pairs(static_cast<std::uint64_t>(word.letters >> 64));
  if (word.length == 0) return word;
  return {reversed >> (128 - 2 * word.length) ^ Relator::ones(word.length), word.length};
}

WREATH_HD inline Relator cyclically_reduced(Relator word) {
  while (word.length > 1 && word.letter(0) == (word.letter(word.length - 1) ^ 3U)) {
    word = word.without_first(1).without_last(1);
  }
  return word;
}

/// The least of the rotations of a cyclically reduced word and of its inverse.
template <class Letters>
WREATH_HD inline Letters least_of_class(Letters word, Letters inverse, std::uint32_t length) {
  const Letters ones = length * 2 == sizeof(Letters) * 8 ? ~Letters{0} : (Letters{1} << (2 * length)) - 1;
  const std::uint32_t top = 2 * (length - 1);
  Letters least = word < inverse ? word : inverse;
  for (std::uint32_t i = 1; i < length; ++i) {
    word = (word << 2 & ones) | word >> top;
    inverse = (inverse << 2 & ones) | inverse >> top;
    least = word < least ? word : least;
    least = inverse < least ? inverse : least;
  }
  return least;
}
WREATH_HD inline Relator canonical_relator(const Relator& word) {
  const Relator inverse = inverse_of(word);
  if (word.length <= 1) return word.letters <= inverse.letters ? word : inverse;
  if (word.length <= 32) {
    return {least_of_class<std::uint64_t>(static_cast<std::uint64_t>(word.letters), static_cast<std::uint64_t>(inverse.letters),
                                          word.length),
            word.length};
  }
  return {least_of_class<Relator::Letters>(word.letters, inverse.letters, word.length), word.length};
}

/// A state: two relators, each the least of its class, the lower one first.
struct RelatorPair {
  static constexpr std::uint32_t kMostLetters = 36;

  Relator first;
  Relator second;

  WREATH_HD std::uint32_t length() const { return first.length + second.length; }
  WREATH_HD bool operator==(const RelatorPair& other) const { return first == other.first && second == other.second; }
};

WREATH_HD inline RelatorPair ordered(const Relator& one, const Relator& other) {
  return other.before(one) ? RelatorPair{other, one} : RelatorPair{one, other};
}

/// The pair as two words of 64 bits, of which the highest bit is zero.
struct PackedPair {
  std::uint64_t low;
  std::uint64_t high;
};
WREATH_HD inline PackedPair pack(const RelatorPair& pair) {
  const Relator both = pair.first.then(pair.second);
  return {static_cast<std::uint64_t>(both.letters), static_cast<std::uint64_t>(both.letters >> 64) |
                                                        std::uint64_t{pair.first.length} << 48 |
                                                        std::uint64_t{pair.second.length} << 54};
}
WREATH_HD inline RelatorPair unpack(const PackedPair& packed) {
  const auto first = static_cast<std::uint32_t>(packed.high >> 48 & 63);
  const auto second = static_cast<std::uint32_t>(packed.high >> 54 & 63);
  const Relator both{Relator::Letters{packed.high & 0xFFFFFFFFFFFFU} << 64 | packed.low, first + second};
  return {both.without_last(second), both.without_first(first)};
}

/// The words that differ from a word by one of the eight renamings of the generators: a and b are exchanged or not, and each is
/// inverted or not.
WREATH_HD inline Relator renamed(const Relator& word, std::uint32_t renaming) {
  constexpr std::uint64_t kLow = 0x5555555555555555U;
  const Relator::Letters low = (Relator::Letters{kLow} << 64 | kLow) & Relator::ones(word.length);
  Relator::Letters letters = word.letters;
  const Relator::Letters is_b = (letters ^ letters >> 1) & low;  // b or B
  if ((renaming & 1) != 0) letters ^= (low & ~is_b) * 3;         // a is inverted
  if ((renaming & 2) != 0) letters ^= is_b * 3;
  if ((renaming & 4) != 0) letters ^= low;
  return {letters, word.length};
}

/// The least words of the classes of a word's eight renamings.
struct RenamedForms {
  static constexpr std::uint32_t kCount = 8;
  Relator forms[kCount];

  WREATH_HD explicit RenamedForms(const Relator& word) {
    for (std::uint32_t renaming = 0; renaming < kCount; ++renaming) forms[renaming] = canonical_relator(renamed(word, renaming));
  }
};

/// The least of the eight pairs: of the pairs whose first word is the least one, the one with the least second word. Since
/// renamings keep lengths, the shorter word decides, and the other one is renamed in few ways.
WREATH_HD inline RelatorPair least_pair(const Relator& one, const RenamedForms& forms_of_other) {
  const Relator* other = forms_of_other.forms;
  RelatorPair least;
  if (other[0].length < one.length) {
    least.first = other[0];
    for (std::uint32_t r = 1; r < RenamedForms::kCount; ++r) {
      if (other[r].letters < least.first.letters) least.first = other[r];
    }
    for (std::uint32_t r = 0; r < RenamedForms::kCount; ++r) {
      if (other[r].letters != least.first.letters) continue;
      const Relator form = canonical_relator(renamed(one, r));
      if (least.second.length == 0 || form.letters < least.second.letters) least.second = form;
    }
    return least;
  }
  for (std::uint32_t r = 0; r < RenamedForms::kCount; ++r) {
    const RelatorPair pair = ordered(canonical_relator(renamed(one, r)), other[r]);
    const bool lower = pair.first == least.first ? pair.second.before(least.second) : pair.first.before(least.first);
    if (r == 0 || lower) least = pair;
  }
  return least;
}

/// A state from any two cyclically reduced words; with `renamings`, of presentations that differ by the names of generators only
/// the least stands for all.
WREATH_HD inline RelatorPair canonical_pair(const Relator& one, const Relator& other, bool renamings) {
  if (renamings) return one.length < other.length ? least_pair(other, RenamedForms(one)) : least_pair(one, RenamedForms(other));
  return ordered(canonical_relator(one), canonical_relator(other));
}

/// How a relator is replaced: by the product of its rotation from the letter `at`, a word, the rotation from `other_at` of the
/// other relator or of its inverse, and the inverse of the word.
struct RelatorMove {
  bool second = false;    // the second relator is replaced
  bool inverted = false;  // the other one is inverted first
  std::uint32_t at = 0;
  std::uint32_t other_at = 0;
  Relator between = {};
};

/// The number of reduced words of 1 to `length` letters.
WREATH_HD inline std::uint32_t words_up_to(std::uint32_t length) {
  std::uint32_t power = 1;
  for (std::uint32_t i = 0; i < length; ++i) power *= 3;
  return 2 * (power - 1);
}
/// The reduced word of that number, shorter words first.
WREATH_HD inline Relator reduced_word(std::uint32_t number) {
  std::uint32_t each = 1;  // words that begin with a given letter
  std::uint32_t length = 1;
  for (; number >= 4 * each; ++length, each *= 3) number -= 4 * each;
  Relator word;
  word.append(number / each);
  for (number %= each; word.length < length; number %= each) {
    each /= 3;
    const std::uint32_t choice = number / each;
    const std::uint32_t back = word.letter(word.length - 1) ^ 3U;
    word.append(choice < back ? choice : choice + 1);
  }
  return word;
}

/// The moves of a state, by number; not all of them lead to a state.
struct RelatorMoves {
  std::uint32_t rotations = 0;      // pairs of letters at which the relators begin
  std::uint32_t words[2] = {0, 0};  // that stand between them, if the first or the second relator is replaced

  /// Those without a word between.
  WREATH_HD explicit RelatorMoves(const RelatorPair& pair) : rotations(pair.first.length * pair.second.length) {}
  WREATH_HD RelatorMoves(const RelatorPair& pair, std::uint32_t cap) : rotations(pair.first.length * pair.second.length) {
    for (std::uint32_t second = 0; second < 2; ++second) {
      const std::uint32_t least = pair.length() + (second != 0 ? pair.first.length : pair.second.length);
      if (rotations != 0 && least < cap) words[second] = words_up_to((cap - least) / 2);
    }
  }
  /// Those without a word between come first.
  WREATH_HD std::uint32_t plain() const { return 4 * rotations; }
  WREATH_HD std::uint32_t count() const { return 2 * rotations * (2 + words[0] + words[1]); }

  WREATH_HD RelatorMove operator()(const RelatorPair& pair, std::uint32_t number) const {
    RelatorMove move;
    if (number < plain()) {
      move.second = (number & 2) != 0;
    } else {
      number -= plain();
      move.second = number >= 2 * rotations * words[0];
      if (move.second) number -= 2 * rotations * words[0];
      move.between = reduced_word(number / (2 * rotations));
      number = number % (2 * rotations);
      number = (number >> 1) << 2 | (number & 1);
    }
    move.inverted = (number & 1) != 0;
    number >>= 2;
    const std::uint32_t other = move.second ? pair.first.length : pair.second.length;
    move.at = number / other;
    move.other_at = number % other;
    return move;
  }
};

/// The number of leading bits that are zero; `bits` is not.
WREATH_HD inline std::uint32_t leading_zeros(std::uint64_t bits) {
#ifdef __CUDA_ARCH__
  return static_cast<std::uint32_t>(__clzll(static_cast<long long>(bits)));
#else
  return static_cast<std::uint32_t>(__builtin_clzll(bits));
#endif
}

/// How many letters cancel where the first word meets the second.
WREATH_HD inline std::uint32_t cancelled_letters(const Relator& first, const Relator& second) {
  const Relator back = inverse_of(first);
  const std::uint32_t most = first.length < second.length ? first.length : second.length;
  const Relator::Letters differ =
      back.without_last(back.length - most).letters ^ second.without_last(second.length - most).letters;
  if (differ == 0) return most;
  const auto high = static_cast<std::uint64_t>(differ >> 64);
  const std::uint32_t zeros = high != 0 ? leading_zeros(high) : 64 + leading_zeros(static_cast<std::uint64_t>(differ));
  return (zeros - (128 - 2 * most)) / 2;
}

/// Whether a move without a word between may lead to a state: it is not left out (see above), and what cancels at first makes the
/// product short enough, or is all of a relator.
WREATH_HD inline bool may_be_possible(const Relator& left, const Relator& right, std::uint32_t at, std::uint32_t cap,
                                      std::uint32_t& cancelled) {
  const std::uint32_t least = left.length < right.length ? left.length : right.length;
  cancelled = cancelled_letters(left, right);
  if (cancelled == least) return at == 0 || right.letter(right.length - 1) != (left.letter(0) ^ 3U);
  return left.length + 2 * right.length - 2 * cancelled <= cap && right.letter(right.length - 1) != (left.letter(0) ^ 3U);
}
/// The two words that a move without a word between multiplies.
struct RelatorFactors {
  Relator left;
  Relator right;

  WREATH_HD RelatorFactors(const RelatorPair& pair, const RelatorMove& move)
      : left((move.second ? pair.second : pair.first).from(move.at)) {
    const Relator& kept = move.second ? pair.first : pair.second;
    right = (move.inverted ? inverse_of(kept) : kept).from(move.other_at);
  }
};

/// The product that replaces a relator, cyclically reduced. False if the move is left out or leads to more than `cap` letters, or
/// to none: both relators of a state have letters.
WREATH_HD inline bool multiplied(const RelatorPair& pair, const RelatorMove& move, std::uint32_t cap, Relator& product) {
  const RelatorFactors factors(pair, move);
  const Relator& left = factors.left;
  const Relator& right = factors.right;
  if (const std::uint32_t length = move.between.length; length != 0) {
    const std::uint32_t first = move.between.letter(0);
    const std::uint32_t last = move.between.letter(length - 1);
    if (first == left.letter(0) || first == (left.letter(left.length - 1) ^ 3U) || last == right.letter(right.length - 1) ||
        last == (right.letter(0) ^ 3U))
      return false;
    product = left.then(move.between).then(right).then(inverse_of(move.between));
    return product.length + right.length <= cap;
  }
  std::uint32_t cancelled = 0;
  if (!may_be_possible(left, right, move.at, cap, cancelled)) return false;
  product = cyclically_reduced(left.without_last(cancelled).then(right.without_first(cancelled)));
  return product.length != 0 && product.length + right.length <= cap;
}

/// The state that a move leads to, if it leads to one.
WREATH_HD inline bool moved(const RelatorPair& pair, const RelatorMove& move, std::uint32_t cap, bool renamings,
                            RelatorPair& found) {
  Relator product;
  if (!multiplied(pair, move, cap, product)) return false;
  const Relator& kept = move.second ? pair.first : pair.second;
  found = renamings ? canonical_pair(product, kept, true) : ordered(canonical_relator(product), kept);
  return true;
}

}  // namespace wreath::orbit
