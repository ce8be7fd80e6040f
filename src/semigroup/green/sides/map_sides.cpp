// SPDX-License-Identifier: MIT
//
// Transformations: the kernel, by a code (kernel_code.hpp), and the image, a set of points. Marks are points on both sides: one
// of each block, whose images determine the element, and the images themselves.
#include <algorithm>
#include <bit>
#include <utility>

#include "semigroup/generators.hpp"
#include "semigroup/green/side_orbit.hpp"
#include "semigroup/green/sides/kernel_code.hpp"

namespace wreath::semigroup {

namespace {

/// Sorts points and drops repetitions, by bits in two levels.
class SortingBitmap {
 public:
  explicit SortingBitmap(std::size_t degree) : words_(degree / 64 + 1, 0), summary_(words_.size() / 64 + 1, 0) {}

  void mark(Point point) {
    words_[point / 64] |= std::uint64_t{1} << point % 64;
    summary_[point / 4096] |= std::uint64_t{1} << point / 64 % 64;
  }
  /// visit(point) in ascending order, and clears.
  template <class Visit>
  void drain(const Visit& visit) {
    for (std::size_t s = 0; s < summary_.size(); ++s) {
      for (std::uint64_t left = std::exchange(summary_[s], 0); left != 0; left &= left - 1) {
        const std::size_t word = s * 64 + static_cast<std::size_t>(std::countr_zero(left));
        for (std::uint64_t bits = std::exchange(words_[word], 0); bits != 0; bits &= bits - 1)
          visit(static_cast<Point>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
      }
    }
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> summary_;
};

/// Images, as points in ascending order.
class ImageSide final : public Side {
 public:
  explicit ImageSide(const Generators& generators) : generators_(generators), packing_(generators.degree) {}

  std::size_t key_bytes() const override { return 0; }
  std::uint64_t mark_values() const override { return generators_.degree; }
  std::size_t rank(Key key) const override { return key.size() / packing_.width(); }
  std::vector<std::byte> first() const override { return packed(all_points(generators_.degree)); }
  std::vector<std::byte> packed(Marks points) const {
    std::vector<std::byte> key(points.size() * packing_.width());
    packing_.pack(points, key.data());
    return key;
  }
  std::vector<Point> marks(Key key) const override {
    std::vector<Point> points(rank(key));
    packing_.unpack(key, points.data());
    return points;
  }

  void act(const KeySet& images, Index first, Index last, KeyBatch& batch, std::size_t slot, StopCheck& check) const override {
    with_width_for(generators_.degree, [&](auto small) { act_on<decltype(small)>(images, first, last, batch, slot, check); });
  }
  template <class Small>
  void act_on(const KeySet& images, Index first, Index last, KeyBatch& batch, std::size_t slot, StopCheck& check) const {
    SortingBitmap bitmap(generators_.degree);
    std::vector<Point> points(generators_.degree);
    for (Index node = first; node < last; ++node) {
      const std::size_t rank = this->rank(images[node]);
      packing_.unpack(images[node], points.data());
      for (std::size_t g = 0; g < generators_.count(); ++g, ++slot) {
        check.spend(2 * rank + 16);
        const std::span<const Point> map = generators_.row(g);
        for (std::size_t k = 0; k < rank; ++k) bitmap.mark(map[points[k]]);
        std::byte* const begin = batch.slot(slot);
        std::byte* out = begin;
        bitmap.drain([&](Point point) {
          const auto one = static_cast<Small>(point);
          std::memcpy(out, &one, sizeof one);
          out += sizeof one;
        });
        batch.set_length(slot, static_cast<std::size_t>(out - begin));
      }
    }
  }

  void carry(const KeyStep& step, Marks known, std::span<Point> led) const override {
    const std::span<const Point> map = generators_.row(step.letter);
    for (std::size_t i = 0; i < known.size(); ++i) led[i] = map[known[i]];
  }

  void look_at(Places& places) const override {
    places.position.resize(generators_.degree);
    Point* position = places.position.data();
    for (std::size_t i = 0; i < places.frame.size(); ++i) position[places.frame[i]] = static_cast<Point>(i);
  }
  void map(const KeyStep& step, Marks known, const Places& places, std::span<Point> led) const override {
    const Point* map = generators_.row(step.letter).data();
    const Point* position = places.position.data();
    for (std::size_t i = 0; i < known.size(); ++i) led[i] = position[map[known[i]]];
  }

 private:
  const Generators& generators_;
  Packing packing_;
};

/// By positions: x is known at all points, as positions of the root's image, and an arrow maps these.
class MapProducts final : public Products {
 public:
  MapProducts(const KernelCode& code, const SideOrbit& kernels, const SideOrbit& images)
      : code_(code), kernels_(kernels), images_(images), degree_(code.mark_values()) {}

  void load(ComponentPair piece, Marks tuple, StopCheck& check) override {
    check.spend(2 * degree_);
    check_ = &check;
    piece_ = piece;
    row_.resize(degree_);
    images_.read_frame(images_.root(piece.right), image_);
    position_.resize(degree_);
    for (std::size_t k = 0; k < image_.size(); ++k) position_[image_[k]] = static_cast<Point>(k);
    points_.clear();
    for (const Point position : tuple) points_.push_back(image_[position]);
    const Index root = kernels_.root(piece.left);
    kernels_.read_frame(root, frame_);
    code_.row(kernels_.key(root), frame_, points_, row_);
    for (Point& point : row_) point = position_[point];
  }

  bool multiply(std::size_t arrow, std::vector<std::byte>& left) override {
    const Arrows& arrows = images_.arrows(piece_.right);
    const std::size_t rank = images_.rank(piece_.right);
    check_->spend(degree_ + rank);
    map_.resize(rank);
    const std::size_t bytes = rank * images_.packing().width();
    images_.packing().unpack(std::span(arrows.maps).subspan(arrow * bytes, bytes), map_.data());
    if (images_.rank(arrows.targets[arrow]) == rank) return false;
    left.resize(code_.key_bytes());
    code_.encode(row_, map_, left.data());
    return true;
  }

  void evaluate(Marks marks, std::vector<Point>& positions) override {
    positions.clear();
    for (const Point point : marks) positions.push_back(map_[row_[point]]);
  }

 private:
  const KernelCode& code_;
  const SideOrbit& kernels_;
  const SideOrbit& images_;
  std::size_t degree_;
  StopCheck* check_ = nullptr;
  ComponentPair piece_;
  std::vector<Point> image_;     // of the right root
  std::vector<Point> position_;  // of a point in it
  std::vector<Point> points_;    // the tuple's
  std::vector<Point> frame_;     // of the left root
  std::vector<Point> row_;       // the positions of all images
  std::vector<Point> map_;       // the arrow
};

/// Where a kernel and an image of transformations make an idempotent.
///
/// An R-class with kernel k whose component of images holds a transversal B of k contains exactly one idempotent with image B:
/// the element of the class with that image permutes B, and a power of it is the idempotent. There is no other. So an R-class has
/// as many idempotents as there are such images, a D-class is regular if the representative kernel has one, and then it has as
/// many idempotents as there are such pairs (k, B).
///
/// Cost: a few look-ups per pair, because most images are found not to be transversals at their first points.
class TransversalSearch final : public IdempotentSearch {
 public:
  TransversalSearch(const KernelCode& code, const KeyList& kernels, const KeyList& images, StopCheck check)
      : code_(code), kernels_(kernels), images_(images), packing_(code.mark_values()), check_(check) {}

  bool any(Index kernel, std::span<const Index> images) override {
    look_at(kernel);
    return std::ranges::any_of(images, [&](Index node) { return is_transversal(node); });
  }
  std::uint64_t count(std::span<const Index> kernels, std::span<const Index> images) override {
    gather(images);
    std::uint64_t found = 0;
    for (const Index kernel : kernels) {
      if (images_gathered_ == 0) {
        look_at(kernel);
        found += static_cast<std::uint64_t>(std::ranges::count_if(images, [&](Index node) { return is_transversal(node); }));
      } else {
        labels_.resize(code_.mark_values());
        seen_.resize(labels_.size(), 0);
        check_.spend(way_.size());
        code_.labels_at(kernels_[kernel], way_, labels_);
        found += with_width_for(labels_.size(), [&](auto small) { return count_gathered<decltype(small)>(); });
      }
    }
    return found;
  }

 private:
  void look_at(Index kernel) {
    labels_.resize(code_.mark_values());
    seen_.resize(labels_.size(), 0);
    check_.spend(labels_.size());
    code_.labels(kernels_[kernel], labels_);
  }
  /// The images of the component one after the other; none if they would not fit in the cache.
  void gather(std::span<const Index> nodes) {
    constexpr std::size_t kMostBytes = std::size_t{1} << 20;
    if (std::exchange(gathered_, nodes.front()) == nodes.front()) return;
    rank_ = images_[nodes.front()].size() / packing_.width();
    const std::size_t bytes = rank_ * packing_.width();
    images_gathered_ = nodes.size() * bytes <= kMostBytes ? nodes.size() : 0;
    if (images_gathered_ == 0) return;
    check_.spend(nodes.size() * bytes + labels_.size());
    room_.resize(nodes.size() * bytes / sizeof(std::uint64_t) + 1);
    auto* to = reinterpret_cast<std::byte*>(room_.data());
    for (const Index node : nodes) to = std::ranges::copy(images_[node], to).out;
    std::vector<char> hit(code_.mark_values(), 0);
    std::vector<Point> points;
    for (std::size_t i = 0; i < nodes.size() * rank_; ++i) {
      const Point point = packing_.get(reinterpret_cast<const std::byte*>(room_.data()), i);
      if (std::exchange(hit[point], 1) == 0) points.push_back(point);
    }
    way_ = code_.way_to(points);
  }
  bool is_transversal(Index node) {
    const std::uint32_t now = next_image();
    const std::span<const std::byte> image = images_[node];
    check_.spend(16);
    for (std::size_t i = 0; i < image.size() / packing_.width(); ++i) {
      if (std::exchange(seen_[labels_[packing_.get(image.data(), i)]], now) == now) {
        check_.spend(i);
        return false;
      }
    }
    check_.spend(image.size());
    return true;  // as many points as blocks
  }
  /// Of at most 64 points: the labels that an image has met are bits of a word.
  std::uint64_t count_gathered_bits() {
    constexpr std::size_t kBits = 64;
    std::uint64_t bits[kBits];
    for (std::size_t p = 0; p < labels_.size(); ++p) bits[p] = std::uint64_t{1} << (labels_[p] % kBits);
    const auto* image = reinterpret_cast<const std::uint8_t*>(room_.data());
    std::uint64_t found = 0;
    check_.spend(images_gathered_ * (8 + rank_ / 2));
    for (std::size_t i = 0; i < images_gathered_; ++i, image += rank_) {
      std::uint64_t met = 0;
      std::size_t k = 0;
      while (k < rank_ && (met & bits[image[k]]) == 0) met |= bits[image[k++]];
      found += k == rank_ ? 1 : 0;  // as many points as blocks
    }
    return found;
  }
  template <class Small>
  std::uint64_t count_gathered() {
    if (labels_.size() <= 64) return count_gathered_bits();
    const auto* image = reinterpret_cast<const Small*>(room_.data());
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < images_gathered_; ++i, image += rank_) {
      const std::uint32_t now = next_image();
      std::size_t k = 0;
      while (k < rank_ && std::exchange(seen_[labels_[image[k]]], now) != now) ++k;
      check_.spend(8 + k);
      found += k == rank_ ? 1 : 0;  // as many points as blocks
    }
    return found;
  }

  const KernelCode& code_;
  const KeyList& kernels_;
  const KeyList& images_;
  Packing packing_;
  StopCheck check_;
  std::uint32_t next_image() {
    if (++now_ == 0) {
      std::fill(seen_.begin(), seen_.end(), 0);
      now_ = 1;
    }
    return now_;
  }

  std::vector<Point> labels_;
  std::vector<std::uint32_t> seen_;  // by label: the last image that had it
  std::uint32_t now_ = 0;
  Index gathered_ = kNoIndex;        // the first of those images that are side by side, for all kernels
  std::size_t rank_ = 0;             // of each of them
  std::vector<std::uint64_t> room_;  // their bytes
  std::size_t images_gathered_ = 0;
  std::vector<std::uint32_t> way_;  // to the points that they have
};

class MapSides final : public Sides {
 public:
  MapSides(const Generators& generators, std::unique_ptr<KernelCode> code)
      : degree_(generators.degree), code_(std::move(code)), images_(generators) {}

  const Side& left() const override { return *code_; }
  const Side& right() const override { return images_; }
  bool right_frames_are_keys() const override { return true; }
  bool products_by_maps() const override { return true; }
  std::string_view name() const override { return code_->name(); }
  std::uint64_t degree() const override { return degree_; }

  Parts split(std::span<const Point> row) const override {
    Parts parts{std::vector<std::byte>(code_->key_bytes()), {}, {row.begin(), row.end()}};
    code_->encode(row, all_points(degree_), parts.left.data());
    std::vector<Point> image(row.begin(), row.end());
    std::ranges::sort(image);
    image.erase(std::ranges::unique(image).begin(), image.end());
    parts.right = images_.packed(image);
    return parts;
  }
  std::vector<Point> join(Key left, Marks left_marks, Key, Marks right_marks) const override {
    std::vector<Point> row(degree_);
    code_->row(left, left_marks, right_marks, row);
    return row;
  }
  bool has_idempotent(Key left, Key right) const override {
    std::vector<Point> labels(degree_);
    code_->labels(left, labels);
    std::vector<bool> met(degree_);
    for (const Point point : images_.marks(right)) {
      if (met[labels[point]]) return false;
      met[labels[point]] = true;
    }
    return true;
  }
  std::unique_ptr<Products> products(const SideOrbit& left, const SideOrbit& right) const override {
    return std::make_unique<MapProducts>(*code_, left, right);
  }
  std::unique_ptr<IdempotentSearch> search(const KeyList& left, const KeyList& right, StopCheck check) const override {
    return std::make_unique<TransversalSearch>(*code_, left, right, check);
  }

 private:
  std::size_t degree_;
  std::unique_ptr<KernelCode> code_;
  ImageSide images_;
};

}  // namespace

std::unique_ptr<Sides> make_map_sides(const Generators& generators, std::unique_ptr<KernelCode> code) {
  return std::make_unique<MapSides>(generators, std::move(code));
}

}  // namespace wreath::semigroup
