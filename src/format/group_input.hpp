// SPDX-License-Identifier: MIT
//
// A group from whatever a user has: the name of a family, a presentation, or a file with a presentation, a piece of a GAP session
// or kbmag's record in it. Group::open and Group::build stand here as well, because they read all of these.
#pragma once

#include <string>
#include <string_view>

#include "word/assemble.hpp"
#include "word/presentation.hpp"
#include "wreath/word.hpp"

namespace wreath::format {

/// The group that the text is, in any of the forms. Throws InputError as `source:line:column: ...`.
word::Presentation parse_group(std::string_view text, std::string_view source, const word::GroupReading& reading = {});

/// What an argument on the command line stands for: a family or a presentation, or else the name of a file.
word::Presentation read_group(const std::string& argument, const word::GroupReading& reading = {});

/// The part of the options that tells how a group is read.
word::GroupReading reading_of(const word::Options& options);
/// Whether the structure of that group need not be built: it is in a file or in the cache.
bool is_at_hand(const std::string& argument, const word::Options& options);

/// The group in a file.
word::Presentation read_group_file(const std::string& path, const word::GroupReading& reading = {});

}  // namespace wreath::format
