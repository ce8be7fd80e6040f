// SPDX-License-Identifier: MIT
//
// Numbers as people write and read them: sizes (K, M, G, T are powers of 1024), counts, rates and times.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wreath {

/// "8G", "512M", "1.5T", "4096": bytes. Throws InputError that shows what a size looks like.
std::uint64_t parse_size(std::string_view text);
/// "128M", "2^27", "1000000": how many. Throws InputError.
std::uint64_t parse_count(std::string_view text);

std::string format_bytes(std::uint64_t bytes);                      // 19.2 GiB
std::string format_count(std::uint64_t count);                      // 7,505,009
std::string format_rate(double per_second, std::string_view unit);  // 1.23 G points/s
std::string format_seconds(double seconds);                         // 3.21 ms, 12.4 s, 2 min 05 s

}  // namespace wreath
