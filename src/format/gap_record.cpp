// SPDX-License-Identifier: MIT
#include "format/gap_record.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::format {

GapRecord::GapRecord(TextReader& reader, std::string what)
    : reader_(&reader), what_(std::move(what)), start_(reader.skip_space()) {
  if (reader.take_name() != "rec") {
    reader.go_to(start_);
    reader.fail_expected(fmt::format("rec(...) for {}", what_));
  }
  const std::size_t open = reader.skip_space();
  reader.expect("(", fmt::format("{}, after rec", what_));
  if (reader.take(")")) return;
  do {
    const std::size_t place = reader.skip_space();
    const std::string_view field = reader.take_name();
    if (field.empty() && reader.at_end()) reader.expect_close(')', open, what_);
    if (field.empty()) reader.fail_expected(fmt::format("the name of a field of {}", what_));
    reader.expect(":=", fmt::format("{}, after '{}'", what_, TextReader::shown(field)));
    if (!fields_.try_emplace(std::string(field), reader.skip_space()).second)
      reader.fail(place, fmt::format("the field '{}' appears twice", TextReader::shown(field)));
    skip_value();
  } while (reader.take(","));
  reader.expect_close(')', open, what_);
}

/// To the ',' or ')' behind the value.
void GapRecord::skip_value() {
  std::vector<std::size_t> open;
  while (!reader_->at_end()) {
    const char next = reader_->peek();
    if (next == '"') {
      reader_->take_quoted("the text");
      continue;
    }
    if (open.empty() && (next == ',' || next == ')')) return;
    if (next == '(' || next == '[') open.push_back(reader_->at());
    if (next == ')' || next == ']') {
      if (open.empty()) reader_->fail(reader_->at(), "this ']' has no matching '['");
      reader_->expect_close(reader_->text()[open.back()] == '(' ? ')' : ']', open.back(), what_);
      open.pop_back();
      continue;
    }
    reader_->advance();
  }
  if (!open.empty()) reader_->expect_close(')', open.back(), "the bracket");
}

void GapRecord::go_to(std::string_view field) const {
  const auto found = fields_.find(field);
  if (found == fields_.end()) reader_->fail(start_, fmt::format("{} has no field '{}'", what_, field));
  reader_->go_to(found->second);
}

std::string_view GapRecord::string(std::string_view field) const {
  go_to(field);
  return reader_->take_quoted(field);
}

std::int64_t GapRecord::integer(std::string_view field, std::int64_t most) const {
  go_to(field);
  const std::size_t place = reader_->at();
  const std::int64_t value = reader_->take_integer(field, most);
  if (value < 0) reader_->fail(place, fmt::format("{} must not be negative", field));
  return value;
}

bool GapRecord::boolean(std::string_view field) const {
  go_to(field);
  const std::size_t place = reader_->at();
  const std::string_view value = reader_->take_name();
  if (value != "true" && value != "false") reader_->fail(place, fmt::format("expected true or false for {}", field));
  return value == "true";
}

GapRecord take_record_file(TextReader& reader, std::string what, std::string& name) {
  const std::size_t start = reader.skip_space();
  name = reader.take_name();
  if (!reader.take(":=")) {
    name.clear();
    reader.go_to(start);
  }
  GapRecord record(reader, std::move(what));
  reader.take(";");
  if (!reader.at_end()) reader.fail_expected("the end of the text after the record");
  return record;
}

}  // namespace wreath::format
