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
  /// A form with these fields. One that has a name is listed by all(), and must then live until the program ends.
  ReportForm(std::string_view name, std::vector<Field> fields, int version = 1);
  /// With the fields of another form before its own.
  ReportForm(std::string_view name, const ReportForm& first, const std::vector<Field>& fields, int version = 1);

  std::string_view name;
  std::vector<Field> fields;
  int version;

  /// All forms that have a name, sorted by name.
  static std::vector<const ReportForm*> all();
  /// The form of this name. Throws InternalError if there is none.
  static const ReportForm& named(std::string_view name);
};

/// The value of a field: nothing, or what JSON can write. Numbers are of any size, and exact unless they have a point.
class Value {
 public:
  Value() = default;
  /// A truth value: true or false in JSON, yes or no in text.
  Value(bool yes) : kind_(Kind::boolean), text_(yes ? "true" : "false") {}  // NOLINT(*-explicit-*)
  /// An integer of any built-in type.
  Value(std::integral auto number) : kind_(Kind::number), text_(std::to_string(number)) {}  // NOLINT(*-explicit-*)
  /// A floating-point number; null if it is not finite.
  Value(double number);  // NOLINT(*-explicit-*)
  /// A text, which is copied.
  Value(const char* text) : kind_(Kind::text), text_(text) {}  // NOLINT(*-explicit-*)
  /// A text.
  Value(std::string text) : kind_(Kind::text), text_(std::move(text)) {}  // NOLINT(*-explicit-*)
  /// A text, which is copied.
  Value(std::string_view text) : kind_(Kind::text), text_(text) {}  // NOLINT(*-explicit-*)
  /// The fields of the report as a JSON object; its text is left out.
  Value(const Report& report);  // NOLINT(*-explicit-*)
  /// An integer of any size.
  Value(const Natural& number) : kind_(Kind::number), text_(number.text()) {}  // NOLINT(*-explicit-*)
  /// An integer of any size.
  Value(const Integer& number) : kind_(Kind::number), text_(number.text()) {}  // NOLINT(*-explicit-*)
  /// An integer of any size, or the text "infinite".
  Value(const Cardinal& number)  // NOLINT(*-explicit-*): "infinite" is text
      : kind_(number.is_infinite() ? Kind::text : Kind::number), text_(number.text()) {}
  /// The value in the optional; not set if the optional is empty.
  template <class T>
  Value(const std::optional<T>& value) {  // NOLINT(*-explicit-*): a value, or none
    if (value) *this = Value(*value);
  }
  /// A list of the values.
  template <class T>
  Value(const std::vector<T>& values);  // NOLINT(*-explicit-*)
  /// A number of any size in decimal; text that is not one, such as "infinite", stays text.
  static Value digits(std::string_view number);
  /// The JSON value null, which is set but has nothing in it.
  static Value null();
  /// A value from text that is JSON already; it is not checked.
  static Value of_json(std::string json);

  /// Whether there is a value: null counts as one.
  bool is_set() const noexcept { return kind_ != Kind::nothing; }
  /// Whether this is the truth value true.
  bool is_true() const noexcept { return kind_ == Kind::boolean && text_ == "true"; }
  /// The value as JSON; empty if it is not set. Bytes of a text that are not UTF-8 are replaced.
  std::string json() const;
  /// As people read it: 1,000; yes; 3.2 GiB; the items of a list with spaces between.
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
  /// Appends a value.
  void add(const Value& value);
  /// Appends a report as a JSON object, on a line of its own.
  void add(const Report& report);
  /// The number of values added so far.
  std::size_t size() const noexcept { return size_; }
  /// The number of bytes that the values take as JSON.
  std::size_t bytes() const noexcept { return items_.size(); }
  /// The list as one value. Its text is moved out, so the list must not be used afterwards.
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
  /// A report on the form, which must outlive it, with no field set yet.
  explicit Report(const ReportForm& form) : form_(&form), values_(form.fields.size()) {}
  /// The values of the first fields, in their order: for parts of other reports.
  template <class... Values>
  requires(sizeof...(Values) > 0) Report(const ReportForm& form, Values&&... values)
      : form_(&form), values_{Value(std::forward<Values>(values))...} {
    values_.resize(form.fields.size());
  }

  /// The form that lists the fields of this report.
  const ReportForm& form() const noexcept { return *form_; }
  /// Sets a field and returns the report. A value that is not set leaves the field out. Throws InternalError if the form has no
  /// such field.
  Report& set(std::string_view name, Value value);
  /// The value of a field, perhaps not set. Throws InternalError if the form has no such field.
  const Value& operator[](std::string_view name) const;
  /// Whether the form has such a field, and it has a value.
  bool has(std::string_view name) const;

  // --- text
  /// Adds a line of text from a pattern (see the top of this header); `texts` replace its {} in order. Adds nothing if a field
  /// outside of brackets has no value. Throws InternalError if the form has no such field.
  Report& line(std::string_view pattern, const std::vector<std::string>& texts = {});
  /// A copy without its lines of text.
  Report without_text() const;
  /// Adds one line for each field that has a value: its name and the value.
  Report& list_fields();
  /// Adds lines that are never folded, such as a table.
  Report& block(std::string text);
  /// Sets the text that follows "stopped (time)" if the result is not complete, from a pattern as in line().
  Report& partial(std::string_view pattern, const std::vector<std::string>& texts = {});
  /// Sets the word that is printed for how the run ended, if it is not the reason of its stop.
  Report& ended(std::string word);

  struct Line {
    std::string text;  // ends in a new line
    bool may_fold = true;
  };
  /// The lines of text added so far, in order.
  const std::vector<Line>& lines() const noexcept { return lines_; }
  /// All lines, folded by fold(line).
  template <class Fold>
  std::string text(const Fold& fold) const {
    std::string all;
    for (const Line& line : lines_) all += line.may_fold ? fold(line.text) : line.text;
    return all;
  }
  /// What partial() set; empty if nothing was.
  const std::string& partial() const noexcept { return partial_; }
  /// What ended() set; empty if nothing was.
  const std::string& ended() const noexcept { return ended_; }

  /// One JSON object with the fields that have values: each on a line that begins with `indent` spaces, or all on one line if
  /// `indent` is negative.
  std::string json(int indent = -1) const { return json_of({this}, indent); }
  /// One JSON object with the fields of several reports, laid out as by json().
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
