// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/plot_figure.hpp"

namespace wreath::cli::plot {
/// The script that makes gnuplot write the picture to its standard output. `format`: svg, png or pdf. The same picture gives the
/// same script.
std::string gnuplot_script(const Picture& picture, const std::string& format);
/// The picture itself. Throws ResourceError where gnuplot fails or cannot write this format.
std::string run_gnuplot(const std::string& script, const std::string& format);
}  // namespace wreath::cli::plot
