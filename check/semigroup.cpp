// SPDX-License-Identifier: MIT
//
// Sizes of semigroups (docs/proofs.md, `kind semigroup`).
//
// The steps are the right Cayley graph: for each element and each generator the element that is their product. The checker forms
// all products itself. A product that is named as new becomes the next element; any other must equal the element that is named.
// At the end all elements must be different.
//
// An element is made of parts that a generator acts on one by one: the images of a map, the rows of a matrix. So the elements
// need not be in memory as a whole. The checker goes through the graph with a few parts at a time, a cache line per element, and
// remembers which elements differ so far.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>

#include "proof.hpp"

namespace check {

namespace {

using Numbers = std::vector<std::int64_t>;

/// The problem: what was written between `input` and `claim`.
struct Problem {
  std::string_view name;  // of the kind of elements
  std::vector<std::uint64_t> parameters;
  std::uint64_t size = 0;
  bool monoid = false;
  std::vector<Line> lines;  // of the generators
};

Problem read_problem(const Proof& proof) {
  if (proof.problem.size() < 3)
    reject(proof.claim, "expected three lines or more before it: elements, monoid or semigroup, generators");
  const Line& first = proof.problem[0];
  const auto words = words_of(first);
  if (words.size() != 3 || words[0] != "elements") reject(first, "expected 'elements KIND SIZE'");
  Problem problem;
  const std::size_t colon = words[1].find(':');
  problem.name = words[1].substr(0, colon);
  for (std::string_view rest = colon == std::string_view::npos ? "" : words[1].substr(colon); !rest.empty();) {
    const std::size_t end = std::min(rest.find(',', 1), rest.size());
    problem.parameters.push_back(number_of(rest.substr(1, end - 1), first));
    rest = rest.substr(end);
  }
  problem.size = number_of(words[2], first);
  if (problem.size == 0) reject(first, "the size is 0");
  const Line& second = proof.problem[1];
  if (second.text != "monoid" && second.text != "semigroup") reject(second, "expected 'monoid' or 'semigroup'");
  problem.monoid = second.text == "monoid";
  problem.lines.assign(proof.problem.begin() + 2, proof.problem.end());
  return problem;
}

/// The numbers of a generator; what is not a number is looked up.
Numbers read_generator(const Line& line, std::uint64_t length, const std::function<std::int64_t(std::string_view)>& read) {
  const auto words = words_of(line);
  if (words[0] != "generator") reject(line, "expected 'generator'");
  if (words.size() - 1 != length)
    reject(line, "expected " + count_of(length, "number") + ", found " + std::to_string(words.size() - 1));
  Numbers numbers;
  for (std::size_t k = 1; k < words.size(); ++k) numbers.push_back(read(words[k]));
  return numbers;
}

// --- Kinds of elements. Each has the number of its parts, the numbers of a part, and the product of some parts with a generator.

/// Transformations, partial ones, partial permutations, permutations: part p is the image of the point p.
template <class CellType, bool kPartial>
struct Maps {
  using Cell = CellType;
  static constexpr Cell kNone = std::numeric_limits<Cell>::max();
  std::size_t parts;
  static constexpr std::size_t width = 1;

  void multiply(const Cell* x, std::size_t count, const Cell* generator, Cell* product) const {
    for (std::size_t p = 0; p < count; ++p) product[p] = kPartial && x[p] == kNone ? kNone : generator[x[p]];
  }
};

/// Matrices over a finite semiring, given by tables; part i is row i. Entries are numbers below `order`, and 0 is the zero.
struct FiniteMatrices {
  using Cell = std::uint8_t;
  std::size_t parts;
  std::size_t width;
  std::size_t order;
  std::vector<Cell> sums;
  std::vector<Cell> products;

  FiniteMatrices(std::size_t n, std::size_t elements, const std::function<std::uint64_t(std::uint64_t, std::uint64_t)>& sum,
                 const std::function<std::uint64_t(std::uint64_t, std::uint64_t)>& times)
      : parts(n), width(n), order(elements) {
    for (std::uint64_t a = 0; a < order; ++a) {
      for (std::uint64_t b = 0; b < order; ++b) {
        sums.push_back(static_cast<Cell>(sum(a, b)));
        products.push_back(static_cast<Cell>(times(a, b)));
      }
    }
  }
  void multiply(const Cell* x, std::size_t count, const Cell* generator, Cell* product) const {
    std::fill_n(product, count * width, Cell{0});
    for (std::size_t i = 0; i < count; ++i, product += width) {
      for (std::size_t k = 0; k < width; ++k) {
        const Cell* times = &products[*x++ * order];
        for (std::size_t j = 0; j < width; ++j) product[j] = sums[product[j] * order + times[generator[k * width + j]]];
      }
    }
  }
};

/// Matrices over max-plus, or min-plus, with integers up to 2^30; part i is row i.
struct TropicalMatrices {
  using Cell = std::int32_t;
  static constexpr Cell kMost = Cell{1} << 30;
  static constexpr Cell kInfinity = std::numeric_limits<Cell>::max();  // the zero of either semiring
  std::size_t parts;
  std::size_t width;
  bool takes_least;

  void multiply(const Cell* x, std::size_t count, const Cell* generator, Cell* product) const {
    for (std::size_t i = 0; i < count; ++i, x += width, product += width) {
      for (std::size_t j = 0; j < width; ++j) {
        bool any = false;
        std::int64_t best = kInfinity;
        for (std::size_t k = 0; k < width; ++k) {
          if (x[k] == kInfinity || generator[k * width + j] == kInfinity) continue;
          const std::int64_t sum = std::int64_t{x[k]} + generator[k * width + j];
          if (!any || (takes_least ? sum < best : sum > best)) best = sum;
          any = true;
        }
        if (any && (best < -kMost || best > kMost)) throw Rejected("an entry of a product is beyond 2^30");
        product[j] = static_cast<Cell>(best);
      }
    }
  }
};

/// Bipartitions of n points above and n below, by the block of each; one part.
struct Bipartitions {
  using Cell = std::uint8_t;
  static constexpr std::size_t kMost = 127;  // points, so that their blocks have a byte
  std::size_t points;
  std::size_t parts = 1;
  std::size_t width = 2 * points;

  /// The points below x are those above the generator: their blocks, 2n of each, are united. Blocks are numbered as they come.
  void multiply(const Cell* x, std::size_t, const Cell* generator, Cell* product) const {
    std::array<std::size_t, 4 * kMost> united;
    for (std::size_t block = 0; block < 2 * width; ++block) united[block] = block;
    const auto find = [&](std::size_t block) {
      while (united[block] != block) block = united[block];
      return block;
    };
    for (std::size_t i = 0; i < points; ++i) united[find(x[points + i])] = find(width + generator[i]);
    std::array<std::size_t, 4 * kMost> number{};  // 0: none yet
    std::size_t blocks = 0;
    for (std::size_t i = 0; i < width; ++i) {
      std::size_t& found = number[find(i < points ? x[i] : width + generator[i])];
      if (found == 0) found = ++blocks;
      product[i] = static_cast<Cell>(found - 1);
    }
  }
};

// --- The proof

template <class Kind>
class SizeCheck {
  using Cell = typename Kind::Cell;

 public:
  /// Of a monoid the identity is the first element; without it the generators come first.
  SizeCheck(const Proof& proof, const Kind& kind, const Numbers& identity, bool monoid, const std::vector<Numbers>& generators)
      : proof_(proof), kind_(kind), monoid_(monoid), identity_(identity.begin(), identity.end()) {
    for (const Numbers& generator : generators) generators_.emplace_back(generator.begin(), generator.end());
  }

  std::string run() {
    read_claim();
    check_numbers();
    leader_.assign(size_, 0);
    const std::size_t part_bytes = kind_.width * sizeof(Cell);
    const std::size_t in_line = std::max<std::size_t>(1, kLine / part_bytes);
    const std::size_t in_memory = kMemory / part_bytes / std::max<std::size_t>(1, size_);
    const std::size_t strip = std::max(in_line, in_memory);
    for (std::size_t first = 0; first < kind_.parts; first += strip) check_parts(first, std::min(strip, kind_.parts - first));
    for (std::size_t element = 0; element < size_; ++element) {
      if (leader_[element] != element)
        throw Rejected("elements " + std::to_string(leader_[element]) + " and " + std::to_string(element) + " are the same");
    }
    return count_of(generators_.size(), "generator") + (generators_.size() == 1 ? " generates a " : " generate a ") +
           (monoid_ ? "monoid" : "semigroup") + " of " + count_of(size_, "element");
  }

 private:
  static constexpr std::size_t kLine = 64;                      // bytes of an element that are looked at together, at least
  static constexpr std::size_t kMemory = std::size_t{1} << 20;  // bytes of all elements, where that is more
  static constexpr std::uint64_t kMost = 0xFFFFFFFE;            // elements

  void read_claim() {
    const auto words = words_of(proof_.claim);
    if (words.size() != 3 || words[1] != "size") reject(proof_.claim, "expected 'claim size N'");
    const std::uint64_t size = number_of(words[2], proof_.claim);
    if (size > kMost) reject(proof_.claim, "more than 4294967294 elements are not checked by this program");
    // Every number has a byte or more, so that no memory is taken for a number that is merely claimed.
    if (size > proof_.body.size() / generators_.size()) reject(proof_.claim, "there are too few steps for so large a size");
    size_ = static_cast<std::size_t>(size);
  }

  /// The steps by themselves: in number, and whether each element is named before it is used.
  void check_numbers() {
    const std::uint64_t expected = size_ * generators_.size() + (monoid_ ? 0 : generators_.size());
    if (proof_.steps != expected)
      throw Rejected("expected " + count_of(expected, "step") + " for this claim, found " + std::to_string(proof_.steps));
    NumberReader reader(proof_.body);
    std::uint64_t known = monoid_ ? 1 : 0;
    const std::uint64_t first = monoid_ ? 0 : generators_.size();  // of the steps that multiply
    for (std::uint64_t step = 0; step < expected; ++step) {
      if (step >= first && (step - first) / generators_.size() >= known)
        reject_step(step,
                    "element " + std::to_string((step - first) / generators_.size()) + " is multiplied, but was not reached");
      const std::uint64_t number = reader.next();
      if (number > known) reject_step(step, "element " + std::to_string(number - 1) + " is named, but was not reached");
      if (number == 0) ++known;
      if (known > size_) reject_step(step, "there are more elements than claimed");
    }
    if (!reader.at_end()) throw Rejected("there are bytes after the last step");
    if (known != size_) throw Rejected("only " + count_of(known, "element") + " are reached");
  }

  /// The products in some of the parts, and which elements differ in them.
  void check_parts(std::size_t first, std::size_t parts) {
    const std::size_t offset = first * kind_.width;
    const std::size_t length = parts * kind_.width;
    // The rows of elements are where cache lines begin.
    std::vector<Cell> memory(size_ * length + kLine / sizeof(Cell));
    void* begin = memory.data();
    std::size_t room = memory.size() * sizeof(Cell);
    auto* const rows = static_cast<Cell*>(std::align(kLine, size_ * length * sizeof(Cell), begin, room));
    std::vector<Cell> products(generators_.size() * length);
    NumberReader reader(proof_.body);
    std::size_t known = 0;
    std::uint64_t step = 0;
    // All products of an element come first, so that the processor waits for several named elements at once.
    const auto compare_products = [&] {
      for (std::size_t g = 0; g < generators_.size(); ++g, ++step) {
        const Cell* product = &products[length * g];
        const std::uint64_t number = reader.next();
        if (number == 0) {
          std::copy_n(product, length, rows + length * known++);
        } else if (std::memcmp(product, rows + length * (number - 1), length * sizeof(Cell)) != 0) {
          reject_step(step, "the product is not element " + std::to_string(number - 1));
        }
      }
    };
    if (monoid_) {
      std::copy_n(identity_.data() + offset, length, rows + length * known++);
    } else {
      for (std::size_t g = 0; g < generators_.size(); ++g)
        std::copy_n(generators_[g].data() + offset, length, &products[length * g]);
      compare_products();
    }
    for (std::size_t element = 0; element < size_; ++element) {
      for (std::size_t g = 0; g < generators_.size(); ++g)
        kind_.multiply(rows + length * element, parts, generators_[g].data(), &products[length * g]);
      compare_products();
    }
    if (!all_different_) compare(rows, length);
  }

  /// Of each element the first one that has been the same in all parts so far.
  void compare(const Cell* rows, std::size_t length) {
    constexpr std::uint32_t kEmpty = 0xFFFFFFFF;
    std::vector<std::uint32_t> table(std::bit_ceil(2 * size_), kEmpty);
    std::vector<std::uint32_t> leader(size_);
    const std::size_t bytes = length * sizeof(Cell);
    std::size_t different = 0;
    for (std::size_t element = 0; element < size_; ++element) {
      const Cell* row = rows + length * element;
      std::size_t at = hash(reinterpret_cast<const unsigned char*>(row), bytes, leader_[element]) & (table.size() - 1);
      while (table[at] != kEmpty &&
             (leader_[table[at]] != leader_[element] || std::memcmp(row, rows + length * table[at], bytes) != 0))
        at = (at + 1) & (table.size() - 1);
      if (table[at] == kEmpty) {
        table[at] = static_cast<std::uint32_t>(element);
        ++different;
      }
      leader[element] = table[at];
    }
    leader_ = std::move(leader);
    all_different_ = different == size_;
  }

  static std::size_t hash(const unsigned char* bytes, std::size_t count, std::uint64_t start) {
    std::uint64_t sum = start + 1;
    for (std::size_t done = 0; done < count; done += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + done, std::min<std::size_t>(8, count - done));
      sum = (std::rotl(sum, 29) ^ word) * 0x9E3779B97F4A7C15;
    }
    return static_cast<std::size_t>(sum ^ sum >> 32);
  }

  [[noreturn]] static void reject_step(std::uint64_t step, const std::string& why) {
    throw Rejected("step " + std::to_string(step + 1) + ": " + why);
  }

  const Proof& proof_;
  const Kind& kind_;
  bool monoid_;
  std::vector<Cell> identity_;
  std::vector<std::vector<Cell>> generators_;
  std::size_t size_ = 0;
  std::vector<std::uint32_t> leader_;
  bool all_different_ = false;
};

template <class Kind>
std::string check_size(const Proof& proof, const Problem& problem, const Kind& kind, const Numbers& identity,
                       const std::vector<Numbers>& generators) {
  return SizeCheck<Kind>(proof, kind, identity, problem.monoid, generators).run();
}

void take_parameters(const Proof& proof, const Problem& problem, std::size_t count) {
  if (problem.parameters.size() != count)
    reject(proof.problem[0], quoted(problem.name) + " has " + count_of(count, "parameter") + ", found " +
                                 std::to_string(problem.parameters.size()));
}

// --- Maps

std::string check_maps(const Proof& proof, const Problem& problem, bool partial, bool injective) {
  take_parameters(proof, problem, 0);
  std::vector<Numbers> generators;
  for (const Line& line : problem.lines) {
    generators.push_back(read_generator(line, problem.size, [&](std::string_view word) -> std::int64_t {
      if (partial && word == "-") return -1;
      const std::uint64_t image = number_of(word, line);
      if (image >= problem.size) reject(line, quoted(word) + " is not a point");
      return static_cast<std::int64_t>(image);
    }));
    if (!injective) continue;
    std::vector<bool> hit(problem.size);
    for (const std::int64_t image : generators.back()) {
      if (image >= 0 && hit[static_cast<std::size_t>(image)]) reject(line, "two points have the image " + std::to_string(image));
      if (image >= 0) hit[static_cast<std::size_t>(image)] = true;
    }
  }
  Numbers identity;
  for (std::uint64_t p = 0; p < problem.size; ++p) identity.push_back(static_cast<std::int64_t>(p));
  const std::size_t points = problem.size;  // each is a number of a generator, so there are not too many
  const auto check = [&]<class Cell>(Cell) {
    return partial ? check_size(proof, problem, Maps<Cell, true>{points}, identity, generators)
                   : check_size(proof, problem, Maps<Cell, false>{points}, identity, generators);
  };
  if (points < 0xFF) return check(std::uint8_t{});
  if (points < 0xFFFF) return check(std::uint16_t{});
  if (points < 0xFFFFFFFF) return check(std::uint32_t{});
  reject(proof.problem[0], "more than 4294967294 points are not checked by this program");
}

std::string check_bipartitions(const Proof& proof, const Problem& problem) {
  take_parameters(proof, problem, 0);
  if (problem.size > Bipartitions::kMost) reject(proof.problem[0], "more than 127 points are not checked by this program");
  std::vector<Numbers> generators;
  for (const Line& line : problem.lines) {
    std::int64_t blocks = 0;
    generators.push_back(read_generator(line, 2 * problem.size, [&](std::string_view word) {
      const std::uint64_t block = number_of(word, line);
      if (block > static_cast<std::uint64_t>(blocks))
        reject(line, "blocks are numbered from 0 in the order of their first points");
      blocks = std::max(blocks, static_cast<std::int64_t>(block) + 1);
      return static_cast<std::int64_t>(block);
    }));
  }
  Numbers identity;
  for (std::size_t i = 0; i < 2 * problem.size; ++i) identity.push_back(static_cast<std::int64_t>(i % problem.size));
  return check_size(proof, problem, Bipartitions{.points = problem.size}, identity, generators);
}

// --- Matrices

/// Entries are named by numbers: read() gives each its number.
std::vector<Numbers> read_matrices(const Problem& problem,
                                   const std::function<std::int64_t(std::string_view, const Line&)>& read) {
  std::vector<Numbers> matrices;
  for (const Line& line : problem.lines) {
    if (problem.size > line.text.size()) reject(line, "there are too few numbers for the size");
    matrices.push_back(
        read_generator(line, problem.size * problem.size, [&](std::string_view word) { return read(word, line); }));
  }
  return matrices;
}

Numbers identity_matrix(std::size_t n, std::int64_t zero, std::int64_t one) {
  Numbers numbers(n * n, zero);
  for (std::size_t i = 0; i < n; ++i) numbers[i * n + i] = one;
  return numbers;
}

constexpr std::uint64_t kMostElements = 256;  // of a finite semiring

using Operation = std::function<std::uint64_t(std::uint64_t, std::uint64_t)>;

/// Over a semiring whose elements are 0, 1, ..., order - 1.
std::string check_finite(const Proof& proof, const Problem& problem, std::uint64_t order, std::uint64_t one, const Operation& sum,
                         const Operation& times) {
  const auto generators = read_matrices(problem, [&](std::string_view word, const Line& line) {
    const std::uint64_t entry = number_of(word, line);
    if (entry >= order) reject(line, quoted(word) + " is not an element of the semiring");
    return static_cast<std::int64_t>(entry);
  });
  const Numbers identity = identity_matrix(problem.size, 0, static_cast<std::int64_t>(one));
  return check_size(proof, problem, FiniteMatrices(problem.size, order, sum, times), identity, generators);
}

std::string check_field(const Proof& proof, const Problem& problem) {
  take_parameters(proof, problem, 1);
  const std::uint64_t order = problem.parameters[0];
  if (order < 2 || order > kMostElements)
    reject(proof.problem[0], "only fields of 2 to 256 elements are checked by this program");
  if (std::has_single_bit(order)) {
    // The bits of a number are the coefficients of a polynomial over F2, taken modulo the Conway polynomial of that degree.
    constexpr std::uint64_t kConway[] = {0b11, 0b111, 0b1011, 0b10011, 0b100101, 0b1011011, 0b10000011, 0b100011101};
    const std::uint64_t modulus = kConway[std::countr_zero(order) - 1];
    const auto times = [&](std::uint64_t a, std::uint64_t b) {
      std::uint64_t product = 0;
      for (int bit = 7; bit >= 0; --bit) {
        product <<= 1;
        if (product >= order) product ^= modulus;
        if ((b >> bit & 1) != 0) product ^= a;
      }
      return product;
    };
    return check_finite(proof, problem, order, 1, std::bit_xor<std::uint64_t>(), times);
  }
  for (std::uint64_t divisor = 2; divisor < order; ++divisor)
    if (order % divisor == 0) reject(proof.problem[0], "the order of the field is neither a prime nor a power of 2");
  return check_finite(
      proof, problem, order, 1, [&](std::uint64_t a, std::uint64_t b) { return (a + b) % order; },
      [&](std::uint64_t a, std::uint64_t b) { return a * b % order; });
}

std::string check_natural(const Proof& proof, const Problem& problem) {
  take_parameters(proof, problem, 2);
  const std::uint64_t threshold = problem.parameters[0];
  const std::uint64_t period = problem.parameters[1];
  if (threshold > kMostElements || period > kMostElements || threshold + period > kMostElements)
    reject(proof.problem[0], "only semirings of up to 256 elements are checked by this program");
  if (period == 0) reject(proof.problem[0], "the period is 0");
  const auto taken = [&](std::uint64_t value) { return value < threshold ? value : threshold + (value - threshold) % period; };
  return check_finite(
      proof, problem, threshold + period, taken(1), [&](std::uint64_t a, std::uint64_t b) { return taken(a + b); },
      [&](std::uint64_t a, std::uint64_t b) { return taken(a * b); });
}

/// Max-plus and min-plus: an infinity is the zero, the number 0 the one. With a threshold t, 0..t are the numbers.
std::string check_tropical(const Proof& proof, const Problem& problem, bool takes_least) {
  const std::string_view infinity = takes_least ? "inf" : "-inf";
  if (problem.parameters.empty()) {
    const auto generators = read_matrices(problem, [&](std::string_view word, const Line& line) -> std::int64_t {
      if (word == infinity) return TropicalMatrices::kInfinity;
      const bool negative = word.starts_with('-');
      const std::uint64_t value = number_of(word.substr(negative ? 1 : 0), line);
      if (value > std::uint64_t{TropicalMatrices::kMost} || (negative && value == 0))
        reject(line, quoted(word) + " is not an entry");
      return negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
    });
    const Numbers identity = identity_matrix(problem.size, TropicalMatrices::kInfinity, 0);
    return check_size(proof, problem, TropicalMatrices{problem.size, problem.size, takes_least}, identity, generators);
  }
  take_parameters(proof, problem, 1);
  const std::uint64_t most = problem.parameters[0];
  if (most == 0 || most > kMostElements - 2) reject(proof.problem[0], "only thresholds of 1 to 254 are checked by this program");
  // The infinity is 0 here, and the number v is v + 1.
  const auto generators = read_matrices(problem, [&](std::string_view word, const Line& line) -> std::int64_t {
    if (word == infinity) return 0;
    const std::uint64_t value = number_of(word, line);
    if (value > most) reject(line, quoted(word) + " is not an entry");
    return static_cast<std::int64_t>(value) + 1;
  });
  const Operation sum = [&](std::uint64_t a, std::uint64_t b) {
    if (a == 0 || b == 0) return a + b;
    return takes_least ? std::min(a, b) : std::max(a, b);
  };
  const Operation times = [&](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
    return a == 0 || b == 0 ? 0 : std::min(a + b - 1, most + 1);
  };
  return check_size(proof, problem, FiniteMatrices(problem.size, most + 2, sum, times), identity_matrix(problem.size, 0, 1),
                    generators);
}

}  // namespace

std::string check_semigroup(const Proof& proof) {
  const Problem problem = read_problem(proof);
  if (problem.name == "transformation") return check_maps(proof, problem, false, false);
  if (problem.name == "partial-transformation") return check_maps(proof, problem, true, false);
  if (problem.name == "partial-permutation") return check_maps(proof, problem, true, true);
  if (problem.name == "permutation") return check_maps(proof, problem, false, true);
  if (problem.name == "bipartition") return check_bipartitions(proof, problem);
  if (problem.name == "field") return check_field(proof, problem);
  if (problem.name == "natural") return check_natural(proof, problem);
  if (problem.name == "max-plus") return check_tropical(proof, problem, false);
  if (problem.name == "min-plus") return check_tropical(proof, problem, true);
  if (problem.name != "boolean") reject(proof.problem[0], quoted(problem.name) + " is a kind of elements that is not known here");
  take_parameters(proof, problem, 0);
  return check_finite(proof, problem, 2, 1, std::bit_or<std::uint64_t>(), std::bit_and<std::uint64_t>());
}

}  // namespace check
