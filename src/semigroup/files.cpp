// SPDX-License-Identifier: MIT
#include "wreath/semigroup/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/data/hash.hpp"
#include "core/io/distinct_files.hpp"
#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/run/given_run.hpp"
#include "core/run/option.hpp"
#include "semigroup/keeper.hpp"
#include "wreath/semigroup/orbits.hpp"

namespace wreath::semigroup {

namespace {

constexpr const char* kCheckpointKind = "semigroup enumerate 1";
constexpr const char* kClosureKind = "semigroup closure 1";

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
  const std::uint64_t piece = std::max<std::uint64_t>(1, (std::uint64_t{1} << 22) / std::max<std::uint64_t>(1, columns));
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

/// The files of elements and words. False if the run was to stop before they were written.
bool write_elements(const Enumeration& found, const EnumerationFiles& files, RunControl& run) {
  const std::uint64_t degree = found.generators().degree;
  const auto elements = [&](std::uint64_t first, std::uint64_t last, std::span<std::uint32_t> rows,
                            std::span<const std::uint32_t> before) { found.read_images(first, last, rows, before); };
  const NumberType type = number_type(found.generators());
  if (!files.elements.empty() && !write_rows(files.elements, found.size(), degree, type, run, elements)) return false;
  const auto word = [&](std::uint64_t e) { return print_word(found.word(e)); };
  return files.words.empty() || write_lines(files.words, found.size(), run, word);
}

/// False if the run was to stop before all of them were written.
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

Json problem_with(const Generators& generators, bool graphs) {
  Json problem = problem_of(generators);
  problem["graphs"] = graphs;
  return problem;
}

using Bytes = std::vector<std::byte>;

void keep(Keeper& keeper, const Bytes& bytes) {
  keeper.save([&](ByteWriter& writer) { writer.put_items(std::span<const std::byte>(bytes)); });
}

/// save() gives the bytes of a checkpoint.
void run_and_keep(Enumeration& found, std::uint64_t until, Keeper& keeper, RunControl& run, FunctionRef<Bytes()> save) {
  while (!found.complete() && found.size() < until && !run.should_stop()) {
    found.run_until(found.size() + 1, &run);  // a batch
    if (keeper.is_due()) keep(keeper, save());
  }
}

void require_files(const Enumeration& found, const EnumerationFiles& files) {
  if (files.need_graphs() && !found.has_graphs())
    throw InputError("Cayley graphs and rules are only written if the enumeration records them: set Options::graphs");
  require_writable(files);
}

/// The files of an enumeration that has run as far as it does. Whether it is complete and they are written.
bool finish_files(Enumeration& found, const EnumerationFiles& files, std::uint64_t until, RunControl& run) {
  if (!found.complete() && found.size() < until) return false;
  const auto timer = run.phase("write");
  if (found.complete()) return write_files(found, files, run);
  if (write_elements(found, files, run)) run.request_stop(StopReason::target);
  return false;
}

/// Runs, keeps `checkpoint` from `least` elements on, and writes the files.
bool run_to_files(Enumeration& found, const EnumerationFiles& files, const std::string& checkpoint, std::uint64_t least,
                  std::uint64_t until, RunControl& run) {
  if (!checkpoint.empty()) {
    found.run_until(std::min(least, until), &run);
    Keeper keeper(checkpoint, files.checkpoint_every, kCheckpointKind, problem_with(found.generators(), files.need_graphs()));
    const auto save = [&] { return found.save(); };
    run_and_keep(found, until, keeper, run, save);
    if (!found.complete() && found.size() >= least) keep(keeper, save());
  } else {
    found.run_until(until, &run);
  }
  return finish_files(found, files, until, run);
}

/// How far a closure has come: its state is a list of generators and the words of their elements. A list that has just become
/// longer has few words at first; until it has as many as the list before, the checkpoint is that of the list before.
class ClosureStages {
 public:
  ClosureStages(Enumeration& found, const Generators& elements) : found_(found), elements_(elements) {}

  /// From the bytes of a checkpoint, whose file is named in messages.
  void restore(std::span<const std::byte> bytes, const std::string& path, RunControl& run) {
    ByteReader saved(bytes, path);
    decided_ = saved.value<std::uint64_t>();
    const auto count = saved.value<std::uint64_t>();
    if (decided_ > elements_.count() || count > decided_) saved.fail("the checkpoint is damaged: its sizes do not match");
    for (std::uint64_t k = 0; k < count; ++k) {
      added_.push_back(saved.value<std::uint64_t>());
      if (added_.back() >= elements_.count()) saved.fail("the checkpoint is damaged: it has an element that is not given");
      found_.add_generators(elements_.row(added_.back()));
    }
    found_.restore(saved.take(saved.left()), &run);
  }
  Bytes save() const { return found_.size() < earlier_size_ ? earlier_ : stage(); }
  /// Adds those elements that are not there. False if the run was to stop before all were looked at.
  bool decide(Keeper& keeper, RunControl& run) {
    for (; decided_ < elements_.count(); ++decided_) {
      const auto row = elements_.row(decided_);
      while (!found_.knows(row) && !found_.complete()) {
        if (run.should_stop()) return false;
        run_and_keep(found_, 2 * found_.size() + 1024, keeper, run, [&] { return save(); });
      }
      if (found_.knows(row)) continue;
      if (keeper.keeps()) {
        earlier_ = stage();
        earlier_size_ = found_.size();
      }
      added_.push_back(decided_);
      found_.add_generators(row);
    }
    return true;
  }
  const std::vector<std::uint64_t>& added() const { return added_; }

 private:
  Bytes stage() const {
    ByteWriter bytes;
    bytes.put(decided_);
    bytes.put(static_cast<std::uint64_t>(added_.size()));
    for (const std::uint64_t k : added_) bytes.put(k);
    const Bytes words = found_.save();
    bytes.put_items(std::span<const std::byte>(words));
    return bytes.take();
  }

  Enumeration& found_;
  const Generators& elements_;
  std::uint64_t decided_ = 0;
  std::vector<std::uint64_t> added_;  // numbers of elements
  Bytes earlier_;
  std::uint64_t earlier_size_ = 0;
};

}  // namespace

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

bool run_with_files(Enumeration& found, const EnumerationFiles& files, std::uint64_t until, RunControl* given) {
  GivenRun run(given);
  require_files(found, files);
  if (until == 0) until = ~std::uint64_t{0};
  const Json problem = problem_with(found.generators(), files.need_graphs());
  if (!files.resume.empty()) found.restore(read_checkpoint(files.resume, kCheckpointKind, problem), &*run);
  return run_to_files(found, files, checkpoint_file(files.checkpoint, files.resume), 0, until, run);
}

bool run_added_with_files(Enumeration& found, const Generators& more, const EnumerationFiles& files, std::uint64_t until,
                          RunControl* given) {
  GivenRun run(given);
  const Generators larger = joined(found.generators(), more);
  require_files(found, files);
  if (until == 0) until = ~std::uint64_t{0};
  std::uint64_t least = 0;
  Bytes saved;
  bool of_longer_list = false;
  if (!files.resume.empty()) {
    try {
      saved = read_checkpoint(files.resume, kCheckpointKind, problem_with(larger, files.need_graphs()));
      of_longer_list = true;
    } catch (const InputError&) {
      const std::exception_ptr of_longer = std::current_exception();
      try {
        saved = read_checkpoint(files.resume, kCheckpointKind, problem_with(found.generators(), files.need_graphs()));
      } catch (const InputError&) {
        std::rethrow_exception(of_longer);
      }
      found.restore(saved, &*run);
      // Until there are as many again, a file that is to be replaced is worth more as it is.
      if (files.checkpoint.empty() || is_same_file(files.checkpoint, files.resume)) least = found.size();
    }
  }
  found.add_generators(more.images);
  if (of_longer_list) found.restore(saved, &*run);
  return run_to_files(found, files, checkpoint_file(files.checkpoint, files.resume), least, until, run);
}

ClosureRun run_closure_with_files(Enumeration& found, const Generators& elements, const EnumerationFiles& files,
                                  std::uint64_t until, RunControl* given) {
  GivenRun run(given);
  joined(found.generators(), elements);
  require_files(found, files);
  if (until == 0) until = ~std::uint64_t{0};
  const Json list = problem_with(found.generators(), files.need_graphs());
  Json problem = list;
  problem["added elements"] = fmt::format("{:016x}", hash_bytes(std::as_bytes(std::span(elements.images))));
  ClosureStages stages(found, elements);
  if (!files.resume.empty()) {
    // A checkpoint of the shorter list will do as well.
    if (peek_checkpoint(files.resume, kCheckpointKind)) {
      found.restore(read_checkpoint(files.resume, kCheckpointKind, list), &*run);
    } else {
      stages.restore(read_checkpoint(files.resume, kClosureKind, problem), files.resume, run);
    }
  }
  Keeper keeper(checkpoint_file(files.checkpoint, files.resume), files.checkpoint_every, kClosureKind, problem);
  ClosureRun told;
  told.decided = stages.decide(keeper, run);
  told.added = stages.added();
  if (told.decided) run_and_keep(found, until, keeper, run, [&] { return stages.save(); });
  if (keeper.keeps() && !found.complete()) keep(keeper, stages.save());
  if (told.decided) told.complete = finish_files(found, files, until, run);
  return told;
}

std::optional<std::uint64_t> position_with_files(Enumeration& found, std::span<const Point> row, const EnumerationFiles& files,
                                                 RunControl* given) {
  GivenRun run(given);
  const Json problem = problem_with(found.generators(), false);
  if (!files.resume.empty()) found.restore(read_checkpoint(files.resume, kCheckpointKind, problem), &*run);
  const std::string checkpoint = checkpoint_file(files.checkpoint, files.resume);
  if (checkpoint.empty()) return found.position(row, &*run);
  Keeper keeper(checkpoint, files.checkpoint_every, kCheckpointKind, problem);
  const auto save = [&] { return found.save(); };
  std::optional<std::uint64_t> element = found.find(row);
  while (!element && !found.complete() && !run->should_stop()) {
    run_and_keep(found, 2 * found.size() + 1024, keeper, run, save);
    element = found.find(row);
  }
  if (!element && !found.complete()) keep(keeper, save());
  return element;
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
