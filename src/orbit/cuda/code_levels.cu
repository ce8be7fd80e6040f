// SPDX-License-Identifier: MIT
//
// Codes in the memory of a GPU: a table of all of them, and a list of each level that is kept.
//
// A level is made in batches. The moves write the products of a batch one after the other, the space knowing nothing of the
// table; then one thread for each product puts it into the table, and appends it to the list of the next level if it was not
// there. The products cost a sixteenth of what the look-ups cost, a sector of memory at random each, so that nothing is lost by
// keeping the two apart.
//
// The table is at most kMostFull full. When it would be fuller it grows, if there is memory for both; otherwise it is made again
// from the lists, if all levels are kept; otherwise it forgets all but the last levels, if the moves are undirected.
#include <algorithm>
#include <numeric>
#include <vector>

#include "core/cuda/buffer.hpp"
#include "core/cuda/growing_memory.hpp"
#include "core/cuda/stream.hpp"
#include "core/run/batch_pace.hpp"
#include "core/run/memory.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/units.hpp"
#include "orbit/code_levels.hpp"
#include "orbit/cuda/code_table.cuh"

namespace wreath::orbit {

namespace {

using code_table::Number;

constexpr unsigned kCodeThreads = 256;
constexpr double kMostFull = 0.7;

template <unsigned Words>
__device__ Code<Words> load_code(const std::uint64_t* codes, std::uint64_t i) {
  Code<Words> code;
#pragma unroll
  for (unsigned w = 0; w < Words; ++w) code.words[w] = codes[i * Words + w];
  return code;
}

/// Each thread puts a code into the table; the new ones of a warp are appended to the list together. Null: they are not.
template <unsigned Words>
__global__ void __launch_bounds__(kCodeThreads) insert_codes_kernel(CodeTableRef<Words> table, const std::uint64_t* codes,
                                                                    std::uint64_t count, std::uint64_t* list, Number* found) {
  const std::uint64_t stride = std::uint64_t{gridDim.x} * kCodeThreads;
  const unsigned lane = threadIdx.x % 32;
  for (std::uint64_t warp = std::uint64_t{blockIdx.x} * kCodeThreads + threadIdx.x - lane; warp < count; warp += stride) {
    bool there = warp + lane < count;
    Code<Words> code{};
    if (there) code = load_code<Words>(codes, warp + lane);
    there = there && code.words[Words - 1] != code_table::kEmpty;  // of a move that is not possible
    const bool fresh = there && table.insert(code);
    const unsigned all = __ballot_sync(~0U, fresh);
    if (all == 0) continue;
    Number base = 0;
    if (lane == 0) base = atomicAdd(found, static_cast<Number>(__popc(all)));
    base = __shfl_sync(~0U, base, 0);
    if (!fresh || list == nullptr) continue;
    std::uint64_t* to = list + (base + static_cast<Number>(__popc(all & ((1U << lane) - 1)))) * Words;
#pragma unroll
    for (unsigned w = 0; w < Words; ++w) to[w] = code.words[w];
  }
}

/// The codes of another table.
template <unsigned Words>
__global__ void __launch_bounds__(kCodeThreads)
    insert_slots_kernel(CodeTableRef<Words> table, const std::uint64_t* slots, std::uint64_t count) {
  const std::uint64_t stride = std::uint64_t{gridDim.x} * kCodeThreads;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * kCodeThreads + threadIdx.x; i < count; i += stride) {
    const Code<Words> code = load_code<Words>(slots, i);
    if (code.words[Words - 1] != code_table::kEmpty) table.insert(code);
  }
}

/// The least place of a code in a list.
template <unsigned Words>
__global__ void __launch_bounds__(kCodeThreads)
    find_code_kernel(const std::uint64_t* codes, std::uint64_t count, Code<Words> wanted, Number* place) {
  const std::uint64_t stride = std::uint64_t{gridDim.x} * kCodeThreads;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * kCodeThreads + threadIdx.x; i < count; i += stride) {
    if (load_code<Words>(codes, i) == wanted) atomicMin(place, static_cast<Number>(i));
  }
}

unsigned code_blocks(std::uint64_t count) {
  constexpr std::uint64_t kMostBlocks = std::uint64_t{1} << 16;
  return static_cast<unsigned>(std::min((count + kCodeThreads - 1) / kCodeThreads, kMostBlocks));
}

std::uint64_t free_on_gpu() {
  std::size_t free = 0;
  std::size_t all = 0;
  WREATH_CUDA(cudaMemGetInfo(&free, &all));
  return free;
}

template <unsigned Words>
class CudaCodeLevels final : public CodeLevels {
 public:
  CudaCodeLevels(std::shared_ptr<const CodeMoves> moves, const CodeList& starts, bool keep_levels, std::uint64_t at_once)
      : moves_(std::move(moves)),
        keep_levels_(keep_levels),
        at_once_(std::max<std::uint64_t>(at_once / Words, moves_->moves())),
        pace_(std::min(at_once_, kLeastBatch), at_once_, kSeconds) {
    const std::uint64_t needed = kLeastSectors * kSectorBytes + at_once_ * kCodeBytes;
    if (const std::uint64_t free = free_on_gpu(); needed + kLeftFree > free)
      throw ResourceError("a table of states and a batch of products need " + format_bytes(needed) + " on the GPU, which has " +
                          format_bytes(free) + " free");
    counter_ = cuda::Buffer<Number>(1);
    products_ = cuda::Buffer<std::uint64_t>(at_once_ * Words);
    make_table(kLeastSectors);
    take_start(starts);
  }

  std::uint64_t expand(RunControl& run) override {
    const std::uint64_t size = sizes_.back();
    while (done_ < size) {
      if (run.should_stop()) throw Stopped{};
      const std::uint64_t most =
          std::min(pace_.size(), std::max<std::uint64_t>(kLeastBatch, sectors_ * CodeTableRef<Words>::kSlots / 8));
      const std::uint64_t n = std::clamp<std::uint64_t>(most / moves_->moves(), 1, size - done_);
      make_room(n * moves_->moves(), run);
      pace_.run(n * moves_->moves(), [&] {
        moves_->act_on_gpu(list(sizes_.size() - 1) + done_ * Words, n, products_.data(), stream_);
        insert(products_.data(), n * moves_->moves(), fresh_list());
        const std::uint64_t found = counter();
        known_ += found - found_;
        found_ = found;
      });
      done_ += n;
    }
    if (found_ == 0) return 0;
    return add_level();
  }

  void add(const CodeList& codes, RunControl& run) override {
    const std::uint64_t count = codes.size() / Words;
    for (std::uint64_t begin = 0; begin < count; begin += at_once_) {
      const std::uint64_t n = std::min(at_once_, count - begin);
      make_room(n, run);
      WREATH_CUDA(
          cudaMemcpyAsync(products_.data(), codes.data() + begin * Words, n * kCodeBytes, cudaMemcpyHostToDevice, stream_));
      insert(products_.data(), n, fresh_list());
      const std::uint64_t found = counter();
      known_ += found - found_;
      found_ = found;
    }
  }

  bool restart(const std::uint64_t* code) override {
    RunControl run;
    make_room(1, run);
    WREATH_CUDA(cudaMemcpyAsync(products_.data(), code, kCodeBytes, cudaMemcpyHostToDevice, stream_));
    found_ = 0;
    set_counter(0);
    insert(products_.data(), 1, nullptr);
    if (counter() == 0) return false;
    set_counter(0);
    ++known_;
    lists_.clear();
    lists_.push_back(std::make_unique<cuda::GrowingMemory>());
    put(*lists_[0], {code, Words});
    sizes_.assign(1, 1);
    done_ = 0;
    return true;
  }

  std::uint64_t count() const override { return sizes_.size(); }
  std::uint64_t size(std::uint64_t level) const override { return sizes_[level]; }
  bool keeps(std::uint64_t level) const override { return lists_[level] != nullptr; }
  void read(std::uint64_t level, std::uint64_t from, std::span<std::uint64_t> codes) const override {
    fetch(list(level) + from * Words, codes);
  }
  bool has(std::uint64_t level, const std::uint64_t* code) const override {
    return lists_[level] && place_of(list(level), sizes_[level], code) != kNowhere;
  }
  std::optional<CodeStep> step_to(std::uint64_t level, const std::uint64_t* code, RunControl& run) const override {
    const std::uint64_t piece = std::max<std::uint64_t>(1, at_once_ / moves_->moves());
    for (std::uint64_t begin = 0; begin < sizes_[level]; begin += piece) {
      if (run.should_stop()) throw Stopped{};
      const std::uint64_t n = std::min(piece, sizes_[level] - begin);
      moves_->act_on_gpu(list(level) + begin * Words, n, products_.data(), stream_);
      const std::uint64_t place = place_of(products_.data(), n * moves_->moves(), code);
      if (place == kNowhere) continue;
      CodeStep step{.from = CodeList(Words), .move = static_cast<unsigned>(place / n)};
      read(level, begin + place % n, step.from);
      return step;
    }
    return std::nullopt;
  }

  void save(ByteWriter& into) const override {
    into.put(done_);
    into.put_all(std::span<const std::uint64_t>(sizes_));
    for (std::uint64_t level = 0; level < sizes_.size(); ++level)
      put_list(into, lists_[level] ? list(level) : nullptr, lists_[level] ? sizes_[level] : 0);
    put_list(into, fresh_ ? static_cast<const std::uint64_t*>(fresh_->data()) : nullptr, found_);
    into.put(known_);
    if (into.is_counting()) return into.skip(known_ * kCodeBytes);
    for_pieces(table_.data(), sectors_ * CodeTableRef<Words>::kSlots, [&](std::span<const std::uint64_t> slots) {
      for (std::size_t at = 0; at < slots.size(); at += Words) {
        if (slots[at + Words - 1] != code_table::kEmpty) into.put_items(slots.subspan(at, Words));
      }
    });
  }
  void restore(ByteReader& from) override {
    done_ = from.number();
    from.array_into<std::uint64_t>(sizes_);
    lists_.clear();
    for (const std::uint64_t size : sizes_) {
      const std::span<const std::byte> codes = from.array<Code<Words>>();
      lists_.push_back(codes.empty() && size != 0 ? nullptr : std::make_unique<cuda::GrowingMemory>());
      if (codes.size() == size * kCodeBytes) put(*lists_.back(), codes);
    }
    if (sizes_.empty() || !lists_.back() || done_ > sizes_.back()) from.fail("the checkpoint does not fit this search");
    const std::span<const std::byte> fresh = from.array<Code<Words>>();
    found_ = fresh.size() / kCodeBytes;
    fresh_ = std::make_unique<cuda::GrowingMemory>();
    put(*fresh_, fresh);
    known_ = from.number();
    make_table(std::max(kLeastSectors, sectors_for(known_)));
    for (std::uint64_t begin = 0; begin < known_; begin += at_once_) {
      const std::uint64_t n = std::min(at_once_, known_ - begin);
      WREATH_CUDA(
          cudaMemcpyAsync(products_.data(), from.take(n * kCodeBytes).data(), n * kCodeBytes, cudaMemcpyHostToDevice, stream_));
      insert(products_.data(), n, nullptr);
      stream_.wait();
    }
    set_counter(found_);
  }
  std::uint64_t memory() const override {
    std::uint64_t bytes = table_.size() * sizeof(std::uint64_t) + products_.size() * sizeof(std::uint64_t);
    for (const auto& each : lists_) bytes += each ? each->size() : 0;
    return bytes + (fresh_ ? fresh_->size() : 0) + (spare_ ? spare_->size() : 0);
  }

 private:
  using List = std::unique_ptr<cuda::GrowingMemory>;
  static constexpr std::uint64_t kSectorBytes = CodeTableRef<Words>::kSectorWords * sizeof(std::uint64_t);
  static constexpr std::uint64_t kCodeBytes = Words * sizeof(std::uint64_t);
  static constexpr std::uint64_t kLeastSectors = std::uint64_t{1} << 18;  // 8 MiB
  static constexpr std::uint64_t kLeastBatch = std::uint64_t{1} << 16;    // products
  static constexpr double kSeconds = 0.05;                                // of a batch
  static constexpr std::uint64_t kLeftFree = std::uint64_t{256} << 20;    // bytes for others who use the GPU
  static constexpr std::uint64_t kPiece = std::uint64_t{1} << 21;         // codes that are copied to the host at once
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

  const std::uint64_t* list(std::uint64_t level) const { return static_cast<const std::uint64_t*>(lists_[level]->data()); }
  std::uint64_t* fresh_list() { return static_cast<std::uint64_t*>(fresh_->data()); }
  CodeTableRef<Words> table_ref() { return {table_.data(), sectors_}; }
  static std::uint64_t sectors_for(std::uint64_t codes) {
    return static_cast<std::uint64_t>(static_cast<double>(codes) / kMostFull / CodeTableRef<Words>::kSlots) + 1;
  }

  static std::uint64_t codes_for(std::uint64_t sectors) {
    return static_cast<std::uint64_t>(static_cast<double>(sectors * CodeTableRef<Words>::kSlots) * kMostFull);
  }
  /// The bytes that the list of the level that is being made needs more, for that many codes.
  std::uint64_t list_growth(std::uint64_t codes) const {
    const std::uint64_t needed = fresh_->size_for(codes * kCodeBytes);
    return needed > fresh_->size() ? needed - fresh_->size() : 0;
  }

  void take_start(const CodeList& starts) {
    lists_.push_back(std::make_unique<cuda::GrowingMemory>());
    lists_[0]->grow(starts.size() * sizeof(std::uint64_t));
    set_counter(0);
    for (std::uint64_t begin = 0; begin < starts.size() / Words; begin += at_once_) {
      const std::uint64_t n = std::min<std::uint64_t>(at_once_, starts.size() / Words - begin);
      WREATH_CUDA(
          cudaMemcpyAsync(products_.data(), starts.data() + begin * Words, n * kCodeBytes, cudaMemcpyHostToDevice, stream_));
      if (sectors_for(begin + n) > sectors_) grow_table(sectors_for(2 * (begin + n)));
      insert(products_.data(), n, static_cast<std::uint64_t*>(lists_[0]->data()));
      stream_.wait();
    }
    known_ = counter();
    sizes_.push_back(known_);
    set_counter(0);
  }

  std::uint64_t add_level() {
    const std::uint64_t found = found_;
    lists_.push_back(std::move(fresh_));
    sizes_.push_back(found);
    fresh_ = std::move(spare_);
    done_ = 0;
    found_ = 0;
    set_counter(0);
    const std::size_t needed = moves_->undirected() ? 2 : 1;
    if (!keep_levels_ && lists_.size() > needed) spare_ = std::move(lists_[lists_.size() - 1 - needed]);
    return found;
  }

  /// For `more` codes, in the table and in the list of the level that is being made.
  void make_room(std::uint64_t more, RunControl& run) {
    if (!fresh_) fresh_ = spare_ ? std::move(spare_) : std::make_unique<cuda::GrowingMemory>();
    if (const std::uint64_t least = sectors_for(known_ + more); least > sectors_) grow_or_forget(least, more, run);
    stream_.wait();
    fresh_->grow((found_ + more) * kCodeBytes);
  }
  void grow_or_forget(std::uint64_t least, std::uint64_t more, RunControl& run) {
    const std::uint64_t free = free_on_gpu();
    const std::uint64_t others = kLeftFree + list_growth(found_ + more);
    const std::uint64_t room = free > others ? free - others : 0;
    // Much at once while that is cheap, so that most codes are put into few tables. What a table has room for is listed, too.
    for (const std::uint64_t wanted : {4 * sectors_, 2 * sectors_, least}) {
      if (wanted < least) continue;
      const std::uint64_t listed = wanted == least ? 0 : list_growth(found_ + codes_for(wanted) - known_);
      if (wanted == 4 * sectors_ ? wanted * kSectorBytes <= room / 8 : wanted * kSectorBytes + listed <= room)
        return grow_table(wanted);
    }
    const std::uint64_t alone = (room + sectors_ * kSectorBytes) / kSectorBytes;  // if the table is made again
    const std::uint64_t listed = std::accumulate(sizes_.begin(), sizes_.end(), found_);
    if (keep_levels_ && listed == known_ && least <= alone) return make_again(std::min(2 * sectors_, alone));
    if (forget(more)) {
      run.note_choice("codes", "last levels", "the set of all states did not fit the GPU");
      return;
    }
    throw MemoryError("the table of states needs " + format_bytes(least * kSectorBytes) + " on the GPU, which has " +
                      format_bytes(room) + " free beside the " + format_bytes(memory()) + " that are used");
  }

  void take_table(cuda::Buffer<std::uint64_t> table, std::uint64_t sectors) {
    table_ = std::move(table);
    sectors_ = sectors;
    WREATH_CUDA(cudaMemsetAsync(table_.data(), 0xFF, sectors * kSectorBytes, stream_));
  }
  static cuda::Buffer<std::uint64_t> words_of(std::uint64_t sectors) {
    return cuda::Buffer<std::uint64_t>(sectors * CodeTableRef<Words>::kSectorWords);
  }
  void make_table(std::uint64_t sectors) {
    table_ = {};
    take_table(words_of(sectors), sectors);
  }
  void grow_table(std::uint64_t sectors) {
    cuda::Buffer<std::uint64_t> larger = words_of(sectors);  // or it throws, and the old one stays
    const cuda::Buffer<std::uint64_t> old = std::move(table_);
    const std::uint64_t slots = sectors_ * CodeTableRef<Words>::kSlots;
    take_table(std::move(larger), sectors);
    const cudaStream_t stream = stream_;
    insert_slots_kernel<Words><<<code_blocks(slots), kCodeThreads, 0, stream>>>(table_ref(), old.data(), slots);
    WREATH_CUDA_LAUNCHED();
    stream_.wait();
  }
  void make_again(std::uint64_t sectors) {
    make_table(sectors);
    insert_lists(0);
  }
  bool forget(std::uint64_t more) {
    if (!moves_->undirected() || lists_.size() < 2) return false;
    const std::uint64_t kept = sizes_.back() + sizes_[sizes_.size() - 2] + found_;
    if (kept > known_ / 2 || sectors_for(kept + more) > sectors_) return false;
    WREATH_CUDA(cudaMemsetAsync(table_.data(), 0xFF, sectors_ * kSectorBytes, stream_));
    insert_lists(lists_.size() - 2);
    known_ = kept;
    return true;
  }
  /// Of the levels first, first + 1, ..., and the one that is being made.
  void insert_lists(std::uint64_t first) {
    for (std::uint64_t level = first; level < lists_.size(); ++level) insert(list(level), sizes_[level], nullptr);
    if (found_ != 0) insert(fresh_list(), found_, nullptr);
    set_counter(found_);
  }

  void insert(const std::uint64_t* codes, std::uint64_t count, std::uint64_t* into) {
    if (count == 0) return;
    const cudaStream_t stream = stream_;
    insert_codes_kernel<Words><<<code_blocks(count), kCodeThreads, 0, stream>>>(table_ref(), codes, count, into, counter_.data());
    WREATH_CUDA_LAUNCHED();
  }
  void set_counter(std::uint64_t value) const {
    const Number number = value;
    WREATH_CUDA(cudaMemcpyAsync(counter_.data(), &number, sizeof number, cudaMemcpyHostToDevice, stream_));
    stream_.wait();
  }
  std::uint64_t counter() const {
    Number number = 0;
    counter_.download({&number, 1}, stream_);
    stream_.wait();
    return number;
  }
  std::uint64_t place_of(const std::uint64_t* codes, std::uint64_t count, const std::uint64_t* code) const {
    Code<Words> wanted;
    std::copy_n(code, Words, wanted.words);
    const std::uint64_t before = counter();
    set_counter(kNowhere);
    const cudaStream_t stream = stream_;
    if (count != 0)
      find_code_kernel<Words><<<code_blocks(count), kCodeThreads, 0, stream>>>(codes, count, wanted, counter_.data());
    WREATH_CUDA_LAUNCHED();
    const std::uint64_t place = counter();
    set_counter(before);
    return place;
  }

  void put(cuda::GrowingMemory& into, std::span<const std::byte> codes) {
    into.grow(std::max<std::size_t>(codes.size(), kCodeBytes));
    if (codes.empty()) return;
    WREATH_CUDA(cudaMemcpyAsync(into.data(), codes.data(), codes.size(), cudaMemcpyHostToDevice, stream_));
    stream_.wait();
  }
  void put(cuda::GrowingMemory& into, std::span<const std::uint64_t> words) { put(into, std::as_bytes(words)); }
  void fetch(const std::uint64_t* from, std::span<std::uint64_t> words) const {
    if (words.empty()) return;
    WREATH_CUDA(cudaMemcpyAsync(words.data(), from, words.size_bytes(), cudaMemcpyDeviceToHost, stream_));
    stream_.wait();
  }
  template <class Visit>
  void for_pieces(const std::uint64_t* codes, std::uint64_t count, const Visit& visit) const {
    CodeList piece;
    for (std::uint64_t begin = 0; begin < count; begin += kPiece) {
      piece.resize(std::min(kPiece, count - begin) * Words);
      fetch(codes + begin * Words, piece);
      visit(std::span<const std::uint64_t>(piece));
    }
  }
  void put_list(ByteWriter& into, const std::uint64_t* codes, std::uint64_t count) const {
    into.put(count);
    if (into.is_counting()) return into.skip(count * kCodeBytes);
    for_pieces(codes, count, [&](std::span<const std::uint64_t> piece) { into.put_items(piece); });
  }

  std::shared_ptr<const CodeMoves> moves_;
  bool keep_levels_;
  std::uint64_t at_once_;
  BatchPace pace_;  // of products
  cuda::Stream stream_;
  mutable cuda::Buffer<Number> counter_;          // of the codes of the level that is being made
  mutable cuda::Buffer<std::uint64_t> products_;  // of a batch
  cuda::Buffer<std::uint64_t> table_;
  std::uint64_t sectors_ = 0;
  std::uint64_t known_ = 0;           // codes in the table
  std::vector<List> lists_;           // of the levels; null if one is not kept
  std::vector<std::uint64_t> sizes_;  // of the levels
  List fresh_;                        // the level that is being made
  List spare_;                        // the memory of a level that is not kept
  std::uint64_t found_ = 0;           // codes of it
  std::uint64_t done_ = 0;            // codes of the last level that were expanded
};

}  // namespace

std::unique_ptr<CodeLevels> make_cuda_code_levels(std::shared_ptr<const CodeMoves> moves, const CodeList& starts,
                                                  bool keep_levels, std::uint64_t products_at_once) {
  switch (moves->words()) {
    case 1: return std::make_unique<CudaCodeLevels<1>>(std::move(moves), starts, keep_levels, products_at_once);
    case 2: return std::make_unique<CudaCodeLevels<2>>(std::move(moves), starts, keep_levels, products_at_once);
    case 4: return std::make_unique<CudaCodeLevels<4>>(std::move(moves), starts, keep_levels, products_at_once);
    default: throw InputError("codes on a GPU have 1, 2 or 4 words");
  }
}

}  // namespace wreath::orbit
