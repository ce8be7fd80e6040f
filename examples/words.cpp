// SPDX-License-Identifier: MIT
//
// The word problem in the surface group of genus two: normal forms, equality, growth.
#include <wreath/word.hpp>

#include <iostream>

int main() {
  const auto group = wreath::word::Group::open("surface:2");  // a family, a presentation or a file
  std::cout << "abABcd reduces to " << group.reduce("abABcd") << '\n';
  std::cout << "abABcdCD is " << (group.equal("abABcdCD", "") ? "" : "not ") << "the identity\n";
  std::cout << "elements of length at most n:";
  for (const auto& size : group.balls(6)) std::cout << ' ' << size.text();
  std::cout << '\n';
  try {
    (void)group.reduce("axb");
  } catch (const wreath::InputError& error) {
    std::cout << "an error names its place: " << error.what() << '\n';
  }
}
