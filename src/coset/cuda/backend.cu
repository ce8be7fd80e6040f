// SPDX-License-Identifier: MIT
//
// HLT's bulk operations on a GPU.
//
// The rows are in memory that grows where it stands. Each operation enqueues its kernels and asks the device once for its counts:
// whether the table is full, and how many pairs of equal cosets there are.
#include "coset/cuda/backend.hpp"

#include <algorithm>
#include <vector>

#include "core/cuda/buffer.hpp"
#include "core/cuda/growing_memory.hpp"
#include "core/cuda/stream.hpp"
#include "core/cuda/transfer.hpp"
#include "core/run/memory_error.hpp"
#include "coset/cuda/compaction.cuh"
#include "coset/cuda/rounds.cuh"
#include "coset/cuda/scans.cuh"
#include "coset/verify.hpp"

namespace wreath::coset {

namespace {

constexpr std::uint64_t kPairsAtLeast = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 26;
constexpr unsigned kFewPairs = 4096;
constexpr std::uint64_t kWindowRows = std::uint64_t{1} << 22;  // a multiple of kRowsOfBlock
constexpr std::uint64_t kRowsAhead = std::uint64_t{1} << 16;   // at first
constexpr std::uint64_t kSavedTogether = std::uint64_t{1} << 24;  // entries
constexpr unsigned kThreads = 256;
constexpr unsigned kMostRounds = ~0U - (1U << 20);  // after which claims are cleared
static_assert(Grain{}.piece == kBlock && kWindowRows % kRowsOfBlock == 0);

/// A buffer of at least this size; what it held is lost.
template <class T>
void make_room_in(cuda::Buffer<T>& buffer, std::uint64_t size) {
  if (buffer.size() >= size) return;
  buffer = {};
  buffer = cuda::Buffer<T>(size + size / 4);
}

/// Memory of the host that the GPU writes to.
template <class T>
class PinnedItem {
 public:
  PinnedItem() { WREATH_CUDA(cudaMallocHost(reinterpret_cast<void**>(&item_), sizeof(T))); }
  ~PinnedItem() { cudaFreeHost(item_); }
  PinnedItem(const PinnedItem&) = delete;
  PinnedItem& operator=(const PinnedItem&) = delete;
  T* get() const { return item_; }
  T* operator->() const { return item_; }
  T& operator*() const { return *item_; }

 private:
  T* item_ = nullptr;
};

class CudaBackend : public Backend {
 public:
  CudaBackend(CosetTable& table, const System& system, std::uint64_t most, unsigned tables)
      : table_(table), system_(system), transfer_(stream_), state_(1), inverses_(256) {
    limit_rows(most, tables);
    upload_relators();
    const Counts& counts = table.counts();
    grow(std::max(counts.rows + counts.rows / 2, kRowsAhead));
    if (capacity_ < counts.rows) throw MemoryError("the coset table does not fit in the memory of the GPU");
    const auto rows = table.saved_rows();
    transfer_.send(ref_.entries + ref_.width, rows.data(), rows.size_bytes());
    transfer_.send(ref_.parents, table.ref().parents, (counts.rows + 1) * sizeof(Row));
    DeviceState state{};
    state.rows = counts.rows;
    state_.upload({&state, 1}, stream_);
    stream_.wait();
    make_room_in(pairs_, std::max(kPairsAtLeast, kFewPairs * (2 * std::uint64_t{ref_.width} + 1)));
    make_room_in(dying_, kPairsAtLeast);
    int device = 0;
    int processors = 0;
    int blocks = 0;
    WREATH_CUDA(cudaGetDevice(&device));
    WREATH_CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    WREATH_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, rounds_kernel, kAlone, 0));
    if (blocks == 0) throw ResourceError("this GPU has too few registers for the enumeration of cosets");
    grid_ = static_cast<unsigned>(std::min(processors * blocks, 8 * static_cast<int>(kAlone)));
    block_rows_ = cuda::Buffer<unsigned long long>(grid_);
    block_tasks_ = cuda::Buffer<unsigned>(grid_);
  }
  ~CudaBackend() override { cudaStreamSynchronize(stream_); }
  CudaBackend(const CudaBackend&) = delete;
  CudaBackend& operator=(const CudaBackend&) = delete;

  Work close(const ScanRequest& request) override;
  Work fill_rows(std::uint64_t first, std::uint64_t last) override;
  bool settle(RunControl* run) override;
  bool compact(std::span<std::uint64_t> marks, RunControl* run) override;
  std::string first_fault(RunControl& run) override;
  void copy_home() override;
  void save_rows(ByteWriter& into) override;
  std::uint64_t row_limit() const override { return row_limit_; }
  void limit_rows(std::uint64_t most, unsigned tables) override;
  std::string_view name() const override { return "cuda"; }
  std::uint64_t memory() const override {
    const auto bytes_of = [](const auto&... buffers) { return ((buffers.size() * sizeof(*buffers.data())) + ...); };
    return entries_.size() + parents_.size() +
           bytes_of(segments_, tasks_, counts_, row_counts_, starts_, row_starts_, least_, pairs_, dying_, aside_);
  }

 private:
  void upload_relators();
  void grow(std::uint64_t rows);
  bool grow_for(std::uint64_t rows);
  const DeviceState& read_state();
  void forget_round();
  PairList pair_list() { return {pairs_.data(), &state_.data()->pairs}; }
  void keep_pairs(std::uint64_t more);
  void make_places(std::uint64_t tasks);
  void count_new();
  bool fill_in_rounds(unsigned segments);
  bool make_lists(std::uint64_t pairs, std::uint64_t& head, std::uint64_t& tail);
  void hand_over(std::uint64_t head, std::uint64_t tail, std::uint64_t died);

  CosetTable& table_;
  const System& system_;
  cuda::Stream stream_;
  cuda::Transfer transfer_;
  cuda::GrowingMemory entries_;
  cuda::GrowingMemory parents_;
  TableRef ref_{};
  std::uint64_t capacity_ = 0;
  std::uint64_t row_limit_ = 0;
  PinnedItem<DeviceState> host_;
  cuda::Buffer<DeviceState> state_;
  cuda::Buffer<Letter> inverses_;
  cuda::Buffer<Letter> letters_;
  cuda::Buffer<RelatorRef> relators_;  // and then the words of the subgroup
  std::vector<RelatorRef> host_relators_;
  cuda::Buffer<Task> segments_;
  cuda::Buffer<Task> tasks_;
  cuda::Buffer<unsigned> counts_;      // of the tasks of segments
  cuda::Buffer<unsigned> row_counts_;  // of the rows that their winners need
  cuda::Buffer<unsigned long long> starts_;
  cuda::Buffer<unsigned long long> row_starts_;
  cuda::Buffer<Places::Claim> least_;
  unsigned round_ = 0;  // the last one
  unsigned grid_ = 0;   // blocks that run at one time
  cuda::Buffer<unsigned long long> block_rows_;
  cuda::Buffer<unsigned> block_tasks_;
  cuda::Buffer<uint2> pairs_;
  cuda::Buffer<Row> dying_;
  cuda::Buffer<Row> aside_;
  unsigned known_pairs_ = 0;
  // Of what the device has counted, what is known.
  std::uint64_t known_steps_ = 0;
  std::uint64_t known_begun_ = 0;
  std::uint64_t known_died_ = 0;
};

void CudaBackend::limit_rows(std::uint64_t most, unsigned tables) {
  std::size_t free = 0;
  std::size_t total = 0;
  WREATH_CUDA(cudaMemGetInfo(&free, &total));
  // A row has entries, a parent, and a place in the list of the dying; lists of tasks and pairs have an eighth, or 3 GiB.
  const std::uint64_t lists = std::min<std::uint64_t>(free / 8, std::uint64_t{3} << 30) + free / 64;
  const std::uint64_t usable = std::min(free - lists, total / tables) + entries_.size() + parents_.size();
  row_limit_ = std::min(table_.most_rows(), usable / (std::uint64_t{4} * table_.width() + 8));
  if (most != 0) row_limit_ = std::min(row_limit_, most);
  row_limit_ = std::max(row_limit_, capacity_);
}

void CudaBackend::upload_relators() {
  std::vector<Letter> letters;
  std::vector<std::size_t> places;
  const auto all = [&](auto body) {
    for (const auto* words : {&system_.relators, &system_.subgroup})
      for (const Relator& word : *words) body(word);
  };
  all([&](const Relator& word) {
    places.push_back(letters.size());
    letters.insert(letters.end(), word.forward.begin(), word.forward.end());
    letters.insert(letters.end(), word.backward.begin(), word.backward.end());
    letters.insert(letters.end(), word.returns.begin(), word.returns.end());
  });
  letters.push_back(0);
  letters_ = cuda::Buffer<Letter>(letters.size());
  letters_.upload(letters, stream_);
  std::size_t k = 0;
  all([&](const Relator& word) {
    const Letter* at = letters_.data() + places[k++];
    RelatorRef ref = ref_of(word);
    ref.forward = at;
    ref.backward = at + word.forward.size();
    ref.returns = at + word.forward.size() + word.backward.size();
    host_relators_.push_back(ref);
  });
  relators_ = cuda::Buffer<RelatorRef>(host_relators_.size() + 1);
  relators_.upload(host_relators_, stream_);
  std::vector<Letter> inverses(system_.inverses.begin(), system_.inverses.end());
  inverses.resize(256);
  inverses_.upload(inverses, stream_);
  stream_.wait();
}

/// Memory for `rows` rows; new ones are empty.
void CudaBackend::grow(std::uint64_t rows) {
  stream_.wait();
  rows = std::min(rows, row_limit_);
  if (rows <= capacity_) return;
  const std::uint64_t width = table_.width();
  const auto grow_one = [&](cuda::GrowingMemory& memory, std::uint64_t bytes) {
    const std::size_t before = memory.size();
    memory.grow(bytes);
    if (memory.size() > before)
      WREATH_CUDA(cudaMemsetAsync(static_cast<char*>(memory.data()) + before, 0, memory.size() - before, stream_));
  };
  grow_one(entries_, (rows + 1) * width * sizeof(Row) + sizeof(Row));
  grow_one(parents_, (rows + 1) * sizeof(Row));
  ref_ = {static_cast<Row*>(entries_.data()), static_cast<Row*>(parents_.data()), inverses_.data(),
          static_cast<std::uint32_t>(width)};
  capacity_ = rows;
}

/// False if there is no room for `rows` rows.
bool CudaBackend::grow_for(std::uint64_t rows) {
  if (rows > row_limit_) return false;
  try {
    grow(std::max(rows, capacity_ + capacity_ / 2));
  } catch (const MemoryError&) {
    try {
      grow(rows);
    } catch (const MemoryError&) {
      row_limit_ = capacity_;  // there is no more
      return false;
    }
  }
  return true;
}

const DeviceState& CudaBackend::read_state() {
  WREATH_CUDA(cudaMemcpyAsync(host_.get(), state_.data(), sizeof(DeviceState), cudaMemcpyDeviceToHost, stream_));
  stream_.wait();
  known_pairs_ = host_->pairs;
  return *host_;
}

/// After one that had no room.
void CudaBackend::forget_round() {
  *host_ = {};
  host_->rows = table_.rows();
  host_->steps = known_steps_;
  host_->begun = known_begun_;
  host_->died = known_died_;
  host_->pairs = known_pairs_;
  host_->round = round_;
  WREATH_CUDA(cudaMemcpyAsync(state_.data(), host_.get(), sizeof(DeviceState), cudaMemcpyHostToDevice, stream_));
  stream_.wait();
}

/// The list has room for this many more pairs.
void CudaBackend::keep_pairs(std::uint64_t more) {
  if (known_pairs_ + more <= pairs_.size()) return;
  cuda::Buffer<uint2> larger((known_pairs_ + more) * 5 / 4);
  WREATH_CUDA(cudaMemcpyAsync(larger.data(), pairs_.data(), known_pairs_ * sizeof(uint2), cudaMemcpyDeviceToDevice, stream_));
  stream_.wait();
  pairs_ = std::move(larger);
}

/// Places for the claims of this many tasks.
void CudaBackend::make_places(std::uint64_t tasks) {
  const std::uint64_t size = Places::size_for(tasks);
  if (least_.size() >= size && round_ < kMostRounds) return;
  if (least_.size() < size) {
    least_ = {};
    least_ = cuda::Buffer<Places::Claim>(size);
  }
  WREATH_CUDA(cudaMemsetAsync(least_.data(), 0xFF, least_.size() * sizeof(Places::Claim), stream_));
  WREATH_CUDA(cudaMemsetAsync(&state_.data()->round, 0, sizeof(unsigned), stream_));
  round_ = 0;
}

/// The counts of the table become those of the device.
void CudaBackend::count_new() {
  Counts counts = table_.counts();
  counts.append(host_->rows - counts.rows);
  counts.live -= host_->died - known_died_;
  table_.set_counts(counts);
  known_died_ = host_->died;
}

Work CudaBackend::close(const ScanRequest& request) {
  if (request.last <= request.first || request.last_relator == request.first_relator) return {};
  const unsigned group = request.last_relator - request.first_relator;
  const unsigned blocks = cuda::blocks_for(request.last - request.first, kBlock) * group;
  const std::uint64_t most = std::uint64_t{blocks} * kBlock;
  make_room_in(segments_, most);
  make_room_in(counts_, blocks);
  if (request.largest_gap > 1) {
    make_room_in(tasks_, most + std::uint64_t{grid_} * kAlone);  // shares are rounded up
    make_room_in(starts_, blocks);
    make_places(most);
  }
  keep_pairs(2 * most);  // each trace ends with two at most
  const ScanRef scan{relators_.data(), request.first_relator, group, request.first, request.last,
                     static_cast<Row>(std::min<std::uint64_t>(request.bound, ~Row{0})), request.largest_gap};
  scan_kernel<<<blocks, kBlock, 0, stream_>>>(ref_, scan, segments_.data(), counts_.data(), state_.data());
  deduce_kernel<<<blocks, kBlock, 0, stream_>>>(ref_, relators_.data(), segments_.data(), counts_.data(), pair_list(),
                                                state_.data());
  WREATH_CUDA_LAUNCHED();
  bool has_room = true;
  if (request.largest_gap <= 1) {  // there is nothing to define
    collapse_few_kernel<<<1, kAlone, 0, stream_>>>(ref_, pair_list(), kFewPairs, dying_.data(), state_.data());
    WREATH_CUDA_LAUNCHED();
    read_state();
    count_new();
  } else {
    has_room = fill_in_rounds(blocks);
  }
  const Work work{has_room, host_->steps - known_steps_, host_->begun - known_begun_};
  known_steps_ = host_->steps;
  known_begun_ = host_->begun;
  if (!has_room) forget_round();
  return work;
}

/// Defines what the tasks in the segments want. False if there is no room.
bool CudaBackend::fill_in_rounds(unsigned segments) {
  number_tasks_kernel<<<1, kAlone, 0, stream_>>>(counts_.data(), starts_.data(), segments, state_.data());
  WREATH_CUDA_LAUNCHED();
  for (bool fresh = true;; fresh = false) {
    RoundsRef rounds{ref_,      relators_.data(), segments_.data(), counts_.data(),     starts_.data(),
                     segments,  tasks_.data(),    least_.data(),    block_rows_.data(), block_tasks_.data(),
                     capacity_, pair_list(),      kFewPairs,        dying_.data(),      fresh};
    DeviceState* state = state_.data();
    void* arguments[] = {&rounds, &state};
    WREATH_CUDA(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(rounds_kernel), grid_, kAlone, arguments, 0, stream_));
    read_state();
    count_new();
    round_ = host_->round;
    if (host_->full == 0) return true;
    if (!grow_for(std::max<std::uint64_t>(host_->rows + host_->needed, capacity_ + 1))) return false;
  }
}

Work CudaBackend::fill_rows(std::uint64_t first, std::uint64_t last) {
  if (last <= first) return {};
  const unsigned blocks = cuda::blocks_for(last - first, kBlock);
  make_room_in(row_counts_, blocks);
  make_room_in(row_starts_, blocks);
  count_holes_kernel<<<blocks, kBlock, 0, stream_>>>(ref_, first, last, row_counts_.data());
  number_rows_kernel<<<1, kAlone, 0, stream_>>>(row_counts_.data(), row_starts_.data(), blocks, capacity_, state_.data());
  const auto fill = [&] {
    fill_holes_kernel<<<blocks, kBlock, 0, stream_>>>(ref_, first, last, row_starts_.data(), state_.data());
    add_needed_kernel<<<1, 1, 0, stream_>>>(state_.data());
    WREATH_CUDA_LAUNCHED();
    read_state();
  };
  fill();
  if (host_->full != 0) {
    if (!grow_for(host_->rows + host_->needed)) {
      forget_round();
      return {.has_room = false};
    }
    WREATH_CUDA(cudaMemsetAsync(&state_.data()->full, 0, sizeof(unsigned), stream_));
    fill();
  }
  count_new();
  return {.steps = (last - first) * ref_.width};
}

/// A longer list of the dying, which moves to its beginning; false if there is no memory for it.
bool CudaBackend::make_lists(std::uint64_t pairs, std::uint64_t& head, std::uint64_t& tail) {
  if (tail + pairs <= dying_.size()) return true;
  cuda::Buffer<Row> larger;
  try {
    larger = cuda::Buffer<Row>((tail - head + pairs) * 3 / 2);
  } catch (const MemoryError&) {
    return false;
  }
  WREATH_CUDA(
      cudaMemcpyAsync(larger.data(), dying_.data() + head, (tail - head) * sizeof(Row), cudaMemcpyDeviceToDevice, stream_));
  stream_.wait();
  dying_ = std::move(larger);
  tail -= head;
  head = 0;
  host_->dying = static_cast<unsigned>(tail);
  WREATH_CUDA(cudaMemcpyAsync(&state_.data()->dying, &host_->dying, sizeof(unsigned), cudaMemcpyHostToDevice, stream_));
  stream_.wait();
  return true;
}

/// What is left of a collapse becomes the host's, where it can be finished after the rows have come home.
void CudaBackend::hand_over(std::uint64_t head, std::uint64_t tail, std::uint64_t died) {
  std::vector<uint2> pairs(known_pairs_);
  std::vector<Row> dying(tail - head);
  transfer_.fetch(pairs.data(), pairs_.data(), pairs.size() * sizeof(uint2));
  transfer_.fetch(dying.data(), dying_.data() + head, dying.size() * sizeof(Row));
  for (const uint2& pair : pairs) table_.coincide(pair.x, pair.y);
  table_.continue_collapse(dying);
  Counts counts = table_.counts();
  counts.live -= died;
  table_.set_counts(counts);
  count_new();
}

/// A collapse is over in moments, and is not interrupted. The dying are a queue: what a generation lists may be moved together
/// with what died before, or later.
bool CudaBackend::settle(RunControl* /*run*/) {
  if (known_pairs_ == 0) return true;
  WREATH_CUDA(cudaMemsetAsync(&state_.data()->dying, 0, sizeof(unsigned), stream_));
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
  std::uint64_t died = 0;
  while (known_pairs_ != 0 || head != tail) {
    if (head == tail && known_pairs_ <= kFewPairs) {
      collapse_few_kernel<<<1, kAlone, 0, stream_>>>(ref_, pair_list(), kFewPairs, dying_.data(), state_.data());
      WREATH_CUDA_LAUNCHED();
      read_state();
      continue;
    }
    const std::uint64_t pairs = known_pairs_;
    if (!make_lists(pairs, head, tail)) {
      hand_over(head, tail, died);
      throw MemoryError("the GPU has no memory for the list of the cosets that were found to be equal");
    }
    if (pairs != 0) {
      merge_kernel<<<cuda::blocks_for(pairs, kThreads), kThreads, 0, stream_>>>(ref_, pairs_.data(), static_cast<unsigned>(pairs),
                                                                                dying_.data(), state_.data());
      WREATH_CUDA(cudaMemsetAsync(&state_.data()->pairs, 0, sizeof(unsigned), stream_));
      known_pairs_ = 0;
    }
    // An edge ends with two pairs at most; if there is no memory for all of them, fewer edges move at a time.
    const std::uint64_t bound = tail + pairs - head;
    const std::uint64_t wanted = std::min(bound * 2 * ref_.width, kMostPairs);
    if (wanted > pairs_.size()) {
      stream_.wait();
      try {
        pairs_ = cuda::Buffer<uint2>(wanted + wanted / 4);
      } catch (const MemoryError&) {
      }
    }
    const std::uint64_t most = std::max<std::uint64_t>(1, std::min(bound, pairs_.size() / (2 * std::uint64_t{ref_.width})));
    move_edges_kernel<<<cuda::blocks_for(most * ref_.width, kThreads), kThreads, 0, stream_>>>(
        ref_, dying_.data(), static_cast<unsigned>(head), static_cast<unsigned>(most), pair_list(), state_.data());
    WREATH_CUDA_LAUNCHED();
    read_state();
    died += host_->dying - tail;
    tail = host_->dying;
    head = std::min(head + most, tail);
    if (head != tail) continue;
    head = tail = 0;
    WREATH_CUDA(cudaMemsetAsync(&state_.data()->dying, 0, sizeof(unsigned), stream_));
  }
  Counts counts = table_.counts();
  counts.live -= died;
  table_.set_counts(counts);
  count_new();
  return true;
}

bool CudaBackend::compact(std::span<std::uint64_t> marks, RunControl* /*run*/) {
  if (table_.dead() == 0) return true;
  const std::uint64_t rows = table_.rows();
  const std::uint64_t kept = table_.live();
  const unsigned blocks = cuda::blocks_for(rows, kRowsOfBlock);
  const std::uint64_t width = ref_.width;
  make_room_in(row_counts_, blocks);
  make_room_in(row_starts_, blocks + 1 + marks.size());
  const std::uint64_t window = std::min<std::uint64_t>(kWindowRows, std::uint64_t{blocks} * kRowsOfBlock);
  make_room_in(aside_, window * width);
  unsigned long long* starts = row_starts_.data();
  unsigned long long* device_marks = starts + blocks + 1;
  count_live_kernel<<<blocks, kRowsOfBlock, 0, stream_>>>(ref_.parents, rows, row_counts_.data());
  scan_kernel_alone<<<1, kAlone, 0, stream_>>>(row_counts_.data(), starts, blocks);
  if (!marks.empty()) {
    WREATH_CUDA(cudaMemcpyAsync(device_marks, marks.data(), marks.size_bytes(), cudaMemcpyHostToDevice, stream_));
    move_marks_kernel<<<static_cast<unsigned>(marks.size()), kRowsOfBlock, 0, stream_>>>(ref_.parents, rows, starts,
                                                                                         device_marks);
    WREATH_CUDA(cudaMemcpyAsync(marks.data(), device_marks, marks.size_bytes(), cudaMemcpyDeviceToHost, stream_));
  }
  number_live_kernel<<<blocks, kRowsOfBlock, 0, stream_>>>(ref_.parents, rows, starts);
  for (std::uint64_t begin = 1; begin <= rows; begin += window) {
    const std::uint64_t end = std::min(rows + 1, begin + window);
    const unsigned grid = cuda::blocks_for((end - begin) * width, kThreads);
    rename_rows_kernel<<<grid, kThreads, 0, stream_>>>(ref_, begin, end, starts, aside_.data());
    put_rows_kernel<<<grid, kThreads, 0, stream_>>>(ref_, begin, end, starts, aside_.data());
  }
  WREATH_CUDA_LAUNCHED();
  WREATH_CUDA(cudaMemsetAsync(ref_.entries + (kept + 1) * width, 0, (rows - kept) * width * sizeof(Row), stream_));
  reset_parents_kernel<<<cuda::blocks_for(kept + 1, kThreads), kThreads, 0, stream_>>>(ref_.parents, kept);
  set_rows_kernel<<<1, 1, 0, stream_>>>(state_.data(), kept);
  WREATH_CUDA_LAUNCHED();
  stream_.wait();
  Counts counts = table_.counts();
  counts.rows = kept;
  table_.set_counts(counts);
  return true;
}

std::string CudaBackend::first_fault(RunControl& run) {
  WREATH_CUDA(cudaMemsetAsync(&state_.data()->first_bad, 0xFF, sizeof(unsigned long long), stream_));
  const std::uint64_t rows = table_.rows();
  const auto relators = static_cast<unsigned>(system_.relators.size());
  const auto words = static_cast<unsigned>(system_.subgroup.size());
  check_edges_kernel<<<cuda::blocks_for(rows * ref_.width, kThreads), kThreads, 0, stream_>>>(ref_, rows, state_.data());
  WREATH_CUDA_LAUNCHED();
  read_state();
  if (host_->first_bad == ~0ULL) {
    check_relators_kernel<<<cuda::blocks_for(rows, kThreads), kThreads, 0, stream_>>>(ref_, rows, relators_.data(), relators,
                                                                                      state_.data());
    if (words != 0) {
      check_subgroup_kernel<<<cuda::blocks_for(words, kThreads), kThreads, 0, stream_>>>(ref_, relators_.data() + relators, words,
                                                                                         state_.data());
    }
    WREATH_CUDA_LAUNCHED();
    read_state();
  }
  if (host_->first_bad == ~0ULL) return {};
  copy_home();  // where the fault is named, or a search finds that there is none
  return coset::first_fault({table_.saved_rows(), 1, rows}, system_, table_.threads(), run);
}

void CudaBackend::save_rows(ByteWriter& into) {
  const auto put = [&](const Row* from, std::uint64_t count) {
    into.put(count);
    if (into.is_counting()) return into.skip(count * sizeof(Row));
    std::vector<Row> piece(std::min(count, kSavedTogether));
    for (std::uint64_t first = 0; first < count; first += piece.size()) {
      const std::span<Row> part(piece.data(), std::min<std::uint64_t>(piece.size(), count - first));
      transfer_.fetch(part.data(), from + first, part.size_bytes());
      into.put_items(std::span<const Row>(part));
    }
  };
  put(ref_.entries + ref_.width, table_.rows() * ref_.width);
  put(ref_.parents + 1, table_.dead() == 0 ? 0 : table_.rows());
  table_.save_coincidences(into);
}

void CudaBackend::copy_home() {
  const std::uint64_t rows = table_.rows();
  table_.make_rows(rows);
  const TableRef home = table_.ref();
  transfer_.fetch(home.entries + home.width, ref_.entries + ref_.width, rows * ref_.width * sizeof(Row));
  transfer_.fetch(home.parents + 1, ref_.parents + 1, rows * sizeof(Row));
}

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(CosetTable& table, const System& system, std::uint64_t most, unsigned tables) {
  return std::make_unique<CudaBackend>(table, system, most, tables);
}

}  // namespace wreath::coset
