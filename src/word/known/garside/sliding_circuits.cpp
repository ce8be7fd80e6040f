// SPDX-License-Identifier: MIT
#include "word/known/garside/sliding_circuits.hpp"

#include <algorithm>
#include <cstring>

#include "word/known/garside/minimal_conjugators.hpp"

namespace wreath::word::garside {

namespace {

/// The factors, and the power in eight bytes.
std::vector<std::uint8_t> key_of(const Form& x) {
  std::vector<std::uint8_t> key(x.factors);
  key.resize(key.size() + sizeof(x.power));
  std::memcpy(key.data() + x.factors.size(), &x.power, sizeof(x.power));
  return key;
}

Form form_of(std::span<const std::uint8_t> key) {
  Form x;
  const std::size_t factors = key.size() - sizeof(x.power);
  x.factors.assign(key.begin(), key.begin() + static_cast<std::ptrdiff_t>(factors));
  std::memcpy(&x.power, key.data() + factors, sizeof(x.power));
  return x;
}

}  // namespace

Slid slide_into_circuit(const FormArithmetic& arithmetic, const Form& x, StopCheck& stop) {
  KeyTable<std::uint8_t> seen;
  std::vector<Simple> prefixes;
  Slid slid{x, {}};
  std::uint32_t number = seen.intern(key_of(x));
  while (number == prefixes.size()) {
    stop.look();
    prefixes.push_back(sliding_prefix(arithmetic, slid.element));
    slid.element = arithmetic.conjugated(slid.element, prefixes.back().data(), stop);
    number = seen.intern(key_of(slid.element));
  }
  for (std::uint32_t i = 0; i < number; ++i) arithmetic.append(slid.by, prefixes[i].data(), stop);
  return slid;
}

std::optional<Form> SlidingCircuits::connect(const Form& from, const Form& to, StopCheck& stop) {
  elements_ = {};
  steps_ = {Step{0, {}}};
  elements_.intern(key_of(from));
  if (from == to) return Form{};
  for (std::uint32_t i = 0; i < elements_.size(); ++i) {
    const Form x = form_of(elements_[i]);
    for (Simple& arrow : MinimalConjugators(arithmetic_, x, stop).find()) {
      const Form y = arithmetic_.conjugated(x, arrow.data(), stop);
      if (elements_.intern(key_of(y)) < steps_.size()) continue;
      steps_.push_back({i, std::move(arrow)});
      if (y == to) return path_to(static_cast<std::uint32_t>(steps_.size() - 1), stop);
    }
    if (elements_.bytes() + steps_.size() * (sizeof(Step) + 2 * arithmetic_.simples().points()) > most_bytes_) {
      throw LimitReached("whether the elements are conjugate was not decided: " + std::to_string(size()) +
                         " elements of sliding circuits were found, and the memory for them is full");
    }
  }
  return std::nullopt;
}

Form SlidingCircuits::path_to(std::uint32_t element, StopCheck& stop) const {
  std::vector<std::uint32_t> path;
  for (; element != 0; element = steps_[element].from) path.push_back(element);
  Form by;
  for (auto step = path.rbegin(); step != path.rend(); ++step) arithmetic_.append(by, steps_[*step].arrow.data(), stop);
  return by;
}

}  // namespace wreath::word::garside
