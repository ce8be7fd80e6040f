// SPDX-License-Identifier: MIT
//
// Baumslag-Solitar groups as HNN extensions of the integers (Lyndon and Schupp, "Combinatorial group theory", IV.2).
//
// Every element is a^r_1 t^e_1 a^r_2 t^e_2 ... t^e_k a^x in exactly one way, where e_i is 1 or -1, r_i is a remainder modulo n
// before t and modulo m before t^-1, and there is no t^e a^0 t^-e. A word is read letter by letter: a^(nq+r) t = a^r t a^(mq).
// Exponents have any size. In the normal form that is written, a^x is t^k a^y t^-1 a^s_1 t^-1 ... a^s_k, where each step makes
// the exponent smaller, so that its length is logarithmic in x.
//
// Cost: a letter takes as long as a division of the exponent x by m or n. x may have as many digits as the word has letters, if
// it is made for that; words of a million letters then take seconds.
#include "word/known/baumslag_solitar.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "core/words/words.hpp"
#include "wreath/natural.hpp"

namespace wreath::word {

namespace {

std::uint64_t absolute(std::int64_t x) {
  return x < 0 ? -static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
}

void add(Integer& x, std::int64_t by) {
  const bool negative = by < 0;
  const Natural size = absolute(by);
  if (x.negative == negative) {
    x.magnitude += size;
  } else if (x.magnitude >= size) {
    x.magnitude -= size;
  } else {
    x = {size - x.magnitude, negative};
  }
  if (x.is_zero()) x.negative = false;
}

void multiply(Integer& x, std::int64_t by) {
  x.magnitude *= absolute(by);
  x.negative = !x.is_zero() && x.negative != (by < 0);
}

/// Divides and returns the remainder, from 0 to |by| - 1.
std::int64_t divide(Integer& x, std::int64_t by) {
  auto rest = static_cast<std::int64_t>(x.magnitude.divide(absolute(by)));
  if (x.negative && rest != 0) {  // -(q*b + r) = -(q+1)*b + (b - r)
    x.magnitude += 1;
    rest = static_cast<std::int64_t>(absolute(by)) - rest;
  }
  x.negative = !x.is_zero() && x.negative != (by < 0);
  return rest;
}

/// An element: turns a^rest t^sign, and then a^last.
struct BrittonForm {
  struct Turn {
    std::int64_t rest;
    int sign;
    bool operator==(const Turn&) const = default;
  };
  std::vector<Turn> turns;
  Integer last;

  bool operator==(const BrittonForm&) const = default;
};

class HnnExtension final : public BaumslagSolitarGroup {
 public:
  using BaumslagSolitarGroup::BaumslagSolitarGroup;

  std::string_view method() const noexcept override { return "Britton's normal forms of an HNN extension"; }

  Word normal_form(std::span<const Letter> word, RunControl& run) const override {
    BrittonForm form = reduced(word, run);
    std::vector<Syllable> syllables;
    for (const auto& [rest, sign] : form.turns) {
      if (rest != 0) syllables.push_back(power_of_a(rest));
      syllables.push_back(power_of_t(sign));
    }
    append_power(std::move(form.last), syllables, run);
    return word_of(syllables, generators_);
  }

  bool equal(std::span<const Letter> u, std::span<const Letter> v, RunControl& run) const override {
    return reduced(u, run) == reduced(v, run);
  }

 private:
  /// a^x * t^sign = a^r * t^sign * a^(multiple*q) for x = divisor*q + r.
  std::int64_t divisor(int sign) const { return sign > 0 ? group_.n : group_.m; }

  BrittonForm reduced(std::span<const Letter> word, RunControl& run) const {
    BrittonForm form;
    std::uint64_t steps = 0;
    for (const Letter x : word) {
      stop_now_and_then(run, ++steps * (1 + form.last.magnitude.bits() / 1024));
      if (!is_t(x)) {
        add(form.last, sign(x));
        continue;
      }
      const int turn = sign(x);
      const std::int64_t rest = divide(form.last, divisor(turn));
      multiply(form.last, divisor(-turn));
      if (rest != 0 || form.turns.empty() || form.turns.back().sign == turn) {
        form.turns.push_back({rest, turn});
      } else {
        add(form.last, form.turns.back().rest);
        form.turns.pop_back();
      }
    }
    return form;
  }

  /// a^x as a word of logarithmic length, unless |m| = |n|.
  void append_power(Integer x, std::vector<Syllable>& syllables, RunControl& run) const {
    const int up = absolute(group_.n) > absolute(group_.m) ? 1 : -1;  // t^up * a^(smaller*q) * t^-up = a^(larger*q)
    std::vector<std::int64_t> rests;
    while (absolute(group_.n) != absolute(group_.m)) {
      stop_now_and_then(run, rests.size());
      Integer smaller = x;
      const std::int64_t rest = divide(smaller, divisor(up));
      multiply(smaller, divisor(-up));
      if (smaller.magnitude >= x.magnitude) break;
      x = std::move(smaller);
      rests.push_back(rest);
    }
    const auto exponent = x.magnitude.small();
    if (!exponent || *exponent > kMaxWordLength) throw ResourceError("the normal form of this element is too long to be written");
    if (!rests.empty()) syllables.push_back(power_of_t(up * static_cast<std::int64_t>(rests.size())));
    syllables.push_back(power_of_a(x.negative ? -static_cast<std::int64_t>(*exponent) : static_cast<std::int64_t>(*exponent)));
    for (; !rests.empty(); rests.pop_back()) {
      syllables.push_back(power_of_t(-up));
      syllables.push_back(power_of_a(rests.back()));
    }
  }
};

}  // namespace

std::optional<BaumslagSolitar> find_baumslag_solitar(const Presentation& presentation) {
  const Generators generators(presentation.alphabet);
  const std::vector<Word> relators = cyclic_relators(presentation);
  if (generators.size() != 2 || relators.size() != 1 || generators.is_involution(0) || generators.is_involution(1))
    return std::nullopt;
  const Word& relator = relators[0];
  for (std::size_t g = 0; g < 2; ++g) {
    std::size_t count = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i < relator.size(); ++i) {
      if (generators.of[relator[i]] != g) continue;
      ++count;
      if (generators.sign[relator[i]] > 0) start = i;
    }
    if (count != 2) continue;
    const std::vector<Syllable> parts = syllables_of(rotated(relator, start), generators);
    if (parts.size() != 4 || parts[0].exponent != 1 || parts[2].exponent != -1) continue;
    return BaumslagSolitar{generators.letters[1 - g], generators.letters[g], parts[1].exponent, -parts[3].exponent};
  }
  return std::nullopt;
}

std::unique_ptr<const KnownGroup> recognise_baumslag_solitar(const Presentation& presentation) {
  auto group = find_baumslag_solitar(presentation);
  if (!group || (absolute(group->m) == 1 && absolute(group->n) == 1)) return nullptr;
  if (absolute(group->m) != 1 && absolute(group->n) == 1) {  // t^-1 * a^n * t = a^m
    group->t = presentation.alphabet.inverses[group->t];
    std::swap(group->m, group->n);
  }
  if (absolute(group->m) == 1) return make_affine_group(presentation.alphabet, *group);
  return std::make_unique<HnnExtension>(presentation.alphabet, *group);
}

ElementOrder BaumslagSolitarGroup::order_of(std::span<const Letter> word, RunControl& run) const {
  if (equal(word, {}, run)) return {ElementOrder::Kind::finite, 1, "it is 1: its normal form is empty"};
  return {ElementOrder::Kind::infinite, 0, "it is not 1, and Baumslag-Solitar groups are torsion-free"};
}

Hyperbolicity BaumslagSolitarGroup::hyperbolicity() const {
  return answer_with_proof(
      Answer::no,
      fmt::format("the Baumslag-Solitar group BS({},{}) is not a subgroup of any hyperbolic group", group_.m, group_.n));
}

}  // namespace wreath::word
