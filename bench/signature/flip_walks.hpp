// SPDX-License-Identifier: MIT
#pragma once

#include "bench/signature/signature.hpp"
#include "wreath/flip.hpp"

namespace wreath::bench {

/// Walks as one GPU thread makes them, from a scheme with the symmetry c2 of 4x4x4 and from starts of their own: on a GPU where
/// the options ask for one or there is one, and replayed on the CPU otherwise.
void sign_thread_walks(const flip::Scheme& mirrored, const SignatureOptions& options, Digest& digest);

}  // namespace wreath::bench
