// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/byte_writer.hpp"
#include "wreath/coset/enumeration.hpp"

namespace wreath::coset {

/// What Enumeration::restore takes up, piece by piece: no table is copied.
void save_enumeration(const Enumeration& enumeration, ByteWriter& into);

}  // namespace wreath::coset
