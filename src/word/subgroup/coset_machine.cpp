// SPDX-License-Identifier: MIT
#include "word/subgroup/coset_automata.hpp"

#include <algorithm>

#include "word/automatic/standings.hpp"
#include "core/words/words.hpp"

namespace wreath::word {

namespace {

/// A prefix of a word beside the words v of its coset; each difference remembers how it was reached, so that v can be read off.
class CosetSearch {
 public:
  explicit CosetSearch(const CosetMachine& machine) : machine_(machine), place_(machine.size(), kNowhere) {}

  /// The length of the shortest prefix that has a smaller word in its coset, and that word; 0 if there is none.
  std::size_t find(std::span<const Letter> word, Word& smaller) {
    reached_.clear();
    std::size_t begin = 0;
    for (const CosetMachine::Element h : machine_.members())
      if (h != 0) reached_.push_back({h, 0, 0, kSame});
    for (std::size_t i = 0; i < word.size(); ++i) {
      const std::size_t end = reached_.size();
      const bool found = read(word[i], begin, end);
      for (std::size_t at = end; at < reached_.size(); ++at) place_[reached_[at].element] = kNowhere;
      if (found) {
        read_off(i + 1, smaller);
        return i + 1;
      }
      begin = end;
    }
    return 0;
  }

 private:
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFFU;
  struct Reached {
    CosetMachine::Element element;
    std::uint32_t before;  // its place in the layer before
    std::uint32_t letter;
    Standing standing;
  };

  /// Whether the identity was reached: it is the last one then.
  bool read(Letter x, std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      const Standing standing = reached_[at].standing;
      for (const auto& [symbol, target] : machine_.edges(reached_[at].element, x)) {
        const std::uint32_t y = machine_.pairs().second(symbol);
        Standing next = standing;
        if (y == machine_.pairs().pad()) {
          next = kEnded;
        } else if (standing == kEnded) {
          continue;
        } else if (standing == kSame && y != x) {
          next = y < x ? kLess : kGreater;
        }
        if (target == 0 && next == kGreater) continue;
        const Reached entry{target, static_cast<std::uint32_t>(at), y, next};
        if (place_[target] == kNowhere) {
          place_[target] = static_cast<std::uint32_t>(reached_.size());
          reached_.push_back(entry);
        } else if (next < reached_[place_[target]].standing) {
          reached_[place_[target]] = entry;
        }
        if (target == 0) return true;
      }
    }
    return false;
  }

  void read_off(std::size_t letters, Word& smaller) const {
    smaller.clear();
    std::size_t at = reached_.size() - 1;
    for (; letters > 0; --letters) {
      if (reached_[at].letter != machine_.pairs().pad()) smaller.push_back(static_cast<Letter>(reached_[at].letter));
      at = reached_[at].before;
    }
    std::ranges::reverse(smaller);
  }

  const CosetMachine& machine_;
  std::vector<std::uint32_t> place_;  // of each element in the layer that is being made
  std::vector<Reached> reached_;      // layer after layer
};

}  // namespace

CosetMachine::CosetMachine(const StructureView& structure, std::span<const Word> differences)
    : structure_(structure), table_(structure), forms_(structure), pairs_{structure.letters()} {
  add(0);
  members_.push_back(0);
  is_member_[0] = true;
  for (std::uint32_t x = 0; x < structure.letters(); ++x) letters_.push_back(add(table_.times(0, static_cast<Letter>(x))));
  for (const Word& d : differences) add(number_of(d));
}

std::uint32_t CosetMachine::number_of(std::span<const Letter> word) {
  return table_.product_of(word);
}

CosetMachine::Element CosetMachine::add(std::uint32_t number) {
  if (number < element_of_.size() && element_of_[number] != kNone) return element_of_[number];
  for (const std::uint32_t each : {number, table_.inverse(number)}) {  // the pair turned around has the inverses
    if (element_of_.size() <= each) element_of_.resize(each + 1, kNone);
    if (element_of_[each] != kNone) continue;
    element_of_[each] = static_cast<Element>(elements_.size());
    elements_.push_back(each);
    is_member_.push_back(false);
  }
  return element_of_[number];
}

bool CosetMachine::add_path(std::uint32_t start, std::span<const Letter> u, std::span<const Letter> v,
                            const automata::Limits& limits) {
  const std::size_t before = elements_.size();
  const std::size_t members = members_.size();
  for (const std::uint32_t h : {start, table_.inverse(start)}) {
    const Element element = add(h);
    if (is_member_[element]) continue;
    is_member_[element] = true;
    members_.push_back(element);
  }
  std::uint32_t d = start;
  for (std::size_t i = 0; i < std::max(u.size(), v.size()); ++i) {
    automata::check_limits(limits, elements_.size());
    if (i < u.size()) d = table_.inverse_times(d, u[i]);
    if (i < v.size()) d = table_.times(d, v[i]);
    add(d);
  }
  return elements_.size() > before || members_.size() > members;
}

bool CosetMachine::add_equation(std::span<const Letter> u, std::span<const Letter> v, const automata::Limits& limits) {
  return add_path(number_of(quotient(u, v, structure_.alphabet)), u, v, limits);
}

bool CosetMachine::add_product(std::span<const Letter> u, Letter x, std::span<const Letter> v, const automata::Limits& limits) {
  Word product(u.begin(), u.end());
  product.push_back(x);
  return add_path(number_of(quotient(product, v, structure_.alphabet)), u, v, limits);
}

bool CosetMachine::find_members(const automata::Limits& limits) {
  const std::size_t before = members_.size();
  for (Element d = 1; d < elements_.size(); ++d) {
    automata::check_limits(limits, elements_.size());
    if (is_member_[d] || !reduce((*this)[d]).empty()) continue;
    is_member_[d] = true;
    members_.push_back(d);
  }
  return members_.size() > before;
}

void CosetMachine::make_transitions(const automata::Limits& limits) {
  const std::uint32_t k = pairs_.letters;
  edges_.clear();
  begin_.assign(1, 0);
  row_begin_.clear();
  const auto element = [&](std::uint32_t number) { return number < element_of_.size() ? element_of_[number] : kNone; };
  for (Element d = 0; d < elements_.size(); ++d) {
    automata::check_limits(limits, elements_.size());
    for (std::uint32_t x = 0; x <= k; ++x) {
      row_begin_.push_back(edges_.size());
      const std::uint32_t left = x == k ? elements_[d] : table_.inverse_times(elements_[d], static_cast<Letter>(x));
      for (std::uint32_t y = 0; y <= k; ++y) {
        if (x == k && y == k) continue;
        const Element target = element(y == k ? left : table_.times(left, static_cast<Letter>(y)));
        if (target != kNone) edges_.push_back({pairs_.pair(x, y), target});
      }
    }
    begin_.push_back(edges_.size());
  }
  row_begin_.push_back(edges_.size());
}

std::span<const CosetMachine::Edge> CosetMachine::edges(Element d, Letter x) const {
  const std::size_t row = std::size_t{d} * (pairs_.letters + 1) + x;
  return {edges_.data() + row_begin_[row], edges_.data() + row_begin_[row + 1]};
}

CosetMachine::Element CosetMachine::after_padding(Element d, Letter x) const {
  const auto row = edges(d, x);
  return !row.empty() && pairs_.second(row.back().symbol) == pairs_.pad() ? row.back().target : kNone;
}

Word CosetMachine::reduce_in_group(std::span<const Letter> word) {
  return forms_.reduce(word);
}

Word CosetMachine::reduce(std::span<const Letter> word) {
  Word reduced = forms_.reduce(word);
  Word smaller;
  CosetSearch search(*this);
  while (const std::size_t length = search.find(reduced, smaller)) {
    smaller.insert(smaller.end(), reduced.begin() + static_cast<std::ptrdiff_t>(length), reduced.end());
    reduced = forms_.reduce(smaller);
  }
  return reduced;
}

}  // namespace wreath::word
