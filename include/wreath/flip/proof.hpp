// SPDX-License-Identifier: MIT
//
// Proofs for wreath-check (docs/proofs.md), a program that shares no code with this library. The files appear whole or not at
// all.
#pragma once

#include <filesystem>

#include "wreath/flip/path.hpp"
#include "wreath/flip/rational_scheme.hpp"
#include "wreath/run.hpp"

namespace wreath::flip {

/// A scheme and the ring over which it is valid. It should be verified before: a proof of a wrong one is rejected. Throws
/// LimitReached, and leaves no file, if the run is stopped first.
void write_proof(const std::filesystem::path& file, const VerifiedScheme& scheme, RunControl* run = nullptr);

/// The moves that lead over F2 from one scheme to another. Throws likewise.
void write_proof(const std::filesystem::path& file, const Scheme& from, const Scheme& to, const Path& path,
                 RunControl* run = nullptr);

}  // namespace wreath::flip
