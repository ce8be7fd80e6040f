// SPDX-License-Identifier: MIT
//
// Expansion on a GPU. Rows, table and all passes are there; per call come down the words of the new elements and go up the chosen
// candidates, where they are chosen.
//
//     claim     a team per candidate: compose, fingerprint, look up, compare; a new row claims a slot
//     select    the candidates that hold their slot are the new elements, in their order
//     append    a team per new element: compose it to its place, settle its slot, note its word
//     results   the numbers of all candidates, where they are wanted
//
// Cost, with every row read from memory: a candidate reads its parent (once for all of its generators), a slot, and the row it is
// compared with; a new element is read and written once more. The table is two thirds full at most; growing it reads all rows.
// On an H200 (4.8 TB/s) biHecke 6 with every product formed must move 132 GB, 28 ms; its kernels take 61 ms, bound by the first
// cache and by instructions, and the whole 75 ms. Renner 7 with the new products alone: 205 GB, 43 ms, and takes 110 to 160 ms.
//
// Calls come one at a time, reading ones too: they share the stream and the scratch memory.
#pragma once

#include <functional>
#include <string>

#include "core/cuda/buffer.hpp"
#include "core/cuda/growing_memory.hpp"
#include "core/cuda/stream.hpp"
#include "core/cuda/transfer.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "semigroup/cuda/backend.hpp"
#include "semigroup/cuda/host_buffer.hpp"
#include "semigroup/cuda/kernels.cuh"
#include "semigroup/cuda/layout.hpp"
#include "semigroup/cuda/selection.cuh"

namespace wreath::semigroup {

/// What a backend is made of: the representation without its rows, and how a row is written in it.
template <class Rows>
struct Design {
  Rows rows{};
  std::vector<typename Rows::Entry> generators;
  std::vector<std::uint32_t> keys;  // of fingerprints, where rows are plain
  std::uint64_t degree = 0;
  std::size_t columns = 0;
  bool all_points = false;  // tracked, in order
  bool monoid = false;
  std::function<std::vector<std::byte>(std::span<const Point> row, unsigned bits)> bytes_of;
  unsigned bits = 0;
};

template <class Rows, class Team>
class CudaBackend : public Backend {
 public:
  CudaBackend(Design<Rows> design, std::span<const Point> tracked, std::uint64_t expected, const CudaOptions& options)
      : design_(std::move(design)), options_(options), generators_(design_.generators.size()), keys_(design_.keys.size()) {
    generators_.upload(design_.generators, stream_);
    keys_.upload(design_.keys, stream_);
    design_.rows.generators = generators_.data();
    if constexpr (!std::is_same_v<Rows, PackedRows>) design_.rows.keys = reinterpret_cast<const uint4*>(keys_.data());
    choose_launch();
    expected = plausible(expected);
    grow_rows(std::max<std::uint64_t>(2, expected));
    write_row(0, tracked);
    count_ = 1;
    grow_table(options.slots != 0 ? options.slots : slots_for(std::max(expected, std::uint64_t{1} << 16)) + spare_slots());
  }

  Expansion expand(const Candidates& candidates, bool want_results) override {
    const std::uint64_t count =
        candidates.chosen.empty() ? std::uint64_t{candidates.last - candidates.first} * letters() : candidates.chosen.size();
    if (count == 0) return {};
    if (count > kMostCandidates)
      throw InputError("too many candidates for one call; batch() returns the number of parents to pass");
    reserve_scratch(count, want_results);
    if (slots_for(count_ + count) > table_.size()) grow_table(std::max(slots_for(count_ + count), 2 * table_.size()));
    const CandidatesRef ref = send(candidates);
    const auto n = static_cast<std::uint32_t>(count);
    launch_staged(claim_kernel<Rows, Team, kMayStage>, claim_kernel<Rows, Team, false>, n, rows(), table(), ref, n,
                  outcomes_.data());
    const std::uint32_t fresh = select_first(n);
    make_room(fresh, n);
    const NewElementsRef elements{positions_.data(), fresh, count_, prefixes_.data(), letters_.data()};
    launch_staged(append_kernel<Rows, Team, kMayStage>, append_kernel<Rows, Team, false>, fresh, rows(), table(), ref,
                  static_cast<const Outcome*>(outcomes_.data()), elements);
    host_prefixes_.fetch(prefixes_.data(), fresh, stream_);
    host_letters_.fetch(letters_.data(), fresh, stream_);
    if (want_results) {
      results_kernel<<<blocks_of(n), kBlockThreads, 0, stream_>>>(table(), outcomes_.data(), n, results_.data());
      WREATH_CUDA_LAUNCHED();
      host_results_.fetch(results_.data(), n, stream_);
    }
    stream_.wait();
    count_ += fresh;
    return {host_prefixes_.span(fresh), host_letters_.span(fresh), host_results_.span(want_results ? n : 0)};
  }

  /// As many candidates as keep the GPU busy for some milliseconds.
  std::size_t batch() const override {
    const std::uint64_t candidates = std::clamp<std::uint64_t>((std::uint64_t{1} << 36) / row_bytes(), 1 << 10, kMostAtOnce);
    return std::max<std::size_t>(1, candidates / letters());
  }
  Index size() const override { return count_; }

  void read_rows(Index first, Index last, std::span<Point> out) const override {
    const Index at_once = static_cast<Index>(std::clamp<std::uint64_t>((1 << 24) / design_.columns, 1, count_));
    const std::uint64_t most = std::min(at_once, last - first) * std::uint64_t{design_.columns};
    if (points_.size() < most) {
      points_ = {};
      points_ = cuda::Buffer<Point>(most);
    }
    for (Index begin = first; begin < last;) {
      const Index end = begin + std::min(at_once, last - begin);
      const std::uint64_t size = std::uint64_t{end - begin} * design_.columns;
      unpack_kernel<<<blocks_of(size), kBlockThreads, 0, stream_>>>(rows(), begin, design_.columns, size, points_.data());
      WREATH_CUDA_LAUNCHED();
      transfer_.fetch(out.data() + (begin - first) * design_.columns, points_.data(), size * sizeof(Point));
      begin = end;
    }
  }

  std::optional<Index> find(std::span<const Point> row) const override {
    if (row.size() != design_.columns)
      throw InputError("a row must have " + std::to_string(design_.columns) + " points, not " + std::to_string(row.size()));
    if (std::any_of(row.begin(), row.end(), [&](Point p) { return p >= design_.degree; })) return std::nullopt;
    write_row(count_, row);  // there is always room for one
    find_kernel<Rows, Team><<<1, kBlockThreads, 0, stream_>>>(rows(), table(), count_, found_.data());
    WREATH_CUDA_LAUNCHED();
    Index index = kNoIndex;
    found_.download({&index, 1}, stream_);
    stream_.wait();
    return index == kNoIndex ? std::nullopt : std::optional(index);
  }

  std::uint64_t count_idempotents(Index first, Index last) const override {
    if (!design_.all_points) throw InternalError("squares cannot be formed from the images of some points");
    cuda::Buffer<unsigned long long> found(1);
    WREATH_CUDA(cudaMemsetAsync(found.data(), 0, sizeof(unsigned long long), stream_));
    launch(idempotents_kernel<Rows, Team>, last - first, rows(), design_.degree, first, last, found.data());
    unsigned long long count = 0;
    found.download({&count, 1}, stream_);
    stream_.wait();
    return count;
  }

  std::uint64_t memory() const override {
    return row_memory_.size() + table_.size() * sizeof(TableRef::Slot) + scratch_bytes() +
           generators_.size() * sizeof(typename Rows::Entry) + keys_.size() * sizeof(std::uint32_t);
  }
  Exactness exactness() const override { return Exactness::compared; }
  std::string_view name() const override { return "cuda"; }

 protected:
  static constexpr std::uint64_t kMostCandidates = std::uint64_t{1} << 31;
  static constexpr std::uint64_t kMostAtOnce = std::uint64_t{1} << 21;  // that batch() asks for
  static constexpr std::uint64_t kMostElements = kNoIndex - 1;
  static constexpr bool kMayStage = !requires { Rows::kNotStaged; };  // whether generators go to shared memory
  static constexpr std::size_t kMostStaged = 96 << 10;  // bytes of generators in shared memory: two blocks of them have room

  std::uint64_t letters() const { return design_.rows.generator_count; }
  std::uint64_t row_bytes() const { return design_.rows.vectors * sizeof(typename Rows::Vector); }
  Index first_element() const { return design_.monoid ? 0 : 1; }
  static std::uint64_t slots_for(std::uint64_t elements) { return elements + elements / 2 + 64; }
  static unsigned blocks_of(std::uint64_t threads) {
    return static_cast<unsigned>((threads + kBlockThreads - 1) / kBlockThreads);
  }
  Rows rows() const {
    Rows ref = design_.rows;
    ref.rows = static_cast<typename Rows::Vector*>(row_memory_.data());
    return ref;
  }
  TableRef table() const { return {const_cast<TableRef::Slot*>(table_.data()), table_.size()}; }

  // --- launches

  void choose_launch() {
    int device = 0;
    int processors = 0;
    WREATH_CUDA(cudaGetDevice(&device));
    WREATH_CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    processors_ = static_cast<unsigned>(processors);
    const std::size_t bytes = design_.generators.size() * sizeof(typename Rows::Entry);
    if (!kMayStage || bytes > kMostStaged) return;
    staged_bytes_ = bytes;
    const auto allow = [&](const void* kernel) {
      WREATH_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    };
    allow(reinterpret_cast<const void*>(claim_kernel<Rows, Team, kMayStage>));
    allow(reinterpret_cast<const void*>(append_kernel<Rows, Team, kMayStage>));
  }
  /// Enough blocks for a team per job, but no more than can be there at once.
  template <class Kernel>
  unsigned blocks_for(Kernel kernel, std::uint64_t jobs, std::size_t shared = 0) const {
    int resident = 0;
    WREATH_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kBlockThreads, shared));
    const std::uint64_t blocks = (jobs + Team::kTeamsPerBlock - 1) / Team::kTeamsPerBlock;
    return static_cast<unsigned>(std::clamp<std::uint64_t>(blocks, 1, std::uint64_t{processors_} * std::max(1, resident)));
  }
  /// A kernel with a team per job.
  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), std::uint64_t jobs, Arguments... arguments) const {
    if (jobs == 0) return;
    kernel<<<blocks_for(kernel, jobs), kBlockThreads, 0, stream_>>>(arguments...);
    WREATH_CUDA_LAUNCHED();
  }
  template <class... Parameters, class... Arguments>
  void launch_staged(void (*staged)(Parameters...), void (*plain)(Parameters...), std::uint64_t jobs, Arguments... arguments) {
    if (jobs == 0) return;
    const auto kernel = staged_bytes_ != 0 ? staged : plain;
    kernel<<<blocks_for(kernel, jobs, staged_bytes_), kBlockThreads, staged_bytes_, stream_>>>(arguments...);
    WREATH_CUDA_LAUNCHED();
  }

  // --- memory

  /// What may still be taken.
  std::uint64_t memory_left() const {
    if (options_.memory == 0) return ~std::uint64_t{0};
    return options_.memory > memory() ? options_.memory - memory() : 0;
  }
  void check_budget(std::uint64_t more, const char* what) const {
    if (more <= memory_left()) return;
    throw ResourceError(std::string("the ") + what + " of the enumeration need " + format_bytes(more) + " in addition to the " +
                        format_bytes(memory()) + " in use, but the limit is " + format_bytes(options_.memory) + ": raise " +
                        option("memory") + " or use " + option("backend", "cpu"));
  }
  void grow_rows(std::uint64_t elements) {
    const std::uint64_t needed = elements * row_bytes();
    const std::uint64_t held = row_memory_.size();
    if (needed <= held) return;
    check_budget(row_memory_.size_for(needed) - held, "elements");
    const std::uint64_t left = memory_left();
    try {
      row_memory_.grow(needed, left > ~held ? ~std::uint64_t{0} : held + left);
    } catch (const ResourceError& error) {
      throw ResourceError(std::to_string(elements) + " elements of " + format_bytes(row_bytes()) + " need " +
                          format_bytes(needed) + " of GPU memory: " + error.message() + "; use " + option("backend", "cpu") +
                          ", or generators with a certified base");
    }
  }
  /// The hint, where that many elements have room; otherwise none.
  std::uint64_t plausible(std::uint64_t expected) const {
    std::size_t free = 0;
    std::size_t total = 0;
    WREATH_CUDA(cudaMemGetInfo(&free, &total));
    const std::uint64_t room = std::min<std::uint64_t>(free - free / 8, memory_left());
    return expected < room / (row_bytes() + 2 * sizeof(TableRef::Slot)) ? expected : 0;
  }
  void grow_table(std::uint64_t slots) {
    check_budget(slots * sizeof(TableRef::Slot), "table");
    cuda::Buffer<TableRef::Slot> larger;
    try {
      larger = cuda::Buffer<TableRef::Slot>(slots);
    } catch (const ResourceError& error) {
      throw ResourceError("a table for " + std::to_string(count_) + " elements needs " +
                          format_bytes(slots * sizeof(TableRef::Slot)) + " of GPU memory: " + error.message() + "; use " +
                          option("backend", "cpu"));
    }
    WREATH_CUDA(cudaMemsetAsync(larger.data(), 0xff, slots * sizeof(TableRef::Slot), stream_));
    table_ = std::move(larger);
    launch(put_kernel<Rows, Team>, count_ - first_element(), rows(), table(), first_element(), count_);
    stream_.wait();
  }
  void reserve_scratch(std::uint64_t count, bool want_results) {
    if (outcomes_.size() < count) {
      const std::uint64_t room = std::max<std::uint64_t>(count, std::min<std::uint64_t>(4 * outcomes_.size(), kMostAtOnce));
      outcomes_ = {}, positions_ = {}, prefixes_ = {}, letters_ = {};
      outcomes_ = cuda::Buffer<Outcome>(room);
      positions_ = cuda::Buffer<std::uint32_t>(room);
      prefixes_ = cuda::Buffer<Index>(room);
      letters_ = cuda::Buffer<Letter>(room);
    }
    if (want_results && results_.size() < outcomes_.size()) {
      results_ = {};
      results_ = cuda::Buffer<Index>(outcomes_.size());
    }
  }
  std::uint64_t scratch_bytes() const {
    return outcomes_.size() * (sizeof(Outcome) + sizeof(std::uint32_t) + sizeof(Index) + sizeof(Letter)) +
           results_.size() * sizeof(Index) + chosen_.size() * sizeof(Product) + selection_.bytes();
  }
  /// Room for the new elements, on both sides; where there is none, the claims are undone.
  void make_room(std::uint32_t fresh, std::uint32_t candidates) {
    try {
      if (std::uint64_t{count_} + fresh > kMostElements)
        throw ResourceError("there are more than " + std::to_string(kMostElements) + " elements, which is the limit on a GPU");
      grow_rows(std::uint64_t{count_} + fresh + 1);
      host_prefixes_.reserve(fresh);
      host_letters_.reserve(fresh);
    } catch (const ResourceError&) {
      take_back_kernel<<<blocks_of(candidates), kBlockThreads, 0, stream_>>>(table(), outcomes_.data(), candidates);
      WREATH_CUDA_LAUNCHED();
      stream_.wait();
      throw;
    }
  }

  /// A small part of the memory goes to the table at once, so that a semigroup of millions needs no larger one.
  std::uint64_t spare_slots() const {
    std::size_t free = 0;
    std::size_t total = 0;
    WREATH_CUDA(cudaMemGetInfo(&free, &total));
    return std::min<std::uint64_t>(free, memory_left()) / 512 / sizeof(TableRef::Slot);
  }

  // --- steps

  void write_row(Index place, std::span<const Point> row) const {
    const std::vector<std::byte> bytes = design_.bytes_of(row, design_.bits);
    WREATH_CUDA(cudaMemcpyAsync(static_cast<std::byte*>(row_memory_.data()) + place * row_bytes(), bytes.data(), bytes.size(),
                                cudaMemcpyHostToDevice, stream_));
    stream_.wait();
  }
  CandidatesRef send(const Candidates& candidates) {
    const auto letter_count = static_cast<std::uint32_t>(letters());
    if (candidates.chosen.empty()) return {candidates.first, letter_count, nullptr};
    if (chosen_.size() < candidates.chosen.size()) {
      chosen_ = {};
      chosen_ = cuda::Buffer<Product>(std::max(candidates.chosen.size(), outcomes_.size()));
    }
    transfer_.send(chosen_.data(), candidates.chosen.data(), candidates.chosen.size_bytes());
    return {0, letter_count, chosen_.data()};
  }
  /// Lists the candidates that are new elements in positions_; how many.
  std::uint32_t select_first(std::uint32_t count) {
    return selection_({table(), outcomes_.data()}, count, positions_.data(), stream_);
  }

  Design<Rows> design_;
  CudaOptions options_;
  cuda::Stream stream_;
  mutable cuda::Transfer transfer_{stream_};
  unsigned processors_ = 1;
  std::size_t staged_bytes_ = 0;
  cuda::Buffer<typename Rows::Entry> generators_;
  cuda::Buffer<std::uint32_t> keys_;
  cuda::GrowingMemory row_memory_;
  Index count_ = 0;
  cuda::Buffer<TableRef::Slot> table_;
  // of a call
  cuda::Buffer<Outcome> outcomes_;
  cuda::Buffer<std::uint32_t> positions_;  // of the new elements
  cuda::Buffer<Index> prefixes_;
  cuda::Buffer<Letter> letters_;
  cuda::Buffer<Index> results_;
  cuda::Buffer<Product> chosen_;
  Selection selection_;
  mutable cuda::Buffer<Index> found_{1};
  mutable cuda::Buffer<Point> points_;  // of rows read
  HostBuffer<Index> host_prefixes_;
  HostBuffer<Letter> host_letters_;
  HostBuffer<Index> host_results_;
};

}  // namespace wreath::semigroup
