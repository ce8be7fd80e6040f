// SPDX-License-Identifier: MIT
#include "core/io/stale_files.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "temporary_folder.hpp"

namespace wreath {
namespace {

/// A process that has ended and for which nobody has waited yet.
class Zombie {
 public:
  Zombie() : process_(fork()) {
    if (process_ == 0) _exit(0);
    siginfo_t about{};
    waitid(P_PID, static_cast<id_t>(process_), &about, WEXITED | WNOWAIT);
  }
  ~Zombie() { waitpid(process_, nullptr, 0); }
  Zombie(const Zombie&) = delete;
  Zombie& operator=(const Zombie&) = delete;
  pid_t process() const { return process_; }

 private:
  pid_t process_;
};

TEST(StaleFiles, AreThoseOfProcessesThatDoNotRun) {
  const test::TestFolder folder;
  const Zombie zombie;
  EXPECT_FALSE(is_running(zombie.process()));
  EXPECT_TRUE(is_running(getpid()));
  EXPECT_TRUE(is_running(1));
  const auto file = [&](const std::string& number) { return folder.file(".z.npy.host-" + number + ".tmp"); };
  for (const std::string& number : {std::to_string(zombie.process()), std::to_string(getpid()), std::string("1000000000")})
    test::write_text(file(number), "");
  test::write_text(file("1000000000") + ".locktest.2", "");  // Open MPI's
  test::write_text(file("1000000000") + "2", "");            // of somebody else
  remove_stale_files(folder.path(), ".z.npy.host-");
  EXPECT_EQ(folder.entries(), 2U);
  EXPECT_TRUE(std::filesystem::exists(file(std::to_string(getpid()))));
}

}  // namespace
}  // namespace wreath
