// SPDX-License-Identifier: MIT
#include "core/text/units.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "wreath/run.hpp"

namespace wreath {

namespace {

std::optional<unsigned> suffix_shift(char suffix) {
  switch (suffix) {
    case 'K':
    case 'k': return 10;
    case 'M':
    case 'm': return 20;
    case 'G':
    case 'g': return 30;
    case 'T':
    case 't': return 40;
    default: return std::nullopt;
  }
}

/// A number, a decimal fraction allowed before a suffix, as an exact count; nothing if it is none or is too large.
std::optional<std::uint64_t> parse_scaled(std::string_view text) {
  unsigned shift = 0;
  if (!text.empty()) {
    if (const auto known = suffix_shift(text.back())) {
      shift = *known;
      text.remove_suffix(1);
    }
  }
  if (text.empty() || text.find_first_not_of("0123456789.") != std::string_view::npos) return std::nullopt;
  const char* end = text.data() + text.size();
  if (text.find('.') == std::string_view::npos) {
    std::uint64_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stop != end || (number << shift) >> shift != number) return std::nullopt;
    return number << shift;
  }
  double number = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const double scaled = std::ldexp(number, static_cast<int>(shift));
  if (error != std::errc{} || stop != end || shift == 0 || scaled >= 0x1p63) return std::nullopt;
  return static_cast<std::uint64_t>(scaled);
}

}  // namespace

std::uint64_t parse_size(std::string_view text) {
  if (const auto bytes = parse_scaled(text)) return *bytes;
  throw InputError(fmt::format("'{}' is not a size: write a number and K, M, G or T (powers of 1024), such as 512M or 8G", text));
}

std::uint64_t parse_count(std::string_view text) {
  const auto power = [&](std::string_view prefix, std::uint64_t base) -> std::optional<std::uint64_t> {
    unsigned exponent = 0;
    const char* end = text.data() + text.size();
    if (text.substr(0, prefix.size()) != prefix) return std::nullopt;
    const auto [stop, error] = std::from_chars(text.data() + prefix.size(), end, exponent);
    if (error != std::errc{} || stop != end || exponent >= 64) return std::nullopt;
    std::uint64_t value = 1;
    while (exponent-- > 0) {
      if (__builtin_mul_overflow(value, base, &value)) return std::nullopt;
    }
    return value;
  };
  const auto scientific = [&]() -> std::optional<std::uint64_t> {  // 2e12
    std::uint64_t value = 0;
    unsigned exponent = 0;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, value);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != 'e') return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, exponent);
    if (second.ec != std::errc{} || second.ptr != end || exponent >= 20) return std::nullopt;
    while (exponent-- > 0) {
      if (__builtin_mul_overflow(value, std::uint64_t{10}, &value)) return std::nullopt;
    }
    return value;
  };
  for (const auto& count : {power("2^", 2), power("10^", 10), scientific(), parse_scaled(text)}) {
    if (count) return *count;
  }
  throw InputError(
      fmt::format("'{}' is not a whole number from 0 to 2^64 - 1: write it as 1000000, 10^6, 128M (128 * 2^20) or 2^27", text));
}

std::string format_bytes(std::uint64_t bytes) {
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  unsigned unit = 0;
  while (value >= 1024 && unit < 6) {
    value /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::string format_count(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string format_rate(double per_second, std::string_view unit) {
  static constexpr const char* kUnits[] = {"", "K ", "M ", "G ", "T "};
  unsigned scale = 0;
  while (per_second >= 1000 && scale < 4) {
    per_second /= 1000;
    ++scale;
  }
  return fmt::format("{:.{}f} {}{}/s", per_second, per_second < 10 ? 2 : 1, kUnits[scale], unit);
}

std::string format_seconds(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.0f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.1f} ms", seconds * 1e3);
  if (seconds < 120) return fmt::format("{:.2f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 7200) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace wreath
