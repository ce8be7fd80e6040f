// SPDX-License-Identifier: MIT
//
// Names to choose from: those of an enumeration's values, in one table for both directions, and the one that a misspelled word
// was probably meant to be.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/run.hpp"

namespace wreath {

/// A name that is none of those to choose from. `what` is what they name: "ring".
class UnknownName : public InputError {
 public:
  UnknownName(std::string_view name, std::string_view what, std::vector<std::string> choices);
  ~UnknownName() override;

  const std::vector<std::string>& choices() const noexcept { return *choices_; }

 private:
  std::shared_ptr<const std::vector<std::string>> choices_;  // shared, because copying an exception must not throw
};

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

/// Throws UnknownName if this is not one of them.
template <class T>
T value_of(std::string_view name, std::span<const Named<T>> names, std::string_view what) {
  const auto found = std::ranges::find(names, name, &Named<T>::name);
  if (found != names.end()) return found->value;
  std::vector<std::string> choices;
  for (const Named<T>& each : names) choices.emplace_back(each.name);
  throw UnknownName(name, what, std::move(choices));
}

/// The candidate nearest to the word, if one is near enough to be meant.
std::optional<std::string> nearest_name(std::string_view word, const std::vector<std::string>& candidates);
/// "; did you mean 'surface:2'?", or nothing. What follows a ':' (arguments) is kept and not compared.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace wreath
