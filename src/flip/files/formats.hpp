// SPDX-License-Identifier: MIT
//
// The formats of scheme files (wreath/flip/files.hpp) that other programs defined: products as text, lists of matrices, arrays;
// and the containers of arrays: numpy's .npy, Python's pickles of several arrays, which numpy writes for arrays of different
// sizes, and .zip archives, as .npz are: stored, or compressed by deflate (RFC 1951).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/stop_check.hpp"
#include "wreath/flip/files.hpp"

namespace wreath::flip {

// All readers throw Stopped if the run is stopped first.
RationalScheme parse_exp(std::string_view text, std::string_view source, const SchemeFileOptions& options, StopCheck stop);
std::string print_exp(const RationalScheme& scheme, bool c_transposed, StopCheck stop);
RationalScheme parse_mathematica(std::string_view text, std::string_view source, const SchemeFileOptions& options,
                                 StopCheck stop);
RationalScheme parse_maple(std::string_view text, std::string_view source, const SchemeFileOptions& options, StopCheck stop);
/// The bytes of an .npy file. Throws LimitReached if the run is stopped while a scheme is verified to find its shape.
RationalScheme read_scheme_npy(std::span<const std::byte> bytes, const std::string& name, const SchemeFileOptions& options,
                               RunControl* run);
std::string print_scheme_npy(const RationalScheme& scheme, StopCheck stop);
/// As flip-cpd has it: numerators and denominators in turn, all a, then b, then c, which is never transposed.
std::string print_scheme_cpd(const RationalScheme& scheme, StopCheck stop);

// --- arrays, with integers, floats or complex numbers that are real

struct NumberArray {
  std::vector<std::uint64_t> shape;
  std::vector<std::int64_t> values;        // in C order
  std::vector<std::int64_t> denominators;  // empty: all 1
};

inline constexpr const char* kNoComplex = "complex coefficients are not supported: integers or fractions are needed";

/// The array of an .npy file, or the arrays in an array of objects. Throws InputError that begins with `name`.
std::vector<NumberArray> read_arrays(std::span<const std::byte> file, const std::string& name);

// --- archives

struct ZipMember {
  std::string name;
  unsigned method = 0;       // 0 stored, 8 deflate
  std::uint64_t bytes = 0;   // as it was
  std::uint64_t packed = 0;  // in the archive
  std::uint64_t header_at = 0;
  std::uint32_t checksum = 0;  // CRC-32
};

/// All files of the archive, in its order. Throws InputError that names `path` if it is damaged.
std::vector<ZipMember> zip_members(std::span<const std::byte> archive, const std::string& path);
/// The content of one. Throws Stopped if the run is stopped first.
std::vector<std::byte> unpack(std::span<const std::byte> archive, const ZipMember& member, const std::string& path,
                              StopCheck stop);

}  // namespace wreath::flip
