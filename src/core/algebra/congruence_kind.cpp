// SPDX-License-Identifier: MIT
#include "wreath/congruence_kind.hpp"

#include "core/text/names.hpp"

namespace wreath {

namespace {

constexpr Named<CongruenceKind> kKindNames[] = {
    {CongruenceKind::twosided, "twosided"}, {CongruenceKind::right, "right"}, {CongruenceKind::left, "left"}};

}  // namespace

std::string_view to_string(CongruenceKind kind) noexcept {
  return name_of<CongruenceKind>(kind, kKindNames);
}

CongruenceKind parse_congruence_kind(std::string_view name) {
  return value_of<CongruenceKind>(name, kKindNames, "kind of congruence");
}

}  // namespace wreath
