// SPDX-License-Identifier: MIT
//
// Whether a program can have fmt and the C++ library within it: compiled when the build is configured.
#include "fmt_symbols.cpp"  // NOLINT(bugprone-suspicious-include)

int main() {
  return fmt::format("{} {:.3f} {:>8}", 1, 0.5, "x").empty() ? 1 : 0;
}
