// SPDX-License-Identifier: MIT
#include "wreath/perm.hpp"

#include <span>

#include "capi/context.hpp"

using namespace wreath;  // NOLINT(google-build-using-namespace): the functions are C's

wreath_status wreath_perm_multiply(wreath_context* context, const uint32_t* x, const uint32_t* y, uint32_t* z, size_t points) {
  return capi::run_long(context, [&](RunControl& run) {
    perm::multiply(std::span(x, points), std::span(y, points), std::span(z, points), {.machine = context->machine()}, &run);
    if (run.stop_reason() != StopReason::none) throw LimitReached("the run was stopped before the product was there");
  });
}

wreath_status wreath_perm_inverse(wreath_context* context, const uint32_t* x, uint32_t* z, size_t points) {
  return capi::run_long(context, [&](RunControl& run) {
    perm::inverse(std::span(x, points), std::span(z, points), {.machine = context->machine()}, &run);
    if (run.stop_reason() != StopReason::none) throw LimitReached("the run was stopped before the inverse was there");
  });
}
