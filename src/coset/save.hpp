// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/byte_writer.hpp"
#include "wreath/coset/enumeration.hpp"

namespace wreath::coset {

struct EnumerationSaver {
  /// What Enumeration::restore takes up, piece by piece: no table is copied.
  static void save(const Enumeration& enumeration, ByteWriter& into);
};

}  // namespace wreath::coset
