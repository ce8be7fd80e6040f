// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "semigroup/enumerate/word_tree.hpp"

namespace wreath::semigroup {

/// Of a fingerprint that is believed: 64 of one hash, and 38 of another in the table (cpu/recomputed_store.hpp).
inline constexpr unsigned kFingerprintBits = 64 + 38;

/// How elements are to be kept, and why.
struct Plan {
  Method method = Method::rows;
  std::vector<Point> tracked;  // the points whose images a row has
  bool deduce = false;         // products from the Cayley graphs where they can be had
  std::string why;
  bool gpu = false;
  bool acyclic = false;  // known: a point that is moved never comes back
};

/// The plan that the options ask for, or the one that suits the generators. `base`: points that are known to determine every
/// element, if there are such.
Plan make_plan(const Generators& generators, std::span<const Point> base, const Options& options, RunControl& run);
/// For elements that are neither transformations nor act as such.
Plan make_kind_plan(const Generators& generators, const Options& options);
/// What to do when that does not fit the memory; Method::automatic as its `method` where there is nothing left to try.
Plan make_smaller_plan(const Plan& plan, const Generators& generators);

/// Whether elements are looked up in an array of all possible rows, which is as fast as to deduce a product.
bool has_place_for_every_row(const Plan& plan, const Generators& generators);

/// The same enumeration on a GPU, whose elements are rows.
Plan make_gpu_plan(const Plan& plan, const Generators& generators, const Options& options);

/// Notes in `run` what was chosen. Generators and tree must live as long as the backend.
std::unique_ptr<Backend> make_backend(const Plan& plan, const Generators& generators, const Options& options,
                                      const WordTree& tree, RunControl& run);

// --- base.cpp

struct Base {
  std::vector<Point> points;
  /// Whether a point that is moved never comes back.
  bool acyclic = false;
};

/// A few points whose images are proven to determine every element of the semigroup, or none if no proof is found. Gives
/// up where more than `most` points would be needed.
std::optional<Base> certified_base(const Generators& generators, std::size_t most, RunControl& run);

}  // namespace wreath::semigroup
