// SPDX-License-Identifier: MIT
//
// The sides of elements that have a model of their own (value_model.hpp), and which sides a kind of element has.

#include "semigroup/generators.hpp"
#include "semigroup/green/side_orbit.hpp"
#include "semigroup/green/sides/kernel_code.hpp"
#include "semigroup/kinds/kind.hpp"
#include "semigroup/kinds/packing.hpp"
#include "semigroup/green/sides/value_model.hpp"

namespace wreath::semigroup {

namespace {

class ValueSide final : public Side {
 public:
  ValueSide(const ValueModel& model, OrbitSide which, const Generators& generators)
      : model_(model), which_(which), letters_(generators.count()), packing_(model.cell_values()) {
    const Split identity = model.split(identity_of(generators.kind));
    first_ = packed(which == OrbitSide::left ? identity.left : identity.right);
  }

  std::size_t key_bytes() const override { return model_.cells() * packing_.width(); }
  std::uint64_t mark_values() const override { return 2 * model_.most_transversals(); }  // half of them for those that end
  std::vector<std::byte> first() const override { return first_; }
  std::size_t rank(Key key) const override { return model_.rank(which_, read(key)); }
  std::vector<Point> marks(Key key) const override { return all_points(rank(key)); }

  void act(const KeySet& values, Index first, Index last, KeyBatch& batch, std::size_t slot, StopCheck& check) const override {
    SideValue result;
    for (Index node = first; node < last; ++node) {
      check.spend(letters_ * model_.degree());
      const SideValue value = read(values[node]);
      for (std::size_t g = 0; g < letters_; ++g, ++slot) {
        model_.act(which_, static_cast<Letter>(g), value, result, nullptr);
        packing_.pack(result, batch.slot(slot));
        batch.set_length(slot, result.size() * packing_.width());
      }
    }
  }

  void carry(const KeyStep& step, Marks known, std::span<Point> led) const override {
    SideValue result;
    std::vector<Point> carried;
    model_.act(which_, step.letter, read(step.from), result, &carried);
    std::vector<Point> back(carried.size());
    if (which_ == OrbitSide::left) {
      for (std::size_t t = 0; t < carried.size(); ++t) back[carried[t]] = static_cast<Point>(t);
    }
    for (std::size_t i = 0; i < known.size(); ++i) led[i] = which_ == OrbitSide::left ? back[known[i]] : carried[known[i]];
  }

  std::size_t arrow_cells() const override { return model_.arrow_cells(); }
  void write_arrow(const KeyStep& step, Marks known, const Places& to, std::span<Point> arrow) const override {
    if (arrow_cells() != 1) return model_.write_arrow(step.letter, read(step.from), known, read(step.to), to.frame, arrow);
    carry(step, known, arrow);
    for (Point& at : arrow) at = is_ended(at) ? static_cast<Point>(model_.most_transversals()) + (at & ~kEnded) : to.position[at];
  }

  void read(Key key, SideValue& value) const {
    value.resize(key.size() / packing_.width());
    packing_.unpack(key, value.data());
  }
  SideValue read(Key key) const {
    SideValue value;
    read(key, value);
    return value;
  }
  std::vector<std::byte> packed(const SideValue& value) const {
    std::vector<std::byte> bytes(value.size() * packing_.width());
    packing_.pack(value, bytes.data());
    return bytes;
  }

 private:
  const ValueModel& model_;
  OrbitSide which_;
  std::size_t letters_;
  Packing packing_;
  std::vector<std::byte> first_;
};

/// A model, and its values on both sides.
struct Values {
  const ValueModel& model;
  const ValueSide& left;
  const ValueSide& right;
};

/// By forming elements: an arrow stands for a step, which begins at a value over which the element is put.
class ValueProducts final : public Products {
 public:
  ValueProducts(const Values& values, const SideOrbit& left, const SideOrbit& right)
      : values_(values), left_(left), right_(right) {}

  void load(ComponentPair piece, Marks tuple, StopCheck& check) override {
    check_ = &check;
    piece_ = piece;
    tuple_.assign(tuple.begin(), tuple.end());
    element_.left = values_.left.read(left_.key(left_.root(piece.left)));
    left_.read_frame(left_.root(piece.left), frame_);
  }

  bool multiply(std::size_t arrow, std::vector<std::byte>& left) override {
    check_->spend(16 * values_.model.degree());
    const SideStep step = right_.arrows(piece_.right).steps[arrow];
    element_.right = values_.right.read(right_.key(step.from));
    right_.read_frame(step.from, marks_);
    element_.joins.resize(tuple_.size());
    for (std::size_t i = 0; i < tuple_.size(); ++i) element_.joins[frame_[i]] = marks_[tuple_[i]];
    product_ = values_.model.product(element_, step.generator);
    left = values_.left.packed(product_.left);
    const Index to = right_.next(step);
    right_.read_frame(to, marks_);
    position_.resize(values_.model.most_transversals());
    for (std::size_t k = 0; k < marks_.size(); ++k) position_[marks_[k]] = static_cast<Point>(k);
    twist_ = right_.has_ways() ? right_.twist(to) : std::vector<Point>();
    return true;
  }

  void evaluate(Marks marks, std::vector<Point>& positions) override {
    positions.clear();
    for (const Point mark : marks) {
      const Point position = position_[product_.joins[mark]];
      positions.push_back(twist_.empty() ? position : twist_[position]);
    }
  }

 private:
  Values values_;
  const SideOrbit& left_;
  const SideOrbit& right_;
  StopCheck* check_ = nullptr;
  ComponentPair piece_;
  std::vector<Point> tuple_;
  std::vector<Point> frame_;  // of the left root
  std::vector<Point> marks_;  // the frame of a right value
  std::vector<Point> position_;
  std::vector<Point> twist_;
  Split element_;
  Split product_;
};

class ValueSearch final : public IdempotentSearch {
 public:
  ValueSearch(const Values& values, const KeyList& left, const KeyList& right, StopCheck check)
      : values_(values), left_(left), right_(right), check_(check) {}

  bool any(Index left, std::span<const Index> right) override { return search(left, right, true) != 0; }
  std::uint64_t count(std::span<const Index> left, std::span<const Index> right) override {
    std::uint64_t found = 0;
    for (const Index node : left) found += search(node, right, false);
    return found;
  }

 private:
  std::uint64_t search(Index left, std::span<const Index> right, bool one) {
    values_.left.read(left_[left], left_value_);
    std::uint64_t found = 0;
    for (const Index node : right) {
      check_.spend(values_.model.degree());
      values_.right.read(right_[node], right_value_);
      found += values_.model.has_idempotent(left_value_, right_value_) ? 1 : 0;
      if (one && found != 0) break;
    }
    return found;
  }

  Values values_;
  const KeyList& left_;
  const KeyList& right_;
  StopCheck check_;
  SideValue left_value_;
  SideValue right_value_;
};

class ValueSides final : public Sides {
 public:
  ValueSides(const Generators& generators, std::unique_ptr<ValueModel> model)
      : model_(std::move(model)), left_(*model_, OrbitSide::left, generators), right_(*model_, OrbitSide::right, generators) {}

  const Side& left() const override { return left_; }
  const Side& right() const override { return right_; }
  std::string_view name() const override { return "values"; }
  std::uint64_t degree() const override { return model_->degree(); }

  Parts split(std::span<const Point> row) const override {
    Split parts = model_->split(row);
    return {left_.packed(parts.left), right_.packed(parts.right), std::move(parts.joins)};
  }
  std::vector<Point> join(Key left, Marks left_marks, Key right, Marks right_marks) const override {
    Split parts{left_.read(left), right_.read(right), std::vector<Point>(left_marks.size())};
    for (std::size_t i = 0; i < left_marks.size(); ++i) parts.joins[left_marks[i]] = right_marks[i];
    return model_->put_together(parts);
  }
  bool has_idempotent(Key left, Key right) const override { return model_->has_idempotent(left_.read(left), right_.read(right)); }
  std::unique_ptr<Products> products(const SideOrbit& left, const SideOrbit& right) const override {
    return std::make_unique<ValueProducts>(Values{*model_, left_, right_}, left, right);
  }
  std::unique_ptr<IdempotentSearch> search(const KeyList& left, const KeyList& right, StopCheck check) const override {
    return std::make_unique<ValueSearch>(Values{*model_, left_, right_}, left, right, check);
  }

 private:
  std::unique_ptr<ValueModel> model_;
  ValueSide left_;
  ValueSide right_;
};

}  // namespace

bool has_own_sides(const ElementKind& kind) {
  return kind_of(kind).values() != nullptr;
}

std::unique_ptr<Sides> make_sides(const Generators& generators) {
  if (const auto make = kind_of(generators.kind).values()) return std::make_unique<ValueSides>(generators, make(generators));
  return make_map_sides(generators, make_block_code(generators));
}

}  // namespace wreath::semigroup
