// SPDX-License-Identifier: MIT
//
// The phases of a count by orbits, and its checkpoint.
#pragma once

#include <exception>
#include <map>
#include <new>
#include <optional>

#include "core/parallel/loops.hpp"
#include "semigroup/green/d_classes.hpp"
#include "semigroup/green/idempotents.hpp"
#include "semigroup/green_count.hpp"
#include "core/run/drive.hpp"

namespace wreath::semigroup {

/// One D-class while it is put together.
struct Sketch {
  Piece at;
  std::uint64_t pieces = 0;
  std::uint64_t kernels_done = 0;  // those whose idempotents are counted
};

/// The phases one after the other. Whatever ends them early, what they found so far is in the members, and known() puts it
/// together.
class GreenStructure {
 public:
  /// `saved`: what follows the name of the code in a checkpoint, or nothing. `untimed` ends when there is more than it has.
  GreenStructure(const Generators& generators, const KernelCode& code, const GreenOptions& options, Keeper& keeper,
                 ByteReader saved, RunControl& run, std::optional<RunControl::Untimed>& untimed)
      : untimed_(untimed),
        generators_(generators),
        options_(options),
        keeper_(keeper),
        saved_(std::move(saved)),
        run_(run),
        kernels_(generators, code),
        images_(generators) {
    if (keeper.keeps()) {
      kernels_.keep_edges();
      images_.keep_edges();
    }
  }

  /// Nothing if the code of kernels cannot show the groups that there are. Out of memory is one of the ways to stop early.
  std::optional<GreenCount> count() {
    bool stopped = true;
    try {
      if (!count_all()) return std::nullopt;
      stopped = false;
    } catch (const Stopped&) {
    } catch (const ResourceError&) {
      run_.request_stop(StopReason::memory);
    } catch (const std::bad_alloc&) {
      run_.request_stop(StopReason::memory);
    }
    if (failed_save_) std::rethrow_exception(failed_save_);
    if (stopped && can_save()) {
      try {
        keeper_.save([&](ByteWriter& bytes) { write(bytes); });
      } catch (const std::bad_alloc&) {  // the checkpoint stays as it was
        run_.request_stop(StopReason::memory);
      }
    }
    return known();
  }

 private:
  bool count_all();
  bool finds_components_aside() const;
  static void side_by_side(bool aside, FunctionRef<void()> other, FunctionRef<void()> work);
  void restore_orbits();
  void restore_classes();
  void write(ByteWriter& bytes) const;
  /// Otherwise the checkpoint has more, or memory ended amid a step.
  bool can_save() const { return saved_.at_end() && !restoring_ && (!pieces_ || pieces_->is_whole()); }
  /// A checkpoint that cannot be written is an error of its own, whatever the work in which it is noticed makes of errors.
  void pause() {
    untimed_.reset();
    try {
      if (saved_.at_end()) keeper_.save_if_due([&](ByteWriter& bytes) { write(bytes); });
    } catch (const Error&) {
      failed_save_ = std::current_exception();
      throw Stopped{};
    }
  }
  GreenCount known() const;
  void add_classes(GreenCount& result) const;
  void list_classes();
  void find_regular();
  void count_idempotents();
  void require_equal_groups(std::size_t i) const;
  DClass size_up(const Sketch& sketch);
  const Natural& group_order(Index image_component);
  std::vector<TransversalSearch> searches() {
    return std::vector(resolve_threads(options_.threads), TransversalSearch(kernels_, images_, StopCheck(run_)));
  }

  std::optional<RunControl::Untimed>& untimed_;
  const Generators& generators_;
  const GreenOptions& options_;
  Keeper& keeper_;
  ByteReader saved_;
  bool restoring_ = false;
  std::exception_ptr failed_save_;
  RunControl& run_;
  KernelOrbit kernels_;
  ImageOrbit images_;
  bool kernels_known_ = false;
  bool images_known_ = false;
  std::optional<DClasses> pieces_;
  std::map<Index, Natural> group_orders_;
  bool classes_known_ = false;  // all but their idempotents
  bool regular_known_ = false;
  std::vector<Sketch> sketches_;
  std::vector<DClass> classes_;
};

}  // namespace wreath::semigroup
