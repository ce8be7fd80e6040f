// SPDX-License-Identifier: MIT
//
// Minimisation by partition refinement with signatures (Jacobs, Wissmann, "Fast coalgebraic bisimilarity minimization", POPL
// 2023).
//
// Start from the classes of equal labels. The signature of a state is the sequence of (symbol, class of the target) along its
// row. As long as a class holds states of different signatures, split it: the largest part keeps the class's number, every other
// one gets a new number, and the states with an edge into a renumbered state are *dirty*: only their signatures can have changed.
// The states of a class that are not dirty have a common signature, so it is enough to look at the dirty ones and at one clean
// one.
//
// At first nearly all states would be dirty, so the beginning is made in plain rounds, all signatures of all states, as long as
// each round at least doubles the number of classes (hence at most log2(n) of them).
//
// A state that is renumbered finds itself in a class at most half as large, hence is renumbered at most log2(n) times, and an
// edge is looked at O(r log n) times (r the longest row); there is no factor for the symbols that a row does not have. In memory
// lie the table, 4 bytes an edge for the predecessors, and some 30 bytes a state.
//
// Signatures are compared by 64-bit hashes. Different hashes prove different signatures, so no two equivalent states are ever
// parted; that all states of a class agree is checked in full at the end, and should a collision have kept two apart states
// together, all is done again with another hash. The result is therefore exact.
#include "word/automata/operations.hpp"

#include <algorithm>
#include <optional>

#include "core/data/hash.hpp"

namespace wreath::word::automata {
namespace {

class Refinement {
 public:
  Refinement(const Table& table, const std::vector<Label>& labels, Alike alike, std::uint64_t seed, const Limits& limits)
      : table_(table), alike_(alike), seed_(seed), limits_(limits), labels_(labels), class_of_(labels) {
    while (refine_all()) check_limits(limits_, labels.size());
    gather_classes();
  }

  void refine() {
    if (pending_.empty()) return;
    predecessors_.emplace(table_);
    std::size_t turns = 0;
    while (!pending_.empty()) {
      if (++turns % kStatesPerCheck == 0) check_limits(limits_, order_.size());
      const State block = pending_.back();
      pending_.pop_back();
      split(block);
    }
  }

  /// Whether in every class all states have the same label and the same row of classes.
  bool is_exact() const {
    std::vector<std::uint64_t> row;
    std::vector<std::uint64_t> other;
    for (const Block& block : blocks_) {
      if (block.end - block.begin == 1) continue;
      describe(order_[block.begin], row);
      for (std::size_t at = block.begin + 1; at < block.end; ++at) {
        describe(order_[at], other);
        if (other != row || labels_[order_[at]] != labels_[order_[block.begin]]) return false;
      }
    }
    return true;
  }

  std::vector<State> take_classes() { return std::move(class_of_); }

 private:
  /// A class: the places begin..end-1 of order_, the dirty states last.
  struct Block {
    std::size_t begin;
    std::size_t dirty;
    std::size_t end;
  };
  struct Signed {
    std::uint64_t signature;
    State state;
    bool operator<(const Signed& other) const { return signature < other.signature; }
  };

  /// One round for all states. Says whether it at least doubled the number of classes.
  bool refine_all() {
    const auto states = static_cast<State>(class_of_.size());
    dirty_.resize(states);
    for (State state = 0; state < states; ++state) dirty_[state] = {mix64(signature(state) + class_of_[state]), state};
    std::sort(dirty_.begin(), dirty_.end());
    const std::size_t before = classes_;
    classes_ = 0;
    for (State i = 0; i < states; ++i) {
      if (i == 0 || dirty_[i].signature != dirty_[i - 1].signature) ++classes_;
      class_of_[dirty_[i].state] = static_cast<State>(classes_ - 1);
    }
    return classes_ >= 2 * before;
  }

  /// Writes the classes down in full, all states dirty.
  void gather_classes() {
    const auto states = static_cast<State>(class_of_.size());
    blocks_.assign(classes_, Block{0, 0, 0});
    for (State state = 0; state < states; ++state) ++blocks_[class_of_[state]].end;
    std::size_t begin = 0;
    for (State block = 0; block < blocks_.size(); ++block) {
      const std::size_t size = blocks_[block].end;
      blocks_[block] = {begin, begin, begin};
      begin += size;
      if (size > 1) pending_.push_back(block);
    }
    order_.resize(states);
    place_.resize(states);
    for (State state = 0; state < states; ++state) {
      place_[state] = static_cast<State>(blocks_[class_of_[state]].end++);
      order_[place_[state]] = state;
    }
  }

  std::uint64_t signature(State state) const {
    const auto symbols = table_.symbols(state);
    const auto targets = table_.targets(state);
    std::uint64_t sum = seed_;
    if (alike_ == Alike::by_number) {
      for (const State target : targets) sum += mix64(class_of_[target] + seed_);
      return sum;
    }
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      sum = (sum ^ (std::uint64_t{symbols[i]} << 32 | class_of_[targets[i]])) * 0x9FB21C651E98DF25U;
      sum ^= sum >> 29;
    }
    return mix64(sum);
  }

  /// The signature in full.
  void describe(State state, std::vector<std::uint64_t>& row) const {
    const auto symbols = table_.symbols(state);
    const auto targets = table_.targets(state);
    row.resize(symbols.size());
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      row[i] = (alike_ == Alike::by_symbol ? std::uint64_t{symbols[i]} << 32 : 0) | class_of_[targets[i]];
    }
    if (alike_ == Alike::by_number) std::sort(row.begin(), row.end());
  }

  void move_to(State state, std::size_t place) {
    order_[place] = state;
    place_[state] = static_cast<State>(place);
  }

  void mark_dirty(State state) {
    const State number = class_of_[state];
    Block& block = blocks_[number];
    if (place_[state] >= block.dirty || block.end - block.begin == 1) return;
    if (block.dirty == block.end) pending_.push_back(number);
    const State other = order_[--block.dirty];
    move_to(other, place_[state]);
    move_to(state, block.dirty);
  }

  /// Splits a class with dirty states into its parts of equal signatures.
  void split(State number) {
    const Block block = blocks_[number];
    dirty_.clear();
    for (std::size_t at = block.dirty; at < block.end; ++at) dirty_.push_back({signature(order_[at]), order_[at]});
    blocks_[number].dirty = block.end;
    const std::size_t clean = block.dirty - block.begin;
    const std::uint64_t clean_signature = clean != 0 ? signature(order_[block.begin]) : dirty_[0].signature;
    if (std::all_of(dirty_.begin(), dirty_.end(), [=](const Signed& each) { return each.signature == clean_signature; })) return;

    std::sort(dirty_.begin(), dirty_.end());
    const auto joined = std::equal_range(dirty_.begin(), dirty_.end(), Signed{clean_signature, 0});
    if (clean != 0) std::rotate(dirty_.begin(), joined.first, joined.second);  // those like the clean ones stay beside them
    for (std::size_t i = 0; i < dirty_.size(); ++i) move_to(dirty_[i].state, block.dirty + i);

    parts_.assign(1, block.begin);  // where the parts begin
    for (std::size_t i = clean != 0 ? 0 : 1; i < dirty_.size(); ++i) {
      const std::uint64_t before = i == 0 ? clean_signature : dirty_[i - 1].signature;
      if (dirty_[i].signature != before) parts_.push_back(block.dirty + i);
    }
    parts_.push_back(block.end);
    number_parts(number);
  }

  void number_parts(State number) {
    std::size_t largest = 0;
    for (std::size_t i = 1; i + 1 < parts_.size(); ++i) {
      if (parts_[i + 1] - parts_[i] > parts_[largest + 1] - parts_[largest]) largest = i;
    }
    blocks_[number] = {parts_[largest], parts_[largest + 1], parts_[largest + 1]};
    const std::size_t first_new = blocks_.size();
    for (std::size_t i = 0; i + 1 < parts_.size(); ++i) {
      if (i == largest) continue;
      for (std::size_t at = parts_[i]; at < parts_[i + 1]; ++at) class_of_[order_[at]] = static_cast<State>(blocks_.size());
      blocks_.push_back({parts_[i], parts_[i + 1], parts_[i + 1]});
    }
    const std::size_t end_new = blocks_.size();
    for (std::size_t fresh = first_new; fresh < end_new; ++fresh) {
      // Marking moves states within a class, perhaps within this one: go by a copy.
      moved_.assign(order_.begin() + static_cast<std::ptrdiff_t>(blocks_[fresh].begin),
                    order_.begin() + static_cast<std::ptrdiff_t>(blocks_[fresh].end));
      for (const State state : moved_) {
        for (const State before : (*predecessors_)[state]) mark_dirty(before);
      }
    }
  }

  const Table& table_;
  Alike alike_;
  std::uint64_t seed_;
  const Limits& limits_;
  const std::vector<Label>& labels_;
  std::optional<Predecessors> predecessors_;
  std::size_t classes_ = 1;
  std::vector<State> class_of_;
  std::vector<State> order_;  // the states, class by class
  std::vector<State> place_;  // where in order_ a state stands
  std::vector<Block> blocks_;
  std::vector<State> pending_;  // the classes with dirty states
  std::vector<Signed> dirty_;
  std::vector<std::size_t> parts_;
  std::vector<State> moved_;
};

}  // namespace

std::vector<State> coarsest_partition(const Table& table, const std::vector<Label>& labels, Alike alike, const Limits& limits) {
  for (std::uint64_t attempt = 0; attempt < 16; ++attempt) {
    Refinement refinement(table, labels, alike, mix64(attempt + 1), limits);
    refinement.refine();
    if (refinement.is_exact()) return refinement.take_classes();
  }
  throw InternalError("hashes of different rows collided sixteen times in a row");
}

Dfa minimise(const Dfa& dfa, const Limits& limits) {
  const Dfa useful = trim(dfa);
  const std::vector<State> class_of = coarsest_partition(useful.table, useful.labels, Alike::by_symbol, limits);
  return renumber(useful, [&](State state) { return class_of[state]; });  // canonical
}

}  // namespace wreath::word::automata
