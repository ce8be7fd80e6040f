// SPDX-License-Identifier: MIT
#pragma once

namespace wreath {
/// The commit this was built from, with "-dirty" where files differed from it, or "unknown" outside a repository.
const char* build_commit() noexcept;
}  // namespace wreath
