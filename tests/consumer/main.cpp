// SPDX-License-Identifier: MIT
//
// A stranger's program: one call of each verb that the public headers have, against the installed library.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>
#include <wreath/flip.hpp>
#include <wreath/perm.hpp>
#include <wreath/semigroup.hpp>
#include <wreath/word.hpp>

namespace {

int failures = 0;

void expect(bool right, const char* what) {
  if (right) return;
  std::printf("wrong: %s\n", what);
  ++failures;
}

void use_permutations() {
  namespace perm = wreath::perm;
  std::vector<std::uint32_t> x(100000);
  perm::random(x, 1);
  std::vector<std::uint32_t> y(x.size());
  std::vector<std::uint32_t> z(x.size());
  perm::inverse(x, y);
  perm::multiply(x, y, z);
  expect(perm::order(perm::cycle_type(z)) == "1", "x times its inverse");
  perm::divide(x, x, z);
  expect(perm::sign(perm::cycle_type(z)) == 1, "x divided by x");
  perm::power(x, 2, z, {.threads = 1});
  expect(perm::is_permutation(z), "the square of x");
  try {
    perm::multiply(x, std::vector<std::uint32_t>(10), z);
    expect(false, "a product that does not fit");
  } catch (const wreath::InputError& error) {
    std::printf("wreath %s: %s\n", std::string(wreath::version()).c_str(), error.what());
  }
}

void use_groups() {
  const auto s2 = wreath::word::Group::build("surface:2", {.max_rules = 1000});
  expect(s2.verified() && s2.order() == "infinite", "the surface group");
  expect(s2.reduce("abABcd") == "dc" && s2.equal("abABcdCD", ""), "its words");
  expect(s2.multiply("abAB", "cd") == "dc" && s2.inverse("dc") == "CD", "its products");
  expect(s2.order_of("ab").kind == wreath::word::ElementOrder::Kind::infinite, "the order of ab");
  expect(s2.ball(1).size() == 9 && s2.balls(1).back() == "9", "its ball of radius 1");
}

void use_semigroups() {
  namespace semigroup = wreath::semigroup;
  wreath::RunControl run;
  semigroup::Enumeration found(semigroup::make_family("full:3"), {.graphs = true});
  expect(found.run(run) && found.size() == 27, "the full transformation monoid");
  expect(found.find(found.images(5)) == 5U, "the number of an element");
  expect(semigroup::green_classes(found, run).d_classes.size() == 3, "its D-classes");
  expect(semigroup::count_structure(found.generators(), 1, run).size == "27", "its size, counted");
}

void use_schemes() {
  namespace flip = wreath::flip;
  wreath::RunControl run;
  flip::Search search(flip::parse_shape("2x2x2"), {.threads = 1, .target = 7}, run);
  while (search.advance(run)) {
  }
  expect(search.result().reached, "Strassen's rank");
  const flip::Scheme& best = search.result().bests.back().scheme;
  expect(best.rank() <= 7 && !flip::first_wrong_entry(best), "his scheme, or one like it");
}

}  // namespace

int main() {
  use_permutations();
  use_groups();
  use_semigroups();
  use_schemes();
  return failures == 0 ? 0 : 1;
}
