// SPDX-License-Identifier: MIT
//
// What generators do to the states of an orbit: permutations, words and stabilizers; and the orbits of all subspaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wreath/natural.hpp"
#include "wreath/orbit/generators.hpp"
#include "wreath/run.hpp"

namespace wreath::orbit {

/// The states of an orbit, numbered from 0 in the order of their ShortLex-least words: the start is state 0.
class Action {
 public:
  /// Finds all states. The generators are permutations or matrices, and a state takes at most 255 bits (InputError otherwise).
  /// Throws ResourceError if memory does not suffice or there are more than 4278190078 states, LimitReached if the run is stopped
  /// first. `threads`: 0 for all cores.
  Action(Generators generators, Start start, unsigned threads = 0, RunControl* run = nullptr);
  ~Action();
  Action(Action&& other) noexcept;
  Action& operator=(Action&& other) noexcept;

  /// The generators, with names.
  const Generators& generators() const noexcept;
  /// State 0.
  const Start& start() const noexcept;
  /// The number of states.
  std::uint64_t size() const noexcept;
  /// The state with that number.
  State state(std::uint64_t number) const;
  /// The number of a state, or nothing if it is not in the orbit.
  std::optional<std::uint64_t> find(const State& state) const;
  /// The permutation that a generator is on the numbers of the states.
  std::span<const std::uint32_t> permutation(std::size_t generator) const;
  /// The ShortLex-least word from the start to a state: a transversal.
  Word word(std::uint64_t number) const;

  /// The order of the group that the generators generate, computed from permutations of its points, or of all vectors. Throws
  /// InputError if there are more than 65536 of these, LimitReached if the run is stopped first.
  Natural group_order(RunControl* run = nullptr) const;
  /// Generators of the stabilizer of the start, proved to generate all of it: the group that they generate has the order of the
  /// group divided by size(). Random, the same for the same seed, and few. Throws as group_order() does.
  Generators stabilizer(std::uint64_t seed = 1, RunControl* run = nullptr) const;

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

/// The permutations of an action as the rows of an array (.npy), which open_generators() reads: points start at 0. Throws
/// InputError if the file cannot be written, or is not named as an array.
void write_permutations(const std::filesystem::path& path, const Action& action);
/// The states as the rows of an array (.npy): images, points, letters or entries, as they are numbered.
void write_states(const std::filesystem::path& path, const Action& action);
/// The least words from the start to the states, one per line, with the names of the generators; "1" for the empty word.
void write_words(const std::filesystem::path& path, const Action& action);

/// An orbit of subspaces.
struct SubspaceOrbit {
  State representative;  // the first of them in the order of subspace_orbits()
  std::uint64_t size = 0;
};
/// The orbits of all subspaces of a dimension under matrices over a field; their sizes add up to the number of subspaces, which
/// is checked. Subspaces are ordered by their reduced echelon forms. Throws InputError if the matrices are not over a field of at
/// most 256 elements, or there is no such dimension, LimitReached if the run is stopped first.
[[nodiscard]] std::vector<SubspaceOrbit> subspace_orbits(const Generators& generators, std::uint32_t dimension,
                                                         unsigned threads = 0, RunControl* run = nullptr);

/// Generators as GAP text that open_generators() reads: permutations as lists, matrices over a field as GAP prints them. Throws
/// InputError for anything else.
[[nodiscard]] std::string print_gap(const Generators& generators);

}  // namespace wreath::orbit
