// SPDX-License-Identifier: MIT
//
// From relators to a consistent polycyclic presentation.
//
// A relator that is x^-1*S*x*T on a circle gives S^x = T^-1, and one that is x^e*S gives x^e = S^-1. An order of the generators
// is sought in which each acts on the later ones by such relations. Actions of inverses are derived where they are not given.
// Then whatever is inconsistent is an element that is 1: it makes the order of its first generator finite, or smaller; and so for
// the relators that were not used. At the end all relators hold in a consistent presentation whose relations follow from them, so
// it is the group that they define.
//
// If no order is found, a commutator becomes a generator, and relators are shortened by its definition: <a,b | [a,[a,b]],
// [b,[a,b]]> gets c = [a,b] and [a,c], [b,c].
#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <utility>

#include "core/algebra/integers.hpp"
#include "word/known/polycyclic.hpp"

namespace wreath::word {

namespace {

constexpr std::size_t kMostGenerators = 40;
constexpr std::size_t kMostLetters = 200'000;        // of all relators together,
constexpr std::size_t kMaxLettersToShorten = 2'000;  // and if commutators become generators
constexpr std::size_t kMaxDefinitions = 6;
constexpr int kMaxTries = 200;        // of orders, per presentation
constexpr int kMaxRefinements = 100;  // of inconsistent presentations

GeneratorWord inverse_of(const GeneratorWord& word) {
  GeneratorWord result(word.rbegin(), word.rend());
  for (std::int32_t& x : result) x = -x;
  return result;
}

std::size_t index_of(std::int32_t x) {
  return static_cast<std::size_t>(std::abs(x)) - 1;
}

std::size_t letters_of(const std::vector<GeneratorWord>& words) {
  return std::accumulate(words.begin(), words.end(), std::size_t{0},
                         [](std::size_t sum, const auto& w) { return sum + w.size(); });
}

/// x^-1 * y * x = image, or x * y * x^-1 = image.
struct Action {
  std::size_t x, y;
  bool is_backward;
  GeneratorWord image;
};
/// x^exponent = value.
struct Power {
  std::size_t x;
  std::int64_t exponent;
  GeneratorWord value;
};

/// What the relators say about each generator.
struct Facts {
  std::vector<Action> actions;
  std::vector<Power> powers;
  std::vector<std::size_t> unused;  // the number of relators that say nothing of the kind, for each generator in them

  Facts(std::size_t generators, const std::vector<GeneratorWord>& relators) : unused(generators, 0), is_involution_(generators) {
    for (const GeneratorWord& relator : relators)
      if (relator.size() == 2 && relator[0] == relator[1]) is_involution_[index_of(relator[0])] = true;
    for (const GeneratorWord& relator : relators) {
      std::set<std::size_t> seen;
      for (const std::int32_t letter : relator)
        if (seen.insert(index_of(letter)).second) look_at(index_of(letter), relator);
    }
  }

 private:
  void look_at(std::size_t x, const GeneratorWord& relator) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < relator.size(); ++i)
      if (index_of(relator[i]) == x) places.push_back(i);
    const auto turned = [&](std::size_t from) {
      GeneratorWord word(relator);
      std::ranges::rotate(word, word.begin() + static_cast<std::ptrdiff_t>(from));
      return word;
    };
    std::size_t start = 0;  // behind a letter that is not x
    while (start < relator.size() && index_of(relator[(start + relator.size() - 1) % relator.size()]) == x) ++start;
    const GeneratorWord line = turned(start % relator.size());
    const auto first = std::ranges::find_if(line, [&](std::int32_t y) { return index_of(y) == x; });
    const auto last = std::find_if(first, line.end(), [&](std::int32_t y) { return y != *first; });
    if (static_cast<std::size_t>(last - first) == places.size()) {
      GeneratorWord rest(last, line.end());  // x^e * rest = 1
      rest.insert(rest.end(), line.begin(), first);
      powers.push_back({x, last - first, *first > 0 ? inverse_of(rest) : rest});
      if (places.size() == 1) ++unused[x];
      return;
    }
    const bool has_action = places.size() == 2 && (relator[places[0]] != relator[places[1]] || is_involution_[x]);
    if (!has_action) ++unused[x];
    for (std::size_t k = 0; has_action && k < 2; ++k) {
      if (relator[places[k]] > 0 && !is_involution_[x]) continue;
      const GeneratorWord word = turned(places[k]);  // x^-1 * S * x * T
      const auto middle =
          word.begin() + 1 + static_cast<std::ptrdiff_t>((places[1 - k] + word.size() - places[k]) % word.size() - 1);
      const GeneratorWord s(word.begin() + 1, middle);
      const GeneratorWord t(middle + 1, word.end());
      add_action(x, s, t, false);
      add_action(x, t, s, true);
    }
  }

  void add_action(std::size_t x, const GeneratorWord& s, const GeneratorWord& t, bool is_backward) {
    if (s.size() == 1) actions.push_back({x, index_of(s[0]), is_backward, s[0] > 0 ? inverse_of(t) : t});
  }

  std::vector<bool> is_involution_;
};

/// Makes a consistent presentation from an order of the generators.
class Builder {
 public:
  Builder(const Facts& facts, const std::vector<GeneratorWord>& relators, const std::vector<std::size_t>& order)
      : facts_(facts), relators_(relators), order_(order), place_(order.size()), collector_(order.size()) {
    for (std::size_t i = 0; i < order.size(); ++i) place_[order[i]] = i;
  }

  std::optional<Collector> build() {
    for (std::size_t i = order_.size(); i-- > 0;)
      if (!add_generator(i)) return std::nullopt;
    for (int refinements = 0; refinements < kMaxRefinements; ++refinements) {
      const auto one = find_one();
      if (!one) return collector_;
      if (Collector::leading(*one) == collector_.size()) return std::nullopt;
      refine(*one);
    }
    return std::nullopt;
  }

 private:
  using Images = std::vector<std::optional<Exponents>>;
  using Product = std::vector<std::pair<std::size_t, std::int64_t>>;

  bool is_later(const GeneratorWord& word, std::size_t i) const {
    return std::ranges::all_of(word, [&](std::int32_t x) { return place_[index_of(x)] > i; });
  }

  Exponents value_of(const GeneratorWord& word) const {
    Exponents value = collector_.one();
    for (const std::int32_t x : word) collector_.multiply_by_power(value, place_[index_of(x)], x > 0 ? 1 : -1);
    return value;
  }

  bool add_generator(std::size_t i) {
    const std::size_t n = collector_.size();
    const Power* power = nullptr;
    for (const Power& each : facts_.powers)
      if (each.x == order_[i] && is_later(each.value, i) && (power == nullptr || each.exponent < power->exponent)) power = &each;
    Images forward(n);
    Images backward(n);
    for (const Action& each : facts_.actions) {
      if (each.x == order_[i] && place_[each.y] > i && is_later(each.image, i))
        (each.is_backward ? backward : forward)[place_[each.y]] = value_of(each.image);
    }
    const Exponents value = power != nullptr ? value_of(power->value) : collector_.one();
    if (power != nullptr && power->exponent == 1) {
      for (std::size_t j = i + 1; j < n; ++j) forward[j] = collector_.conjugate(collector_.generator(j), value);
    }
    while (derive(i, forward, backward) || derive(i, backward, forward)) {
    }
    invert_matrix(i, forward, backward);
    invert_matrix(i, backward, forward);
    std::vector<Exponents> images(n, collector_.one());
    std::vector<Exponents> inverse_images(n, collector_.one());
    for (std::size_t j = i + 1; j < n; ++j) {
      if (!forward[j] || (!backward[j] && power == nullptr)) return false;
      images[j] = *forward[j];
      inverse_images[j] = backward[j].value_or(collector_.one());  // which is not used if the order is finite
    }
    if (power != nullptr) collector_.set_power(i, power->exponent, value);
    collector_.set_action(i, std::move(images), std::move(inverse_images));
    return true;
  }

  /// If f(x_j) = P * x_j^e * Q with e = 1 or -1, and the inverses of all of P and Q are known, so is that of x_j.
  bool derive(std::size_t i, const Images& known, Images& inverse) const {
    const std::size_t n = collector_.size();
    for (std::size_t j = i + 1; j < n; ++j) {
      if (inverse[j] || !known[j] || std::abs((*known[j])[j]) != 1) continue;
      Exponents p = collector_.one();
      Exponents q = collector_.one();
      bool complete = true;
      for (std::size_t k = i + 1; k < n && complete; ++k) {
        if (k == j || (*known[j])[k] == 0) continue;
        complete = inverse[k].has_value();
        Exponents& side = k < j ? p : q;
        if (complete) side = collector_.multiply(side, collector_.power(*inverse[k], (*known[j])[k]));
      }
      if (!complete) continue;
      const Exponents image =
          collector_.multiply(collector_.multiply(collector_.inverse(p), collector_.generator(j)), collector_.inverse(q));
      inverse[j] = collector_.power(image, (*known[j])[j]);
      return true;
    }
    return false;
  }

  /// On a free abelian group the inverse is that of a matrix, if it has one.
  void invert_matrix(std::size_t i, const Images& known, Images& inverse) const {
    const std::size_t n = collector_.size();
    for (std::size_t j = i + 1; j < n; ++j) {
      if (!known[j] || collector_.order(j) != 0) return;
      for (std::size_t k = j + 1; k < n; ++k)
        if (collector_.image(j, k) != collector_.generator(k)) return;
    }
    std::vector<std::pair<Exponents, Exponents>> rows;  // a row of the matrix, and what it is the image of
    for (std::size_t j = i + 1; j < n; ++j) rows.emplace_back(*known[j], collector_.generator(j));
    const auto subtract = [&](std::size_t from, std::size_t row, std::int64_t times) {
      rows[from].first = collector_.multiply(rows[from].first, collector_.power(rows[row].first, -times));
      rows[from].second = collector_.multiply(rows[from].second, collector_.power(rows[row].second, -times));
    };
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const std::size_t column = i + 1 + r;
      for (std::size_t other = r + 1; other < rows.size(); ++other) {
        while (rows[other].first[column] != 0) {
          subtract(r, other, rows[r].first[column] / rows[other].first[column]);
          std::swap(rows[r], rows[other]);
        }
      }
      if (std::abs(rows[r].first[column]) != 1) return;
      for (std::size_t other = 0; other < r; ++other) subtract(other, r, rows[other].first[column] * rows[r].first[column]);
    }
    for (std::size_t r = 0; r < rows.size(); ++r) inverse[i + 1 + r] = collector_.power(rows[r].second, rows[r].first[i + 1 + r]);
  }

  /// An element that is 1 and has another form.
  std::optional<Exponents> find_one() const {
    if (auto found = collector_.inconsistency()) return found;
    const auto is_one = [](const Exponents& u) { return Collector::leading(u) == u.size(); };
    for (const GeneratorWord& relator : relators_)
      if (Exponents value = value_of(relator); !is_one(value)) return value;
    for (const Product& product : replaced_) {
      Exponents value = collector_.one();
      for (const auto& [i, exponent] : product) collector_.multiply_by_power(value, i, exponent);
      if (!is_one(value)) return value;
    }
    return std::nullopt;
  }

  /// Adds the relation that this element is 1.
  void refine(Exponents one) {
    const std::size_t i = Collector::leading(one);
    if (one[i] < 0) one = collector_.inverse(one);
    const std::int64_t order = collector_.order(i);
    if (order != 0) {  // of two powers that are known, their common divisor is, too: both are kept
      Product old{{i, order}};
      for (std::size_t j = collector_.size(); j-- > i + 1;) old.emplace_back(j, -collector_.power_relation(i)[j]);
      replaced_.push_back(std::move(old));
      Product given;
      for (std::size_t j = i; j < one.size(); ++j) given.emplace_back(j, one[j]);
      replaced_.push_back(std::move(given));
      const std::int64_t divisor = std::gcd(one[i], order);
      const std::int64_t times = bezout(one[i], order).s % order;
      one = collector_.power(std::move(one), times < 0 ? times + order : times);
    }
    Exponents tail(one);
    const std::int64_t exponent = std::exchange(tail[i], 0);
    collector_.set_power(i, exponent, collector_.inverse(tail));
    collector_.normalise();
  }

  const Facts& facts_;
  const std::vector<GeneratorWord>& relators_;
  const std::vector<std::size_t>& order_;
  std::vector<std::size_t> place_;
  Collector collector_;
  std::vector<Product> replaced_;  // products that are 1
};

/// Tries orders of the generators until one makes a consistent presentation.
class PolycyclicOrder {
 public:
  PolycyclicOrder(std::size_t generators, const std::vector<GeneratorWord>& relators)
      : relators_(relators), facts_(generators, relators), is_left_(generators, true) {}

  std::optional<Collector> find() {
    if (order_.size() == is_left_.size()) {
      try {
        return Builder(facts_, relators_, order_).build();
      } catch (const ResourceError&) {  // numbers that are too large: another order may have smaller ones
        return std::nullopt;
      }
    }
    std::vector<std::size_t> candidates;
    for (std::size_t x = 0; x < is_left_.size(); ++x)
      if (is_left_[x] && may_be_first(x)) candidates.push_back(x);
    std::ranges::stable_sort(candidates, {}, [&](std::size_t x) { return facts_.unused[x]; });
    for (const std::size_t x : candidates) {
      if (++tries_ > kMaxTries) break;
      is_left_[x] = false;
      order_.push_back(x);
      if (auto found = find()) return found;
      order_.pop_back();
      is_left_[x] = true;
    }
    return std::nullopt;
  }

  const std::vector<std::size_t>& order() const { return order_; }
  /// Whether a relator says how one of the two acts on the other.
  bool have_action(std::size_t x, std::size_t y) const {
    return std::ranges::any_of(facts_.actions,
                               [&](const Action& each) { return (each.x == x && each.y == y) || (each.x == y && each.y == x); });
  }

 private:
  bool is_left_without(std::size_t x, const GeneratorWord& word) const {
    return std::ranges::all_of(word, [&](std::int32_t y) { return is_left_[index_of(y)] && index_of(y) != x; });
  }

  bool may_be_first(std::size_t x) const {
    std::vector<bool> acts(is_left_.size());
    for (const Power& each : facts_.powers)
      if (each.x == x && each.exponent == 1 && is_left_without(x, each.value)) return true;
    for (const Action& each : facts_.actions)
      if (each.x == x && is_left_without(x, each.image)) acts[each.y] = true;
    for (std::size_t y = 0; y < is_left_.size(); ++y)
      if (is_left_[y] && y != x && !acts[y]) return false;
    return true;
  }

  const std::vector<GeneratorWord>& relators_;
  Facts facts_;
  std::vector<bool> is_left_;
  std::vector<std::size_t> order_;
  int tries_ = 0;
};

/// Replaces three letters or more of a relator by the rest of the definition, anywhere on the circle, until there are none.
GeneratorWord shortened(GeneratorWord word, const GeneratorWord& definition) {
  const std::size_t size = definition.size();
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::size_t start = 0; start < word.size() && !changed; ++start) {
      std::ranges::rotate(word, word.begin() + 1);
      for (const GeneratorWord& side : {definition, inverse_of(definition)}) {
        for (std::size_t turn = 0; turn < size && !changed; ++turn) {
          std::size_t length = 0;
          while (length < size && length < word.size() && word[length] == side[(turn + length) % size]) ++length;
          if (2 * length <= size) continue;
          GeneratorWord next;
          for (std::size_t k = size; k-- > length;) append_reduced(next, -side[(turn + k) % size]);
          for (std::size_t k = length; k < word.size(); ++k) append_reduced(next, word[k]);
          while (next.size() > 1 && next.front() == -next.back()) next = GeneratorWord(next.begin() + 1, next.end() - 1);
          word = std::move(next);
          changed = true;
        }
      }
    }
  }
  return word;
}

/// The relators with the commutator of x and y as a further generator.
std::vector<GeneratorWord> with_commutator(const std::vector<GeneratorWord>& relators, std::size_t x, std::size_t y,
                                           std::size_t z) {
  const auto a = static_cast<std::int32_t>(x + 1);
  const auto b = static_cast<std::int32_t>(y + 1);
  const GeneratorWord definition{-a, -b, a, b, -static_cast<std::int32_t>(z + 1)};
  std::vector<GeneratorWord> result;
  for (const GeneratorWord& each : relators) result.push_back(shortened(each, definition));
  std::erase_if(result, [](const GeneratorWord& word) { return word.empty(); });
  result.push_back(definition);
  return result;
}

}  // namespace

std::optional<PolycyclicPresentation> find_polycyclic(std::size_t generators, std::vector<GeneratorWord> relators) {
  if (generators > kMostGenerators || letters_of(relators) > kMostLetters) return std::nullopt;
  std::vector<GeneratorWord> values;
  for (std::size_t x = 0; x < generators; ++x) values.push_back({static_cast<std::int32_t>(x + 1)});
  while (true) {
    const std::size_t size = values.size();
    PolycyclicOrder search(size, relators);
    if (const auto collector = search.find()) {
      PolycyclicPresentation found{*collector, {}, {}};
      std::vector<std::size_t> place(size);
      for (std::size_t i = 0; i < size; ++i) place[search.order()[i]] = i;
      for (std::size_t x = 0; x < generators; ++x) found.images.push_back(collector->generator(place[x]));
      for (const std::size_t x : search.order()) found.values.push_back(values[x]);
      return found;
    }
    if (size >= generators + kMaxDefinitions || letters_of(relators) > kMaxLettersToShorten) return std::nullopt;
    std::vector<GeneratorWord> best;
    for (std::size_t y = 0; y < size; ++y) {
      for (std::size_t x = 0; x < y; ++x) {
        if (search.have_action(x, y)) continue;
        std::vector<GeneratorWord> next = with_commutator(relators, x, y, size);
        if (letters_of(next) >= letters_of(best.empty() ? relators : best) + (best.empty() ? 5 : 0)) continue;
        best = std::move(next);
      }
    }
    if (best.empty()) return std::nullopt;
    relators = std::move(best);
    const GeneratorWord& definition = relators.back();
    GeneratorWord value;
    for (std::size_t k = 0; k < 4; ++k) {
      const GeneratorWord& part = values[index_of(definition[k])];
      for (const std::int32_t x : definition[k] > 0 ? part : inverse_of(part)) append_reduced(value, x);
    }
    values.push_back(std::move(value));
  }
}

}  // namespace wreath::word
