// SPDX-License-Identifier: MIT
//
// A kind of element: all that is known of it, in one place.
//
// An element is a row of numbers outside (wreath/semigroup/kinds.hpp) and a few cells inside. A kind has a class of cells
// (cells.hpp), which multiplies them, and a class that derives from CellKind and answers for the rows: how long they are, which
// are valid, what they are called in texts. From these two come the backends on the CPU, in files and among ranks, products of
// single elements, reading and writing. Maps (maps.cpp), bipartitions (bipartitions.cpp) and matrices (matrices.cpp) are such
// kinds; kinds.cpp has the list. CONTRIBUTING.md shows how to add one.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "semigroup/backend.hpp"

namespace wreath::semigroup {

/// What stands for a value that is not a number, in a row and in texts: the first is written, the second may be read, too.
struct NumberName {
  Point number;
  std::string_view text;
  std::string_view also;
};

/// Products of elements of any kind as rows of numbers: for files and ranks, which keep those that act on few points as
/// transformations, and all others like this.
class RowProduct {
 public:
  virtual ~RowProduct() = default;
  /// z = x*y, from any thread. Throws InputError if a number of the product is out of range.
  virtual void operator()(const Point* x, const Point* y, Point* z) const = 0;
  /// Whether x*x = x; a square out of range is another element.
  virtual bool is_idempotent(const Point* x) const = 0;
};

/// Null for transformations, whose products are compositions.
std::shared_ptr<const RowProduct> make_row_product(const ElementKind& kind);

class ValueModel;

/// Elements of more bytes are not kept on a GPU as they are.
inline constexpr std::uint64_t kDeviceBytes = 64;

/// One object for each KindName. `kind` is valid unless it is said.
class Kind {
 public:
  virtual ~Kind() = default;

  const KindName name;
  const std::string_view text;
  const std::string_view meaning;
  const std::string_view parameters;  // as in the help: ":q"

  // --- the kind itself
  /// Takes the parameters that were written after the name; false if they are not as many as there should be. Throws InputError.
  virtual bool take_parameters(ElementKind& /*kind*/, std::span<const std::uint32_t> given) const { return given.empty(); }
  /// The parameters as they are written: ":5".
  virtual std::string parameter_text(const ElementKind& /*kind*/) const { return {}; }
  /// What is wrong with them, or nothing.
  virtual std::string wrong_parameters(const ElementKind& /*kind*/) const { return {}; }
  virtual std::uint64_t largest_size() const = 0;

  // --- rows
  virtual std::uint64_t row_length(const ElementKind& kind) const noexcept { return kind.size; }
  /// The size that rows of this length belong to. Throws InputError if there is none.
  virtual std::uint64_t size_of_row(std::uint64_t length) const { return length; }
  /// As wreath::semigroup::require_element, for a row of the right length.
  virtual void require_element(const ElementKind& kind, std::span<const Point> row, std::string_view who) const = 0;
  virtual void normalise(std::span<Point> /*row*/) const {}
  virtual std::vector<Point> identity(const ElementKind& kind) const = 0;
  virtual std::uint64_t rank(const ElementKind& kind, std::span<const Point> row) const = 0;
  virtual std::span<const NumberName> number_names() const { return {}; }
  /// A number of a row is less than this; 0: it may be any integer.
  virtual std::uint64_t number_limit(const ElementKind& kind) const = 0;

  // --- elements
  /// Products of rows, one at a time, from any thread.
  virtual std::shared_ptr<const RowProduct> make_product(const ElementKind& kind) const = 0;
  virtual std::unique_ptr<Backend> make_backend(const Generators& generators, unsigned threads) const = 0;
  /// Whether this number of generators can be kept as transformations of a small set (action.hpp).
  virtual bool acts(const ElementKind& /*kind*/, std::size_t /*generators*/) const { return false; }
  /// What makes the values of both sides, if elements have sides of their own (green/sides/value_model.hpp).
  using MakeValues = std::unique_ptr<ValueModel> (*)(const Generators& generators);
  virtual MakeValues values() const { return nullptr; }
  /// Why Green's classes of such elements are counted by orbits, whatever the generators; null if that depends on them.
  virtual const char* why_orbits(const ElementKind& /*kind*/) const { return nullptr; }
  /// Whether a GPU can keep the elements as they are, and which it can.
  virtual bool has_device_form(const ElementKind& /*kind*/) const { return false; }
  virtual std::string_view device_limit() const { return "elements of up to 64 bytes"; }

 protected:
  Kind(KindName of, std::string_view named, std::string_view means, std::string_view takes = {})
      : name(of), text(named), meaning(means), parameters(takes) {}
};

const Kind& kind_of(KindName name);
inline const Kind& kind_of(const ElementKind& kind) {
  return kind_of(kind.name);
}
/// One more kind, whose name no other has; for the tests' toys. It must live as long as it is used.
void add_kind(const Kind& kind);

// The models of the sides of elements that have sides of their own, in green/sides/.
std::unique_ptr<ValueModel> make_bipartition_model(const Generators& generators);
std::unique_ptr<ValueModel> make_boolean_model(const Generators& generators);

// The kinds of each file.
void add_maps(std::vector<const Kind*>& kinds);
void add_bipartitions(std::vector<const Kind*>& kinds);
void add_matrices(std::vector<const Kind*>& kinds);

/// Throws InputError about number `at` of a row: "is 7: entries are 0..3".
[[noreturn]] void fail_number(const ElementKind& kind, std::string_view who, std::size_t at, const std::string& wrong);

}  // namespace wreath::semigroup
