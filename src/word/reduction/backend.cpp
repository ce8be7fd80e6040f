// SPDX-License-Identifier: MIT
#include "word/reduction/backend.hpp"

#include <chrono>

#include "core/features.hpp"
#include "core/run/option.hpp"
#include "word/reduction/paper_multiply.hpp"
#include "word/reduction/scan_multiply.hpp"
#if WREATH_HAVE_CUDA
#include "word/reduction/cuda/gpu_reducer.hpp"
#include "word/reduction/cuda/paper_multiply.hpp"
#include "word/reduction/cuda/scan_multiply.hpp"
#endif

namespace wreath::word {

bool has_device() {
#if WREATH_HAVE_CUDA
  return has_cuda_device();
#else
  return false;
#endif
}

namespace {

void require_device() {
  if (has_device()) return;
  throw ResourceError((WREATH_HAVE_CUDA ? "no GPU was found (wreath doctor says why); use "
                                        : "this wreath was built without CUDA; rebuild it with -DWREATH_CUDA=ON, or use ") +
                      option("backend", "cpu"));
}

}  // namespace

std::unique_ptr<DeviceReducer> make_device_reducer([[maybe_unused]] const Machine& machine,
                                                   [[maybe_unused]] std::uint64_t memory) {
  require_device();
#if WREATH_HAVE_CUDA
  return make_gpu_reducer(machine, memory);
#else
  return nullptr;
#endif
}

Word multiply_by_scans(const Machine& machine, std::span<const Letter> u, std::span<const Letter> v, BackendChoice backend,
                       unsigned threads) {
  ScanMultiplier multiplier(machine, {.pieces = {.threads = threads}});
  if (backend == BackendChoice::cuda) {
    require_device();
#if WREATH_HAVE_CUDA
    DeviceScanMultiplier device(multiplier.tables());
    device.assign(u);
    device.multiply(v);
    return device.word();
#endif
  }
  Marks marks = multiplier.marks(u);
  multiplier.multiply(marks, v);
  return letters_of(machine.ref(), marks);
}

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
    require_device();
#if WREATH_HAVE_CUDA
    return std::make_unique<DevicePathDoubling>(structure, most, block);
#endif
  }
  return std::make_unique<CorePathDoubling>(structure);
}

Word multiply_by_path_doubling(const StructureView& structure, std::span<const Letter> u, std::span<const Letter> v,
                               BackendChoice backend, unsigned block) {
  const auto product = make_path_doubling(structure, u.size() + v.size(), backend, block);
  product->assign(u);
  for (const Letter g : v) product->multiply(g);
  return product->word();
}

}  // namespace wreath::word
