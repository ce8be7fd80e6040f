// SPDX-License-Identifier: MIT
//
// The work of the semigroup engine. The paper's two families, whose elements are kept by a base; a small degree, whose rows fit a
// word; and a large one, with points of two bytes.
#include "bench/signature/signature.hpp"
#include "core/data/rng.hpp"
#include "wreath/semigroup.hpp"

namespace wreath::bench {

namespace {

using semigroup::Enumeration;
using semigroup::Generators;
using semigroup::GreenClasses;
using semigroup::Point;

/// Maps of the first `moved` of `degree` points; the others stay.
Generators draw_generators(std::uint64_t seed, std::size_t count, std::uint32_t moved, std::uint32_t degree) {
  RandomStream random(seed, 0);
  Generators generators{.degree = degree, .images = {}, .monoid = false};
  for (std::size_t k = 0; k < count; ++k) {
    for (Point point = 0; point < degree; ++point) generators.images.push_back(point < moved ? random.below(moved) : point);
  }
  return generators;
}

void enumerate_all(Enumeration& found, RunControl& run) {
  if (!found.run(&run))
    throw ResourceError("the enumeration stopped before its end (" + std::string(to_string(run.stop_reason())) + ")");
}

void sign_words(const Enumeration& found, Digest& digest) {
  digest.add(found.size());
  digest.add(found.levels());
  for (std::uint64_t element = 0; element < found.size(); ++element) digest.add(found.word(element));
}

void sign_images(const Enumeration& found, Digest& digest) {
  constexpr std::uint64_t kAtOnce = 4096;
  std::vector<Point> rows;
  for (std::uint64_t first = 0; first < found.size(); first += kAtOnce) {
    const std::uint64_t last = std::min(found.size(), first + kAtOnce);
    rows.resize((last - first) * found.generators().degree);
    found.read_images(first, last, rows);
    digest.add(rows);
  }
}

void sign_graphs(Enumeration& found, Digest& digest) {
  digest.add(found.right_graph());
  digest.add(found.left_graph());
  for (const auto& [left, right] : found.rules()) {
    digest.add(left);
    digest.add(right);
  }
  for (std::uint64_t x = 0; x < found.size(); x += 101) digest.add(found.multiply(x, found.size() - 1 - x));
}

void sign_green(Enumeration& found, RunControl& run, Digest& digest) {
  const GreenClasses green = green_classes(found, &run);
  digest.add(green.r);
  digest.add(green.l);
  digest.add(green.d);
  for (const std::uint64_t count : {green.r_count, green.l_count, green.h_count}) digest.add(count);
  for (const GreenClasses::DClass& d : green.d_classes) {
    for (const std::uint64_t number : {d.representative, d.rank, d.size, d.r_classes, d.l_classes, d.idempotents}) {
      digest.add(number);
    }
  }
}

void sign_count(const Generators& generators, unsigned threads, RunControl& run, Digest& digest) {
  const semigroup::StructureCount count =
      count_structure(generators, {.machine = {.threads = threads}, .method = semigroup::CountMethod::orbits}, &run);
  for (const Natural& number : {count.size, count.r_classes, count.l_classes, count.h_classes}) digest.add(number.text());
  for (const std::uint64_t number : {count.d_classes, count.regular_d_classes, count.idempotents}) digest.add(number);
}

/// All there is to know.
void sign_whole(const Generators& generators, const SignatureOptions& options, Digest& digest) {
  RunControl run;
  Enumeration found(generators, {.machine = {.backend = options.backend, .threads = options.threads}, .graphs = true});
  enumerate_all(found, run);
  sign_words(found, digest);
  sign_images(found, digest);
  digest.add(found.count_idempotents(&run));
  sign_graphs(found, digest);
  sign_green(found, run, digest);
  sign_count(generators, options.threads, run, digest);
}

/// What is known without the images of all points, where these are many.
void sign_graphs_only(const Generators& generators, const SignatureOptions& options, Digest& digest) {
  RunControl run;
  Enumeration found(generators, {.machine = {.backend = options.backend, .threads = options.threads}, .graphs = true});
  enumerate_all(found, run);
  sign_words(found, digest);
  digest.add(found.count_idempotents(&run));
  sign_graphs(found, digest);
}

/// Elements and idempotents, kept in a form that only the CPU has.
void sign_kept(const Generators& generators, semigroup::Method method, unsigned threads, Digest& digest) {
  RunControl run;
  if (method == semigroup::Method::disk) {  // so little memory that there are many partitions
    run.limit_memory(600 << 10);
    run.measure_memory([] { return std::uint64_t{0}; });
  }
  Enumeration found(generators, {.machine = {.backend = BackendChoice::cpu, .threads = threads}, .method = method});
  enumerate_all(found, run);
  sign_words(found, digest);
  sign_images(found, digest);
  digest.add(found.count_idempotents(&run));
}

/// Stopped halfway, saved, and resumed.
void sign_resumed(const Generators& generators, const SignatureOptions& options, Digest& digest) {
  const semigroup::Options how{.machine = {.backend = options.backend, .threads = options.threads}};
  RunControl run;
  Enumeration begun(generators, how);
  begun.run_until(10'000, &run);
  Enumeration found(generators, how);
  found.restore(begun.save(), &run);
  enumerate_all(found, run);
  sign_words(found, digest);
  sign_images(found, digest);
}

}  // namespace

void sign_semigroup(const SignatureOptions& options, Digest& digest) {
  const std::pair<const char*, Generators> wholes[] = {{"bihecke:5", semigroup::make_family("bihecke:5")},
                                                       {"renner:5", semigroup::make_family("renner:5")},
                                                       {"random maps of 8 points", draw_generators(3, 3, 8, 8)},
                                                       {"random maps of 300 points", draw_generators(1, 3, 7, 300)}};
  for (const auto& [name, generators] : wholes) {
    sign_whole(generators, options, digest);
    digest.end_part(name);
  }
  sign_graphs_only(semigroup::make_family("renner:6"), options, digest);
  digest.end_part("renner:6");
  const Generators small = semigroup::make_family("bihecke:4");
  for (const semigroup::Method method :
       {semigroup::Method::rows, semigroup::Method::compressed, semigroup::Method::words, semigroup::Method::disk}) {
    sign_kept(small, method, options.threads, digest);
    digest.end_part("bihecke:4 kept as " + std::string(to_string(method)));
  }
  sign_resumed(semigroup::make_family("bihecke:5"), options, digest);
  digest.end_part("bihecke:5 resumed");
}

}  // namespace wreath::bench
