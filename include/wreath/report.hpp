// SPDX-License-Identifier: MIT
//
// Results as named fields.
//
// A form lists the fields that a kind of result may have, once, each with a description. A report is a form with values: a field
// that has none is left out. All that shows a result is made from it: the text that people read, the JSON object of the program,
// the run record, Python's result and GAP's record, and the page of the documentation that lists all fields (docs/json.md).
//
// The text is a list of lines. In a line, {size} stands for the value of a field, {size element} for the value and a noun,
// "1 element" or "2,000 elements", {n class/classes} for one with a plural of its own, and {} for the next of the texts that are
// given beside the line. What stands in [brackets] is left out if a field in it has no value; without brackets the whole line is.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wreath/natural.hpp"

namespace wreath {

class Report;

/// How a number is written in text.
enum class Unit { none, bytes, seconds, per_second };

struct ReportForm;

struct Field {
  std::string_view name;
  std::string_view about;
  Unit unit = Unit::none;
  const ReportForm* parts = nullptr;  // of a report, or of each of a list of reports
};

/// The fields of a kind of result, in the order in which they are shown. It has a name, such as "orbit growth", unless it is a
/// part of others; the number grows when a field changes its meaning or goes.
struct ReportForm {
  ReportForm(std::string_view name, std::vector<Field> fields, int version = 1);
  /// With the fields of another form before its own.
  ReportForm(std::string_view name, const ReportForm& first, const std::vector<Field>& fields, int version = 1);

  std::string_view name;
  std::vector<Field> fields;
  int version;

  /// All forms that have a name, by name; and the one of this name.
  static std::vector<const ReportForm*> all();
  static const ReportForm& named(std::string_view name);
};

/// The value of a field: nothing, or what JSON can write. Numbers are of any size, and exact unless they have a point.
class Value {
 public:
  Value() = default;
  Value(bool yes) : kind_(Kind::boolean), text_(yes ? "true" : "false") {}                  // NOLINT(*-explicit-*)
  Value(std::integral auto number) : kind_(Kind::number), text_(std::to_string(number)) {}  // NOLINT(*-explicit-*)
  Value(double number);                                                                     // NOLINT(*-explicit-*)
  Value(const char* text) : kind_(Kind::text), text_(text) {}                               // NOLINT(*-explicit-*)
  Value(std::string text) : kind_(Kind::text), text_(std::move(text)) {}                    // NOLINT(*-explicit-*)
  Value(std::string_view text) : kind_(Kind::text), text_(text) {}                          // NOLINT(*-explicit-*)
  Value(const Report& report);                                                              // NOLINT(*-explicit-*)
  Value(const Natural& number) : kind_(Kind::number), text_(number.text()) {}               // NOLINT(*-explicit-*)
  Value(const Integer& number) : kind_(Kind::number), text_(number.text()) {}               // NOLINT(*-explicit-*)
  Value(const Cardinal& number)  // NOLINT(*-explicit-*): "infinite" is text
      : kind_(number.is_infinite() ? Kind::text : Kind::number), text_(number.text()) {}
  template <class T>
  Value(const std::optional<T>& value) {  // NOLINT(*-explicit-*): a value, or none
    if (value) *this = Value(*value);
  }
  template <class T>
  Value(const std::vector<T>& values);  // NOLINT(*-explicit-*)
  /// A number of any size in decimal; text that is not one, such as "infinite", stays text.
  static Value digits(std::string_view number);
  static Value null();
  /// What is JSON already.
  static Value of_json(std::string json);

  bool is_set() const noexcept { return kind_ != Kind::nothing; }
  bool is_true() const noexcept { return kind_ == Kind::boolean && text_ == "true"; }
  std::string json() const;
  /// As people read it: 1,000; yes; 3.2 GiB; a, b, c.
  std::string shown(Unit unit = Unit::none) const;
  /// "1 element", "2,000 elements", from a noun, or both words with a / between.
  std::string counted(std::string_view nouns) const;

 private:
  enum class Kind { nothing, boolean, number, text, json };
  Kind kind_ = Kind::nothing;
  std::string text_;
};

/// A list that is made one value at a time; millions of words take little more than their letters.
class ValueList {
 public:
  void add(const Value& value);
  /// Reports, each on a line of its own.
  void add(const Report& report);
  std::size_t size() const noexcept { return size_; }
  std::size_t bytes() const noexcept { return items_.size(); }
  Value take() { return Value::of_json("[" + std::exchange(items_, {}) + "]"); }

 private:
  std::string items_;
  std::size_t size_ = 0;
};

template <class T>
Value::Value(const std::vector<T>& values) {
  ValueList list;
  for (const T& value : values) list.add(value);
  *this = list.take();
}

class Report {
 public:
  explicit Report(const ReportForm& form) : form_(&form), values_(form.fields.size()) {}
  /// The values of the first fields, in their order: for parts of other reports.
  template <class... Values>
  requires(sizeof...(Values) > 0) Report(const ReportForm& form, Values&&... values)
      : form_(&form), values_{Value(std::forward<Values>(values))...} {
    values_.resize(form.fields.size());
  }

  const ReportForm& form() const noexcept { return *form_; }
  /// Throws InternalError if the form has no such field. A value that is not set leaves the field out.
  Report& set(std::string_view name, Value value);
  const Value& operator[](std::string_view name) const;
  /// Whether the form has such a field, and it has a value.
  bool has(std::string_view name) const;

  // --- text
  Report& line(std::string_view pattern, const std::vector<std::string>& texts = {});
  /// The fields alone.
  Report without_text() const;
  /// A line for each field that has a value, with its name.
  Report& list_fields();
  /// Lines that stay as they are, such as a table.
  Report& block(std::string text);
  /// The text of a result that is not complete, after "stopped (time)".
  Report& partial(std::string_view pattern, const std::vector<std::string>& texts = {});
  /// The word for how the run ended, if it is not the reason of its stop.
  Report& ended(std::string word);

  struct Line {
    std::string text;  // ends in a new line
    bool may_fold = true;
  };
  const std::vector<Line>& lines() const noexcept { return lines_; }
  /// All lines, folded by fold(line).
  template <class Fold>
  std::string text(const Fold& fold) const {
    std::string all;
    for (const Line& line : lines_) all += line.may_fold ? fold(line.text) : line.text;
    return all;
  }
  const std::string& partial() const noexcept { return partial_; }
  const std::string& ended() const noexcept { return ended_; }

  /// One object: each field on a line that begins with `indent` spaces, or all on one line.
  std::string json(int indent = -1) const { return json_of({this}, indent); }
  /// One object with the fields of several reports.
  static std::string json_of(const std::vector<const Report*>& parts, int indent = -1);

 private:
  std::size_t place_of(std::string_view name) const;
  /// The pattern with values; nothing if one of them is not set.
  std::optional<std::string> filled(std::string_view pattern, const std::vector<std::string>& texts, std::size_t& used) const;

  const ReportForm* form_;
  std::vector<Value> values_;
  std::vector<Line> lines_;
  std::string partial_;
  std::string ended_;
};

}  // namespace wreath
