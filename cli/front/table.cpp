// SPDX-License-Identifier: MIT
#include "cli/front/table.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace wreath::cli {

namespace {
constexpr std::size_t kLastIndent = 48;  // of a second column that leaves room enough

/// Breaks at such places; lines after the first start with `indent` spaces, and those before the last end in `end`.
std::string wrap(std::string_view line, std::size_t columns, std::size_t indent, std::string_view end,
                 LineEnd may_end_before = is_gap) {
  std::string text;
  std::string rest(line);
  while (rest.size() > columns) {
    const std::size_t first = std::max(indent, std::min(rest.find_first_not_of(' '), rest.size()));
    std::size_t at = columns - std::min(columns, end.size());
    while (at > first && !may_end_before(rest, at)) --at;
    if (at <= first) {  // a long word: after it
      at = std::max(columns, first + 1);
      while (at < rest.size() && !may_end_before(rest, at)) ++at;
    }
    const std::size_t next = at < rest.size() ? rest.find_first_not_of(' ', at) : std::string::npos;
    if (next == std::string::npos) break;
    text.append(rest, 0, at).append(end).push_back('\n');
    rest = std::string(indent, ' ') + rest.substr(next);
  }
  return text + rest + "\n";
}

std::string fit_line(std::string_view line, std::size_t columns) {
  if (line.size() <= columns) return std::string(line) + "\n";
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const bool is_command = line.substr(begin).starts_with("wreath ") || line.substr(begin).starts_with("mpirun ");
  const std::size_t gap = line.find("  ", begin);
  const std::size_t second = gap == std::string_view::npos ? gap : line.find_first_not_of(' ', gap);
  if (second == std::string_view::npos) return wrap(line, columns, is_command ? begin + 4 : begin, is_command ? " \\" : "");
  if (second <= kLastIndent && !is_command) return wrap(line, columns, second, "");
  return fit_line(line.substr(0, gap), columns) +
         wrap(std::string(begin + 4, ' ') + std::string(line.substr(second)), columns, begin + 4, "");
}

std::string fit_lines(const std::string& text, const std::function<std::string(std::string_view)>& fit) {
  std::string fitted;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    fitted += fit(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
  if (!text.ends_with('\n') && !fitted.empty()) fitted.pop_back();
  return fitted;
}

}  // namespace

std::size_t result_columns() {
  winsize size{};
  if (isatty(STDOUT_FILENO) != 1) return ~std::size_t{0};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 10 ? size.ws_col : kHelpColumns;
}

bool is_gap(std::string_view line, std::size_t i) {
  return line[i] == ' ' && line[i - 1] != ' ';
}

namespace {
bool is_gap_or_term(std::string_view line, std::size_t i) {
  if (line[i] != '+' && line[i] != '-' && line[i] != '/') return is_gap(line, i);
  return line[i - 1] == ')' || std::isalnum(static_cast<unsigned char>(line[i - 1])) != 0;
}
}  // namespace

std::string fit_columns(const std::string& text, std::size_t columns) {
  return fit_lines(text, [&](std::string_view line) { return fit_line(line, columns); });
}

std::string wrap_words(const std::string& text, std::size_t columns) {
  return fit_lines(text, [&](std::string_view line) {
    return wrap(line, columns, std::min(line.find_first_not_of(' '), line.size()) + 2, "");
  });
}

std::string fold_result(const std::string& line) {
  const std::size_t columns = result_columns();
  if (line.size() <= columns) return line;
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", begin);  // before a second column
  const std::size_t second = gap == std::string::npos ? gap : line.find_first_not_of(' ', gap);
  const std::size_t indent = second <= kLastIndent ? second : begin + 2;
  const auto fold = [&](LineEnd may_end_before) {
    return fit_lines(line, [&](std::string_view one) { return wrap(one, columns, indent, "", may_end_before); });
  };
  std::string folded = fold(is_gap);
  const auto longest = [](const std::string& lines) {
    std::size_t most = 0;
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1) most = std::max(most, lines.find('\n', at) - at);
    return most;
  };
  return longest(folded) <= columns ? folded : fold(is_gap_or_term);
}

std::string join_paragraphs(const std::string& text) {
  std::string joined = text;
  for (std::size_t at = joined.find('\n'); at != std::string::npos && at + 1 < joined.size(); at = joined.find('\n', at + 1)) {
    const std::size_t line = at == 0 ? 0 : joined.rfind('\n', at - 1) + 1;
    const bool plain = line < at && joined[line] != ' ' && joined[at - 1] != ':';
    if (plain && joined[at + 1] != ' ' && joined[at + 1] != '\n') joined[at] = ' ';
  }
  return joined;
}

}  // namespace wreath::cli
