// SPDX-License-Identifier: MIT
//
// What the verbs of `wreath perm` share: their arguments and how a result is printed.
#pragma once

#include <string>
#include <utility>

#include "cli/front/common.hpp"
#include "wreath/perm/files.hpp"
#include "wreath/perm/report.hpp"

namespace wreath::cli {

struct PermOptions : CommonOptions {
  std::string x;
  std::string y;
  std::string output;
  perm::FileMethod method;
  perm::Verify verify = perm::Verify::none;
};

/// For verbs that make a permutation of a number of points.
struct PointsOptions : PermOptions {
  std::uint64_t points = 0;
  unsigned point_bytes = 0;
};

/// Whether an argument is (1,2)(3,4), [2,1] or PermList([2,1]) itself, and not the name of a file.
bool is_permutation_text(const std::string& argument);
/// An argument as a map, on every rank of a run: an .npy file, a file of GAP text (PermList, a list of images, cycles), such text
/// itself, or '-' for either on stdin.
perm::Map open_map(Session& session, const std::string& argument, perm::ListRule rule = perm::ListRule::of_gap);
/// Throws UsageError if several arguments are '-'.
void require_one_stdin(const std::vector<std::string>& arguments);
/// X and Y.
std::pair<perm::Map, perm::Map> open_pair(Session& session, const PermOptions& options);

perm::FileOptions file_options(const PermOptions& options);

/// Throws InputError if the record would overwrite an input, the result or a checkpoint.

void add_map(Command& command, const std::string& name, std::string& target, const std::string& description);
void add_output(Command& command, PermOptions& options);
void add_points(Command& command, PointsOptions& options);  // N, -o, --type
void add_method(Command& command, PermOptions& options);
void add_perm_scratch(Command& command, PermOptions& options);
/// All three, and --verify: for a product, an inverse or a quotient.
void add_result(Command& command, PermOptions& options);

/// Prints what was computed: "z.npy = x.npy * y.npy: 4 points in ...", or how far a stopped run came. The time of the phase
/// counts, by default that of the verb's name.
int finish_file(Session& session, const PermOptions& options, const perm::FileReport& report, std::string_view verb,
                const std::string& expression, std::string_view phase = {});

// identity, equal, evaluate, order, sign.
void add_perm_formulas(Program& program, Command& perm);
// The verbs that look at a permutation or at the machine: cycles, check, convert, tune.
void add_perm_inspection(Program& program, Command& perm);

}  // namespace wreath::cli
