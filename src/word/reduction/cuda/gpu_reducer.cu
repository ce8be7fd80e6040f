// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cub/device/device_scan.cuh>
#include <optional>
#include <vector>

#include "core/cuda/buffer.hpp"
#include "core/cuda/event.hpp"
#include "core/cuda/stream.hpp"
#include "core/cuda/take_gpu.hpp"
#include "core/cuda/transfer.hpp"
#include "core/text/option.hpp"
#include "word/reduction/backend.hpp"
#include "word/reduction/cuda/kernels.cuh"
#include "wreath/gpu.hpp"

namespace wreath::word {

namespace {

constexpr unsigned kThreads = 256;
constexpr std::size_t kSharedRoom = 100 << 10;  // two blocks on a multiprocessor of 227 KiB

/// The tables of reduction in the memory of a GPU, one after the other in the order of MachineRef's arrays.
class DeviceMachine {
 public:
  DeviceMachine(const ReductionMachine& machine, cudaStream_t stream) : ref_(machine.ref()) {
    std::vector<std::uint32_t> words;
    machine.for_each_table([&](auto, const auto& table) { words.insert(words.end(), table.begin(), table.end()); });
    memory_ = cuda::Buffer<std::uint32_t>(words.size());
    memory_.upload(words, stream);
    WREATH_CUDA(cudaStreamSynchronize(stream));
    const std::uint32_t* at = memory_.data();
    machine.for_each_table([&](auto member, const auto& table) {
      ref_.*member = at;
      at += table.size();
    });
  }

  const MachineRef& ref() const noexcept { return ref_; }

 private:
  MachineRef ref_;
  cuda::Buffer<std::uint32_t> memory_;
};

SharedTables choose_shared_tables(const MachineRef& machine, std::size_t room) {
  SharedTables shared;
  std::size_t left = room / sizeof(std::uint32_t);
  const auto take = [&](std::uint32_t& words, std::size_t size) {
    if (size > left) return;
    words = static_cast<std::uint32_t>(size);
    left -= size;
  };
  take(shared.action, std::size_t{machine.marks} << machine.letter_bits);
  take(shared.mark_state, machine.marks);
  take(shared.diagonal, machine.marks);
  take(shared.back, std::size_t{machine.sets} << machine.letter_bits);
  take(shared.members, std::size_t{machine.sets} * machine.set_words);
  take(shared.choice, std::size_t{machine.states} << machine.letter_bits);
  return shared;
}

/// Memory for a number of letters and words, kept from batch to batch.
struct Room {
  std::uint64_t letters = 0;
  std::uint64_t words = 0;
  cuda::Buffer<std::uint8_t> in;
  cuda::Buffer<std::uint8_t> cells;
  cuda::Buffer<DeviceLog> log;
  cuda::Buffer<std::uint64_t> offsets;
  cuda::Buffer<std::uint64_t> lengths;
  cuda::Buffer<unsigned long long> next;
};

class GpuReducer final : public DeviceReducer {
 public:
  GpuReducer(const ReductionMachine& machine, std::uint64_t memory)
      : device_(machine, stream_), transfer_(stream_), memory_(memory) {
    const MachineRef& ref = device_.ref();
    if (ref.sets > 1U << 16 || ref.marks > 1U << 16) {
      throw InputError("the tables of this group are too large for the GPU (at most 65536 sets and marks); use " +
                       option("backend", "cpu"));
    }
    cell_bytes_ = fits_cell<std::uint8_t>(ref) ? 1 : 2;
    shared_ = choose_shared_tables(ref, kSharedRoom);
    int device = 0;
    WREATH_CUDA(cudaGetDevice(&device));
    WREATH_CUDA(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device));
    room_.next = cuda::Buffer<unsigned long long>(1);
  }

  std::size_t reduce(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths, RunControl* run) override {
    std::size_t done = 0;
    while (done < words.size() && (run == nullptr || !run->should_stop())) {
      const std::size_t end = batch_end(words, done);
      if (end == done) {  // one word alone does not fit
        lengths[done++] = kLeftToHost;
        continue;
      }
      const WordsRef batch{words.letters, words.offsets.subspan(done, end - done + 1)};
      send(batch);
      launch_words();
      write_letters();
      const std::uint64_t begin = batch.offsets.front();
      transfer_.fetch(out.data() + begin, room_.in.data(), room_.letters);
      transfer_.fetch(lengths.data() + done, room_.lengths.data(), batch.size() * sizeof(std::uint64_t));
      done = end;
      if (run != nullptr) run->report({.phase = "reduce", .done = done, .total = words.size(), .unit = "words"});
    }
    return done;
  }

  std::optional<std::size_t> reduce(std::span<const Letter> word, Letter* out, std::size_t base_length) override {
    if (word.empty()) return 0;
    const std::size_t base = base_of(word.size(), base_length);
    if (bytes_for(word.size(), word.size() / base + 1) > memory()) return std::nullopt;
    send_pieces(word, base);
    if (!join_all()) return std::nullopt;
    const std::size_t length = collect();
    transfer_.fetch(out, room_.in.data(), length);
    return length;
  }

  double time_words(const WordsRef& words, unsigned repetitions) override {
    send(words);
    double best = 1e300;
    for (unsigned i = 0; i < repetitions; ++i) {
      best = std::min(best, seconds_of([&] { launch_words(); }));
    }
    return best;
  }

  double time_word(std::span<const Letter> word, std::size_t base_length, unsigned repetitions) override {
    double best = 1e300;
    for (unsigned i = 0; i < repetitions; ++i) {
      send_pieces(word, base_of(word.size(), base_length));
      bool joined = true;
      const double seconds = seconds_of([&] {
        joined = join_all();
        if (joined) collect();
      });
      if (!joined) return best;
      best = std::min(best, seconds);
    }
    return best;
  }

 private:
  template <class Work>
  double seconds_of(const Work& work) {
    const cuda::Event begin;
    const cuda::Event end;
    WREATH_CUDA(cudaEventRecord(begin, stream_));
    work();
    WREATH_CUDA(cudaEventRecord(end, stream_));
    WREATH_CUDA(cudaEventSynchronize(end));
    return cuda::milliseconds(begin, end) / 1e3;
  }
  std::uint64_t memory() const {
    if (memory_ != 0) return memory_;
    std::size_t free = 0;
    std::size_t total = 0;
    WREATH_CUDA(cudaMemGetInfo(&free, &total));
    const std::uint64_t held = room_.in.size() == 0 ? 0 : bytes_for(room_.in.size(), room_.lengths.size());
    return static_cast<std::uint64_t>(0.9 * static_cast<double>(free + held));
  }
  std::uint64_t bytes_for(std::uint64_t letters, std::uint64_t words) const {
    return letters + (letters + 8 * words) * (cell_bytes_ + sizeof(DeviceLog)) + words * 48 + (1U << 20);
  }

  /// Words from `begin` on that fit together.
  std::size_t batch_end(const WordsRef& words, std::size_t begin) const {
    const std::uint64_t most = memory();
    const auto fits = [&](std::size_t end) { return bytes_for(words.offsets[end] - words.offsets[begin], end - begin) <= most; };
    if (fits(words.size())) return words.size();
    std::size_t low = begin;
    std::size_t high = words.size();
    while (high - low > 1) {
      const std::size_t middle = low + (high - low) / 2;
      (fits(middle) ? low : high) = middle;
    }
    return low;
  }

  void take_room(std::uint64_t letters, std::uint64_t words) {
    if (room_.in.size() < letters + 16 || room_.lengths.size() < words) {
      room_.in = {};
      room_.cells = {};
      room_.log = {};
      room_.offsets = {};
      room_.lengths = {};
      room_.in = cuda::Buffer<std::uint8_t>(letters + 16);
      room_.cells = cuda::Buffer<std::uint8_t>((letters + 8 * words + 16) * cell_bytes_);
      room_.log = cuda::Buffer<DeviceLog>(letters + 8 * words + 16);
      room_.offsets = cuda::Buffer<std::uint64_t>(words + 1);
      room_.lengths = cuda::Buffer<std::uint64_t>(words);
    }
    room_.letters = letters;
    room_.words = words;
  }

  void send(const WordsRef& words) {
    const std::uint64_t begin = words.offsets.front();
    take_room(words.offsets.back() - begin, words.size());
    std::vector<std::uint64_t> offsets(words.offsets.begin(), words.offsets.end());
    for (std::uint64_t& offset : offsets) offset -= begin;
    transfer_.send(room_.in.data(), words.letters.data() + begin, room_.letters);
    transfer_.send(room_.offsets.data(), offsets.data(), offsets.size() * sizeof(std::uint64_t));
    stream_.wait();
    base_ = 0;
  }

  std::size_t base_of(std::size_t letters, std::size_t base_length) const {
    // Enough pieces for all lanes, and not too many joints.
    const std::size_t lanes = std::size_t{1024} * static_cast<std::size_t>(multiprocessors_);
    if (base_length == 0) base_length = std::clamp<std::size_t>(letters / lanes, 32, 1024);
    return (base_length + 7) / 8 * 8;
  }

  void send_pieces(std::span<const Letter> word, std::size_t base) {
    take_room(word.size(), word.size() / base + (word.size() % base != 0));
    transfer_.send(room_.in.data(), word.data(), word.size());
    stream_.wait();
    base_ = base;
  }

  template <class Use>
  void with_cells(const Use& use) {
    if (cell_bytes_ == 1) {
      use(reinterpret_cast<std::uint8_t*>(room_.cells.data()));
    } else {
      use(reinterpret_cast<std::uint16_t*>(room_.cells.data()));
    }
  }

  template <class Cell>
  DeviceWords<Cell> device_words(Cell* cells) {
    return {.letters = room_.in.data(),
            .offsets = base_ == 0 ? room_.offsets.data() : nullptr,
            .base = base_,
            .total = room_.letters,
            .words = room_.words,
            .cells = cells,
            .log = room_.log.data(),
            .lengths = room_.lengths.data(),
            .next = room_.next.data()};
  }

  void launch_words() {
    WREATH_CUDA(cudaMemsetAsync(room_.next.data(), 0, sizeof(unsigned long long), stream_));
    with_cells([&]<class Cell>(Cell* cells) {
      const std::size_t bytes = shared_.words() * sizeof(std::uint32_t);
      WREATH_CUDA(
          cudaFuncSetAttribute(reduce_words_kernel<Cell>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
      int resident = 0;
      WREATH_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, reduce_words_kernel<Cell>, kThreads, bytes));
      const unsigned blocks = std::max(1U, std::min(cuda::blocks_for(room_.words, kThreads),
                                                    static_cast<unsigned>(resident) * static_cast<unsigned>(multiprocessors_)));
      reduce_words_kernel<Cell><<<blocks, kThreads, bytes, stream_>>>(device_.ref(), shared_, device_words(cells));
      WREATH_CUDA_LAUNCHED();
    });
  }

  void write_letters() {
    with_cells([&]<class Cell>(Cell* cells) {
      letters_kernel<Cell><<<static_cast<unsigned>(multiprocessors_) * 8, kThreads, 0, stream_>>>(
          device_words(cells), device_.ref().letter_mask, room_.in.data());
      WREATH_CUDA_LAUNCHED();
    });
  }

  /// Reduces the pieces and joins them all. False where it could not be done.
  bool join_all() {
    launch_words();
    const std::uint64_t pieces = room_.words;
    if (pieces_.size() < pieces) {
      pieces_ = cuda::Buffer<WordPiece>(pieces);
      begins_ = cuda::Buffer<std::uint64_t>(pieces + 1);
    }
    if (failed_.size() == 0) failed_ = cuda::Buffer<std::uint32_t>(1);
    WREATH_CUDA(cudaMemsetAsync(failed_.data(), 0, sizeof(std::uint32_t), stream_));
    make_pieces_kernel<<<cuda::blocks_for(pieces, kThreads), kThreads, 0, stream_>>>(room_.lengths.data(), base_, pieces,
                                                                                     pieces_.data(), failed_.data());
    WREATH_CUDA_LAUNCHED();
    std::uint32_t failed = 0;
    const auto look = [&] {
      WREATH_CUDA(cudaMemcpyAsync(&failed, failed_.data(), sizeof failed, cudaMemcpyDeviceToHost, stream_));
      stream_.wait();
      return failed == 0;
    };
    if (!look()) return false;
    with_cells([&]<class Cell>(Cell* cells) {
      for (std::uint64_t width = 1; width < pieces; width *= 2) {
        const std::uint64_t joints = (pieces + width - 1) / (2 * width);
        join_pieces_kernel<Cell><<<cuda::blocks_for(joints, 128), 128, 0, stream_>>>(
            device_.ref(), PiecesRef<Cell>{cells, pieces_.data(), base_}, pieces, width, failed_.data());
        WREATH_CUDA_LAUNCHED();
      }
    });
    return look();
  }

  /// The letters of all pieces to `in`; how many they are.
  std::uint64_t collect() {
    const std::uint64_t pieces = room_.words;
    piece_sizes_kernel<<<cuda::blocks_for(pieces, kThreads), kThreads, 0, stream_>>>(pieces_.data(), pieces,
                                                                                     room_.lengths.data());
    WREATH_CUDA_LAUNCHED();
    std::size_t bytes = 0;
    const auto scan = [&](void* scratch) {
      WREATH_CUDA(cub::DeviceScan::ExclusiveSum(scratch, bytes, room_.lengths.data(), begins_.data(),
                                                static_cast<std::int64_t>(pieces), stream_));
    };
    scan(nullptr);
    if (scratch_.size() < bytes) scratch_ = cuda::Buffer<std::uint8_t>(bytes);
    scan(scratch_.data());
    with_cells([&]<class Cell>(Cell* cells) {
      collect_pieces_kernel<Cell><<<cuda::blocks_for(32 * pieces, kThreads), kThreads, 0, stream_>>>(
          PiecesRef<Cell>{cells, pieces_.data(), base_}, pieces, begins_.data(), device_.ref().letter_mask, room_.in.data());
      WREATH_CUDA_LAUNCHED();
    });
    std::uint64_t last[2] = {0, 0};
    WREATH_CUDA(cudaMemcpyAsync(&last[0], begins_.data() + pieces - 1, sizeof(std::uint64_t), cudaMemcpyDeviceToHost, stream_));
    WREATH_CUDA(
        cudaMemcpyAsync(&last[1], room_.lengths.data() + pieces - 1, sizeof(std::uint64_t), cudaMemcpyDeviceToHost, stream_));
    stream_.wait();
    return last[0] + last[1];
  }

  cuda::Stream stream_;
  DeviceMachine device_;
  cuda::Transfer transfer_;
  std::uint64_t memory_;
  SharedTables shared_;
  std::uint64_t cell_bytes_ = 1;
  int multiprocessors_ = 1;
  Room room_;
  std::uint64_t base_ = 0;  // of the pieces; 0: words by offsets
  cuda::Buffer<WordPiece> pieces_;
  cuda::Buffer<std::uint64_t> begins_;
  cuda::Buffer<std::uint32_t> failed_;
  cuda::Buffer<std::uint8_t> scratch_;
};

}  // namespace

std::unique_ptr<DeviceReducer> make_device_reducer(const ReductionMachine& machine, std::uint64_t memory) {
  require_gpu();
  return std::make_unique<GpuReducer>(machine, memory);
}

std::uint64_t take_gpu_of_rank(const RankHere& rank) {
  return cuda::take_gpu(rank).free_now;
}

}  // namespace wreath::word
