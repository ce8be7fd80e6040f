// SPDX-License-Identifier: MIT
//
// The elements of a semigroup, in ShortLex order of their words: shorter words first, words of one length in the
// order of their generators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wreath/exactness.hpp"
#include "wreath/machine.hpp"
#include "wreath/run.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

/// How elements are kept while they are enumerated. All but `fingerprint` are exact.
enum class Method {
  automatic,    // the first of these that is possible, fast, and fits the memory
  rows,         // the image of every point
  base,         // the images of a few points that are proven to determine every element
  compressed,   // the kernel, and the image of each of its classes
  words,        // a fingerprint, and the word, from which an element is computed again to be compared
  disk,         // rows in files, partitioned by fingerprint
  fingerprint,  // fingerprints, not compared: not exact; a bound on the probability of an error is reported
};
/// "auto", "rows", "base", "compressed", "words", "disk" or "fingerprint".
std::string_view to_string(Method method) noexcept;
/// "auto" or the name of a method; throws InputError for anything else.
[[nodiscard]] Method parse_method(std::string_view name);

struct Options {
  Machine machine = {};  // Method::disk uses the first scratch folder; ranks share the elements (cluster.hpp)
  Method method = Method::automatic;
  /// Records every product, so that Cayley graphs, rules and multiply() are there.
  bool graphs = false;
};

/// A relation of a presentation: the two words are the same element, and the right one is the lesser.
using Rule = std::pair<Word, Word>;

/// The elements of a semigroup, found level by level; can be stopped and continued at any time.
class Enumeration {
 public:
  /// Throws InputError if the generators are not valid, or if there are none.
  explicit Enumeration(Generators generators, const Options& options = {});
  ~Enumeration();
  Enumeration(Enumeration&& other) noexcept;
  Enumeration& operator=(Enumeration&& other) noexcept;

  // --- running; a null run sets no limits
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};
  /// Continues until all elements are found, or the run is asked to stop. Returns complete(). Keeps RunControl::files: also for
  /// run_until and position.
  bool run(RunControl* run = nullptr);
  /// The same, until there are at least `size` elements.
  bool run_until(std::uint64_t size, RunControl* run = nullptr);
  /// Adds generators, one row after another: numbers and words become those of the longer list, in a run() that begins again. The
  /// elements found so far are kept by the CPU, and their products by the old generators are not formed again if graphs were
  /// recorded; elements on a GPU, on disk, of several ranks, kept as words, or in a table of all rows are found again.
  void add_generators(std::span<const Point> images);

  // --- what is known so far
  /// Whether all elements are found.
  bool complete() const noexcept;
  /// The number of elements found so far.
  std::uint64_t size() const noexcept;
  /// The length up to which all elements are known.
  std::uint64_t complete_to() const noexcept;
  /// Elements by word length, from 0 in a monoid, from 1 in a semigroup.
  std::vector<std::uint64_t> levels() const;
  /// The generators, with those that were added; blocks of bipartitions are numbered as they are met first.
  const Generators& generators() const noexcept;
  /// How equality is decided; none before elements are formed, for the first time or after restore().
  Exactness exactness() const noexcept;
  /// The same in words, with the certified base by which elements are compared, if there is one; empty for none.
  std::string describe_exactness() const;
  /// A bound on the probability that two elements share a fingerprint, if fingerprints are random; 0 unless Method::fingerprint.
  double collision_bound() const;
  /// How elements are kept, once run() has chosen it; Method::rows before. It may change during a run that is short of memory.
  Method method() const noexcept;
  /// Memory in use, in bytes.
  std::uint64_t memory() const;

  // --- elements
  /// The ShortLex-least word of an element. Throws InputError if the element is not among those found.
  Word word(std::uint64_t element) const;
  /// The length of that word. Throws likewise.
  std::size_t length(std::uint64_t element) const;
  /// The images of all points under an element; for kinds other than transformations, the numbers of the element. Throws
  /// InputError if it is not among those found.
  std::vector<Point> images(std::uint64_t element) const;
  /// The same for elements first..last-1, row after row. Where elements are not kept as rows, those of the elements just before
  /// the first, if they are given, spare the work of following whole words.
  void read_images(std::uint64_t first, std::uint64_t last, std::span<Point> rows, std::span<const Point> before = {}) const;
  /// The element among those found that is this row. Throws InputError if it is not an element of the kind.
  std::optional<std::uint64_t> find(std::span<const Point> row) const;
  /// Whether it is one of them, or of those found before generators were added, which may have no number yet.
  bool knows(std::span<const Point> row) const;
  /// Continues until it is found, or all elements are, or the run is asked to stop.
  std::optional<std::uint64_t> position(std::span<const Point> row, RunControl* run = nullptr);
  /// The number of idempotents among the elements found. Throws LimitReached if the run is stopped first.
  std::uint64_t count_idempotents(RunControl* run = nullptr) const;
  /// For each element, whether it is idempotent. Throws likewise.
  std::vector<bool> idempotents(RunControl* run = nullptr) const;
  /// element = prefix * last letter; a generator of a semigroup without identity has none.
  std::optional<std::uint64_t> prefix(std::uint64_t element) const;

  // --- graphs; with Options::graphs, and once complete
  /// Whether products are recorded, as Options::graphs asks, so that graphs, rules and multiply() can be used once complete.
  bool has_graphs() const noexcept;
  /// The right Cayley graph: right_graph()[x * generators + g] is x*g. Throws InputError without graphs or before it is complete,
  /// LimitReached if the run is asked to stop first or has too little memory for it.
  std::span<const std::uint32_t> right_graph(RunControl* run = nullptr) const;
  /// The left Cayley graph: left_graph()[x * generators + g] is g*x. It is made at the first call. Throws likewise.
  std::span<const std::uint32_t> left_graph(RunControl* run = nullptr);
  /// The element x*y, found by following the word of y through the right graph: length(y) look-ups. x and y must be elements.
  /// Throws InputError without graphs or before it is complete.
  std::uint64_t multiply(std::uint64_t x, std::uint64_t y) const;
  /// A presentation: rules whose left sides have no left side of another rule inside. Throws LimitReached if the run is asked to
  /// stop first.
  std::vector<Rule> rules(RunControl* run = nullptr) const;

  // --- text
  /// Passes the word of each element found to `take`, in order, as text in pieces: one word per line, in the form of
  /// print_word(). Throws LimitReached if the run is stopped first.
  void print_words(const std::function<void(std::string_view)>& take, RunControl* run = nullptr) const;
  /// The same for the rules of rules(), one per line. Throws InputError without graphs or before it is complete.
  void print_rules(const std::function<void(std::string_view)>& take, RunControl* run = nullptr) const;

  // --- the state as bytes
  /// The words of the elements found as bytes, 6 per element, for restore(). Neither the elements themselves nor graphs are in
  /// it.
  std::vector<std::byte> save() const;
  /// Restores a state returned by save(), for the same generators and options. Time limits of the run do not end this.
  void restore(std::span<const std::byte> saved, RunControl* run = nullptr);

 private:
  void require_element(std::uint64_t element) const;

  friend class EnumerationJob;
  struct State;
  std::unique_ptr<State> state_;
};

/// Enumeration::run_until with more generators, which are added to those of the enumeration (Enumeration::add_generators). The
/// run may resume a checkpoint of either list. While there are fewer elements than a checkpoint of the shorter list has, that
/// file is not replaced: a run that ends by then notes the choice "checkpoint", "of the shorter list". Throws InputError if they
/// are of another kind or size.
bool run_added(Enumeration& enumeration, const Generators& more, std::uint64_t until = Enumeration::kAll,
               RunControl* run = nullptr);

struct ClosureRun {
  bool complete = false;                  // whether all elements are found
  bool decided = false;                   // whether each element has been decided
  std::vector<std::uint64_t> added = {};  // the numbers of those that were
};
/// The same with those of `elements` as additional generators that are not in the semigroup, one after another: each is looked
/// for among the elements of the list before. The state continues from one list to the next, and so does its checkpoint, which
/// is resumed with the same arguments; it may also be a checkpoint of the first list. It stays that of the list before, as above,
/// until the longer list has as many elements.
ClosureRun run_closure(Enumeration& enumeration, const Generators& elements, std::uint64_t until = Enumeration::kAll,
                       RunControl* run = nullptr);

}  // namespace wreath::semigroup
