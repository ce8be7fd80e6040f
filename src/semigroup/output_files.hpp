// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/semigroup/files.hpp"

namespace wreath::semigroup {

/// The files of elements and words. False if the run was to stop before they were written.
bool write_elements(const Enumeration& found, const EnumerationFiles& files, RunControl& run);
/// All files of a complete enumeration. False if the run was to stop before they were written.
bool write_files(Enumeration& found, const EnumerationFiles& files, RunControl& run);
/// Throws InputError if one of them cannot be written; WrongUsage if two are the same file, or one is among the inputs.
void require_writable(const EnumerationFiles& files);

}  // namespace wreath::semigroup
