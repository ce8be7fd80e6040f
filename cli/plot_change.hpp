// SPDX-License-Identifier: MIT
//
// What is done to figures between reading and drawing: several records become one, some series are chosen, times become
// speed-ups, values become counts of values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/plot_figure.hpp"

namespace wreath::cli::plot {

/// Figures of the same name and axes become one. A name that several records have gets its record's label; with `join` such
/// series become one instead.
std::vector<Figure> merge(const std::vector<std::vector<Figure>>& of_records, const std::vector<std::string>& labels, bool join);

/// The figures with these names or groups; without names the first group. Throws InputError that lists what there is.
std::vector<Figure> choose_figures(const std::vector<Figure>& figures, const std::vector<std::string>& names);

/// Keeps the series with these names, or that have them as a part of theirs. Throws InputError that lists what there is.
void choose_series(std::vector<Figure>& figures, const std::vector<std::string>& names);

/// Each value relative to its series' first one, or to the baseline's at the same x. Of times less is better, of the rest more.
void to_speedup(Figure& figure, const std::optional<std::string>& baseline);

/// How many values of each series lie where.
void to_histogram(Figure& figure);

/// Bars at the x values that there are.
void to_bars(Figure& figure);

/// Drops what a logarithmic axis cannot show; says how many points that were.
std::size_t drop_unshowable(Figure& figure);

}  // namespace wreath::cli::plot
