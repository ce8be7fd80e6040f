// SPDX-License-Identifier: MIT
//
// Arguments that may name a file or something built in: a family of groups or semigroups, the standard scheme of a shape.
//
// The rule is the same in all engines. "builtin:NAME" is the built-in one, and a path with a slash in it, "./NAME", is the file.
// A plain word is whichever of the two exists; if both do, that is an error that names both spellings, since either choice would
// be wrong for somebody.
#pragma once

#include <string>
#include <string_view>

namespace wreath {

/// The text without "builtin:".
std::string_view without_builtin(std::string_view text);

enum class Accepts { files, files_and_folders };

/// Whether the argument is the name of a file that exists, and not a built-in name; is_name: whether its text is one. Throws
/// InputError if it is both; `what` is what the name stands for: "group".
bool means_file(const std::string& argument, bool is_name, std::string_view what, Accepts accepts = Accepts::files);

}  // namespace wreath
