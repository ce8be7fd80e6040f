// SPDX-License-Identifier: MIT
//
// Random elements by product replacement with an accumulator (Celler, Leedham-Green, Murray, Niemeyer and O'Brien, "Generating
// random elements of a finite group"; Leedham-Green and O'Brien's "rattle").
//
// A few slots hold elements that generate the group. A step multiplies one of them by another, from either side, and the
// accumulator by the result. What the elements are like decides how fast a chain becomes complete, never what is proven.
//
// Cost: two products of whole permutations per step.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "group/images.hpp"
#include "group/products.hpp"

namespace wreath::group {

class RandomElements {
 public:
  RandomElements() = default;
  /// There is at least one generator.
  RandomElements(const std::vector<Element>& generators, std::size_t slots, std::uint64_t seed);

  /// Throws Stopped, and then nothing has changed.
  void advance(Products& products, Lines& lines);
  const Element& element() const noexcept { return sum_; }
  /// The slot that the last step changed.
  const Element& changed() const noexcept { return slots_[changed_]; }
  std::uint64_t steps() const noexcept { return steps_; }
  std::size_t slots() const noexcept { return slots_.size(); }

  void save(ByteWriter& into) const;
  void restore(ByteReader& from, std::uint64_t degree);

 private:
  std::shared_ptr<Images> spare(const Products& products, std::size_t points);
  void recycle(Element& old);

  std::vector<Element> slots_;
  Element sum_;
  std::vector<std::shared_ptr<Images>> spares_;
  std::uint64_t seed_ = 0;
  std::uint64_t steps_ = 0;
  std::size_t changed_ = 0;
};

void save_element(ByteWriter& into, const Element& element);
Element restore_element(ByteReader& from, std::uint64_t degree);

}  // namespace wreath::group
