// SPDX-License-Identifier: MIT
//
// Conjugacy in nilpotent groups, along a central series (Sims, "Computation with finitely presented groups", chapter 9).
//
// Let c take u to v modulo G_i, and let C be the centraliser of v modulo G_i. Since G_i/G_(i+1) is central, [v,g] for g in C
// defines a homomorphism from C to this cyclic group. So c can be mended by an element of C modulo G_(i+1) if and only if the
// difference of u^c and v is in its image; and its kernel is the next centraliser.
#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "core/algebra/integers.hpp"
#include "word/known/polycyclic.hpp"

namespace wreath::word {

namespace {

/// A subgroup of G/G_end of a nilpotent group G, with generators whose leading exponents are echelons.
class Subgroup {
 public:
  Subgroup(const Collector& group, std::size_t end) : group_(group), end_(end), pivots_(end) {}

  void insert(Exponents element) {
    waiting_.push_back(std::move(element));
    while (!waiting_.empty()) {
      Exponents next = std::move(waiting_.back());
      waiting_.pop_back();
      sift(truncated(std::move(next)));
    }
  }

  std::vector<Exponents> generators() const {
    std::vector<Exponents> found;
    for (const auto& pivot : pivots_)
      if (pivot) found.push_back(*pivot);
    return found;
  }

  Exponents truncated(Exponents u) const {
    std::fill(u.begin() + static_cast<std::ptrdiff_t>(end_), u.end(), 0);
    return u;
  }

 private:
  void sift(Exponents u) {
    for (std::size_t i = Collector::leading(u); i < end_; i = Collector::leading(u)) {
      if (!pivots_[i]) {
        place(i, std::move(u));
        return;
      }
      const std::int64_t quotient = u[i] / (*pivots_[i])[i];
      u = truncated(group_.multiply(group_.power(*pivots_[i], -quotient), u));
      if (u[i] == 0) continue;
      std::swap(u, *pivots_[i]);  // its exponent is smaller
      place(i, Exponents(*pivots_[i]));
    }
  }

  void place(std::size_t i, Exponents u) {
    const std::int64_t order = group_.order(i);
    if (order != 0 && order % u[i] != 0) {  // a power has an exponent that divides the order
      const Bezout found = bezout(u[i], order);
      waiting_.push_back(u);
      u = truncated(group_.power(u, ((found.s % order) + order) % order));
    }
    if (order != 0) waiting_.push_back(group_.power(u, order / u[i]));
    if (u[i] < 0) u = truncated(group_.inverse(u));
    for (const auto& other : pivots_)
      if (other && *other != u) waiting_.push_back(group_.commutator(*other, u));
    pivots_[i] = std::move(u);
  }

  const Collector& group_;
  std::size_t end_;
  std::vector<std::optional<Exponents>> pivots_;
  std::vector<Exponents> waiting_;
};

/// Another element of u times the subgroup of these generators, in echelon form, with small exponents.
Exponents reduced_modulo(const Collector& group, Exponents u, const std::vector<Exponents>& subgroup) {
  for (const Exponents& g : subgroup) {
    const std::size_t at = Collector::leading(g);
    u = group.multiply(std::move(u), group.power(g, -(u[at] / g[at])));
  }
  return u;
}

/// u^exponent, reduced on the way: the subgroup must be normal in what it generates with u.
Exponents power_modulo(const Collector& group, Exponents u, std::int64_t exponent, const std::vector<Exponents>& subgroup) {
  if (exponent < 0) u = group.inverse(u);
  Exponents result = group.one();
  for (exponent = std::abs(exponent); exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = reduced_modulo(group, group.multiply(std::move(result), u), subgroup);
    if (exponent > 1) u = reduced_modulo(group, group.multiply(u, u), subgroup);
  }
  return result;
}

/// The powers of the generators that make up an element whose value is the gcd of all values and the order.
struct Combination {
  Exponents element;
  std::int64_t value = 0;  // 0: all values are 0
};

Combination combine(const Collector& group, const std::vector<Exponents>& elements, const std::vector<std::int64_t>& values,
                    std::int64_t order) {
  Combination all{group.one(), 0};
  for (std::size_t k = 0; k < elements.size(); ++k) {
    if (values[k] == 0 || (all.value != 0 && values[k] % all.value == 0)) continue;
    const Bezout found = bezout(all.value, values[k]);
    all = {group.multiply(group.power(all.element, found.s), group.power(elements[k], found.t)), found.gcd};
  }
  if (order != 0 && all.value != 0 && order % all.value != 0) {
    const Bezout found = bezout(all.value, order);
    all = {group.power(all.element, found.s), found.gcd};
  }
  return all;
}

}  // namespace

NilpotentConjugator find_nilpotent_conjugator(const Collector& group, const Exponents& u, const Exponents& v, RunControl& run) {
  Exponents c = group.one();
  std::vector<Exponents> centraliser;  // with G_i
  for (std::size_t i = 0; i < group.size(); ++i) {
    require_time(run);
    const std::int64_t order = group.order(i);
    const std::int64_t wanted = group.multiply(group.inverse(group.conjugate(u, c)), v)[i];
    std::vector<std::int64_t> values;
    for (const Exponents& g : centraliser) values.push_back(group.commutator(v, g)[i]);
    const Combination step = combine(group, centraliser, values, order);
    if (step.value == 0 ? wanted != 0 : wanted % step.value != 0) return {std::nullopt, i};
    Subgroup kernel(group, i + 1);
    kernel.insert(group.generator(i));
    if (step.value == 0) {
      for (const Exponents& g : centraliser) kernel.insert(g);
    } else {
      if (order != 0) kernel.insert(group.power(step.element, order / step.value));
      for (std::size_t k = 0; k < centraliser.size(); ++k) {
        Exponents g = group.multiply(centraliser[k], group.power(step.element, -(values[k] / step.value)));
        for (g = kernel.truncated(std::move(g)); Collector::leading(g) <= i;
             g = kernel.truncated(group.commutator(g, step.element)))
          kernel.insert(g);  // the kernel is a normal subgroup
      }
    }
    centraliser = kernel.generators();
    if (step.value != 0) c = group.multiply(std::move(c), power_modulo(group, step.element, wanted / step.value, centraliser));
    c = reduced_modulo(group, std::move(c), centraliser);
  }
  return {std::move(c), 0};
}

}  // namespace wreath::word
