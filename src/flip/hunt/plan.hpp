// SPDX-License-Identifier: MIT
//
// What the next round of a hunt does.
//
// The mirror decides how low walks get, and each run reaches its floor within seconds: so rounds are short, and take turns among
// all ways to starts of the shape. The main road is the ladder: mirrored schemes of a smaller shape, with one new index in the
// middle of a side or a pair at its ends, walk with the mirror that they still have. Each smaller shape, side, kind of new index
// and mirror is a way of its own; so is a round for the smaller shape itself, which brings it more mirrored schemes, since some
// of them lead lower than others. Walks without a mirror, from schemes of one mirror, are a way for each mirror: what a mirror
// leads to may be worth more than its rank. The other moves are one way each.
//
// Time is divided by promise. A way is worth the lowest rank that it has reached, or, before its first round, what is expected of
// it; one rank more halves its share. Walks without a mirror from any of the best schemes of the shape are made four times as
// often at first, since they can leave what mirrored walks cannot: what they find so, they find soon. So that expectations do not
// shut anything out, some rounds go to the most promising way that was never taken.
//
// A plan is a function of the random stream, of the schemes in the folder and of what the rounds before it have reached, also
// those of earlier hunts in the folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/data/rng.hpp"
#include "flip/hunt/folder.hpp"
#include "flip/hunt/record.hpp"
#include "flip/search/starts.hpp"
#include "wreath/flip/derive.hpp"
#include "wreath/flip/hunt.hpp"

namespace wreath::flip {

struct Attempt {
  Shape shape;
  HuntMove move = HuntMove::standard;
  Swaps swaps{};  // all 0: without a symmetry
  std::vector<Scheme> starts;
  std::string how;
  std::vector<Way> ways = {};  // that it is a round of: one of the shape, and those for its sake of the larger shapes
  std::uint64_t earlier = 0;   // what its way has cost so far

  bool is_mirrored() const { return swaps != Swaps{}; }
};

class HuntPlanner {
 public:
  /// `earlier`: of the hunts before this one.
  explicit HuntPlanner(HuntFolder& folder, WayOutcomes earlier = {}) : folder_(folder), outcomes_(std::move(earlier)) {}

  /// For a shape whose sides are in order; the attempt may be for a smaller one.
  Attempt plan(const Shape& shape, RandomStream& random);
  /// What the round has cost, in rounds of the least length, and the lowest rank of its walks.
  void learn(const Attempt& attempt, std::uint64_t cost, std::size_t rank);
  /// Of this hunt.
  const WayOutcomes& learned() const { return learned_; }

  /// All ways to the shape that can be taken now; after a look at the folder.
  std::vector<Way> ways(const Shape& shape, bool mirrored_only, unsigned depth);

 private:
  std::optional<Attempt> plan(const Shape& shape, bool mirrored_only, unsigned depth, RandomStream& random);
  void note(const Way& way, const WayOutcome& outcome);
  /// So far; 0 if it was never taken.
  std::uint64_t cost_of(const Way& way) const;
  std::size_t choose(const std::vector<Way>& ways, RandomStream& random) const;
  /// The rank that it has reached, or is expected to; of those among which it is.
  double promise(const Way& way, const std::vector<Way>& ways) const;
  double expectation(const Way& way) const;

  std::optional<Attempt> take(const Way& way, unsigned depth, RandomStream& random);
  std::optional<Attempt> extend_from(const Way& way, RandomStream& random);
  std::optional<Attempt> mirror(const Way& way, RandomStream& random);
  std::optional<Attempt> walk(const Way& way, RandomStream& random);
  std::optional<Attempt> project_from(const Shape& shape, RandomStream& random);
  std::optional<Attempt> merge_parts(const Shape& shape, RandomStream& random);
  std::optional<Attempt> multiply(const Shape& shape, RandomStream& random);
  std::optional<Attempt> cut_into_blocks(const Shape& shape, RandomStream& random);

  std::optional<std::size_t> best_mirrored(const Shape& shape) const;
  void add_ladder(const Shape& shape, unsigned depth, std::vector<Way>& ways);
  /// A mirror that schemes of the shape have, rather one of low rank; nothing if there are none.
  std::optional<Swaps> draw_mirror(const Shape& shape, RandomStream& random) const;
  /// Some with that mirror (all 0: any), of ranks up to `above` more than the best of them.
  std::vector<const KeptScheme*> draw(const Shape& shape, const Swaps& mirror, std::size_t above, RandomStream& random) const;
  /// One of the best of each smaller shape.
  std::vector<Scheme> draw_parts(const Shape& shape, RandomStream& random);
  /// Without those of far too high a rank; nothing if none is left.
  std::optional<Attempt> screened(Attempt attempt) const;

  HuntFolder& folder_;
  WayOutcomes outcomes_;  // of all hunts
  WayOutcomes learned_;   // of this one
};

}  // namespace wreath::flip
