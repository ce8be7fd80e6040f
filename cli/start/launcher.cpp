// SPDX-License-Identifier: MIT
//
// The program `wreath` of a package for x86-64: becomes the program for the level of this processor, LIBDIR/wreath/LEVEL/wreath.
// It needs the C library alone, so that it starts in a fraction of a millisecond.
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>

#include "cli/start/level.hpp"

int main(int, char** argv) {
  const char* level = wreath::choose_level();
  if (level == nullptr) {
    std::fprintf(stderr, "wreath: %s\n", wreath::kNoLevel);
    return 1;
  }
  char program[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length > 0 ? length : 0] = '\0';
  char* name = std::strrchr(program, '/');
  name = name == nullptr ? program : name + 1;
  const auto room = static_cast<std::size_t>(program + sizeof program - name);
  if (std::snprintf(name, room, "../%s/wreath/%s/wreath", WREATH_LIBDIR, level) < static_cast<int>(room)) execv(program, argv);
  std::fprintf(stderr, "wreath: cannot start %s: %s; install the package again\n", program, std::strerror(errno));
  return 1;
}
