// SPDX-License-Identifier: MIT
//
// Multiply, invert and divide by sorting on disk: Algorithm 1 of Slavici, Dong, Kunkle and Cooperman (ISSAC 2010). For
// comparison: it is the obvious way, and several times slower than the others.
//
//   multiply   pairs (x[i], i) sorted by x[i]; merged with y in step, pairs (i, y[x[i]]) sorted by i; merged into z
//   inverse    pairs (x[i], i) sorted by x[i]; merged into z
//   divide     pairs (x[i], y[i]) sorted by x[i]; merged into z
//
// A sort fills half of the memory with pairs, which all threads sort in parts, and writes each part as a run; then one thread
// merges the runs.
#include "bench/baselines/perm/sort.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <queue>

#include "core/parallel/loops.hpp"
#include "core/arrays/widths.hpp"

namespace wreath::perm::disk {

using arrays::as_points;

namespace {

#pragma pack(push, 1)
template <class Key, class Value>
struct Pair {
  Key key;
  Value value;
};
#pragma pack(pop)

/// Sorts more pairs than memory holds.
template <class Key, class Value>
class Sorter {
 public:
  using Item = Pair<Key, Value>;

  Sorter(const Job& job, std::span<const DirectFile> files, std::uint64_t memory)
      : job_(job),
        files_(files),
        batch_(std::max<std::size_t>(memory / sizeof(Item), kDiskBlock) + kDiskBlock),
        ends_(files.size()) {}

  void add(Key key, Value value) {
    if (used_ == batch_.size() - kDiskBlock) write_runs();
    batch_[used_++] = {key, value};
  }

  /// use(key, value) for all in order, with that memory for the merge; stops where it returns false.
  template <class Use>
  void merge(std::uint64_t memory, const Use& use) {
    write_runs();
    batch_ = HugeArray<Item>();
    std::vector<std::unique_ptr<Source>> sources;
    const std::size_t share = memory / std::max<std::size_t>(1, runs_.size()) / (kAhead + 1);
    const std::size_t slice = std::max<std::size_t>(share / (kDiskBlock * sizeof(Item)), 1) * kDiskBlock * sizeof(Item);
    const auto later = [](const Source* a, const Source* b) { return static_cast<Number<Key>>(b->key()) < a->key(); };
    std::priority_queue<Source*, std::vector<Source*>, decltype(later)> queue(later);
    for (const FilePart& run : runs_) {
      sources.push_back(std::make_unique<Source>(job_.io, run, slice));
      queue.push(sources.back().get());
    }
    while (!queue.empty()) {
      Source* source = queue.top();
      queue.pop();
      const Item item = source->item();
      if (!use(item.key, item.value)) return;
      if (source->advance()) queue.push(source);
    }
  }

 private:
  static constexpr unsigned kAhead = 2;

  /// A run that is being merged.
  class Source {
   public:
    Source(AsyncIo& io, const FilePart& run, std::size_t slice) : reader_(io, run, slice, kAhead) {
      items_ = as_points<Item>(reader_.next());
    }
    Number<Key> key() const { return items_[at_].key; }
    Item item() const { return items_[at_]; }
    bool advance() {
      if (++at_ < items_.size()) return true;
      if (!reader_.has_next()) return false;
      items_ = as_points<Item>(reader_.next());
      at_ = 0;
      return true;
    }

   private:
    SliceReader reader_;
    std::span<const Item> items_;
    std::size_t at_ = 0;
  };

  void write_runs() {
    if (used_ == 0) return;
    const unsigned threads = job_.plan.threads;
    const auto part = [&](unsigned thread) { return piece_of(used_, thread, threads, kDiskBlock); };
    on_threads(threads, [&](unsigned thread, unsigned) {
      const Range range = part(thread);
      std::sort(batch_.begin() + range.begin, batch_.begin() + range.end,
                [](const Item& a, const Item& b) { return static_cast<Number<Key>>(a.key) < static_cast<Number<Key>>(b.key); });
    });
    Transfers writes;
    for (unsigned thread = 0; thread < threads; ++thread) {
      const Range range = part(thread);
      if (range.size() == 0) continue;
      const std::size_t file = runs_.size() % files_.size();
      const std::uint64_t bytes = range.size() * sizeof(Item);
      job_.io.write(files_[file], ends_[file],
                    {reinterpret_cast<const std::byte*>(batch_.data() + range.begin), disk_ceiling(bytes)}, writes);
      runs_.push_back({&files_[file], ends_[file], ends_[file] + bytes});
      ends_[file] += disk_ceiling(bytes);
    }
    writes.wait();
    used_ = 0;
  }

  const Job& job_;
  std::span<const DirectFile> files_;
  HugeArray<Item> batch_;  // one block more than is used: writes are whole blocks
  std::size_t used_ = 0;
  std::vector<std::uint64_t> ends_;  // of what is written to each file
  std::vector<FilePart> runs_;
};

/// The values of a map in order, one at a time.
template <class Value>
class ValueReader {
 public:
  ValueReader(const DiskMap& map, const Job& job)
      : slices_(job.io, map.whole(), job.plan.slice_points * sizeof(Value), job.plan.ahead) {}
  /// Indices must not descend.
  Value at(std::uint64_t index) {
    while (index >= first_ + values_.size()) {
      first_ += values_.size();
      values_ = as_points<Value>(slices_.next());
    }
    return values_[index - first_];
  }

 private:
  SliceReader slices_;
  std::span<const Value> values_;
  std::uint64_t first_ = 0;
};

/// z, one value after the other.
template <class Value>
class ValueWriter {
 public:
  ValueWriter(const Job& job, const Target& z)
      : slice_(job.plan.slice_points), writer_(job.io, z.file, z.begin, slice_ * sizeof(Value), job.plan.ahead) {
    values_ = as_points<Value>(writer_.buffer());
  }
  void put(Value value) {
    values_[used_++] = value;
    if (used_ < slice_) return;
    writer_.write(used_ * sizeof(Value));
    values_ = as_points<Value>(writer_.buffer());
    used_ = 0;
  }
  void finish() {
    if (used_ != 0) writer_.write(used_ * sizeof(Value));
    writer_.finish();
  }

 private:
  std::size_t slice_;
  SliceWriter writer_;
  std::span<Value> values_;
  std::size_t used_ = 0;
};

/// add(x[i], i) for all i. Says whether all were points of the target, and no stop was asked for.
template <class Add>
Outcome for_each_point(const DiskMap& x, std::uint64_t target, const Job& job, const Add& add) {
  SliceReader slices(job.io, x.whole(), job.plan.slice_points * x.width(), job.plan.ahead);
  const std::uint64_t limit = x.limit(target);
  return with_disk_point(x.width(), [&]<class Point>(Point) {
    for (std::uint64_t i = 0; slices.has_next();) {
      if (job.run.should_stop()) return Outcome::stopped;
      for (const Number<Point> value : as_points<Point>(slices.next())) {
        if (value >= limit) return Outcome::bad_point;
        add(value, i++);
      }
      job.run.report({"sort", i, x.size(), "points"});
    }
    return Outcome::done;
  });
}

/// Merges pairs by their points into z, which must have each point once.
template <class Key, class Value>
Outcome merge_into(Sorter<Key, Value>& sorter, std::uint64_t points, std::uint64_t memory, const Job& job, const Target& z) {
  const auto timer = job.run.phase("merge");
  ValueWriter<Value> writer(job, z);
  std::uint64_t next = 0;
  Outcome outcome = Outcome::done;
  sorter.merge(memory, [&](Number<Key> key, Value value) {
    if (key != next) outcome = Outcome::bad_point;
    if (next % job.plan.slice_points == 0) {
      job.run.report({"merge", next, points, "points"});
      if (job.run.should_stop()) outcome = Outcome::stopped;
    }
    if (outcome != Outcome::done) return false;
    ++next;
    writer.put(value);
    return true;
  });
  writer.finish();
  return outcome == Outcome::done && next != points ? Outcome::bad_point : outcome;
}

template <class Key, class Value>
Outcome multiply_by_sort(const DiskMap& x, const DiskMap& y, std::uint64_t memory, const Job& job, const SortFiles& scratch,
                         const Target& z) {
  Sorter<Key, Value> by_index(job, scratch.second, memory / 4);
  {
    Sorter<Key, Key> by_point(job, scratch.first, memory / 2);
    {
      const auto timer = job.run.phase("sort");
      const Outcome read = for_each_point(x, y.size(), job, [&](std::uint64_t value, std::uint64_t i) {
        by_point.add(static_cast<Key>(value), static_cast<Key>(i));
      });
      if (read != Outcome::done) return read;
    }
    const auto timer = job.run.phase("join");
    ValueReader<Value> values(y, job);
    std::uint64_t joined = 0;
    by_point.merge(memory / 4, [&](Number<Key> point, Key index) {
      if (joined % job.plan.slice_points == 0) {
        job.run.report({"join", joined, x.size(), "points"});
        if (job.run.should_stop()) return false;
      }
      ++joined;
      by_index.add(index, values.at(point));
      return true;
    });
    if (joined != x.size()) {
      if (!job.run.should_stop()) throw InternalError("a join by sorting lost points");
      return Outcome::stopped;
    }
  }
  return merge_into(by_index, x.size(), memory / 4, job, z);
}

template <class Key, class Value>
Outcome divide_by_sort(const DiskMap& x, const DiskMap* y, std::uint64_t memory, const Job& job, const SortFiles& scratch,
                       const Target& z) {
  Sorter<Key, Value> by_point(job, scratch.first, memory / 2);
  {
    const auto timer = job.run.phase("sort");
    std::optional<ValueReader<Value>> values;
    if (y != nullptr) values.emplace(*y, job);
    const Outcome read = for_each_point(x, x.size(), job, [&](std::uint64_t value, std::uint64_t i) {
      by_point.add(static_cast<Key>(value), values ? values->at(i) : static_cast<Value>(i));
    });
    if (read != Outcome::done) return read;
  }
  return merge_into(by_point, x.size(), memory / 4, job, z);
}

unsigned key_bytes(std::uint64_t source, std::uint64_t target) {
  const std::uint64_t most = std::max(source, target);
  return most <= std::uint64_t{1} << 32 ? 4 : most <= std::uint64_t{1} << 40 ? 5 : 8;
}

}  // namespace

Outcome sort_on_disk(Operation operation, const DiskMap& x, const DiskMap* y, std::uint64_t memory, const Job& job,
                     const SortFiles& scratch, const Target& z) {
  const unsigned key = operation == Operation::multiply ? key_bytes(x.size(), y->size()) : x.width();
  return with_disk_point(key, [&]<class Key>(Key) {
    if (operation == Operation::inverse) return divide_by_sort<Key, Key>(x, nullptr, memory, job, scratch, z);
    if (y->width() < 4) throw InputError("the baseline sorts values of 4 bytes or more");  // no benchmark has others
    return with_disk_point(y->width(), [&]<class Value>(Value) {
      if (operation == Operation::divide) return divide_by_sort<Key, Value>(x, y, memory, job, scratch, z);
      return multiply_by_sort<Key, Value>(x, *y, memory, job, scratch, z);
    });
  });
}

std::uint64_t sort_space(Operation operation, const Task& task) {
  const unsigned key = operation == Operation::multiply ? key_bytes(task.source, task.target) : task.point_bytes;
  return task.source * (key + task.value_bytes + (operation == Operation::multiply ? 2 * key : 0)) + (std::uint64_t{1} << 22);
}

}  // namespace wreath::perm::disk
