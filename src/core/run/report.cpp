// SPDX-License-Identifier: MIT
#include "wreath/report.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/text/json.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "wreath/run.hpp"

namespace wreath {

namespace {

std::vector<const ReportForm*>& forms() {
  static std::vector<const ReportForm*> all;
  return all;
}

/// In quotes, with options as the program writes them; bytes that are not UTF-8, as file names may have, become a mark.
std::string quoted(const std::string& given) {
  const std::string text = written_out(given, OptionStyle::flag);
  const bool plain = std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  return plain ? '"' + text + '"' : to_text(Json(text));
}

}  // namespace

ReportForm::ReportForm(std::string_view its_name, std::vector<Field> its_fields, int its_version)
    : name(its_name), fields(std::move(its_fields)), version(its_version) {
  if (!name.empty()) forms().push_back(this);
}

ReportForm::ReportForm(std::string_view its_name, const ReportForm& first, const std::vector<Field>& its_fields, int its_version)
    : ReportForm(its_name, first.fields, its_version) {
  fields.insert(fields.end(), its_fields.begin(), its_fields.end());
}

std::vector<const ReportForm*> ReportForm::all() {
  std::vector<const ReportForm*> sorted = forms();
  std::ranges::sort(sorted, {}, &ReportForm::name);
  return sorted;
}

const ReportForm& ReportForm::named(std::string_view name) {
  const auto found = std::ranges::find(forms(), name, &ReportForm::name);
  if (found == forms().end()) throw InternalError("there is no form '" + std::string(name) + "'");
  return **found;
}

// --- values

Value::Value(double number) : kind_(Kind::number) {
  if (!std::isfinite(number)) {
    *this = null();
    return;
  }
  std::array<char, 32> buffer{};
  text_.assign(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr);
  if (text_.find_first_of(".e") == std::string::npos) text_ += ".0";
}

Value::Value(const Report& report) : kind_(Kind::json), text_(report.json()) {}

Value Value::digits(std::string_view number) {
  Value value(number);
  const std::size_t sign = number.starts_with('-') ? 1 : 0;
  if (number.size() > sign && number.find_first_not_of("0123456789", sign) == std::string_view::npos) value.kind_ = Kind::number;
  return value;
}

Value Value::null() {
  return of_json("null");
}

Value Value::of_json(std::string json) {
  Value value;
  value.kind_ = Kind::json;
  value.text_ = std::move(json);
  return value;
}

std::string Value::json() const {
  return kind_ == Kind::text ? quoted(text_) : text_;
}

std::string Value::shown(Unit unit) const {
  if (kind_ == Kind::boolean) return text_ == "true" ? "yes" : "no";
  if (kind_ == Kind::json && text_.starts_with('[')) {  // of numbers and words
    std::string plain;
    std::ranges::copy_if(text_, std::back_inserter(plain), [](char c) { return c != '[' && c != ']' && c != ',' && c != '"'; });
    return plain;
  }
  if (kind_ != Kind::number) return text_;
  switch (unit) {
    case Unit::bytes: return format_bytes(std::strtoull(text_.c_str(), nullptr, 10));
    case Unit::seconds: return format_seconds(std::strtod(text_.c_str(), nullptr));
    case Unit::per_second: return format_rate(std::strtod(text_.c_str(), nullptr), "");
    case Unit::none: break;
  }
  return group_digits(text_);
}

std::string Value::counted(std::string_view nouns) const {
  const std::size_t slash = nouns.find('/');
  const std::string_view one = nouns.substr(0, slash);
  if (text_ == "1") return shown() + " " + std::string(one);
  if (slash != std::string_view::npos) return shown() + " " + std::string(nouns.substr(slash + 1));
  return shown() + " " + std::string(one) + (one.ends_with('s') ? "es" : "s");
}

void ValueList::add(const Value& value) {
  items_.append(size_++ == 0 ? "" : ", ").append(value.json());
}

void ValueList::add(const Report& report) {
  items_.append(size_++ == 0 ? "\n    " : ",\n    ").append(report.json());
}

// --- reports

std::size_t Report::place_of(std::string_view name) const {
  const auto found = std::ranges::find(form_->fields, name, &Field::name);
  if (found == form_->fields.end())
    throw InternalError("the form '" + std::string(form_->name) + "' has no field '" + std::string(name) + "'");
  return static_cast<std::size_t>(found - form_->fields.begin());
}

Report& Report::set(std::string_view name, Value value) {
  values_[place_of(name)] = std::move(value);
  return *this;
}

const Value& Report::operator[](std::string_view name) const {
  return values_[place_of(name)];
}

bool Report::has(std::string_view name) const {
  const auto found = std::ranges::find(form_->fields, name, &Field::name);
  return found != form_->fields.end() && values_[static_cast<std::size_t>(found - form_->fields.begin())].is_set();
}

std::optional<std::string> Report::filled(std::string_view pattern, const std::vector<std::string>& texts,
                                          std::size_t& used) const {
  std::string text;
  while (true) {
    const std::size_t at = std::min(pattern.find_first_of("{["), pattern.size());
    text.append(pattern.substr(0, at));
    if (at == pattern.size()) return text;
    const std::size_t end = pattern.find(pattern[at] == '{' ? '}' : ']', at);
    const std::string_view inner = pattern.substr(at + 1, end - at - 1);
    if (pattern[at] == '[') {
      text += filled(inner, texts, used).value_or("");
    } else if (inner.empty()) {
      text += texts.at(used++);
    } else {
      const std::size_t space = inner.find(' ');
      const std::size_t place = place_of(inner.substr(0, space));
      if (!values_[place].is_set()) return std::nullopt;
      text += space == std::string_view::npos ? values_[place].shown(form_->fields[place].unit)
                                              : values_[place].counted(inner.substr(space + 1));
    }
    pattern.remove_prefix(end + 1);
  }
}

Report& Report::line(std::string_view pattern, const std::vector<std::string>& texts) {
  std::size_t used = 0;
  if (auto text = filled(pattern, texts, used)) lines_.push_back({*text + "\n"});
  return *this;
}

Report Report::without_text() const {
  Report report = *this;
  report.lines_.clear();
  return report;
}

Report& Report::list_fields() {
  constexpr std::size_t kNameColumns = 27;
  for (std::size_t k = 0; k < values_.size(); ++k) {
    if (!values_[k].is_set()) continue;
    std::string name(form_->fields[k].name);
    std::ranges::replace(name, '_', ' ');
    name.resize(std::max(name.size() + 1, kNameColumns), ' ');
    lines_.push_back({name + values_[k].shown(form_->fields[k].unit) + "\n"});
  }
  return *this;
}

Report& Report::block(std::string text) {
  lines_.push_back({std::move(text), false});
  return *this;
}

Report& Report::partial(std::string_view pattern, const std::vector<std::string>& texts) {
  std::size_t used = 0;
  partial_ = filled(pattern, texts, used).value_or("");
  return *this;
}

Report& Report::ended(std::string word) {
  ended_ = std::move(word);
  return *this;
}

std::string Report::json_of(const std::vector<const Report*>& parts, int indent) {
  const std::string between = indent < 0 ? " " : "\n" + std::string(static_cast<std::size_t>(indent), ' ');
  std::string text;
  for (const Report* part : parts) {
    for (std::size_t k = 0; k < part->values_.size(); ++k) {
      if (!part->values_[k].is_set()) continue;
      text.append(text.empty() ? (indent < 0 ? "{" : "{" + between) : "," + between);
      text.append(quoted(std::string(part->form_->fields[k].name))).append(": ").append(part->values_[k].json());
    }
  }
  if (text.empty()) return "{}";
  return text + (indent < 0 ? "}" : "\n" + std::string(static_cast<std::size_t>(std::max(0, indent - 2)), ' ') + "}");
}

}  // namespace wreath
