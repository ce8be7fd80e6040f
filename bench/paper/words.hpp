// SPDX-License-Identifier: MIT
//
// The groups of Khan's paper, and what its figures share.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/baselines/word/backend.hpp"
#include "bench/paper/experiment.hpp"
#include "word/automatic/structure.hpp"
#include "word/reduction/backend.hpp"
#include "word/reduction/reducer.hpp"

namespace wreath::paper {

/// A group of the paper and the paper's values for it.
struct GroupCase {
  const char* name;
  const char* family;
  double states;  // of M_g
  double delta;
  double triangles;
  double triangle_gigabytes;
};
/// Its automata and tables; built once.
struct Group {
  explicit Group(const GroupCase& which);
  const word::ReductionMachine& machine() const { return reducer->machine(); }

  word::AutomaticStructure structure;
  std::optional<word::Reducer> reducer;
};

using Groups = std::map<std::string, Group>;

const Group& open(Groups& groups, const GroupCase& which);

/// The threads of a block that are usually best.
inline constexpr unsigned kUsualBlock = 64;
inline constexpr unsigned kBlocks[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

/// The lengths and the blocks of the figures over the length of the word.
std::vector<std::size_t> figure_lengths(const Context& context);
std::vector<unsigned> figure_blocks(const Context& context);
std::string doubling_name(const Context& context, unsigned block);
Series over_length(std::string name);
/// A row with the power of n with which the time grows, from a length on.
void add_exponent(Report& report, const Series& line, std::size_t from, double paper, const std::string& note);
/// Rows and a line of speed-ups over the first of the times.
void add_speedups(Report& report, const std::string& what, const std::string& unit, const std::vector<unsigned>& counts,
                  const std::vector<double>& seconds, const std::string& size);
/// Throws InternalError if they differ.
void require_same(const word::Word& here, const word::Word& there);

// Figures 2 and 3, 4 and 5, 6 and 7, 8 and 9.
void product_times(Context& context, Report& report, Groups& groups, const GroupCase& which);
void product_speedups(Context& context, Report& report, Groups& groups, const GroupCase& which);
void shortlex_times(Context& context, Report& report, Groups& groups, const GroupCase& which);
void shortlex_speedups(Context& context, Report& report, Groups& groups, const GroupCase& which);

}  // namespace wreath::paper
