// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/text/option.hpp"
#include "wreath/run.hpp"

namespace wreath {

namespace {

// Around an option, and between its name and its value: control characters, which nobody types. Where a file's name holds them
// all the same, its message looks odd, and no more.
constexpr char kBegin = '\x02';
constexpr char kValue = '\x1f';
constexpr char kEnd = '\x03';

bool consists_of(std::string_view text, std::string_view letters) {
  return text.find_first_not_of(letters) == std::string_view::npos;
}

/// As Python writes a number, a list of numbers, a bool, or else a string.
std::string python_value(std::string_view value) {
  if (value == "yes") return "True";
  if (value == "no") return "False";
  if (consists_of(value, "0123456789")) return std::string(value);
  if (consists_of(value, "0123456789,")) return "[" + std::string(value) + "]";
  return "\"" + std::string(value) + "\"";
}

/// `marked` is what stands between the marks of an option.
std::string written(std::string_view marked, OptionStyle style) {
  const std::size_t split = std::min(marked.find(kValue), marked.size());
  std::string name(marked.substr(0, split));
  const std::string_view value = marked.substr(std::min(split + 1, marked.size()));
  if (style == OptionStyle::keyword) {
    std::ranges::replace(name, '-', '_');
    return name + "=" + (value.empty() ? "" : python_value(value));
  }
  if (style == OptionStyle::flag) name.insert(0, "--");
  return value.empty() ? name : name + " " + std::string(value);
}

}  // namespace

std::string written_out(std::string_view message, OptionStyle style) {
  std::string text;
  while (true) {
    const std::size_t begin = message.find(kBegin);
    const std::size_t end = begin == std::string_view::npos ? begin : message.find(kEnd, begin);
    if (end == std::string_view::npos) return text.append(message);
    text.append(message.substr(0, begin)).append(written(message.substr(begin + 1, end - begin - 1), style));
    message.remove_prefix(end + 1);
  }
}

std::string option(std::string_view name, std::string_view value) {
  std::string marked(1, kBegin);
  marked.append(name);
  if (!value.empty()) marked.append(1, kValue).append(value);
  return marked + kEnd;
}

Error::Error(const std::string& message)
    : std::runtime_error(written_out(message, OptionStyle::plain)), message_(std::make_shared<const std::string>(message)) {}

Error::~Error() = default;
InputError::~InputError() = default;
ResourceError::~ResourceError() = default;
LimitReached::~LimitReached() = default;
InternalError::~InternalError() = default;

std::string Error::text(OptionStyle style) const {
  return written_out(*message_, style);
}

}  // namespace wreath
