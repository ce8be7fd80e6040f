// SPDX-License-Identifier: MIT
#pragma once

#include "core/data/huge_array.hpp"
#include "core/parallel/function_ref.hpp"
#include "coset/tasks.hpp"

namespace wreath::coset {

/// The standard order of the rows of a closed table: breadth-first from row 1, columns in order.
template <class Entry>
class BreadthFirstOrder {
 public:
  using Row = RowOf<Entry>;
  /// The parents become the new numbers of the rows. look() is called now and then, and may throw.
  BreadthFirstOrder(const TableRefOf<Entry>& table, std::uint64_t rows, unsigned threads, FunctionRef<void()> look);

  /// The row that gets a number, from 1 on.
  Row row_of(std::uint64_t number) const { return queue_[number]; }

 private:
  std::uint64_t number_level(std::uint64_t begin, std::uint64_t end, std::uint64_t found);
  std::uint64_t number_level_together(std::uint64_t begin, std::uint64_t end, std::uint64_t found);

  TableRefOf<Entry> table_;
  std::uint64_t rows_;
  unsigned threads_;
  HugeArray<Row> queue_;
  HugeArray<std::uint32_t> claims_;  // for each row the first edge that leads to it
};

}  // namespace wreath::coset
