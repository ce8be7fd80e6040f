// SPDX-License-Identifier: MIT
//
// Boolean matrices as two spaces (J. Konieczny, "Green's equivalences in finite semigroups of binary relations", 1994).
//
// The left value of a matrix x is its column space, the right value its row space, each as its basis. The lattices of the two
// spaces are anti-isomorphic, and x is determined by the spaces and the anti-isomorphism. A step x -> x*g that can be undone maps
// the row space one to one, so it permutes bases, and some power of a round trip fixes x: the R-class of x lies over the strongly
// connected component of its row space, whether or not x is regular, and |R| is the number of spaces there times the order of a
// group of permutations of the basis. This is all that the method of orbits needs; the monoid of all matrices, which is not
// regular from 3 x 3 on, is not made use of.
//
// The two bases may differ in size. Transversals are the basis of the row space; on the left they are the indices of rows, up to
// equality, that are irreducible in the matrix C of the column basis: the rows of C and the rows of x are ordered alike.
//
// A step that cannot be undone maps basis vectors to vectors that need not be irreducible. So what leads out of a component is
// distinguished by which basis vectors of the target lie below the images.
#include <bit>

#include "semigroup/kinds/boolean_space.hpp"
#include "semigroup/green/sides/value_model.hpp"
#include "semigroup/kinds/kind.hpp"

namespace wreath::semigroup {

namespace {

/// The union of those `rows` that the bits of a vector name: the vector times a matrix.
BitVector image_of_vector(BitVector vector, const BitVector* rows) {
  BitVector image = 0;
  for (; vector != 0; vector &= vector - 1) image |= rows[std::countr_zero(vector)];
  return image;
}

/// The columns as rows.
BitVectors transposed(const BitVectors& rows, std::size_t columns) {
  BitVectors result(columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (BitVector left = rows[i]; left != 0; left &= left - 1)
      result[static_cast<std::size_t>(std::countr_zero(left))] |= BitVector{1} << i;
  }
  return result;
}

/// The irreducible rows of a matrix of n rows, in the order of their first indices.
struct Transversals {
  BitVectors rows;    // of all indices
  BitVectors chosen;  // irreducible rows, as they are met first

  explicit Transversals(const BitVectors& of) : rows(of) {
    for (const BitVector row : rows) {
      if (chosen.find(row) == chosen.size() && is_irreducible(row, rows)) chosen.push_back(row);
    }
  }
};

class BooleanModel final : public ValueModel {
 public:
  explicit BooleanModel(const Generators& generators) : n_(generators.kind.size), cells_(n_ <= kCellBits ? 1 : 2) {
    for (std::size_t g = 0; g < generators.count(); ++g) {
      const BitVectors rows = rows_of(generators.row(g));
      const BitVectors columns = transposed(rows, n_);
      rows_.insert(rows_.end(), rows.begin(), rows.end());
      columns_.insert(columns_.end(), columns.begin(), columns.end());
    }
  }

  std::uint64_t degree() const override { return n_ * n_; }
  std::uint64_t cell_values() const override { return std::uint64_t{1} << std::min<std::size_t>(n_, kCellBits); }
  std::size_t cells() const override { return 0; }
  std::uint64_t most_transversals() const override { return n_; }
  std::size_t rank(OrbitSide side, std::span<const Point> value) const override {
    return side == OrbitSide::right ? value.size() / cells_ : transversals(read(value)).chosen.size();
  }

  void act(OrbitSide side, Letter generator, std::span<const Point> value, SideValue& result,
           std::vector<Point>* carried) const override {
    const BitVectors from = read(value);
    BitVectors images = from;
    for (BitVector& vector : images) vector = image_of_vector(vector, matrix(side, generator));
    const BitVectors basis = basis_of(images);
    write(basis, result);
    if (carried == nullptr) return;
    carried->clear();
    const auto add = [&](std::size_t to, std::size_t count) {
      carried->push_back(static_cast<Point>(to < count ? to : kEnded | carried->size()));
    };
    if (side == OrbitSide::right) {
      for (const BitVector image : images) add(basis.find(image), basis.size());
    } else {
      // A transversal of the old columns is carried to the index at which its row is found in the new ones.
      const Transversals old = transversals(from);
      const Transversals fresh = transversals(basis);
      const BitVectors unsorted = transposed(images, n_);
      for (const BitVector row : old.chosen) {
        const std::size_t index = unsorted.find(row);
        add(index < n_ ? fresh.chosen.find(fresh.rows[index]) : fresh.chosen.size(), fresh.chosen.size());
      }
    }
  }

  /// The image of each basis vector, as the positions of those of the target that lie below it: bits, in bytes.
  std::size_t arrow_cells() const override { return sizeof(BitVector); }
  void write_arrow(Letter generator, std::span<const Point> from, Marks frame, std::span<const Point> to, Marks target,
                   std::span<Point> arrow) const override {
    const BitVectors vectors = read(from);
    const BitVectors basis = read(to);
    for (std::size_t i = 0; i < frame.size(); ++i) {
      const BitVector image = image_of_vector(vectors[frame[i]], matrix(OrbitSide::right, generator));
      BitVector below = 0;
      for (std::size_t k = 0; k < target.size(); ++k) below |= BitVector{(basis[target[k]] & ~image) == 0} << k;
      for (std::size_t k = 0; k < arrow_cells(); ++k) arrow[i * arrow_cells() + k] = static_cast<Point>(below >> (8 * k) & 0xFF);
    }
  }

  Split split(std::span<const Point> row) const override { return split_rows(rows_of(row)); }

  Split product(const Split& x, Letter generator) const override {
    BitVectors rows = rows_of_parts(x);
    for (BitVector& row : rows) row = image_of_vector(row, matrix(OrbitSide::right, generator));
    return split_rows(rows);
  }

  std::vector<Point> put_together(const Split& parts) const override {
    std::vector<Point> row;
    for (const BitVector bits : rows_of_parts(parts)) {
      for (std::size_t j = 0; j < n_; ++j) row.push_back(static_cast<Point>(bits >> j & 1));
    }
    return row;
  }

  /// Whether a matrix with these spaces maps its row space one to one: then some power of it is idempotent.
  bool has_idempotent(std::span<const Point> left, std::span<const Point> right) const override {
    const BitVectors columns = read(left);
    BitVectors met;
    for (const BitVector vector : read(right)) {
      BitVector hit = 0;
      for (std::size_t k = 0; k < columns.size(); ++k) hit |= BitVector{(vector & columns[k]) != 0} << k;
      met.push_back(hit);
    }
    const Transversals wanted = transversals(columns);
    return std::ranges::all_of(wanted.chosen, [&](BitVector row) { return met.find(row) < met.size(); });
  }

 private:
  static constexpr std::size_t kCellBits = 32;

  /// x*g maps a row by g, g*x maps a column by the transposed g.
  const BitVector* matrix(OrbitSide side, Letter generator) const {
    return (side == OrbitSide::right ? rows_ : columns_).data() + generator * n_;
  }
  BitVectors rows_of(std::span<const Point> row) const {
    BitVectors rows(n_);
    for (std::size_t k = 0; k < row.size(); ++k) rows[k / n_] |= BitVector{row[k]} << (k % n_);
    return rows;
  }
  BitVectors read(std::span<const Point> value) const {
    BitVectors vectors(value.size() / cells_);
    for (std::size_t k = 0; k < value.size(); ++k) vectors[k / cells_] |= BitVector{value[k]} << (k % cells_ * kCellBits);
    return vectors;
  }
  void write(const BitVectors& vectors, std::vector<Point>& value) const {
    value.clear();
    for (const BitVector vector : vectors) {
      for (std::size_t k = 0; k < cells_; ++k) value.push_back(static_cast<Point>(vector >> (k * kCellBits)));
    }
  }
  Transversals transversals(const BitVectors& columns) const { return Transversals(transposed(columns, n_)); }

  Split split_rows(const BitVectors& rows) const {
    const BitVectors row_basis = basis_of(rows);
    const BitVectors column_basis = basis_of(transposed(rows, n_));
    Split parts;
    write(row_basis, parts.right);
    write(column_basis, parts.left);
    const Transversals left = transversals(column_basis);
    for (const BitVector row : left.chosen) parts.joins.push_back(static_cast<Point>(row_basis.find(rows[left.rows.find(row)])));
    return parts;
  }
  BitVectors rows_of_parts(const Split& parts) const {
    const Transversals left = transversals(read(parts.left));
    const BitVectors right = read(parts.right);
    BitVectors rows;
    for (const BitVector pattern : left.rows) {
      BitVector row = 0;
      for (std::size_t t = 0; t < left.chosen.size(); ++t) row |= (left.chosen[t] & ~pattern) == 0 ? right[parts.joins[t]] : 0;
      rows.push_back(row);
    }
    return rows;
  }

  std::size_t n_;
  std::size_t cells_;            // numbers for a vector
  std::vector<BitVector> rows_;  // of all generators
  std::vector<BitVector> columns_;
};

}  // namespace

std::unique_ptr<ValueModel> make_boolean_model(const Generators& generators) {
  return std::make_unique<BooleanModel>(generators);
}

}  // namespace wreath::semigroup
