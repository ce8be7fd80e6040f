// SPDX-License-Identifier: MIT
#include "tests/toy/divisors.hpp"

namespace wreath::toy {

namespace {

const ReportForm kDivisors("toy divisors", {{"input", "the number, as given"},
                                            {"count", "number of divisors"},
                                            {"divisors", "the divisors, in order"},
                                            {"tried", "of a stopped run: all numbers up to this one were tried"}});

}  // namespace

Divisors find_divisors(std::uint64_t number, RunControl* run) {
  constexpr std::uint64_t kPiece = 1 << 20;  // divisions between two looks at the clock
  Divisors found{.number = number};
  for (; found.tried < number; ++found.tried) {
    if (found.tried % kPiece == 0 && run != nullptr && run->should_stop()) return found;
    if (number % (found.tried + 1) == 0) found.divisors.push_back(found.tried + 1);
  }
  found.complete = true;
  return found;
}

Report divisors_report(const Divisors& found) {
  Report report(kDivisors, found.number, found.divisors.size(), found.divisors);
  if (!found.complete) report.set("tried", found.tried);
  return report.line("{input}: {count divisor}").line("  {divisors}").partial(" after {tried}");
}

}  // namespace wreath::toy
