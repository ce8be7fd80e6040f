// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>
#include <utility>

namespace wreath {

template <class Signature>
class FunctionRef;

/// Refers to something callable, which outlives it: what a function takes whose body is called for a moment and compiled once.
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <class Callable>
  requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef> && std::is_invocable_r_v<Result, Callable&, Arguments...>)
      FunctionRef(Callable&& callable)  // NOLINT(google-explicit-constructor,bugprone-forwarding-reference-overload): not a copy
      : callable_(const_cast<void*>(static_cast<const void*>(&callable))),
        call_([](void* self, Arguments... arguments) -> Result {
          return (*static_cast<std::remove_reference_t<Callable>*>(self))(std::forward<Arguments>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const { return call_(callable_, std::forward<Arguments>(arguments)...); }

 private:
  void* callable_;
  Result (*call_)(void*, Arguments...);
};

}  // namespace wreath
