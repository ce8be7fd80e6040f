// SPDX-License-Identifier: MIT
//
// The text, or the bytes, that a user names: a file, or '-' for standard input.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/io/mapped_file.hpp"
#include "core/run/signals.hpp"

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

}  // namespace wreath::open
