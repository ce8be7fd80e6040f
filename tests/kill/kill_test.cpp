// SPDX-License-Identifier: MIT
//
// Runs that are killed at random moments and resumed, again and again, until they are done.
//
// Each run is a child process that a timer of its own kills, every other one after some processor time and after some real time,
// so that waiting for the disk is cut short as well. It reports its work to memory that it shares with the test. Asserted are the
// answer, which is that of a run that nothing disturbed, and what a kill costs: with a checkpoint after every batch, what was
// reported is resumed, but for the last batch. WREATH_KILLS sets the number of kills, WREATH_SEED the moments.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <random>

#include "core/data/hash.hpp"
#include "core/io/output_file.hpp"
#include "perm/plan/plan.hpp"
#include "temporary_folder.hpp"
#include "word/completion/rewriting.hpp"
#include "wreath/flip.hpp"
#include "wreath/perm/files.hpp"
#include "wreath/semigroup.hpp"
#include "wreath/word.hpp"

namespace wreath {
namespace {

using test::read_text;
using test::TestFolder;

constexpr double kAlways = 1e-9;  // seconds between checkpoints: one after every batch
constexpr std::uint64_t kDefaultKills = 6;

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

void kill_after(clockid_t clock, double seconds) {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGKILL;
  timer_t timer{};
  itimerspec when{};
  when.it_value.tv_sec = static_cast<time_t>(seconds);
  when.it_value.tv_nsec = 1 + static_cast<long>((seconds - std::floor(seconds)) * 999'999'998);
  if (timer_create(clock, &event, &timer) != 0 || timer_settime(timer, 0, &when, nullptr) != 0) _exit(4);
}

/// What a run reports, in memory that outlives it.
struct Board {
  std::atomic<std::uint64_t> resumed{0};  // the work that its checkpoint held
  std::atomic<std::uint64_t> done{0};     // the work reported last
  std::atomic<std::uint64_t> before{0};   // and the time before
  std::atomic<std::uint64_t> answer{0};   // a hash
  // When it is killed: seconds after its start, or after it got going; 0: never.
  clockid_t clock = CLOCK_MONOTONIC;
  double after_start = 0;
  double after_begin = 0;

  void begin(std::uint64_t work) {
    resumed = before = done = work;
    if (after_begin > 0) kill_after(clock, after_begin);
  }
  void report(std::uint64_t work) {
    before.store(done);
    done.store(work);
  }
};

struct Ending {
  bool killed = false;
  double cpu = 0;
  double wall = 0;
};

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class KillTest : public testing::Test {
 protected:
  using Work = std::function<void(Board&)>;

  KillTest() {
    void* memory = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no shared memory");
    board_ = new (memory) Board;
  }
  ~KillTest() override { munmap(board_, sizeof(Board)); }

  std::string checkpoint() const { return folder_.file("run.ck"); }
  bool has_checkpoint() const { return std::filesystem::exists(checkpoint()); }
  /// The file to resume from, if there is one.
  std::string resume() const { return has_checkpoint() ? checkpoint() : ""; }

  /// The engine's own bytes in the checkpoint, or nothing.
  std::vector<std::byte> payload() const {
    const std::string text = has_checkpoint() ? read_text(checkpoint()) : "";
    if (text.empty()) return {};
    const auto number = [&](std::size_t at) {
      std::uint64_t value = 0;
      std::memcpy(&value, text.data() + at, sizeof value);
      return value;
    };
    const std::size_t begin = 16 + number(8) + 8;
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data()) + begin;
    return {bytes, bytes + number(begin - 8)};
  }

  /// The test itself starts no threads: what is forked has none to miss.
  Ending run(const Work& work, clockid_t clock = CLOCK_MONOTONIC, double after_start = 0, double after_begin = 0) {
    new (board_) Board;
    board_->clock = clock;
    board_->after_start = after_start;
    board_->after_begin = after_begin;
    const double start = wall_seconds();
    const pid_t child = fork();
    if (child == 0) {
      if (after_start > 0) kill_after(clock, after_start);
      try {
        work(*board_);
      } catch (const std::exception& error) {
        std::fprintf(stderr, "the run failed: %s\n", error.what());
        _exit(3);
      }
      _exit(0);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    EXPECT_TRUE(killed || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) << "status " << status;
    const auto of = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return {killed, of(usage.ru_utime) + of(usage.ru_stime), wall_seconds() - start};
  }

  /// `work` does it all, from the checkpoint if there is one; `kept` is the work in the checkpoint.
  void kill_and_resume(const Work& work, const std::function<std::uint64_t()>& kept) {
    const std::uint64_t seed = setting("WREATH_SEED", std::random_device()());
    SCOPED_TRACE(fmt::format("WREATH_SEED={}", seed));
    std::mt19937_64 random(seed);
    const Ending whole = run(work);
    ASSERT_FALSE(whole.killed);
    const std::uint64_t answer = board_->answer;
    std::filesystem::remove(checkpoint());
    std::uint64_t kills = 0;
    std::uint64_t resumed = 0;
    std::uint64_t finished = 0;
    const std::uint64_t most = setting("WREATH_KILLS", kDefaultKills);
    while (finished == 0 || kills < most) {
      // While it counts, within a quarter of the whole work; then it may come to its end.
      const double share = kills < most ? std::uniform_real_distribution<double>(0.001, 0.25)(random) : 0;
      const clockid_t clock = random() % 2 == 0 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
      const double seconds = share * (clock == CLOCK_MONOTONIC ? whole.wall : whole.cpu);
      const bool from_the_start = random() % 4 == 0;  // also while it takes up its checkpoint
      const Ending ending = run(work, clock, from_the_start ? seconds : 0, from_the_start ? 0 : seconds);
      if (HasFailure()) return;
      resumed += board_->resumed > 0 ? 1 : 0;
      if (ending.killed) {
        ++kills;
        EXPECT_GE(kept(), std::min(board_->before.load(), board_->done.load())) << "more than the last batch is lost";
        continue;
      }
      EXPECT_EQ(board_->answer, answer);
      ++finished;
      std::filesystem::remove(checkpoint());
    }
    if (kills > kDefaultKills) {
      EXPECT_GE(resumed, 1U);
    }
    fmt::print("{} kills, {} runs resumed, {} finished; undisturbed: {:.2f} s\n", kills, resumed, finished, whole.wall);
  }

  TestFolder folder_;
  Board* board_;
};

TEST_F(KillTest, FlipSearch) {
  const auto work = [&](Board& board) {
    const flip::SearchOptions options{.machine = {.threads = 1}, .steps = 400'000, .walks = 64};
    RunControl run;
    run.keep_in({.checkpoint = checkpoint(), .resume = resume(), .checkpoint_every = kAlways});
    flip::Search search({3, 3, 3}, options, &run);
    board.begin(search.result().steps);
    run.listen([&](const Progress& progress) { board.report(progress.done); });
    search.run(&run);
    std::vector<std::uint64_t> found{search.result().flips, search.result().restarts};
    for (const flip::Scheme& scheme : search.kept(2)) found.push_back(flip::fingerprint(scheme));
    board.answer = hash_bytes(std::as_bytes(std::span(found)));
  };
  kill_and_resume(work, [&] {
    const auto state = payload();  // room, generation, flips of earlier generations, steps
    std::uint64_t steps = 0;
    if (!state.empty()) std::memcpy(&steps, state.data() + 20, sizeof steps);
    return steps;
  });
}

TEST_F(KillTest, SemigroupEnumeration) {
  const semigroup::Generators generators = semigroup::make_family("full:7");
  const auto work = [&](Board& board) {
    semigroup::Enumeration found(generators, {.machine = {.threads = 1}});
    if (has_checkpoint()) {
      RunControl none;
      none.request_stop(StopReason::target);
      none.keep_in({.resume = checkpoint()});
      found.run(&none);
    }
    board.begin(found.size());
    RunControl run;
    run.listen([&](const Progress& progress) { board.report(progress.done); });
    run.keep_in({.checkpoint = checkpoint(), .checkpoint_every = kAlways});
    found.run(&run);
    board.answer = hash_bytes(found.save());
  };
  kill_and_resume(work, [&] {
    RunControl none;
    none.request_stop(StopReason::target);
    semigroup::Enumeration found(generators, {.machine = {.threads = 1}});
    if (has_checkpoint()) found.restore(payload(), &none);
    return found.size();
  });
}

TEST_F(KillTest, WordBuild) {
  const std::string group = "coxeter:3,5,3";
  const auto rules = [&](const word::Alphabet& alphabet) {
    return word::unpack_rules(payload(), alphabet.size(), "run.ck").size();
  };
  const auto work = [&](Board& board) {
    RunControl run;
    run.listen([&](const Progress& progress) {
      if (progress.phase == "completion") board.report(std::strtoull(std::string(progress.note).c_str(), nullptr, 10));
    });
    board.begin(has_checkpoint() ? rules(word::read_alphabet(group)) : 0);
    run.keep_in({.checkpoint = checkpoint(), .resume = resume(), .checkpoint_every = kAlways});
    const auto built = word::Group::open(group, {}, &run);
    if (!built.verified()) throw std::runtime_error(built.why_unverified());
    board.answer = std::uint64_t{built.word_acceptor_states()} << 32 | built.general_multiplier_states();
  };
  kill_and_resume(work, [&] { return has_checkpoint() ? rules(word::read_alphabet(group)) : 0; });
}

TEST_F(KillTest, PermutationsOnDisk) {
  constexpr std::uint64_t kPoints = 3'000'000;
  const std::string x = folder_.file("x.npy");
  const std::string z = folder_.file("z.npy");
  run([&](Board&) { perm::random_file(kPoints, 4, 1, x); });
  const auto work = [&](Board& board) {
    RunControl run;
    constexpr std::uint64_t kMemory = 32U << 20;
    run.limit_memory(kMemory);
    run.measure_memory([] { return std::uint64_t{0}; });
    const std::string phases[] = {"bucketize", "permute", "combine"};
    run.listen([&](const Progress& progress) {
      const auto phase = static_cast<std::uint64_t>(std::ranges::find(phases, progress.phase) - phases);
      if (phase != board.done) board.report(phase);
    });
    const bool again = has_checkpoint();
    if (!again) std::filesystem::remove(z);
    board.begin(again ? 1 : 0);
    board.done = board.before = 0;
    const auto map = perm::Map::open(x);
    run.keep_in({.checkpoint = again ? "" : checkpoint(), .resume = resume()});
    const perm::FileReport report =
        perm::multiply_files(map, map, z, {.machine = {.threads = 1}, .disk = {.always = true, .hold_whole = false}}, &run);
    if (report.done != kPoints) throw std::runtime_error("it stopped early");
    board.answer = hash_bytes(bytes_of(read_text(z)));
  };
  kill_and_resume(work, [&] {
    if (!has_checkpoint() && std::filesystem::exists(z))
      return std::uint64_t{3};     // it was finished, and killed while z was hashed
    const auto state = payload();  // the run's number, the phases that are done
    std::uint64_t phases = 0;
    if (!state.empty()) std::memcpy(&phases, state.data() + 8, sizeof phases);
    return phases;
  });
}

}  // namespace
}  // namespace wreath
