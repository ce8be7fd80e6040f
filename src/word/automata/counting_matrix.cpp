// SPDX-License-Identifier: MIT
#include "word/automata/counting_matrix.hpp"

#include <algorithm>

#include "word/automata/minimise.hpp"

namespace wreath::word::automata {

void CountingMatrix::multiply(const std::vector<std::uint64_t>& x, std::vector<std::uint64_t>& y, std::uint64_t prime) const {
  y.resize(size());
  for (std::size_t row = 0; row < size(); ++row) {
    std::uint64_t sum = 0;
    for (std::uint64_t at = row_begin[row]; at < row_begin[row + 1]; ++at) sum += entries[at].value * x[entries[at].column];
    y[row] = sum % prime;
  }
}

CountingMatrix counting_matrix(const Dfa& dfa, const Limits& limits) {
  const Dfa useful = relabel(trim(dfa), [](Label label) { return Label{label != 0}; });
  const std::vector<State> class_of = coarsest_partition(useful.table, useful.labels, Alike::by_number, limits);
  // Number the classes from that of the start on, and let a state of each stand for all.
  std::vector<State> number(useful.states(), kNoState);
  std::vector<State> order{0};
  number[class_of[0]] = 0;
  CountingMatrix matrix;
  std::vector<State> columns;
  for (std::size_t at = 0; at < order.size(); ++at) {
    matrix.accepting.push_back(useful.labels[order[at]]);
    columns.clear();
    for (const State target : useful.table.targets(order[at])) {
      State& column = number[class_of[target]];
      if (column == kNoState) {
        column = static_cast<State>(order.size());
        order.push_back(target);
      }
      columns.push_back(column);
    }
    std::sort(columns.begin(), columns.end());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0 && columns[i] == columns[i - 1]) {
        ++matrix.entries.back().value;
      } else {
        matrix.entries.push_back({columns[i], 1});
      }
    }
    matrix.row_begin.push_back(matrix.entries.size());
  }
  return matrix;
}

}  // namespace wreath::word::automata
