// SPDX-License-Identifier: MIT
//
// Proofs of `kind rewriting`: rules are a complete rewriting system of a group or monoid (docs/proofs.md).
//
// Every rule is a lemma, so that it holds. Its left side is greater in an order under which there is no infinite descent, the
// sides of all axioms are rewritten to the same words, and so are both sides of every overlap of two left sides.
#include <algorithm>
#include <compare>
#include <utility>

#include "lemmas.hpp"

namespace check {

namespace {

/// The orders of words. In all of them the letters are compared by their numbers.
class Order {
 public:
  Order(const Line& line, std::size_t letters) {
    const std::vector<std::string_view> words = words_of(line);
    constexpr std::string_view kNames[] = {"shortlex", "wtlex", "recursive", "rt_recursive", "wreathprod"};
    const auto* const found = words.size() < 2 ? std::end(kNames) : std::ranges::find(kNames, words[1]);
    if (words[0] != "order" || found == std::end(kNames)) reject(line, "expected 'order' and the name of an order of words");
    kind_ = static_cast<Kind>(found - kNames);
    const bool has_weights = kind_ == Kind::wtlex || kind_ == Kind::wreathprod;
    if (kind_ == Kind::wreathprod && letters > kMostLevels) reject(line, "more than 4096 letters");
    if (words.size() != 2 + (has_weights ? letters : 0)) reject(line, "expected a number for each letter, or for none");
    for (std::size_t i = 2; i < words.size(); ++i) {
      weights_.push_back(number_of(words[i], line));
      if (weights_.back() == 0 || weights_.back() >> 32 != 0) reject(line, "a weight must be at least 1, and below 2^32");
    }
  }

  std::strong_ordering compare(const Word& u, const Word& v) const {
    switch (kind_) {
      case Kind::recursive: return recursive({u.rbegin(), u.rend()}, {v.rbegin(), v.rend()});
      case Kind::rt_recursive: return recursive(u, v);
      case Kind::wreathprod: return wreath(u, v);
      case Kind::wtlex:
        if (weight(u) != weight(v)) return weight(u) <=> weight(v);
        return u <=> v;
      default: return shortlex(u, v);
    }
  }

 private:
  static constexpr std::size_t kMostLevels = 4096;  // wreath() calls itself as often
  enum class Kind { shortlex, wtlex, recursive, rt_recursive, wreathprod };

  static std::strong_ordering shortlex(const Word& u, const Word& v) {
    return u.size() != v.size() ? u.size() <=> v.size() : u <=> v;
  }

  std::uint64_t weight(const Word& word) const {
    std::uint64_t sum = 0;
    for (const Letter x : word) sum += weights_[x];
    return sum;
  }

  /// xu and yv: if x = y, as u and v; if x < y, xu is greater exactly if u is greater than yv, or equal to it.
  static std::strong_ordering recursive(const Word& u, const Word& v) {
    std::size_t i = 0;
    std::size_t j = 0;
    auto if_equal = std::strong_ordering::equal;
    while (i < u.size() && j < v.size()) {
      if (u[i] == v[j]) {
        ++i, ++j;
      } else if (u[i] < v[j]) {
        ++i, if_equal = std::strong_ordering::greater;
      } else {
        ++j, if_equal = std::strong_ordering::less;
      }
    }
    if (i < u.size()) return std::strong_ordering::greater;
    if (j < v.size()) return std::strong_ordering::less;
    return if_equal;
  }

  /// The letters of the highest level, by shortlex; then what is before, between and after them, part by part.
  std::strong_ordering wreath(const Word& u, const Word& v) const {
    std::uint64_t top = 0;
    for (const Letter x : u) top = std::max(top, weights_[x]);
    for (const Letter x : v) top = std::max(top, weights_[x]);
    if (top == 0) return std::strong_ordering::equal;
    const auto split = [&](const Word& word) {
      std::pair<Word, std::vector<Word>> parts{{}, {{}}};
      for (const Letter x : word) {
        if (weights_[x] < top) {
          parts.second.back().push_back(x);
        } else {
          parts.first.push_back(x);
          parts.second.emplace_back();
        }
      }
      return parts;
    };
    const auto [high_u, low_u] = split(u);
    const auto [high_v, low_v] = split(v);
    auto result = shortlex(high_u, high_v);
    for (std::size_t i = 0; result == 0 && i < low_u.size(); ++i) result = wreath(low_u[i], low_v[i]);
    return result;
  }

  Kind kind_ = Kind::shortlex;
  std::vector<std::uint64_t> weights_;
};

/// Rules by their left sides. Words are read letter by letter by an automaton whose states are the beginnings of left sides; it
/// is in the longest of these that ends what was read (Aho and Corasick).
class Rules {
 public:
  Rules(std::size_t letters, std::vector<std::pair<Word, Word>> rules, Budget rewrites)
      : letters_(letters), rules_(std::move(rules)), rewrites_(std::move(rewrites)) {
    std::ranges::sort(rules_);
    add_state();
    for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
      std::size_t state = 0;
      for (const Letter x : rules_[rule].first) {
        if (next_[state * letters_ + x] == 0) {
          next_[state * letters_ + x] = ends_.size();
          add_state();
        }
        state = next_[state * letters_ + x];
      }
      ends_[state] = rule;
    }
    fill();
  }

  /// No left side is in another one, apart from itself.
  void require_reduced(const Line& claim) const {
    for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
      const Word& left = rules_[rule].first;
      if (left.empty()) reject(claim, "the left side of a rule is empty");
      std::size_t state = 0;
      for (std::size_t i = 0; i < left.size(); ++i) {
        state = next_[state * letters_ + left[i]];
        if (ends_[state] != (i + 1 == left.size() ? rule : kNoRule))
          reject(claim, "the left side of a rule is part of another one, or has two right sides");
      }
      if (ends_[fallback_[state]] != kNoRule) reject(claim, "the left side of a rule is the end of another one");
    }
  }

  Word reduced(const Word& word) {
    todo_.assign(word.rbegin(), word.rend());
    states_.assign(1, 0);
    Word done;
    while (!todo_.empty()) {
      const Letter x = todo_.back();
      todo_.pop_back();
      const std::size_t state = next_[states_.back() * letters_ + x];
      done.push_back(x);
      states_.push_back(state);
      if (ends_[state] == kNoRule) continue;
      const auto& [left, right] = rules_[ends_[state]];
      rewrites_.take(1 + left.size() + right.size());
      done.resize(done.size() - left.size());
      states_.resize(states_.size() - left.size());
      todo_.insert(todo_.end(), right.rbegin(), right.rend());
      if (todo_.size() + done.size() > kMostLetters) throw Rejected("a word grows beyond 2^24 letters while it is rewritten");
    }
    return done;
  }

  /// Both sides of each overlap are rewritten to the same word: an end of one left side is the beginning of another. One with a
  /// third left side within it, away from its first and last letter, is resolved by the shorter ones with that side.
  void require_overlaps_to_resolve(const Line& claim) {
    for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
      const Word first = rules_[rule].first;
      for (std::size_t from = 1; from < first.size(); ++from) {
        rewrites_.take(1 + (first.size() - from) / 16);  // which are copied
        const Word end(first.begin() + static_cast<std::ptrdiff_t>(from), first.end());
        for (auto other = std::ranges::lower_bound(rules_, end, {}, &std::pair<Word, Word>::first); other != rules_.end();
             ++other) {
          if (other->first.size() < end.size() || !std::equal(end.begin(), end.end(), other->first.begin())) break;
          if (other->first.size() == end.size()) continue;  // that is a side within a side
          resolve(claim, rules_[rule], *other, end.size());
        }
      }
    }
  }

 private:
  static constexpr std::size_t kNoRule = ~std::size_t{0};

  void add_state() {
    next_.resize(next_.size() + letters_, 0);
    ends_.push_back(kNoRule);
  }

  /// Completes the tree of beginnings to the automaton, the shorter beginnings first.
  void fill() {
    fallback_.assign(ends_.size(), 0);
    std::vector<std::size_t> order{0};
    for (std::size_t at = 0; at < order.size(); ++at) {
      const std::size_t state = order[at];
      if (ends_[state] == kNoRule) ends_[state] = ends_[fallback_[state]];
      for (std::size_t x = 0; x < letters_; ++x) {
        std::size_t& next = next_[state * letters_ + x];
        const std::size_t without_first = state == 0 ? 0 : next_[fallback_[state] * letters_ + x];
        if (next == 0) {
          next = without_first;
        } else {
          fallback_[next] = without_first;
          order.push_back(next);
        }
      }
    }
  }

  void resolve(const Line& claim, const std::pair<Word, Word>& first, const std::pair<Word, Word>& second, std::size_t shared) {
    Word both = first.first;
    both.insert(both.end(), second.first.begin() + static_cast<std::ptrdiff_t>(shared), second.first.end());
    std::size_t state = 0;
    for (std::size_t i = 1; i + 1 < both.size(); ++i) {
      state = next_[state * letters_ + both[i]];
      if (ends_[state] != kNoRule) return;
    }
    Word one = first.second;
    one.insert(one.end(), both.begin() + static_cast<std::ptrdiff_t>(first.first.size()), both.end());
    Word other(both.begin(), both.end() - static_cast<std::ptrdiff_t>(second.first.size()));
    other.insert(other.end(), second.second.begin(), second.second.end());
    if (reduced(one) != reduced(other)) reject(claim, "an overlap of two rules is rewritten to different words");
  }

  std::size_t letters_;
  std::vector<std::pair<Word, Word>> rules_;  // sorted
  std::vector<std::size_t> next_;             // by state and letter; state 0 is the empty word
  std::vector<std::size_t> ends_;             // the rule whose left side ends there
  std::vector<std::size_t> fallback_;         // the longest proper end of a state that is a state
  Budget rewrites_;                           // letters
  std::vector<Letter> todo_;
  std::vector<std::size_t> states_;
};

}  // namespace

std::string check_rewriting(const Proof& proof) {
  Equations given;
  const std::size_t read = read_equations(proof.problem, given);
  if (read + 1 != proof.problem.size())
    reject(read < proof.problem.size() ? proof.problem[read] : proof.claim, "expected letters, then equations, then one order");
  const Order order(proof.problem.back(), given.names.size());
  const std::vector<std::string_view> claim = words_of(proof.claim);
  if (claim.size() != 3 || claim[1] != "confluent") reject(proof.claim, "expected 'claim confluent N'");
  const std::uint64_t count = number_of(claim[2], proof.claim);
  if (count > proof.steps) reject(proof.claim, "there is not a step for each rule");

  Lemmas lemmas(given);
  NumberReader numbers(proof.body);
  std::uint64_t step = 0;
  while (step < proof.steps - count) lemmas.read(numbers, ++step);
  std::vector<std::pair<Word, Word>> rules;
  while (step < proof.steps) {
    const std::uint64_t lemma = numbers.next();
    if (lemma >= lemmas.size()) reject_step(++step, "there is no lemma " + std::to_string(lemma));
    rules.emplace_back(lemmas.left(lemma), lemmas.right(lemma));
    auto& [left, right] = rules.back();
    const auto compared = order.compare(left, right);
    ++step;
    if (compared == 0) reject_step(step, "the two sides of the rule are the same word");
    if (compared < 0) std::swap(left, right);
  }
  if (!numbers.at_end()) throw Rejected("there are bytes after the last step");

  constexpr std::uint64_t kLettersOfAByte = std::uint64_t{1} << 12;
  Rules system(given.names.size(), std::move(rules),
               {(std::uint64_t{1} << 26) + kLettersOfAByte * proof.body.size(), "letters that are rewritten"});
  system.require_reduced(proof.claim);
  for (std::size_t axiom = 0; axiom < lemmas.axioms(); ++axiom)
    if (system.reduced(lemmas.left(axiom)) != system.reduced(lemmas.right(axiom)))
      reject(proof.claim, "the sides of axiom " + std::to_string(axiom) + " are rewritten to different words");
  system.require_overlaps_to_resolve(proof.claim);
  return std::to_string(count) + (count == 1 ? " rule is" : " rules are") + " a complete rewriting system of the " +
         (given.is_group() ? "group" : "monoid");
}

}  // namespace check
