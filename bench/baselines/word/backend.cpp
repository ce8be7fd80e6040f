// SPDX-License-Identifier: MIT
#include "bench/baselines/word/backend.hpp"

#include <chrono>

#include "core/features.hpp"
#include "word/reduction/backend.hpp"
#include "wreath/gpu.hpp"
#if WREATH_HAVE_CUDA
#include "bench/baselines/word/cuda/paper_multiply.hpp"
#endif

namespace wreath::word {

namespace {

class CorePathDoubling final : public PathDoubling {
 public:
  explicit CorePathDoubling(const StructureView& structure) : multiplier_(structure) {}

  void assign(std::span<const Letter> u) override { word_.assign(u.begin(), u.end()); }
  void multiply(Letter g) override {
    const auto start = std::chrono::steady_clock::now();
    word_ = multiplier_.times(word_, g);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  Word word() const override { return word_; }
  double seconds() const override { return seconds_; }

 private:
  PaperMultiplier multiplier_;
  Word word_;
  double seconds_ = 0;
};

#if WREATH_HAVE_CUDA
class DevicePathDoubling final : public PathDoubling {
 public:
  DevicePathDoubling(const StructureView& structure, std::size_t most, unsigned block)
      : tables_(structure), multiplier_(tables_, most, block) {}

  void assign(std::span<const Letter> u) override { multiplier_.assign(u); }
  void multiply(Letter g) override { multiplier_.multiply(g); }
  Word word() const override { return multiplier_.word(); }
  double seconds() const override { return multiplier_.milliseconds() / 1e3; }

 private:
  PaperTables tables_;
  DevicePaperMultiplier multiplier_;
};
#endif

}  // namespace

std::unique_ptr<PathDoubling> make_path_doubling(const StructureView& structure, [[maybe_unused]] std::size_t most,
                                                 BackendChoice backend, [[maybe_unused]] unsigned block) {
  if (backend == BackendChoice::cuda) {
    require_gpu();
#if WREATH_HAVE_CUDA
    return std::make_unique<DevicePathDoubling>(structure, most, block);
#endif
  }
  return std::make_unique<CorePathDoubling>(structure);
}

}  // namespace wreath::word
