// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "semigroup/green/side.hpp"
#include "semigroup/kinds/action.hpp"

namespace wreath::semigroup {

/// Products of matrices lead the unit vectors to more than 2^20 vectors, too many for orbits.
struct TooManyVectors : InputError {
  using InputError::InputError;
};

/// Generators in a form that has sides: bipartitions and Boolean matrices as they are, other elements as transformations.
class Sided {
 public:
  /// Whether the elements are of a kind for which this is made.
  static bool is_made_for(const ElementKind& kind) noexcept;

  /// The generators must live as long. Throws InputError if there is no such form, and Stopped if the run stops.
  explicit Sided(const Generators& given, StopCheck check = {});
  ~Sided();

  const Generators& operator*() const;
  const Generators* operator->() const { return &**this; }
  const Generators& given() const { return given_; }
  /// Of an element, which is valid, and back. Empty if it leads a vector to where no product of generators leads it.
  std::vector<Point> row_of(std::span<const Point> element) const;
  std::vector<Point> element_of(std::span<const Point> row) const;
  std::vector<Point> identity() const;
  std::vector<Point> multiply(std::span<const Point> x, std::span<const Point> y) const;
  /// Of an element of a D-class, by its form; `positions` are those of its right value.
  std::uint64_t rank_of(std::span<const Point> row, std::size_t positions) const;

 private:
  class ReachedVectors;

  const Generators& given_;
  std::unique_ptr<const Action> action_;
  std::unique_ptr<const Generators> acting_;
  std::unique_ptr<const ReachedVectors> reached_;
};

}  // namespace wreath::semigroup
