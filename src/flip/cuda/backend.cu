// SPDX-License-Identifier: MIT
//
// The walks of a GPU. One stream has the work in its order: placements, a batch of steps, the report of its end. The host puts
// the next batch there before it looks at a report, so the device never waits for it; reports and schemes to place travel on a
// second stream. Nothing here allocates or frees device memory between batches as a rule: that would wait for all kernels.
#include "flip/backend.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/cuda/buffer.hpp"
#include "core/cuda/event.hpp"
#include "core/cuda/stream.hpp"
#include "core/data/hash.hpp"
#include "core/text/option.hpp"
#include "flip/cuda/walk_report.cuh"
#include "flip/cuda/walk_state.hpp"
#include "flip/scheme/symmetry.hpp"
#include "flip/walk/image.hpp"

namespace wreath::flip {

namespace {

constexpr std::uint64_t kStepsPerBatch = 6000;  // some ten milliseconds
constexpr std::size_t kKnownImages = 1U << 14;  // of schemes that are remembered

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
                             std::uint32_t orbit, std::uint32_t* reported) {
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
  reported[seat.walk] = counts.best;
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
              std::uint32_t capacity, Method method)
      : codec_(shape, group_of(options), capacity, options.machine.threads, options.ring),
        kernel_(kernel),
        design_(method),
        orbit_(orbit_size(options.symmetry)),
        batch_(static_cast<std::uint32_t>(std::clamp<std::uint64_t>(options.restart_after / 10, 300, kStepsPerBatch))) {
    rules_ = {
        std::max(1U, schedule.plus_after / 3), schedule.margin, capacity, 0, options.free_cubes ? 1U : 0U, codec_.mirror_shift(),
        group_of(options).halves ? 1U : 0U};
    rules_.modulo_3 = options.ring == Ring::f3 ? 1 : 0;
    state_.capacity = capacity;
    state_.slot_count = codec_.slots();
    state_.walks = count_walks(options.walks);
    const std::size_t cells = std::size_t{state_.slot_count} * state_.walks;
    slots_ = cuda::Buffer<Value>(cells);
    bests_ = cuda::Buffer<Value>(cells);
    best_sizes_ = cuda::Buffer<uint2>(state_.walks);
    counts_ = cuda::Buffer<WalkCounts>(state_.walks);
    reported_ = cuda::Buffer<std::uint32_t>(state_.walks);
    seats_ = cuda::Buffer<Seat>(state_.walks);
    for (auto& report : reports_) report.emplace(state_.walks, state_.slot_count);
    state_.slots = slots_.data();
    state_.bests = bests_.data();
    state_.best_sizes = best_sizes_.data();
    state_.counts = counts_.data();
    WREATH_CUDA(cudaMemsetAsync(state_.slots, 0, cells * sizeof(Value), stream_));
    WREATH_CUDA(cudaMemsetAsync(reported_.data(), 0, state_.walks * sizeof(std::uint32_t), stream_));
    std::vector<WalkCounts> counts(state_.walks);
    for (std::uint32_t walk = 0; walk < state_.walks; ++walk) {
      counts[walk].random = WalkRandom(options.seed, walk).state();
      counts[walk].to_plus = rules_.plus_after;
    }
    counts_.upload(counts, stream_);
    WREATH_CUDA(cudaStreamSynchronize(stream_));
  }

  std::uint32_t walks() const override { return state_.walks; }
  unsigned depth() const override { return static_cast<unsigned>(reports_.size()); }

  void place(std::span<const Placement> placements) override {
    if (placements.empty()) return;
    if (placements.size() > state_.walks) throw InternalError("more placements than walks");
    std::unordered_map<const Scheme*, std::uint32_t> numbers;
    std::vector<const Scheme*> distinct;
    std::vector<Seat> seats;
    seats.reserve(placements.size());
    for (const Placement& placement : placements) {
      const auto [at, is_new] = numbers.emplace(placement.scheme, static_cast<std::uint32_t>(distinct.size()));
      if (is_new) distinct.push_back(placement.scheme);
      seats.push_back({placement.walk, at->second, 0, 0, 0});
    }
    const std::vector<const WalkImage*> images = encoded(distinct);
    for (Seat& seat : seats) {
      const WalkImage& image = *images[seat.image];
      seat.size = image.size;
      seat.cubes = image.cubes;
      seat.halves = image.halves;
    }
    std::vector<Value> values;
    values.reserve(images.size() * state_.slot_count);
    for (const WalkImage* image : images) {
      for (const std::uint64_t slot : image->slots) values.push_back(static_cast<Value>(slot));
    }
    seat(seats, values);
  }

  void aim_at(std::uint32_t rank) override { rules_.trade_down_to = rank; }

  void begin(std::uint32_t steps, std::uint32_t worth) override {
    if (under_way_ == depth()) throw InternalError("too many batches are under way");
    const unsigned slot = (first_ + under_way_++) % depth();
    const std::uint32_t blocks = state_.walks * kernel_.threads_per_walk / kernel_.threads;
    WREATH_CUDA(cudaEventRecord(begun_[slot], stream_));
    kernel_.function<<<blocks, kernel_.threads, shared_bytes(), stream_>>>(state_, rules_, (steps + 2) / 3);
    WREATH_CUDA_LAUNCHED();
    reports_[slot]->write(state_, reported_.data(), worth, orbit_, stream_);
    is_timed_[slot] = true;
  }

  double finish() override {
    if (under_way_ == 0) throw InternalError("no batch is under way");
    last_ = first_;
    first_ = (first_ + 1) % depth();
    --under_way_;
    reports_[last_]->receive(copies_);
    return is_timed_[last_] ? 1e-3 * cuda::milliseconds(begun_[last_], reports_[last_]->written()) : 0;
  }

  std::span<const WalkStatus> statuses() override { return reports_[last_]->statuses(); }

  std::vector<Scheme> bests(std::span<const std::uint32_t> walks) override {
    if (walks.empty()) return {};
    return codec_.decode(under_way_ != 0 ? reports_[last_]->images(walks, copies_) : present_bests(walks));
  }

  std::uint32_t batch() const override { return batch_; }
  std::size_t room() const override { return state_.capacity; }

  std::vector<std::byte> save() override {
    ByteWriter state;
    append(state, slots_);
    append(state, bests_);
    append(state, best_sizes_);
    append(state, counts_);
    append(state, reported_);
    state.put(std::uint32_t{under_way_});
    for (unsigned k = 0; k < under_way_; ++k) {
      WalkReport<Value>& report = *reports_[(first_ + k) % depth()];
      report.receive(copies_);
      report.save(state, copies_);
    }
    return state.take();
  }

  void restore(std::span<const std::byte> bytes) override {
    ByteReader state(bytes);
    WREATH_CUDA(cudaStreamSynchronize(stream_));
    take(state, slots_);
    take(state, bests_);
    take(state, best_sizes_);
    take(state, counts_);
    take(state, reported_);
    WREATH_CUDA(cudaStreamSynchronize(stream_));
    first_ = 0;
    under_way_ = state.value<std::uint32_t>();
    if (under_way_ > depth()) throw InputError("the search state is damaged: too many batches are under way");
    for (unsigned k = 0; k < under_way_; ++k) {
      reports_[k]->restore(state);
      is_timed_[k] = false;
    }
    if (!state.at_end()) throw InputError("the checkpoint is longer than the state of these walks: it belongs to another search");
  }

  Method method() const override { return design_; }

 private:
  std::uint32_t shared_bytes() const { return flip::shared_bytes(kernel_, state_); }

  /// As walks have them. A search places the schemes of its pool again and again, so they are remembered.
  std::vector<const WalkImage*> encoded(const std::vector<const Scheme*>& schemes) {
    if (known_images_.size() > kKnownImages) known_images_.clear();
    std::vector<std::uint64_t> keys;
    std::vector<const Scheme*> fresh;
    std::vector<std::uint64_t> fresh_keys;
    for (const Scheme* scheme : schemes) {
      keys.push_back(hash_bytes(std::as_bytes(std::span(scheme->summands))));
      if (known_images_.contains(keys.back())) continue;
      fresh.push_back(scheme);
      fresh_keys.push_back(keys.back());
    }
    std::vector<WalkImage> made = codec_.encode(fresh);
    for (std::size_t k = 0; k < fresh.size(); ++k) known_images_.insert_or_assign(fresh_keys[k], std::move(made[k]));
    std::vector<const WalkImage*> images;
    for (const std::uint64_t key : keys) images.push_back(&known_images_.at(key));
    return images;
  }

  /// Brings seats and images to the device, beside a batch that is under way, and seats the walks after it.
  void seat(const std::vector<Seat>& seats, const std::vector<Value>& values) {
    if (images_.size() < values.size()) {
      outgrown_.push_back(std::move(images_));  // to free it would wait for the batch
      images_ = cuda::Buffer<Value>(2 * values.size());
    }
    WREATH_CUDA(cudaStreamWaitEvent(copies_, seated_, 0));  // the earlier seats have been read
    seats_.upload(seats, copies_);
    images_.upload(values, copies_);
    WREATH_CUDA(cudaStreamSynchronize(copies_));
    place_kernel<<<blocks_for(seats.size()), 128, 0, stream_>>>(state_, seats_.data(), static_cast<std::uint32_t>(seats.size()),
                                                                images_.data(), orbit_, reported_.data());
    WREATH_CUDA_LAUNCHED();
    WREATH_CUDA(cudaEventRecord(seated_, stream_));
  }

  /// Of any walks, if no batch is under way.
  std::vector<WalkImage> present_bests(std::span<const std::uint32_t> walks) {
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
    return images;
  }

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
  void append(ByteWriter& state, const cuda::Buffer<T>& buffer) {
    std::vector<T> values(buffer.size());
    buffer.download(values, stream_);
    WREATH_CUDA(cudaStreamSynchronize(stream_));
    state.put_items<T>(values);
  }

  template <class T>
  void take(ByteReader& state, cuda::Buffer<T>& buffer) {
    const std::size_t bytes = buffer.size() * sizeof(T);
    if (state.left() < bytes)
      throw InputError("the checkpoint was written with another number of walks than this GPU runs; set " + option("walks"));
    WREATH_CUDA(cudaMemcpyAsync(buffer.data(), state.take(bytes).data(), bytes, cudaMemcpyHostToDevice, stream_));
  }

  WalkCodec codec_;
  std::unordered_map<std::uint64_t, WalkImage> known_images_;  // by a hash of the summands in their order
  WalkKernel<Value> kernel_;
  Method design_;
  std::uint32_t orbit_;  // summands of one
  std::uint32_t batch_;  // steps: few, compared with those until a walk restarts
  WalkRules rules_;
  WalkStateRef<Value> state_;
  cuda::Stream stream_;
  cuda::Stream copies_;
  cuda::Buffer<Value> slots_;
  cuda::Buffer<Value> bests_;
  cuda::Buffer<uint2> best_sizes_;
  cuda::Buffer<WalkCounts> counts_;
  cuda::Buffer<std::uint32_t> reported_;  // the best of each walk that was reported
  cuda::Buffer<Seat> seats_;
  cuda::Buffer<Value> images_;
  std::vector<cuda::Buffer<Value>> outgrown_;
  cuda::Event seated_;
  std::array<std::optional<WalkReport<Value>>, 2> reports_;  // of the batches that are under way, and of the last that is not
  std::array<cuda::Event, 2> begun_;
  std::array<bool, 2> is_timed_{};
  unsigned first_ = 0;      // of the batches under way
  unsigned last_ = 0;       // the one that was finished last
  unsigned under_way_ = 0;  // batches
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

/// Walks with coefficients -1, 0, 1.
template <class Value>
std::unique_ptr<Backend> make_ternary(const Shape& shape, const SearchOptions& options, const Schedule& schedule,
                                      std::uint32_t largest) {
  const WalkKernel<Value> kernel = ternary_kernel<Value>(largest);
  const std::uint32_t room = std::min(kernel.capacity, (largest + schedule.margin + 7) / 8 * 8);
  if (kernel.function == nullptr || options.method == Method::warp || !fits_device(kernel, room, Symmetry::none)) {
    throw ResourceError("no GPU walk of this design has room for " + std::to_string(largest) +
                        " summands with coefficients -1, 0, 1; use " + option("backend", "cpu"));
  }
  return std::make_unique<CudaBackend<Value>>(shape, options, schedule, kernel, room, Method::thread);
}

template <class Value>
std::unique_ptr<Backend> make(const Shape& shape, const SearchOptions& options, const Schedule& schedule, std::uint32_t largest) {
  const bool symmetric = options.symmetry != Symmetry::none;
  const std::uint32_t margin = has_mirror(options.symmetry) ? 2 * schedule.margin : schedule.margin;  // in half orbits
  const std::uint32_t room = (largest + margin + 7) / 8 * 8;
  WalkKernel<Value> kernel;
  Method method = Method::thread;
  if (symmetric || options.method != Method::warp) {
    const bool mirrored = has_mirror(options.symmetry);
    kernel = has_turns(options.symmetry) ? LaneKernels<Value, true>::of_size(largest, mirrored)
                                         : LaneKernels<Value, false>::of_size(largest, mirrored);
  }
  if (kernel.function != nullptr && !fits_device(kernel, std::min(kernel.capacity, room), options.symmetry)) kernel = {};
  if (!symmetric && kernel.function == nullptr && options.method != Method::thread) {
    kernel = warp_kernel<Value>(largest);
    method = Method::warp;
  }
  if (kernel.function == nullptr) {
    throw ResourceError("no GPU walk of this design has room for " + std::to_string(largest) +
                        (symmetric ? " orbits" : " summands") + "; use " + option("backend", "cpu") +
                        (has_mirror(options.symmetry) ? ", or more " + option("swaps") : ""));
  }
  return std::make_unique<CudaBackend<Value>>(shape, options, schedule, kernel, std::min(kernel.capacity, room), method);
}

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(const Shape& shape, const SearchOptions& options, const Schedule& schedule,
                                           std::size_t largest) {
  const auto summands = static_cast<std::uint32_t>(largest);
  if (options.ring != Ring::f2) {
    return slot_width(shape, group_of(options), options.ring) == 32
               ? make_ternary<std::uint32_t>(shape, options, schedule, summands)
               : make_ternary<std::uint64_t>(shape, options, schedule, summands);
  }
  switch (slot_width(shape, group_of(options))) {
    case 16: return make<std::uint16_t>(shape, options, schedule, summands);
    case 32: return make<std::uint32_t>(shape, options, schedule, summands);
    default: return make<std::uint64_t>(shape, options, schedule, summands);
  }
}

}  // namespace wreath::flip
