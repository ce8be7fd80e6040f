// SPDX-License-Identifier: MIT
//
// Matrix multiplication schemes, and paths between them (docs/proofs.md, `kind scheme` and `kind path`).
//
// A scheme is its own proof: the products must sum to the tensor. Over Z and Q the sum is formed modulo primes. Let D be the
// product of all different denominators. Then D^3 times an entry of the difference is an integer, at most D^3 (R M^3 + 1) for R
// products and numerators up to M, and it is 0 if it is 0 modulo primes whose product is larger.
#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <set>

#include "proof.hpp"

namespace check {

namespace {

/// An entry of a factor that is not zero.
struct Entry {
  std::size_t place = 0;
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
};
using Factor = std::vector<Entry>;
struct Product {
  Factor factor[3];
};

struct Shape {
  std::uint64_t side[3];

  std::uint64_t columns(int position) const { return side[(position + 1) % 3]; }
  std::uint64_t entries(int position) const { return side[position] * columns(position); }
};

Shape read_shape(const Proof& proof) {
  constexpr std::uint64_t kMost = 65536;
  if (proof.problem.empty()) reject(proof.claim, "expected 'shape N M P' before it");
  const Line& line = proof.problem[0];
  const auto words = words_of(line);
  if (words.size() != 4 || words[0] != "shape") reject(line, "expected 'shape N M P'");
  Shape shape{};
  for (std::size_t k = 0; k < 3; ++k) {
    shape.side[k] = number_of(words[k + 1], line);
    if (shape.side[k] == 0 || shape.side[k] > kMost) reject(line, "sides must be from 1 to 65536");
  }
  return shape;
}

/// The number in a claim of the form `claim rank 47`.
std::uint64_t read_claim(const Proof& proof, std::string_view name) {
  const auto words = words_of(proof.claim);
  if (words.size() != 3 || words[1] != name) reject(proof.claim, "expected 'claim " + std::string(name) + " NUMBER'");
  const std::uint64_t number = number_of(words[2], proof.claim);
  if (number != proof.steps)
    throw Rejected("expected " + count_of(number, "step") + " for this claim, found " + std::to_string(proof.steps));
  return number;
}

std::string shape_text(const Shape& shape) {
  return std::to_string(shape.side[0]) + "x" + std::to_string(shape.side[1]) + "x" + std::to_string(shape.side[2]);
}

// --- the sum

using Residue = std::uint64_t;

Residue power(Residue base, std::uint64_t exponent, std::uint64_t prime) {
  Residue result = 1;
  for (; exponent != 0; exponent >>= 1, base = base * base % prime)
    if ((exponent & 1) != 0) result = result * base % prime;
  return result;
}

/// An entry modulo a prime below 2^31 that does not divide the denominator.
Residue residue_of(const Entry& entry, std::uint64_t prime) {
  const auto order = static_cast<std::int64_t>(prime);
  const auto numerator = static_cast<Residue>((entry.numerator % order + order) % order);
  if (entry.denominator == 1) return numerator;
  return numerator * power(static_cast<Residue>(entry.denominator % order), prime - 2, prime) % prime;
}

/// Rejects unless the products sum to the tensor modulo the prime: 1 for a_ij b_jk c_ki, and 0 for all else.
void check_sum(const Shape& shape, const std::vector<Product>& products, std::uint64_t prime) {
  struct Part {
    const Product* product;
    Residue factor;
  };
  std::vector<std::vector<Part>> with_a(shape.entries(0));
  for (const Product& product : products)
    for (const Entry& entry : product.factor[0]) with_a[entry.place].push_back({&product, residue_of(entry, prime)});
  std::vector<std::vector<Part>> with_ab(shape.entries(1));
  std::vector<Residue> sum(shape.entries(2), 0);
  std::vector<std::size_t> touched;
  for (std::size_t a = 0; a < with_a.size(); ++a) {
    for (const Part& part : with_a[a])
      for (const Entry& entry : part.product->factor[1])
        with_ab[entry.place].push_back({part.product, part.factor * residue_of(entry, prime) % prime});
    for (std::size_t b = 0; b < with_ab.size(); ++b) {
      for (const Part& part : with_ab[b]) {
        for (const Entry& entry : part.product->factor[2]) {
          sum[entry.place] = (sum[entry.place] + part.factor * residue_of(entry, prime)) % prime;
          touched.push_back(entry.place);
        }
      }
      const std::size_t i = a / shape.columns(0);
      const std::size_t k = b % shape.columns(1);
      const bool meets = a % shape.columns(0) == b / shape.columns(1);
      const std::size_t expected = k * shape.columns(2) + i;
      if (meets) {
        sum[expected] = (sum[expected] + prime - 1) % prime;
        touched.push_back(expected);
      }
      for (const std::size_t c : touched) {
        if (sum[c] != 0)
          throw Rejected("the products do not sum to the tensor: the coefficient of entry " + std::to_string(a) + " of a, " +
                         std::to_string(b) + " of b, " + std::to_string(c) + " of c is wrong (counted from 0, row by row)");
      }
      touched.clear();
      with_ab[b].clear();
    }
  }
}

bool is_prime(std::uint64_t number) {
  for (std::uint64_t divisor = 2; divisor * divisor <= number; ++divisor)
    if (number % divisor == 0) return false;
  return number > 1;
}

void check_exact_sum(const Shape& shape, const std::vector<Product>& products) {
  std::uint64_t largest = 1;
  std::set<std::int64_t> denominators;
  for (const Product& product : products) {
    for (const Factor& factor : product.factor) {
      for (const Entry& entry : factor) {
        largest = std::max(largest, static_cast<std::uint64_t>(entry.numerator < 0 ? -entry.numerator : entry.numerator));
        if (entry.denominator > 1) denominators.insert(entry.denominator);
      }
    }
  }
  // The bound of the essay is at most 2 to this power.
  std::uint64_t bits = static_cast<std::uint64_t>(std::bit_width(products.size()) + 3 * std::bit_width(largest));
  for (const std::int64_t denominator : denominators)
    bits += 3 * static_cast<std::uint64_t>(std::bit_width(static_cast<std::uint64_t>(denominator)));
  constexpr std::uint64_t kBits = 30;  // every prime is larger than 2 to this power
  std::uint64_t prime = (std::uint64_t{1} << 31) + 1;
  for (std::uint64_t done = 0; done <= bits; done += kBits) {
    const auto is_usable = [&] {
      return is_prime(prime) &&
             std::ranges::none_of(denominators, [&](std::int64_t d) { return d % static_cast<std::int64_t>(prime) == 0; });
    };
    do {
      if (--prime <= std::uint64_t{1} << kBits) throw Rejected("the denominators are too many for this program");
    } while (!is_usable());
    check_sum(shape, products, prime);
  }
}

// --- schemes

enum class Ring { f2, f3, ternary, integers, rationals };

Ring read_ring(const Proof& proof) {
  if (proof.problem.size() != 2) reject(proof.claim, "expected two lines before it: shape, ring");
  const Line& line = proof.problem[1];
  constexpr std::string_view kLines[] = {"ring F2", "ring F3", "ring ZT", "ring Z", "ring Q"};
  for (std::size_t k = 0; k < std::size(kLines); ++k)
    if (line.text == kLines[k]) return static_cast<Ring>(k);
  reject(line, "expected 'ring F2', 'ring F3', 'ring ZT', 'ring Z' or 'ring Q'");
}

Entry read_entry(NumberReader& reader, Ring ring, std::size_t place) {
  const std::uint64_t number = reader.next();
  Entry entry{place, static_cast<std::int64_t>(number)};
  if (ring == Ring::f2 || ring == Ring::f3) {
    if (number > (ring == Ring::f2 ? 1U : 2U)) throw Rejected("a coefficient is not an element of the ring");
    return entry;
  }
  entry.numerator = number % 2 == 0 ? static_cast<std::int64_t>(number / 2) : -static_cast<std::int64_t>(number / 2) - 1;
  if (ring == Ring::ternary && number > 2) throw Rejected("a coefficient is not -1, 0 or 1");
  if (ring == Ring::rationals) {
    entry.denominator = static_cast<std::int64_t>(reader.next());
    if (entry.denominator == 0) throw Rejected("a denominator is 0");
    if (std::gcd(entry.numerator, entry.denominator) != 1) throw Rejected("a coefficient is not in lowest terms");
  }
  return entry;
}

}  // namespace

std::string check_scheme(const Proof& proof) {
  const Shape shape = read_shape(proof);
  const Ring ring = read_ring(proof);
  const std::uint64_t rank = read_claim(proof, "rank");
  // Every coefficient has a byte or more, so that no memory is taken for numbers that are merely claimed.
  const std::uint64_t entries = shape.entries(0) + shape.entries(1) + shape.entries(2);
  if (rank == 0 || rank > proof.body.size() / entries) throw Rejected("there are too few coefficients for this shape and rank");
  NumberReader reader(proof.body);
  std::vector<Product> products(rank);
  for (Product& product : products) {
    for (int position = 0; position < 3; ++position) {
      for (std::size_t place = 0; place < shape.entries(position); ++place) {
        const Entry entry = read_entry(reader, ring, place);
        if (entry.numerator != 0) product.factor[position].push_back(entry);
      }
    }
  }
  if (!reader.at_end()) throw Rejected("there are bytes after the last product");
  constexpr std::string_view kNames[] = {"F2", "F3", "Z with coefficients -1, 0, 1", "Z", "Q"};
  if (ring == Ring::f2 || ring == Ring::f3) {
    check_sum(shape, products, ring == Ring::f2 ? 2 : 3);
  } else {
    check_exact_sum(shape, products);
  }
  return "a scheme of shape " + shape_text(shape) + " with " + count_of(rank, "product") + " over " +
         std::string(kNames[static_cast<std::size_t>(ring)]);
}

// --- paths

namespace {

using Bits = std::string;  // the entries of a factor, '0' or '1'
struct Summand {
  Bits factor[3];
  bool operator<(const Summand& other) const { return std::ranges::lexicographical_compare(factor, other.factor); }
  bool operator==(const Summand& other) const { return std::ranges::equal(factor, other.factor); }
};

bool is_zero(const Bits& bits) {
  return bits.find('1') == Bits::npos;
}

void add_to(Bits& sum, const Bits& bits) {
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] = sum[k] == bits[k] ? '0' : '1';
}

Summand read_summand(const Line& line, const Shape& shape) {
  const auto words = words_of(line);
  if (words.size() != 4) reject(line, "expected a name and three factors");
  Summand summand;
  for (int position = 0; position < 3; ++position) {
    const std::string_view word = words[static_cast<std::size_t>(position) + 1];
    if (word.size() != shape.entries(position) || word.find_first_not_of("01") != std::string_view::npos)
      reject(line, quoted(word) + " is not a factor, which has " + std::to_string(shape.entries(position)) + " digits, 0 or 1");
    summand.factor[position] = word;
    if (is_zero(summand.factor[position])) reject(line, "a factor is zero");
  }
  return summand;
}

/// Where a factor became zero the last summand takes the place; the later place first.
void drop_zeros(std::vector<Summand>& summands, std::size_t first, std::size_t second) {
  for (const std::size_t place : {std::max(first, second), std::min(first, second)}) {
    if (std::ranges::none_of(summands[place].factor, is_zero)) continue;
    if (place + 1 != summands.size()) summands[place] = std::move(summands.back());
    summands.pop_back();
  }
}

}  // namespace

std::string check_path(const Proof& proof) {
  const Shape shape = read_shape(proof);
  const std::uint64_t moves = read_claim(proof, "moves");
  std::vector<Summand> from;
  std::vector<Summand> to;
  for (std::size_t k = 1; k < proof.problem.size(); ++k) {
    const Line& line = proof.problem[k];
    const bool is_from = line.text.starts_with("from ") && to.empty();
    if (!is_from && !line.text.starts_with("to ")) reject(line, "expected 'from' or, after all of those, 'to'");
    (is_from ? from : to).push_back(read_summand(line, shape));
  }
  const std::size_t start = from.size();
  std::vector<Product> products;
  for (const Summand& summand : from) {
    Product& product = products.emplace_back();
    for (std::size_t position = 0; position < 3; ++position)
      for (std::size_t place = 0; place < summand.factor[position].size(); ++place)
        if (summand.factor[position][place] == '1') product.factor[position].push_back({place, 1});
  }
  if (from.empty() || to.empty()) reject(proof.claim, "expected lines 'from' and 'to' before it");
  check_sum(shape, products, 2);

  NumberReader reader(proof.body);
  for (std::uint64_t move = 0; move < moves; ++move) {
    const auto fail = [&](const char* why) { throw Rejected("move " + std::to_string(move + 1) + ": " + why); };
    const std::uint64_t kind = reader.next();
    const std::uint64_t first = reader.next();
    const std::uint64_t second = reader.next();
    if (kind > 5) fail("neither a flip nor a plus");
    if (first >= from.size() || second >= from.size() || first == second) fail("these are not two of the summands");
    const std::size_t position = kind % 3;
    Bits& shared = from[second].factor[position];
    const bool share = from[first].factor[position] == shared;
    if (kind < 3) {
      if (!share) fail("a flip of two summands that do not share the factor");
      add_to(from[first].factor[(position + 2) % 3], from[second].factor[(position + 2) % 3]);
      add_to(from[second].factor[(position + 1) % 3], from[first].factor[(position + 1) % 3]);
      drop_zeros(from, first, second);
    } else {
      if (share) fail("a plus of two summands that share the factor");
      Summand fresh = from[second];
      fresh.factor[position] = from[first].factor[position];
      add_to(shared, fresh.factor[position]);
      from.push_back(std::move(fresh));
    }
  }
  if (!reader.at_end()) throw Rejected("there are bytes after the last move");
  const std::size_t end = to.size();
  std::ranges::sort(from, std::less<>());
  std::ranges::sort(to, std::less<>());
  if (from != to) throw Rejected("the moves lead to another scheme, with " + count_of(from.size(), "summand"));
  return count_of(moves, "move") + " from a scheme of shape " + shape_text(shape) + " with " + count_of(start, "product") +
         " over F2 to one with " + std::to_string(end);
}

}  // namespace check
