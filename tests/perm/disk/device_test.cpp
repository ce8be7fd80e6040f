// SPDX-License-Identifier: MIT
//
// Arrays on disk by way of a device's memory, with ordinary memory in its place. tests/perm/cuda has the same with a GPU.
#include "perm/disk/job.hpp"

#include <cstring>

#include "disk_fixture.hpp"
#include "perm/reference.hpp"

namespace wreath::perm {
namespace {

using disk::Outcome;

/// What a device is to do, number by number.
class SlowArray final : public DeviceArray {
 public:
  explicit SlowArray(const Shape& shape) : shape_(shape), values_(shape.size), reached_(shape.size) {}

  void store(std::uint64_t first, std::span<const std::byte> values) override {
    for (std::size_t i = 0; i < values.size() / shape_.value_bytes; ++i)
      values_.at(first + i) = number(values, i, shape_.value_bytes);
  }
  void fetch(std::uint64_t first, std::span<std::byte> values) override {
    for (std::size_t i = 0; i < values.size() / shape_.value_bytes; ++i)
      std::memcpy(values.data() + i * shape_.value_bytes, &values_.at(first + i), shape_.value_bytes);
  }
  std::size_t gather(std::span<const std::byte> x, std::span<std::byte> z) override {
    const std::size_t count = x.size() / shape_.point_bytes;
    EXPECT_LE(count, shape_.slice_points);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t point = number(x, i, shape_.point_bytes);
      if (point >= shape_.limit) return i;
      std::memcpy(z.data() + i * shape_.value_bytes, &values_.at(point), shape_.value_bytes);
    }
    return count;
  }
  bool scatter(std::span<const std::byte> x, std::span<const std::byte> y, std::uint64_t first) override {
    for (std::size_t i = 0; i < x.size() / shape_.point_bytes; ++i) {
      const std::uint64_t point = number(x, i, shape_.point_bytes);
      if (point >= shape_.limit || reached_.at(point)) return false;
      reached_[point] = true;
      values_[point] = y.empty() ? first + i : number(y, i, shape_.value_bytes);
    }
    return true;
  }

  std::unique_ptr<arrays::ExchangeBuffer> exchange_buffer(std::size_t, bool) const override { return nullptr; }
  void copy(std::byte* to, const std::byte* from, std::size_t bytes) const override { std::memcpy(to, from, bytes); }

 private:
  static std::uint64_t number(std::span<const std::byte> bytes, std::size_t i, unsigned width) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + i * width, width);
    return value;
  }

  Shape shape_;
  std::vector<std::uint64_t> values_;
  std::vector<bool> reached_;
};

class DiskDevice : public DiskTest {
 protected:
  /// y is empty for the inverse.
  Outcome run(Operation operation, const std::string& x_path, const std::string& y_path) {
    const MapSource x_source = MapSource::from_file(x_path);
    const DiskMap x(x_source);
    std::optional<MapSource> y_source;
    std::optional<DiskMap> y;
    if (!y_path.empty()) y.emplace(y_source.emplace(MapSource::from_file(y_path)));
    Task task;
    task.work = work_of(operation);
    task.source = x.size();
    task.target = operation == Operation::multiply ? y->size() : x.size();
    task.point_bytes = x.width();
    task.value_bytes = y ? y->width() : x.width();
    DiskPlan plan;
    plan.slice_points = 4096;
    const bool gathers = operation == Operation::multiply;
    SlowArray array(arrays::device_shape(gathers, task.shape(), plan, x.limit(task.target)));
    AsyncIo io(2);
    const DirectFile file = DirectFile::named(folder_.file("z"), DirectFile::Named::either);
    const disk::Job job{io, plan, run_};
    value_bytes_ = task.value_bytes;
    if (gathers) return arrays::gather_on_device(x, *y, array, job, {file, 0});
    return arrays::scatter_on_device(x, y ? &*y : nullptr, array, job, {file, 0});
  }
  Values result() const {
    const std::string bytes = wreath::test::read_text(folder_.file("z"));
    Values values(bytes.size() / value_bytes_);
    for (std::size_t i = 0; i < values.size(); ++i) std::memcpy(&values[i], bytes.data() + i * value_bytes_, value_bytes_);
    return values;
  }

  unsigned value_bytes_ = 4;
};

TEST_F(DiskDevice, AgreesWithTheDefinition) {
  for (const unsigned width : {4U, 5U, 8U}) {
    for (const unsigned value_width : {2U, 4U, 5U, 8U}) {
      const Values x = permutation(30001, 1);
      const Values y = permutation(30001, 2);
      const std::string x_path = save("x.npy", x, width);
      const std::string y_path = save("y.npy", y, value_width, 'u', value_width != 4);
      Values inverse(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) inverse[x[i]] = i;
      EXPECT_EQ(run(Operation::multiply, x_path, y_path), Outcome::done);
      EXPECT_EQ(result(), test::multiply_reference(x, y));
      EXPECT_EQ(run(Operation::inverse, x_path, ""), Outcome::done);
      EXPECT_EQ(result(), inverse);
      EXPECT_EQ(run(Operation::divide, x_path, y_path), Outcome::done);
      EXPECT_EQ(result(), test::multiply_reference(inverse, y));
    }
  }
}

TEST_F(DiskDevice, FindsWhatIsNotAPoint) {
  Values x = permutation(30000, 1);
  x[20000] = 30000;
  const std::string path = save("x.npy", x, 5);
  const std::string y = save("y.npy", permutation(30000, 2), 4);
  EXPECT_EQ(run(Operation::multiply, path, y), Outcome::bad_point);
  EXPECT_EQ(run(Operation::inverse, path, ""), Outcome::bad_point);
  x[20000] = x[7];
  EXPECT_EQ(run(Operation::divide, save("x.npy", x, 5), y), Outcome::bad_point);
}

TEST_F(DiskDevice, Stops) {
  const std::string path = save("x.npy", permutation(30000, 1), 4);
  run_.request_stop(StopReason::interrupted);
  EXPECT_EQ(run(Operation::multiply, path, path), Outcome::stopped);
  EXPECT_EQ(run(Operation::inverse, path, ""), Outcome::stopped);
}

}  // namespace
}  // namespace wreath::perm
