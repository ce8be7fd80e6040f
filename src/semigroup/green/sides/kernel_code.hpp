// SPDX-License-Identifier: MIT
//
// How the kernel of an element is written down: a partition of the points as a string of bytes, equal exactly where the
// kernels are.
//
// A generator g acts on kernels from the left: points p and q are together in the kernel of g*x exactly where p*g and q*g are in
// that of x. A code knows this action without the element; and it knows a few points, the transversal of a kernel, whose images
// determine an element that has this kernel. There are two codes: block numbers, point by point, for any semigroup (below), and
// bits for classes of pairs where a certificate holds (pair_code.cpp), which is far shorter.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "semigroup/green/side.hpp"
#include "semigroup/green/sides/pair_certificate.hpp"
#include "semigroup/kinds/packing.hpp"

namespace wreath::semigroup {

class KernelCode : public Side {
 public:
  explicit KernelCode(const Generators& generators) : generators_(generators) {}

  std::uint64_t mark_values() const override { return generators_.degree; }
  std::vector<std::byte> first() const override;
  /// The points of the transversal: an element is determined by its kernel and its images there.
  std::vector<Point> marks(Key key) const override = 0;
  void carry(const KeyStep& step, Marks known, std::span<Point> led) const override {
    const std::span<const Point> map = generators_.row(step.letter);
    for (std::size_t i = 0; i < known.size(); ++i) led[i] = map[known[i]];
  }

  /// The kernel of the map that takes p to map[row[p]].
  virtual void encode(std::span<const Point> row, std::span<const Point> map, std::byte* key) const = 0;
  /// All images of the element that has this kernel and these images of the points of a frame.
  virtual void row(Key key, Marks frame, std::span<const Point> images, std::span<Point> row) const = 0;
  /// A number below the degree for each point: the same in a block, different in different blocks.
  virtual void labels(Key key, std::span<Point> labels) const = 0;
  /// How labels_at() comes to these points.
  virtual std::vector<std::uint32_t> way_to(std::span<const Point> points) const = 0;
  /// The same numbers as labels() at the points to which the way leads; other labels may be written, too.
  virtual void labels_at(Key key, std::span<const std::uint32_t> way, std::span<Point> labels) const = 0;
  virtual std::string_view name() const = 0;

 protected:
  const Generators& generators_;
};

/// The number of each point's block, blocks numbered as they appear.
std::unique_ptr<KernelCode> make_block_code(const Generators& generators);
std::unique_ptr<KernelCode> make_pair_code(PairCertificate certificate, const Generators& generators);

/// The sides of transformations (map_sides.cpp). The generators must live as long.
std::unique_ptr<Sides> make_map_sides(const Generators& generators, std::unique_ptr<KernelCode> code);

}  // namespace wreath::semigroup
