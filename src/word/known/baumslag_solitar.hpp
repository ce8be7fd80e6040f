// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "word/known/known_group.hpp"
#include "word/known/relators.hpp"

namespace wreath::word {

/// t * a^m * t^-1 = a^n with m and n not 0; `a` and `t` are letters.
struct BaumslagSolitar {
  Letter a = 0;
  Letter t = 0;
  std::int64_t m = 1;
  std::int64_t n = 1;
};

/// The group that a presentation with this one relator defines.
[[nodiscard]] std::optional<BaumslagSolitar> find_baumslag_solitar(const Presentation& presentation);
/// Its word problem. Null for other presentations, and for |m| = |n| = 1, which are polycyclic.
[[nodiscard]] std::unique_ptr<const KnownGroup> recognise_baumslag_solitar(const Presentation& presentation);

/// For |m| = 1 and |n| > 1 (affine_group.cpp).
[[nodiscard]] std::unique_ptr<const KnownGroup> make_affine_group(const Alphabet& alphabet, const BaumslagSolitar& group);

/// What all of them have in common.
class BaumslagSolitarGroup : public KnownGroup {
 public:
  BaumslagSolitarGroup(const Alphabet& alphabet, const BaumslagSolitar& group)
      : group_(group), alphabet_(alphabet), generators_(alphabet) {}

  ElementOrder order_of(std::span<const Letter> word, RunControl& run) const override;
  Hyperbolicity hyperbolicity() const override;

 protected:
  bool is_t(Letter x) const { return x == group_.t || x == alphabet_.inverses[group_.t]; }
  /// Of the letters t or a: 1, and of their inverses: -1.
  int sign(Letter x) const { return x == group_.t || x == group_.a ? 1 : -1; }
  Syllable power_of_a(std::int64_t exponent) const { return power(group_.a, exponent); }
  Syllable power_of_t(std::int64_t exponent) const { return power(group_.t, exponent); }

  BaumslagSolitar group_;
  Alphabet alphabet_;
  Generators generators_;

 private:
  Syllable power(Letter x, std::int64_t exponent) const { return {generators_.of[x], generators_.sign[x] * exponent}; }
};

}  // namespace wreath::word
