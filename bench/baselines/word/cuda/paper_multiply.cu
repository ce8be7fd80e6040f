// SPDX-License-Identifier: MIT
//
// Path doubling on a GPU, after the paper: one thread for each (i, f, k), the middle states one after the other, and neighbouring
// threads at neighbouring positions k, so that they read neighbouring memory. The number of threads in a block is the paper's
// parameter. All matrices are allocated once, and each entry is written in every product, so nothing needs to be cleared (to
// clear them took most of the paper's time).
#include "bench/baselines/word/cuda/paper_multiply.hpp"

#include <algorithm>

#include "core/cuda/buffer.hpp"
#include "core/cuda/event.hpp"
#include "core/cuda/stream.hpp"

namespace wreath::word {

namespace {

struct Outcome {
  std::uint32_t found;
  std::uint32_t size;
};

struct PaperJob {
  const PathEntry* edge;
  const std::uint32_t* label;
  PathEntry* paths;       // level after level; in a level [i][f][k]
  std::uint32_t* bounds;  // [k]: the state before the position k of the path that was found
  Letter* u;
  Outcome* outcome;
  std::uint32_t letters;
  std::uint32_t states;
  std::uint32_t size;
  std::uint32_t length;  // positions

  __device__ std::size_t begin(std::uint32_t level) const {
    return (2 * std::size_t{length} - (2 * std::size_t{length} >> level)) * states * states;
  }
  __device__ std::size_t at(std::uint32_t level, std::uint32_t i, std::uint32_t f, std::uint32_t p) const {
    return begin(level) + (std::size_t{i} * states + f) * (length >> level) + p;
  }
};

__device__ std::size_t thread_number() {
  return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

__global__ void fill_kernel(PaperJob job) {
  const std::size_t task = thread_number();
  if (task >= std::size_t{job.states} * job.states * job.length) return;
  const auto k = static_cast<std::uint32_t>(task % job.length);
  const auto pair = static_cast<std::uint32_t>(task / job.length);
  const std::uint32_t x = k < job.size ? job.u[k] : job.letters;
  const bool is_possible = k <= job.size || pair / job.states == pair % job.states;
  job.paths[task] = is_possible ? job.edge[std::size_t{x} * job.states * job.states + pair] : kNoPath;
}

__global__ void double_kernel(PaperJob job, std::uint32_t level) {
  const std::uint32_t length = job.length >> level;
  const std::size_t task = thread_number();
  if (task >= std::size_t{job.states} * job.states * length) return;
  const auto p = static_cast<std::uint32_t>(task % length);
  const auto pair = static_cast<std::uint32_t>(task / length);
  const std::uint32_t i = pair / job.states;
  const std::uint32_t f = pair % job.states;
  PathEntry middle = kNoPath;
  for (std::uint32_t m = 0; m < job.states; ++m) {
    if (job.paths[job.at(level - 1, i, m, 2 * p)] != kNoPath && job.paths[job.at(level - 1, m, f, 2 * p + 1)] != kNoPath) {
      middle = static_cast<PathEntry>(m);
    }
  }
  job.paths[job.begin(level) + task] = middle;
}

__global__ void find_kernel(PaperJob job, std::uint32_t top, std::uint32_t label) {
  const auto f = static_cast<std::uint32_t>(thread_number());
  if (f >= job.states || job.label[f] != label || job.paths[job.at(top, 0, f, 0)] == kNoPath) return;
  job.bounds[0] = 0;
  job.bounds[job.length] = f;
  job.outcome->found = 1;
}

__global__ void descend_kernel(PaperJob job, std::uint32_t level) {
  const auto p = static_cast<std::uint32_t>(thread_number());
  if (p >= job.length >> level || job.outcome->found == 0) return;
  const std::uint32_t begin = p << level;
  const std::uint32_t end = (p + 1) << level;
  job.bounds[(begin + end) / 2] = job.paths[job.at(level, job.bounds[begin], job.bounds[end], p)];
}

/// The letters of the path over those of u; paddings stand at the end.
__global__ void write_kernel(PaperJob job) {
  const auto k = static_cast<std::uint32_t>(thread_number());
  if (k > job.size || job.outcome->found == 0) return;
  const PathEntry letter = job.paths[job.at(0, job.bounds[k], job.bounds[k + 1], k)];
  if (letter == job.letters) return;
  job.u[k] = static_cast<Letter>(letter);
  atomicMax(&job.outcome->size, k + 1);
}

}  // namespace

struct DevicePaperMultiplier::State {
  State(const PaperTables& tables, std::size_t most_letters, unsigned threads)
      : most(most_letters),
        block(threads),
        letter_label(tables.letter_label),
        edge(tables.edge.size()),
        label(tables.label.size()),
        paths(PaperLevels(most).length * 2 * tables.entries()),
        bounds(PaperLevels(most).length + 1),
        u(PaperLevels(most).length + 1),
        outcome(1) {
    edge.upload(tables.edge, stream);
    label.upload(tables.label, stream);
    stream.wait();
    job = {.edge = edge.data(),
           .label = label.data(),
           .paths = paths.data(),
           .bounds = bounds.data(),
           .u = u.data(),
           .outcome = outcome.data(),
           .letters = tables.letters,
           .states = tables.states,
           .size = 0,
           .length = 1};
  }

  template <class Kernel, class... More>
  void launch(Kernel kernel, std::size_t tasks, More... more) {
    kernel<<<static_cast<unsigned>((tasks + block - 1) / block), block, 0, stream>>>(job, more...);
    WREATH_CUDA_LAUNCHED();
  }

  void multiply(Letter g) {
    if (job.size > most) throw InputError("the word has more letters than this multiplier was made for");
    const PaperLevels levels(job.size);
    job.length = static_cast<std::uint32_t>(levels.length);
    const std::size_t entries = std::size_t{job.states} * job.states;
    WREATH_CUDA(cudaEventRecord(begin, stream));
    WREATH_CUDA(cudaMemsetAsync(outcome.data(), 0, sizeof(Outcome), stream));
    launch(fill_kernel, entries * levels.length);
    for (std::uint32_t level = 1; level <= levels.top; ++level) launch(double_kernel, entries * (levels.length >> level), level);
    launch(find_kernel, job.states, levels.top, letter_label[g]);
    for (std::uint32_t level = levels.top; level != 0; --level) launch(descend_kernel, levels.length >> level, level);
    launch(write_kernel, job.size + 1);
    WREATH_CUDA(cudaEventRecord(end, stream));
    Outcome found{};
    outcome.download({&found, 1}, stream);
    stream.wait();
    if (found.found == 0) {
      throw InternalError("a normal form has no product with a generator: the automatic structure is not verified");
    }
    job.size = found.size;
  }

  std::size_t most;
  unsigned block;
  std::vector<std::uint32_t> letter_label;
  cuda::Stream stream;
  cuda::Event begin, end;
  cuda::Buffer<PathEntry> edge;
  cuda::Buffer<std::uint32_t> label;
  cuda::Buffer<PathEntry> paths;
  cuda::Buffer<std::uint32_t> bounds;
  cuda::Buffer<Letter> u;
  cuda::Buffer<Outcome> outcome;
  PaperJob job{};
};

DevicePaperMultiplier::DevicePaperMultiplier(const PaperTables& tables, std::size_t most, unsigned block) {
  if (block < 1 || block > 1024) throw InputError("a block has 1 to 1024 threads");
  state_ = std::make_unique<State>(tables, most, block);
}
DevicePaperMultiplier::~DevicePaperMultiplier() = default;

void DevicePaperMultiplier::assign(std::span<const Letter> u) {
  if (u.size() > state_->most) throw InputError("the word has more letters than this multiplier was made for");
  state_->u.upload(u, state_->stream);
  state_->stream.wait();
  state_->job.size = static_cast<std::uint32_t>(u.size());
}

void DevicePaperMultiplier::multiply(Letter g) {
  state_->multiply(g);
}
std::size_t DevicePaperMultiplier::size() const {
  return state_->job.size;
}

Word DevicePaperMultiplier::word() const {
  Word word(size());
  state_->u.download(word, state_->stream);
  state_->stream.wait();
  return word;
}

double DevicePaperMultiplier::milliseconds() const {
  return cuda::milliseconds(state_->begin, state_->end);
}

}  // namespace wreath::word
