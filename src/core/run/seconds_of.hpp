// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace wreath {

/// How long a call of body() takes.
double seconds_of(const auto& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace wreath
