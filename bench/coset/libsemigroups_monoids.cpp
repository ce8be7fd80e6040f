// SPDX-License-Identifier: MIT
//
// libsemigroups beside `wreath coset monoid` (monoids.py): the number of elements of a finitely presented monoid, and the seconds
// of user time. Compiled against libsemigroups 3, not by our build: g++ -std=c++17 -O3 -march=native ... -lsemigroups.
//
// The file has the numbers of letters and relations, and for each side of each relation its length and its letters.
#include <sys/resource.h>

#include <cstddef>
#include <fstream>
#include <iostream>
#include <libsemigroups/detail/report.hpp>
#include <libsemigroups/presentation.hpp>
#include <libsemigroups/todd-coxeter-class.hpp>

namespace {

double user_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 64;
  const libsemigroups::ReportGuard silent(false);
  std::ifstream file(arguments[1]);
  std::size_t letters = 0;
  std::size_t relations = 0;
  file >> letters >> relations;
  libsemigroups::Presentation<libsemigroups::word_type> monoid;
  monoid.contains_empty_word(true);
  libsemigroups::word_type alphabet;
  for (std::size_t x = 0; x < letters; ++x) alphabet.push_back(x);
  monoid.alphabet(alphabet);
  for (std::size_t side = 0; side < 2 * relations; ++side) {
    std::size_t length = 0;
    file >> length;
    libsemigroups::word_type word(length);
    for (auto& letter : word) file >> letter;
    monoid.rules.push_back(word);
  }
  const double start = user_seconds();
  libsemigroups::ToddCoxeter<libsemigroups::word_type> classes(libsemigroups::congruence_kind::twosided, monoid);
  const auto size = classes.number_of_classes();
  std::cout << size << " " << user_seconds() - start << "\n";
}
