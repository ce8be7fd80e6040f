// SPDX-License-Identifier: MIT
//
// From relators to a graph: a presentation of Klein's group of order 168, the cosets of a subgroup, the permutations of the
// cosets, the semigroup that they generate, and the diameter of its Cayley graph.
#include <wreath/coset.hpp>
#include <wreath/orbit.hpp>
#include <wreath/perm.hpp>
#include <wreath/semigroup.hpp>

#include <iostream>

int main() {
  using namespace wreath;
  coset::Enumeration cosets(coset::open_problem("<a,b | a^2, b^3, (ab)^7, [a,b]^4>", {.subgroup = "ab"}));
  if (!cosets.run()) return 1;  // a run without limits ends only with an answer
  const coset::Table table = cosets.take_table();
  std::cout << "index " << table.index() << '\n';

  // Each letter permutes the cosets. Letters are numbered in the order a, A, b, B; here a is its own inverse: a, b, B.
  const word::WordText words(table.problem().group.alphabet);
  const auto a = table.permutation(words.read("a").front());
  const auto b = table.permutation(words.read("b").front());
  std::vector<coset::Coset> ab(a.size());
  perm::multiply(a, b, ab);
  std::cout << "ab fixes a coset and has order " << perm::order(perm::cycle_type(ab)).text() << '\n';

  // The permutations generate a semigroup, which is the group again.
  semigroup::Generators generators{.degree = table.index()};
  for (const auto* one : {&a, &b}) generators.images.insert(generators.images.end(), one->begin(), one->end());
  semigroup::Enumeration elements(generators);
  elements.run();
  std::cout << "they generate " << elements.size() << " elements\n";

  // How far is every element from the identity, with a, b and their inverses?
  orbit::Generators moves{.degree = static_cast<std::uint32_t>(table.index()), .names = {"a", "b"}};
  moves.images.assign(generators.images.begin(), generators.images.end());
  orbit::Search search(moves, orbit::parse_start("", moves));
  search.run();
  std::cout << "and the farthest are " << search.levels().size() - 1 << " steps from the identity\n";
}
