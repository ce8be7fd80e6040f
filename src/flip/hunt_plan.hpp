// SPDX-License-Identifier: MIT
//
// What the next round of a hunt does.
//
// The mirror decides how low walks get, and each run reaches its floor within seconds: so rounds are short, and go through moves,
// mirrors and shapes. The main road is the ladder: mirrored schemes of a smaller shape, with one new index in the middle of a
// side or a pair at its ends, walk with the mirror that they still have. If a smaller shape has no mirrored schemes of its best
// known rank yet, it is that shape's turn first, for a few rounds. The rungs take turns, those with low starts more often. The
// other moves bring in schemes of other kinds.
//
// A plan is a function of the random stream and of the schemes in the folder.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/run/rng.hpp"
#include "flip/hunt_folder.hpp"
#include "flip/starts.hpp"
#include "wreath/flip/derive.hpp"
#include "wreath/flip/hunt.hpp"

namespace wreath::flip {

struct Attempt {
  Shape shape;
  HuntMove move = HuntMove::standard;
  Swaps swaps{};  // all 0: without a symmetry
  std::vector<Scheme> starts;
  std::string how;

  bool is_mirrored() const { return swaps != Swaps{}; }
};

class HuntPlanner {
 public:
  /// `rounds_of` counts the rounds that were made for a shape.
  HuntPlanner(HuntFolder& folder, std::function<std::uint64_t(const Shape&)> rounds_of)
      : folder_(folder), rounds_of_(std::move(rounds_of)) {}

  /// For a shape whose sides are in order; the attempt may be for a smaller one.
  Attempt plan(const Shape& shape, RandomStream& random);

 private:
  /// A step of the ladder: a side of the shape, and how it grows from the smaller shape.
  struct Rung {
    unsigned side = 0;
    NewIndices where = NewIndices::middle;
    Shape from;  // with that side shorter
  };

  HuntMove draw_move(const Shape& shape, RandomStream& random) const;
  std::optional<Attempt> attempt(HuntMove move, const Shape& shape, unsigned depth, RandomStream& random);
  std::optional<Attempt> extend_from(const Shape& shape, unsigned depth, RandomStream& random);
  std::optional<Attempt> support(const Shape& shape, unsigned depth, RandomStream& random);
  std::optional<Attempt> mirror(const Shape& shape, RandomStream& random);
  std::optional<Attempt> walk(const Shape& shape, RandomStream& random);
  std::optional<Attempt> project_from(const Shape& shape, RandomStream& random);
  std::optional<Attempt> merge_parts(const Shape& shape, RandomStream& random);
  std::optional<Attempt> multiply(const Shape& shape, RandomStream& random);
  std::optional<Attempt> cut_into_blocks(const Shape& shape, RandomStream& random);
  std::optional<Attempt> standard(const Shape& shape, RandomStream& random) const;

  std::vector<Rung> rungs(const Shape& shape) const;
  std::size_t expected_rank(const Shape& shape, const Rung& rung) const;
  std::size_t next_rung(const Shape& shape, const std::vector<Rung>& rungs);
  bool is_ready(const Shape& shape) const;
  /// A mirror that schemes of the shape have, rather one of low rank; nothing if there are none.
  std::optional<Swaps> draw_mirror(const Shape& shape, RandomStream& random) const;
  /// Some with that mirror (all 0: any) of its best rank and the two above.
  std::vector<const KeptScheme*> draw(const Shape& shape, const Swaps& mirror, std::size_t most, RandomStream& random) const;
  /// One of the best of each smaller shape.
  std::vector<Scheme> draw_parts(const Shape& shape, RandomStream& random);
  /// Without those of far too high a rank; nothing if none is left.
  std::optional<Attempt> screened(Attempt attempt) const;

  HuntFolder& folder_;
  std::function<std::uint64_t(const Shape&)> rounds_of_;
  std::map<std::pair<Shape, std::size_t>, std::size_t> climbed_;  // how often each rung of a shape was taken
};

}  // namespace wreath::flip
