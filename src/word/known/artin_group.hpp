// SPDX-License-Identifier: MIT
#pragma once

#include "word/known/known_group.hpp"

namespace wreath::word {

/// An Artin group of finite type, such as a braid group, or a direct product of these; nothing if the presentation is not one.
std::unique_ptr<const KnownGroup> artin_group_of_finite_type(const Presentation& presentation);

}  // namespace wreath::word
