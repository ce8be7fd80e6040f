// SPDX-License-Identifier: MIT
//
// The order of a group as a product of indices.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wreath/coset/files.hpp"
#include "wreath/natural.hpp"

namespace wreath::coset {

/// A generator that has infinite order in the largest abelian quotient in which the subgroup is trivial: a proof that the index
/// of the subgroup is infinite. Nothing if no letter has, or if it is not seen because numbers grow beyond 64 bits.
[[nodiscard]] std::optional<word::Letter> letter_of_infinite_order(const Problem& problem);

struct GroupOrder {
  Cardinal order;
  /// What it is the product of: indices in a chain of subgroups from the group down, and perhaps the order of the last of them.
  /// The order of an infinite group is the product of these, which may be none, and that of a subgroup which is seen to be
  /// infinite.
  std::vector<std::uint64_t> factors;
  std::string proof = {};  // that it is infinite, in a sentence
  bool resumed = false;    // from a checkpoint, on which the answer depends
  /// Of an infinite group, the index of a subgroup whose abelianization is infinite; 1: the group itself.
  std::optional<Natural> proof_index = {};

  /// Whether the group is proven to be infinite.
  bool is_infinite() const noexcept { return order.is_infinite(); }
};

/// How far a search for an order came that reached a limit.
struct OrderProgress {
  Ending ending = Ending::none;
  std::vector<std::uint64_t> factors = {};      // that are known: the order is a multiple of their product, or infinite
  std::optional<Enumeration> enumeration = {};  // under way; none if a subgroup was being presented
};

/// |G| = [G:H] * |H| for the subgroup H of the problem; if it has no generators, a cyclic one is chosen, unless the problem names
/// the trivial subgroup. The order of a cyclic `H = <w>` is known if a relator is a power w^n and w has cycles whose lengths have
/// the least common multiple n; otherwise H has a presentation (Reidemeister and Schreier), whose order is found in the same way.
/// If the index is too large for that, the cosets of the trivial subgroup are counted. A group or subgroup with an infinite
/// abelian quotient is infinite. Keeps RunControl::files: the enumeration under way and what is known by then. Nothing if a limit
/// was reached first, and then `progress` has how far it came; the group may be infinite.
/// proof: a file for the proof (docs/proofs.md). The order then comes from one enumeration, over a cyclic subgroup or the trivial
/// one; that a group is infinite has no proof as yet, and is an InputError.
[[nodiscard]] std::optional<GroupOrder> group_order(const Problem& problem, const Options& options = {},
                                                    RunControl* run = nullptr, OrderProgress* progress = nullptr,
                                                    const std::string& proof = {});

}  // namespace wreath::coset
