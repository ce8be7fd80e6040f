// SPDX-License-Identifier: MIT
//
// What an orbit is made of: generators, by the names of families and in files, and the state at which a search starts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::orbit {

/// A generator, by its number; a word is a product of generators, the first one first.
using Letter = std::uint32_t;
using Word = std::vector<Letter>;
/// The parts of a state: images of points, letters of a word, entries of a matrix row by row.
using State = std::vector<std::uint32_t>;

enum class Moves {
  permutations,  // of points 0..degree-1
  matrices,      // of degree rows, with entries modulo `modulus`, or in the field with that many elements
  sliding,       // a tile slides into the blank: degree places in rows of `modulus`
  hanoi,         // the top disc of a peg moves to another: degree discs on `modulus` pegs
  relators,      // of presentations: one generator stands for all Andrews-Curtis moves; at most degree letters, and if modulus
                 // is 8 presentations that differ by the names of their generators are one state
};

struct Generators {
  Moves moves = Moves::permutations;
  std::uint32_t degree = 0;
  std::uint32_t modulus = 0;
  /// One row per generator: the images of the points, the entries of a matrix, the direction of a tile, or two pegs.
  std::vector<std::uint32_t> images = {};
  std::vector<std::string> names = {};  // one per generator
  std::uint32_t blank = 0;              // the place of a sliding puzzle that is empty at the start
  std::string start = {};               // the start that the input asks for; empty: none
  bool on_places = false;               // states that are permutations are arrangements, as in CayleyPy's files
  /// Entries of matrices are elements of the field with `modulus` elements, which may be a prime power: 0, 1 and the others, each
  /// a polynomial in Z(modulus) of GAP whose coefficients are the digits of its number in base p, that of 1 the least.
  bool over_field = false;

  /// The number of entries of a row of `images`, which depends on the kind of moves.
  std::size_t row_size() const;
  /// The number of generators.
  std::size_t count() const { return images.empty() ? 0 : images.size() / row_size(); }
  /// The row of a generator, which is not checked to be one.
  std::span<const std::uint32_t> row(std::size_t generator) const {
    return std::span(images).subspan(generator * row_size(), row_size());
  }
};

/// Throws InputError that names the generator and the point if a generator is not a permutation, or not an invertible matrix.
void require_valid(const Generators& generators);
/// For each generator the one that undoes it, or count() if it is not among them. Not for sliding puzzles.
[[nodiscard]] std::vector<std::size_t> inverses(const Generators& generators);
/// Whether every step can be undone by a step.
[[nodiscard]] bool is_undirected(const Generators& generators);

enum class Metric {
  quarter,  // a generator counts one
  half,     // and so does every power of a generator
};
/// "quarter" or "half"; throws InputError for anything else.
[[nodiscard]] Metric parse_metric(std::string_view name);

/// Whether inverses of the generators are added. A generator that is given is never left out.
enum class Inverses {
  automatic,  // added to what GAP text and arrays hold; families and CayleyPy's graphs have what they are defined with
  yes,
  no,
};
/// "auto", "yes" or "no"; throws InputError for anything else.
[[nodiscard]] Inverses parse_inverses(std::string_view name);

struct InputOptions {
  Metric metric = Metric::quarter;
  Inverses inverses = Inverses::automatic;
};

/// What a family's name, a file, or '-' for standard input stands for: GAP text, whose points start at 1; a graph as CayleyPy
/// stores it, JSON with "generators" and perhaps "central_state"; or an array (.npy) that is a permutation, or has one per row.
/// Throws InputError that names the place.
[[nodiscard]] Generators open_generators(const std::string& input, const InputOptions& options = {});
/// The permutations of several files, GAP text or arrays, together: what 'coset permutations' writes, for example.
[[nodiscard]] Generators open_generators(const std::vector<std::string>& files, const InputOptions& options = {});
/// Text in one of these formats. Throws InputError, with the place as `name:line:column`.
[[nodiscard]] Generators parse_generators(std::string_view text, std::string_view name, const InputOptions& options = {});
/// A family such as "lrx:12" or "rubik222". Throws InputError that lists the families if there is none of that name.
[[nodiscard]] Generators make_family(std::string_view name, const InputOptions& options = {});

/// Permutations with their inverses and powers, as the options ask and as an array in a file gets them. Throws InputError if they
/// are not valid.
[[nodiscard]] Generators completed(Generators generators, const InputOptions& options = {});

struct FamilyInfo {
  std::string_view name;
  std::string_view arguments;    // "N,K", or nothing
  std::string_view description;  // one line
};
/// The families that make_family knows, in the order of family_help().
std::span<const FamilyInfo> families();
/// Names, arguments and meaning of the families, one line each.
std::string family_help();
/// A graph by its name, and the numbers after the colon of a family: 2 and 7 of "sliding:2x7".
struct NamedGraph {
  std::vector<std::uint64_t> numbers;
  std::string name;
  bool operator==(const NamedGraph&) const = default;
};
/// "lrx:4..6" as "lrx:4", "lrx:5" and "lrx:6", and "hanoi:3,2..4" likewise; anything else as itself. One number may be a range.
[[nodiscard]] std::vector<NamedGraph> expand_range(const std::string& input);
/// The graphs of a range, and those that the family does not have: mathieu:13 of "mathieu:11..24".
struct GraphRange {
  std::vector<NamedGraph> graphs = {};
  std::vector<std::string> left_out = {};
  std::string why = {};  // the first of them is left out
};
/// expand_range without what the family does not have. Throws InputError if it has none of them. What is not a range is not
/// looked at: opening it reports what is wrong with it.
[[nodiscard]] GraphRange existing_graphs(const std::string& input);

/// Where a search starts, and what its states are.
struct Start {
  enum class Kind {
    permutation,   // the images of all points: the Cayley graph
    arrangement,   // the same as a word of distinct letters, whose places the generators permute: CayleyPy's Cayley graph
    tuple,         // a few points
    word,          // letters at the places 0..degree-1; a generator moves the letter at place i to the image of i
    matrix,        // rows of numbers, which are multiplied by the generators; one row is a vector
    subspace,      // the span of rows over a field, as its reduced echelon form
    puzzle,        // the start of a sliding puzzle or of the Tower of Hanoi
    presentation,  // two relators, up to rotation and inversion of each and their order: their lengths, letters, and zeros
  };
  Kind kind = Kind::permutation;
  State state = {};
  bool is_set = false;  // the word has two letters and is printed as a set
};

/// "" is the start of the input, or the identity; "(1,2)(3,4)" a permutation; "[1,2,3]" a tuple of points, or a permutation
/// if all points are listed; "{1,2,3}" a set; "5" a point; "0011" or "aabb" a word; "[[1,0],[0,1]]" a matrix and "[1,0]" a vector
/// under matrices, and "<[1,0]>" or "<[1,0,0],[0,1,0]>" the subspace that vectors over a field span. Points start at 1, as in
/// GAP. Throws InputError.
[[nodiscard]] Start parse_start(std::string_view text, const Generators& generators);
/// A state of the same kind, as parse_start reads it: the target of a word. Its letters may be others than the start's: then no
/// word leads there. Throws InputError also if it is of another kind or length.
[[nodiscard]] State parse_state(std::string_view text, const Generators& generators, const Start& start);
/// The state as text that parse_state reads.
[[nodiscard]] std::string print_state(const State& state, const Generators& generators, const Start& start);
/// A generator that is a permutation, in cycles, as the input has it.
[[nodiscard]] std::string print_generator(const Generators& generators, std::size_t generator);
/// The state times the generator.
[[nodiscard]] State apply(const State& state, std::size_t generator, const Generators& generators, const Start& start);
/// The names of the generators with spaces between; "1" for the empty word.
[[nodiscard]] std::string print_word(const Word& word, const Generators& generators);

}  // namespace wreath::orbit
