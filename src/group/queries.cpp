// SPDX-License-Identifier: MIT
//
// What a complete chain answers: membership, words, random elements, stabilizers.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/run/given_run.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "group/orbit_of_sets.hpp"
#include "group/state.hpp"
#include "group/tuning.hpp"

namespace wreath::group {

namespace {

constexpr std::uint64_t kMostWordPoints = 10000;
constexpr std::size_t kMostWordLetters = 40;
constexpr std::size_t kMostWordGenerators = 100;  // a level of the chain may keep them all, and their inverses

void require_elements(std::span<const Point> x, const Generators& generators, const Machine& machine, RunControl* run) {
  if (x.size() != generators.degree) {
    throw InputError(fmt::format("the permutation has {}, and the group acts on {}", plural(x.size(), "point"),
                                 plural(generators.degree, "point")));
  }
  if (const perm::Defect defect = perm::find_defect(x, {.machine = machine}, run))
    throw InputError("this is not a permutation: " + defect.sentence(x.size()));
}

/// What a path of the walk comes to: the product of its arrays is the inverse of the element.
Program program_of(const Lines& lines, std::span<const std::uint32_t> factors) {
  const auto generators = static_cast<std::uint32_t>(lines.generators());
  Program program{.generators = generators};
  if (factors.empty()) return program;
  std::vector<bool> used(lines.all().size());
  for (const std::uint32_t factor : factors)
    if (factor >= generators) used[factor - generators] = true;
  for (std::size_t i = used.size(); i-- > 0;) {
    if (!used[i]) continue;
    const auto [a, b] = lines.all()[i];
    if (a >= generators) used[a - generators] = true;
    if (b >= generators && b != kInverse) used[b - generators] = true;
  }
  std::vector<std::uint32_t> number(used.size());
  const auto value = [&](std::uint32_t line) { return line < generators || line == kInverse ? line : number[line - generators]; };
  const auto put = [&](std::uint32_t a, std::uint32_t b) {
    program.lines.emplace_back(a, b);
    return static_cast<std::uint32_t>(generators + program.lines.size() - 1);
  };
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) number[i] = put(value(lines.all()[i].first), value(lines.all()[i].second));
  std::uint32_t product = value(factors[0]);
  for (const std::uint32_t factor : factors.subspan(1)) product = put(product, value(factor));
  program.result = put(product, kInverse);
  return program;
}

}  // namespace

void Group::State::require_chain(Products& products) {
  if (giant == Giant::none || builder.chain.size() != 0) return;
  if (generators.degree > tuning::kLargestGiantChain) {
    throw InputError(
        fmt::format("this is the {} group of {}, for which no chain of stabilizers is made beyond {} points: membership "
                    "needs none, but words and stabilizers do",
                    to_string(giant), plural(generators.degree, "point"), tuning::kLargestGiantChain));
  }
  Builder made(generators.degree, generators.images.size(), options.base);
  RandomElements found(kept, tuning::kSlots, options.seed);
  while (made.chain.order() != size.order) {
    products.look();
    found.advance(products, made.lines);
    if (found.steps() > tuning::kScramble / 2) made.take(found.element(), products);
  }
  builder = std::move(made);
}

// Random elements of product replacement are words of astronomic length. Here the elements that are sifted are random words of
// one letter, of two, and so on, until the chain has its order.
void Group::State::make_words(Products& products) {
  if (words || !size.proven || generators.degree > kMostWordPoints || kept.empty() || kept.size() > kMostWordGenerators) return;
  Builder made(generators.degree, generators.images.size(), {});
  std::vector<Element> letters = kept;
  for (const Element& x : kept) {
    Images inverse(generators.degree);
    products.inverse(x.span(), inverse.span());
    letters.push_back({std::make_shared<const Images>(std::move(inverse)), made.lines.product(x.line, kInverse)});
  }
  RandomStream random(options.seed, 3);
  for (std::size_t length = 1; length <= kMostWordLetters; ++length) {
    for (std::size_t word = 0; word < 4 * letters.size(); ++word) {
      products.look();
      if (made.chain.order() == size.order) break;
      const auto letter = [&] { return random.below(static_cast<std::uint32_t>(letters.size())); };
      Element x = length == 1 ? letters[word % letters.size()] : letters[letter()];
      for (std::size_t i = 1; i < length; ++i) {
        Images product(generators.degree);
        const Element& y = letters[letter()];
        products.multiply(x.span(), y.span(), product.span());
        x = {std::make_shared<const Images>(std::move(product)), made.lines.product(x.line, y.line)};
      }
      made.take(x, products);
    }
  }
  if (made.chain.order() == size.order) words = std::move(made);
}

Element Group::State::random_from_chain(RandomStream& random, Products& products) const {
  const Chain& chain = builder.chain;
  Images identity(chain.degree());
  std::iota(identity.span().begin(), identity.span().end(), Point{0});
  return {std::make_shared<const Images>(chain.times(identity, random_path(chain, 0, random), products)), 0};
}

std::optional<bool> Group::contains(std::span<const Point> permutation, RunControl* run) {
  State& state = *state_;
  require_elements(permutation, state.generators, state.options.machine, run);
  std::optional<bool> answer;
  or_limit_reached([&] {
    Products products(state.options.machine, run, state.on_gpu);
    if (state.giant != Giant::none) {
      answer = state.giant == Giant::symmetric || state.is_even(permutation, products);
      return;
    }
    const Chain& chain = state.builder.chain;
    const auto no = [&] { answer = state.size.proven ? std::optional<bool>(false) : std::nullopt; };
    std::vector<Point> points(chain.size());
    chain.base_images(permutation, points);
    std::vector<Step> path;
    if (chain.walk(points, 0, chain.size(), path) != chain.size()) return no();
    if (moved_point(chain.times(Images::of(permutation), path, products), 0, products)) return no();
    answer = true;
  });
  return answer;
}

std::optional<Program> Group::factor(std::span<const Point> permutation, RunControl* run) {
  State& state = *state_;
  require_elements(permutation, state.generators, state.options.machine, run);
  std::optional<Program> program;
  or_limit_reached([&] {
    Products products(state.options.machine, run, state.on_gpu);
    state.require_chain(products);
    state.make_words(products);
    const Builder& builder = state.words ? *state.words : state.builder;
    const Chain& chain = builder.chain;
    std::vector<Point> points(chain.size());
    chain.base_images(permutation, points);
    std::vector<Step> path;
    if (chain.walk(points, 0, chain.size(), path) != chain.size()) return;
    if (moved_point(chain.times(Images::of(permutation), path, products), 0, products)) return;
    std::vector<std::uint32_t> factors;
    for (const Step step : path) factors.push_back(chain.array(step).line);
    program = program_of(builder.lines, factors);
  });
  return program;
}

Permutation Group::random(std::uint64_t seed, RunControl* run) {
  State& state = *state_;
  Permutation made(state.generators.degree);
  or_limit_reached([&] {
    Products products(state.options.machine, run, state.on_gpu);
    if (state.giant != Giant::none) {
      perm::random(made, seed, products.options(), run);
      products.look();
      if (state.giant == Giant::alternating && !state.is_even(made, products)) std::swap(made[0], made[1]);
      return;
    }
    RandomStream random(seed, 0);
    std::ranges::copy(state.random_from_chain(random, products).span(), made.begin());
  });
  return made;
}

namespace {

/// The arrays of the levels of a chain from that one on, each once.
std::vector<Permutation> arrays_of(const Chain& chain, std::size_t first) {
  std::vector<Permutation> arrays;
  for (std::size_t i = first; i < chain.size(); ++i) {
    for (const Element& array : chain[i].arrays) {
      const auto same = [&](const Permutation& x) { return std::ranges::equal(x, array.span()); };
      if (std::ranges::none_of(arrays, same)) arrays.emplace_back(array.span().begin(), array.span().end());
    }
  }
  return arrays;
}

/// The group of the levels of a chain from that one on, whose arrays become its generators.
void take_tail(const Chain& chain, std::size_t first, Builder& into, Generators& generators, std::vector<Element>& kept) {
  into = Builder(chain.degree(), 0, {});
  generators.degree = chain.degree();
  generators.images = arrays_of(chain, first);
  for (std::size_t g = 0; g < generators.images.size(); ++g) {
    generators.names.push_back(fmt::format("s{}", g + 1));
    kept.push_back({std::make_shared<const Images>(Images::of(generators.images[g])), static_cast<std::uint32_t>(g)});
  }
}

}  // namespace

std::vector<Permutation> Group::strong_generators() const {
  return arrays_of(state_->builder.chain, 0);
}

Group Group::stabilizer(std::span<const Point> points, RunControl* run) {
  State& state = *state_;
  std::vector<Point> base;
  for (const Point point : points) {
    if (point >= degree())
      throw InputError(fmt::format("{} is not a point: {}", std::uint64_t{point} + 1, there_are(degree(), "point")));
    if (std::ranges::find(base, point) == base.end()) base.push_back(point);
  }
  auto made = std::make_unique<State>();
  or_limit_reached([&] {
    Products products(state.options.machine, run);
    state.require_chain(products);
    Builder builder(degree(), 0, base);
    RandomStream random(state.options.seed, 1);
    while (builder.chain.order() < state.size.order) {
      products.look();
      builder.take(state.random_from_chain(random, products), products);
      if (builder.idle() > tuning::kHopelessSifts && !state.size.proven) break;
    }
    State& tail = *made;
    tail.options = state.options;
    tail.options.base = {};
    take_tail(builder.chain, base.size(), tail.builder, tail.generators, tail.kept);
    tail.builder.lines = Lines(tail.generators.images.size());
    for (std::size_t i = base.size(); i < builder.chain.size(); ++i) {
      tail.builder.chain.push(builder.chain[i].base);
      std::vector<Element> arrays;
      for (const Element& array : builder.chain[i].arrays) {
        arrays.push_back(
            *std::ranges::find_if(tail.kept, [&](const Element& x) { return std::ranges::equal(x.span(), array.span()); }));
      }
      tail.builder.chain.add(i - base.size(), std::move(arrays), products);
    }
    tail.finish(state.size.proven, state.size.proven ? "the order of the group, and the lengths of orbits" : state.size.proof);
  });
  return Group(std::move(made));
}

Group Group::set_stabilizer(std::span<const Point> set, std::uint64_t most, RunControl* run) {
  State& state = *state_;
  if (!state.size.proven) throw InputError("the order of the group is not proven, and the stabilizer of a set needs it");
  std::optional<Group> found;
  or_limit_reached([&] {
    Products products(state.options.machine, run);
    state.require_chain(products);
    const OrbitOfSets orbit(state.generators, set, OrbitOfSets::Kind::sets, most, run);
    Natural rest = state.size.order;
    if (rest.divide(orbit.size()) != 0) {
      throw InputError(
          fmt::format("the orbit of the set has {} sets, which does not divide the order {} of the group: is {} right?",
                      orbit.size(), state.size.order.text(), option("order")));
    }
    Options options = state.options;
    options.base = {};
    Builder builder(degree(), 0, {});
    RandomStream random(state.options.seed, 2);
    std::vector<Point> image(orbit.row());
    while (builder.chain.order() < rest) {
      products.look();
      const Element x = state.random_from_chain(random, products);
      for (std::size_t i = 0; i < image.size(); ++i) image[i] = x[orbit.item(0)[i]];
      // x, and then back along the tree of the orbit.
      Images made(degree());
      std::ranges::copy(x.span(), made.span().begin());
      Images inverse(degree());
      for (std::uint64_t at = orbit.find(image); at != 0; at = orbit.parent(at)) {
        products.inverse(state.generators.images[orbit.letter(at)], inverse.span());
        products.multiply(made.span(), inverse.span(), made.span());
      }
      builder.take({std::make_shared<const Images>(std::move(made)), 0}, products);
    }
    Builder unused;
    Generators generators;
    std::vector<Element> kept;
    take_tail(builder.chain, 0, unused, generators, kept);
    options.order = rest;
    found.emplace(std::move(generators), options, run);
    found->run(run);
    if (!found->complete()) throw Stopped{};
    if (found->size().proven) found->state_->size.proof = "the order of the group, and the length of the orbit of the set";
  });
  return std::move(*found);
}

}  // namespace wreath::group
