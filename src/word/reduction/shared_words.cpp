// SPDX-License-Identifier: MIT
#include "word/reduction/shared_words.hpp"

#include <utility>

namespace wreath::word {

namespace {

using Run = SharedWords::Run;

void append(std::vector<Run>& runs, const Run& run) {
  if (!runs.empty() && runs.back().id == run.id) {
    runs.back().count += run.count;
  } else {
    runs.push_back(run);
  }
}

}  // namespace

SharedWords::Id SharedWords::group(std::uint32_t level, const Run* first, const Run* last) {
  key_.assign(1, level);
  for (const Run* run = first; run != last; ++run) key_.insert(key_.end(), {run->id, run->count});
  steps_ += static_cast<std::uint64_t>(last - first);
  const std::uint32_t number = keys_.intern(key_);
  if (number == nodes_.size()) {
    Node node{0, this->last(last[-1].id), level, level};
    for (const Run* run = first; run != last; ++run) {
      node.length += length(run->id) * run->count;
      node.hash = scatter(node.hash ^ hash(run->id)) + scatter(run->count);
    }
    nodes_.push_back(node);
  }
  return symbols_ + number;
}

/// Equal symbols are neighbours only on the level on which they arise: above it they are one.
SharedWords::Id SharedWords::power(Id x, std::uint32_t count) {
  const Run run{x, count};
  return count == 1 ? x : group(level(x) + 1, &run, &run + 1);
}

/// From one level to the next.
void SharedWords::parse(std::uint32_t level, const Runs& runs, Runs& groups) {
  groups.clear();
  for (std::size_t i = 0, j = 0; i < runs.size(); i = j) {
    for (j = i + 1; j < runs.size() && joins(level, runs[j - 1].id, runs[j].id);) ++j;
    const bool alone = j == i + 1 && runs[i].count == 1;
    append(groups, {alone ? runs[i].id : group(level + 1, &runs[i], &runs[i] + (j - i)), 1});
  }
}

SharedWords::Id SharedWords::word(std::span<const std::uint32_t> symbols) {
  middle_.clear();
  for (const std::uint32_t symbol : symbols) append(middle_, {symbol, 1});
  left_.clear(0);
  right_.clear(0);
  return close();
}

SharedWords::Id SharedWords::join(Id x, Id y) {
  if (x == kEmpty) return y;
  if (y == kEmpty) return x;
  middle_.clear();
  open_left(x, length(x) - 1);
  middle_.assign(1, {last(x), 1});
  open_right(y);
  return close();
}

SharedWords::Id SharedWords::prefix(Id x, std::uint64_t length) {
  if (length == 0) return kEmpty;
  if (length == this->length(x)) return x;
  middle_.clear();
  open_left(x, length);
  right_.clear(0);
  return close();
}

/// The left side becomes the first `length` symbols of x, which has more.
void SharedWords::open_left(Id x, std::uint64_t length) {
  left_.clear(level(x));
  while (length != 0) {
    const std::uint32_t at = level(x) - 1;
    const std::span<const std::uint32_t> key = keys_[x - symbols_];
    for (std::size_t i = 1;; i += 2) {
      const std::uint64_t each = this->length(key[i]);
      const std::uint64_t whole = std::min<std::uint64_t>(length / each, key[i + 1]);
      if (whole != 0) left_.levels[at].push_back({key[i], static_cast<std::uint32_t>(whole)});
      length -= whole * each;
      ++steps_;
      if (whole != key[i + 1]) {
        x = key[i];
        break;
      }
    }
  }
}

/// The right side becomes y without its first symbol, which joins the middle. A level's runs are in reverse.
void SharedWords::open_right(Id y) {
  right_.clear(level(y));
  while (!is_symbol(y)) {
    Runs& runs = right_.levels[level(y) - 1];
    const std::span<const std::uint32_t> key = keys_[y - symbols_];
    for (std::size_t i = key.size() - 2; i > 1; i -= 2) runs.push_back({key[i], key[i + 1]});
    if (key[2] != 1) runs.push_back({key[1], key[2] - 1});
    steps_ += key.size() / 2;
    y = key[1];
  }
  append(middle_, {y, 1});
}

/// A group that the joint may change needs its neighbour: if there is none on this level, the nearest one above is opened.
void SharedWords::pull(Side& side, std::uint32_t level, bool left) {
  std::uint32_t above = level + 1;
  while (side.levels[above].empty()) ++above;
  Id x = side.levels[above].back().id;
  if (--side.levels[above].back().count == 0) side.levels[above].pop_back();
  while (this->level(x) > level) {
    const std::uint32_t at = this->level(x) - 1;
    const std::span<const std::uint32_t> key = keys_[x - symbols_];
    Runs& runs = side.levels[at];
    for (std::size_t i = 1; i < key.size(); i += 2) {
      const std::size_t k = left ? i : key.size() - 1 - i;
      runs.push_back({key[k], key[k + 1]});
    }
    steps_ += key.size() / 2;
    if (at == level) return;
    x = runs.back().id;
    if (--runs.back().count == 0) runs.pop_back();
  }
  side.levels[level].push_back({x, 1});
}

/// The word of the left side, the middle and the right side.
SharedWords::Id SharedWords::close() {
  const auto lower = [](Side& side, std::uint32_t level) {
    while (side.used > level && side.levels[side.used - 1].empty()) --side.used;
    return side.used > level;
  };
  for (std::uint32_t level = 0;; ++level) {
    const bool more_left = lower(left_, level);
    const bool more_right = lower(right_, level);
    if (!more_left && !more_right) {
      if (middle_.empty()) return kEmpty;
      if (middle_.size() == 1 && middle_[0].count == 1) return middle_[0].id;
    }
    runs_.clear();
    if (more_left) {
      Runs& left = left_.levels[level];
      if (left.empty() && !middle_.empty()) pull(left_, level, true);
      std::swap(runs_, left);
    }
    for (const Run& run : middle_) append(runs_, run);
    if (more_right) {
      const Runs& right = right_.levels[level];
      if (right.empty() && !runs_.empty()) pull(right_, level, false);
      for (std::size_t i = right.size(); i-- != 0;) append(runs_, right[i]);
    }
    parse(level, runs_, middle_);
  }
}

void SharedWords::Side::clear(std::uint32_t most) {
  if (levels.size() < most) levels.resize(most);
  for (std::uint32_t level = 0; level < most; ++level) levels[level].clear();
  used = most;
}

/// A group's symbols have smaller numbers than it.
SharedWords::Id SharedWords::keep(Id x) {
  std::vector<Id> fresh(nodes_.size(), kEmpty);
  const auto is_group = [&](Id id) { return id != kEmpty && !is_symbol(id); };
  if (is_group(x)) fresh[x - symbols_] = 0;
  for (std::size_t node = nodes_.size(); node-- != 0;) {
    if (fresh[node] == kEmpty) continue;
    const std::span<const std::uint32_t> key = keys_[node];
    for (std::size_t i = 1; i < key.size(); i += 2) {
      if (is_group(key[i])) fresh[key[i] - symbols_] = 0;
    }
  }
  const automata::KeyTable keys = std::exchange(keys_, {});
  nodes_.clear();
  for (std::size_t node = 0; node < fresh.size(); ++node) {
    if (fresh[node] == kEmpty) continue;
    const std::span<const std::uint32_t> key = keys[node];
    runs_.clear();
    for (std::size_t i = 1; i < key.size(); i += 2) {
      runs_.push_back({is_group(key[i]) ? fresh[key[i] - symbols_] : key[i], key[i + 1]});
    }
    fresh[node] = group(key[0], runs_.data(), runs_.data() + runs_.size());
  }
  return is_group(x) ? fresh[x - symbols_] : x;
}

void SharedWords::append_parts(Id x, std::vector<Id>& parts) {
  const std::span<const std::uint32_t> key = keys_[x - symbols_];
  if (key.size() == 3) {
    const Id each = key[1];
    const std::uint32_t count = key[2];
    parts.push_back(power(each, count - count / 2));
    parts.push_back(power(each, count / 2));
    return;
  }
  taken_.clear();
  for (std::size_t i = 1; i < key.size(); i += 2) taken_.push_back({key[i], key[i + 1]});
  for (const Run& run : taken_) parts.push_back(power(run.id, run.count));
}

}  // namespace wreath::word
