// SPDX-License-Identifier: MIT
//
// A group from whatever a user has: the name of a family, a presentation, or a file with a presentation, a piece of a GAP session
// or kbmag's record in it. Group::open, Group::build and
// read_presentation stand in group_input.cpp, because they read all of these.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "word/presentation/parse_presentation.hpp"
#include "wreath/word/group.hpp"

namespace wreath::format {

/// The group that the text is, in any of the forms. Throws InputError as `source:line:column: ...`.
word::Presentation parse_group(std::string_view text, std::string_view source, const word::GroupReading& reading = {});

/// What an argument on the command line stands for: a family or a presentation, or else the name of a file. If it may be either,
/// that is an error (core/text/named_input.hpp).
word::Presentation read_group(const std::string& argument, const word::GroupReading& reading = {});

/// The group in a file.
word::Presentation read_group_file(const std::string& path, const word::GroupReading& reading = {});

// The three steps of opening a group: from a structure file, from the cache (if the options want that), built.
std::optional<word::Group> find_group_file(const std::string& source, const word::Options& options);
std::optional<word::Group> find_cached_group(const word::Presentation& presentation, const word::Options& options);
/// hints: words that are believed to be word differences. known: equations that hold, such as an earlier build's rules.
word::Group build_group(const word::Presentation& presentation, const word::Options& options, std::vector<word::Word> hints,
                        std::vector<word::Equation> known, RunControl* run);

}  // namespace wreath::format
