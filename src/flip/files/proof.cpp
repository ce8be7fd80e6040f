// SPDX-License-Identifier: MIT
#include "wreath/flip/proof.hpp"

#include <fmt/format.h>

#include "core/proof/file.hpp"
#include "core/run/stop_check.hpp"
#include "wreath/flip/tensor.hpp"

namespace wreath::flip {

namespace {

std::string shape_line(const Shape& shape) {
  require_matrices(shape, "a proof for wreath-check");
  return fmt::format("shape {} {} {}", shape.n, shape.m, shape.p);
}

/// 0, -1, 1, -2, 2, ... as 0, 1, 2, 3, 4, ...
std::uint64_t without_sign(std::int64_t value) {
  const auto twice = static_cast<std::uint64_t>(value) << 1;
  return value < 0 ? ~twice : twice;
}

void put_coefficient(ProofFile& proof, Ring ring, const Rational& value) {
  if (ring == Ring::f2 || ring == Ring::f3) {
    const std::int64_t order = ring == Ring::f2 ? 2 : 3;
    const std::int64_t rest = value.numerator % order * (value.denominator % order) % order;  // x * x = 1 unless x = 0
    return proof.number(static_cast<std::uint64_t>((rest + order) % order));
  }
  constexpr std::int64_t kMostNumerator = std::int64_t{1} << 62;  // numbers of a proof have 63 bits
  if (value.numerator < -kMostNumerator || value.numerator >= kMostNumerator)
    throw InputError(fmt::format("the coefficient {} is too large for a proof: numerators are below 2^62", to_string(value)));
  proof.number(without_sign(value.numerator));
  if (ring == Ring::rationals) proof.number(static_cast<std::uint64_t>(value.denominator));
}

/// The entries of a factor, row by row: 100010001.
std::string entries_of(Factor factor, unsigned bits) {
  std::string text;
  for (unsigned k = 0; k < bits; ++k) text += (factor >> k & 1) != 0 ? '1' : '0';
  return text;
}

void put_summands(ProofFile& proof, const char* name, const Scheme& scheme) {
  for (const Summand& summand : scheme.summands) {
    std::string text = name;
    for (unsigned position = 0; position < 3; ++position)
      text.append(" ").append(entries_of(summand.factor[position], scheme.shape.bits(position)));
    proof.line(text);
  }
}

}  // namespace

void write_proof(const std::filesystem::path& file, const VerifiedScheme& verified, RunControl* run) {
  or_limit_reached([&] {
    StopCheck check = stop_check(run);
    ProofFile proof(file, "scheme");
    proof.line(shape_line(verified.scheme.shape));
    proof.line(fmt::format("ring {}", to_string(verified.ring)));
    proof.claim(fmt::format("rank {}", verified.scheme.rank()));
    for (const auto& summand : verified.scheme.summands) {
      proof.step();
      for (const Row& factor : summand) {
        check.spend(8 * factor.size());
        for (const Rational& value : factor) put_coefficient(proof, verified.ring, value);
      }
    }
    proof.commit(run);
  });
}

void write_proof(const std::filesystem::path& file, const Scheme& from, const Scheme& to, const Path& path, RunControl* run) {
  or_limit_reached([&] {
    ProofFile proof(file, "path");
    proof.line(shape_line(from.shape));
    put_summands(proof, "from", from);
    put_summands(proof, "to", to);
    proof.claim(fmt::format("moves {}", path.moves.size()));
    for (const Move& move : path.moves) {
      proof.step();
      proof.number((move.kind == MoveKind::flip ? 0U : 3U) + move.position);
      proof.number(move.first);
      proof.number(move.second);
    }
    proof.commit(run);
  });
}

}  // namespace wreath::flip
