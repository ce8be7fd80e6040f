// SPDX-License-Identifier: MIT
#include "word/subgroup/coset_machine.hpp"

#include <algorithm>

namespace wreath::word {

namespace {

/// How v stands to u: smaller so far, the same so far, greater so far, or shorter. What is open to one is open to those before
/// it.
enum CosetStanding : std::uint8_t { kCosetLess, kCosetSame, kCosetGreater, kCosetEnded, kCosetAbsent };

/// A prefix of a word beside the words v of its coset; each difference remembers how it was reached, so that v can be read off.
class CosetSearch {
 public:
  CosetSearch(const CosetMachine& machine, std::span<const Letter> word) : machine_(machine), word_(word) {}

  /// The length of the shortest prefix that has a smaller word in its coset, and that word; 0 if there is none.
  std::size_t find(Word& smaller) {
    layers_.emplace_back(machine_.size());
    for (const CosetMachine::Element h : machine_.members())
      if (h != 0) layers_[0][h] = {0, 0, kCosetSame};
    for (std::size_t i = 0; i < word_.size(); ++i) {
      layers_.emplace_back(machine_.size());
      if (read(i)) {
        read_off(i + 1, smaller);
        return i + 1;
      }
    }
    return 0;
  }

 private:
  struct Reached {
    CosetMachine::Element before = 0;
    std::uint32_t letter = 0;
    CosetStanding standing = kCosetAbsent;
  };

  bool read(std::size_t i) {
    const Letter x = word_[i];
    for (CosetMachine::Element d = 1; d < machine_.size(); ++d) {
      const CosetStanding standing = layers_[i][d].standing;
      if (standing == kCosetAbsent) continue;
      for (const auto& [symbol, target] : machine_.edges(d, x)) {
        const std::uint32_t y = machine_.pairs().second(symbol);
        CosetStanding next = standing;
        if (y == machine_.pairs().pad()) {
          next = kCosetEnded;
        } else if (standing == kCosetEnded) {
          continue;
        } else if (standing == kCosetSame && y != x) {
          next = y < x ? kCosetLess : kCosetGreater;
        }
        if (target == 0 && next == kCosetGreater) continue;
        Reached& entry = layers_[i + 1][target];
        if (next >= entry.standing) continue;
        entry = {d, y, next};
        if (target == 0) return true;
      }
    }
    return false;
  }

  void read_off(std::size_t end, Word& smaller) const {
    smaller.clear();
    CosetMachine::Element d = 0;
    for (std::size_t i = end; i > 0; --i) {
      const Reached& entry = layers_[i][d];
      if (entry.letter != machine_.pairs().pad()) smaller.push_back(static_cast<Letter>(entry.letter));
      d = entry.before;
    }
    std::ranges::reverse(smaller);
  }

  const CosetMachine& machine_;
  std::span<const Letter> word_;
  std::vector<std::vector<Reached>> layers_;
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
  std::uint32_t number = 0;
  for (const Letter x : word) number = table_.times(number, x);
  return number;
}

CosetMachine::Element CosetMachine::add(std::uint32_t number) {
  for (const std::uint32_t each : {number, table_.inverse(number)}) {  // the pair turned around has the inverses
    if (element_of_.size() <= each) element_of_.resize(each + 1, kNone);
    if (element_of_[each] != kNone) continue;
    element_of_[each] = static_cast<Element>(elements_.size());
    elements_.push_back(each);
    is_member_.push_back(false);
  }
  return element_of_[number];
}

bool CosetMachine::add_path(std::uint32_t start, std::span<const Letter> u, std::span<const Letter> v) {
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
    if (i < u.size()) d = table_.inverse_times(d, u[i]);
    if (i < v.size()) d = table_.times(d, v[i]);
    add(d);
  }
  return elements_.size() > before || members_.size() > members;
}

bool CosetMachine::add_equation(std::span<const Letter> u, std::span<const Letter> v) {
  const Word back = inverse_word(v, structure_.alphabet);
  Word start(u.begin(), u.end());  // u v^-1
  start.insert(start.end(), back.begin(), back.end());
  return add_path(number_of(start), u, v);
}

bool CosetMachine::add_product(std::span<const Letter> u, Letter x, std::span<const Letter> v) {
  const Word back = inverse_word(v, structure_.alphabet);
  Word start(u.begin(), u.end());
  start.push_back(x);
  start.insert(start.end(), back.begin(), back.end());
  return add_path(number_of(start), u, v);
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
  while (const std::size_t length = CosetSearch(*this, reduced).find(smaller)) {
    smaller.insert(smaller.end(), reduced.begin() + static_cast<std::ptrdiff_t>(length), reduced.end());
    reduced = forms_.reduce(smaller);
  }
  return reduced;
}

}  // namespace wreath::word
