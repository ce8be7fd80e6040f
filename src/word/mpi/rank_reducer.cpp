// SPDX-License-Identifier: MIT
//
// Words that several ranks reduce together.
//
// Rank 0 reads the words and writes their normal forms, so that words can come from a pipe and forms are in order. Of each batch
// every rank takes a run of words with about as many letters as the others have. A long word that is a batch of its own is cut
// into as many pieces as there are ranks; each rank reduces one, and then the forms are multiplied in pairs, neighbours first,
// until rank 0 has the form of the whole word.
//
// Cost: a letter travels once to the rank that reduces it, and a letter of a form once back. A form of a long word travels up to
// log2(ranks) times, in all no more letters than twice the word has.
#include <algorithm>

#include "core/mpi/communicator.hpp"
#include "core/mpi/exchange.hpp"
#include "core/mpi/same_file.hpp"
#include "core/run/ranks.hpp"
#include "word/automatic/structure_file.hpp"
#include "word/internals.hpp"
#include "word/reduction/backend.hpp"
#include "wreath/gpu.hpp"

namespace wreath::word {

namespace {

using mpi::Slice;

template <class T>
Slice slice_of(std::span<T> items) {
  return {const_cast<std::byte*>(reinterpret_cast<const std::byte*>(items.data())), items.size_bytes()};
}

/// Where the parts of the words end, for as many ranks: parts with about as many letters each.
std::vector<std::uint64_t> cut_words(const WordsRef& words, std::size_t ranks) {
  std::vector<std::uint64_t> ends(ranks, words.size());
  for (std::size_t r = 0; r + 1 < ranks; ++r) {
    const std::uint64_t letters = words.offsets.front() + (words.offsets.back() - words.offsets.front()) * (r + 1) / ranks;
    const auto end = std::ranges::lower_bound(words.offsets.begin(), words.offsets.end() - 1, letters);
    ends[r] = static_cast<std::uint64_t>(end - words.offsets.begin());
  }
  return ends;
}

/// The letters at which those parts end.
std::vector<std::uint64_t> letter_ends(const WordsRef& words, const std::vector<std::uint64_t>& ends) {
  std::vector<std::uint64_t> letters;
  letters.reserve(ends.size());
  for (const std::uint64_t end : ends) letters.push_back(words.offsets[end] - words.offsets.front());
  return letters;
}

class RankReducer final : public ClusterBackend {
 public:
  RankReducer(const Group& group, const ReduceOptions& options, RunControl& run)
      : group_(group), options_(options), run_(run), ranks_(options.machine.cluster.ranks()) {
    // A file, or a cache, of another machine may have another group.
    mpi::require_same(ranks_, group.name(), fingerprint_of(Internals::structure(group)));
    const unsigned threads = mpi::fair_threads(ranks_);
    if (options_.machine.threads == 0) options_.machine.threads = threads;
    take_gpus();
  }

  bool is_first() const override { return ranks_.rank() == 0; }
  std::size_t reduce(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths) override {
    in_batch_ = true;
    std::size_t done = 0;
    if (words.size() == 1 && words[0].size() >= kLongWord) {
      next(Kind::long_word);
      done = share_long_word(words[0], out.subspan(words.offsets[0]), lengths);
    } else {
      next(Kind::words);
      done = share_words(words, out, lengths);
    }
    in_batch_ = false;
    return done;
  }
  void end(const std::exception_ptr& failure) override {
    if (failure && in_batch_) std::rethrow_exception(failure);  // the others know of it, or the job must end without them
    ranks_.agree(failure);
    mpi::all_of(ranks_, Kind::end);
  }
  void serve() override {
    for (;;) {
      switch (next(Kind::end)) {
        case Kind::words: share_words({}, {}, {}); break;
        case Kind::long_word: share_long_word({}, {}, {}); break;
        case Kind::end: return;
      }
    }
  }

 private:
  enum class Kind : std::uint8_t { words, long_word, end };

  /// Collective: each rank takes a GPU, or all ranks compute on their cores. What keeps them from it is an error only where GPUs
  /// were asked for.
  void take_gpus() {
    if (options_.machine.backend == BackendChoice::cpu) return;
    const bool asked = options_.machine.backend == BackendChoice::cuda;
    std::string obstacle;
    mpi::together(ranks_, [&] {
      try {
        if (!asked && !has_gpu()) throw ResourceError("there is no GPU");
        const std::uint64_t memory = take_gpu_of_rank(ranks_.here());
        options_.device_memory = options_.device_memory == 0 ? memory : std::min(options_.device_memory, memory);
      } catch (const ResourceError& error) {
        if (asked) throw;
        obstacle = error.message();
      }
    });
    const bool some_cannot = mpi::any_of(ranks_, !obstacle.empty());
    run_.note_choice("GPUs", some_cannot ? "none" : "one for each rank",
                     !some_cannot       ? "there are as many"
                     : obstacle.empty() ? "another rank has none"
                                        : obstacle);
    if (some_cannot) options_.machine.backend = BackendChoice::cpu;
  }
  /// Collective: what rank 0 does next.
  Kind next(Kind kind) {
    ranks_.agree(nullptr);
    return mpi::all_of(ranks_, kind)[0];
  }
  std::size_t share_words(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths) {
    const auto count = static_cast<std::size_t>(ranks_.size());
    const std::vector<std::uint64_t> ends = is_first() ? cut_words(words, count) : std::vector<std::uint64_t>{};
    std::vector<std::uint64_t> sizes(words.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = words.offsets[i + 1] - words.offsets[i];
    const std::vector<std::uint64_t> my_sizes = deal<std::uint64_t>(sizes, ends);
    Words mine;
    mine.letters =
        is_first() ? deal<Letter>(words.letters.subspan(words.offsets.front()), letter_ends(words, ends)) : deal<Letter>({}, {});
    for (const std::uint64_t size : my_sizes) mine.offsets.push_back(mine.offsets.back() + size);

    std::vector<Letter> forms(mine.letters.size());
    std::vector<std::uint64_t> form_lengths(my_sizes.size());
    mpi::together(ranks_, [&] {
      form_lengths.resize(group_.reduce_words(mine.ref(), forms, form_lengths, options_, &run_));
      std::size_t end = 0;  // the forms move together: only they travel
      for (std::size_t i = 0; i < form_lengths.size(); ++i) {
        std::copy_n(forms.begin() + static_cast<std::ptrdiff_t>(mine.offsets[i]), form_lengths[i],
                    forms.begin() + static_cast<std::ptrdiff_t>(end));
        end += form_lengths[i];
      }
      forms.resize(end);
    });

    struct Part {
      std::uint64_t words;
      std::uint64_t letters;
    };
    const std::vector<Part> parts = mpi::all_of(ranks_, Part{form_lengths.size(), forms.size()});
    std::vector<Slice> send(count);
    std::vector<Slice> receive(count);
    std::vector<std::vector<std::uint64_t>> all_lengths(count);
    std::vector<std::vector<Letter>> all_forms(count);
    const auto collect = [&](auto& own, auto& all, const auto size) {
      send[0] = slice_of(std::span(own));
      for (std::size_t r = 0; is_first() && r < count; ++r) {
        all[r].resize(size(parts[r]));
        receive[r] = slice_of(std::span(all[r]));
      }
      mpi::exchange(ranks_, send, receive, options_.machine.threads);
    };
    collect(form_lengths, all_lengths, [](const Part& part) { return part.words; });
    collect(forms, all_forms, [](const Part& part) { return part.letters; });

    mpi::stop_together(ranks_, run_);
    std::size_t done = 0;
    for (std::size_t r = 0; r < ends.size(); ++r) {
      std::size_t from = 0;
      for (const std::uint64_t length : all_lengths[r]) {
        std::copy_n(all_forms[r].begin() + static_cast<std::ptrdiff_t>(from), length,
                    out.begin() + static_cast<std::ptrdiff_t>(words.offsets[done]));
        lengths[done++] = length;
        from += length;
      }
      if (done < ends[r]) break;  // this rank was stopped: what others have behind it is lost
    }
    return done;
  }
  std::size_t share_long_word(std::span<const Letter> word, std::span<Letter> out, std::span<std::uint64_t> lengths) {
    const auto count = static_cast<std::size_t>(ranks_.size());
    std::vector<std::uint64_t> ends;
    for (std::size_t r = 0; is_first() && r < count; ++r) ends.push_back(word.size() * (r + 1) / count);
    std::vector<Letter> form = deal<Letter>(word, ends);
    bool stopped = false;
    const auto unless_stopped = [&](const auto& work) {
      mpi::together(ranks_, [&] {
        try {
          work();
        } catch (const LimitReached&) {  // the run is to stop
        }
      });
      stopped = mpi::stop_together(ranks_, run_);
    };
    unless_stopped([&] { form = group_.reduce_letters(form, options_, &run_); });
    for (std::size_t step = 1; step < count && !stopped; step *= 2) {
      const std::vector<Letter> right = pass_on(form, step);
      unless_stopped([&] {
        if (!right.empty()) form = group_.multiply_letters(form, right, options_, &run_);
      });
    }
    if (!is_first() || stopped) return 0;
    std::ranges::copy(form, out.begin());
    lengths[0] = form.size();
    return 1;
  }
  /// Collective: part r of rank 0's items, which end at ends[r], goes to rank r.
  template <class T>
  std::vector<T> deal(std::span<const T> items, std::span<const std::uint64_t> ends) {
    const auto count = static_cast<std::size_t>(ranks_.size());
    std::vector<std::uint64_t> sizes(count);
    std::vector<Slice> send(count);
    for (std::size_t r = 0; r < ends.size(); ++r) {
      const std::uint64_t begin = r == 0 ? 0 : ends[r - 1];
      sizes[r] = ends[r] - begin;
      send[r] = slice_of(items.subspan(begin, sizes[r]));
    }
    const std::vector<std::uint64_t> from = mpi::exchange_counts(ranks_, sizes, 1);
    std::vector<T> mine(from[0]);
    std::vector<Slice> receive(count);
    receive[0] = slice_of(std::span(mine));
    mpi::exchange(ranks_, send, receive, options_.machine.threads);
    return mine;
  }
  /// Collective: every second rank of those that are left, which are `step` apart, gets the form of its right neighbour.
  std::vector<Letter> pass_on(std::vector<Letter>& form, std::size_t step) {
    const std::vector<std::uint64_t> sizes = mpi::all_of(ranks_, std::uint64_t{form.size()});
    std::vector<Slice> send(sizes.size());
    std::vector<Slice> receive(sizes.size());
    std::vector<Letter> received;
    const auto rank = static_cast<std::size_t>(ranks_.rank());
    if (rank % (2 * step) == step) send[rank - step] = slice_of(std::span(form));
    if (rank % (2 * step) == 0 && rank + step < sizes.size()) {
      received.resize(sizes[rank + step]);
      receive[rank + step] = slice_of(std::span(received));
    }
    mpi::exchange(ranks_, send, receive, options_.machine.threads);
    return received;
  }

  const Group& group_;
  ReduceOptions options_;
  RunControl& run_;
  mpi::Communicator& ranks_;
  bool in_batch_ = false;  // on rank 0: the others are not waiting for the next batch
};

}  // namespace

std::unique_ptr<ClusterBackend> make_cluster_backend(const Group& group, const ReduceOptions& options, RunControl& run) {
  return std::make_unique<RankReducer>(group, options, run);
}

}  // namespace wreath::word
