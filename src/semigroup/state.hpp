// SPDX-License-Identifier: MIT
//
// What an Enumeration holds.
#pragma once

#include "semigroup/cayley.hpp"
#include "semigroup/plan.hpp"

namespace wreath::semigroup {

struct Enumeration::State {
  State(Generators given, const Options& asked)
      : generators(std::move(given)), options(asked), tree(generators.count()), cayley(tree, generators.count(), asked.threads) {
    for (std::uint64_t p = 0; p < generators.degree; ++p) plan.tracked.push_back(static_cast<Point>(p));
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void prepare(RunControl& run);
  void expand_next();
  void start_backend(RunControl& run);
  bool make_room(RunControl& run);
  void form_again(RunControl& run);
  void form_graphs_again(RunControl& run);
  /// Throws ResourceError where so little is left that the next batch might not fit.
  void require_memory(const RunControl& run) const;

  /// Numbers are counted from the empty word inside, and from the first element outside.
  Index offset() const { return generators.monoid ? 0 : 1; }
  Index inside(std::uint64_t element) const { return static_cast<Index>(element + offset()); }

  /// Whether the backend's rows have the images of all points.
  bool whole_rows() const { return plan.tracked.size() == generators.degree; }
  /// The element with these images of the tracked points.
  std::optional<Index> find(std::span<const Point> images) const;
  /// visit(e, row) for elements first..last-1, with the images of the tracked points, until it returns false. Where memory ran
  /// out and there is no backend, rows are computed from the words.
  template <class Visit>
  void for_each_row(Index first, Index last, const Visit& visit) const;

  Generators generators;
  Options options;
  Plan plan;
  WordTree tree;
  Cayley cayley;
  std::unique_ptr<Backend> backend;
  std::string_view exactness;                // of the last backend
  std::uint64_t least_memory = 0;            // when less is left, elements go into a smaller form
  Index next = 0;                            // the first element whose products are not known
  std::vector<std::uint32_t> right_outside;  // graphs in outside numbers, once asked for
  std::vector<std::uint32_t> left_outside;
};

template <class Visit>
void Enumeration::State::for_each_row(Index first, Index last, const Visit& visit) const {
  const std::size_t columns = plan.tracked.size();
  const auto block = static_cast<Index>(std::clamp<std::size_t>((std::size_t{1} << 16) / columns, 1, 4096));
  std::vector<Point> rows;
  for (Index begin = first; begin < last;) {
    const Index end = last - begin < block ? last : begin + block;
    rows.resize(std::size_t{end - begin} * columns);
    if (backend) backend->read_rows(begin, end, rows);
    for (Index e = begin; e < end; ++e) {
      const std::span<Point> row = std::span(rows).subspan(std::size_t{e - begin} * columns, columns);
      if (!backend) {
        std::ranges::copy(plan.tracked, row.begin());
        tree.trace(e, generators, row);
      }
      if (!visit(e, row)) return;
    }
    begin = end;
  }
}

}  // namespace wreath::semigroup
