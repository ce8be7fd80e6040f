// SPDX-License-Identifier: MIT
#include "flip/cuda/backend.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>

#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "core/run/option.hpp"
#include "flip/cuda/walk_state.hpp"
#include "flip/symmetry.hpp"
#include "flip/walk_image.hpp"

namespace wreath::flip {

namespace {

/// What a placement does to a walk: its image, and counts that are reset.
struct Seat {
  std::uint32_t walk;
  std::uint32_t image;
  std::uint32_t size;
  std::uint32_t cubes;
  std::uint32_t halves;
};

template <class Value>
__global__ void place_kernel(WalkStateRef<Value> state, const Seat* seats, std::uint32_t count, const Value* images,
                             std::uint32_t orbit) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= count) return;
  const Seat seat = seats[k];
  for (std::uint32_t slot = 0; slot < state.slot_count; ++slot) {
    const Value value = images[std::size_t{seat.image} * state.slot_count + slot];
    state.slots[std::size_t{slot} * state.walks + seat.walk] = value;
    state.bests[std::size_t{slot} * state.walks + seat.walk] = value;
  }
  state.best_sizes[seat.walk] = make_uint2(seat.size, seat.cubes);
  WalkCounts& counts = state.counts[seat.walk];
  counts.size = seat.size;
  counts.cubes = seat.cubes;
  counts.halves = seat.halves;
  counts.best = counts.rank(orbit);
  counts.idle = 0;
}

template <class Value>
__global__ void gather_bests_kernel(WalkStateRef<Value> state, const std::uint32_t* walks, std::uint32_t count, Value* into,
                                    uint2* sizes) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= count) return;
  for (std::uint32_t slot = 0; slot < state.slot_count; ++slot) {
    into[std::size_t{k} * state.slot_count + slot] = state.bests[std::size_t{slot} * state.walks + walks[k]];
  }
  sizes[k] = state.best_sizes[walks[k]];
}

unsigned blocks_for(std::size_t count) {
  return static_cast<unsigned>((count + 127) / 128);
}

/// Of a block of walks.
template <class Value>
std::uint32_t shared_bytes(const WalkKernel<Value>& kernel, const WalkStateRef<Value>& state) {
  return state.warp_bytes() * kernel.threads / (kernel.threads_per_walk * 32);
}

template <class Value>
class CudaBackend final : public Backend {
 public:
  CudaBackend(const Shape& shape, const SearchOptions& options, const Schedule& schedule, const WalkKernel<Value>& kernel,
              std::uint32_t capacity, Design design)
      : codec_(shape, group_of(options), capacity, options.threads),
        kernel_(kernel),
        design_(design),
        orbit_(orbit_size(options.symmetry)) {
    rules_ = {
        std::max(1U, schedule.plus_after / 3), schedule.margin, capacity, 0, options.free_cubes ? 1U : 0U, codec_.mirror_shift(),
        group_of(options).halves ? 1U : 0U};
    state_.capacity = capacity;
    state_.slot_count = codec_.slots();
    state_.walks = count_walks(options.walks);
    const std::size_t cells = std::size_t{state_.slot_count} * state_.walks;
    slots_ = cuda::Buffer<Value>(cells);
    bests_ = cuda::Buffer<Value>(cells);
    best_sizes_ = cuda::Buffer<uint2>(state_.walks);
    counts_ = cuda::Buffer<WalkCounts>(state_.walks);
    state_.slots = slots_.data();
    state_.bests = bests_.data();
    state_.best_sizes = best_sizes_.data();
    state_.counts = counts_.data();
    WREATH_CUDA(cudaMemsetAsync(state_.slots, 0, cells * sizeof(Value), stream_));
    host_counts_.resize(state_.walks);
    for (std::uint32_t walk = 0; walk < state_.walks; ++walk) {
      host_counts_[walk].random = WalkRandom(options.seed, walk).state();
      host_counts_[walk].to_plus = rules_.plus_after;
    }
    counts_.upload(host_counts_, stream_);
    statuses_.resize(state_.walks);
  }

  std::uint32_t walks() const override { return state_.walks; }

  void place(std::span<const Placement> placements) override {
    if (placements.empty()) return;
    std::map<const Scheme*, std::uint32_t> numbers;
    std::vector<const Scheme*> distinct;
    for (const Placement& placement : placements) {
      if (numbers.emplace(placement.scheme, static_cast<std::uint32_t>(distinct.size())).second)
        distinct.push_back(placement.scheme);
    }
    const std::vector<WalkImage> images = codec_.encode(distinct);
    std::vector<Seat> seats;
    for (const Placement& placement : placements) {
      const std::uint32_t number = numbers[placement.scheme];
      seats.push_back({placement.walk, number, images[number].size, images[number].cubes, images[number].halves});
    }
    std::vector<Value> values;
    values.reserve(images.size() * state_.slot_count);
    for (const WalkImage& image : images) {
      for (const std::uint64_t slot : image.slots) values.push_back(static_cast<Value>(slot));
    }
    cuda::Buffer<Seat> device_seats(seats.size());
    cuda::Buffer<Value> device_images(values.size());
    device_seats.upload(seats, stream_);
    device_images.upload(values, stream_);
    place_kernel<<<blocks_for(seats.size()), 128, 0, stream_>>>(
        state_, device_seats.data(), static_cast<std::uint32_t>(seats.size()), device_images.data(), orbit_);
    WREATH_CUDA_LAUNCHED();
    WREATH_CUDA(cudaStreamSynchronize(stream_));
  }

  void aim_at(std::uint32_t rank) override { rules_.trade_down_to = rank; }

  void run(std::uint32_t steps) override {
    const std::uint32_t blocks = state_.walks * kernel_.threads_per_walk / kernel_.threads;
    kernel_.function<<<blocks, kernel_.threads, shared_bytes(), stream_>>>(state_, rules_, (steps + 2) / 3);
    WREATH_CUDA_LAUNCHED();
    WREATH_CUDA(cudaStreamSynchronize(stream_));
  }

  std::span<const WalkStatus> statuses() override {
    counts_.download(host_counts_, stream_);
    WREATH_CUDA(cudaStreamSynchronize(stream_));
    for (std::uint32_t walk = 0; walk < state_.walks; ++walk) {
      const WalkCounts& counts = host_counts_[walk];
      statuses_[walk] = {counts.rank(orbit_), counts.best, counts.idle, counts.flips};
    }
    return statuses_;
  }

  std::vector<Scheme> bests(std::span<const std::uint32_t> walks) override {
    if (walks.empty()) return {};
    cuda::Buffer<std::uint32_t> device_walks(walks.size());
    cuda::Buffer<Value> device_values(walks.size() * state_.slot_count);
    cuda::Buffer<uint2> device_sizes(walks.size());
    device_walks.upload(walks, stream_);
    gather_bests_kernel<<<blocks_for(walks.size()), 128, 0, stream_>>>(
        state_, device_walks.data(), static_cast<std::uint32_t>(walks.size()), device_values.data(), device_sizes.data());
    WREATH_CUDA_LAUNCHED();
    std::vector<Value> values(device_values.size());
    std::vector<uint2> sizes(walks.size());
    device_values.download(values, stream_);
    device_sizes.download(sizes, stream_);
    WREATH_CUDA(cudaStreamSynchronize(stream_));
    std::vector<WalkImage> images;
    for (std::size_t k = 0; k < walks.size(); ++k) {
      const auto slots = std::span(values).subspan(k * state_.slot_count, state_.slot_count);
      images.push_back({{slots.begin(), slots.end()}, sizes[k].x, sizes[k].y});
    }
    return codec_.decode(images);
  }

  std::uint32_t batch() const override { return 15000; }
  std::size_t room() const override { return state_.capacity; }

  std::vector<std::byte> save() override {
    std::vector<std::byte> state;
    append(state, slots_);
    append(state, bests_);
    append(state, best_sizes_);
    append(state, counts_);
    return state;
  }

  void restore(std::span<const std::byte> state) override {
    take(state, slots_);
    take(state, bests_);
    take(state, best_sizes_);
    take(state, counts_);
    if (!state.empty()) throw InputError("the checkpoint is longer than the state of these walks: it belongs to another search");
    WREATH_CUDA(cudaStreamSynchronize(stream_));
  }

  Design design() const override { return design_; }

 private:
  std::uint32_t shared_bytes() const { return flip::shared_bytes(kernel_, state_); }

  /// As many as the device holds at once, or what was asked for, in whole blocks.
  std::uint32_t count_walks(std::uint64_t asked) {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    WREATH_CUDA(cudaGetDevice(&device));
    WREATH_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    WREATH_CUDA(
        cudaFuncSetAttribute(kernel_.function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes())));
    WREATH_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel_.function, static_cast<int>(kernel_.threads),
                                                              shared_bytes()));
    const std::uint32_t per_block = kernel_.threads / kernel_.threads_per_walk;
    if (asked == 0) return static_cast<std::uint32_t>(multiprocessors * std::max(1, blocks)) * per_block;
    return static_cast<std::uint32_t>((asked + per_block - 1) / per_block) * per_block;
  }

  template <class T>
  void append(std::vector<std::byte>& state, const cuda::Buffer<T>& buffer) {
    const std::size_t at = state.size();
    state.resize(at + buffer.size() * sizeof(T));
    WREATH_CUDA(cudaMemcpyAsync(state.data() + at, buffer.data(), buffer.size() * sizeof(T), cudaMemcpyDeviceToHost, stream_));
    WREATH_CUDA(cudaStreamSynchronize(stream_));
  }

  template <class T>
  void take(std::span<const std::byte>& state, cuda::Buffer<T>& buffer) {
    const std::size_t bytes = buffer.size() * sizeof(T);
    if (state.size() < bytes)
      throw InputError("the checkpoint was written with another number of walks than this GPU runs; set " + option("walks"));
    WREATH_CUDA(cudaMemcpyAsync(buffer.data(), state.data(), bytes, cudaMemcpyHostToDevice, stream_));
    state = state.subspan(bytes);
  }

  WalkCodec codec_;
  WalkKernel<Value> kernel_;
  Design design_;
  std::uint32_t orbit_;  // summands of one
  WalkRules rules_;
  WalkStateRef<Value> state_;
  cuda::Stream stream_;
  cuda::Buffer<Value> slots_;
  cuda::Buffer<Value> bests_;
  cuda::Buffer<uint2> best_sizes_;
  cuda::Buffer<WalkCounts> counts_;
  std::vector<WalkCounts> host_counts_;
  std::vector<WalkStatus> statuses_;
};

/// Whether a multiprocessor of this device has the shared memory for a block of walks with room for so many.
template <class Value>
bool fits_device(const WalkKernel<Value>& kernel, std::uint32_t capacity, Symmetry symmetry) {
  int device = 0;
  int most = 0;
  WREATH_CUDA(cudaGetDevice(&device));
  WREATH_CUDA(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  WalkStateRef<Value> state;
  state.slot_count = slot_count(capacity, symmetry);
  return shared_bytes(kernel, state) <= static_cast<std::uint32_t>(most);
}

template <class Value>
std::unique_ptr<Backend> make(const Shape& shape, const SearchOptions& options, const Schedule& schedule, std::uint32_t largest) {
  const bool symmetric = options.symmetry != Symmetry::none;
  const std::uint32_t margin = has_mirror(options.symmetry) ? 2 * schedule.margin : schedule.margin;  // in half orbits
  const std::uint32_t room = (largest + margin + 7) / 8 * 8;
  WalkKernel<Value> kernel;
  Design design = Design::thread;
  if (symmetric || options.design != Design::warp) {
    const bool mirrored = has_mirror(options.symmetry);
    kernel = has_turns(options.symmetry) ? LaneKernels<Value, true>::of_size(largest, mirrored)
                                         : LaneKernels<Value, false>::of_size(largest, mirrored);
  }
  if (kernel.function != nullptr && !fits_device(kernel, std::min(kernel.capacity, room), options.symmetry)) kernel = {};
  if (!symmetric && kernel.function == nullptr && options.design != Design::thread) {
    kernel = warp_kernel<Value>(largest);
    design = Design::warp;
  }
  if (kernel.function == nullptr) {
    throw ResourceError("no GPU walk of this design has room for " + std::to_string(largest) +
                        (symmetric ? " orbits" : " summands") + "; use " + option("backend", "cpu") +
                        (has_mirror(options.symmetry) ? ", or more " + option("swaps") : ""));
  }
  return std::make_unique<CudaBackend<Value>>(shape, options, schedule, kernel, std::min(kernel.capacity, room), design);
}

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(const Shape& shape, const SearchOptions& options, const Schedule& schedule,
                                           std::size_t largest) {
  const auto summands = static_cast<std::uint32_t>(largest);
  switch (slot_width(shape, group_of(options))) {
    case 16: return make<std::uint16_t>(shape, options, schedule, summands);
    case 32: return make<std::uint32_t>(shape, options, schedule, summands);
    default: return make<std::uint64_t>(shape, options, schedule, summands);
  }
}

}  // namespace wreath::flip
