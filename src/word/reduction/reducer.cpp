// SPDX-License-Identifier: MIT
#include "word/reduction/reducer.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "core/parallel/loops.hpp"
#include "word/reduction/backend.hpp"
#include "wreath/gpu.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

namespace {

bool stopped(RunControl* run) {
  return run != nullptr && run->should_stop();
}

/// Where runs of words of about tuning::kLettersPerTask letters begin; long words are runs of their own.
std::vector<std::size_t> cut_into_tasks(const WordsRef& words) {
  std::vector<std::size_t> cuts{0};
  for (std::size_t word = 0; word < words.size(); ++word) {
    if (words[word].size() >= tuning::kLongWord && cuts.back() != word) cuts.push_back(word);
    if (words.offsets[word + 1] - words.offsets[cuts.back()] >= tuning::kLettersPerTask) cuts.push_back(word + 1);
  }
  if (cuts.back() != words.size()) cuts.push_back(words.size());
  return cuts;
}

}  // namespace

struct Reducer::Device {
  std::mutex mutex;
  std::unique_ptr<DeviceReducer> reducer;

  /// Null where the GPU cannot be used and was not asked for.
  DeviceReducer* open(const ReductionMachine& machine, const ReduceOptions& options, RunControl* run) {
    try {
      if (!reducer) reducer = make_device_reducer(machine, options.device_memory);
    } catch (const Error& problem) {
      if (options.machine.backend == BackendChoice::cuda) throw;
      if (run != nullptr) run->note_choice("backend", "cpu", problem.what());
    }
    return reducer.get();
  }
};

Reducer::Reducer(const StructureView& structure, const automata::Limits& limits)
    : machine_(std::make_shared<ReductionMachine>(structure, limits)), device_(std::make_shared<Device>()) {}

Reducer::Reducer(std::shared_ptr<const ReductionMachine> cosets)
    : machine_(std::move(cosets)), can_cut_(false), device_(std::make_shared<Device>()) {}

bool Reducer::use_device(std::uint64_t letters, const ReduceOptions& options, RunControl* run) const {
  const bool many = letters / tuning::kLettersPerThread >= resolve_threads(options.machine.threads);
  const bool device = options.machine.backend == BackendChoice::cuda ||
                      (options.machine.backend == BackendChoice::automatic && many && has_gpu());
  if (run != nullptr) {
    run->note_choice("backend", device ? "cuda" : "cpu",
                     options.machine.backend != BackendChoice::automatic ? "asked for"
                     : device                                            ? "the input has many letters, and there is a GPU"
                     : many                                              ? "there is no GPU"
                                                                         : "short inputs are fastest on the CPU");
  }
  return device;
}

std::optional<std::size_t> Reducer::reduce(std::span<const Letter> word, Letter* out, const ReduceOptions& options,
                                           RunControl* run) const {
  if (can_cut_ && use_device(word.size(), options, run)) {
    const std::lock_guard lock(device_->mutex);
    DeviceReducer* const device = device_->open(*machine_, options, run);
    if (device != nullptr) {
      if (const auto length = device->reduce(word, out, options.base_length)) return length;
    }
    if (device != nullptr && run != nullptr) run->note_choice("backend", "cpu", "the word or the tables do not fit on the GPU");
  }
  if (!can_cut_ || (word.size() < tuning::kShortWord && options.base_length == 0)) {
    const std::uint64_t offsets[] = {0, word.size()};
    std::uint64_t length = 0;
    try {
      reduce_words(*machine_, {word, offsets}, out, &length, stop_check(run));
    } catch (const Stopped&) {
      return std::nullopt;
    }
    return length;
  }
  return reduce_long_word(*machine_, word, out, options.base_length, options.machine.threads, run);
}

Word Reducer::reduce(std::span<const Letter> word, const ReduceOptions& options, RunControl* run) const {
  Word form(word.size());
  const auto length = reduce(word, form.data(), options, run);
  if (!length) throw LimitReached("the run was stopped before the word was reduced");
  form.resize(*length);
  return form;
}

std::size_t Reducer::reduce(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths,
                            const ReduceOptions& options, RunControl* run) const {
  std::vector<bool> done(words.size(), false);
  if (words.size() != 0 && use_device(words.offsets.back() - words.offsets.front(), options, run)) {
    const std::lock_guard lock(device_->mutex);
    DeviceReducer* const device = device_->open(*machine_, options, run);
    const std::size_t count = device == nullptr ? 0 : device->reduce(words, out, lengths, run);
    for (std::size_t word = 0; word < count; ++word) done[word] = lengths[word] != DeviceReducer::kLeftToHost;
  }
  reduce_on_threads(words, out, lengths, done, options, run);
  return static_cast<std::size_t>(std::ranges::find(done, false) - done.begin());
}

/// The words that are not done.
void Reducer::reduce_on_threads(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths,
                                std::vector<bool>& done, const ReduceOptions& options, RunControl* run) const {
  const std::vector<std::size_t> cuts = cut_into_tasks(words);
  std::vector<std::uint8_t> task_done(cuts.size(), 0);
  const auto is_long = [&](std::size_t task) {
    return can_cut_ && cuts[task + 1] == cuts[task] + 1 && words[cuts[task]].size() >= tuning::kLongWord;
  };
  const auto for_open_runs = [&](std::size_t task, const auto& use) {
    for (std::size_t begin = cuts[task]; begin < cuts[task + 1];) {
      std::size_t end = begin;
      while (end < cuts[task + 1] && !done[end]) ++end;
      if (end != begin) use(begin, end);
      begin = end + 1;
    }
  };
  parallel_tasks(cuts.size() - 1, options.machine.threads, [&](std::size_t task) {
    if (is_long(task) || stopped(run)) return;
    try {
      for_open_runs(task, [&](std::size_t begin, std::size_t end) {
        const WordsRef part{words.letters, words.offsets.subspan(begin, end - begin + 1)};
        reduce_words(*machine_, part, out.data(), lengths.data() + begin, stop_check(run));
      });
      task_done[task] = 1;
    } catch (const Stopped&) {  // its words are not done
    }
  });
  for (std::size_t task = 0; task + 1 < cuts.size(); ++task) {
    if (is_long(task) && !done[cuts[task]] && !stopped(run)) {
      const std::size_t word = cuts[task];
      const auto length = reduce_long_word(*machine_, words[word], out.data() + words.offsets[word], options.base_length,
                                           options.machine.threads, run);
      if (!length) break;
      lengths[word] = *length;
      task_done[task] = 1;
    }
    if (task_done[task] != 0) {
      std::fill(done.begin() + static_cast<std::ptrdiff_t>(cuts[task]),
                done.begin() + static_cast<std::ptrdiff_t>(cuts[task + 1]), true);
    }
  }
}

}  // namespace wreath::word
