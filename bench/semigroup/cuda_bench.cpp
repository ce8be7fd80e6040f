// SPDX-License-Identifier: MIT
//
// Enumeration on a GPU, against the time in which the memory could move the bytes.
//
//   backend   a plain loop over the backend, every product formed, words brought down
//   results   the same, and the number of every product brought down
//   chosen    only the products that give new elements: the least that an engine with deduction can ask for
//   engine    the whole enumeration as a user gets it, with rows on the GPU
//
//     wreath_bench_semigroup_cuda [--record FILE] [FAMILY...]
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

#include "wreath/gpu.hpp"
#include "core/run/record.hpp"
#include "semigroup/cuda/backend.hpp"

namespace {

using namespace wreath;
using namespace wreath::semigroup;
using Clock = std::chrono::steady_clock;

constexpr int kRuns = 3;
constexpr double kBytesPerSecond = 4.8e12;        // an H200's memory, as its data sheet has it
constexpr std::uint64_t kSector = 32;             // the least that memory moves
constexpr std::uint64_t kDeducedFrom = 64 << 10;  // bytes of a row from which on the engine deduces most products

struct Words {
  std::vector<Index> prefixes;
  std::vector<Letter> letters;
};

/// Every product, a batch at a time.
void enumerate_all(Backend& backend, bool want_results, Words* words = nullptr) {
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

/// Only the products that give new elements.
void enumerate_chosen(Backend& backend, const Words& words) {
  std::vector<Product> chosen;
  for (std::size_t done = 0; done < words.prefixes.size();) {
    chosen.clear();
    const Index known = backend.size();
    const std::size_t most = backend.batch();
    for (; done < words.prefixes.size() && words.prefixes[done] < known && chosen.size() < most; ++done)
      chosen.push_back({words.prefixes[done], words.letters[done]});
    backend.expand({0, 0, chosen}, true);
  }
}

class Family {
 public:
  Family(std::string name, Json& series) : name_(std::move(name)), generators_(make_family(name_)), series_(series) {
    tracked_.resize(generators_.degree);
    std::iota(tracked_.begin(), tracked_.end(), 0);
    const std::uint64_t degree = generators_.degree;
    row_bytes_ = degree <= 16 ? 8 : degree * (degree <= 256 ? 1 : degree <= 65536 ? 2 : 4);
  }

  void measure() {
    const auto make = [&] { return make_cuda_backend(generators_, tracked_, 0); };
    Words words;
    if (row_bytes_ > 8) {
      const auto backend = make();
      enumerate_all(*backend, false, &words);
    }
    const auto with_backend = [&](const std::function<void(Backend&)>& enumerate) {
      return [&, enumerate] {
        const auto backend = make();
        enumerate(*backend);
        return std::uint64_t{backend->size()};
      };
    };
    time("backend", true, with_backend([](Backend& backend) { enumerate_all(backend, false); }));
    time("results", true, with_backend([](Backend& backend) { enumerate_all(backend, true); }));
    if (!words.prefixes.empty()) time("chosen", false, with_backend([&](Backend& b) { enumerate_chosen(b, words); }));
    time("engine", row_bytes_ < kDeducedFrom, [&] {
      Enumeration enumeration(generators_, {.machine = {.backend = BackendChoice::cuda}, .method = Method::rows});
      RunControl control;
      enumeration.run(&control);
      return enumeration.size();
    });
  }

 private:
  /// Bytes that must move: parents, once for all their letters; slots; rows compared; new rows read again and written.
  std::uint64_t bytes(std::uint64_t elements, bool all_products) const {
    const std::uint64_t products = all_products ? elements * generators_.count() : elements;
    const std::uint64_t compared = (products - elements) * std::max(row_bytes_, kSector);
    return elements * 3 * row_bytes_ + compared + (products + elements) * kSector;
  }

  void time(const char* mode, bool all_products, const std::function<std::uint64_t()>& run) {
    double best = 1e9;
    std::uint64_t elements = 0;
    for (int k = 0; k < kRuns; ++k) {
      const auto start = Clock::now();
      elements = run();
      best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    const double floor = static_cast<double>(bytes(elements, all_products)) / kBytesPerSecond;
    fmt::print("{:<10} {:<8} {:>10} elements  {:8.1f} ms, {:5.1f} times the memory's {:.1f} ms\n", name_, mode, elements,
               best * 1e3, best / floor, floor * 1e3);
    std::fflush(stdout);
    series_.push_back({{"family", name_}, {"mode", mode}, {"elements", elements}, {"seconds", best}, {"floor_seconds", floor}});
  }

  std::string name_;
  Generators generators_;
  std::vector<Point> tracked_;
  std::uint64_t row_bytes_ = 0;
  Json& series_;
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> families;
  std::string file;
  std::string command = "wreath_bench_semigroup_cuda";
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    command += " " + argument;
    if (argument == "--record" && i + 1 < argc) {
      file = argv[++i];
      command += " " + file;
    } else {
      families.push_back(argument);
    }
  }
  if (families.empty()) families = {"full:8", "full:9", "bihecke:5", "bihecke:6", "renner:6", "renner:7"};
  try {
    RunControl control;
    Json series = Json::array();
    for (const std::string& family : families) Family(family, series).measure();
    if (file.empty()) return 0;
    OutputFile record(file);
    const RunDescription description{.command = command, .seed = 0, .threads = 0, .gpu = gpu_name()};
    write_json(record, make_record(description, control, true, Json::object(), {{"enumerations", series}}));
  } catch (const Error& error) {
    fmt::print(stderr, "wreath_bench_semigroup_cuda: {}\n", error.what());
    return 1;
  }
  return 0;
}
