// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "bench/baselines/word/paper_multiply.hpp"
#include "wreath/machine.hpp"

namespace wreath::word {

/// The paper's path doubling (paper_multiply.hpp) on one machine, for products one after the other. Implemented by cuda/ and by
/// one core.
class PathDoubling {
 public:
  virtual ~PathDoubling() = default;

  /// Begins with a normal form.
  virtual void assign(std::span<const Letter> u) = 0;
  virtual void multiply(Letter g) = 0;
  virtual Word word() const = 0;
  /// Of the last product: the device's time on a GPU.
  virtual double seconds() const = 0;
};

/// For words of up to `most` letters, on the GPU (if it is asked for) in blocks of `block` threads, 1..1024. Throws
/// ResourceError where there is none, or its memory is too small.
std::unique_ptr<PathDoubling> make_path_doubling(const StructureView& structure, std::size_t most, BackendChoice backend,
                                                 unsigned block);

}  // namespace wreath::word
