// SPDX-License-Identifier: MIT
#include "word/known/collector.hpp"

#include <algorithm>
#include <utility>

#include "wreath/run.hpp"

namespace wreath::word {

namespace {

[[noreturn]] void fail_overflow() {
  throw ResourceError("an exponent in this polycyclic group has more than 64 bits");
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result) || result == INT64_MIN) fail_overflow();
  return result;
}

std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result) || result == INT64_MIN) fail_overflow();
  return result;
}

/// Rounded down, for b > 0.
std::int64_t quotient(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

}  // namespace

Collector::Collector(std::size_t size) : orders_(size, 0), powers_(size, Exponents(size, 0)), acts_(size, false) {
  Images identity;
  for (std::size_t i = 0; i < size; ++i) identity.push_back(generator(i));
  forward_.assign(size, identity);
  backward_ = forward_;
}

void Collector::set_power(std::size_t i, std::int64_t order, Exponents word) {
  orders_[i] = order;
  powers_[i] = std::move(word);
}

void Collector::set_action(std::size_t i, std::vector<Exponents> forward, std::vector<Exponents> backward) {
  forward_[i] = std::move(forward);
  backward_[i] = std::move(backward);
  acts_[i] = false;
  for (std::size_t j = i + 1; j < size(); ++j) acts_[i] = acts_[i] || forward_[i][j] != generator(j);
  find_abelian_tails();
}

void Collector::find_abelian_tails() {
  abelian_from_ = size();
  while (abelian_from_ > 0 && !acts_[abelian_from_ - 1]) --abelian_from_;
}

Exponents Collector::generator(std::size_t i) const {
  Exponents x = one();
  multiply_by_power(x, i, 1);
  return x;
}

void Collector::normalise() {
  for (std::size_t i = size(); i-- > 0;) {
    for (std::size_t j = i + 1; j < size(); ++j) {
      forward_[i][j] = multiply(one(), forward_[i][j]);
      backward_[i][j] = multiply(one(), backward_[i][j]);
    }
    powers_[i] = multiply(one(), powers_[i]);
    set_action(i, forward_[i], backward_[i]);
  }
}

std::size_t Collector::leading(const Exponents& u) {
  return static_cast<std::size_t>(std::ranges::find_if(u, [](std::int64_t e) { return e != 0; }) - u.begin());
}

void Collector::reduce_abelian(Exponents& u, std::size_t from) const {
  for (std::size_t i = from; i < size(); ++i) {
    if (orders_[i] == 0) continue;
    const std::int64_t times = quotient(u[i], orders_[i]);
    if (times == 0) continue;
    u[i] -= times * orders_[i];
    for (std::size_t j = i + 1; j < size(); ++j) u[j] = sum(u[j], product(times, powers_[i][j]));
  }
}

/// The image of an element of G_(i+1).
Exponents Collector::apply(const Images& images, std::size_t i, const Exponents& tail) const {
  Exponents result = one();
  if (i + 1 >= abelian_from_) {
    for (std::size_t j = i + 1; j < size(); ++j) {
      if (tail[j] == 0) continue;
      for (std::size_t k = i + 1; k < size(); ++k) result[k] = sum(result[k], product(tail[j], images[j][k]));
    }
    reduce_abelian(result, i + 1);
    return result;
  }
  for (std::size_t j = i + 1; j < size(); ++j)
    if (tail[j] != 0) result = multiply(std::move(result), power(images[j], tail[j]));
  return result;
}

/// x_i^-exponent * tail * x_i^exponent.
Exponents Collector::act(std::size_t i, std::int64_t exponent, Exponents tail) const {
  if (!acts_[i] || leading(tail) == size()) return tail;
  Images images = exponent < 0 ? backward_[i] : forward_[i];
  for (std::uint64_t rest = exponent < 0 ? -static_cast<std::uint64_t>(exponent) : static_cast<std::uint64_t>(exponent);;) {
    if ((rest & 1) != 0) tail = apply(images, i, tail);
    rest >>= 1;
    if (rest == 0) return tail;
    const Images once = images;
    for (std::size_t j = i + 1; j < size(); ++j) images[j] = apply(once, i, once[j]);
  }
}

void Collector::multiply_by_power(Exponents& u, std::size_t i, std::int64_t exponent) const {
  if (exponent == 0) return;
  std::int64_t times = 0;  // of the power relation, to multiply by
  if (orders_[i] != 0) {
    times = quotient(exponent, orders_[i]);
    exponent -= times * orders_[i];
  }
  Exponents tail = one();
  for (std::size_t j = i + 1; j < size(); ++j) tail[j] = std::exchange(u[j], 0);
  tail = act(i, exponent, std::move(tail));
  u[i] = sum(u[i], exponent);
  const bool wraps = orders_[i] != 0 && u[i] >= orders_[i];
  if (wraps) u[i] -= orders_[i];
  if (wraps) tail = multiply(powers_[i], tail);
  if (times != 0) tail = multiply(std::move(tail), power(powers_[i], times));
  for (std::size_t j = i + 1; j < size(); ++j) u[j] = tail[j];
}

Exponents Collector::multiply(Exponents u, const Exponents& v) const {
  const std::size_t first = std::min(leading(u), leading(v));
  if (first >= abelian_from_) {
    for (std::size_t i = first; i < size(); ++i) u[i] = sum(u[i], v[i]);
    reduce_abelian(u, first);
    return u;
  }
  for (std::size_t i = 0; i < size(); ++i) multiply_by_power(u, i, v[i]);
  return u;
}

Exponents Collector::inverse(const Exponents& u) const {
  Exponents result = one();
  for (std::size_t i = size(); i-- > 0;) multiply_by_power(result, i, -u[i]);
  return result;
}

Exponents Collector::power(Exponents u, std::int64_t exponent) const {
  if (exponent < 0) {
    u = inverse(u);
    if (exponent == INT64_MIN) fail_overflow();
    exponent = -exponent;
  }
  const std::size_t first = leading(u);
  if (first >= abelian_from_) {
    for (std::size_t i = first; i < size(); ++i) u[i] = product(u[i], exponent);
    reduce_abelian(u, first);
    return u;
  }
  Exponents result = one();
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = multiply(std::move(result), u);
    if (exponent > 1) u = multiply(u, u);
  }
  return result;
}

std::optional<Exponents> Collector::inconsistency() const {
  std::optional<Exponents> found;
  const auto differ = [&](const Exponents& u, const Exponents& v) {
    if (u == v) return false;
    found = multiply(inverse(u), v);
    if (leading(*found) == size()) found = multiply(inverse(v), u);
    return true;
  };
  for (std::size_t i = size(); i-- > 0;) {
    const Images& images = forward_[i];
    for (std::size_t j = i + 1; j < size(); ++j) {  // the relations of G_(i+1) hold for the images
      for (std::size_t k = j + 1; k < size(); ++k)
        if (differ(conjugate(images[k], images[j]), apply(images, i, forward_[j][k]))) return found;
      if (orders_[j] != 0 && differ(power(images[j], orders_[j]), apply(images, i, powers_[j]))) return found;
    }
    if (orders_[i] != 0 && differ(apply(images, i, powers_[i]), powers_[i])) return found;
    for (std::size_t j = i + 1; j < size(); ++j) {
      const bool fails = orders_[i] == 0
                             ? differ(apply(images, i, backward_[i][j]), generator(j))  // so it is onto: an automorphism
                             : differ(act(i, orders_[i], generator(j)), conjugate(generator(j), powers_[i]));
      if (fails) return found;
    }
  }
  return found;
}

bool Collector::has_central_series() const {
  for (std::size_t i = 0; i < size(); ++i) {
    for (std::size_t j = i + 1; j < size(); ++j) {
      if (orders_[j] == 1) continue;
      if (forward_[i][j][j] != 1 || leading(forward_[i][j]) != j) return false;
    }
  }
  return true;
}

}  // namespace wreath::word
