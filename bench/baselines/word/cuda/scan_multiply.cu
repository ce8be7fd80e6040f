// SPDX-License-Identifier: MIT
//
// The three runs of a product (scan_tables.hpp) as chains on a GPU (chain.cuh): acceptor and sets along u, then the ranks from
// the last position on whose set holds the acceptor's state. Each is composed, scanned, and replayed by one thread a chunk, which
// reads eight letters at a time.
//
// Floor, for n = 10^7 letters of the surface group of genus 2: letters are read six times and written once, sets and states (two
// bytes each) written once and read once or twice, 190 MB or 0.04 ms of an H200's memory, most of which stays in its cache.
// Look-ups: composing costs one for a warp, letter and run, and a quarter of one for the symbols, 4*10^7 in all, at one a cycle
// and multiprocessor 0.17 ms; replaying 1/32 of that. A replay of 1200 letters in a row takes 1200 times the latency of shared
// memory, 0.02 ms, and the scans of 8192 chunks some 200 times that of the cache, 0.03 ms each. In all, 0.4 ms.
//
// Memory: 5 bytes a letter, and 2 bytes for each chunk and value.
#include "bench/baselines/word/cuda/scan_multiply.hpp"

#include <algorithm>
#include <cmath>

#include "core/cuda/buffer.hpp"
#include "core/cuda/event.hpp"
#include "core/cuda/stream.hpp"
#include "bench/baselines/word/cuda/chain.cuh"

namespace wreath::word {

namespace {

constexpr unsigned kReplayThreads = 64;
constexpr unsigned kGroup = 8;  // letters that a replay reads at once
constexpr std::size_t kStagedBytes = 96 << 10;

struct Result {
  int stop;  // the first letter that changes; -1: not found
  std::uint32_t size;
  std::uint32_t state;  // the acceptor's, at the end of u
};

/// All that the kernels know.
struct Job {
  Letter* u;
  Value* states;  // [i]: the acceptor's state before the letter i; also at the end
  Value* sets;    // [i]: the set before the letter i; also at the end
  Result* result;
  const std::uint32_t* row;
  const Value* ranks;
  const Letter* letter;
  const Value* start;  // [set*(states+1) + state]
  const Value* longer;
  std::uint32_t letters;
  std::uint32_t state_count;
  std::uint32_t set_count;
  std::uint32_t most_ranks;
  std::uint32_t g;

  __device__ std::uint32_t start_at(std::uint32_t i) const { return start[sets[i] * (state_count + 1) + states[i]]; }
  __device__ std::uint32_t row_at(std::uint32_t letter_of_u, std::uint32_t set_after) const {
    return row[letter_of_u * set_count + set_after];
  }
};

template <bool kBack>
struct LettersInput {
  static constexpr bool kBackwards = kBack;
  const Letter* u;
  std::uint32_t stride;

  __device__ std::uint32_t symbol(std::uint32_t i) const { return u[i] * stride; }
  __device__ std::uint32_t values(std::uint32_t, const Cut&) const { return stride; }
  __device__ bool begin(std::uint32_t, const Cut&, std::uint32_t&, std::uint32_t&) const { return false; }
};

struct RanksInput {
  static constexpr bool kBackwards = false;
  Job job;

  __device__ std::uint32_t symbol(std::uint32_t i) const { return job.row_at(job.u[i], job.sets[i + 1]); }
  __device__ std::uint32_t values(std::uint32_t place, const Cut& cut) const { return job.ranks[job.sets[cut.begin(place)]]; }
  __device__ bool begin(std::uint32_t place, const Cut& cut, std::uint32_t& from, std::uint32_t& value) const {
    const auto stop = static_cast<std::uint32_t>(job.result->stop);
    if (stop < from) return false;
    const bool is_here = stop < cut.end(place);
    from = is_here ? stop : cut.end(place);
    value = is_here ? job.start_at(stop) - 1 : 0;
    return true;
  }
};

union EightLetters {
  uint2 whole;
  Letter at[kGroup];
};
union EightValues {
  uint4 whole;
  Value at[kGroup];
};

template <bool kStaged>
__global__ void replay_states_kernel(Job job, ChainRef chain, Cut cut, const Value* entries) {
  extern __shared__ Value shared[];
  const Value* const table = stage<kStaged>(chain.table, chain.table_size, shared);
  const std::uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= cut.chunks) return;
  std::uint32_t state = entries[place];
  const std::uint32_t end = cut.end(place);
  for (std::uint32_t base = cut.begin(place); base < end; base += kGroup) {
    EightLetters letters{*reinterpret_cast<const uint2*>(job.u + base)};
    EightValues states;
#pragma unroll
    for (unsigned k = 0; k < kGroup; ++k) {
      states.at[k] = static_cast<Value>(state);
      if (base + k < end) state = table[letters.at[k] * chain.values + state];
    }
    *reinterpret_cast<uint4*>(job.states + base) = states.whole;
  }
  if (place + 1 != cut.chunks) return;
  job.states[end] = static_cast<Value>(state);
  *job.result = {job.start[job.g * (job.state_count + 1) + state] != 0 ? static_cast<int>(end) : -1, 0, state};
}

template <bool kStaged>
__global__ void replay_sets_kernel(Job job, ChainRef chain, Cut cut, const Value* entries) {
  extern __shared__ Value shared[];
  const Value* const table = stage<kStaged>(chain.table, chain.table_size, shared);
  const std::uint32_t number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= cut.chunks) return;
  const std::uint32_t place = cut.chunks - 1 - number;
  std::uint32_t set = entries[number];
  const std::uint32_t begin = cut.begin(place);
  const std::uint32_t end = cut.end(place);
  if (number == 0) job.sets[end] = static_cast<Value>(job.g);
  int found = -1;
  for (std::uint32_t base = begin + (end - begin + kGroup - 1) / kGroup * kGroup; base != begin;) {
    base -= kGroup;
    EightLetters letters{*reinterpret_cast<const uint2*>(job.u + base)};
    EightValues states;
    states.whole = *reinterpret_cast<const uint4*>(job.states + base);
    EightValues sets;
#pragma unroll
    for (int k = kGroup - 1; k >= 0; --k) {
      if (base + k < end) {
        set = table[letters.at[k] * chain.values + set];
        if (found < 0 && job.start[set * (job.state_count + 1) + states.at[k]] != 0) found = static_cast<int>(base) + k;
      }
      sets.at[k] = static_cast<Value>(set);
    }
    *reinterpret_cast<uint4*>(job.sets + base) = sets.whole;
  }
  if (found >= 0) atomicMax(&job.result->stop, found);
}

/// Writes v over u.
template <bool kStaged>
__global__ void replay_ranks_kernel(Job job, ChainRef chain, Cut cut, const Value* entries) {
  extern __shared__ Value shared[];
  const Value* const table = stage<kStaged>(chain.table, chain.table_size, shared);
  const std::uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= cut.chunks || job.result->stop < 0) return;
  const auto stop = static_cast<std::uint32_t>(job.result->stop);
  const std::uint32_t begin = cut.begin(place);
  const std::uint32_t end = cut.end(place);
  const bool is_last = place + 1 == cut.chunks;
  if (stop >= end && !is_last) return;
  std::uint32_t rank = stop >= begin ? job.start_at(stop) - 1 : entries[place];
  std::uint32_t written = 0;
  for (std::uint32_t base = begin; base < end; base += kGroup) {
    EightLetters letters{*reinterpret_cast<const uint2*>(job.u + base)};
    EightValues sets;
    sets.whole = *reinterpret_cast<const uint4*>(job.sets + base);
    const std::uint32_t beyond = job.sets[min(base + kGroup, cut.size)];
#pragma unroll
    for (unsigned k = 0; k < kGroup; ++k) {
      if (base + k >= end || base + k < stop) continue;
      const std::uint32_t set = k + 1 == kGroup ? beyond : sets.at[(k + 1) % kGroup];
      const std::uint32_t index = job.row_at(letters.at[k], set) + rank;
      rank = table[index];
      letters.at[k] = job.letter[index];
      written = letters.at[k];
    }
    *reinterpret_cast<uint2*>(job.u + base) = letters.whole;
  }
  if (!is_last) return;
  job.result->size = end;
  if (stop < end && written == job.letters) {
    job.result->size = end - 1;
  } else if (const std::uint32_t more = job.longer[job.g * job.most_ranks + rank]; more != 0) {
    job.u[end] = static_cast<Letter>(more - 1);
    job.result->size = end + 1;
  }
}

std::size_t round_up(std::size_t n, std::size_t to) {
  return (n + to - 1) / to * to;
}

Cut cut_of(std::size_t size, std::uint32_t chunk) {
  constexpr std::size_t kChunks = 8192;
  Cut cut{.size = static_cast<std::uint32_t>(size), .chunk = chunk, .chunks = 1, .group = 1, .groups = 1};
  if (chunk == 0) cut.chunk = static_cast<std::uint32_t>(std::clamp<std::size_t>(round_up(size / kChunks, 16), 128, 1U << 16));
  cut.chunks = static_cast<std::uint32_t>(std::max<std::size_t>(1, (size + cut.chunk - 1) / cut.chunk));
  cut.group = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(cut.chunks))));
  cut.groups = (cut.chunks + cut.group - 1) / cut.group;
  return cut;
}

template <class T, class From>
cuda::Buffer<T> on_device(const std::vector<From>& values, cudaStream_t stream) {
  const std::vector<T> converted(values.begin(), values.end());
  cuda::Buffer<T> buffer(std::max<std::size_t>(1, converted.size()));
  buffer.upload(converted, stream);
  WREATH_CUDA(cudaStreamSynchronize(stream));
  return buffer;
}

template <class Kernel>
void allow_shared(Kernel kernel, std::size_t bytes) {
  if (bytes > 40 << 10) {  // with what kernels take besides, more than they may without asking
    WREATH_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
  }
}

/// A chain's table on the device, and how its kernels are launched.
class Chain {
 public:
  Chain(const std::vector<std::uint32_t>& table, std::uint32_t values, cudaStream_t stream)
      : table_(on_device<Value>(table, stream)), values_(values) {
    const std::size_t scratch = 4 * std::size_t{values} * sizeof(Value);  // of a warp
    while (warps_ > 1 && warps_ * scratch > kStagedBytes / 2) warps_ /= 2;
    table_bytes_ = table_.size() * sizeof(Value);
    is_staged_ = table_bytes_ + warps_ * scratch <= kStagedBytes;
    compose_bytes_ = (is_staged_ ? table_bytes_ : 0) + warps_ * scratch;
    if (values > kMaxValues || warps_ * scratch > kStagedBytes) {
      throw ResourceError("the tables of this group are too large for products on a GPU: use the CPU backend");
    }
  }

  ChainRef ref() const { return {table_.data(), static_cast<std::uint32_t>(table_.size()), values_}; }
  bool is_staged() const { return is_staged_; }
  std::size_t table_bytes() const { return is_staged_ ? table_bytes_ : 0; }

  /// The value with which each chunk begins.
  template <class Input>
  const Value* scan(const Input& input, const Cut& cut, std::uint32_t first, cudaStream_t stream) {
    reserve(functions_, std::size_t{cut.chunks} * values_);
    reserve(groups_, std::size_t{cut.groups} * values_);
    reserve(entries_, cut.chunks + 1);
    const auto compose = is_staged_ ? compose_kernel<Input, true> : compose_kernel<Input, false>;
    allow_shared(compose, compose_bytes_);
    compose<<<cuda::blocks_for(cut.chunks, warps_), static_cast<unsigned>(32 * warps_), compose_bytes_, stream>>>(
        input, ref(), cut, functions_.data());
    WREATH_CUDA_LAUNCHED();
    combine_kernel<<<cuda::blocks_for(std::size_t{cut.groups} * values_, 128), 128, 0, stream>>>(functions_.data(), values_, cut,
                                                                                                 groups_.data());
    WREATH_CUDA_LAUNCHED();
    expand_kernel<<<cuda::blocks_for(cut.groups, 32), 32, 0, stream>>>(functions_.data(), groups_.data(), values_, cut, first,
                                                                       entries_.data());
    WREATH_CUDA_LAUNCHED();
    return entries_.data();
  }

  template <class Kernel>
  void replay(Kernel kernel, const Job& job, const Cut& cut, const Value* entries, cudaStream_t stream) const {
    allow_shared(kernel, table_bytes());
    kernel<<<cuda::blocks_for(cut.chunks, kReplayThreads), kReplayThreads, table_bytes(), stream>>>(job, ref(), cut, entries);
    WREATH_CUDA_LAUNCHED();
  }

 private:
  static void reserve(cuda::Buffer<Value>& buffer, std::size_t size) {
    if (buffer.size() < size) buffer = cuda::Buffer<Value>(size + size / 8);
  }

  cuda::Buffer<Value> table_;
  std::uint32_t values_;
  std::size_t warps_ = kMaxWarps;
  std::size_t table_bytes_ = 0;
  std::size_t compose_bytes_ = 0;
  bool is_staged_ = false;
  cuda::Buffer<Value> functions_, groups_, entries_;
};

std::vector<std::uint32_t> start_with_failure(const ScanTables& tables) {
  std::vector<std::uint32_t> start;
  for (Set set = 0; set < tables.sets; ++set) {
    const auto row = tables.start.begin() + static_cast<std::ptrdiff_t>(std::size_t{set} * tables.states);
    start.insert(start.end(), row, row + tables.states);
    start.push_back(0);
  }
  return start;
}

}  // namespace

struct DeviceScanMultiplier::State {
  State(const ScanTables& tables, const DeviceScanOptions& given)
      : options(given),
        acceptor(tables.accept, tables.states + 1, stream),
        sets(tables.back, tables.sets, stream),
        ranks(tables.rank, tables.most_ranks, stream),
        row(on_device<std::uint32_t>(tables.row, stream)),
        rank_counts(on_device<Value>(tables.ranks, stream)),
        letter(on_device<Letter>(tables.letter, stream)),
        start(on_device<Value>(start_with_failure(tables), stream)),
        longer(on_device<Value>(tables.longer, stream)),
        result(1),
        job{.u = nullptr,
            .states = nullptr,
            .sets = nullptr,
            .result = result.data(),
            .row = row.data(),
            .ranks = rank_counts.data(),
            .letter = letter.data(),
            .start = start.data(),
            .longer = longer.data(),
            .letters = tables.letters,
            .state_count = tables.states,
            .set_count = tables.sets,
            .most_ranks = tables.most_ranks,
            .g = 0} {}

  /// Room for this number of letters, and one more.
  void reserve(std::size_t letters_wanted) {
    if (letters_wanted + 1 <= capacity) return;
    const std::size_t room = round_up(letters_wanted + letters_wanted / 8 + 1024, 16);
    cuda::Buffer<Letter> larger(room + 16);
    if (size != 0) WREATH_CUDA(cudaMemcpyAsync(larger.data(), u.data(), size, cudaMemcpyDeviceToDevice, stream));
    stream.wait();
    u = std::move(larger);
    state_log = cuda::Buffer<Value>(room + 16);
    set_log = cuda::Buffer<Value>(room + 16);
    capacity = room;
    job.u = u.data();
    job.states = state_log.data();
    job.sets = set_log.data();
  }

  void multiply(Letter g) {
    reserve(size + 1);
    job.g = g;
    const Cut cut = cut_of(size, options.chunk);
    WREATH_CUDA(cudaEventRecord(begin, stream));
    const Value* entries = acceptor.scan(LettersInput<false>{job.u, job.state_count + 1}, cut, 0, stream);
    acceptor.replay(acceptor.is_staged() ? replay_states_kernel<true> : replay_states_kernel<false>, job, cut, entries, stream);
    entries = sets.scan(LettersInput<true>{job.u, job.set_count}, cut, g, stream);
    sets.replay(sets.is_staged() ? replay_sets_kernel<true> : replay_sets_kernel<false>, job, cut, entries, stream);
    entries = ranks.scan(RanksInput{job}, cut, 0, stream);
    ranks.replay(ranks.is_staged() ? replay_ranks_kernel<true> : replay_ranks_kernel<false>, job, cut, entries, stream);
    WREATH_CUDA(cudaEventRecord(end, stream));
    Result found{};
    result.download({&found, 1}, stream);
    stream.wait();
    if (found.state == job.state_count) throw InputError("the word is not a normal form; reduce it first");
    if (found.stop < 0) {
      throw InternalError("a normal form has no product with a letter: the automatic structure is not verified");
    }
    size = found.size;
    kept = static_cast<std::size_t>(found.stop);
  }

  DeviceScanOptions options;
  cuda::Stream stream;
  cuda::Event begin, end;
  Chain acceptor, sets, ranks;
  cuda::Buffer<std::uint32_t> row;
  cuda::Buffer<Value> rank_counts;
  cuda::Buffer<Letter> letter;
  cuda::Buffer<Value> start, longer;
  cuda::Buffer<Result> result;
  Job job;
  cuda::Buffer<Letter> u;
  cuda::Buffer<Value> state_log, set_log;
  std::size_t capacity = 0;
  std::size_t size = 0;
  std::size_t kept = 0;
};

DeviceScanMultiplier::DeviceScanMultiplier(const ScanTables& tables, const DeviceScanOptions& options) {
  if (options.chunk % 16 != 0) throw InputError("a chunk must be a multiple of 16 letters");
  state_ = std::make_unique<State>(tables, options);
}
DeviceScanMultiplier::~DeviceScanMultiplier() = default;

void DeviceScanMultiplier::assign(std::span<const Letter> u) {
  if (u.size() >> 31 != 0) throw InputError("a word on the GPU must have fewer than 2^31 letters");
  for (const Letter x : u) {
    if (x >= state_->job.letters) throw InputError("letter number " + std::to_string(x) + " is not in the alphabet");
  }
  state_->size = 0;
  state_->reserve(u.size());
  state_->u.upload(u, state_->stream);
  state_->stream.wait();
  state_->size = u.size();
}

void DeviceScanMultiplier::multiply(Letter g) {
  if (g >= state_->job.letters) throw InputError("letter number " + std::to_string(g) + " is not in the alphabet");
  state_->multiply(g);
}

std::size_t DeviceScanMultiplier::size() const {
  return state_->size;
}
std::size_t DeviceScanMultiplier::kept() const {
  return state_->kept;
}

Word DeviceScanMultiplier::word() const {
  Word word(state_->size);
  state_->u.download(word, state_->stream);
  state_->stream.wait();
  return word;
}

double DeviceScanMultiplier::milliseconds() const {
  return cuda::milliseconds(state_->begin, state_->end);
}

}  // namespace wreath::word
