// SPDX-License-Identifier: MIT
#include "word/reduction/reducer.hpp"

#include <algorithm>
#include <atomic>

#include "core/parallel/loops.hpp"
#include "word/reduction/long_word.hpp"

namespace wreath::word {

namespace {

/// Words from here on are worth all threads.
constexpr std::size_t kLongWord = 1U << 20;
constexpr std::size_t kLettersPerTask = 1U << 18;

/// Where runs of words of about kLettersPerTask letters begin; long words have runs of their own.
std::vector<std::size_t> cut_into_tasks(const WordsRef& words) {
  std::vector<std::size_t> cuts{0};
  for (std::size_t word = 0; word < words.size(); ++word) {
    const std::uint64_t letters = words.offsets[word + 1] - words.offsets[cuts.back()];
    if (words[word].size() >= kLongWord && cuts.back() != word) cuts.push_back(word);
    if (letters >= kLettersPerTask) cuts.push_back(word + 1);
  }
  if (cuts.back() != words.size()) cuts.push_back(words.size());
  return cuts;
}

}  // namespace

Reducer::Reducer(const StructureView& structure, const automata::Limits& limits)
    : machine_(std::make_shared<Machine>(structure, limits)) {}

Word Reducer::reduce(std::span<const Letter> word, const ReduceOptions& options) const {
  return reduce_long_word(*machine_, word, options.base_length, options.threads, options.run);
}

std::size_t Reducer::reduce(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths,
                            const ReduceOptions& options) const {
  const std::vector<std::size_t> cuts = cut_into_tasks(words);
  std::vector<std::uint8_t> done(cuts.size(), 0);  // by task; the last is never
  const auto stopped = [&] { return options.run != nullptr && options.run->should_stop(); };
  const auto is_long = [&](std::size_t task) {
    return cuts[task + 1] == cuts[task] + 1 && words[cuts[task]].size() >= kLongWord;
  };
  parallel_tasks(cuts.size() - 1, options.threads, [&](std::size_t task) {
    if (is_long(task) || stopped()) return;
    const WordsRef run{words.letters, words.offsets.subspan(cuts[task], cuts[task + 1] - cuts[task] + 1)};
    reduce_words(*machine_, run, out.data(), lengths.data() + cuts[task]);
    done[task] = 1;
  });
  for (std::size_t task = 0; task + 1 < cuts.size(); ++task) {
    if (!is_long(task) || stopped()) continue;
    const Word form = reduce(words[cuts[task]], options);
    if (stopped()) break;
    std::ranges::copy(form, out.begin() + static_cast<std::ptrdiff_t>(words.offsets[cuts[task]]));
    lengths[cuts[task]] = form.size();
    done[task] = 1;
  }
  const auto first_open = std::ranges::find(done, 0) - done.begin();
  return cuts[static_cast<std::size_t>(first_open)];
}

}  // namespace wreath::word
