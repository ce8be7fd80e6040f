// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <random>

#include "core/run/machine.hpp"
#include "semigroup/cpu/make.hpp"
#include "semigroup/disk/make.hpp"
#include "semigroup/enumerate/word_tree.hpp"
#include "semigroup/enumeration_reference.hpp"
#include "semigroup/tight_memory.hpp"
#include "temporary_folder.hpp"

namespace wreath::semigroup {
namespace {

std::vector<Point> points_of(const Generators& generators) {
  std::vector<Point> points(generators.degree);
  std::iota(points.begin(), points.end(), Point{0});
  return points;
}

/// Goes through all elements in calls of `batch` parents, and compares every answer with that of rows in memory.
void expect_agreement(const Generators& generators, const DiskSetup& setup, std::size_t batch, bool chosen) {
  WordTree tree(generators.count());
  const std::vector<Point> tracked = points_of(generators);
  const auto memory = make_cpu_backend(generators, tracked, Method::rows, tree, 1, 0);
  const auto disk = make_disk_backend(generators, tracked, setup);
  std::mt19937_64 random(5);
  for (Index next = 0; next < memory->size();) {
    const auto last = static_cast<Index>(std::min<std::size_t>(memory->size(), next + std::min(batch, disk->batch())));
    std::vector<Product> products;
    for (Index e = next; chosen && e < last; ++e) {
      for (std::size_t g = 0; g < generators.count(); ++g) {
        if (g == 0 || random() % 4 != 0) products.push_back({e, static_cast<Letter>(g)});
      }
    }
    const Expansion expected = memory->expand({next, last, products}, true);
    const Expansion found = disk->expand({next, last, products}, true);
    ASSERT_TRUE(std::ranges::equal(found.prefixes, expected.prefixes));
    ASSERT_TRUE(std::ranges::equal(found.letters, expected.letters));
    ASSERT_TRUE(std::ranges::equal(found.results, expected.results));
    next = last;
  }
  ASSERT_EQ(disk->size(), memory->size());
  std::vector<Point> rows(memory->size() * generators.degree);
  std::vector<Point> others(rows.size());
  memory->read_rows(0, memory->size(), rows);
  disk->read_rows(0, disk->size(), others);
  EXPECT_EQ(rows, others);
  EXPECT_EQ(disk->count_idempotents(1, disk->size()), memory->count_idempotents(1, memory->size()));
  for (Index e = 0; e < disk->size(); e += 7) {
    const auto row = std::span<const Point>(rows).subspan(e * generators.degree, generators.degree);
    EXPECT_EQ(disk->find(row), memory->find(row)) << e;
  }
}

TEST(DiskBackendTest, AgreesWithRowsInMemory) {
  for (const char* name : {"bihecke:4", "full:5", "renner:5", "symmetric:6", "temperley-lieb:4"}) {
    SCOPED_TRACE(name);
    Generators generators = make_family(name);
    const DiskSetup tight{.memory = (100 << 10) + 140 * generators.degree, .threads = 2};
    expect_agreement(generators, tight, 1000, false);
    expect_agreement(generators, tight, 7, true);
    generators.monoid = false;
    expect_agreement(generators, tight, 1000, true);
    expect_agreement(generators, {.memory = 16 << 20, .threads = 1}, 1000, false);
  }
}

TEST(DiskBackendTest, FingerprintsThatCollideAreTold) {
  for (const std::uint64_t mask : {std::uint64_t{0}, std::uint64_t{7} << 60, std::uint64_t{0xF}}) {
    SCOPED_TRACE(mask);
    expect_agreement(make_family("bihecke:4"), {.memory = 400 << 10, .threads = 1, .fingerprint_mask = mask}, 50, false);
  }
}

// One parent has more products than the table of a bucket holds: buckets are taken in halves, and partitions have many runs.
TEST(DiskBackendTest, BucketsThatOutgrowTheMemoryAreSplit) {
  Generators generators{.degree = 320, .images = {}, .monoid = true};
  for (std::size_t g = 0; g < 400; ++g) {  // constants, and maps that move the last point only
    for (std::size_t p = 0; p < generators.degree; ++p) generators.images.push_back(static_cast<Point>(g % 2 == 0 ? g / 2 : p));
    if (g % 2 != 0) generators.images.back() = static_cast<Point>(g / 2);
  }
  expect_agreement(generators, {.memory = 112 << 10, .threads = 1}, 20, false);
  expect_agreement(generators, {.memory = 112 << 10, .threads = 1}, 20, true);
}

TEST(DiskBackendTest, SaysWhatMemoryItNeeds) {
  const Generators generators = make_family("bihecke:4");
  EXPECT_THROW(make_disk_backend(generators, points_of(generators), {.memory = 1000}), ResourceError);
  EXPECT_THROW(make_disk_backend(generators, points_of(generators), {.scratch = {"/no/such/folder"}, .memory = 1 << 20}),
               InputError);
}

/// No file of this process may become longer, while it lives.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  void (*old_handler_)(int);
  rlimit old_{};
};

/// The open files of this process, most of them without a name, that are in a folder.
std::size_t open_files_in(const std::string& folder) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    if (std::filesystem::read_symlink(entry.path(), gone).string().starts_with(folder)) ++count;
  }
  return count;
}

TEST(DiskBackendTest, UsesAllFolders) {
  const test::TestFolder folder;
  const std::filesystem::path one = std::filesystem::path(folder.path()) / "one";
  const std::filesystem::path two = std::filesystem::path(folder.path()) / "two";
  std::filesystem::create_directory(one);
  std::filesystem::create_directory(two);
  const Generators generators = make_family("full:6");
  const auto disk = make_disk_backend(generators, points_of(generators), {.scratch = {one, two}, .memory = 200 << 10});
  for (Index next = 0; next < disk->size();) {
    const auto last = static_cast<Index>(std::min<std::size_t>(disk->size(), next + disk->batch()));
    disk->expand({next, last, {}}, false);
    next = last;
  }
  EXPECT_EQ(disk->size(), 46656U);
  EXPECT_GT(open_files_in(one.string()), 0U);
  EXPECT_GT(open_files_in(two.string()), 0U);
}

TEST(DiskBackendTest, AFullDiskLeavesTheElementsAsTheyWere) {
  const test::TestFolder folder;
  const Generators generators = make_family("full:6");
  const auto disk = make_disk_backend(generators, points_of(generators), {.scratch = {folder.path()}, .memory = 200 << 10});
  WordTree tree(generators.count());
  const auto expand = [&](Index next) {
    const auto last = static_cast<Index>(std::min<std::size_t>(disk->size(), next + disk->batch()));
    disk->expand({next, last, {}}, false);
    return last;
  };
  Index next = 0;
  Index failures = 0;
  while (next < disk->size()) {
    const Index size = disk->size();
    if (next % 3 != 0) {
      try {
        const FileLimit limit(rlim_t{600} * (size / 500 + 1));
        expand(next);
        next = static_cast<Index>(std::min<std::size_t>(size, next + disk->batch()));
      } catch (const ResourceError& error) {
        const std::string message = error.what();
        EXPECT_NE(message.find(folder.path()), std::string::npos) << message;
        EXPECT_NE(message.find("free"), std::string::npos) << message;
        EXPECT_EQ(disk->size(), size);
        ++failures;
        next = expand(next);
      }
    } else {
      next = expand(next);
    }
  }
  EXPECT_EQ(disk->size(), 46656U);
  EXPECT_GT(failures, 0U);
  EXPECT_EQ(folder.entries(), 0U);  // the files have no names
}

TEST(DiskBackendTest, HoldsToItsMemory) {
  const Generators generators = make_family("full:6");
  constexpr std::uint64_t kMemory = std::uint64_t{1} << 20;
  const auto disk = make_disk_backend(generators, points_of(generators), {.memory = kMemory, .threads = 1});
  for (Index next = 0; next < disk->size();) {
    const auto last = static_cast<Index>(std::min<std::size_t>(disk->size(), next + disk->batch()));
    disk->expand({next, last, {}}, true);
    next = last;
    ASSERT_LE(disk->memory(), kMemory / 2);
  }
  EXPECT_EQ(disk->size(), 46656U);
}

// --- an enumeration that changes to it

/// When memory runs short: in this form, from this number of elements on.
struct Shortage {
  Method form;
  std::uint64_t size;
};

/// Enumerates through shortages, and tells the forms that it went through.
std::vector<Method> enumerate_with(Enumeration& found, const std::vector<Shortage>& shortages, RunControl& run) {
  constexpr std::uint64_t kMemory = 2 << 20;
  std::vector<Method> forms;
  run.limit_memory(kMemory);
  run.measure_memory([&] {
    const bool is_short = std::ranges::any_of(
        shortages, [&](const Shortage& one) { return found.method() == one.form && found.size() >= one.size; });
    return is_short ? 2 * kMemory : 0;  // a batch took more than there is
  });
  run.listen([&](const Progress&) {
    if (forms.empty() || forms.back() != found.method()) forms.push_back(found.method());
  });
  found.run(&run);
  return forms;
}

void expect_same(const Enumeration& found, const Enumeration& whole) {
  ASSERT_TRUE(found.complete());
  ASSERT_EQ(found.size(), whole.size());
  EXPECT_EQ(found.levels(), whole.levels());
  for (std::uint64_t e = 0; e < whole.size(); ++e) ASSERT_EQ(found.word(e), whole.word(e));
}

/// Permutations of several copies of some points at once: they have neither a base nor small rank.
Generators copies_of_permutations(std::size_t degree, std::size_t copies) {
  const Generators one = make_family("symmetric:" + std::to_string(degree));
  Generators all{.degree = one.degree * copies, .images = {}, .monoid = true};
  for (std::size_t g = 0; g < one.count(); ++g) {
    for (std::size_t c = 0; c < copies; ++c) {
      for (const Point p : one.row(g)) all.images.push_back(static_cast<Point>(c * one.degree + p));
    }
  }
  return all;
}

TEST(SmallerFormsTest, FromCompressedToWordsToDisk) {
  const Generators generators = make_family("bihecke:5");
  RunControl run;
  Enumeration whole(generators, {.machine = {.backend = BackendChoice::cpu}});
  whole.run(&run);
  ASSERT_EQ(whole.method(), Method::compressed);
  for (const bool graphs : {false, true}) {
    Enumeration found(generators, {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .graphs = graphs});
    RunControl tight;
    const std::vector<Method> forms = enumerate_with(found, {{Method::compressed, 3000}, {Method::words, 9000}}, tight);
    EXPECT_EQ(forms, (std::vector<Method>{Method::compressed, Method::words, Method::disk}));
    expect_same(found, whole);
    EXPECT_EQ(found.count_idempotents(&run), whole.count_idempotents(&run));
  }
}

TEST(SmallerFormsTest, FromRowsToWordsToDisk) {
  const Generators generators = copies_of_permutations(7, 8);
  RunControl run;
  Enumeration whole(generators, {.machine = {.backend = BackendChoice::cpu}});
  whole.run(&run);
  ASSERT_EQ(whole.method(), Method::rows);
  Enumeration found(generators, {.machine = {.backend = BackendChoice::cpu}});
  RunControl tight;
  const std::vector<Method> forms = enumerate_with(found, {{Method::rows, 400}, {Method::words, 2000}}, tight);
  EXPECT_EQ(forms, (std::vector<Method>{Method::rows, Method::words, Method::disk}));
  expect_same(found, whole);
}

TEST(SmallerFormsTest, FromShortRowsAndFromABaseToDisk) {
  for (const char* name : {"full:6", "renner:6"}) {
    SCOPED_TRACE(name);
    const Generators generators = make_family(name);
    RunControl run;
    Enumeration whole(generators, {.machine = {.backend = BackendChoice::cpu}});
    whole.run(&run);
    Enumeration found(generators, {.machine = {.backend = BackendChoice::cpu}});
    RunControl tight;
    const std::vector<Method> forms = enumerate_with(found, {{whole.method(), 2000}}, tight);
    EXPECT_EQ(forms, (std::vector<Method>{whole.method(), Method::disk}));
    expect_same(found, whole);
    EXPECT_EQ(found.count_idempotents(&run), whole.count_idempotents(&run));
    EXPECT_EQ(found.images(1000), whole.images(1000));
    EXPECT_EQ(found.find(whole.images(1000)), 1000U);
  }
}

TEST(SmallerFormsTest, WhereNothingIsLeftItStopsAndCanGoOn) {
  const Generators generators = make_family("bihecke:5");
  RunControl run;
  Enumeration whole(generators, {.machine = {.backend = BackendChoice::cpu}});
  whole.run(&run);
  Enumeration found(generators, {.machine = {.backend = BackendChoice::cpu}});
  RunControl tight;
  enumerate_with(found, {{Method::compressed, 1000}, {Method::words, 4000}, {Method::disk, 8000}}, tight);
  ASSERT_FALSE(found.complete());
  EXPECT_EQ(tight.stop_reason(), StopReason::memory);
  EXPECT_FALSE(tight.choices().empty());
  // What is known holds: all elements up to a length, and their words.
  const std::uint64_t length = found.complete_to();
  EXPECT_GE(found.size(), 8000U);
  EXPECT_LT(found.size(), whole.size());
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k <= length; ++k) {
    EXPECT_EQ(found.levels()[k], whole.levels()[k]) << k;
    sum += whole.levels()[k];
  }
  EXPECT_GE(found.size(), sum);
  for (std::uint64_t e = 0; e < found.size(); ++e) ASSERT_EQ(found.word(e), whole.word(e));
  EXPECT_EQ(found.find(whole.images(200)), 200U);
  EXPECT_EQ(found.images(200), whole.images(200));
  std::uint64_t idempotents = 0;
  for (std::uint64_t e = 0; e < found.size(); ++e) {
    const std::vector<Point> row = whole.images(e);
    idempotents += compose(row, row) == row;
  }
  EXPECT_EQ(found.count_idempotents(&run), idempotents);
  EXPECT_NE(found.exactness(), Exactness::fingerprints);
  RunControl more;
  EXPECT_TRUE(found.run(&more));
  expect_same(found, whole);
}

/// A larger limit never ends a run with fewer elements, and what is held stays within a batch of the limit.
TEST(SmallerFormsTest, MoreMemoryGetsAtLeastAsFar) {
  for (const char* name : {"bihecke:5", "full:6", "boolean:4"}) {
    Enumeration whole(make_family(name), {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
    ASSERT_TRUE(whole.run());
    std::uint64_t before = 0;
    const std::uint64_t plenty = std::max<std::uint64_t>(4 * whole.memory(), 16 << 20);
    for (std::uint64_t limit = 300 << 10; limit < plenty; limit += limit / 2) {
      SCOPED_TRACE(testing::Message() << name << " in " << limit << " bytes");
      Enumeration found(make_family(name), {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
      std::uint64_t most = 0;
      RunControl run;
      run.limit_memory(limit);
      run.measure_memory([&] {
        most = std::max(most, found.memory());
        return found.memory();
      });
      const bool complete = found.run(&run);
      EXPECT_GE(found.size(), before);
      EXPECT_EQ(run.stop_reason(), complete ? StopReason::none : StopReason::memory);
      EXPECT_LE(most, limit + (512 << 10));
      before = found.size();
    }
    EXPECT_EQ(before, whole.size()) << name;
  }
}

TEST(SmallerFormsTest, AFullDiskIsAnEndingWithAReason) {
  const test::TestFolder folder;
  Enumeration found(make_family("full:6"),
                    {.machine = {.backend = BackendChoice::cpu, .scratch = {folder.path()}}, .method = Method::disk});
  RunControl run;
  pretend_memory(run, 400 << 10);
  {
    const FileLimit limit(10'000);
    EXPECT_FALSE(found.run(&run));
  }
  EXPECT_EQ(run.stop_reason(), StopReason::memory);
  EXPECT_EQ(run.choice("stop"), "memory");
  EXPECT_GT(found.size(), 100U);
  RunControl more;
  EXPECT_TRUE(found.run(&more));
  EXPECT_EQ(found.size(), 46656U);
  EXPECT_EQ(folder.entries(), 0U);
}

// Words are formed again from the first on where graphs are wanted, after rows of old elements were dropped.
TEST(SmallerFormsTest, GraphsAreFormedAgainInEveryForm) {
  const Generators generators = make_family("bihecke:4");
  for (const Method method : {Method::rows, Method::compressed, Method::words, Method::disk}) {
    SCOPED_TRACE(to_string(method));
    const Options options{.machine = {.threads = 2}, .method = method, .graphs = true};
    RunControl run;
    pretend_memory(run, 1 << 20);
    Enumeration whole(generators, options);
    whole.run(&run);
    Enumeration first(generators, options);
    first.run_until(300, &run);
    Enumeration second(generators, options);
    second.restore(first.save(), &run);
    EXPECT_TRUE(second.run(&run));
    EXPECT_TRUE(std::ranges::equal(second.right_graph(), whole.right_graph()));
    EXPECT_TRUE(std::ranges::equal(second.left_graph(), whole.left_graph()));
  }
}

}  // namespace
}  // namespace wreath::semigroup
