// SPDX-License-Identifier: MIT
#include "capi/context.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <thread>

#include "capi/session.hpp"

wreath_context::wreath_context() = default;
wreath_context::~wreath_context() = default;

namespace wreath::capi {

namespace {

/// An interrupt is an error of its own, whatever the engine throws when it is stopped.
struct Interrupted {};

/// Calls work(run) in a thread of its own, while this one asks the callback.
void work_beside(wreath_context& context, RunControl& run, const std::function<void(RunControl&)>& work) {
  constexpr auto kPatience = std::chrono::milliseconds(20);
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::exception_ptr failure;
  std::thread worker([&] {
    try {
      work(run);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::scoped_lock lock(mutex);
    done = true;
    changed.notify_one();
  });
  std::unique_lock lock(mutex);
  while (!changed.wait_for(lock, kPatience, [&] { return done; })) {
    lock.unlock();
    if (run.stop_reason() == StopReason::none && context.stop(context.stop_data) != 0) run.request_stop(StopReason::interrupted);
    lock.lock();
  }
  lock.unlock();
  worker.join();
  if (run.stop_reason() == StopReason::interrupted) throw Interrupted();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

wreath_status guarded(wreath_context* context, const std::function<void()>& work) {
  const auto fail = [&](wreath_status status, const std::string& message) {
    context->error = message;
    return status;
  };
  try {
    work();
    return WREATH_OK;
  } catch (const Interrupted&) {
    return fail(WREATH_INTERRUPTED, "interrupted");
  } catch (const InputError& error) {
    return fail(WREATH_INPUT, error.text(context->style));
  } catch (const ResourceError& error) {
    return fail(WREATH_RESOURCE, error.text(context->style));
  } catch (const LimitReached& error) {
    return fail(WREATH_LIMIT, error.text(context->style));
  } catch (const Error& error) {
    return fail(WREATH_INTERNAL, error.text(context->style));
  } catch (const std::bad_alloc&) {
    return fail(WREATH_RESOURCE, "there is not enough memory");
  } catch (const std::exception& error) {
    return fail(WREATH_INTERNAL, error.what());
  } catch (...) {  // what stops an engine's loops is not an exception of the library
    return fail(WREATH_LIMIT, "the run was stopped");
  }
}

wreath_status run_long(wreath_context* context, const std::function<void(RunControl&)>& work) {
  return guarded(context, [&] {
    RunControl run;
    if (context->seconds > 0) run.limit_time(context->seconds);
    if (context->memory > 0) run.limit_memory(context->memory);
    if (context->stop == nullptr) {
      work(run);
    } else {
      work_beside(*context, run, work);
    }
  });
}

}  // namespace wreath::capi

int wreath_api_version(void) {
  return WREATH_API_VERSION;
}

const char* wreath_version(void) {
  static const std::string text(wreath::version());
  return text.c_str();
}

wreath_context* wreath_context_new(void) {
  return new (std::nothrow) wreath_context;
}

void wreath_context_free(wreath_context* context) {
  delete context;
}

const char* wreath_error(const wreath_context* context) {
  return context->error.c_str();
}

void wreath_set_stop(wreath_context* context, int (*stop)(void* data), void* data) {
  context->stop = stop;
  context->stop_data = data;
}

void wreath_set_limits(wreath_context* context, double seconds, uint64_t bytes, unsigned threads) {
  context->seconds = seconds;
  context->memory = bytes;
  context->threads = threads;
}
