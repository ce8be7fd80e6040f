// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstdio>
#include <vector>
#include <wreath/perm.hpp>
#include <wreath/word.hpp>

int main() {
  std::vector<std::uint32_t> x(100000);
  wreath::perm::random(x, 1);
  std::vector<std::uint32_t> inverse(x.size());
  for (std::uint32_t i = 0; i < x.size(); ++i) inverse[x[i]] = i;
  wreath::perm::multiply(x, inverse, x);
  for (std::uint32_t i = 0; i < x.size(); ++i) {
    if (x[i] != i) return 1;
  }
  const auto s2 = wreath::word::Group::build("surface:2");
  if (s2.reduce("abABcd") != "dc" || !s2.equal("abABcdCD", "")) return 3;
  try {
    wreath::perm::multiply(x, std::vector<std::uint32_t>(10), inverse);
    return 2;
  } catch (const wreath::InputError& error) {
    std::printf("wreath %s: %s\n", std::string(wreath::version()).c_str(), error.what());
  }
  return 0;
}
