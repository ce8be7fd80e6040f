// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/data/rng.hpp"
#include "group/builder.hpp"
#include "group/random_elements.hpp"
#include "group/verify.hpp"
#include "wreath/group/group.hpp"

namespace wreath::group {

enum class Phase : std::uint64_t { start, sift, verify, done };

/// n!, or half of it; 0 if that is too long to be written out.
Natural giant_order(std::uint64_t points, bool alternating);

struct Group::State {
  Generators generators;
  Options options;
  bool on_gpu = false;        // where random elements are multiplied
  std::vector<Element> kept;  // the generators that are neither the identity nor repeated
  Phase phase = Phase::start;
  Size size;
  Giant giant = Giant::none;
  Builder builder;
  RandomElements elements;

  // The search for an element that only giants have.
  bool may_be_giant = true;
  std::vector<Element> looked_at = {};  // whose cycles are to be walked next
  std::uint64_t tests = 0;              // elements looked at
  unsigned misses = 0;                  // in a row, without a cycle of more than half of the points
  std::optional<Natural> target = {};   // the order that the chain is to reach
  std::optional<Natural> cyclic = {};   // the order, if there is one generator

  std::optional<Builder> words = {};  // a chain of short words, for factor()

  // The proof.
  std::size_t level = 0;                               // levels from this one on are proven
  std::optional<Classes> classes = {};                 // the orbits of their group
  std::optional<LevelProof> level_proof = {};          // of the level before
  std::pair<std::size_t, std::size_t> resume_at = {};  // its task and test, if it is not made yet
  bool has_short_orbits = false;                       // a chain for the proof was made

  void start(Products& products);
  void sift(Products& products);
  void verify(Products& products);
  /// Whether the last elements prove that it is a giant.
  bool recognise(Products& products);
  void finish(bool proven, std::string proof);
  bool confirms(Products& products);
  /// An element that is not in the chain, if a few tests find one.
  std::optional<Element> missing_product(RandomStream& random, Products& products);
  void begin_proof(Products& products);
  /// Begins the proof of the level before `level`.
  void begin_level(Products& products);
  /// An upper bound: the product of the symmetric groups on the orbits, or half of it if all generators are even.
  Natural orbit_bound(Products& products) const;
  bool is_even(std::span<const Point> x, Products& products) const;
  void plan_memory(RunControl& run);
  /// Makes a chain whose arrays are products of few generators, if that is found fast.
  void make_words(Products& products);
  /// The chain of a giant, for what needs one.
  void require_chain(Products& products);
  /// A random element of a group whose chain is complete, without a value in the record.
  Element random_from_chain(RandomStream& random, Products& products) const;
};

}  // namespace wreath::group
