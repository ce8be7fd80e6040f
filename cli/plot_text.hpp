// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/plot_figure.hpp"

namespace wreath::cli::plot {
/// The picture in letters, for a terminal: panels one below the other, each `width` columns wide and `height` lines high.
std::string draw_text(const Picture& picture, unsigned width, unsigned height);
/// 0.5, 200, 1e+06, without noise.
std::string show_number(double value);
}  // namespace wreath::cli::plot
