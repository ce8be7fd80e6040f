// SPDX-License-Identifier: MIT
#include "core/cuda/info.hpp"

#include <cuda_runtime_api.h>

namespace wreath::cuda {

namespace {

std::string version_text(int version) {
  return version == 0 ? "" : std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

Gpu describe(int index) {
  Gpu device;
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) return device;
  device.name = properties.name;
  device.memory = properties.totalGlobalMem;
  device.l2_bytes = static_cast<std::uint64_t>(properties.l2CacheSize);
  device.multiprocessors = static_cast<unsigned>(properties.multiProcessorCount);
  device.compute_capability = std::to_string(properties.major) + "." + std::to_string(properties.minor);
  std::size_t free = 0;
  std::size_t total = 0;
  if (cudaSetDevice(index) == cudaSuccess && cudaMemGetInfo(&free, &total) == cudaSuccess) device.free_memory = free;
  return device;
}

}  // namespace

std::string first_name() {
  int count = 0;
  cudaDeviceProp properties{};
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0 || cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
    cudaGetLastError();
    return {};
  }
  return properties.name;
}

void open_first() {
  if (cudaFree(nullptr) != cudaSuccess) cudaGetLastError();
}

Gpus find_gpus() {
  Gpus info;
  int runtime = 0;
  int driver = 0;
  if (cudaRuntimeGetVersion(&runtime) == cudaSuccess) info.runtime = version_text(runtime);
  if (cudaDriverGetVersion(&driver) == cudaSuccess) info.driver = version_text(driver);
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess) {
    cudaGetLastError();
    info.problem = driver == 0 ? "there is no NVIDIA driver" : cudaGetErrorString(status);
    return info;
  }
  for (int index = 0; index < count; ++index) info.devices.push_back(describe(index));
  if (count > 0) cudaSetDevice(0);
  return info;
}

}  // namespace wreath::cuda
