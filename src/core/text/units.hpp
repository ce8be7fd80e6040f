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

/// "244,823,040", for a number of any length. What is not a number, such as "infinite", stays as it is.
inline std::string group_digits(std::string digits) {
  if (digits.find_first_not_of("0123456789") != std::string::npos) return digits;
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

/// "1 word", "2,000 words"; a plural that is not the noun and an s is named.
inline std::string counted(std::uint64_t count, std::string_view noun, std::string_view plural = {}) {
  const std::string text = format_count(count) + " ";
  if (count == 1) return text + std::string(noun);
  return text + (plural.empty() ? std::string(noun) + "s" : std::string(plural));
}

/// "1 point", "30000 points": in messages that quote numbers as they are in the input; counted() is for results.
inline std::string plural(std::uint64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}
/// "there is 1 point", "there are 30000 points"
inline std::string there_are(std::uint64_t count, std::string_view noun) {
  return (count == 1 ? "there is " : "there are ") + plural(count, noun);
}

}  // namespace wreath
