// SPDX-License-Identifier: MIT
//
// What it takes to add a generator to a semigroup that has been enumerated, against an enumeration by the longer list: one JSON
// object per line. The generator is a product of two others, so that the elements stay the same and their words change, or the
// map that reverses the points, which makes twice as many of order-preserving maps and of planar diagrams.
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>

#include "wreath/semigroup.hpp"

namespace wreath::semigroup {
namespace {

std::vector<Point> reversal(const Generators& generators) {
  const std::size_t n = generators.kind.is_transformation() ? generators.degree : generators.kind.size;
  std::vector<Point> row = generators.kind.is_transformation() ? std::vector<Point>(n) : identity_of(generators.kind);
  const std::size_t first = row.size() - n;  // of a bipartition the points below
  for (std::size_t i = 0; i < n; ++i) row[first + i] = static_cast<Point>(n - 1 - i);
  return row;
}

std::vector<Point> product(const Generators& generators) {
  ElementKind kind = generators.kind;
  if (kind.is_transformation()) kind.size = generators.degree;
  return multiply(kind, generators.row(0), generators.row(generators.count() - 1));
}

void measure(const char* family, bool inside, bool graphs, unsigned threads) {
  const Options options{.machine = {.backend = BackendChoice::cpu, .threads = threads}, .graphs = graphs};
  const Generators few = make_family(family);
  const std::vector<Point> more = inside ? product(few) : reversal(few);
  Generators all = few;
  all.images.insert(all.images.end(), more.begin(), more.end());
  RunControl once;
  Enumeration whole(all, options);
  whole.run(&once);
  const double fresh = once.seconds();
  RunControl before;
  Enumeration found(few, options);
  found.run(&before);
  const double first = before.seconds();
  const std::uint64_t size = found.size();
  RunControl after;
  found.add_generators(more);
  found.run(&after);
  const double added = after.seconds();
  bool same = found.levels() == whole.levels();
  for (std::uint64_t e = 0; e < whole.size() && same; e += 1009) same = found.word(e) == whole.word(e);
  if (!same) {
    std::fprintf(stderr, "%s: the words differ\n", family);
    std::exit(1);
  }
  std::printf(
      "{\"input\": \"%s\", \"added\": \"%s\", \"graphs\": %s, \"threads\": %u, \"before\": %llu, \"after\": %llu, \"before_s\": "
      "%.3f, \"fresh_s\": %.3f, \"added_s\": %.3f, \"ratio\": %.2f, \"how\": \"%s\"}\n",
      family, inside ? "a product" : "the reversal", graphs ? "true" : "false", threads, static_cast<unsigned long long>(size),
      static_cast<unsigned long long>(whole.size()), first, fresh, added, fresh / added,
      std::string(after.choice("backend")).c_str());
  std::fflush(stdout);
}

}  // namespace
}  // namespace wreath::semigroup

int main(int count, char** names) {
  const unsigned threads = count > 1 ? static_cast<unsigned>(std::strtoul(names[1], nullptr, 10)) : 1;
  for (int k = 2; k < count; ++k) {
    for (const bool inside : {true, false}) {
      for (const bool graphs : {true, false}) wreath::semigroup::measure(names[k], inside, graphs, threads);
    }
  }
}
