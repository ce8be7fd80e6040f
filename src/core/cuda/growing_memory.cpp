// SPDX-License-Identifier: MIT
#include "core/cuda/growing_memory.hpp"

#include <cuda.h>

#include <algorithm>

#include "core/run/memory.hpp"
#include "core/text/units.hpp"

namespace wreath::cuda {

namespace {

constexpr std::size_t kStep = std::size_t{1} << 30;  // the most that is taken ahead of need

/// A function of the driver, by name: linking to the driver itself would keep wreath from starting where there is none.
template <class Function>
Function driver_function(const char* name) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
#if CUDART_VERSION >= 12050
  WREATH_CUDA(cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &found));
#else
  WREATH_CUDA(cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &found));
#endif
  if (found != cudaDriverEntryPointSuccess) throw ResourceError(std::string("the CUDA driver has no ") + name);
  return reinterpret_cast<Function>(function);
}

struct Driver {
  decltype(&cuDeviceGetAttribute) attribute = driver_function<decltype(&cuDeviceGetAttribute)>("cuDeviceGetAttribute");
  decltype(&cuMemGetAllocationGranularity) granularity =
      driver_function<decltype(&cuMemGetAllocationGranularity)>("cuMemGetAllocationGranularity");
  decltype(&cuMemAddressReserve) reserve = driver_function<decltype(&cuMemAddressReserve)>("cuMemAddressReserve");
  decltype(&cuMemAddressFree) unreserve = driver_function<decltype(&cuMemAddressFree)>("cuMemAddressFree");
  decltype(&cuMemCreate) create = driver_function<decltype(&cuMemCreate)>("cuMemCreate");
  decltype(&cuMemRelease) release = driver_function<decltype(&cuMemRelease)>("cuMemRelease");
  decltype(&cuMemMap) map = driver_function<decltype(&cuMemMap)>("cuMemMap");
  decltype(&cuMemUnmap) unmap = driver_function<decltype(&cuMemUnmap)>("cuMemUnmap");
  decltype(&cuMemSetAccess) set_access = driver_function<decltype(&cuMemSetAccess)>("cuMemSetAccess");
};

const Driver& driver() {
  static const Driver functions;
  return functions;
}

CUmemAllocationProp on_device(int device) {
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, {device}};
  return properties;
}

}  // namespace

GrowingMemory::GrowingMemory(Method method) {
  WREATH_CUDA(cudaGetDevice(&device_));
  std::size_t free = 0;
  std::size_t total = 0;
  WREATH_CUDA(cudaMemGetInfo(&free, &total));  // and the context, which the driver's functions need, is there from now on
  int supported = 0;
  if (method == Method::copy ||
      driver().attribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device_) != CUDA_SUCCESS ||
      supported == 0)
    return;
  const CUmemAllocationProp properties = on_device(device_);
  if (driver().granularity(&granularity_, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED) != CUDA_SUCCESS) return;
  const std::size_t addresses = size_for(total);
  CUdeviceptr start = 0;
  if (driver().reserve(&start, addresses, 0, 0, 0) != CUDA_SUCCESS) return;
  data_ = reinterpret_cast<void*>(start);
  reserved_ = addresses;
}

GrowingMemory::~GrowingMemory() {
  if (!in_place()) {
    if (data_ != nullptr) cudaFree(data_);
    return;
  }
  cudaDeviceSynchronize();
  const auto start = reinterpret_cast<CUdeviceptr>(data_);
  for (const Piece& piece : pieces_) {
    driver().unmap(start + piece.offset, piece.bytes);
    driver().release(piece.handle);
  }
  driver().unreserve(start, reserved_);
}

void GrowingMemory::grow(std::size_t bytes, std::size_t limit) {
  if (bytes <= size_) return;
  const std::size_t needed = size_for(bytes);
  const std::size_t ahead = size_ + std::min(kStep, size_ / 2);  // so that growing in small steps takes few pieces
  const std::size_t wanted = std::max(needed, std::min(size_for(ahead), limit / granularity_ * granularity_));
  if (!in_place()) return move_to(wanted);
  if (add_piece(wanted - size_) || (needed < wanted && add_piece(needed - size_))) return;
  std::size_t free = 0;
  std::size_t total = 0;
  WREATH_CUDA(cudaMemGetInfo(&free, &total));
  throw MemoryError("the GPU has " + format_bytes(free) + " of memory free, and " + format_bytes(needed - size_) +
                    " more are needed in addition to the " + format_bytes(size_) + " in use");
}

bool GrowingMemory::add_piece(std::size_t bytes) {
  if (size_ + bytes > reserved_) return false;
  const CUmemAllocationProp properties = on_device(device_);
  CUmemGenericAllocationHandle handle = 0;
  if (driver().create(&handle, bytes, &properties, 0) != CUDA_SUCCESS) return false;
  const auto at = reinterpret_cast<CUdeviceptr>(data_) + size_;
  if (driver().map(at, bytes, 0, handle, 0) != CUDA_SUCCESS) {
    driver().release(handle);
    return false;
  }
  CUmemAccessDesc access{};
  access.location = properties.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  if (driver().set_access(at, bytes, &access, 1) != CUDA_SUCCESS) {
    driver().unmap(at, bytes);
    driver().release(handle);
    return false;
  }
  pieces_.push_back({handle, size_, bytes});
  size_ += bytes;
  return true;
}

void GrowingMemory::move_to(std::size_t bytes) {
  void* larger = nullptr;
  WREATH_CUDA(cudaMalloc(&larger, bytes));
  if (size_ != 0) WREATH_CUDA(cudaMemcpy(larger, data_, size_, cudaMemcpyDeviceToDevice));
  WREATH_CUDA(cudaDeviceSynchronize());
  if (data_ != nullptr) cudaFree(data_);
  data_ = larger;
  size_ = bytes;
}

}  // namespace wreath::cuda
