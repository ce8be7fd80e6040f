// SPDX-License-Identifier: MIT
//
// Letters a second: normal forms of many words and of one long word, on one core, on several, and on a GPU. Times are of the
// calls alone, words and results in memory (on a GPU: in its memory, and once more with the ways there and back); processor time
// on one core, so that a busy machine matters less; the best of some runs.
//
//   wreath_bench_reduce [--quick] [--device] [--threads N] [--words LETTERS_FOR_A_PEER.txt] [--record FILE]
//
// --words writes the short words of the comparison as text, one per line, so that another program can be given the same.
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "bench/inputs/word/adversary.hpp"
#include "core/data/rng.hpp"
#include "core/features.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/record.hpp"
#include "open/word/group.hpp"
#include "word/automatic/build.hpp"
#include "word/automatic/structure.hpp"
#include "core/words/words.hpp"
#include "word/reduction/backend.hpp"
#include "word/reduction/reducer.hpp"
#include "wreath/gpu.hpp"

namespace wreath::word {
namespace {

struct Arguments {
  bool quick = false;
  bool device = false;
  bool host = true;
  unsigned threads = 0;
  std::string words;
  std::string record;
};

struct Group {
  const char* name;
  const char* text;
};
constexpr Group kGroups[] = {{"S_2", "surface:2"},
                             {"C_334", "triangle:3,3,4"},
                             {"F(2,8)", "fibonacci:2,8"},
                             {"Coxeter 5,3,5", "coxeter:5,3,5"},
                             {"triangle (2,3,7)", "triangle:2,3,7"},
                             {"figure-eight knot", "<a,b | a^-1*b*a*b^-1*a*b*a^-1*b^-1*a*b^-1>"}};

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}
double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double best_of(unsigned runs, double (*clock)(), const std::function<void()>& work) {
  double best = 1e300;
  for (unsigned i = 0; i < runs; ++i) {
    const double start = clock();
    work();
    best = std::min(best, clock() - start);
  }
  return best;
}

Word uniform_word(std::size_t letters, std::uint64_t seed, std::uint32_t alphabet) {
  Word word(letters);
  parallel_ranges(letters, 0, 1U << 16, [&](Range range, unsigned) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      word[i] = static_cast<Letter>(std::uint64_t{random_words(seed, i / 4, 0).word[i % 4]} * alphabet >> 32);
    }
  });
  return word;
}

std::vector<std::uint64_t> even_offsets(std::size_t words, std::size_t length) {
  std::vector<std::uint64_t> offsets(words + 1);
  for (std::size_t i = 0; i <= words; ++i) offsets[i] = i * length;
  return offsets;
}

class Bench {
 public:
  explicit Bench(const Arguments& arguments) : arguments_(arguments) {}

  void run() {
    for (const Group& group : kGroups) {
      const Presentation presentation = open::read_group(group.text);
      RunControl run;
      const BuildResult built = build_structure(presentation, BuildOptions{}, run);
      const Reducer reducer(built.structure.view());
      group_ = group.name;
      const bool main = &group - kGroups < 2;
      if (arguments_.host) {
        one_core(reducer, main);
        adversary(reducer);
        if (main) several_cores(reducer);
      }
      if (arguments_.device) device(reducer, main);
    }
  }
  const Json& lines() const { return lines_; }

 private:
  void add(const std::string& what, std::size_t length, std::size_t letters, double seconds, Json more = Json::object()) {
    more["group"] = group_;
    more["what"] = what;
    more["length"] = length;
    more["letters"] = letters;
    more["seconds"] = seconds;
    more["letters_per_second"] = static_cast<double>(letters) / seconds;
    fmt::print("{:18} {:34} {:>11} {:>10.3g} letters/s  {}\n", group_, what, length, static_cast<double>(letters) / seconds,
               more.value("note", ""));
    std::fflush(stdout);
    lines_.push_back(std::move(more));
  }

  void one_core(const Reducer& reducer, bool main) {
    const std::uint32_t alphabet = reducer.machine().ref().letters;
    const std::size_t total = arguments_.quick ? 1'000'000 : 10'000'000;
    for (const std::size_t length : {100UL, 1000UL, 10'000UL, 100'000UL, 1'000'000UL, 10'000'000UL}) {
      if (length > total || (!main && length > 1000 && length < total)) continue;
      const Word letters = uniform_word(total, 1, alphabet);
      const auto offsets = even_offsets(total / length, length);
      if (length == 100 && !arguments_.words.empty()) write_words(reducer, letters, length);
      Word out(total);
      std::vector<std::uint64_t> lengths(total / length);
      add("one core, many words", length, total, best_of(5, processor_seconds, [&] {
            reduce_words(reducer.machine(), {letters, offsets}, out.data(), lengths.data());
          }));
      if (length < 1000) continue;
      const std::size_t words = std::min<std::size_t>(total / length, 100);
      add("one core, word after word", length, words * length, best_of(3, processor_seconds, [&] {
            for (std::size_t i = 0; i < words; ++i) {
              reduce_long_word(reducer.machine(), std::span(letters).subspan(i * length, length), out.data(), 0, 1, nullptr);
            }
          }));
    }
  }

  void write_words(const Reducer& reducer, const Word& letters, std::size_t length) const {
    std::ofstream file(arguments_.words + "." + std::string(group_));
    for (std::size_t i = 0; i + length <= std::min<std::size_t>(letters.size(), 1'000'000); i += length) {
      file << print_word(std::span(letters).subspan(i, length), reducer.machine().alphabet()) << '\n';
    }
  }

  void adversary(const Reducer& reducer) {
    for (const std::size_t length : {1000UL, 10'000UL, 100'000UL, 1'000'000UL}) {
      const auto change = whole_word_change(reducer.machine(), length, 1);
      if (!change || (arguments_.quick && length > 100'000)) return;
      Word word = change->u;
      while (word.size() < 10 * length) {
        word.push_back(change->g);
        word.insert(word.end(), change->v.begin(), change->v.end());
      }
      Word out(word.size());
      add("one core, adversary u(gv)^k", length, word.size(),
          best_of(3, processor_seconds, [&] { reduce_long_word(reducer.machine(), word, out.data(), 0, 1, nullptr); }),
          Json{{"note", fmt::format("|v| = {}", change->v.size())}});
      const std::vector<std::uint64_t> offsets{0, word.size()};
      std::uint64_t size = 0;
      add("the same from left to right", length, word.size(), best_of(3, processor_seconds, [&] {
            reduce_words(reducer.machine(), {word, offsets}, out.data(), &size);
          }));
    }
  }

  void several_cores(const Reducer& reducer) {
    for (const std::size_t length : {10'000'000UL, 100'000'000UL}) {
      if (arguments_.quick && length > 10'000'000) break;
      const Word word = uniform_word(length, 2, reducer.machine().ref().letters);
      Word out(length);
      double one = 0;
      for (unsigned threads = 1; threads <= resolve_threads(arguments_.threads); threads *= 2) {
        const double seconds =
            best_of(5, wall_seconds, [&] { reduce_long_word(reducer.machine(), word, out.data(), 0, threads, nullptr); });
        if (threads == 1) one = seconds;
        add(fmt::format("one word, {} threads", threads), length, length, seconds,
            Json{{"threads", threads}, {"speedup", one / seconds}, {"note", fmt::format("{:.2f} times one", one / seconds)}});
      }
    }
  }

  void device(const Reducer& reducer, bool main) {
    const auto gpu = make_device_reducer(reducer.machine());
    const std::uint32_t alphabet = reducer.machine().ref().letters;
    for (const std::size_t length : {100UL, 1000UL, 10'000UL}) {
      const std::size_t total = arguments_.quick ? 10'000'000 : 1'000'000'000;
      const Word letters = uniform_word(total, 3, alphabet);
      const auto offsets = even_offsets(total / length, length);
      add("GPU, many words", length, total, gpu->time_words({letters, offsets}, 5));
      if (length != 1000) continue;
      Word out(total);
      std::vector<std::uint64_t> lengths(total / length);
      add("GPU, many words, there and back", length, total, best_of(3, wall_seconds, [&] {
            gpu->reduce(WordsRef{letters, offsets}, out, lengths, nullptr);
          }));
    }
    for (const std::size_t length : {1'000'000UL, 10'000'000UL, 100'000'000UL, 1'000'000'000UL}) {
      if ((!main && length != 100'000'000UL) || (arguments_.quick && length > 10'000'000)) continue;
      Word out(length);
      const Word word = uniform_word(length, 4, alphabet);
      for (const std::size_t base : {0UL, 64UL, 256UL, 1024UL, 4096UL}) {
        add("GPU, one word", length, length, gpu->time_word(word, base, 3),
            Json{{"base", base}, {"note", fmt::format("base {}", base)}});
      }
      add("GPU, one word, there and back", length, length, best_of(2, wall_seconds, [&] { gpu->reduce(word, out.data(), 0); }));
    }
  }

  Arguments arguments_;
  std::string group_;
  Json lines_ = Json::array();
};

}  // namespace
}  // namespace wreath::word

int main(int argc, char** argv) {
  wreath::word::Arguments arguments;
  std::string command = "wreath_bench_reduce";
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    command += " " + name;
    if (name == "--quick") arguments.quick = true;
    if (name == "--device") arguments.device = true;
    if (name == "--device-only") {
      arguments.device = true;
      arguments.host = false;
    }
    if (i + 1 == argc) continue;
    if (name == "--threads") arguments.threads = static_cast<unsigned>(std::atoi(argv[i + 1]));
    if (name == "--words") arguments.words = argv[i + 1];
    if (name == "--record") arguments.record = argv[i + 1];
  }
  wreath::word::Bench bench(arguments);
  bench.run();
  if (arguments.record.empty()) return 0;
  wreath::OutputFile file(arguments.record);
  wreath::write_json(
      file, wreath::make_record({.command = command,
                                 .seed = 1,
                                 .threads = wreath::resolve_threads(arguments.threads),
                                 .gpu = arguments.device ? wreath::gpu_name() : std::string()},
                                wreath::RunControl{}, true, wreath::Json{{"measured", bench.lines()}}, wreath::Json::object()));
  return 0;
}
