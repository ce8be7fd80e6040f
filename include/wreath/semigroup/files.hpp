// SPDX-License-Identifier: MIT
//
// Files of an enumeration: elements, words, Cayley graphs, rules, a proof.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "wreath/semigroup/enumeration.hpp"

namespace wreath::semigroup {

/// What an enumeration writes. An empty name stands for no file.
struct EnumerationFiles {
  std::string elements = {};     // one row of images, or of the numbers of its kind, per element (.npy)
  std::string words = {};        // the least word of each, one per line
  std::string right_graph = {};  // .npy: row x, column g is x*g
  std::string left_graph = {};   // .npy: row x, column g is g*x
  std::string rules = {};        // of a presentation, one per line
  std::string proof = {};        // of the size, for wreath-check (docs/proofs.md)

  /// Whether Options::graphs must be set for them.
  bool need_graphs() const { return !right_graph.empty() || !left_graph.empty() || !rules.empty() || !proof.empty(); }
};
/// Throws InputError if one of them cannot be written: before the work, not after it; WrongUsage if two are the same file, or one
/// is among those that are read or is the run's checkpoint.
void require_writable(const EnumerationFiles& files, const std::vector<std::string>& read = {}, const RunFiles& run = {});
/// Writes the files of an enumeration that has run as far as it was to. Returns whether it is complete and they are written; no
/// file is there if the run is stopped first. If it is not complete but has `until` elements, those are written, and their words,
/// but neither graphs, rules nor a proof, and the run's stop reason is `target`.
bool write_files(Enumeration& enumeration, const EnumerationFiles& files, std::uint64_t until = Enumeration::kAll,
                 RunControl* run = nullptr);

/// The right or left Cayley graph of a complete enumeration with graphs, as an array (.npy). Throws LimitReached if the run is
/// stopped first: then there is no file.
void write_graph(const std::filesystem::path& path, Enumeration& enumeration, bool left, RunControl* run = nullptr);

/// A proof of the size of a complete enumeration with graphs, which wreath-check accepts (docs/proofs.md). It is a function of
/// the generators alone. Throws LimitReached if the run is stopped first: then there is no file.
void write_proof(const std::filesystem::path& path, const Enumeration& enumeration, RunControl* run = nullptr);

/// "s3 s1 s1": letter 0 is s1, as in every text of a word whose generators have no names; "1" for the empty word.
[[nodiscard]] std::string print_word(const Word& word);

}  // namespace wreath::semigroup
