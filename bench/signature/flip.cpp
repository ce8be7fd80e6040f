// SPDX-License-Identifier: MIT
//
// The work of the flip engine. A search with --steps is a function of its settings, so its bests, its pool and its counts are all
// hashed; what it finds is then lifted, joined to the standard scheme by a path, and made into schemes of other shapes. Searches
// run on the CPU with any backend; the walks of flip_walks.cpp run where they are asked for.
#include "bench/signature/flip_walks.hpp"
#include "bench/signature/signature.hpp"
#include "flip/scheme/symmetry.hpp"
#include "wreath/flip.hpp"
#include "wreath/flip/derive.hpp"
#include "wreath/flip/lift.hpp"
#include "wreath/flip/path.hpp"
#include "wreath/flip/statistics.hpp"

namespace wreath::bench {

namespace {

using flip::RationalScheme;
using flip::Scheme;
using flip::SearchOptions;
using flip::Shape;
using flip::Symmetry;

void sign_scheme(const Scheme& scheme, Digest& digest) {
  digest.add(to_string(scheme.shape));
  digest.add_bytes(std::as_bytes(std::span(scheme.summands)));
}

void sign_scheme(const RationalScheme& scheme, Digest& digest) {
  digest.add(to_string(scheme.shape));
  for (const auto& summand : scheme.summands) {
    for (const flip::Row& row : summand) {
      for (const flip::Rational& entry : row) digest.add(to_string(entry));
    }
  }
}

/// All that a search knows at its end; its best.
Scheme sign_search(const Shape& shape, Symmetry symmetry, std::uint64_t steps, const SignatureOptions& signature,
                   Digest& digest) {
  SearchOptions options;
  options.machine.backend = BackendChoice::cpu;
  options.machine.threads = signature.threads;
  options.symmetry = symmetry;
  options.steps = steps;
  options.walks = 12;
  options.plus_after = 1000;
  options.restart_after = steps / 6;
  StopCheck stop = stop_check(signature.run);
  stop.look();
  RunControl run;  // its choices are not those of the signature
  flip::Search search(shape, options, &run);
  while (search.advance(&run)) stop.look();
  const flip::SearchResult& result = search.result();
  for (const flip::Discovery& best : result.bests) {
    digest.add(best.flips);
    sign_scheme(best.scheme, digest);
  }
  for (const std::uint64_t count : {result.steps, result.flips, result.walks, result.restarts}) digest.add(count);
  for (const Scheme& kept : search.kept(3)) sign_scheme(kept, digest);
  digest.end_part("search of " + to_string(shape) + " " + std::string(to_string(symmetry)));
  return result.bests.back().scheme;
}

void sign_lift(const Scheme& scheme, const SignatureOptions& options, Digest& digest) {
  const flip::Lift found = lift(scheme, {.threads = options.threads}, options.run);
  stop_check(options.run).look();
  digest.add(to_string(found.ring));
  digest.add(found.tries);
  if (found.scheme) sign_scheme(*found.scheme, digest);
}

void sign_path(const Scheme& scheme, RunControl* run, Digest& digest) {
  const Scheme start = standard_scheme(scheme.shape);
  const flip::Path path = find_path(start, scheme, run);
  verify_path(start, scheme, path.moves, "the path of the signature");
  digest.add(path.greatest_rank);
  digest.add(print_path(path));
}

void sign_derived(const Scheme& strassen, const Scheme& larger, Digest& digest) {
  const RationalScheme small = to_rational(strassen);
  const RationalScheme large = to_rational(larger);
  const std::vector<RationalScheme> known{small, large};
  for (const RationalScheme& derived :
       {product(small, small), blocks(small, {4, 5, 5}, known), extend(large, {3, 4, 4}), project(large, {2, 3, 3}),
        merge(large, large, 'm'), permute(extend(large, {3, 4, 5}), "pmn")}) {
    sign_scheme(derived, digest);
    digest.add(require_right_somewhere(derived, "a derived scheme") == flip::Ring::f2 ? 0U : 1U);
  }
}

void sign_statistics(const Scheme& scheme, Digest& digest) {
  flip::SharedFactors shared;
  shared.add(scheme);
  for (const auto& sets : shared.sets) {
    for (const auto& [size, count] : sets) {
      digest.add(size);
      digest.add(count);
    }
  }
  for (const flip::SymmetryGroup& group : symmetries_of(scheme)) digest.add(to_string(group.kind));
}

}  // namespace

void sign_flip(const SignatureOptions& options, Digest& digest) {
  const Scheme strassen = sign_search({2, 2, 2}, Symmetry::none, 3000, options, digest);
  const Scheme large = sign_search({3, 3, 3}, Symmetry::none, 120'000, options, digest);
  sign_search({4, 4, 4}, Symmetry::none, 60'000, options, digest);
  sign_search({3, 4, 5}, Symmetry::none, 60'000, options, digest);
  const Scheme mirrored = sign_search({4, 4, 4}, Symmetry::c2, 60'000, options, digest);
  const Scheme turned = sign_search({3, 3, 3}, Symmetry::c3, 60'000, options, digest);
  sign_search({4, 4, 4}, Symmetry::c3, 60'000, options, digest);
  sign_search({4, 4, 4}, Symmetry::c6, 60'000, options, digest);
  sign_thread_walks(mirrored, options, digest);
  for (const Scheme& scheme : {strassen, large, mirrored, turned}) sign_statistics(scheme, digest);
  digest.end_part("shared factors and symmetries");
  for (const Scheme& scheme : {strassen, large, mirrored, turned}) sign_lift(scheme, options, digest);
  digest.end_part("lifts");
  for (const Scheme& scheme : {strassen, large, mirrored, turned}) sign_path(scheme, options.run, digest);
  digest.end_part("paths");
  sign_derived(strassen, large, digest);
  digest.end_part("derived schemes");
}

}  // namespace wreath::bench
