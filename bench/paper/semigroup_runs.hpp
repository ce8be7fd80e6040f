// SPDX-License-Identifier: MIT
//
// The four test cases of Vanzo's report, and what was run of them: several tables ask for the same run, which is made once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/paper/experiment.hpp"
#include "bench/baselines/semigroup/paper.hpp"

namespace wreath::paper {

/// Total, composition, hash, equality, duplicates' elimination, insert: seconds, as in Tables 5 to 8.
using Profile = std::vector<double>;

struct SemigroupCase {
  std::string name;    // as the paper has it
  std::string family;  // as wreath has it
  double degree = 0;
  double size = 0;
  std::uint64_t partial = 0;  // elements that the paper's partial run reached: those of length at most 12; 0 for a whole run
  Profile cpu;
  Profile gpu;
  Profile gpu_plus;
  double equality_cpu = 0;  // Table 3
  double equality_gpu = 0;
  double eliminated = 0;  // Table 4, in percent
  double seconds = 0;     // that one core may take for the paper's algorithm
};

inline constexpr std::size_t kPartialStage = 12;
const std::vector<SemigroupCase>& semigroup_cases();

/// A run of the paper's algorithm, to the end or to the paper's stage; or how far it came in the time that it was given.
struct PaperRun {
  std::optional<Profile> profile;
  semigroup::PaperReport report;
  std::string note;
};

class SemigroupRuns {
 public:
  const PaperRun& paper(Context& context, const SemigroupCase& which, semigroup::PaperVariant variant);

 private:
  std::map<std::pair<std::string, semigroup::PaperVariant>, PaperRun> runs_;
};

}  // namespace wreath::paper
