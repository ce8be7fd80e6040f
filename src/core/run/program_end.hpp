// SPDX-License-Identifier: MIT
//
// The end of a program, and what it does not wait for: threads that nobody needs any more, and the driver of a GPU.
#pragma once

#include <thread>

namespace wreath {

/// A promise, or its end: this program ends with end_program(), whatever happens. Only then can threads be left behind: at an
/// ordinary end the libraries that they use end first, and CUDA does not survive that.
void promise_end_program(bool promised = true) noexcept;

/// Takes a thread whose work nobody needs any more and which cannot be stopped, such as one that starts a GPU. Waits for it,
/// unless the program ends with end_program().
void leave_thread(std::thread thread);

/// The GPU is in use from now on: the driver will have something to give back.
void note_gpu_is_open() noexcept;

/// The end of a program, after what was printed has been written: ends the process with this code, without its destructors, if
/// threads have been left or a GPU is open, and otherwise returns.
void end_program(int code);

}  // namespace wreath
