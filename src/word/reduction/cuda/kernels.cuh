// SPDX-License-Identifier: MIT
//
// Reduction on a GPU: one lane a word (or a piece of one, or a joint of two pieces).
//
// The lanes of a warp run in step, and walks come at different letters with different lengths: if a lane walked to the end while
// the others wait, a warp would nearly always wait for some lane. So a lane is a small state machine that in each turn does one
// thing, whatever the others do: push a letter, go one step back, or one step forward. A walk of depth d costs its own lane 2d
// turns, and the others nothing. A lane that has finished its word takes the next one.
//
// Memory of a word of n letters: n cells for the marks, n for the sets of a walk's way back; tables in shared memory. A lane's
// letters come eight at a time.
#pragma once

#include "word/reduction/cuda/device_machine.hpp"
#include "word/reduction/merge.hpp"

namespace wreath::word {

using DeviceLog = std::uint16_t;

/// What a lane works on: word i has letters[offset(i) .. offset(i+1)), and its marks go to the same places of cells.
template <class Cell>
struct DeviceWords {
  const std::uint8_t* letters = nullptr;   // at multiples of 8 bytes, and so much longer
  const std::uint64_t* offsets = nullptr;  // null: words of `base` letters, the last one shorter
  std::uint64_t base = 0;
  std::uint64_t total = 0;  // letters
  std::uint64_t words = 0;
  Cell* cells = nullptr;
  DeviceLog* log = nullptr;
  std::uint64_t* lengths = nullptr;  // of the normal forms; kGivenUp where walks were too long
  unsigned long long* next = nullptr;

  __device__ std::uint64_t offset(std::uint64_t word) const {
    if (offsets != nullptr) return offsets[word];
    const std::uint64_t at = word * base;
    return at < total ? at : total;
  }
};

inline constexpr std::uint64_t kGivenUp = ~std::uint64_t{0};

__device__ inline const std::uint32_t* to_shared(std::uint32_t*& shared, const std::uint32_t* table, std::uint32_t words) {
  if (words == 0) return table;
  for (std::uint32_t i = threadIdx.x; i < words; i += blockDim.x) shared[i] = table[i];
  const std::uint32_t* const copy = shared;
  shared += words;
  return copy;
}

__device__ inline void tables_to_shared(MachineRef& machine, const SharedTables& tables, std::uint32_t* shared) {
  machine.action = to_shared(shared, machine.action, tables.action);
  machine.mark_state = to_shared(shared, machine.mark_state, tables.mark_state);
  machine.diagonal = to_shared(shared, machine.diagonal, tables.diagonal);
  machine.back = to_shared(shared, machine.back, tables.back);
  machine.members = to_shared(shared, machine.members, tables.members);
  machine.choice = to_shared(shared, machine.choice, tables.choice);
  __syncthreads();
}

/// A lane and its word.
template <class Cell>
class Lane {
 public:
  __device__ Lane(const MachineRef& machine, const DeviceWords<Cell>& words) : machine_(machine), words_(words) {}

  __device__ void run() {
    if (!begin_word()) return;
    while (true) {
      switch (doing_) {
        case Doing::push:
          if (at_ == end_) {
            words_.lengths[word_] = given_up_ ? kGivenUp : size_;
            if (!begin_word()) return;
          }
          if (at_ != end_) push(next_letter());
          break;
        case Doing::back: step_back(); break;
        case Doing::forward: step_forward(); break;
      }
    }
  }

 private:
  enum class Doing { push, back, forward };

  __device__ bool begin_word() {
    word_ = atomicAdd(words_.next, 1ULL);
    if (word_ >= words_.words) return false;
    at_ = words_.offset(word_);
    end_ = words_.offset(word_ + 1);
    cells_ = words_.cells + at_;
    log_ = words_.log + at_;
    size_ = 0;
    mark_ = 0;
    given_up_ = false;
    steps_left_ = 4096 + 16 * static_cast<std::int64_t>(end_ - at_);
    letters_ = at_ == end_ ? 0 : *reinterpret_cast<const std::uint64_t*>(words_.letters + (at_ & ~7ULL));
    return true;
  }

  __device__ std::uint32_t next_letter() {
    if ((at_ & 7U) == 0) letters_ = *reinterpret_cast<const std::uint64_t*>(words_.letters + at_);
    const auto g = static_cast<std::uint32_t>(letters_ >> 8 * (at_ & 7U)) & 255U;
    ++at_;
    return g;
  }

  /// Append, replace and cancel by selection; only a walk branches.
  __device__ void push(std::uint32_t g) {
    const std::uint32_t action = machine_.action[mark_ << machine_.letter_bits | g];
    const auto effect = static_cast<Effect>(action & 3U);
    if (effect == Effect::walk) {
      doing_ = Doing::back;
      letter_ = g;
      set_ = g;
      walked_ = size_;
      below_ = mark_;
      return;
    }
    if (effect == Effect::cancel) {
      --size_;
      mark_ = mark_at(size_);
    } else {
      mark_ = action >> 2;
      size_ += effect == Effect::append;
      if (size_ != 0) cells_[size_ - 1] = static_cast<Cell>(mark_);
    }
  }

  __device__ Mark mark_at(std::uint64_t size) const { return size == 0 ? 0 : cells_[size - 1]; }

  /// set_ is that of the place after `walked_` letters, whose mark is below_. It cannot hold the state at first: that would have
  /// been an append.
  __device__ void step_back() {
    if (walked_ != size_) log_[walked_] = static_cast<DeviceLog>(set_);
    set_ = machine_.back[set_ << machine_.letter_bits | machine_.letter(below_)];
    --walked_;
    below_ = mark_at(walked_);
    const std::uint32_t state = machine_.mark_state[below_];
    if (machine_.contains(set_, state)) {
      doing_ = Doing::forward;
      state_ = state;
    } else if (--steps_left_ < 0) {
      given_up_ = true;
      at_ = end_;
      doing_ = Doing::push;
    }
  }

  /// One letter of v after `walked_` letters; below_ is v's last mark, and state_ the multiplier's state.
  __device__ void step_forward() {
    const std::uint32_t x = machine_.letter(cells_[walked_]);
    const Set set = walked_ + 1 == size_ ? letter_ : log_[walked_ + 1];
    const Choice choice = machine_.choose(set, state_, x, letter_);
    if (choice.letter() == machine_.letters) {
      size_ = walked_;
      mark_ = below_;
      doing_ = Doing::push;
      return;
    }
    below_ = machine_.after(below_, choice.letter());
    state_ = choice.state();
    cells_[walked_++] = static_cast<Cell>(below_);
    if (walked_ != size_) return;
    doing_ = Doing::push;
    mark_ = below_;
    if (machine_.label[state_] != machine_.letter_label[letter_]) {
      mark_ = machine_.after(below_, machine_.last[state_ << machine_.letter_bits | letter_] - 1);
      cells_[size_++] = static_cast<Cell>(mark_);
    }
  }

  const MachineRef& machine_;
  const DeviceWords<Cell>& words_;
  std::uint64_t word_ = 0;
  std::uint64_t at_ = 0, end_ = 0;  // the next letter, and where the word ends
  std::uint64_t letters_ = 0;       // the eight of which it is one
  Cell* cells_ = nullptr;
  DeviceLog* log_ = nullptr;
  std::uint64_t size_ = 0;  // of the stack
  Mark mark_ = 0;           // its last
  Doing doing_ = Doing::push;
  // A walk.
  std::uint32_t letter_ = 0;
  Set set_ = 0;
  std::uint64_t walked_ = 0;
  Mark below_ = 0;
  std::uint32_t state_ = 0;
  std::int64_t steps_left_ = 0;
  bool given_up_ = false;
};

template <class Cell>
__global__ void __launch_bounds__(256) reduce_words_kernel(MachineRef machine, SharedTables tables, DeviceWords<Cell> words) {
  extern __shared__ std::uint32_t shared[];
  tables_to_shared(machine, tables, shared);
  Lane<Cell>(machine, words).run();
}

/// One lane a joint of 2*width pieces. *failed becomes 1 where one could not be made within the limits.
template <class Cell>
__global__ void __launch_bounds__(128) join_pieces_kernel(MachineRef machine, PiecesRef<Cell> word, std::uint64_t pieces,
                                                          std::uint64_t width, std::uint32_t* failed) {
  constexpr std::uint32_t kMaxDepth = 255;
  DeviceLog log[kMaxDepth + 1];
  const std::uint64_t first = 2 * width * (blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x);
  if (first + width >= pieces) return;
  const std::uint64_t last = first + 2 * width < pieces ? first + 2 * width : pieces;
  Joint<Cell, DeviceLog> joint(machine, word, log, kMaxDepth, 1 << 14);
  if (!joint.join(first, first + width, last)) *failed = 1;
}

/// The pieces from the lengths of their normal forms.
static __global__ void make_pieces_kernel(const std::uint64_t* lengths, std::uint64_t base, std::uint64_t pieces, Piece* out,
                                          std::uint32_t* failed) {
  const std::uint64_t i = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  if (i >= pieces) return;
  if (lengths[i] == kGivenUp) *failed = 1;
  out[i] = {i * base, i * base + lengths[i]};
}

static __global__ void piece_sizes_kernel(const Piece* pieces, std::uint64_t count, std::uint64_t* sizes) {
  const std::uint64_t i = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  if (i < count) sizes[i] = pieces[i].size();
}

/// One warp a piece: its letters to their place in the result.
template <class Cell>
__global__ void collect_pieces_kernel(PiecesRef<Cell> word, std::uint64_t count, const std::uint64_t* begins, std::uint32_t mask,
                                      std::uint8_t* out) {
  const std::uint64_t piece = (blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x) / 32;
  if (piece >= count) return;
  const Piece from = word.pieces[piece];
  for (std::uint64_t i = threadIdx.x % 32; i < from.size(); i += 32) {
    out[begins[piece] + i] = static_cast<std::uint8_t>(word.cells[from.begin + i] & mask);
  }
}

/// Marks to letters, place by place.
template <class Cell>
__global__ void letters_kernel(const Cell* cells, std::uint64_t count, std::uint32_t mask, std::uint8_t* out) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x; i < count; i += step) {
    out[i] = static_cast<std::uint8_t>(cells[i] & mask);
  }
}

}  // namespace wreath::word
