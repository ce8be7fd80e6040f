// SPDX-License-Identifier: MIT
//
// Many words on one core.
//
// A letter's effect depends on the mark before it, so one word is a chain of look-ups, some ten cycles each, in which the core
// mostly waits. Therefore tuning::kStreams words go side by side, a letter of each in turn, and append, replace and cancel are
// one sequence of instructions without branches: which of them comes next cannot be predicted. Only walks branch away. A core
// then does a letter in about three cycles.
//
// A walk costs a hundred cycles, mostly because its length cannot be predicted either. What it does is a function of the letter
// and of the marks that it passes; so the last kTail marks before it and after it are kept in a small table, and most walks are
// one look-up.
//
// Walks that are long, or too many, are left to a stack that remembers them, which is slower but linear (long_walk_stack.hpp).
#include "word/reduction/reducer.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "word/reduction/long_walk_stack.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

namespace {

constexpr std::ptrdiff_t kLettersPerLook = 1 << 20;
/// Steps of walks that are free, and how many more each letter allows.
constexpr std::int64_t kFreeSteps = 16 * tuning::kLongWalk;
constexpr std::int64_t kStepsPerLetter = 16;

/// What a short walk does to the end of a stack.
constexpr std::size_t kTail = 8;
template <class Cell>
struct Remembered {
  std::array<Cell, kTail> before{};
  std::array<Cell, kTail + 1> after{};
  std::uint8_t letter = 0xFF;
  std::int8_t growth = 0;
};

/// A table of them, made when there have been enough walks to pay for it.
template <class Cell>
class WalkMemory {
 public:
  bool ready() {
    if (table_.empty() && ++walks_ == kWalksBefore) table_.resize(1U << kBits);
    return !table_.empty();
  }
  /// Where a walk of g on a stack that ends so is kept, if it is.
  Remembered<Cell>& find(const Cell* top, std::uint32_t g) {
    std::array<std::uint64_t, kTail * sizeof(Cell) / 8> words;
    std::memcpy(words.data(), top + 1 - kTail, sizeof words);
    std::uint64_t hash = g;
    for (const std::uint64_t word : words) hash = (hash ^ word) * 0x9FB21C651E98DF25U;
    return table_[hash >> (64 - kBits)];
  }
  static bool fits(const Remembered<Cell>& found, const Cell* top, std::uint32_t g) {
    return found.letter == g && std::memcmp(found.before.data(), top + 1 - kTail, sizeof found.before) == 0;
  }

 private:
  static constexpr int kBits = 11;
  static constexpr std::uint32_t kWalksBefore = 256;
  std::vector<Remembered<Cell>> table_;
  std::uint32_t walks_ = 0;
};

template <class Cell>
struct WordStream {
  const Letter* in = nullptr;
  const Letter* end = nullptr;
  Cell* top = nullptr;
  std::int64_t steps_left = 0;
  std::size_t word = 0;
  std::vector<Cell> cells;  // cells[kTail] is the bottom; what lies below it is read in vain
};

/// Out is what is written of each mark: its letter, or all of it.
template <class Cell, class Out>
class WordBatch {
 public:
  WordBatch(const ReductionMachine& machine, const WordsRef& words, Out* out, std::uint64_t* lengths, std::uint32_t out_mask,
            StopCheck stop)
      : machine_(machine.ref()),
        words_(words),
        out_(out),
        lengths_(lengths),
        out_mask_(static_cast<Cell>(out_mask)),
        stop_(stop) {}

  void run() {
    std::size_t active = 0;
    while (active < tuning::kStreams && begin_word(streams_[active])) ++active;
    while (active == tuning::kStreams) {
      advance<tuning::kStreams>();
      for (std::size_t i = 0; i < active;) {
        if (streams_[i].in != streams_[i].end) {
          ++i;
        } else {
          finish_word(streams_[i]);
          if (!begin_word(streams_[i])) std::swap(streams_[i], streams_[--active]);
        }
      }
    }
    for (std::size_t i = 0; i < active; ++i) {  // the last few, one by one
      std::swap(streams_[0], streams_[i]);
      while (streams_[0].in != streams_[0].end) advance<1>();
      finish_word(streams_[0]);
    }
  }

 private:
  bool begin_word(WordStream<Cell>& stream) {
    if (next_ == words_.size()) return false;
    const auto word = words_[next_];
    const std::size_t room = kTail + word.size() + 2;
    if (stream.cells.size() < room) stream.cells.resize(std::max(room, 2 * stream.cells.size()));
    stream.in = word.data();
    stream.end = word.data() + word.size();
    stream.top = stream.cells.data() + kTail;
    *stream.top = 0;
    stream.steps_left = kFreeSteps + kStepsPerLetter * static_cast<std::int64_t>(word.size());
    stream.word = next_++;
    return true;
  }

  void finish_word(WordStream<Cell>& stream) {
    if (stream.top == nullptr) return;  // it was finished with long walks
    const Cell* const cells = stream.cells.data() + kTail + 1;
    const auto size = static_cast<std::size_t>(stream.top + 1 - cells);
    Out* const out = out_ + words_.offsets[stream.word];
    const Cell mask = out_mask_;
    for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<Out>(cells[i] & mask);
    lengths_[stream.word] = size;
  }

  /// As many letters of each of the first `Count` streams as the one with the fewest has, or kLettersPerLook.
  template <std::size_t Count>
  void advance() {
    std::array<const Letter*, Count> in;
    std::array<Cell*, Count> top;
    std::array<Mark, Count> mark;
    std::ptrdiff_t steps = kLettersPerLook;
    for (std::size_t i = 0; i < Count; ++i) {
      in[i] = streams_[i].in;
      top[i] = streams_[i].top;
      mark[i] = *top[i];
      steps = std::min(steps, streams_[i].end - streams_[i].in);
    }
    const std::uint32_t* const actions = machine_.action;
    const std::uint32_t bits = machine_.letter_bits;
    std::ptrdiff_t step = 0;
    bool go = true;
    for (; step < steps && go; ++step) {
#pragma GCC unroll 8
      for (std::size_t i = 0; i < Count; ++i) {
        const Mark below = top[i][-1];
        const std::uint32_t action = actions[mark[i] << bits | in[i][step]];
        const std::uint32_t effect = action & 3U;
        if (effect == static_cast<std::uint32_t>(Effect::walk)) [[unlikely]] {
          top[i] = walk(streams_[i], top[i], in[i] + step);
          if (top[i] == nullptr) {  // finished otherwise: continue with an idle stream until the others are at the same step
            top[i] = streams_[i].cells.data() + kTail;
            *top[i] = 0;
            go = false;
          }
          mark[i] = *top[i];
        } else {
          top[i] += 1 - static_cast<std::ptrdiff_t>(effect);
          mark[i] = effect == static_cast<std::uint32_t>(Effect::cancel) ? below : action >> 2;
          *top[i] = static_cast<Cell>(mark[i]);
        }
      }
    }
    stop_.spend(Count * static_cast<std::size_t>(step));
    for (std::size_t i = 0; i < Count; ++i) {
      if (streams_[i].top == nullptr) continue;
      streams_[i].in = in[i] + step;
      streams_[i].top = top[i];
    }
  }

  /// The walk of the letter at `in`. Where it takes too long the whole rest of the word is done by another stack, and nothing is
  /// returned.
  Cell* walk(WordStream<Cell>& stream, Cell* top, const Letter* in) {
    if (!memory_.ready()) return walk_anew(stream, top, in, nullptr);
    Remembered<Cell>& found = memory_.find(top, *in);
    if (!WalkMemory<Cell>::fits(found, top, *in)) return walk_anew(stream, top, in, &found);
    std::memcpy(top + 1 - kTail, found.after.data(), sizeof found.after);
    return top + found.growth;
  }

  [[gnu::noinline]] Cell* walk_anew(WordStream<Cell>& stream, Cell* top, const Letter* in, Remembered<Cell>* memory) {
    const auto size =
        static_cast<std::uint32_t>(std::min<std::ptrdiff_t>(top - (stream.cells.data() + kTail), tuning::kLongWalk));
    const WayBack way = walk_back(machine_, top, size, *in, log_.data());
    stream.steps_left -= way.depth;
    if (!way.found || stream.steps_left < 0) {
      finish_with_memory(stream, top, in);
      return nullptr;
    }
    if (way.depth >= kTail) memory = nullptr;
    if (memory != nullptr) std::copy_n(top + 1 - kTail, kTail, memory->before.begin());
    const Mark mark = top[-static_cast<std::ptrdiff_t>(way.depth)];
    const int growth = walk_forward(machine_, top, way.depth, *in, log_.data(), Pair{machine_.mark_state[mark], mark});
    if (memory != nullptr) {
      std::copy_n(top + 1 - kTail, kTail + 1, memory->after.begin());
      memory->letter = *in;
      memory->growth = static_cast<std::int8_t>(growth);
    }
    return top + growth;
  }

  void finish_with_memory(WordStream<Cell>& stream, const Cell* top, const Letter* in) {
    LongWalkStack stack(machine_, words_[stream.word].size(), stop_);
    for (const Cell* cell = stream.cells.data() + kTail + 1; cell <= top; ++cell) stack.append(*cell);
    for (; in != stream.end; ++in) stack.push(*in);
    Out* const out = out_ + words_.offsets[stream.word];
    stack.for_each_mark([&](std::size_t i, Mark mark) { out[i] = static_cast<Out>(mark & out_mask_); });
    lengths_[stream.word] = stack.size();
    stream.in = stream.end;
    stream.top = nullptr;
  }

  MachineRef machine_;
  WordsRef words_;
  Out* out_;
  std::uint64_t* lengths_;
  Cell out_mask_;
  StopCheck stop_;
  std::size_t next_ = 0;
  std::array<WordStream<Cell>, tuning::kStreams> streams_;
  WalkMemory<Cell> memory_;
  std::array<Set, tuning::kLongWalk + 1> log_{};
};

}  // namespace

void reduce_words(const ReductionMachine& machine, const WordsRef& words, Letter* out, std::uint64_t* lengths, StopCheck stop) {
  dispatch_cell(machine.ref(), [&]<class Cell>(Cell) {
    WordBatch<Cell, Letter>(machine, words, out, lengths, machine.ref().letter_mask, stop).run();
  });
}

template <class Cell>
void reduce_to_marks(const ReductionMachine& machine, const WordsRef& words, Cell* out, std::uint64_t* lengths, StopCheck stop) {
  WordBatch<Cell, Cell>(machine, words, out, lengths, ~0U, stop).run();
}
template void reduce_to_marks(const ReductionMachine&, const WordsRef&, std::uint8_t*, std::uint64_t*, StopCheck);
template void reduce_to_marks(const ReductionMachine&, const WordsRef&, std::uint16_t*, std::uint64_t*, StopCheck);
template void reduce_to_marks(const ReductionMachine&, const WordsRef&, std::uint32_t*, std::uint64_t*, StopCheck);

}  // namespace wreath::word
