// SPDX-License-Identifier: MIT
//
// From F2 or F3 to the integers or fractions: Hensel lifting of a scheme, verified over Q. From F2 first to signs, then with all
// coefficients free, to odd denominators; from F3 to denominators that 3 does not divide, such as 1/2.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "wreath/flip/files.hpp"
#include "wreath/flip/rational_scheme.hpp"
#include "wreath/run.hpp"

namespace wreath::flip {

struct LiftOptions {
  std::uint64_t seed = 1;
  unsigned tries = 8;  // attempts, at least one, each with other choices of signs and of what stays as it is
  unsigned threads = 0;
};

struct Lift {
  std::optional<RationalScheme> scheme = {};  // verified over Q
  Ring ring = Ring::f2;                       // of the scheme
  unsigned prime = 2;                         // lifted from F2, or from F3
  unsigned power = 1;                         // there is a lift to Z/prime^power at least
  bool impossible = false;                    // there is no lift to Z/prime^2: proved
  bool no_ternary = false;                    // there is none to -1, 0, 1: proved
  unsigned tries = 0;                         // choices after the first that were made
  std::uint64_t bytes_needed = 0;  // if other coefficients than signs were not tried, because this much memory was missing
};

/// The scheme must be valid over F2. A run that is stopped returns what was found until then.
[[nodiscard]] Lift lift(const Scheme& scheme, const LiftOptions& options = {}, RunControl* run = nullptr);
/// The same with factors of any size. Coefficients are taken modulo 2, or modulo 3 if the scheme is valid only there. Throws
/// InputError if a denominator is even, or if the scheme is valid over neither.
[[nodiscard]] Lift lift(const RationalScheme& scheme, const LiftOptions& options = {}, RunControl* run = nullptr);
/// From F3, also if the scheme is valid over F2.
[[nodiscard]] Lift lift_from_3(const RationalScheme& scheme, const LiftOptions& options = {}, RunControl* run = nullptr);

/// What became of many schemes.
struct LiftCounts {
  std::size_t tried = 0;
  std::size_t ternary = 0;  // have a lift to -1, 0, 1,
  std::size_t integers = 0;
  std::size_t rationals = 0;
  std::size_t impossible = 0;  // have none to Z/4, or to Z/9 from F3: proved
  std::size_t left = 0;        // were not tried before the run stopped

  /// The number of schemes for which a lift was found, to any ring.
  std::size_t lifted() const { return ternary + integers + rationals; }
  /// Counts one more scheme that was tried, and what became of it.
  void add(const Lift& lift);
};

struct LiftedFile {
  std::string file;
  Shape shape;
  std::size_t rank = 0;
  bool impossible = false;
  std::optional<Ring> ring = {};  // of the lift; nothing if none was found
  std::string output = {};        // where it was written
};
struct LiftedFolder {
  LiftCounts counts = {};
  std::vector<LiftedFile> files = {};  // by name
  std::vector<SkippedFile> skipped = {};
};
/// Lifts all schemes of a folder, one per thread at a time. What lifts goes to the folders ZT, Z and Q of `output`, unless that
/// is empty, in the format of `to`, or that of their own endings if `to` names none. A run that is stopped returns what was found
/// until then. Throws InputError if there is no scheme in the folder, ResourceError if a file cannot be written.
LiftedFolder lift_folder(const std::filesystem::path& folder, const std::filesystem::path& output,
                         const LiftOptions& options = {}, const SchemeFileOptions& from = {}, const SchemeFileOptions& to = {},
                         RunControl* run = nullptr);

}  // namespace wreath::flip
