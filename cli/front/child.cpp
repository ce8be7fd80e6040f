// SPDX-License-Identifier: MIT
#include "cli/front/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

namespace wreath::cli {

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string candidate = (std::filesystem::path(folder) / name).string();
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

namespace {

/// Starts it with its standard output in the pipe; returns an error number, or 0.
int start(const std::string& program, std::vector<std::string> words, int output, pid_t& child) {
  words.insert(words.begin(), program);
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  const int error = posix_spawn(&child, program.c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Reads to the end of the pipe, and ends the child if the run is stopped first; whether that was so.
bool read_until_stopped(int pipe, pid_t child, std::string& output, RunControl& run) {
  constexpr int kMilliseconds = 20;  // between two looks at the run
  std::array<char, 4096> block{};
  bool stopped = false;
  while (true) {
    pollfd waiting{pipe, POLLIN, 0};
    const int ready = poll(&waiting, 1, kMilliseconds);
    if (ready <= 0 && !stopped && run.should_stop()) stopped = kill(child, SIGKILL) == 0;
    if (ready <= 0) continue;
    const ssize_t read_now = read(pipe, block.data(), block.size());
    if (read_now > 0) output.append(block.data(), static_cast<std::size_t>(read_now));
    if (read_now == 0 || (read_now < 0 && errno != EINTR)) return stopped;
  }
}

}  // namespace

ChildResult run_child(const std::string& program, const std::vector<std::string>& arguments, RunControl& run) {
  std::array<int, 2> pipe{};
  pid_t child = 0;
  int error = pipe2(pipe.data(), O_CLOEXEC) == 0 ? 0 : errno;
  if (error == 0) {
    error = start(program, arguments, pipe[1], child);
    close(pipe[1]);
    if (error != 0) close(pipe[0]);
  }
  if (error != 0) throw ResourceError(fmt::format("{} cannot be started: {}", program, std::strerror(error)));
  ChildResult result;
  const bool stopped = read_until_stopped(pipe[0], child, result.output, run);
  close(pipe[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (stopped)
    throw LimitReached(fmt::format("the run was stopped before {} ended", std::filesystem::path(program).filename().string()));
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace wreath::cli
