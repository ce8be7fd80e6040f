// SPDX-License-Identifier: MIT
#pragma once

#include <thread>

namespace wreath {

/// Takes a thread whose work nobody needs any more and which cannot be stopped, such as one that starts a GPU. The process waits
/// for it when it ends.
void leave_thread(std::thread thread);

/// The end of a program: if threads have been left, the process ends immediately, after what was printed has been written.
void end_without_left_threads(int code);

}  // namespace wreath
