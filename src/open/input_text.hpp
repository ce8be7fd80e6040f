// SPDX-License-Identifier: MIT
//
// The text, or the bytes, that a user names: a file, or '-' for standard input; and the numbers of an array (.npy) among them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/mapped_file.hpp"
#include "core/io/npy.hpp"
#include "core/run/signals.hpp"
#include "wreath/run.hpp"

namespace wreath::open {

/// Holds the text as long as it lives. Throws InputError if the file cannot be read.
class InputText {
 public:
  explicit InputText(const std::string& path) : name_(path == "-" ? "stdin" : path) {
    if (path == "-") {
      bytes_ = read_standard_input();
    } else {
      file_.emplace(path);
    }
  }
  /// For messages.
  const std::string& name() const noexcept { return name_; }
  /// Without a byte-order mark.
  std::string_view text() const noexcept {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    const std::string_view all = file_ ? file_->text() : std::string_view(bytes_);
    return all.starts_with(kByteOrderMark) ? all.substr(kByteOrderMark.size()) : all;
  }
  bool is_npy() const noexcept { return text().starts_with("\x93NUMPY"); }

 private:
  std::string name_;
  std::string bytes_;
  std::optional<MappedFile> file_;
};

// The values of an array of integers, and its header. Throw InputError that names the place of a value that does not fit, and
// LimitReached if the run is stopped first.

/// Points: each row is a map of as many points as there are columns. `dimensions` 0: one or two.
std::vector<std::uint32_t> npy_points(std::string_view file, const std::string& name, unsigned dimensions, NpyHeader& header,
                                      RunControl* run = nullptr);
/// Numbers of 32 bits with their signs, in an array of any shape.
std::vector<std::uint32_t> npy_numbers(std::string_view file, const std::string& name, NpyHeader& header,
                                       RunControl* run = nullptr);

}  // namespace wreath::open
