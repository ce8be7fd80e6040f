// SPDX-License-Identifier: MIT
#include "semigroup/green/green_structure.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace wreath::semigroup {

namespace {

constexpr std::size_t kKernelPiece = 1024;  // kernels per thread whose idempotents are counted between two pauses
constexpr std::size_t kKernelJob = 16;      // kernels that a thread takes at once

/// Whether the identity is an element: a product is a permutation only if its factors are.
bool has_identity(const Generators& generators) {
  if (generators.monoid) return true;
  std::vector<char> hit(generators.degree);
  for (std::size_t g = 0; g < generators.count(); ++g) {
    std::ranges::fill(hit, 0);
    for (const Point image : generators.row(g)) hit[image] = 1;
    if (std::ranges::find(hit, 0) == hit.end()) return true;
  }
  return false;
}

/// What a checkpoint holds for a D-class.
struct SavedClass {
  std::uint64_t kernels_done;
  std::uint64_t idempotents;
  std::uint8_t regular;
  std::uint8_t settled;
};

}  // namespace

/// False if the code of kernels cannot show a group.
bool GreenStructure::count_all() {
  restore_orbits();
  const auto pause = [&] { this->pause(); };
  {
    const auto timer = run_.phase("kernels");
    kernels_.enumerate(options_.threads, run_, pause);
    kernels_known_ = true;
  }
  const bool aside = finds_components_aside();
  const unsigned threads = resolve_threads(options_.threads) - (aside ? 1 : 0);
  if (!aside) {
    const auto timer = run_.phase("kernel groups");
    kernels_.find_components(run_);
    if (!kernels_.find_groups(threads, run_)) return false;
  }
  {
    const auto timer = run_.phase("images");
    side_by_side(
        aside, [&] { kernels_.find_components(run_); },
        [&] {
          images_.enumerate(threads, run_, pause);
          images_known_ = true;
        });
  }
  if (aside) {
    const auto timer = run_.phase("kernel groups");
    bool shown = true;
    side_by_side(
        true, [&] { images_.find_components(run_); }, [&] { shown = kernels_.find_groups(threads, run_); });
    if (!shown) return false;
  }
  {
    const auto timer = run_.phase("arrows");
    if (!aside) images_.find_components(run_);
    images_.find_arrows(options_.threads, run_);
    if (!kernels_.code().shows_groups()) {
      for (Index c = 0; c < images_.components().count(); ++c) {
        if (!images_.arrows(c).group.empty()) return false;
      }
    }
  }
  {
    const auto timer = run_.phase("D-classes");
    pieces_.emplace(generators_, kernels_, images_);
    restoring_ = !saved_.at_end();
    if (restoring_) pieces_->restore(saved_, options_.threads);
    restoring_ = false;
    pieces_->enumerate(options_.threads, run_, pause);
    list_classes();
    classes_known_ = true;
  }
  const auto timer = run_.phase("idempotents");
  restore_classes();
  if (!regular_known_) find_regular();
  regular_known_ = true;
  count_idempotents();
  return true;
}

/// Components are found by one thread. If this takes long, and there are threads to spare, the others do something else
/// meanwhile; the edges of both orbits are in memory then.
bool GreenStructure::finds_components_aside() const {
  constexpr unsigned kThreadsToSpare = 4;
  constexpr std::size_t kManyKernels = std::size_t{1} << 20;
  const std::uint64_t edges = kernels_.size() * generators_.count() * sizeof(Index);
  return resolve_threads(options_.threads) >= kThreadsToSpare && kernels_.size() >= kManyKernels &&
         run_.memory_left() / 8 >= edges;
}

/// Work on this thread and its team, and, if `aside`, something else on another thread; both have ended when this returns or
/// throws.
void GreenStructure::side_by_side(bool aside, FunctionRef<void()> other, FunctionRef<void()> work) {
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

void GreenStructure::restore_orbits() {
  if (saved_.at_end()) return;
  const auto timer = run_.phase("restore");
  restoring_ = true;
  kernels_.restore(saved_, options_.threads);
  images_.restore(saved_, options_.threads);
  restoring_ = false;
}

/// Once they are listed again; what is saved of them is how far their idempotents are counted.
void GreenStructure::restore_classes() {
  if (saved_.at_end()) return;
  const auto count = saved_.value<std::uint64_t>();
  if (count != classes_.size()) throw InputError("the checkpoint is damaged: its classes do not match its orbits");
  for (std::size_t i = 0; i < count; ++i) {
    const auto saved = saved_.value<SavedClass>();
    sketches_[i].kernels_done = saved.kernels_done;
    classes_[i].idempotents = saved.idempotents;
    classes_[i].regular = saved.regular != 0;
    classes_[i].settled = saved.settled != 0;
  }
  regular_known_ = true;
}

void GreenStructure::write(ByteWriter& bytes) const {
  const std::string_view code = kernels_.code().name();
  bytes.put_all(std::span<const char>(code));
  kernels_.save(bytes);
  images_.save(bytes);
  if (pieces_) pieces_->save(bytes);
  if (!regular_known_) return;
  bytes.put(std::uint64_t{classes_.size()});
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    bytes.put(SavedClass{sketches_[i].kernels_done, classes_[i].idempotents, static_cast<std::uint8_t>(classes_[i].regular),
                         static_cast<std::uint8_t>(classes_[i].settled)});
  }
}

GreenCount GreenStructure::known() const {
  const std::uint64_t outside = has_identity(generators_) ? 0 : 1;
  GreenCount result;
  result.kernels = kernels_.size() - outside;
  result.images = images_.size() - outside;
  result.kernels_known = kernels_known_;
  result.images_known = images_known_;
  result.classes_known = classes_known_;
  if (classes_known_) {
    add_classes(result);
    return result;
  }
  // Every kernel belongs to an R-class of its own, every image to an L-class; so does every piece, and its elements are known.
  result.r_classes = result.kernels;
  result.l_classes = std::max<std::uint64_t>(result.images, pieces_ ? pieces_->l_classes() - outside : 0);
  result.size = std::max(result.r_classes, result.l_classes);
  if (pieces_) result.size = std::max(result.size, pieces_->elements() - outside);
  return result;
}

void GreenStructure::add_classes(GreenCount& result) const {
  result.complete = true;
  for (const DClass& found : classes_) {
    result.size += found.size;
    result.r_classes += found.r_classes;
    result.l_classes += found.l_classes;
    result.h_classes += found.r_classes * found.l_classes;
    result.d_classes += 1;
    result.regular_d_classes += found.regular ? 1 : 0;
    result.idempotents += found.idempotents;
    result.complete = result.complete && found.settled;
  }
  if (options_.want_classes) result.classes = classes_;
}

void GreenStructure::list_classes() {
  StopCheck check(run_);
  std::vector<Index> number(pieces_->pieces());
  for (Index piece = has_identity(generators_) ? 0 : 1; piece < pieces_->pieces(); ++piece) {
    check.spend(16);
    const Index first = pieces_->d_class(piece);
    if (first == piece) {
      number[piece] = static_cast<Index>(sketches_.size());
      sketches_.push_back({.at = pieces_->piece(piece)});
    }
    ++sketches_[number[first]].pieces;
  }
  for (const Sketch& sketch : sketches_) {
    check.spend(1024);
    classes_.push_back(size_up(sketch));
  }
}

DClass GreenStructure::size_up(const Sketch& sketch) {
  const StabilizerChain* left = kernels_.group(sketch.at.kernels);
  const Natural left_order = left == nullptr ? Natural(1) : left->order();
  DClass found;
  found.rank = images_.component_rank(sketch.at.images);
  found.group_order = group_order(sketch.at.images) / sketch.pieces;
  found.l_classes = Natural(images_.components().size(sketch.at.images)) * sketch.pieces;
  found.r_classes = Natural(kernels_.components().size(sketch.at.kernels)) * left_order / found.group_order;
  found.size = found.r_classes * found.l_classes * found.group_order;
  return found;
}

const Natural& GreenStructure::group_order(Index image_component) {
  const auto [at, fresh] = group_orders_.try_emplace(image_component, 1);
  const std::vector<Permutation>& generators = images_.arrows(image_component).group;
  if (fresh && !generators.empty()) {
    at->second = StabilizerChain(images_.component_rank(image_component), generators, StopCheck(run_)).order();
  }
  return at->second;
}

void GreenStructure::find_regular() {
  std::vector<TransversalSearch> searches = this->searches();
  std::atomic<std::size_t> next{0};
  on_threads(options_.threads, [&](unsigned thread, unsigned) {
    for (std::size_t i = next++; i < classes_.size(); i = next++) {
      const Piece& at = sketches_[i].at;
      classes_[i].regular = searches[thread].any(kernels_.components().representative(at.kernels), at.images);
      classes_[i].settled = !classes_[i].regular;
    }
  });
}

void GreenStructure::count_idempotents() {
  std::vector<TransversalSearch> searches = this->searches();
  CountPeers* peers = options_.peers;
  const std::size_t ranks = peers == nullptr ? 1 : peers->ranks();
  const std::size_t at_once = kKernelPiece * std::max<std::size_t>(4, searches.size()) * ranks;
  const auto count_some = [&](std::span<TransversalJob> some, std::size_t first, std::size_t step) {
    count_transversals(some, first, step, kernels_, searches);
  };
  std::vector<TransversalJob> jobs;  // of several classes: most have few kernels
  std::vector<std::size_t> classes;  // theirs
  for (std::size_t i = 0; i < classes_.size();) {
    jobs.clear();
    classes.clear();
    for (std::size_t kernels = 0; i < classes_.size() && kernels < at_once; ++i) {
      if (!classes_[i].regular) continue;
      require_equal_groups(i);
      const std::size_t all = kernels_.components().size(sketches_[i].at.kernels);
      classes_[i].settled = sketches_[i].kernels_done == all;
      std::size_t first = sketches_[i].kernels_done;
      for (; first < all && kernels < at_once; first += jobs.back().count, kernels += jobs.back().count) {
        jobs.push_back({sketches_[i].at.kernels, sketches_[i].at.images, first, std::min(kKernelJob, all - first)});
        classes.push_back(i);
      }
      if (first < all) break;
    }
    if (peers != nullptr && !peers->count(jobs, [&](std::size_t first, std::size_t step) { count_some(jobs, first, step); }))
      peers = nullptr;  // a rank failed: this one does it alone
    if (peers == nullptr) count_some(jobs, 0, 1);
    for (std::size_t j = 0; j < jobs.size(); ++j) {
      Sketch& sketch = sketches_[classes[j]];
      DClass& found = classes_[classes[j]];
      found.idempotents += jobs[j].found;
      sketch.kernels_done += jobs[j].count;
      found.settled = sketch.kernels_done == kernels_.components().size(sketch.at.kernels);
    }
    pause();
  }
}

void GreenStructure::require_equal_groups(std::size_t i) const {
  const StabilizerChain* left = kernels_.group(sketches_[i].at.kernels);
  if (sketches_[i].pieces != 1 || (left == nullptr ? Natural(1) : left->order()) != classes_[i].group_order)
    throw InternalError("a regular D-class has different kernel and image groups");
}

}  // namespace wreath::semigroup
