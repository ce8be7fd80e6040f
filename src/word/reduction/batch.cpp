// SPDX-License-Identifier: MIT
//
// Many words on one core.
//
// A letter's effect depends on the mark before it, so one word is a chain of look-ups, some ten cycles each, in which the core
// mostly waits. Therefore kStreams words go side by side, a letter of each in turn, and append, replace and cancel are one
// sequence of instructions without branches: which of them comes next cannot be predicted. Only walks branch away. A core then
// does a letter in about three cycles.
//
// Walks that are long, or too many, are left to a stack with blocks, which is slower but linear (block_stack.hpp).
#include "word/reduction/batch.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "word/reduction/block_stack.hpp"

namespace wreath::word {

namespace {

constexpr std::size_t kStreams = 4;
constexpr std::uint32_t kLongWalk = 512;
/// Steps of walks that are free, and how many more each letter allows.
constexpr std::int64_t kFreeSteps = 16 * kLongWalk;
constexpr std::int64_t kStepsPerLetter = 16;

template <class Cell>
struct Stream {
  const Letter* in = nullptr;
  const Letter* end = nullptr;
  Cell* top = nullptr;
  std::int64_t steps_left = 0;
  std::size_t word = 0;
  std::vector<Cell> cells;  // cells[1] is the bottom; the one before it is read in vain
};

template <class Cell>
class Batch {
 public:
  Batch(const Machine& machine, const WordsRef& words, Letter* out, std::uint64_t* lengths)
      : machine_(machine.ref()), words_(words), out_(out), lengths_(lengths) {}

  void run() {
    std::size_t active = 0;
    while (active < kStreams && begin_word(streams_[active])) ++active;
    while (active == kStreams) {
      advance<kStreams>();
      for (std::size_t i = 0; i < active;) {
        if (streams_[i].in != streams_[i].end) {
          ++i;
        } else {
          finish_word(streams_[i]);
          if (!begin_word(streams_[i])) std::swap(streams_[i], streams_[--active]);
        }
      }
    }
    for (; active != 0; --active) {  // the last few, one by one
      std::swap(streams_[0], streams_[active - 1]);
      while (streams_[0].in != streams_[0].end) advance<1>();
      finish_word(streams_[0]);
    }
  }

 private:
  bool begin_word(Stream<Cell>& stream) {
    if (next_ == words_.size()) return false;
    const auto word = words_[next_];
    if (stream.cells.size() < word.size() + 4) stream.cells.resize(std::max(word.size() + 4, 2 * stream.cells.size()));
    stream.in = word.data();
    stream.end = word.data() + word.size();
    stream.cells[1] = 0;
    stream.top = stream.cells.data() + 1;
    stream.steps_left = kFreeSteps + kStepsPerLetter * static_cast<std::int64_t>(word.size());
    stream.word = next_++;
    return true;
  }

  void finish_word(Stream<Cell>& stream) {
    if (stream.top == nullptr) return;  // a stack with blocks has finished it
    const auto size = static_cast<std::size_t>(stream.top - stream.cells.data()) - 1;
    const Cell* const cells = stream.cells.data() + 2;
    Letter* const out = out_ + words_.offsets[stream.word];
    const auto mask = static_cast<Cell>(machine_.letter_mask);
    for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<Letter>(cells[i] & mask);
    lengths_[stream.word] = size;
  }

  /// As many letters of each of the first `Count` streams as the one with the fewest has.
  template <std::size_t Count>
  void advance() {
    std::array<const Letter*, Count> in;
    std::array<Cell*, Count> top;
    std::array<Mark, Count> mark;
    std::ptrdiff_t steps = streams_[0].end - streams_[0].in;
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
          if (top[i] == nullptr) {  // finished otherwise: go on with an idle stream until the others are at the same step
            streams_[i].cells[1] = 0;
            top[i] = streams_[i].cells.data() + 1;
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
    for (std::size_t i = 0; i < Count; ++i) {
      if (streams_[i].top == nullptr) continue;
      streams_[i].in = in[i] + step;
      streams_[i].top = top[i];
    }
  }

  /// The walk of the letter at `in`. Where it takes too long the whole rest of the word is done by a stack with blocks, and
  /// nothing is returned.
  [[gnu::noinline]] Cell* walk(Stream<Cell>& stream, Cell* top, const Letter* in) {
    const auto size = static_cast<std::uint32_t>(std::min<std::ptrdiff_t>(top - (stream.cells.data() + 1), kLongWalk));
    const WayBack way = walk_back(machine_, top, size, *in, log_.data());
    stream.steps_left -= way.depth;
    if (!way.found || stream.steps_left < 0) {
      finish_with_blocks(stream, top, in);
      return nullptr;
    }
    const Mark mark = top[-static_cast<std::ptrdiff_t>(way.depth)];
    return top +
        walk_forward(machine_, top, way.depth, *in, log_.data(), Pair{machine_.mark_state[mark], machine_.diagonal[mark]});
  }

  void finish_with_blocks(Stream<Cell>& stream, const Cell* top, const Letter* in) {
    Letter* const out = out_ + words_.offsets[stream.word];
    const Cell* const cells = stream.cells.data() + 2;
    const auto size = static_cast<std::size_t>(top + 1 - cells);
    for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<Letter>(machine_.letter(cells[i]));
    BlockStack stack(machine_);
    stack.assign({out, size});
    for (; in != stream.end; ++in) stack.push(*in);
    stack.write(out);
    lengths_[stream.word] = stack.size();
    stream.in = stream.end;
    stream.top = nullptr;
  }

  MachineRef machine_;
  WordsRef words_;
  Letter* out_;
  std::uint64_t* lengths_;
  std::size_t next_ = 0;
  std::array<Stream<Cell>, kStreams> streams_;
  std::array<Set, kLongWalk + 1> log_{};
};

}  // namespace

void reduce_words(const Machine& machine, const WordsRef& words, Letter* out, std::uint64_t* lengths) {
  if (machine.ref().marks <= 1U << 8) {
    Batch<std::uint8_t>(machine, words, out, lengths).run();
  } else if (machine.ref().marks <= 1U << 16) {
    Batch<std::uint16_t>(machine, words, out, lengths).run();
  } else {
    Batch<std::uint32_t>(machine, words, out, lengths).run();
  }
}

}  // namespace wreath::word
