// SPDX-License-Identifier: MIT
//
// 0-Renner monoids of types B and D, on the elements of the Renner monoid.
//
// The Renner monoid R of the symplectic monoid (type B_n) or of the special orthogonal monoid (type D_n) consists of partial
// injective maps of the 2n places -n..-1, 1..n: the Coxeter group W, whose elements map -i to the negative of the image of i, and
// maps between sets of places none of which has both i and -i. With the product "the double coset that is dense in BrB*BsB" it is
// the monoid at q = 0. A simple reflection then acts on the right as r -> the larger of r and rs in the Bruhat-Chevalley order,
// and an idempotent e with Be = eBe as r -> re. Here rs has the values of r at two places exchanged, or at two pairs of places,
// and is larger if a larger value comes to the place further left; an empty place has the least value. The pairs always agree.
#include <fmt/format.h>

#include <map>
#include <numeric>

#include "semigroup/coxeter.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::size_t kMostRooks = 4'000'000;
constexpr std::uint64_t kImageSteps = 1024;  // of an image and its look-up, for the stop check

using Rook = std::vector<std::int8_t>;  // the value at each of the 2n places, from the left
constexpr std::int8_t kEmpty = -100;

struct RennerStep {
  std::vector<std::size_t> emptied = {};                            // of an idempotent
  std::vector<std::pair<std::size_t, std::size_t>> exchanged = {};  // of a reflection

  Rook operator()(Rook rook) const {
    for (const std::size_t place : emptied) rook[place] = kEmpty;
    for (const auto& [left, right] : exchanged) {
      if (rook[left] == rook[right]) continue;
      if (rook[left] > rook[right]) return rook;
      for (const auto& [p, q] : exchanged) std::swap(rook[p], rook[q]);
      return rook;
    }
    return rook;
  }
};

/// Idempotents first, then reflections from the end of the diagram where types differ.
std::vector<RennerStep> renner_steps(char type, int n) {
  const auto place = [n](int i) { return static_cast<std::size_t>(i < 0 ? n + i : n + i - 1); };
  std::vector<RennerStep> steps(1);
  for (int i = 1; i <= n; ++i) steps[0].emptied.push_back(place(-i));
  if (type == 'B') {
    steps.push_back({.exchanged = {{place(-1), place(1)}}});
  } else {
    steps.push_back(steps[0]);
    steps[1].emptied[0] = place(1);
    steps.push_back({.exchanged = {{place(-2), place(1)}, {place(-1), place(2)}}});
  }
  for (int i = 1; i < n; ++i) steps.push_back({.exchanged = {{place(i), place(i + 1)}, {place(-i - 1), place(-i)}}});
  return steps;
}

}  // namespace

Generators renner_of_type(char type, unsigned rank, StopCheck& stop) {
  if ((type != 'B' && type != 'D') || rank < (type == 'B' ? 1U : 2U) || rank > 9)
    throw InputError(
        fmt::format("'{}{}' is not a type of 0-Renner monoids that is known here: these are B1..B9 and D2..D9", type, rank));
  const std::vector<RennerStep> steps = renner_steps(type, static_cast<int>(rank));
  Rook identity;
  for (int i = -static_cast<int>(rank); i <= static_cast<int>(rank); ++i) {
    if (i != 0) identity.push_back(static_cast<std::int8_t>(i));
  }
  std::map<Rook, Point> numbers{{identity, 0}};
  std::vector<Rook> rooks{identity};
  std::vector<std::vector<Point>> images(steps.size());
  for (std::size_t at = 0; at < rooks.size(); ++at) {
    for (std::size_t s = 0; s < steps.size(); ++s) {
      stop.spend(kImageSteps);
      Rook image = steps[s](rooks[at]);
      const auto [known, fresh] = numbers.emplace(std::move(image), static_cast<Point>(rooks.size()));
      if (fresh) rooks.push_back(known->first);
      images[s].push_back(known->second);
    }
    if (rooks.size() > kMostRooks)
      throw ResourceError(fmt::format("the Renner monoid of type {}{} has more than {} elements", type, rank, kMostRooks));
  }
  Generators generators{.degree = rooks.size(), .images = {}, .monoid = true};
  for (const std::vector<Point>& each : images) generators.images.insert(generators.images.end(), each.begin(), each.end());
  return generators;
}

}  // namespace wreath::semigroup
