// SPDX-License-Identifier: MIT
//
// One number per engine that shows whether its behaviour has changed, as Stockfish's `bench` does: the hash of all results of a
// fixed piece of work that takes about a second. The number is the same for any number of threads, on the CPU and on a GPU,
// on x86-64 and on aarch64.
//
// word, semigroup, perm, orbit, coset and group hash answers. Each has only one correct value, so a better algorithm does not
// change them: the signature changes when the work does, or when something is broken.
//
//   word       automatic structures of several groups: the sizes of the automata, orders, balls, growth series; the normal forms
//              of many words, of long ones, and of words that change from end to end; products by scans
//   semigroup  several semigroups: all elements in order, their words, both Cayley graphs, rules, idempotents, Green's classes;
//              every exact form in which elements can be kept, on disk too; a run that is saved and resumed; the count by orbits
//   perm       random permutations of all widths, with sizes around the seams: products, inverses, quotients, powers, words,
//              cycles, by both algorithms; and files, on disk and in memory
//   orbit      graphs in every form: levels, orders of groups, farthest states, lengths of shortest words; a search that is saved
//              and resumed
//   coset      standardised tables by each strategy, representatives, Schreier generators and presentations; a run that is saved
//              and resumed
//   group      orders, memberships, stabilizers, orbits and blocks of six permutation groups
//
// flip hashes decisions: a walk is a function of its seed, and any change to how it draws or moves shows.
//
//   flip       whole searches on the CPU, with each symmetry, pools and restarts; walks of the GPU's thread design, with no
//              symmetry and with c3 at 16, 32 and 64 bits, with c2 at 16, with c6 at 16 and 64; lifts, paths, derived schemes
//
// What runs on the GPU if it is asked for: the reduction of words and products by scans; the enumerations whose elements are rows
// or base images; orbits in cells; the products, inverses, quotients and powers of arrays, and 5-byte files; the walks of the
// thread design, which the CPU replays (host_walk.hpp). The rest runs on the CPU with any backend. Not covered, since no CPU can
// replay it or because it takes more than a second: flip walks of the warp design, whole searches on a GPU (their batches differ
// from the CPU's), the GPU's partitioned products (12 million points or more), and MPI. Tests of their own compare those with
// references.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/signature/digest.hpp"
#include "wreath/machine.hpp"
#include "wreath/run.hpp"

namespace wreath::bench {

struct SignatureOptions {
  BackendChoice backend = BackendChoice::automatic;
  unsigned threads = 0;       // 0: all cores
  RunControl* run = nullptr;  // its stop throws Stopped
};

/// An engine, its work, and the signature of this version.
struct SignedEngine {
  std::string_view name;
  std::string_view work;
  std::uint64_t expected = 0;
  void (*run)(const SignatureOptions& options, Digest& digest) = nullptr;
};
std::span<const SignedEngine> signed_engines();
/// Null if there is no engine of that name.
const SignedEngine* find_signed_engine(std::string_view name);

struct Signature {
  std::uint64_t hash = 0;
  std::vector<Part> parts;
};
/// Does the work of the engine. Throws ResourceError if a GPU is asked for and there is none, or if memory or disk space run out.
Signature compute_signature(const SignedEngine& engine, const SignatureOptions& options = {});
/// 16 hexadecimal digits.
std::string format_signature(std::uint64_t hash);

// --- the work of each engine, one file each
void sign_word(const SignatureOptions& options, Digest& digest);
void sign_semigroup(const SignatureOptions& options, Digest& digest);
void sign_perm(const SignatureOptions& options, Digest& digest);
void sign_flip(const SignatureOptions& options, Digest& digest);
void sign_orbit(const SignatureOptions& options, Digest& digest);
void sign_coset(const SignatureOptions& options, Digest& digest);
void sign_groups(const SignatureOptions& options, Digest& digest);

}  // namespace wreath::bench
