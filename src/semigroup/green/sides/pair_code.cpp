// SPDX-License-Identifier: MIT
//
// A kernel as bits: which classes of edges it collapses (pair_certificate.hpp).
//
// A generator g takes class c to class c*g, so bit c of g*x is bit c*g of x, or 1 where g collapses c. For 64 kernels at once the
// bits are turned so that a word holds one class of all of them; then a generator moves words, and the result is turned back. A
// candidate of 672 bits costs some tens of nanoseconds in this way.
//
// The base is the whole transversal: an element is determined by its kernel and the image of the base. What permutes blocks
// cannot be seen at one point, so this code serves where no groups appear.
#include <algorithm>
#include <array>

#include "semigroup/green/sides/kernel_code.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::size_t kTogether = 64;
using Square = std::array<std::uint64_t, kTogether>;

/// Bit j of word i to bit i of word j: blocks of 32, 16, ... 1 change places across the diagonal.
void transpose(Square& square) {
  std::uint64_t mask = 0xFFFFFFFF;
  for (std::size_t width = 32; width != 0; width /= 2, mask ^= mask << width) {
    for (std::size_t block = 0; block < kTogether; block += 2 * width) {
      for (std::size_t i = block; i < block + width; ++i) {
        const std::uint64_t swap = (square[i] >> width ^ square[i + width]) & mask;
        square[i + width] ^= swap;
        square[i] ^= swap << width;
      }
    }
  }
}

/// Small holds points and bits: the tables of the walk should stay in the first cache.
template <class Small>
class PairCode final : public KernelCode {
 public:
  PairCode(PairCertificate certificate, const Generators& generators)
      : KernelCode(generators),
        certificate_(std::move(certificate)),
        letters_(generators.count()),
        columns_(certificate_.labels + 1) {
    into_.resize(letters_ * padded(), static_cast<std::uint32_t>(padded()));
    for (std::size_t g = 0; g < letters_; ++g) {
      for (std::size_t bit = 0; bit < certificate_.bits(); ++bit) {
        const Index to = certificate_.action[g * certificate_.bits() + bit];
        into_[g * padded() + bit] = to == PairCertificate::kCollapsed ? static_cast<std::uint32_t>(padded() + 1) : to;
      }
    }
    const std::size_t degree = certificate_.tree.size() + 1;
    above_.assign(degree, 0);
    for (const auto& [from, to, label, bit] : certificate_.tree) {
      above_[to] = static_cast<std::uint32_t>(tree_.size());
      tree_.push_back({static_cast<Small>(from), static_cast<Small>(to), static_cast<Small>(bit), static_cast<Small>(label)});
    }
    for (std::size_t point = 0; point < degree; ++point) {
      for (std::size_t label = 0; label < certificate_.labels; ++label)
        next_.push_back(static_cast<Small>(certificate_.neighbours[point * certificate_.labels + label]));
      next_.push_back(static_cast<Small>(point));
    }
  }

  std::size_t key_bytes() const override { return (certificate_.bits() + 7) / 8; }

  void act(const KeySet& kernels, Index first, Index last, KeyBatch& batch, std::size_t slot, StopCheck& check) const override {
    std::byte* out = batch.slot(slot);
    check.spend((last - first) * letters_ * key_bytes());
    std::vector<std::uint64_t> words(padded() + 2);  // then one of zeros, for the bits past the end, and one of ones
    words[padded() + 1] = ~std::uint64_t{0};
    Square square;
    for (; first < last; first += kTogether) {
      const std::size_t count = std::min<std::size_t>(kTogether, last - first);
      for (std::size_t block = 0; block < padded() / 64; ++block) {
        square.fill(0);
        for (std::size_t i = 0; i < count; ++i)
          copy_block(&square[i], kernels[first + static_cast<Index>(i)].data() + block * 8, block_bytes(block));
        transpose(square);
        std::ranges::copy(square, words.begin() + static_cast<std::ptrdiff_t>(block * 64));
      }
      for (std::size_t g = 0; g < letters_; ++g) {
        for (std::size_t block = 0; block < padded() / 64; ++block) {
          const std::uint32_t* into = into_.data() + g * padded() + block * 64;
          for (std::size_t bit = 0; bit < 64; ++bit) square[bit] = words[into[bit]];
          transpose(square);
          for (std::size_t i = 0; i < count; ++i)
            copy_block(out + (i * letters_ + g) * key_bytes() + block * 8, &square[i], block_bytes(block));
        }
      }
      out += count * letters_ * key_bytes();
    }
  }

  void encode(std::span<const Point> row, std::span<const Point> map, std::byte* key) const override {
    std::fill_n(key, key_bytes(), std::byte{0});
    for (std::size_t bit = 0; bit < certificate_.bits(); ++bit) {
      const auto [a, b] = certificate_.edges[bit];
      const bool collapsed = map[row[a]] == map[row[b]];
      key[bit / 8] |= static_cast<std::byte>(static_cast<unsigned>(collapsed) << bit % 8);
    }
  }

  std::size_t rank(Key) const override { return 1; }
  std::vector<Point> marks(Key) const override { return {certificate_.base}; }

  /// The frame is the base, as that of a root is.
  void row(Key key, Marks, std::span<const Point> images, std::span<Point> row) const override {
    row[certificate_.base] = images[0];
    for (const Step& step : tree_) row[step.to] = walk(key, step, row[step.from]);
  }

  void labels(Key key, std::span<Point> labels) const override {
    const Point base = certificate_.base;
    row(key, {}, std::span(&base, 1), labels);
  }

  /// A point that is not in the block of the frame's one shows that there is a group.
  void look_at(Places&) const override {}
  void locate(const Places& places, std::span<Point> marks) const override {
    const Point own = places.frame[0];
    marks[0] = marks[0] == own || from_base(places.key, own) == from_base(places.key, marks[0]) ? 0 : 1;
  }
  void map(const KeyStep& step, Marks known, const Places& places, std::span<Point> led) const override {
    led[0] = generators_.row(step.letter)[known[0]];
    locate(places, led);
  }

  /// The steps of the tree that lead to the points, each after the one before it.
  std::vector<std::uint32_t> way_to(std::span<const Point> points) const override {
    std::vector<char> needed(tree_.size(), 0);
    for (const Point point : points) {
      for (Point p = point; p != certificate_.base && needed[above_[p]] == 0; p = tree_[above_[p]].from) needed[above_[p]] = 1;
    }
    std::vector<std::uint32_t> way;
    for (std::size_t step = 0; step < needed.size(); ++step) {
      if (needed[step] != 0) way.push_back(static_cast<std::uint32_t>(step));
    }
    return way;
  }

  void labels_at(Key key, std::span<const std::uint32_t> way, std::span<Point> labels) const override {
    labels[certificate_.base] = certificate_.base;
    for (const std::uint32_t number : way) {
      const Step& step = tree_[number];
      labels[step.to] = walk(key, step, labels[step.from]);
    }
  }

  bool shows_groups() const override { return false; }
  std::string_view name() const override { return "classes of pairs"; }

 private:
  std::size_t padded() const { return (certificate_.bits() + 63) / 64 * 64; }
  std::size_t block_bytes(std::size_t block) const { return std::min<std::size_t>(8, key_bytes() - block * 8); }

  static void copy_block(void* to, const void* from, std::size_t bytes) {
    if (bytes == 8) {
      std::memcpy(to, from, 8);
    } else {
      std::memcpy(to, from, bytes);
    }
  }

  struct Step {
    Small from;
    Small to;
    Small bit;
    Small label;
  };

  /// Along the label, or nowhere where the step is collapsed: a column of its own, so that there is no branch to mispredict.
  Point walk(Key key, const Step& step, Point at) const {
    const bool collapsed = (static_cast<unsigned>(key[step.bit / 8]) >> step.bit % 8 & 1) != 0;
    return next_[at * columns_ + (collapsed ? columns_ - 1 : step.label)];
  }

  /// Where p goes when the base stays.
  Point from_base(Key key, Point p) const {
    if (p == certificate_.base) return p;
    const Step& step = tree_[above_[p]];
    return walk(key, step, from_base(key, step.from));
  }

  PairCertificate certificate_;
  std::size_t letters_;
  std::size_t columns_;
  std::vector<Small> next_;  // [point * columns + label]: the neighbour; in the last column the point itself
  std::vector<Step> tree_;
  std::vector<std::uint32_t> into_;   // [letter * padded + bit]: the word that it takes
  std::vector<std::uint32_t> above_;  // the step of the tree that leads to a point
};

}  // namespace

std::unique_ptr<KernelCode> make_pair_code(PairCertificate certificate, const Generators& generators) {
  const std::size_t values = std::max(certificate.tree.size() + 1, certificate.bits());
  return with_width_for(values, [&](auto small) -> std::unique_ptr<KernelCode> {
    return std::make_unique<PairCode<decltype(small)>>(std::move(certificate), generators);
  });
}

}  // namespace wreath::semigroup
