// SPDX-License-Identifier: MIT
//
// Reduction on a GPU: one lane a word (or a piece of one, or a joint of two pieces).
//
// The lanes of a warp run in step, and walks come at different letters with different lengths: if a lane walked to the end while
// the others wait, a warp would nearly always wait for some lane. So a lane is a small state machine that in each turn does one
// thing, whatever the others do: push a letter, go one step back, or one step forward. A walk of depth d costs its own lane 2d
// turns, and the others nothing. A lane that has finished its word takes the next one.
//
// The last chunks of a stack, 8 bytes each, are in registers, and so are the sets of a walk's last steps: a byte written to
// memory costs as much as 32, and most walks are short. Memory of a word of n letters: n cells for marks and n for sets, tables
// in shared memory. A lane's letters come eight at a time.
#pragma once

#include "word/reduction/merge.hpp"

namespace wreath::word {

/// Which tables of a machine go to shared memory: as many words of it as there is room for, the most used tables first. A table
/// that has no room stays where it is.
struct SharedTables {
  std::uint32_t action = 0, mark_state = 0, diagonal = 0, back = 0, members = 0, choice = 0;  // their words; 0: stays
  std::uint32_t words() const { return action + mark_state + diagonal + back + members + choice; }
};

using DeviceLog = std::uint16_t;

/// What lanes work on: word i is letters[offset(i) .. offset(i+1)), and its marks begin at cells[cell_offset(i)].
template <class Cell>
struct DeviceWords {
  const std::uint8_t* letters = nullptr;   // at multiples of 8 bytes, and so much longer
  const std::uint64_t* offsets = nullptr;  // null: words of `base` letters, the last one shorter
  std::uint64_t base = 0;                  // a multiple of 8
  std::uint64_t total = 0;                 // letters
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
  /// At a multiple of 8 cells, with room up to the next word's.
  __device__ std::uint64_t cell_offset(std::uint64_t word) const {
    return offsets != nullptr ? (offsets[word] & ~7ULL) + 8 * word : word * base;
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

/// A lane's stack. The chunk in which it ends is in `current_`, the one below in `previous_`. Memory has all chunks below the
/// current one.
template <class Cell>
class LaneStack {
 public:
  __device__ void begin(Cell* cells) {
    cells_ = cells;
    size_ = 0;
    mark_ = 0;
  }
  __device__ std::uint32_t size() const { return size_; }
  __device__ Mark top() const { return mark_; }

  __device__ void append(Mark mark) {
    if (size_ % kPerChunk == 0 && size_ != 0) {
      chunks()[size_ / kPerChunk - 1] = current_;
      previous_ = current_;
    }
    insert(current_, size_, mark);
    ++size_;
    mark_ = mark;
  }
  __device__ void replace(Mark mark) {
    if (size_ != 0) insert(current_, size_ - 1, mark);
    mark_ = mark;
  }
  __device__ void cancel() {
    --size_;
    if (size_ % kPerChunk == 0) {
      current_ = previous_;
      if (size_ >= 2 * kPerChunk) previous_ = chunks()[size_ / kPerChunk - 2];
    }
    mark_ = get(size_);
  }

  /// The mark after this number of letters.
  __device__ Mark get(std::uint32_t letters) const {
    if (letters == 0) return 0;
    const std::uint32_t at = letters - 1;
    const std::uint32_t below = (size_ - 1) / kPerChunk - at / kPerChunk;
    if (size_ == 0 || below > 1) return cells_[at];
    return static_cast<Cell>((below == 0 ? current_ : previous_) >> kBits * (at % kPerChunk));
  }
  __device__ void set(std::uint32_t letters, Mark mark) {
    const std::uint32_t at = letters - 1;
    const std::uint32_t below = (size_ - 1) / kPerChunk - at / kPerChunk;
    if (letters == size_) mark_ = mark;
    if (below == 0) {
      insert(current_, at, mark);
    } else {
      if (below == 1) insert(previous_, at, mark);
      cells_[at] = static_cast<Cell>(mark);
    }
  }

  /// Leaves everything in memory.
  __device__ void finish() {
    if (size_ != 0) chunks()[(size_ - 1) / kPerChunk] = current_;
  }

 private:
  static constexpr std::uint32_t kPerChunk = 8 / sizeof(Cell);
  static constexpr std::uint32_t kBits = 8 * sizeof(Cell);

  __device__ std::uint64_t* chunks() const { return reinterpret_cast<std::uint64_t*>(cells_); }
  __device__ static void insert(std::uint64_t& chunk, std::uint32_t at, Mark mark) {
    const std::uint32_t shift = kBits * (at % kPerChunk);
    chunk = (chunk & ~(std::uint64_t{static_cast<Cell>(~0U)} << shift)) | std::uint64_t{mark} << shift;
  }

  Cell* cells_ = nullptr;
  std::uint64_t current_ = 0;
  std::uint64_t previous_ = 0;
  std::uint32_t size_ = 0;
  Mark mark_ = 0;  // the last
};

/// The sets of a way back: the first eight in registers.
class LaneLog {
 public:
  __device__ void begin(DeviceLog* memory) { memory_ = memory; }
  __device__ void put(std::uint32_t depth, Set set) {
    if (depth >= 8) {
      memory_[depth] = static_cast<DeviceLog>(set);
    } else if (depth >= 4) {
      insert(high_, depth, set);
    } else {
      insert(low_, depth, set);
    }
  }
  __device__ Set get(std::uint32_t depth) const {
    if (depth >= 8) return memory_[depth];
    return static_cast<DeviceLog>((depth >= 4 ? high_ : low_) >> 16 * (depth % 4));
  }

 private:
  __device__ static void insert(std::uint64_t& word, std::uint32_t at, Set set) {
    const std::uint32_t shift = 16 * (at % 4);
    word = (word & ~(std::uint64_t{0xFFFF} << shift)) | std::uint64_t{set} << shift;
  }

  DeviceLog* memory_ = nullptr;
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
};

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
            stack_.finish();
            words_.lengths[word_] = given_up_ ? kGivenUp : stack_.size();
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
    const std::uint64_t cells = words_.cell_offset(word_);
    stack_.begin(words_.cells + cells);
    log_.begin(words_.log + cells);
    given_up_ = end_ - at_ > 0x7FFFFFFFU;  // a stack's size has 32 bits
    if (given_up_) at_ = end_;
    steps_left_ = 4096 + 16 * static_cast<std::int64_t>(end_ - at_);
    if (at_ != end_) letters_ = *reinterpret_cast<const std::uint64_t*>(words_.letters + (at_ & ~7ULL));
    return true;
  }

  __device__ std::uint32_t next_letter() {
    if ((at_ & 7U) == 0) letters_ = *reinterpret_cast<const std::uint64_t*>(words_.letters + at_);
    const auto g = static_cast<std::uint32_t>(letters_ >> 8 * (at_ & 7U)) & 255U;
    ++at_;
    return g;
  }

  __device__ void push(std::uint32_t g) {
    const std::uint32_t action = machine_.action[stack_.top() << machine_.letter_bits | g];
    switch (static_cast<Effect>(action & 3U)) {
      case Effect::append: stack_.append(action >> 2); break;
      case Effect::replace: stack_.replace(action >> 2); break;
      case Effect::cancel: stack_.cancel(); break;
      case Effect::walk:
        doing_ = Doing::back;
        letter_ = g;
        set_ = g;
        depth_ = 0;
        mark_ = stack_.top();
        break;
    }
  }

  /// set_ is that of the place `depth_` letters before the top, whose mark is mark_, and does not hold its state. (At the top it
  /// cannot: that would have been an append.)
  __device__ void step_back() {
    log_.put(depth_, set_);
    set_ = machine_.back[set_ << machine_.letter_bits | machine_.letter(mark_)];
    ++depth_;
    mark_ = stack_.get(stack_.size() - depth_);
    const std::uint32_t state = machine_.mark_state[mark_];
    if (machine_.contains(set_, state)) {
      doing_ = Doing::forward;
      state_ = state;
    } else if (--steps_left_ < 0) {
      given_up_ = true;
      at_ = end_;
      doing_ = Doing::push;
    }
  }

  /// One letter of v, `depth_` letters before the top; mark_ is v's last mark, and state_ the multiplier's state.
  __device__ void step_forward() {
    const std::uint32_t letters = stack_.size() - depth_ + 1;
    --depth_;
    const NextLetter choice = machine_.choose(log_.get(depth_), state_, machine_.letter(stack_.get(letters)), letter_);
    if (choice.letter() == machine_.letters) {  // it is the last letter
      stack_.cancel();
      doing_ = Doing::push;
      return;
    }
    mark_ = machine_.after(mark_, choice.letter());
    state_ = choice.state();
    stack_.set(letters, mark_);
    if (depth_ != 0) return;
    doing_ = Doing::push;
    if (!machine_.ends(state_, letter_)) {
      stack_.append(machine_.after(mark_, machine_.last[state_ << machine_.letter_bits | letter_] - 1));
    }
  }

  const MachineRef& machine_;
  const DeviceWords<Cell>& words_;
  std::uint64_t word_ = 0;
  std::uint64_t at_ = 0, end_ = 0;  // the next letter, and where the word ends
  std::uint64_t letters_ = 0;       // the eight of which it is one
  LaneStack<Cell> stack_;
  Doing doing_ = Doing::push;
  // A walk.
  LaneLog log_;
  std::uint32_t letter_ = 0;
  std::uint32_t depth_ = 0;
  Set set_ = 0;
  Mark mark_ = 0;
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
static __global__ void make_pieces_kernel(const std::uint64_t* lengths, std::uint64_t base, std::uint64_t pieces, WordPiece* out,
                                          std::uint32_t* failed) {
  const std::uint64_t i = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  if (i >= pieces) return;
  if (lengths[i] == kGivenUp) *failed = 1;
  out[i] = {i * base, i * base + lengths[i]};
}

static __global__ void piece_sizes_kernel(const WordPiece* pieces, std::uint64_t count, std::uint64_t* sizes) {
  const std::uint64_t i = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  if (i < count) sizes[i] = pieces[i].size();
}

/// One warp a piece: its letters to their place in the result.
template <class Cell>
__global__ void collect_pieces_kernel(PiecesRef<Cell> word, std::uint64_t count, const std::uint64_t* begins, std::uint32_t mask,
                                      std::uint8_t* out) {
  const std::uint64_t piece = (blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x) / 32;
  if (piece >= count) return;
  const WordPiece from = word.pieces[piece];
  for (std::uint64_t i = threadIdx.x % 32; i < from.size(); i += 32) {
    out[begins[piece] + i] = static_cast<std::uint8_t>(word.cells[from.begin + i] & mask);
  }
}

/// One warp a word: its letters, in place of the word's.
template <class Cell>
__global__ void letters_kernel(DeviceWords<Cell> words, std::uint32_t mask, std::uint8_t* out) {
  const std::uint64_t warps = std::uint64_t{gridDim.x} * blockDim.x / 32;
  for (std::uint64_t word = (blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x) / 32; word < words.words; word += warps) {
    if (words.lengths[word] == kGivenUp) continue;
    const Cell* const cells = words.cells + words.cell_offset(word);
    std::uint8_t* const to = out + words.offset(word);
    for (std::uint64_t i = threadIdx.x % 32; i < words.lengths[word]; i += 32) to[i] = static_cast<std::uint8_t>(cells[i] & mask);
  }
}

}  // namespace wreath::word
