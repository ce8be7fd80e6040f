// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "cli/plot_table.hpp"

namespace wreath::cli::plot {
/// The tables that wreath's commands and benchmarks write into their records, and the columns of them that are worth drawing.
const std::vector<TableView>& known_views();
}  // namespace wreath::cli::plot
