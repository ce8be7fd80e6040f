// SPDX-License-Identifier: MIT
//
// The names of an enumeration's values, in one table for both directions.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "wreath/run.hpp"

namespace wreath {

template <class T>
struct Named {
  T value;
  std::string_view name;
};

template <class T>
std::string_view name_of(T value, std::span<const Named<T>> names) noexcept {
  const auto found = std::ranges::find(names, value, &Named<T>::value);
  return found == names.end() ? std::string_view() : found->name;
}

/// Throws InputError that lists the names if this is not one of them; `what` is what they name: "ring".
template <class T>
T value_of(std::string_view name, std::span<const Named<T>> names, std::string_view what) {
  const auto found = std::ranges::find(names, name, &Named<T>::name);
  if (found != names.end()) return found->value;
  std::string message = "'" + std::string(name) + "' is not a valid " + std::string(what) + ": choose one of ";
  for (const Named<T>& each : names) message.append(&each == names.data() ? "" : ", ").append(each.name);
  throw InputError(message);
}

}  // namespace wreath
