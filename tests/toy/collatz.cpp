// SPDX-License-Identifier: MIT
//
// The longest Collatz chain: what would stand in src/ENGINE/.
#include "toy/collatz.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/run/drive.hpp"
#include "core/run/given_run.hpp"

namespace wreath::toy {

namespace {

constexpr std::uint64_t kBatch = 10'000;  // numbers: some milliseconds

class ChainSearch : public Resumable {
 public:
  explicit ChainSearch(std::uint64_t numbers) : numbers_(numbers) {}

  std::string kind() const override { return "toy collatz 1"; }
  Json problem() const override { return {{"numbers", numbers_}}; }
  bool done() const override { return best_.tried == numbers_; }
  void step(RunControl& run) override {
    const std::uint64_t end = std::min(numbers_, best_.tried + kBatch);
    while (best_.tried < end) {
      const std::uint64_t start = ++best_.tried;
      std::uint64_t steps = 0;
      for (std::uint64_t x = start; x != 1; ++steps) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
      if (steps <= best_.steps) continue;
      best_.start = start;
      best_.steps = steps;
    }
    run.report({"chains", best_.tried, numbers_, "numbers"});
  }
  void save(ByteWriter& into) const override { into.put(best_); }
  void restore(ByteReader& from, RunControl&) override { best_ = from.value<Chain>(); }

  const Chain& best() const { return best_; }

 private:
  std::uint64_t numbers_;
  Chain best_;
};

}  // namespace

Chain longest_chain(std::uint64_t numbers, RunControl* given) {
  GivenRun run(given);
  ChainSearch search(numbers);
  drive(search, run);
  return search.best();
}

}  // namespace wreath::toy
