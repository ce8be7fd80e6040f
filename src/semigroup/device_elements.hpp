// SPDX-License-Identifier: MIT
//
// A rank's elements on a GPU: what an enumeration by several ranks asks of them beside what a Backend does. Rows travel in the
// form in which they lie there: through pinned host memory, or, if MPI sends the memory of GPUs, without leaving it.
#pragma once

#include <memory>

#include "core/run/rank_here.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

class DeviceElements {
 public:
  virtual ~DeviceElements() = default;

  /// Products, valid until the next call.
  struct Formed {
    std::span<const std::uint32_t> rows;  // row_words() each
    std::span<const std::uint64_t> hashes;
    std::span<const std::uint8_t> fixed;  // 1: the product is its parent, which is not the empty word
  };

  /// The words of a row.
  virtual std::size_t row_words() const = 0;
  /// `fetch_rows`: they come to the host; otherwise Formed has none.
  virtual Formed form(std::span<const Product> products, bool fetch_rows) = 0;
  /// Looks rows up, of which equal ones are new once, the first of them. Which are new, ascending.
  virtual std::span<const std::uint32_t> claim(std::span<const std::uint32_t> rows) = 0;
  /// Keeps the rows that the last claim() found to be new. Throws ResourceError, and forgets them, if there is no room.
  virtual void keep_claimed() = 0;
  /// Which elements the rows of the last claim() are.
  virtual std::span<const Index> claimed() = 0;

  // --- Rows that stay in the GPU's memory, to which the pointers lead.
  /// The rows of the last form(), in this order.
  virtual std::byte* pack_formed(std::span<const std::uint32_t> order) = 0;
  /// Room for rows that come.
  virtual std::byte* room_for(std::size_t rows) = 0;
  /// claim() of those that came, in this order.
  virtual std::span<const std::uint32_t> claim_arrived(std::span<const std::uint32_t> order) = 0;
  /// Copies there, by any thread.
  virtual void copy(std::byte* to, const std::byte* from, std::size_t bytes) const = 0;

  /// The hash of the empty word's row, which is element 0 and is not found before find_first().
  virtual std::uint64_t first_hash() const = 0;
  virtual void find_first() = 0;

  /// How many products to form at once.
  virtual std::size_t piece() const = 0;
  /// The same elements, to be read.
  virtual const Backend& backend() const = 0;
};

/// Throws ResourceError if there is no GPU, or wreath was built without CUDA.
std::unique_ptr<DeviceElements> make_device_elements(const Generators& generators, std::span<const Point> tracked,
                                                     const RankHere& rank);

}  // namespace wreath::semigroup
