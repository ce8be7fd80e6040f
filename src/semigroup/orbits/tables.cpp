// SPDX-License-Identifier: MIT
//
// Parts of the table (egg box) of a D-class.
#include <fmt/format.h>

#include "semigroup/orbits/structure_state.hpp"

namespace wreath::semigroup {

std::pair<std::uint64_t, std::uint64_t> OrbitStructure::table_size(std::uint64_t d_class) const {
  const State& state = *state_;
  if (d_class >= state.listed.size())
    throw InputError(fmt::format("D-class {} is out of range: {} are known", d_class, state.listed.size()));
  const Piece at = state_->green.classes()[state.listed[d_class]].at;
  return {state_->green.left().components().size(at.left), state_->green.right().components().size(at.right)};
}

std::vector<bool> OrbitStructure::group_cells(std::uint64_t d_class, CellRange rows, CellRange columns, RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  const auto [kernels, images] = table_size(d_class);
  if (rows.begin > rows.end || rows.end > kernels || columns.begin > columns.end || columns.end > images) {
    throw InputError(fmt::format("rows {}..{} and columns {}..{} are not in a table of {} x {}", rows.begin, rows.end,
                                 columns.begin, columns.end, kernels, images));
  }
  const GreenStructure::Class& one = state.green.classes()[state.listed[d_class]];
  const SideOrbit& left = state.green.left();
  const SideOrbit& right = state.green.right();
  std::vector<bool> groups;
  or_limit_reached([&] {
    StopCheck check(run);
    for (std::uint64_t i = rows.begin; i < rows.end; ++i) {
      const Key kernel = left.key(left.components().nodes(one.at.left)[i]);
      for (std::uint64_t j = columns.begin; j < columns.end; ++j) {
        check.spend(state.sides->degree());
        const Key image = right.key(right.components().nodes(one.at.right)[j]);
        groups.push_back(one.count.regular && state.sides->has_idempotent(kernel, image));
      }
    }
  });
  return groups;
}

}  // namespace wreath::semigroup
