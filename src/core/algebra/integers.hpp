// SPDX-License-Identifier: MIT
//
// Arithmetic of integers: residues, primes, common divisors.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

namespace wreath {

inline std::uint64_t multiply_modulo(std::uint64_t a, std::uint64_t b, std::uint64_t modulus) {
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(a) * b % modulus);
}

inline std::uint64_t power_modulo(std::uint64_t base, std::uint64_t exponent, std::uint64_t modulus) {
  std::uint64_t result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = multiply_modulo(result, base, modulus);
    base = multiply_modulo(base, base, modulus);
  }
  return result;
}

inline std::uint64_t inverse_modulo(std::uint64_t a, std::uint64_t prime) {
  return power_modulo(a, prime - 2, prime);
}

/// Miller and Rabin's test with bases that decide every number below 2^64.
inline bool is_prime(std::uint64_t n) {
  constexpr std::uint64_t kBases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  for (const std::uint64_t base : kBases)
    if (n % base == 0) return n == base;
  if (n < 2) return false;
  const int twos = std::countr_zero(n - 1);
  for (const std::uint64_t base : kBases) {
    std::uint64_t x = power_modulo(base, (n - 1) >> twos, n);
    if (x == 1) continue;
    int squarings = 0;
    for (; squarings < twos && x != n - 1; ++squarings) x = multiply_modulo(x, x, n);
    if (squarings == twos) return false;
  }
  return true;
}

/// The least generator of the units modulo a prime, which is GAP's Z(prime).
inline std::uint64_t least_primitive_root(std::uint64_t prime) {
  const auto is_root = [&](std::uint64_t root) {
    for (std::uint64_t f = 2, rest = prime - 1; rest > 1; ++f) {
      if (f * f > rest) f = rest;
      if (rest % f != 0) continue;
      if (power_modulo(root, (prime - 1) / f, prime) == 1) return false;
      while (rest % f == 0) rest /= f;
    }
    return true;
  };
  std::uint64_t root = 1;
  while (!is_root(root)) ++root;
  return root;
}

/// Of numbers that are not negative.
inline __int128 common_divisor(__int128 a, __int128 b) {
  while (b != 0) {
    const __int128 rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/// The factors s and t with s*a + t*b = gcd(a,b) >= 0.
struct Bezout {
  std::int64_t gcd, s, t;
};
inline Bezout bezout(std::int64_t a, std::int64_t b) {
  Bezout x{a, 1, 0};
  Bezout y{b, 0, 1};
  while (y.gcd != 0) {
    const std::int64_t q = x.gcd / y.gcd;
    x = {x.gcd - q * y.gcd, x.s - q * y.s, x.t - q * y.t};
    std::swap(x, y);
  }
  return x.gcd < 0 ? Bezout{-x.gcd, -x.s, -x.t} : x;
}

}  // namespace wreath
