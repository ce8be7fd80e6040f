// SPDX-License-Identifier: MIT
//
// A group from whatever a user has: the name of a family, a presentation, a file with a presentation, a piece of a GAP session or
// kbmag's record in it, or a structure file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/words/parse_presentation.hpp"
#include "wreath/word/group.hpp"

namespace wreath::open {

/// The group that the text is, in any of the forms. Throws InputError as `source:line:column: ...`.
word::Presentation parse_group(std::string_view text, std::string_view source, const word::GroupReading& reading = {});

/// What an argument on the command line stands for: a family or a presentation, or else the name of a file. If it may be either,
/// that is an error (core/text/named_input.hpp).
word::Presentation read_group(const std::string& argument, const word::GroupReading& reading = {});

/// The group in a file.
word::Presentation read_group_file(const std::string& path, const word::GroupReading& reading = {});

/// The group of a structure file, if the source names one.
std::optional<word::Group> find_group_file(const std::string& source, const word::Options& options);

}  // namespace wreath::open
