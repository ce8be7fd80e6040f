// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "wreath/report.hpp"
#include "wreath/run.hpp"

namespace wreath::toy {

struct Divisors {
  std::uint64_t number = 0;
  bool complete = false;
  std::uint64_t tried = 0;  // all numbers up to this one
  std::vector<std::uint64_t> divisors = {};
};
/// The numbers that divide it. A run that is stopped gives those that it came to.
Divisors find_divisors(std::uint64_t number, RunControl* run = nullptr);
Report divisors_report(const Divisors& found);

}  // namespace wreath::toy
