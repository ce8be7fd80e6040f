// SPDX-License-Identifier: MIT
//
// Automatic structures as files (.wreath).
//
// A file is: 8 bytes of magic, the length of the header, the header (JSON text: wreath's version, the format, the presentation
// and sizes, for people), the length of the body, the body, and a hash of all that precedes it. Numbers are little-endian 64-bit
// words. The body holds all that an AutomaticStructure does; only version 2 has its triangles, and is written if they are known.
// Reading checks the hash, and then does not trust it: every letter, state and label is checked for its range, the automata for
// their form, and that they belong together (verify.hpp, (1)).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "word/automatic/structure.hpp"

namespace wreath::word {

/// Whether the file begins as a structure file does, of whatever version.
bool is_structure_file(const std::string& path);
/// The file is replaced atomically. Throws InputError if the structure is not verified, ResourceError.
void write_structure(const std::string& path, const AutomaticStructure& structure);
/// Throws InputError if the file is not a structure file, is damaged, or was written by a later version in a form that this one
/// does not know.
AutomaticStructure read_structure(const std::string& path);

/// Of all that a file would hold.
std::uint64_t fingerprint_of(const AutomaticStructure& structure);

// Structures that were built before, by whatever front end: one file for each presentation and order of letters, in
// $XDG_CACHE_HOME/wreath or ~/.cache/wreath. If there is no such folder nothing is found and nothing is kept; a file that cannot
// be written, or is damaged, is not an error either. The name of a file is a hash, so what is read is compared with what was
// asked for.

/// The verified structure of just this presentation, under its name.
std::optional<AutomaticStructure> find_cached(const Presentation& presentation);
/// Only what is verified is kept.
void keep_cached(const AutomaticStructure& structure);

}  // namespace wreath::word
