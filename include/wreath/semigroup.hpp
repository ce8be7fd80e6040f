// SPDX-License-Identifier: MIT
//
// Transformation semigroups: enumeration, words, Cayley graphs, Green's structure.
//
// Points, generators and elements are numbered from 0. Everything acts on the right: x*y is x first, then y. Elements are
// numbered in ShortLex order of their words: shorter words first, words of one length in the order of their generators. An
// element's word is the least that gives it. Numbers, words and graphs do not depend on the backend or on the threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::semigroup {

/// A point of the set that is acted on.
using Point = std::uint32_t;
/// A generator, by its number.
using Letter = std::uint16_t;
using Word = std::vector<Letter>;

/// Generators of a transformation semigroup: the images of 0, 1, 2, ... under each, one row after another.
struct Generators {
  std::uint64_t degree = 0;
  std::vector<Point> images;
  /// Whether the identity belongs to what they generate, as the product of no generators.
  bool monoid = false;

  std::size_t count() const { return degree == 0 ? 0 : images.size() / degree; }
  std::span<const Point> row(std::size_t generator) const { return std::span(images).subspan(generator * degree, degree); }
};

/// A classical family such as "bihecke:5" or "full:8". Throws InputError that lists the families where there is none of that
/// name.
Generators make_family(std::string_view name);

/// Names, arguments and meaning of the families, one line each.
std::string family_help();

/// How elements are kept while they are enumerated. All but `fingerprint` are exact.
enum class Keep {
  automatic,    // the first of these that is possible, fast, and fits the memory
  rows,         // the image of every point
  base,         // the images of a few points that are proven to determine every element
  compressed,   // the kernel, and the image of each of its classes
  words,        // a fingerprint, and the word, from which an element is computed again to be compared
  disk,         // rows in files, partitioned by fingerprint
  fingerprint,  // fingerprints that are believed: wrong with a probability that is reported
};
std::string_view to_string(Keep keep) noexcept;

struct Options {
  BackendChoice backend = BackendChoice::automatic;
  unsigned threads = 0;  // 0: all cores
  Keep keep = Keep::automatic;
  /// Records every product, so that Cayley graphs, rules and multiply() are there.
  bool graphs = false;
  std::string scratch = {};  // folder for Keep::disk; empty: the system's
};

/// A relation of a presentation: the two words are the same element, and the right one is the lesser.
using Rule = std::pair<Word, Word>;

/// The elements of a semigroup, found level by level; can be stopped and continued at any time.
class Enumeration {
 public:
  /// Throws InputError where the generators are none, empty, or have an image that is no point.
  explicit Enumeration(Generators generators, const Options& options = {});
  ~Enumeration();
  Enumeration(Enumeration&& other) noexcept;
  Enumeration& operator=(Enumeration&& other) noexcept;

  // --- going on
  /// Goes on until all elements are found, or `run` says stop. Returns complete().
  bool run(RunControl& run);
  /// The same, until there are at least so many elements.
  bool run_until(std::uint64_t size, RunControl& run);
  /// Starts anew with more generators: numbers and words are those of the larger list.
  void add_generators(std::span<const Point> images);

  // --- what is known so far
  bool complete() const noexcept;
  std::uint64_t size() const noexcept;
  /// The length up to which all elements are known.
  std::uint64_t complete_to() const noexcept;
  /// Elements by word length, from 0 in a monoid, from 1 in a semigroup.
  std::vector<std::uint64_t> levels() const;
  const Generators& generators() const noexcept;
  /// How equality is decided, in words.
  std::string exactness() const;
  Keep kept_as() const noexcept;
  /// Bytes held.
  std::uint64_t memory() const;

  // --- elements
  Word word(std::uint64_t element) const;
  std::size_t length(std::uint64_t element) const;
  /// The images of all points.
  std::vector<Point> images(std::uint64_t element) const;
  /// The same for elements first..last-1, row after row.
  void read_images(std::uint64_t first, std::uint64_t last, std::span<Point> rows) const;
  /// The element among those found that is this map. Throws InputError where the row has not one image for each point.
  std::optional<std::uint64_t> find(std::span<const Point> row) const;
  /// Enumerates on until it is found, or all is, or `run` says stop.
  std::optional<std::uint64_t> position(std::span<const Point> row, RunControl& run);
  std::uint64_t count_idempotents(RunControl& run) const;
  /// For each element, whether it is idempotent.
  std::vector<bool> idempotents() const;
  /// element = prefix * last letter; the prefix of a generator of a semigroup without identity is none.
  std::optional<std::uint64_t> prefix(std::uint64_t element) const;

  // --- graphs; with Options::graphs, and once complete
  /// right_graph()[x * generators + g] is x*g; left_graph() the same for g*x.
  std::span<const std::uint32_t> right_graph() const;
  std::span<const std::uint32_t> left_graph();
  /// Follows the shorter word through a graph.
  std::uint64_t multiply(std::uint64_t x, std::uint64_t y) const;
  /// A presentation: rules whose left sides have no left side of another rule inside.
  std::vector<Rule> rules() const;

  // --- checkpoints
  std::vector<std::byte> save() const;
  /// Takes up what save() gave, for the same generators and options.
  void restore(std::span<const std::byte> saved, RunControl& run);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Green's classes of an enumerated semigroup. Classes are numbered by their first element.
struct GreenClasses {
  struct DClass {
    std::uint64_t representative = 0;  // its first element
    std::uint64_t rank = 0;            // distinct images of an element
    std::uint64_t size = 0;
    std::uint64_t r_classes = 0;
    std::uint64_t l_classes = 0;
    std::uint64_t idempotents = 0;  // regular where there are any
    std::uint64_t h_size() const { return size / (r_classes * l_classes); }
  };

  std::vector<std::uint32_t> r;  // the R-class of each element
  std::vector<std::uint32_t> l;
  std::vector<std::uint32_t> d;
  std::vector<bool> idempotent;
  std::uint64_t r_count = 0;
  std::uint64_t l_count = 0;
  std::uint64_t h_count = 0;
  std::vector<DClass> d_classes;
};

/// The enumeration must be complete and have its graphs.
GreenClasses green_classes(Enumeration& enumeration, RunControl& run);

/// Green's structure counted by orbits of images and kernels, without enumerating elements. What may pass 2^64 is decimal text.
struct StructureCount {
  bool complete = false;  // if not, sizes are lower bounds and the rest is 0
  std::string size;
  std::string r_classes;
  std::string l_classes;
  std::string h_classes;
  std::uint64_t d_classes = 0;
  std::uint64_t regular_d_classes = 0;
  std::uint64_t idempotents = 0;
};
StructureCount count_structure(const Generators& generators, unsigned threads, RunControl& run);

}  // namespace wreath::semigroup
