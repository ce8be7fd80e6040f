// SPDX-License-Identifier: MIT
#include "coset/cuda/cuda_backend.cuh"
#include "coset/cuda/merging.cuh"
#include "wreath/gpu.hpp"

namespace wreath::coset {

void CudaBackend::limit_rows(std::uint64_t most) {
  std::size_t free = 0;
  std::size_t total = 0;
  WREATH_CUDA(cudaMemGetInfo(&free, &total));
  // A row has entries, a parent, and a place in the list of the dying; lists of tasks and pairs have an eighth, or 3 GiB.
  const std::uint64_t lists = std::min<std::uint64_t>(free / 8, std::uint64_t{3} << 30) + free / 64;
  const std::uint64_t usable = free - lists + entries_.size() + parents_.size();
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

/// The counts of the table become those of the device; died: in collapses, besides those that it has counted.
void CudaBackend::count_new(std::uint64_t died) {
  Counts counts = table_.counts();
  counts.append(host_->rows - counts.rows);
  counts.live -= died + host_->died - known_died_;
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
  const ScanRef scan{relators_.data(),   request.first_relator, group,
                     request.first,      request.last,          static_cast<Row>(std::min<std::uint64_t>(request.bound, ~Row{0})),
                     request.largest_gap};
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

std::unique_ptr<Backend> make_device_backend(CosetTable& table, const System& system, std::uint64_t most) {
  require_gpu();
  return std::make_unique<CudaBackend>(table, system, most);
}

}  // namespace wreath::coset
