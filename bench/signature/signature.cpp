// SPDX-License-Identifier: MIT
#include "bench/signature/signature.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wreath::bench {

namespace {

// The known values. A commit that changes one says why: the work was extended, or the behaviour changed on purpose. A value that
// changed for an unknown reason is a bug.
constexpr SignedEngine kEngines[] = {
    {"word", "automatic structures, normal forms and products in seven groups", 0x80601db3fa3b92b6, sign_word},
    {"semigroup", "bihecke:5, renner:6 and random semigroups: elements, graphs, Green's classes", 0x24a3779ee214583e,
     sign_semigroup},
    {"perm", "products, inverses, powers and cycles of random permutations, in memory and on disk", 0xce4841143ac6c8b6,
     sign_perm},
    {"flip", "searches and walks with each symmetry, lifts, paths and derived schemes", 0x1fd9d684c78e2960, sign_flip},
    {"orbit", "levels, farthest states and words of sixteen graphs, in every form", 0x6091cd6e468d8392, sign_orbit},
    {"coset", "tables of six subgroups by each strategy, and what follows from them", 0xe8fcad1edbe473d0, sign_coset},
    {"group", "orders, members, stabilizers and blocks of six permutation groups", 0xab758f74ac6172e4, sign_groups},
};

}  // namespace

std::span<const SignedEngine> signed_engines() {
  return kEngines;
}

const SignedEngine* find_signed_engine(std::string_view name) {
  const auto found = std::ranges::find(kEngines, name, &SignedEngine::name);
  return found == std::end(kEngines) ? nullptr : found;
}

Signature compute_signature(const SignedEngine& engine, const SignatureOptions& options) {
  Digest digest(stop_check(options.run));
  engine.run(options, digest);
  return {digest.hash(), digest.parts()};
}

std::string format_signature(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

}  // namespace wreath::bench
