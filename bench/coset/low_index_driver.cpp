// SPDX-License-Identifier: MIT
//
// Counts conjugacy classes of subgroups with low_index (https://github.com/unhyperbolic/low_index), for low_index.py, which
// compiles it with that library. Arguments: rank, largest index, threads, short relators, long relators; relators as letters,
// separated by commas.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "lowIndex.h"

namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char letter : text) {
    if (letter == ',') {
      words.emplace_back();
    } else {
      words.back() += letter;
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 6) return 64;
  const int index = std::atoi(arguments[2]);
  const auto found = low_index::permutation_reps(
      static_cast<low_index::RankType>(std::atoi(arguments[1])), words_of(arguments[4]), words_of(arguments[5]),
      static_cast<low_index::DegreeType>(index), low_index::spin_short_strategy, static_cast<unsigned>(std::atoi(arguments[3])));
  std::vector<unsigned long> classes(static_cast<std::size_t>(index) + 1);
  for (const auto& permutations : found) ++classes[permutations[0].size()];
  for (int k = 1; k <= index; ++k) std::printf("%lu ", classes[static_cast<std::size_t>(k)]);
  std::printf("\n");
  return 0;
}
