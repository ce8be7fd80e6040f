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
  const OverRoots& at = state.pieces->element(state.listed[d_class].piece);
  return {state.left->components().size(at.left), state.right->components().size(at.right)};
}

std::vector<bool> OrbitStructure::group_cells(std::uint64_t d_class, CellRange rows, CellRange columns, RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  const auto [kernels, images] = table_size(d_class);
  if (rows.begin > rows.end || rows.end > kernels || columns.begin > columns.end || columns.end > images) {
    throw InputError(fmt::format("rows {}..{} and columns {}..{} are not in a table of {} x {}", rows.begin, rows.end,
                                 columns.begin, columns.end, kernels, images));
  }
  const OverRoots& at = state.pieces->element(state.listed[d_class].piece);
  std::vector<bool> groups;
  or_limit_reached([&] {
    StopCheck check(run);
    SideValue kernel;
    SideValue image;
    for (std::uint64_t i = rows.begin; i < rows.end; ++i) {
      state.left->read(state.left->components().nodes(at.left)[i], kernel);
      for (std::uint64_t j = columns.begin; j < columns.end; ++j) {
        check.spend(state.model->degree());
        state.right->read(state.right->components().nodes(at.right)[j], image);
        groups.push_back(state.listed[d_class].count.regular && state.model->has_idempotent(kernel, image));
      }
    }
  });
  return groups;
}

}  // namespace wreath::semigroup
