// SPDX-License-Identifier: MIT
//
// wreath._wreath.perm.device: the library's functions over arrays in a GPU's memory, which come as DLPack capsules or as
// addresses.
//
// wreath/_device.py asks the arrays' own library for streams, results and scratch space; here their memory is looked at, and
// used.
#include "wreath/perm/device.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>

#include "core/text/units.hpp"
#include "python/src/common.hpp"
#include "python/src/dlpack.hpp"
#include "python/src/perm_points.hpp"

namespace wreath::python {

namespace device_arrays {  // its functions have the names of those in perm.cpp

namespace {

namespace device = perm::device;

const char* kind_name(int code) {
  switch (code) {
    case kDLInt: return "int";
    case kDLUInt: return "uint";
    case kDLFloat: return "float";
    case kDLBool: return "bool";
    default: return "type";
  }
}

/// An array in a GPU's memory that belongs to somebody else, for as long as this lives.
struct DeviceView {
  void* data = nullptr;
  std::uint64_t size = 0;
  int code = kDLInt;
  unsigned bits = 32;
  int device = -1;
  std::shared_ptr<DLManagedTensor> owner = {};

  std::string type() const { return fmt::format("{}{}", kind_name(code), bits); }
  std::size_t bytes() const { return size * bits / 8; }
};

/// Of a capsule, which is used up.
DeviceView view_of_capsule(const py::capsule& capsule, const std::string& name) {
  auto* const tensor = static_cast<DLManagedTensor*>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
  if (tensor == nullptr) throw py::error_already_set();
  PyCapsule_SetName(capsule.ptr(), "used_dltensor");
  const std::shared_ptr<DLManagedTensor> owner(tensor, [](DLManagedTensor* used) {
    if (used->deleter != nullptr) used->deleter(used);
  });
  const DLTensor& array = tensor->dl_tensor;
  if (array.device.device_type != kDLCUDA && array.device.device_type != kDLCUDAManaged)
    throw py::type_error(fmt::format("{} is not in a CUDA device's memory, but on a device of DLPack's type {}", name,
                                     static_cast<int>(array.device.device_type)));
  if (array.ndim != 1) throw py::type_error(fmt::format("{} has {} dimensions; expected one", name, array.ndim));
  if (array.shape[0] > 1 && array.strides != nullptr && array.strides[0] != 1)
    throw py::type_error(fmt::format("{} is not contiguous: its stride is {}; give a contiguous copy", name, array.strides[0]));
  DeviceView view{.data = array.data == nullptr ? nullptr : static_cast<std::byte*>(array.data) + array.byte_offset,
                  .size = static_cast<std::uint64_t>(array.shape[0]),
                  .code = array.dtype.code,
                  .bits = unsigned{array.dtype.bits} * array.dtype.lanes,
                  .device = array.device.device_id,
                  .owner = owner};
  return view;
}

void require_aligned(const DeviceView& view, const char* name) {
  if (view.size != 0 && reinterpret_cast<std::uintptr_t>(view.data) % 16 != 0)
    throw py::type_error(fmt::format("{} is not aligned to 16 bytes, as slices of an array may not be; give a copy", name));
}

void require_width(const DeviceView& view, const char* name) {
  if (view.bits != 32 && view.bits != 64)
    throw py::type_error(fmt::format("{} is an array of {}; on a GPU points and values have 4 or 8 bytes", name, view.type()));
  require_aligned(view, name);
}

void require_points(const DeviceView& view, const char* name) {
  if ((view.code != kDLInt && view.code != kDLUInt) || (view.bits != 32 && view.bits != 64))
    throw py::type_error(fmt::format("{} is an array of {}; on a GPU points are integers of 4 or 8 bytes", name, view.type()));
  require_aligned(view, name);
}

void keep_apart(const DeviceView& out, const DeviceView& input, const char* name) {
  const auto* const a = static_cast<const std::byte*>(out.data);
  const auto* const b = static_cast<const std::byte*>(input.data);
  if (a < b + input.bytes() && b < a + out.bytes())
    throw InputError(fmt::format("out shares memory with {}; leave it out, or give another array", name));
}

void require_result(const DeviceView& out, const DeviceView& like, std::uint64_t size) {
  require_aligned(out, "out");
  if (out.code != like.code || out.bits != like.bits)
    throw py::type_error(fmt::format("out is an array of {}; the result is one of {}", out.type(), like.type()));
  if (out.size != size) throw InputError(fmt::format("out has {}; the result has {}", plural(out.size, "point"), size));
}

/// The stream, the method, and scratch space.
device::Options options_of(const DeviceView& x, const perm::Method method, std::uintptr_t stream, const DeviceView* scratch) {
  device::Options options{.method = method,
                          .stream = reinterpret_cast<void*>(stream),
                          .device = x.device >= 0 ? x.device : device::device_of(x.data)};
  if (scratch != nullptr && scratch->size != 0) {
    options.scratch = scratch->data;
    options.scratch_bytes = scratch->bytes();
  }
  return options;
}

template <class Point>
device::Span<const Point> points_of(const DeviceView& view) {
  return {static_cast<const Point*>(view.data), view.size};
}
template <class Point>
device::Span<Point> room_of(const DeviceView& view) {
  return {static_cast<Point*>(view.data), view.size};
}

/// Calls work(a point) without the GIL.
template <class Work>
void compute_there(const DeviceView& x, const Work& work) {
  translating_points(x.bits / 8, x.code == kDLInt,
                     [&] { call_once([&] { x.bits == 32 ? work(std::uint32_t{}) : work(std::uint64_t{}); }); });
}

/// x*y or x^-1*y; false if a quotient was to check that x is a permutation, and it is not.
bool move(perm::Operation operation, const DeviceView& x, const DeviceView& y, const DeviceView& z, bool check,
          const std::string& method, std::uintptr_t stream, const DeviceView* scratch) {
  require_points(x, "x");
  require_width(y, "y");
  if (x.bits != y.bits)
    throw py::type_error(
        fmt::format("x is an array of {} and y one of {}; on a GPU both must have the same width", x.type(), y.type()));
  require_result(z, y, x.size);
  keep_apart(z, x, "x");
  keep_apart(z, y, "y");
  const device::Options options = options_of(x, perm::parse_method(method), stream, scratch);
  bool is_permutation = true;
  compute_there(x, [&]<class Point>(Point) {
    const auto a = points_of<Point>(x), b = points_of<Point>(y);
    if (operation == perm::Operation::multiply) return device::multiply<Point>(a, b, room_of<Point>(z), options);
    if (!check) return device::divide<Point>(a, b, room_of<Point>(z), options);
    is_permutation = device::divide_by_permutation<Point>(a, b, room_of<Point>(z), options);
  });
  return is_permutation;
}

/// False if it was checked and x is not a permutation.
bool inverse(const DeviceView& x, const DeviceView& z, bool check, const std::string& method, std::uintptr_t stream,
             const DeviceView* scratch) {
  require_points(x, "x");
  require_result(z, x, x.size);
  keep_apart(z, x, "x");
  const device::Options options = options_of(x, perm::parse_method(method), stream, scratch);
  bool is_permutation = true;
  compute_there(x, [&]<class Point>(Point) {
    if (check) {
      is_permutation = device::invert_permutation<Point>(points_of<Point>(x), room_of<Point>(z), options);
    } else {
      device::inverse<Point>(points_of<Point>(x), room_of<Point>(z), options);
    }
  });
  return is_permutation;
}

void random(const DeviceView& x, std::uint64_t seed, std::uintptr_t stream, const DeviceView* scratch) {
  require_points(x, "out");
  if (x.code == kDLInt && x.bits == 32 && x.size > std::uint64_t{1} << 31)
    throw InputError(fmt::format("{} points do not fit in int32", x.size));
  const device::Options options = options_of(x, perm::Method::automatic, stream, scratch);
  compute_there(x, [&]<class Point>(Point) { device::random<Point>(room_of<Point>(x), seed, options); });
}

py::object defect(const DeviceView& x, std::uintptr_t stream, const DeviceView* scratch) {
  require_points(x, "x");
  const device::Options options = options_of(x, perm::Method::automatic, stream, scratch);
  perm::Defect found;
  compute_there(x, [&]<class Point>(Point) { found = device::find_defect<Point>(points_of<Point>(x), options); });
  if (!found) return py::none();
  return py::str(sentence_of(found, x.size, x.bits / 8, x.code == kDLInt));
}

py::list cycle_type(const DeviceView& x, std::uintptr_t stream) {
  require_points(x, "x");
  const device::Options options = options_of(x, perm::Method::automatic, stream, nullptr);
  std::vector<perm::CycleCount> type;
  compute_there(x, [&]<class Point>(Point) { type = device::cycle_type<Point>(points_of<Point>(x), options); });
  return list_of(type);
}

void cycle_labels(const DeviceView& x, const DeviceView& z, std::uintptr_t stream) {
  require_points(x, "x");
  require_result(z, x, x.size);
  keep_apart(z, x, "x");
  const device::Options options = options_of(x, perm::Method::automatic, stream, nullptr);
  compute_there(
      x, [&]<class Point>(Point) { device::cycle_representatives<Point>(points_of<Point>(x), room_of<Point>(z), options); });
}

/// `schreier` may have no entries.
void orbits(const std::vector<DeviceView>& generators, const DeviceView& labels, const DeviceView& schreier,
            std::uintptr_t stream) {
  const DeviceView& first = generators.at(0);
  for (const DeviceView& x : generators) {
    require_points(x, "a generator");
    if (x.type() != first.type())
      throw py::type_error(
          fmt::format("the generators are arrays of {} and {}; they must have the same type", first.type(), x.type()));
  }
  const device::Options options = options_of(first, perm::Method::automatic, stream, nullptr);
  compute_there(first, [&]<class Point>(Point) {
    std::vector<device::Span<const Point>> spans;
    for (const DeviceView& x : generators) spans.push_back(points_of<Point>(x));
    device::orbits<Point>(spans, room_of<Point>(labels), room_of<std::int8_t>(schreier), options);
  });
}

/// What a product, an inverse or a quotient takes; range is that of y or z.
std::size_t scratch_bytes(perm::Operation operation, const DeviceView& x, std::uint64_t range, const std::string& method) {
  return device::scratch_bytes(operation, x.size, range, x.bits / 8, perm::parse_method(method));
}

/// An array in a GPU's memory of our own, which any library can take over by DLPack or __cuda_array_interface__.
class DeviceArray {
 public:
  DeviceArray(std::uint64_t size, int code, unsigned bits, int device)
      : memory_(std::make_shared<device::Memory>(size * bits / 8, device)), size_(size), code_(code), bits_(bits) {}

  DeviceView view() const {
    return {.data = memory_->data(), .size = size_, .code = code_, .bits = bits_, .device = memory_->device()};
  }
  std::uint64_t size() const { return size_; }
  py::tuple dlpack_device() const { return py::make_tuple(static_cast<int>(kDLCUDA), memory_->device()); }

  /// All work on it is done, whatever the consumer's stream is.
  py::capsule dlpack() const {
    struct Kept {
      DLManagedTensor tensor;
      std::shared_ptr<device::Memory> memory;
      std::int64_t shape;
    };
    auto* const kept = new Kept{{}, memory_, static_cast<std::int64_t>(size_)};
    kept->tensor.dl_tensor = {memory_->data(),
                              {kDLCUDA, memory_->device()},
                              1,
                              {static_cast<std::uint8_t>(code_), static_cast<std::uint8_t>(bits_), 1},
                              &kept->shape,
                              nullptr,
                              0};
    kept->tensor.manager_ctx = kept;
    kept->tensor.deleter = [](DLManagedTensor* used) { delete static_cast<Kept*>(used->manager_ctx); };
    return py::capsule(&kept->tensor, "dltensor", [](PyObject* capsule) {
      if (PyCapsule_IsValid(capsule, "dltensor") == 0) return;  // its consumer has it
      auto* const unused = static_cast<DLManagedTensor*>(PyCapsule_GetPointer(capsule, "dltensor"));
      unused->deleter(unused);
    });
  }
  py::dict cuda_array_interface() const {
    const std::string type = fmt::format("<{}{}", code_ == kDLInt ? 'i' : code_ == kDLUInt ? 'u' : 'f', bits_ / 8);
    return py::dict("shape"_a = py::make_tuple(size_), "typestr"_a = type, "version"_a = 3, "strides"_a = py::none(),
                    "data"_a = py::make_tuple(reinterpret_cast<std::uintptr_t>(memory_->data()), false), "stream"_a = py::none());
  }
  py::array fetched() const {
    const std::string type = fmt::format("{}{}", code_ == kDLInt ? 'i' : code_ == kDLUInt ? 'u' : 'f', bits_ / 8);
    py::array here(py::dtype(type), static_cast<py::ssize_t>(size_));
    void* const to = here.mutable_data();
    call_once([&] { device::fetch(to, memory_->data(), size_ * bits_ / 8, {.device = memory_->device()}); });
    return here;
  }

 private:
  std::shared_ptr<device::Memory> memory_;
  std::uint64_t size_;
  int code_;
  unsigned bits_;
};

}  // namespace

}  // namespace device_arrays

void bind_perm_device(py::module_& perm_module) {
  py::module_ module = perm_module.def_submodule("device");
  py::class_<device_arrays::DeviceView>(module, "View")
      .def(py::init(&device_arrays::view_of_capsule))
      .def(py::init([](std::uintptr_t data, std::uint64_t size, int code, unsigned bits, int on) {
        return device_arrays::DeviceView{
            .data = reinterpret_cast<void*>(data), .size = size, .code = code, .bits = bits, .device = on};
      }))
      .def_readonly("size", &device_arrays::DeviceView::size)
      .def_readonly("code", &device_arrays::DeviceView::code)
      .def_readonly("bits", &device_arrays::DeviceView::bits)
      .def_readonly("device", &device_arrays::DeviceView::device)
      .def("require_points",
           [](const device_arrays::DeviceView& self, const char* name) { device_arrays::require_points(self, name); });
  py::class_<device_arrays::DeviceArray>(module, "Array")
      .def(py::init<std::uint64_t, int, unsigned, int>())
      .def("view", &device_arrays::DeviceArray::view)
      .def("fetched", &device_arrays::DeviceArray::fetched)
      .def("__len__", &device_arrays::DeviceArray::size)
      .def("__dlpack__", [](const device_arrays::DeviceArray& self, const py::kwargs&) { return self.dlpack(); })
      .def("__dlpack_device__", &device_arrays::DeviceArray::dlpack_device)
      .def_property_readonly("__cuda_array_interface__", &device_arrays::DeviceArray::cuda_array_interface);
  py::enum_<perm::Operation>(module, "Operation")
      .value("multiply", perm::Operation::multiply)
      .value("inverse", perm::Operation::inverse)
      .value("divide", perm::Operation::divide);
  module.def("scratch_bytes", &device_arrays::scratch_bytes);
  module.def("random_scratch_bytes", &perm::device::random_scratch_bytes);
  module.def("check_scratch_bytes", &perm::device::check_scratch_bytes);
  module.def("device_of", [](std::uintptr_t address) { return perm::device::device_of(reinterpret_cast<void*>(address)); });
  module.def("wait_for", [](std::uintptr_t stream, std::uintptr_t other, int on) {
    perm::device::wait_for(reinterpret_cast<void*>(stream), reinterpret_cast<void*>(other), on);
  });
  module.def("move", &device_arrays::move);
  module.def("inverse", &device_arrays::inverse);
  module.def("random", &device_arrays::random);
  module.def("defect", &device_arrays::defect);
  module.def("cycle_type", &device_arrays::cycle_type);
  module.def("cycle_labels", &device_arrays::cycle_labels);
  module.def("orbits", &device_arrays::orbits);
}

}  // namespace wreath::python
