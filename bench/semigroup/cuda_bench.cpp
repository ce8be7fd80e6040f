// SPDX-License-Identifier: MIT
//
// The GPU's part of an enumeration by itself: a plain loop over levels with every product formed, and then the same elements
// again from the products alone that gave new ones, which is the least that an engine with deduction can ask for. "engine" is the
// whole enumeration as a user gets it, with rows on the GPU. One JSON object a line.
//
//     wreath_bench_semigroup_cuda FAMILY [repeats] [hint] [all|results|chosen|engine]
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>

#include "core/cuda/stream.hpp"
#include "semigroup/cuda/backend.hpp"

namespace {

using namespace wreath;
using namespace wreath::semigroup;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Words {
  std::vector<Index> prefixes;
  std::vector<Letter> letters;
};

/// Every product, level by level.
void enumerate_all(Backend& backend, bool want_results, Words* words) {
  for (Index first = 0; first < backend.size();) {
    const Index last = static_cast<Index>(std::min<std::size_t>(backend.size(), first + backend.batch()));
    const Expansion fresh = backend.expand({first, last, {}}, want_results);
    if (words != nullptr) {
      words->prefixes.insert(words->prefixes.end(), fresh.prefixes.begin(), fresh.prefixes.end());
      words->letters.insert(words->letters.end(), fresh.letters.begin(), fresh.letters.end());
    }
    first = last;
  }
}

/// Only the products that give new elements, a level (or a batch of one) at a time.
void enumerate_chosen(Backend& backend, const Words& words) {
  std::vector<Product> chosen;
  for (std::size_t done = 0; done < words.prefixes.size();) {
    chosen.clear();
    const Index known = backend.size();
    const std::size_t most = backend.batch();
    while (done < words.prefixes.size() && words.prefixes[done] < known && chosen.size() < most) {
      chosen.push_back({words.prefixes[done], words.letters[done]});
      ++done;
    }
    backend.expand({0, 0, chosen}, true);
  }
}

void time_engine(const std::string& family, const Generators& generators, int run) {
  const auto start = Clock::now();
  Enumeration enumeration(generators, {.backend = BackendChoice::cuda, .keep = Keep::rows});
  RunControl control;
  enumeration.run(control);
  const double total = seconds_since(start);
  const std::uint64_t squares = enumeration.count_idempotents(control);
  fmt::print(
      "{{\"family\":\"{}\",\"mode\":\"engine\",\"run\":{},\"elements\":{},\"levels\":{},\"seconds\":{:.4f},"
      "\"idempotents\":{},\"idempotents_s\":{:.4f},\"bytes\":{}}}\n",
      family, run, enumeration.size(), enumeration.levels().size(), total, squares, seconds_since(start) - total,
      enumeration.memory());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 64;
  const std::string family = argv[1];
  const int repeats = argc > 2 ? std::atoi(argv[2]) : 3;
  const std::uint64_t hint = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
  const std::string only = argc > 4 ? argv[4] : "";
  const Generators generators = make_family(family);
  std::vector<Point> tracked(generators.degree);
  std::iota(tracked.begin(), tracked.end(), 0);
  { const cuda::Stream opens_the_device; }
  Words words;
  if (only == "engine") {
    for (int run = 0; run < repeats; ++run) time_engine(family, generators, run);
    return 0;
  }
  for (int run = 0; run < repeats; ++run) {
    for (const std::string mode : {"all", "results", "chosen"}) {
      if (!only.empty() && mode != only) continue;
      const auto start = Clock::now();
      const auto backend = make_cuda_backend(generators, tracked, hint);
      const double made = seconds_since(start);
      if (mode == "chosen") {
        enumerate_chosen(*backend, words);
      } else {
        enumerate_all(*backend, mode == "results", run == 0 && mode == "all" ? &words : nullptr);
      }
      const double total = seconds_since(start);
      const std::uint64_t squares = backend->count_idempotents(generators.monoid ? 0 : 1, backend->size());
      const double with_squares = seconds_since(start);
      fmt::print(
          "{{\"family\":\"{}\",\"mode\":\"{}\",\"run\":{},\"hint\":{},\"elements\":{},\"seconds\":{:.4f},\"make_s\":{:.4f},"
          "\"idempotents\":{},\"idempotents_s\":{:.4f},\"bytes\":{}}}\n",
          family, mode, run, hint, backend->size(), total, made, squares, with_squares - total, backend->memory());
      std::fflush(stdout);
    }
  }
  return 0;
}
