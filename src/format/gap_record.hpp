// SPDX-License-Identifier: MIT
//
// GAP's records as text: `rec( name := value, ... )`.
//
// A record is scanned once to find where the values of its fields begin; then they can be read in any order, and those that
// nobody asks for are never looked at. So the order of the fields does not matter, and new ones do no harm.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/text/text_reader.hpp"

namespace wreath::format {

class GapRecord {
 public:
  /// Reads `rec( ... )` and leaves the reader behind it. `what` is for messages: "the table".
  GapRecord(TextReader& reader, std::string what);

  bool has(std::string_view field) const { return fields_.contains(field); }
  /// Takes the reader to the value of the field. Throws InputError if there is none.
  void go_to(std::string_view field) const;
  /// Where the record begins: for errors that concern all of it.
  std::size_t start() const { return start_; }

  // The values of fields that hold one thing. Each throws InputError if the field is missing or holds another.
  std::string_view string(std::string_view field) const;
  std::int64_t integer(std::string_view field, std::int64_t most) const;
  bool boolean(std::string_view field) const;

 private:
  void skip_value();

  TextReader* reader_;
  std::string what_;
  std::size_t start_ = 0;
  std::map<std::string, std::size_t, std::less<>> fields_;
};

/// Reads `name := rec(...);`, where all but the record may be missing, and nothing else. `name` becomes the name.
GapRecord take_record_file(TextReader& reader, std::string what, std::string& name);

/// Reads a list and calls `entry(i)`, from 0, with the reader at entry i; the call reads it. An entry may be blank, as the first
/// of
/// [,2]: then ',' or ']' is next.
template <class Entry>
void for_each_entry(TextReader& reader, std::string_view what, Entry entry) {
  const std::size_t open = reader.skip_space();
  reader.expect("[", what);
  if (reader.take("]")) return;
  std::size_t i = 0;
  do entry(i++);
  while (reader.take(","));
  reader.expect_close(']', open, what);
}

/// Whether the entry of the list that the reader is at is blank.
inline bool is_blank(TextReader& reader) {
  const char next = reader.peek();
  return next == ',' || next == ']';
}

}  // namespace wreath::format
