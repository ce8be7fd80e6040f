// SPDX-License-Identifier: MIT
//
// Automatic structures as files (.wreath).
//
// A file is: 8 bytes of magic, the length of the header, the header (JSON text: wreath's version, the format, the presentation
// and sizes, for people), the length of the body, the body, and a hash of all that precedes it. Numbers are little-endian 64-bit
// words. The body holds all that an AutomaticStructure does. Reading checks the hash, and then does not trust it: every letter,
// state and label is checked for its range, the automata for their form, and that they belong together (verify.hpp, (1)).
#pragma once

#include <string>

#include "word/structure.hpp"

namespace wreath::word {

/// Whether the file begins as a structure file does, of whatever version.
bool is_structure_file(const std::string& path);
/// The file is replaced atomically. Throws InputError if the structure is not verified, ResourceError.
void write_structure(const std::string& path, const AutomaticStructure& structure);
/// Throws InputError if the file is not a structure file, is damaged, or was written by a later version in a form that this one
/// does not know.
AutomaticStructure read_structure(const std::string& path);

}  // namespace wreath::word
