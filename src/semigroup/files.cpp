// SPDX-License-Identifier: MIT
//
// The files that an enumeration writes: elements, words, Cayley graphs, rules, a proof.
#include "wreath/semigroup/files.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/io/distinct_files.hpp"
#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/run/given_run.hpp"
#include "core/text/option.hpp"
#include "semigroup/kinds/kind.hpp"
#include "semigroup/kinds/packing.hpp"

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
  const Kind& kind = kind_of(generators.kind);
  const std::uint64_t limit = generators.kind.is_transformation() ? generators.degree : kind.number_limit(generators.kind);
  if (!kind.number_names().empty() || limit == 0) return {'i', 4};
  return {'u', static_cast<unsigned>(width_for(limit))};
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

using Print = void (Enumeration::*)(const std::function<void(std::string_view)>&, RunControl*) const;

/// Throws LimitReached if the run is to stop: then there is no file.
void write_text(const std::string& path, const Enumeration& found, Print print, RunControl& run) {
  OutputFile file(path);
  std::uint64_t written = 0;
  const auto take = [&](std::string_view piece) {
    file.write(bytes_of(piece));
    run.report({"write", written += piece.size(), 0, "bytes"});
  };
  (found.*print)(take, &run);
  file.commit();
}

/// The files of elements and words. False if the run was to stop before they were written.
bool write_elements(const Enumeration& found, const EnumerationFiles& files, RunControl& run) {
  const std::uint64_t degree = found.generators().degree;
  const auto elements = [&](std::uint64_t first, std::uint64_t last, std::span<std::uint32_t> rows,
                            std::span<const std::uint32_t> before) { found.read_images(first, last, rows, before); };
  const NumberType type = number_type(found.generators());
  if (!files.elements.empty() && !write_rows(files.elements, found.size(), degree, type, run, elements)) return false;
  if (!files.words.empty()) write_text(files.words, found, &Enumeration::print_words, run);
  return true;
}

}  // namespace

bool write_files(Enumeration& found, const EnumerationFiles& files, std::uint64_t until, RunControl* given) try {
  GivenRun run(given);
  if (files.need_graphs() && !found.has_graphs())
    throw InputError("Cayley graphs, rules and proofs are only written if the enumeration records products: set Options::graphs");
  if (!found.complete() && found.size() < until) return false;
  const auto timer = run->phase("write");
  if (!write_elements(found, files, run)) return false;
  if (!found.complete()) {
    run->request_stop(StopReason::target);
    return false;
  }
  if (!files.right_graph.empty()) write_graph(files.right_graph, found, false, &*run);
  if (!files.left_graph.empty()) write_graph(files.left_graph, found, true, &*run);
  if (!files.rules.empty()) write_text(files.rules, found, &Enumeration::print_rules, run);
  if (!files.proof.empty()) write_proof(files.proof, found, &*run);
  return true;
} catch (const LimitReached&) {
  return false;
}

void require_writable(const EnumerationFiles& files, const std::vector<std::string>& read, const RunFiles& run) {
  std::vector<FileRole> inputs;
  for (const std::string& path : read) inputs.push_back({"the input", path});
  require_distinct_files({{option("elements"), files.elements},
                          {option("words"), files.words},
                          {option("right"), files.right_graph},
                          {option("left"), files.left_graph},
                          {option("rules"), files.rules},
                          {option("proof"), files.proof},
                          {option("checkpoint"), run.checkpoint.string()}},
                         inputs);
  for (const std::string& path : {files.elements, files.words, files.right_graph, files.left_graph, files.rules, files.proof})
    if (!path.empty()) const OutputFile probe(path);
}

void write_graph(const std::filesystem::path& path, Enumeration& found, bool left, RunControl* given) {
  constexpr std::size_t kPiece = std::size_t{1} << 22;
  GivenRun run(given);
  const std::span<const std::uint32_t> graph = left ? found.left_graph(&*run) : found.right_graph(&*run);
  OutputFile file(path);
  const std::uint64_t shape[] = {found.size(), found.generators().count()};
  const std::string header = make_npy_header('u', sizeof graph[0], shape);
  // Of a small file, writing shows a full disk soon enough.
  if (graph.size() > kPiece) file.reserve(header.size() + graph.size_bytes());
  file.write(bytes_of(header));
  for (std::size_t done = 0; done < graph.size(); done += kPiece) {
    if (run->should_stop()) throw LimitReached("the graph was not written");
    file.write(std::as_bytes(graph.subspan(done, std::min(kPiece, graph.size() - done))));
    run->report({"write", done, graph.size(), "numbers"});
  }
  file.commit();
}

std::string print_word(const Word& word) {
  if (word.empty()) return "1";
  std::string text;
  for (const Letter letter : word) text += (text.empty() ? "s" : " s") + std::to_string(std::uint64_t{letter} + 1);
  return text;
}

}  // namespace wreath::semigroup
