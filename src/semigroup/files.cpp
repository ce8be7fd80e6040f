// SPDX-License-Identifier: MIT
//
// The files that an enumeration writes: elements, words, Cayley graphs, rules.
#include "semigroup/output_files.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/io/distinct_files.hpp"
#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/run/checkpoint.hpp"
#include "core/run/given_run.hpp"
#include "core/run/option.hpp"

namespace wreath::semigroup {

namespace {

using Fill = FunctionRef<void(std::uint64_t, std::uint64_t, std::span<std::uint32_t>, std::span<const std::uint32_t>)>;

/// Of the numbers of an array.
struct NumberType {
  char kind = 'u';  // or 'i': signed
  unsigned bytes = 4;
};

/// The shortest one for elements of a kind.
NumberType number_type(const Generators& generators) {
  switch (generators.kind.name) {
    case KindName::partial_transformation:
    case KindName::partial_permutation:
    case KindName::max_plus:
    case KindName::min_plus: return {'i', 4};
    case KindName::boolean:
    case KindName::field:
    case KindName::natural:
    case KindName::bipartition: return {'u', 1};
    default: return {'u', generators.degree <= 256 ? 1U : generators.degree <= 65536 ? 2U : 4U};
  }
}

/// Writes a 2-D array row by row: fill(first, last, rows, before) gives rows first..last-1, and `before` are those that came just
/// before. False if the run was to stop: then there is no file.
bool write_rows(const std::string& path, std::uint64_t rows, std::uint64_t columns, NumberType type, RunControl& run, Fill fill) {
  const unsigned item_bytes = type.bytes;
  OutputFile file(path);
  const std::uint64_t shape[] = {rows, columns};
  const std::string header = make_npy_header(type.kind, item_bytes, shape);
  file.reserve(header.size() + rows * columns * item_bytes);
  file.write(bytes_of(header));
  // Three copies of a piece are held: the values, those before them, and their bytes.
  constexpr std::uint64_t kLeast = std::uint64_t{1} << 14;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 22;
  const std::uint64_t values_at_once = run.limits_memory() ? std::clamp(run.memory_left() / 48, kLeast, kMost) : kMost;
  const std::uint64_t piece = std::max<std::uint64_t>(1, values_at_once / std::max<std::uint64_t>(1, columns));
  std::vector<std::uint32_t> values;
  std::vector<std::uint32_t> before;
  std::vector<std::byte> bytes;
  for (std::uint64_t first = 0; first < rows; first += piece) {
    if (run.should_stop()) return false;
    const std::uint64_t last = std::min(rows, first + piece);
    values.resize((last - first) * columns);
    bytes.resize(values.size() * item_bytes);
    fill(first, last, values, before);
    for (std::size_t k = 0; k < values.size(); ++k) std::memcpy(bytes.data() + k * item_bytes, &values[k], item_bytes);
    file.write(bytes);
    std::swap(values, before);
    run.report({"write", last, rows, "rows"});
  }
  file.commit();
  return true;
}

bool write_lines(const std::string& path, std::uint64_t lines, RunControl& run, FunctionRef<std::string(std::uint64_t)> line) {
  OutputFile file(path);
  std::string piece;
  for (std::uint64_t k = 0; k < lines; ++k) {
    piece += line(k) + "\n";
    if (piece.size() < std::size_t{1} << 20) continue;
    if (run.should_stop()) return false;
    file.write(bytes_of(piece));
    piece.clear();
    run.report({"write", k, lines, "lines"});
  }
  file.write(bytes_of(piece));
  file.commit();
  return true;
}

bool write_graph(const std::string& path, Enumeration& found, bool left, RunControl& run) {
  const std::uint64_t letters = found.generators().count();
  const auto graph = left ? found.left_graph(&run) : found.right_graph();
  return write_rows(path, found.size(), letters, {'u', 4}, run,
                    [&](std::uint64_t first, std::uint64_t last, std::span<std::uint32_t> rows, std::span<const std::uint32_t>) {
                      std::ranges::copy(graph.subspan(first * letters, (last - first) * letters), rows.begin());
                    });
}

}  // namespace

bool write_elements(const Enumeration& found, const EnumerationFiles& files, RunControl& run) {
  const std::uint64_t degree = found.generators().degree;
  const auto elements = [&](std::uint64_t first, std::uint64_t last, std::span<std::uint32_t> rows,
                            std::span<const std::uint32_t> before) { found.read_images(first, last, rows, before); };
  const NumberType type = number_type(found.generators());
  if (!files.elements.empty() && !write_rows(files.elements, found.size(), degree, type, run, elements)) return false;
  const auto word = [&](std::uint64_t e) { return print_word(found.word(e)); };
  return files.words.empty() || write_lines(files.words, found.size(), run, word);
}

bool write_files(Enumeration& found, const EnumerationFiles& files, RunControl& run) try {
  if (!write_elements(found, files, run)) return false;
  if (!files.right_graph.empty() && !write_graph(files.right_graph, found, false, run)) return false;
  if (!files.left_graph.empty() && !write_graph(files.left_graph, found, true, run)) return false;
  if (files.rules.empty()) return true;
  const std::vector<Rule> rules = found.rules(&run);
  return write_lines(files.rules, rules.size(), run,
                     [&](std::uint64_t k) { return print_word(rules[k].first) + " = " + print_word(rules[k].second); });
} catch (const LimitReached&) {
  return false;
}

void require_writable(const EnumerationFiles& files, const std::vector<std::string>& read) {
  std::vector<FileRole> inputs;
  for (const std::string& path : read) inputs.push_back({"the input", path});
  require_distinct_files({{option("elements"), files.elements},
                          {option("words"), files.words},
                          {option("right"), files.right_graph},
                          {option("left"), files.left_graph},
                          {option("rules"), files.rules},
                          {option("checkpoint"), files.checkpoint}},
                         inputs);
  if (!files.checkpoint.empty()) require_checkpoint_target(files.checkpoint);
  for (const std::string& path : {files.elements, files.words, files.right_graph, files.left_graph, files.rules})
    if (!path.empty()) const OutputFile probe(path);
}

void write_graph(const std::string& path, Enumeration& found, bool left, RunControl* given) {
  GivenRun run(given);
  if (!write_graph(path, found, left, *run)) throw LimitReached("the graph was not written");
}

std::string print_word(const Word& word) {
  if (word.empty()) return "()";
  std::string text;
  for (const Letter letter : word) text += (text.empty() ? "" : " ") + std::to_string(letter);
  return text;
}

}  // namespace wreath::semigroup
