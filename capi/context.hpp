// SPDX-License-Identifier: MIT
//
// What the functions of the C API share: the context, and the way from exceptions to a status.
//
// A call that may take long and has a stop callback works in a thread of its own, while the caller's thread asks the callback:
// languages whose functions belong to one thread need no other.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "wreath/machine.hpp"
#include "wreath/run.hpp"
#include "wreath/wreath.h"

namespace wreath::capi {
class Session;
}

struct wreath_context {
  wreath_context();
  ~wreath_context();
  wreath_context(const wreath_context&) = delete;
  wreath_context& operator=(const wreath_context&) = delete;

  wreath::Machine machine() const { return {.threads = threads}; }

  std::string error;
  wreath::OptionStyle style = wreath::OptionStyle::plain;
  int (*stop)(void*) = nullptr;
  void* stop_data = nullptr;
  double seconds = 0;
  std::uint64_t memory = 0;
  unsigned threads = 0;
  // Results of the last call.
  std::vector<std::uint8_t> letters;
  std::vector<std::uint16_t> wide_letters;
  std::vector<std::uint32_t> numbers;
  std::vector<std::uint32_t> more_numbers;
  std::vector<std::uint32_t> still_more_numbers;
  std::vector<std::int32_t> signed_numbers;
  std::vector<std::uint64_t> offsets;
  std::string text;
  std::string more_text;
  std::unique_ptr<wreath::capi::Session> session;  // objects and results of wreath_call
};

namespace wreath::capi {

/// Calls work() and turns what it throws into a status with a message.
wreath_status guarded(wreath_context* context, const std::function<void()>& work);
/// The same for work(run) that may take long, with the limits of the context and its stop callback.
wreath_status run_long(wreath_context* context, const std::function<void(RunControl&)>& work);
/// The same for a call that makes an object: it is given to the caller only if the call succeeds, also if it ends as it is
/// interrupted.
template <class Object>
wreath_status run_making(wreath_context* context, Object** object,
                         const std::function<std::unique_ptr<Object>(RunControl&)>& make) {
  std::unique_ptr<Object> made;
  const wreath_status status = run_long(context, [&](RunControl& run) { made = make(run); });
  if (status == WREATH_OK) *object = made.release();
  return status;
}

}  // namespace wreath::capi
