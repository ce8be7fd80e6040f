// SPDX-License-Identifier: MIT
//
// A stranger's program: one call of each verb that the public headers have, against the installed library. Its files are written
// to the folder that it is started in.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>
#include <wreath/coset.hpp>
#include <wreath/flip.hpp>
#include <wreath/gpu.hpp>
#include <wreath/orbit.hpp>
#include <wreath/perm.hpp>
#include <wreath/perm/expression.hpp>
#include <wreath/perm/files.hpp>
#include <wreath/perm/orbits.hpp>
#include <wreath/perm/tuning.hpp>
#include <wreath/semigroup.hpp>
#include <wreath/word.hpp>

namespace {

int failures = 0;

void expect(bool right, const char* what) {
  if (right) return;
  std::printf("wrong: %s\n", what);
  ++failures;
}

void use_arrays() {
  namespace perm = wreath::perm;
  std::vector<std::uint32_t> x(100000);
  perm::random(x, 1);
  std::vector<std::uint32_t> y(x.size());
  std::vector<std::uint32_t> z(x.size());
  perm::inverse(x, y);
  perm::multiply(x, y, z);
  expect(perm::order(perm::cycle_type(z)) == 1, "x times its inverse");
  perm::divide(x, x, z);
  expect(perm::sign(perm::cycle_type(z)) == 1, "x divided by x");
  perm::power(x, 2, z, {.machine = {.threads = 1}});
  expect(perm::is_permutation(z), "the square of x");
  perm::power(x, "123456789012345678901234567890", z);
  perm::cycle_representatives(x, z);
  expect(z[0] == 0, "the least point of a cycle");
  perm::identity(z);
  expect(perm::order(perm::cycle_type(z)) == 1, "the identity");
  perm::conjugate(x, x, z);
  expect(perm::equal(x, z), "x conjugated by itself");
  perm::commutator(x, y, z);
  expect(perm::sign(perm::cycle_type(z)) == 1, "a commutator");
  try {
    perm::multiply(x, std::vector<std::uint32_t>(10), z);
    expect(false, "a product that does not fit");
  } catch (const wreath::InputError& error) {
    std::printf("wreath %s: %s\n", std::string(wreath::version()).c_str(), error.what());
  }
}

void use_files() {
  namespace perm = wreath::perm;
  expect(perm::random_file(1000, 4, 1, "x.npy").done == 1000, "a random permutation in a file");
  const auto x = perm::Map::open("x.npy");
  perm::inverse_file(x, "y.npy");
  const auto y = perm::Map::open("y.npy");
  perm::multiply_files(x, y, "z.npy", {.machine = {.threads = 1}});
  expect(perm::cycles_of_file(perm::Map::open("z.npy")).front().count == 1000, "the product of files");
  perm::divide_files(x, x, "z.npy");
  perm::power_file(x, -1, "z.npy");
  expect(!*perm::check_file(perm::Map::open("z.npy")), "a power in a file");
  perm::power_file(x, perm::parse_exponent("-123456789012345678901234567890"), "z.npy");
  perm::cycle_representatives_of_file(x, "z.npy");
  perm::identity_file(1000, 4, "e.npy");
  perm::evaluate_files("x*y", {{"x", x}, {"y", y}}, "z.npy");
  expect(perm::equal_files(perm::Map::open("z.npy"), perm::Map::open("e.npy"))->equal, "a formula");
  expect(!perm::is_array_of_rows("y.npy") && perm::multiply_rows(x, "y.npy", "z.npy").done == 1000, "rows of an array");
  expect(perm::write_cycles(x, "x.g").done == 1000, "cycle notation");
  expect(perm::convert_file(x, 8, "w.npy").point_bytes == 8, "wider points");
  expect(perm::TuneOptions{}.most_points >= 1U << 20, "what tune would measure");
}

void use_groups() {
  namespace word = wreath::word;
  const auto s2 = word::Group::build("surface:2", {.max_rules = 1000});
  expect(s2.verified() && s2.order().is_infinite(), "the surface group");
  expect(s2.reduce("abABcd") == "dc" && s2.equal("abABcdCD", ""), "its words");
  expect(s2.multiply("abAB", "cd") == "dc" && s2.inverse("dc") == "CD", "its products");
  expect(s2.order_of("ab").kind == word::ElementOrder::Kind::infinite, "the order of ab");
  expect(s2.ball(1).size() == 9 && s2.balls(1).back() == 9, "its ball of radius 1");
  expect(word::find_growth(s2, 3).spheres[1] == 8, "its growth");
  const auto found = word::find_hyperbolicity(s2);
  expect(found.hyperbolic == word::Answer::yes, "that it is hyperbolic");
  expect(word::find_thin_triangles(s2, found).complete, "its triangles");
  expect(word::write_ball_graph(s2, 1, "ball.dot") > 0, "the graph of its ball");

  s2.save("s2.wreath");
  expect(word::Group::load("s2.wreath").reduce("abABcd") == "dc", "a structure file");
  expect(word::export_kbmag(s2, "s2").size() == 5, "kbmag's files");
  expect(word::import_kbmag("s2").group.verified(), "reading them back");

  std::vector<std::string> forms;
  const auto source = word::read_texts({"abABcd", "aA"}, s2.text(), "words");
  const auto sink = word::write_list(forms, s2.text());
  expect(word::reduce_stream(s2, *source, *sink).identities == 1 && forms.front() == "dc", "a stream of words");

  const auto rules = word::complete(word::read_presentation("<a,b | a^2, b^3, (a*b)^5>"));
  expect(rules.confluent() && rules.order() == 60, "a rewriting system");
  expect(word::WordProblem::open("heisenberg").equal("abAB", "c").equal.has_value(), "a word problem");
}

void use_semigroups() {
  namespace semigroup = wreath::semigroup;
  semigroup::Enumeration found(semigroup::open_generators("full:3"), {.graphs = true});
  expect(found.run() && semigroup::write_files(found, {.elements = "e.npy", .rules = "rules.txt"}) && found.size() == 27,
         "the full transformation monoid");
  expect(found.find(found.images(5)) == 5U, "the number of an element");
  expect(found.position(semigroup::open_map("0,0,1")).has_value(), "a factorization");
  const auto green = semigroup::green_classes(found);
  expect(green.d_classes.size() == 3, "its D-classes");
  semigroup::write_egg_box("eggs.dot", found, green);
  semigroup::write_cayley_graph("right.npy", found, false);
  expect(semigroup::count_structure(found.generators()).size == 27, "its size, counted");
}

void use_schemes() {
  namespace flip = wreath::flip;
  flip::Search search(flip::parse_shape("2x2x2"), {.machine = {.threads = 1}, .target = 7, .files = {.output = "best.json"}});
  expect(search.run() && search.result().reached, "Strassen's rank");
  const flip::Scheme best = flip::read_scheme("best.json");
  expect(best.rank() <= 7 && !flip::first_wrong_entry(best), "his scheme, or one like it");
  const auto lifted = flip::lift(best);
  expect(lifted.scheme && !flip::first_wrong_entry(*lifted.scheme), "the same over the integers");
  flip::write_scheme("best.exp", *lifted.scheme, lifted.ring);
  const flip::VerifiedScheme known = flip::open_scheme("best.exp");
  expect(
      flip::derive(flip::Derivation::product, {{known.scheme, known.ring, "x"}, {known.scheme, known.ring, "x"}}).scheme.rank() ==
          best.rank() * best.rank(),
      "a scheme of 4 x 4 x 4");
  const auto path = flip::find_path(flip::standard_scheme(best.shape), best);
  expect(!path.moves.empty(), "a path");
  const std::vector<std::string> files{"best.json"};
  expect(flip::shared_factors(files).schemes == 1, "statistics");
  expect(flip::known_ranks(flip::parse_shape("2x2x2"))->f2 == 7, "the record");
}

void use_cosets() {
  namespace coset = wreath::coset;
  const char* const a5 = "<a,b | a^2, b^3, (ab)^5>";
  coset::Enumeration found(coset::open_problem(a5, {.subgroup = "ab"}), {.machine = {.threads = 1}});
  expect(found.run() && found.index() == 12, "the cosets of a subgroup");
  coset::write_table("a5.coset", found.take_table());
  const auto table = *coset::open_table("a5.coset").table;
  expect(coset::verify(table, coset::open_problem_for(table, a5)).verified, "their table");
  const wreath::word::WordText words(table.problem().group.alphabet);
  expect(table.trace(words.read("abab")) == 0 && table.representative(0).empty(), "a word of the subgroup");
  expect(!coset::schreier_generators(table).empty(), "generators of the subgroup");
  expect(coset::subgroup_presentation(table).text() == "<x1 | x1^5>", "a presentation of the subgroup");
  coset::write_permutation("a5-a.npy", table, 0);
  coset::write_permutation("a5-b.npy", table, 1);
  std::vector<wreath::perm::Map> generators;
  generators.push_back(wreath::perm::Map::open("a5-a.npy"));
  generators.push_back(wreath::perm::Map::open("a5-b.npy"));
  const auto orbits = wreath::perm::orbits_of_files(generators, "labels.npy", "schreier.npy");
  expect(orbits.points == 12 && orbits.orbits == 1, "the orbits of its permutations");
}

void use_orbits() {
  namespace orbit = wreath::orbit;
  const auto generators = orbit::open_generators("lrx:6");
  const auto start = orbit::parse_start("", generators);
  orbit::Search search(generators, start, {.machine = {.threads = 1}, .keep_last = true, .oracle = true});
  expect(search.run() && search.states() == 720, "a Cayley graph");
  const auto far = search.last_level(1);
  expect(far.size() == 1, "an antipode");
  const std::uint64_t diameter = search.levels().size() - 1;
  expect(orbit::shortest_word(generators, start, far.front()).word->size() == diameter, "a shortest word");
  orbit::Oracle(search).write("lrx6.npy");
  expect(orbit::Oracle("lrx6.npy", generators).distance(far.front()) == diameter, "a distance oracle");
  search.plan();
  expect(search.group_order() == wreath::Natural(720), "the order of its group");
}

}  // namespace

int main() {
  std::printf("GPU: %s\n", wreath::has_gpu() ? wreath::gpu_name().c_str() : wreath::gpus().problem.c_str());
  use_arrays();
  use_files();
  use_groups();
  use_semigroups();
  use_schemes();
  use_cosets();
  use_orbits();
  return failures == 0 ? 0 : 1;
}
