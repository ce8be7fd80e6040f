// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace wreath {

inline constexpr std::size_t kHugePage = std::size_t{2} << 20;

constexpr std::size_t round_up_to_huge_page(std::size_t bytes) {
  return (bytes + kHugePage - 1) / kHugePage * kHugePage;
}

/// Address space of that many bytes, whole huge pages, from a huge-page boundary on; MAP_FAILED if there is none.
void* reserve_huge_pages(std::size_t bytes) noexcept;

}  // namespace wreath
