// SPDX-License-Identifier: MIT
#include "semigroup/orbits/group_words.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/data/key_table.hpp"
#include "core/data/rng.hpp"
#include "semigroup/backend.hpp"
#include "wreath/run.hpp"
#include "semigroup/tuning.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::size_t kMostLetters = std::size_t{1} << 26;  // of a word

Permutation identity_permutation(std::size_t degree) {
  Permutation identity(degree);
  std::iota(identity.begin(), identity.end(), std::uint32_t{0});
  return identity;
}

/// A ball of products around a permutation: of generators after it, or of inverses of generators after it.
class Ball {
 public:
  Ball(const Permutation& centre, std::vector<Permutation> steps) : steps_(std::move(steps)) {
    keys_.intern(bytes_of(centre));
    steps_to_.push_back(0);
    parents_.push_back(0);
    all_.push_back(centre);
  }
  Index size() const { return static_cast<Index>(keys_.size()); }
  Index next() const { return next_; }
  const Permutation& operator[](Index node) const { return all_[node]; }
  std::optional<Index> find(const Permutation& permutation) const {
    const Index found = keys_.find(bytes_of(permutation));
    return found == keys_.kAbsent ? std::nullopt : std::optional(found);
  }
  /// Adds the neighbours of the next node and returns the first node that was added.
  Index expand() {
    const Index first = size();
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      Permutation product = wreath::multiply(all_[next_], steps_[s]);
      const Index known = size();
      if (keys_.intern(bytes_of(product)) != known) continue;
      all_.push_back(std::move(product));
      parents_.push_back(next_);
      steps_to_.push_back(s);
    }
    ++next_;
    return first;
  }
  /// The steps from the node back to the centre.
  std::vector<std::size_t> steps_back(Index node) const {
    std::vector<std::size_t> steps;
    for (; node != 0; node = parents_[node]) steps.push_back(steps_to_[node]);
    return steps;
  }

 private:
  static std::span<const std::byte> bytes_of(const Permutation& permutation) { return std::as_bytes(std::span(permutation)); }

  std::vector<Permutation> steps_;
  KeyTable<std::byte> keys_;
  std::vector<Permutation> all_;
  std::vector<Index> parents_;
  std::vector<std::size_t> steps_to_;
  Index next_ = 0;
};

std::optional<std::vector<std::size_t>> search_from_both_ends(const std::vector<Permutation>& generators,
                                                              const Permutation& permutation, StopCheck& check) {
  std::vector<Permutation> inverses;
  for (const Permutation& generator : generators) inverses.push_back(wreath::inverse(generator));
  Ball from(identity_permutation(permutation.size()), generators);
  Ball to(permutation, inverses);
  const auto joined = [&](Index a, Index b) {
    std::vector<std::size_t> word = from.steps_back(a);
    std::ranges::reverse(word);
    const std::vector<std::size_t> rest = to.steps_back(b);
    word.insert(word.end(), rest.begin(), rest.end());
    return word;
  };
  if (const auto at = to.find(from[0])) return joined(0, *at);
  while (from.size() < tuning::kMostSearched && to.size() < tuning::kMostSearched &&
         (from.next() < from.size() || to.next() < to.size())) {
    const bool forwards = to.next() == to.size() || (from.next() < from.size() && from.size() <= to.size());
    Ball& ball = forwards ? from : to;
    const Ball& other = forwards ? to : from;
    check.spend(generators.size() * permutation.size() * 8);
    for (Index node = ball.expand(); node < ball.size(); ++node) {
      if (const auto met = other.find(ball[node])) return forwards ? joined(node, *met) : joined(*met, node);
    }
  }
  return std::nullopt;
}

/// Minkwitz's table. Letters are generators, and inverses after them.
class ShortProducts {
 public:
  ShortProducts(const StabilizerChain& chain, const std::vector<Permutation>& generators)
      : chain_(chain), count_(generators.size()), letters_(generators) {
    for (const Permutation& generator : generators) letters_.push_back(wreath::inverse(generator));
    const Product none{identity_permutation(generators.front().size()), {}};
    for (const StabilizerChain::Level& level : chain.levels()) {
      table_.emplace_back(none.value.size());
      table_.back()[level.base] = none;
      missing_ += level.orbit.size() - 1;
    }
  }

  void fill(StopCheck& check) {
    RandomStream random(1, 0);
    for (std::uint64_t round = 0; missing_ != 0 || round < kRounds; ++round) {
      check.spend(256 * letters_[0].size());
      Product product{identity_permutation(letters_[0].size()), {}};
      // Short words at first, later ones that start with what the table has: those reach the levels below.
      if (round % 2 != 0) {
        for (const auto& level : table_) {
          const auto& entry = level[random.below(static_cast<std::uint32_t>(level.size()))];
          if (entry) product = times(product, *entry);
        }
      }
      for (std::uint64_t i = 0, length = 1 + random.below(2 + 2 * static_cast<std::uint32_t>(table_.size())); i < length; ++i) {
        const auto letter = std::size_t{random.below(static_cast<std::uint32_t>(letters_.size()))};
        product.value = wreath::multiply(product.value, letters_[letter]);
        product.word.push_back(letter);
      }
      sift(std::move(product));
    }
  }

  /// The letters, in the order in which they act.
  std::vector<std::size_t> factor(Permutation permutation) const {
    std::vector<std::size_t> word;
    for (std::size_t i = 0; i < table_.size(); ++i) {
      const Product& entry = *table_[i][permutation[chain_.levels()[i].base]];
      word.insert(word.begin(), entry.word.begin(), entry.word.end());
      permutation = wreath::multiply(permutation, wreath::inverse(entry.value));
    }
    return word;
  }

 private:
  static constexpr std::uint64_t kRounds = 20000;
  struct Product {
    Permutation value;
    std::vector<std::size_t> word;
  };

  Product times(const Product& a, const Product& b) const {
    Product product{wreath::multiply(a.value, b.value), a.word};
    product.word.insert(product.word.end(), b.word.begin(), b.word.end());
    return product;
  }
  Product inverted(const Product& a) const {
    Product result{wreath::inverse(a.value), {}};
    for (std::size_t i = a.word.size(); i-- > 0;) result.word.push_back((a.word[i] + count_) % (2 * count_));
    return result;
  }
  void sift(Product product) {
    for (std::size_t i = 0; i < table_.size(); ++i) {
      std::optional<Product>& entry = table_[i][product.value[chain_.levels()[i].base]];
      if (!entry) {
        entry = std::move(product);
        --missing_;
        return;
      }
      if (product.word.size() < entry->word.size()) std::swap(product, *entry);
      product = times(product, inverted(*entry));
    }
  }

  const StabilizerChain& chain_;
  std::size_t count_;
  std::vector<Permutation> letters_;
  std::vector<std::vector<std::optional<Product>>> table_;  // for each level: by the image of its base point
  std::uint64_t missing_ = 0;
};

/// The least common multiple of the lengths of the cycles, or kMostLetters + 1 if it is larger.
std::size_t order_of(const Permutation& permutation) {
  std::size_t order = 1;
  std::vector<bool> seen(permutation.size());
  for (std::size_t start = 0; start < permutation.size(); ++start) {
    std::size_t length = 0;
    for (std::size_t point = start; !seen[point]; point = permutation[point], ++length) seen[point] = true;
    if (length == 0) continue;
    order = std::lcm(order, length);
    if (order > kMostLetters) return kMostLetters + 1;
  }
  return order;
}

/// The inverse of a generator as a word: a power, or a shorter one if that is long and there is one.
std::vector<std::size_t> inverse_word(const std::vector<Permutation>& generators, std::size_t generator, StopCheck& check) {
  const std::size_t order = order_of(generators[generator]);
  if (order > tuning::kLongPower) {
    if (auto word = search_from_both_ends(generators, wreath::inverse(generators[generator]), check)) return *word;
  }
  if (order > kMostLetters) throw ResourceError("the word of this element has more letters than fit in memory");
  return std::vector<std::size_t>(order - 1, generator);
}

}  // namespace

std::vector<std::size_t> factor_permutation(const StabilizerChain& chain, const std::vector<Permutation>& generators,
                                            const Permutation& permutation, StopCheck& check) {
  if (permutation == identity_permutation(permutation.size())) return {};
  if (auto word = search_from_both_ends(generators, permutation, check)) return *word;
  ShortProducts products(chain, generators);
  products.fill(check);
  std::vector<std::size_t> word;
  std::vector<std::vector<std::size_t>> inverses(generators.size());
  for (const std::size_t letter : products.factor(permutation)) {
    if (letter < generators.size()) {
      word.push_back(letter);
      continue;
    }
    const std::size_t generator = letter - generators.size();
    if (inverses[generator].empty()) inverses[generator] = inverse_word(generators, generator, check);
    const std::vector<std::size_t>& inverse = inverses[generator];
    if (word.size() + inverse.size() > kMostLetters)
      throw ResourceError("the word of this element has more letters than fit in memory");
    word.insert(word.end(), inverse.begin(), inverse.end());
  }
  return word;
}

}  // namespace wreath::semigroup
