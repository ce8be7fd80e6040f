// SPDX-License-Identifier: MIT
#include "open/input_text.hpp"

#include <fmt/format.h>

#include <cstring>
#include <span>

#include "core/io/output_file.hpp"
#include "core/run/stop_check.hpp"

namespace wreath::open {

namespace {

/// The header must have been read. Calls visit(k, value).
template <class Visit>
std::vector<std::uint32_t> read_values(std::string_view file, const std::string& name, NpyHeader& header, RunControl* run,
                                       const Visit& visit) {
  std::span<const std::byte> values = bytes_of(file).subspan(header.data_offset);
  std::vector<std::byte> native;
  if (!header.is_native()) values = native = native_values(header, values);
  std::vector<std::uint32_t> numbers;
  numbers.reserve(header.count());
  StopCheck stop = stop_check(run);
  try {
    for (std::uint64_t k = 0; k < header.count(); ++k) {
      stop.spend(4);
      std::uint64_t value = 0;
      std::memcpy(&value, values.data() + k * header.item_bytes, header.item_bytes);
      numbers.push_back(visit(k, value));
    }
  } catch (const Stopped&) {
    throw LimitReached(fmt::format("stopped before {} was read", name));
  }
  return numbers;
}

}  // namespace

std::vector<std::uint32_t> npy_points(std::string_view file, const std::string& name, unsigned dimensions, NpyHeader& header,
                                      RunControl* run) {
  header = parse_npy_header(bytes_of(file), file.size(), name);
  const bool single = header.shape.size() == 1;
  require_integers(header, dimensions != 0 ? dimensions : single ? 1 : 2, name);
  return read_values(file, name, header, run, [&](std::uint64_t k, std::uint64_t value) {
    const std::uint64_t columns = header.shape.back();
    if (value >= columns) {
      const bool negative = header.kind == 'i' && (value >> (8 * header.item_bytes - 1)) != 0;
      throw InputError(
          fmt::format("{}: {}: {} is not a point: points are 0..{}", name,
                      single ? fmt::format("index {}", k) : fmt::format("row {}, column {}", k / columns, k % columns),
                      negative ? "a negative number" : std::to_string(value), columns - 1));
    }
    return static_cast<std::uint32_t>(value);
  });
}

std::vector<std::uint32_t> npy_numbers(std::string_view file, const std::string& name, NpyHeader& header, RunControl* run) {
  header = parse_npy_header(bytes_of(file), file.size(), name);
  require_integers(header, static_cast<unsigned>(header.shape.size()), name);
  return read_values(file, name, header, run, [&](std::uint64_t k, std::uint64_t value) {
    const unsigned unused = 64 - 8 * header.item_bytes;
    const auto number =
        header.kind == 'i' ? static_cast<std::int64_t>(value << unused) >> unused : static_cast<std::int64_t>(value);
    if (number < INT32_MIN || number > INT32_MAX)
      throw InputError(fmt::format("{}: number {} of the array is out of range", name, k));
    return static_cast<std::uint32_t>(number);
  });
}

}  // namespace wreath::open
