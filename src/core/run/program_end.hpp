// SPDX-License-Identifier: MIT
//
// The end of a program, and what it does not wait for: threads that nobody needs any more, and the driver of a GPU.
#pragma once

#include <thread>

namespace wreath {

/// Takes a thread whose work nobody needs any more and which cannot be stopped, such as one that starts a GPU. The process waits
/// for it when it ends, unless end_program() is called.
void leave_thread(std::thread thread);

/// For a thread that was left and has just made a library register its end: the process ends its threads before that.
void join_left_threads_first();

/// The GPU is in use from now on: the driver will have something to give back.
void note_gpu_is_open() noexcept;

/// The end of a program, after what was printed has been written: ends the process with this code, without its destructors, if
/// threads have been left or a GPU is open, and otherwise returns.
void end_program(int code);

}  // namespace wreath
