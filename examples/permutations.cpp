// SPDX-License-Identifier: MIT
//
// Permutations of ten million points: products, inverses, cycles.
#include <wreath/perm.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

int main() {
  namespace perm = wreath::perm;
  std::vector<std::uint32_t> x(10'000'000);
  std::vector<std::uint32_t> y(x.size());
  std::vector<std::uint32_t> z(x.size());
  perm::random(x, 1);       // seed 1
  perm::inverse(x, y);      // y[x[i]] = i
  perm::multiply(x, y, z);  // z[i] = y[x[i]]: x acts first
  std::cout << "x times its inverse has order " << perm::order(perm::cycle_type(z)).text() << '\n';
  perm::power(x, 1'000'000'007, z);
  std::cout << "its power is " << (perm::sign(perm::cycle_type(z)) == 1 ? "even" : "odd") << '\n';
  std::cout << "x has " << perm::cycle_type(x).size() << " different cycle lengths\n";
}
