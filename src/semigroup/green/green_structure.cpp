// SPDX-License-Identifier: MIT
#include "semigroup/green/green_structure.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include "core/parallel/loops.hpp"
#include "semigroup/tuning.hpp"

namespace wreath::semigroup {

namespace {

/// What a checkpoint holds for a D-class.
struct SavedClass {
  std::uint64_t left_done;
  std::uint64_t idempotents;
  std::uint8_t regular;
  std::uint8_t settled;
};

/// Work on this thread and its team, and, if `aside`, something else on another thread; both have ended when this returns or
/// throws.
void side_by_side(bool aside, FunctionRef<void()> other, FunctionRef<void()> work) {
  if (!aside) return work();
  std::exception_ptr failure;
  std::thread thread([&] {
    try {
      other();
    } catch (...) {
      failure = std::current_exception();
    }
  });
  try {
    work();
  } catch (...) {
    thread.join();
    throw;
  }
  thread.join();
  if (failure) std::rethrow_exception(failure);
}

/// Whether the identity is an element: a product is a unit only if its factors are.
bool has_identity(const Generators& generators, const Sides& sides) {
  if (generators.monoid) return true;
  const std::vector<std::byte> whole = sides.right().first();
  for (std::size_t g = 0; g < generators.count(); ++g)
    if (sides.split(generators.row(g)).right == whole) return true;
  return false;
}

SideOrbit::Use use_of_right(const Sides& sides, bool ways) {
  return {.arrows = true,
          .arrow_maps = sides.products_by_maps(),
          .arrow_steps = ways || !sides.products_by_maps(),
          .frames_are_keys = !ways && sides.right_frames_are_keys(),
          .ways = ways,
          .chains = ways};
}

}  // namespace

GreenStructure::GreenStructure(const Sided& generators, const Sides& sides, unsigned threads, bool ways)
    : generators_(generators),
      sides_(sides),
      threads_(threads),
      outside_(has_identity(*generators, sides) ? 0 : 1),
      left_(OrbitSide::left, sides.left(), generators->count(), {.ways = ways}),
      right_(OrbitSide::right, sides.right(), generators->count(), use_of_right(sides, ways)),
      ways_(ways) {}

void GreenStructure::keep_edges() {
  left_.keep_edges();
  right_.keep_edges();
}

bool GreenStructure::find_orbits(RunControl& run, Pause pause) {
  restore_orbits(run);
  {
    const auto timer = run.phase("kernels");
    left_.enumerate(threads_, run, pause);
    left_known_ = true;
  }
  const bool aside = finds_components_aside(run);
  const unsigned threads = resolve_threads(threads_) - (aside ? 1 : 0);
  if (!aside) {
    const auto timer = run.phase("kernel groups");
    left_.find_components(run);
    if (!left_.find_maps(threads, run)) return false;
  }
  {
    const auto timer = run.phase("images");
    side_by_side(
        aside, [&] { left_.find_components(run); },
        [&] {
          right_.enumerate(threads, run, pause);
          right_known_ = true;
        });
  }
  if (aside) {
    const auto timer = run.phase("kernel groups");
    bool shown = true;
    side_by_side(
        true, [&] { right_.find_components(run); }, [&] { shown = left_.find_maps(threads, run); });
    if (!shown) return false;
  }
  const auto timer = run.phase("arrows");
  if (!aside) right_.find_components(run);
  right_.find_maps(threads_, run);
  if (sides_.left().shows_groups()) return true;
  for (Index c = 0; c < right_.components().count(); ++c) {
    if (right_.group(c) != nullptr) return false;
  }
  return true;
}

/// Components are found by one thread. If this takes long, and there are threads to spare, the others do something else
/// meanwhile; the edges of both orbits are in memory then.
bool GreenStructure::finds_components_aside(RunControl& run) const {
  const std::uint64_t edges = left_.size() * generators_->count() * sizeof(Index);
  return resolve_threads(threads_) >= tuning::kThreadsToSpare && left_.size() >= tuning::kManyValues &&
         run.memory_left() / 8 >= edges;
}

void GreenStructure::find_classes(RunControl& run, Pause pause) {
  const auto timer = run.phase("D-classes");
  start_pieces();
  pieces_->enumerate(threads_, run, pause);
  list_classes(StopCheck(run));
  classes_known_ = true;
  restore_classes();
}

void GreenStructure::start_pieces() {
  if (pieces_) return;
  pieces_.emplace(sides_, left_, right_, ways_);
  restoring_ = !saved_.at_end();
  if (restoring_) pieces_->restore(saved_, threads_);
  restoring_ = false;
}

void GreenStructure::restore_orbits(RunControl& run) {
  if (saved_.at_end()) return;
  const auto timer = run.phase("restore");
  restoring_ = true;
  left_.restore(saved_, threads_);
  right_.restore(saved_, threads_);
  restoring_ = false;
}

/// Once they are listed again; what is saved of them is how far their idempotents are counted.
void GreenStructure::restore_classes() {
  if (saved_.at_end()) return;
  if (saved_.number() != classes_.size()) throw InputError("the checkpoint is damaged: its classes do not match its orbits");
  for (Class& one : classes_) {
    const auto saved = saved_.value<SavedClass>();
    one.left_done = saved.left_done;
    one.count.idempotents = saved.idempotents;
    one.count.regular = saved.regular != 0;
    one.count.settled = saved.settled != 0;
  }
  regular_known_ = true;
}

void GreenStructure::save(ByteWriter& bytes) const {
  left_.save(bytes);
  right_.save(bytes);
  if (pieces_) pieces_->save(bytes);
  if (!regular_known_) return;
  bytes.put(std::uint64_t{classes_.size()});
  for (const Class& one : classes_) {
    bytes.put(SavedClass{one.left_done, one.count.idempotents, static_cast<std::uint8_t>(one.count.regular),
                         static_cast<std::uint8_t>(one.count.settled)});
  }
}

StructureCount GreenStructure::known() const {
  StructureCount result;
  result.kernels = left_.size() - outside_;
  result.images = right_.size() - outside_;
  result.kernels_known = left_known_;
  result.images_known = right_known_;
  result.classes_known = result.size_known = classes_known_;
  if (!classes_known_) {
    // Every left value belongs to an R-class of its own, every right value to an L-class; so does every piece, and its elements
    // are known.
    result.r_classes = result.kernels;
    result.l_classes = std::max<std::uint64_t>(result.images, pieces_ ? pieces_->l_classes() - outside_ : 0);
    result.size = std::max(result.r_classes, result.l_classes);
    if (pieces_) result.size = std::max(result.size, pieces_->elements() - outside_);
    return result;
  }
  result.complete = true;
  for (const Class& one : classes_) {
    const StructureCount::DClass& found = one.count;
    result.size += found.size;
    result.r_classes += found.r_classes;
    result.l_classes += found.l_classes;
    result.h_classes += found.r_classes * found.l_classes;
    result.d_classes += 1;
    result.regular_d_classes += found.regular ? 1 : 0;
    result.idempotents += found.idempotents;
    result.complete = result.complete && found.settled;
  }
  return result;
}

void GreenStructure::list_classes(StopCheck check) {
  classes_.clear();
  std::vector<Index> number(pieces_->pieces());
  for (auto piece = static_cast<Index>(outside_); piece < pieces_->pieces(); ++piece) {
    check.spend(16);
    const Index first = pieces_->d_class(piece);
    if (first == piece) {
      number[piece] = static_cast<Index>(classes_.size());
      classes_.push_back({.at = pieces_->piece(piece), .first = piece, .count = {}});
    }
    ++classes_[number[first]].pieces;
  }
  for (Class& one : classes_) {
    check.spend(1024);
    one.count = size_up(pieces_->element(one.first), one.pieces);
  }
}

std::vector<Point> GreenStructure::row_over(const OverRoots& element) const {
  const Index left = left_.root(element.at.left);
  const Index right = right_.root(element.at.right);
  const std::vector<Point> marks = right_.frame_of(right);
  std::vector<Point> joined;
  for (const Point position : element.tuple) joined.push_back(marks[position]);
  return sides_.join(left_.key(left), left_.frame_of(left), right_.key(right), joined);
}

StructureCount::DClass GreenStructure::size_up(const OverRoots& element, std::uint64_t pieces) const {
  const auto [left, right] = element.at;
  StructureCount::DClass found;
  const bool needs_row = generators_.given().kind.is_matrix();
  found.rank = generators_.rank_of(needs_row ? row_over(element) : std::vector<Point>(), right_.rank(right));
  found.h_size = right_.group_order(right) / pieces;
  found.l_classes = Natural(right_.components().size(right)) * pieces;
  found.r_classes = Natural(left_.components().size(left)) * left_.group_order(left) / found.h_size;
  found.size = found.r_classes * found.l_classes * found.h_size;
  return found;
}

std::vector<std::unique_ptr<IdempotentSearch>> GreenStructure::searches(RunControl& run) const {
  std::vector<std::unique_ptr<IdempotentSearch>> all;
  for (unsigned i = 0; i < resolve_threads(threads_); ++i) all.push_back(search(StopCheck(run)));
  return all;
}

void GreenStructure::find_regular(RunControl& run) {
  if (regular_known_) return;
  const auto timer = run.phase("idempotents");
  const auto searches = this->searches(run);
  std::atomic<std::size_t> next{0};
  on_threads(threads_, [&](unsigned thread, unsigned) {
    for (std::size_t i = next++; i < classes_.size(); i = next++) {
      Class& one = classes_[i];
      one.count.regular = searches[thread]->any(left_.root(one.at.left), right_.components().nodes(one.at.right));
      one.count.settled = !one.count.regular;
    }
  });
  regular_known_ = true;
}

void GreenStructure::count_idempotents(CountPeers* peers, RunControl& run, Pause pause) {
  const auto timer = run.phase("idempotents");
  const auto searches = this->searches(run);
  const std::size_t ranks = peers == nullptr ? 1 : peers->ranks();
  const std::size_t at_once = tuning::kLeftPiece * std::max<std::size_t>(4, searches.size()) * ranks;
  std::vector<IdempotentJob> jobs;  // of several classes: most have few left values
  const auto count_some = [&](std::size_t first, std::size_t step) {
    if (first >= jobs.size()) return;
    parallel_chunks((jobs.size() - first + step - 1) / step, 1, static_cast<unsigned>(searches.size()),
                    [&](Range, std::size_t j, unsigned thread) {
                      IdempotentJob& job = jobs[first + j * step];
                      job.found = searches[thread]->count(left_of(job), right_of(job));
                    });
  };
  std::vector<std::size_t> classes;  // theirs
  for (std::size_t i = 0; i < classes_.size();) {
    jobs.clear();
    classes.clear();
    for (std::size_t values = 0; i < classes_.size() && values < at_once; ++i) {
      Class& one = classes_[i];
      if (!one.count.regular) continue;
      require_equal_groups(one);
      const std::size_t all = left_.components().size(one.at.left);
      one.count.settled = one.left_done == all;
      std::size_t first = one.left_done;
      for (; first < all && values < at_once; first += jobs.back().count, values += jobs.back().count) {
        jobs.push_back({one.at.left, one.at.right, first, std::min(tuning::kLeftJob, all - first)});
        classes.push_back(i);
      }
      if (first < all) break;
    }
    const bool shared = peers != nullptr && bytes_of(jobs) <= tuning::kMostSent;
    if (shared && !peers->count(jobs, values_of(jobs), count_some)) peers = nullptr;  // a rank failed: this one does it alone
    if (peers == nullptr || !shared) count_some(0, 1);
    for (std::size_t j = 0; j < jobs.size(); ++j) {
      Class& one = classes_[classes[j]];
      one.count.idempotents += jobs[j].found;
      one.left_done += jobs[j].count;
      one.count.settled = one.left_done == left_.components().size(one.at.left);
    }
    pause();
  }
}

void GreenStructure::require_equal_groups(const Class& one) const {
  if (one.pieces != 1 || left_.group_order(one.at.left) != one.count.h_size)
    throw InternalError("a regular D-class has different left and right groups");
}

std::span<const Index> GreenStructure::left_of(const IdempotentJob& job) const {
  return left_.components().nodes(job.left).subspan(job.first, job.count);
}
std::span<const Index> GreenStructure::right_of(const IdempotentJob& job) const {
  return right_.components().nodes(job.right);
}

/// visit(nodes) for the right values of the jobs, those of several jobs in a row once.
template <class Visit>
void GreenStructure::for_each_right(std::span<const IdempotentJob> jobs, const Visit& visit) const {
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    if (j == 0 || jobs[j].right != jobs[j - 1].right) visit(right_of(jobs[j]));
  }
}

std::uint64_t GreenStructure::bytes_of(std::span<const IdempotentJob> jobs) const {
  std::uint64_t bytes = 0;
  for (const IdempotentJob& job : jobs) bytes += job.count * left_.key(left_.root(job.left)).size();
  for_each_right(jobs, [&](std::span<const Index> nodes) { bytes += nodes.size() * right_.key(nodes.front()).size(); });
  return bytes;
}

/// The right values, then the left ones, of one job after the other.
std::vector<std::byte> GreenStructure::values_of(std::span<const IdempotentJob> jobs) const {
  ByteWriter bytes;
  const auto put = [&](const SideOrbit& orbit, std::span<const Index> nodes) {
    bytes.put(std::uint64_t{nodes.size()});
    for (const Index node : nodes) bytes.put_all(orbit.key(node));
  };
  for_each_right(jobs, [&](std::span<const Index> nodes) { put(right_, nodes); });
  for (const IdempotentJob& job : jobs) put(left_, left_of(job));
  return bytes.take();
}

}  // namespace wreath::semigroup
