// SPDX-License-Identifier: MIT
//
// Conjugacy in hyperbolic groups: decided, with proofs; shortest conjugates, roots, orders of elements.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/run.hpp"
#include "wreath/word/geometry.hpp"
#include "wreath/word/group.hpp"

namespace wreath::word {

/// How far the geometry of the group is explored, and the searches within it.
struct ConjugacyOptions {
  GeodesicOptions geodesics = {};
  ThinTriangleOptions triangles = {};
  std::size_t max_elements = std::size_t{1} << 22;  // conjugates of one element, or elements that may join two lines
  unsigned threads = 0;                             // for long words; 0: all cores
};

/// Whether two elements are conjugate. The answer is proven.
struct Conjugate {
  bool conjugate = false;
  Word conjugator = {};    // c with c^-1 * u * c = v, a normal form; checked by multiplying out
  std::string proof = {};  // of a "no", in a sentence that names the constant behind it
};

/// An element as a power: root^exponent, with the greatest possible exponent.
struct ElementRoot {
  Word root;
  std::uint64_t exponent = 1;
};

/// Answers questions about conjugacy in a group whose hyperbolicity is proven. Cheap to copy; copies share tables that grow, so
/// that one is not for use by several threads at once. All functions throw InputError if a letter is out of range, and
/// LimitReached at a limit of the options or if the run is to stop.
class Conjugacy {
 public:
  struct State;  // what copies share

  /// Proves how thin the triangles of the group are. Throws InputError if its structure is not verified, LimitReached if the
  /// proof does not end within the limits: then the group may be hyperbolic or not.
  explicit Conjugacy(const Group& group, const ConjugacyOptions& options = {}, RunControl* run = nullptr);

  /// The group in which questions are answered.
  const Group& group() const noexcept;
  /// The proven constant: see ThinTriangles.
  std::size_t thinness() const noexcept;

  /// Whether u and v are conjugate, with a conjugator that was multiplied out, or a proof that they are not.
  Conjugate decide(std::span<const Letter> u, std::span<const Letter> v, RunControl* run = nullptr);
  /// The same for words as text. Throws InputError if one is not a word.
  Conjugate decide(std::string_view u, std::string_view v, RunControl* run = nullptr);

  /// The shortest elements of the conjugacy class, as normal forms in shortlex order: all of them.
  std::vector<Word> shortest(std::span<const Letter> word, RunControl* run = nullptr);
  /// The order of an element. It is never unknown.
  ElementOrder order_of(std::span<const Letter> word, RunControl* run = nullptr);
  /// Of an element of infinite order; throws InputError for others.
  ElementRoot root_of(std::span<const Letter> word, RunControl* run = nullptr);

 private:
  std::shared_ptr<State> state_;
};

/// The orders of elements: as Group::order_of_letters finds them, or else by way of the geometry of the group, which is explored
/// once. Unknown only if hyperbolicity is not proven within the limits.
[[nodiscard]] std::vector<ElementOrder> decide_orders(const Group& group, const std::vector<Word>& words,
                                                      std::uint64_t powers = 1000, const ConjugacyOptions& options = {},
                                                      const ReduceOptions& how = {}, RunControl* run = nullptr);
/// The order of one element, found in the same way.
[[nodiscard]] ElementOrder decide_order(const Group& group, std::span<const Letter> word, std::uint64_t powers = 1000,
                                        const ConjugacyOptions& options = {}, const ReduceOptions& how = {},
                                        RunControl* run = nullptr);

}  // namespace wreath::word
