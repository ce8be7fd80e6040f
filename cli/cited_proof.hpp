// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/io/mapped_file.hpp"
#include "wreath/run.hpp"

namespace wreath::cli {

/// What a citation has of a proof (docs/proofs.md).
struct CitedProof {
  std::string path;
  std::vector<std::string> problem;  // the lines that describe it
  std::string claim;
  std::string sha256;
  std::string verdict;  // of wreath-check: "accepted: ..."; empty if there is no wreath-check
};

/// The name of the proof that a command writes: what follows --proof in the command, which is quoted for a shell. Empty if it
/// writes none.
std::string proof_named_in(const std::string& command);

/// Reads a proof and has it checked, by the wreath-check beside this program or else on the PATH. Throws InputError if it is not
/// a proof or is not accepted, LimitReached if the run is stopped.
CitedProof read_cited_proof(const std::string& path, RunControl& run);

/// Of all bytes of a file. Throws LimitReached if the run is stopped.
std::string sha256_of(const MappedFile& file, RunControl& run);

}  // namespace wreath::cli
