// SPDX-License-Identifier: MIT
//
// numpy's .npy files: a short text header, then the array as it lies in memory.
//
// The header is checked whole (magic, version, length, keys, type, shape, and that the file holds just the bytes the shape
// asks for), so that what passes can be mapped and read without further thought. Format: numpy.lib.format, versions 1 to 3.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/mapped_file.hpp"

namespace wreath {

struct NpyHeader {
  char order = '<';  // < little, > big, | not applicable
  char kind = 'u';   // u unsigned, i signed, f float, b bool, V raw bytes, ...
  unsigned item_bytes = 4;
  std::string descr = {};  // of items of any type: as the header has it
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
  std::uint64_t data_offset = 0;

  std::uint64_t count() const;
  /// Whether the values are as they are used: little-endian, and in C order.
  bool is_native() const noexcept { return !is_swapped() && (!fortran_order || shape.size() < 2); }
  /// Whether the bytes of a value are in reverse.
  bool is_swapped() const noexcept { return order == '>' && item_bytes > 1; }
  /// As numpy writes it: "<u4".
  std::string type() const;
};

/// Reads and checks the header at the start of a file of `file_bytes` bytes. Throws InputError that names `path`.
/// any_type: the items, such as records or text, are bytes of kind 'V'.
NpyHeader parse_npy_header(std::span<const std::byte> file, std::uint64_t file_bytes, const std::string& path,
                           bool any_type = false);

/// Throws InputError unless it is an array of integers of 1, 2, 4 or 8 bytes with `dimensions` dimensions, of any byte order.
void require_integers(const NpyHeader& header, unsigned dimensions, const std::string& path);

/// The same, and five-byte points pass too: raw bytes (|V5), little-endian.
void require_points(const NpyHeader& header, const std::string& path);

/// Reverses the bytes of each value of `item_bytes`.
void swap_bytes(std::span<std::byte> values, unsigned item_bytes);
/// The values, little-endian and in C order, as the header then has it.
std::vector<std::byte> native_values(NpyHeader& header, std::span<const std::byte> values);

/// The bytes that precede the data of a new file; their number is a multiple of 64, and for a mebibyte of data and more it is a
/// page, so that the data can be moved past the page cache. align: it is a multiple of this instead.
std::string make_npy_header(char kind, unsigned item_bytes, std::span<const std::uint64_t> shape, std::size_t align = 0);
std::string make_npy_header(const std::string& descr, std::uint64_t item_bytes, std::span<const std::uint64_t> shape,
                            std::size_t align = 0);

/// Whether the name of a new array ends in .npy; pipes and devices have any name.
bool may_hold_npy(const std::string& output);
/// Throws InputError if it does not; `hint` ends the sentence.
void require_npy_name(const std::string& output, std::string_view hint = {});

/// An .npy file of integers, mapped.
class NpyFile {
 public:
  /// Throws as require_integers does. An array that is big-endian or in Fortran order is copied to memory as it is used.
  NpyFile(const std::string& path, unsigned dimensions);
  /// One dimension, as it is in the file, perhaps big-endian; throws as require_points does.
  static NpyFile of_points(const std::string& path);

  const NpyHeader& header() const noexcept { return header_; }
  const MappedFile& file() const noexcept { return file_; }
  const std::string& path() const noexcept { return file_.path(); }
  std::uint64_t size() const { return header_.count(); }

  template <class T>
  std::span<const T> data() const {
    const std::byte* start = native_.empty() ? file_.bytes().data() + header_.data_offset : native_.data();
    return {reinterpret_cast<const T*>(start), header_.count()};
  }

 private:
  explicit NpyFile(const std::string& path);

  MappedFile file_;
  NpyHeader header_;
  std::vector<std::byte> native_;  // of an array that is not
};

}  // namespace wreath
