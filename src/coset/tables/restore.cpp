// SPDX-License-Identifier: MIT
//
// A table that is read back, and what can be checked of it.
//
// A table under way is right if each of its edges, and each coincidence, follows from the relators. The table alone shows less:
// that it is a table at all. Each edge is there twice, once for each end. So an entry that was changed contradicts another one,
// and a row that died or came to life contradicts the rows that name it. While a collapse is under way the two entries of an edge
// may name different cosets, if these are to be merged. What cannot be seen is a coincidence that was changed before anything was
// concluded from it; nor can two changes that agree. So an index that was found in this way is reported as one of a resumed run.
#include <algorithm>
#include <atomic>
#include <cstring>

#include "core/parallel/loops.hpp"
#include "coset/cpu/move_rows.hpp"
#include "coset/tables/table.hpp"

namespace wreath::coset {

namespace {

/// Whether all rows 1..rows pass; a test gets a range of rows.
template <class Test>
bool all_rows(std::uint64_t rows, unsigned threads, const Test& test) {
  std::atomic<bool> passed{true};
  parallel_ranges(rows, threads, detail::kRowGrain, [&](Range range, unsigned) {
    if (passed.load(std::memory_order_relaxed) && !test(range.begin + 1, range.end + 1)) passed = false;
  });
  return passed;
}

}  // namespace

template <class Entry>
bool TableOf<Entry>::restore(ByteReader& reader, std::uint64_t total, std::uint64_t maximum) {
  const auto rows = reader.array<Entry>();  // not aligned, and neither are the parents
  const auto parents = reader.array<Row>();
  std::vector<Row> coincidences;
  reader.array_into<Row>(coincidences);
  const std::size_t row_bytes = width_ * sizeof(Entry);
  const std::uint64_t count = width_ == 0 ? 1 : rows.size() / row_bytes;
  if (count == 0 || count > most_rows_ || rows.size() != count * row_bytes) return false;
  if (!parents.empty() && parents.size() != count * sizeof(Row)) return false;
  if (count > capacity_) reserve(count);
  counts_ = {count, count, total, maximum};
  row_limit_ = std::max(row_limit_, count);
  if (!rows.empty()) std::memcpy(static_cast<void*>(entries_ + width_), rows.data(), rows.size());
  if (std::ranges::any_of(saved_rows(), [&](Row d) { return d > count; })) return false;
  if (!restore_parents(parents) || !restore_coincidences(coincidences)) return false;
  if (counts_.maximum < counts_.live || counts_.total < std::max(counts_.maximum, count)) return false;
  return has_pending() ? is_settling_table() : is_settled_table();
}

template <class Entry>
bool TableOf<Entry>::restore_parents(std::span<const std::byte> saved) {
  if (!saved.empty()) std::memcpy(parents_ + 1, saved.data(), saved.size());
  for (std::uint64_t c = 1; c <= rows(); ++c) {
    if (saved.empty()) parents_[c] = static_cast<Row>(c);
    if (parents_[c] == 0 || parents_[c] > c) return false;
    counts_.live -= parents_[c] == c ? 0 : 1;
  }
  return true;
}

template <class Entry>
bool TableOf<Entry>::restore_coincidences(std::span<const Row> list) {
  if (list.size() % 2 == 0 || list.back() > 1) return false;
  in_generations_ = list.back() != 0;
  for (std::size_t k = 0; k + 1 < list.size(); k += 2) {
    const Row a = list[k];
    const Row b = list[k + 1];
    if (a == 0 || std::max(a, b) > rows() || (b == 0 && is_alive(a))) return false;
    if (b == 0) {
      dying_.push_back(a);
    } else {
      pending_.emplace_back(a, b);
    }
  }
  return has_pending() || !in_generations_;
}

/// The invariants of table.hpp.
template <class Entry>
bool TableOf<Entry>::is_settled_table() const {
  return all_rows(rows(), threads_, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto c = static_cast<Row>(begin); c != end; ++c) {
      const bool alive = is_alive(c);
      bool has_smaller = c == 1 || !alive;
      for (unsigned x = 0; x < width_; ++x) {
        const Row d = at(c, static_cast<Letter>(x));
        if (d == 0) continue;
        if (!alive || !is_alive(d) || at(d, inverses_[x]) != c) return false;
        has_smaller = has_smaller || d < c;
      }
      if (!has_smaller) return false;
    }
    return true;
  });
}

/// Dead rows with edges are to be moved, and the two entries of an edge name the same cosets once all coincidences are applied.
template <class Entry>
bool TableOf<Entry>::is_settling_table() const {
  std::vector<Row> classes(parents_, parents_ + rows() + 1);
  const auto class_of = [&](Row c) {
    for (; classes[c] != c; c = classes[c]) classes[c] = classes[classes[c]];
    return c;
  };
  const auto root_of = [&](Row c) {
    while (parents_[c] != c) c = parents_[c];
    return c;
  };
  for (const auto& [a, b] : pending_) {
    const auto [low, high] = std::minmax({class_of(a), class_of(b)});
    classes[high] = low;
  }
  std::vector<bool> moves(rows() + 1);
  for (const Row dead : dying_) moves[dead] = true;
  for (std::uint64_t k = 1; k <= rows(); ++k) {
    const auto c = static_cast<Row>(k);
    for (unsigned x = 0; x < width_; ++x) {
      const Row d = at(c, static_cast<Letter>(x));
      if (d == 0) continue;
      if (!is_alive(c) && !moves[c]) return false;
      Row back = at(d, inverses_[x]);
      if (back == 0) back = at(root_of(d), inverses_[x]);
      if (back == 0 || class_of(back) != class_of(c)) return false;
    }
  }
  return true;
}

template bool TableOf<Row>::restore(ByteReader&, std::uint64_t, std::uint64_t);
template bool TableOf<WideEntry>::restore(ByteReader&, std::uint64_t, std::uint64_t);

}  // namespace wreath::coset
