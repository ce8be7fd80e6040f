// SPDX-License-Identifier: MIT
//
// By which method states are kept.
//
// The order of the group is computed by Schreier and Sims' algorithm, never assumed. Permutations: if the group is the symmetric
// or the alternating group of its points, cells; otherwise the stabilizer chain that gave the order numbers the elements.
// Words: if the group is symmetric or alternating, all words with the same letters are reached, and ranks number them. Everything
// else, and what would not fit the memory as bits, is kept as keys in hash tables, for as many levels as there is room.
#include "orbit/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/io/scratch_folders.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/memory.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/names.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "orbit/inputs/families.hpp"
#include "orbit/spaces/actions.hpp"
#include "orbit/tuning.hpp"
#include "wreath/gpu.hpp"

namespace wreath::orbit {

namespace {

constexpr std::uint64_t kLeastLeft = std::uint64_t{4} << 20;  // to leave, beside bitmaps

constexpr Named<Method> kMethodNames[] = {{Method::automatic, "auto"},
                                          {Method::cells, "cells"},
                                          {Method::chain, "chain"},
                                          {Method::ranks, "ranks"},
                                          {Method::keys, "keys"}};

Natural factorial_of(std::uint32_t n) {
  Natural product = 1;
  for (std::uint32_t i = 2; i <= n; ++i) product *= i;
  return product;
}

/// 1: the symmetric group of all points, 2: the alternating group, 0: another one.
unsigned index_in_symmetric(const Natural& order, std::uint32_t degree) {
  if (order == factorial_of(degree)) return 1;
  if (degree > 2 && order * Natural(2) == factorial_of(degree)) return 2;
  return 0;
}

/// The number, or how large it is.
std::string about(const Natural& number) {
  constexpr std::size_t kMostDigits = 36;
  const std::string digits = number.text();
  return digits.size() <= kMostDigits ? digits
                                      : fmt::format("about {}.{} * 10^{}", digits[0], digits.substr(1, 3), digits.size() - 1);
}

class Planner {
 public:
  Planner(const Generators& generators, const Start& start, const Options& options, RunControl& run)
      : generators_(generators), start_(start), options_(options), run_(run), room_(run.memory_left()) {}

  Plan make() {
    if (generators_.moves == Moves::permutations && generators_.degree <= tuning::kMostChainPoints && needs_chain()) find_order();
    const bool found = try_method(Method::cells, [&] { return try_cells(); }) ||
                       try_method(Method::chain, [&] { return try_chain(); }) ||
                       try_method(Method::ranks, [&] { return try_ranks(); });
    if (!found) take_keys();
    return std::move(plan_);
  }

 private:
  bool needs_chain() const {
    return options_.method != Method::keys ? start_.kind == Start::Kind::permutation || start_.kind == Start::Kind::word
                                           : start_.kind == Start::Kind::permutation;
  }
  void find_order() {
    const auto timer = run_.phase("order of the group");
    const std::vector<Permutation> images = permutations_of(generators_);
    if (generators_.degree >= tuning::kLeastGiantPoints) {
      const Giant giant = recognise_giant(generators_.degree, images, StopCheck(run_));
      index_ = giant == Giant::symmetric ? 1 : giant == Giant::alternating ? 2 : 0;
    }
    if (index_ == 0) {
      plan_.chain = std::make_shared<StabilizerChain>(generators_.degree, images, StopCheck(run_));
      plan_.order = plan_.chain->order();
      index_ = index_in_symmetric(*plan_.order, generators_.degree);
    } else {
      plan_.order = factorial_of(generators_.degree);
      if (index_ == 2) plan_.order->divide(2);
    }
    if (index_ == 0 && start_.kind == Start::Kind::permutation) fill_cells();
    if (start_.kind == Start::Kind::permutation) plan_.expected = plan_.order->small();
  }

  /// The last groups of the chain are the bits of a cell, at most 64: other base points may fill it better.
  void fill_cells() {
    auto finer = std::make_shared<StabilizerChain>(plan_.chain->with_small_orbits(tuning::kRefinedOrder));
    if (ChainSpace::shape_of(*finer).bits > ChainSpace::shape_of(*plan_.chain).bits) plan_.chain = std::move(finer);
  }

  /// Whether this method may be taken and is possible; if it was asked for and is not, that is an error.
  template <class Try>
  bool try_method(Method method, const Try& attempt) {
    if (options_.method != Method::automatic && options_.method != method) return false;
    why_not_.clear();
    shortage_ = false;
    if (attempt()) {
      plan_.method = method;
      return true;
    }
    if (options_.method == method)
      throw InputError(fmt::format("the method {} is not possible here: {}", to_string(method), why_not_));
    if (shortage_ && remembered_.empty()) {
      remembered_ = why_not_;
      plan_.refused = method;
      plan_.refused_bytes = needed_;
    }
    return false;
  }
  bool no(std::string why) {
    why_not_ = std::move(why);
    return false;
  }
  /// Whether there is memory for the bitmaps, of the host or of a GPU, for which the host has to make the tables.
  bool fits(std::uint64_t bytes, std::uint64_t gpu_bytes, std::uint64_t tables = 0) {
    const unsigned threads = resolve_threads(options_.machine.threads);
    const std::uint64_t room = room_ - beside_bitmaps(room_, threads);
    needed_ = bytes;
    shortage_ = bytes > room && (tables > room || !fits_gpu(gpu_bytes));
    if (shortage_) {
      why_not_ = fmt::format("the bitmaps need {}, but only {} is left", format_bytes(bytes), format_bytes(room));
      if (run_.limits_memory()) {
        const std::uint64_t all = bytes + beside_bitmaps(2 * bytes + kLeastLeft, threads);
        why_not_ += fmt::format(": {} is enough", option("memory", fmt::format("{}M", limit_that_leaves(all))));
      }
    }
    return !shortage_;
  }

  bool fits_gpu(std::uint64_t bytes) const {
    if (options_.machine.backend == BackendChoice::cpu || options_.oracle || options_.machine.cluster) return false;
    if (options_.machine.backend == BackendChoice::cuda) return true;  // it reports what it lacks
    if (room_ < kGpuHostMemory || !has_gpu()) return false;
    const Gpus found = gpus();
    return !found.devices.empty() && bytes <= found.devices[0].free_memory;
  }

  /// Whether the rows can be on disk: in a folder that has room, with memory for some of them. A folder that was named must have
  /// it.
  bool fits_disk(std::uint64_t plane_row_bytes, std::uint64_t rows, std::uint64_t tables) {
    if (options_.keep_last || options_.oracle || options_.machine.backend == BackendChoice::cuda || options_.machine.cluster)
      return false;
    const std::uint64_t row_bytes = plane_row_bytes * (plan_.bitmaps == Bitmaps::both ? 2 : 1);
    const std::uint64_t least = least_disk_memory(row_bytes, generators_.count()) + tables;
    const std::uint64_t room = disk_room(room_, resolve_threads(options_.machine.threads));
    if (least > room) {
      why_not_ += fmt::format("; with rows on disk they need {}", format_bytes(least));
      return false;
    }
    try {
      ScratchFolders(options_.machine.scratch, {}).require_space(disk_bytes(rows, row_bytes));
      return true;
    } catch (const Error& error) {
      if (!options_.machine.scratch.empty()) throw;
      why_not_ +=
          fmt::format("; on disk: {}", std::string_view(error.what()).substr(0, std::string_view(error.what()).find(';')));
      return false;
    }
  }

  /// Sliding tiles: a block of rows for each place of the blank.
  bool try_sliding() {
    const std::uint32_t places = generators_.degree;
    const std::uint32_t columns = generators_.modulus;
    if (places <= kLeastCellDegree || places > kMostCellDegree + 1 || columns < 2 || places / columns < 2)
      return no(fmt::format("a board must have two rows and columns or more, and {} to {} places", kLeastCellDegree + 1,
                            kMostCellDegree + 1));
    if (options_.keep_last || options_.oracle || options_.machine.cluster)
      return no("sliding tiles are only counted in it, by one process");
    const std::uint64_t rows = places * CellSpace::rows_for(no_cell_symmetry(places - 1));
    const std::uint64_t row_bytes = CellSpace::cells_of(places - 1, 1) * sizeof(std::uint64_t);
    plan_.bitmaps = Bitmaps::one;
    plan_.bytes = rows * row_bytes;
    if (!fits(plan_.bytes, plan_.bytes + row_bytes * tuning::kTablesOfSlides)) return false;
    plan_.expected = factorial_of(places).small().value() / 2;
    const auto timer = run_.phase("tables");
    const auto blank = static_cast<std::uint32_t>(std::ranges::find(start_.state, 0U) - start_.state.begin());
    plan_.cells.emplace(places, columns, blank, StopCheck(run_));
    plan_.why = "half of all arrangements of the tiles are reached, one bit for each";
    return true;
  }

  bool try_cells() {
    if (generators_.moves == Moves::sliding && start_.kind == Start::Kind::puzzle) return try_sliding();
    if (start_.kind != Start::Kind::permutation || index_ == 0)
      return no("the states are not all permutations of the points, or all even ones");
    if (generators_.degree < kLeastCellDegree || generators_.degree > kMostCellDegree)
      return no(fmt::format("the degree is {}: it must be from {} to {}", generators_.degree, kLeastCellDegree, kMostCellDegree));
    const bool planes = !options_.keep_last && !options_.oracle;
    plan_.bitmaps = index_ == 2 ? Bitmaps::one_plane : all_odd() && planes ? Bitmaps::in_place : Bitmaps::both;
    // States that are to be listed or looked up are kept one by one.
    CellSymmetry symmetry = options_.symmetry && planes ? find_cell_symmetry(generators_, kInnerLetters, StopCheck(run_))
                                                        : no_cell_symmetry(generators_.degree);
    plan_.symmetry = symmetry.name;
    plan_.symmetry_order = symmetry.order();
    const std::uint64_t plane = CellSpace::cells_of(generators_.degree, CellSpace::rows_for(symmetry)) * sizeof(std::uint64_t);
    const std::uint64_t bitmaps = plan_.bitmaps == Bitmaps::both ? 4 : 2;
    plan_.bytes = plane * (bitmaps + (options_.oracle ? bitmaps : 0));
    const std::uint64_t rows = CellSpace::rows_for(symmetry);
    const auto take_place = [&](std::uint64_t tables) {
      plan_.disk = !fits(plan_.bytes + tables, plan_.bytes + tables, tables) && fits_disk(plane / rows, rows, tables);
      return !shortage_ || plan_.disk;
    };
    if (!take_place(rows * generators_.count() * sizeof(CellStep))) return false;
    const auto timer = run_.phase("tables");
    try {
      plan_.cells.emplace(generators_, std::move(symmetry), StopCheck(run_));
    } catch (const ResourceError& error) {
      return no(error.what());
    }
    if (!take_place(plan_.cells->bytes())) {
      plan_.cells.reset();
      return false;
    }
    shortage_ = false;
    plan_.why = index_ == 2 ? "the generators generate the alternating group"
                : plan_.bitmaps == Bitmaps::in_place
                    ? "the generators generate the symmetric group, and all of them are odd: one "
                      "bit per state"
                    : "the generators generate the symmetric group";
    if (plan_.disk) plan_.why += fmt::format("; rows on disk: {}", why_not_);
    return true;
  }

  bool try_chain() {
    if (start_.kind != Start::Kind::permutation || !plan_.order)
      return no("the states are not permutations of a group of known order");
    const ChainSpace::Shape shape = plan_.chain ? ChainSpace::shape_of(*plan_.chain) : ChainSpace::Shape{.bits = 0};
    if (shape.bits == 0) return no(fmt::format("the group has {} elements", about(*plan_.order)));
    plan_.bitmaps = all_odd() && !options_.keep_last && !options_.oracle ? Bitmaps::in_place : Bitmaps::both;
    plan_.bytes = shape.bitmap_bytes() * (options_.oracle ? 4 : plan_.bitmaps == Bitmaps::in_place ? 1 : 2);
    const std::uint64_t tables = shape.table_bytes(generators_.count()) + shape.rows * 3 * sizeof(std::uint32_t);
    if (!fits(plan_.bytes + tables, plan_.bytes + tables, tables)) return false;
    const auto timer = run_.phase("tables");
    plan_.chain_space.emplace(*plan_.chain, generators_, options_.machine.threads, run_);
    plan_.why = fmt::format("a stabilizer chain numbers the {} elements: {} of {} of {}", group_digits(plan_.order->text()),
                            counted(shape.rows, "row"), counted(shape.cells, "cell"), counted(shape.bits, "bit"));
    if (plan_.bitmaps == Bitmaps::in_place) plan_.why += "; all generators are odd: one bit per state";
    return true;
  }

  bool try_ranks() {
    if (start_.kind != Start::Kind::word)
      return no("only permutations of a known group and words with repeated letters are numbered in bitmaps");
    const std::uint64_t count = WordRanks::count(start_.state);
    if (count == 0) return no("the words are too many to be numbered");
    State letters = start_.state;
    std::ranges::sort(letters);
    const bool repeats = std::ranges::adjacent_find(letters) != letters.end();
    const bool all = index_ == 1 || (index_ == 2 && repeats);
    if (!all) return no("the group need not lead to all words with these letters");
    plan_.bytes = count / 8 * 3;
    if (!fits(plan_.bytes, count / 8 * 2)) return false;  // on a GPU one bitmap, and lists
    plan_.ranks.emplace(start_.state);
    plan_.expected = count;
    plan_.why = fmt::format("the generators generate the {} group: all words with these letters are reached",
                            index_ == 1 ? "symmetric" : "alternating");
    return true;
  }

  void take_keys() {
    plan_.method = Method::keys;
    plan_.why = options_.method == Method::keys ? "asked for"
                : !remembered_.empty()          ? remembered_
                                                : "the number of states is not known";
    if (start_.kind == Start::Kind::permutation && plan_.order && remembered_.empty() && options_.method != Method::keys)
      plan_.why = fmt::format("the group has {} elements, too many for a bitmap", about(*plan_.order));
  }

  bool all_odd() const {
    for (std::size_t g = 0; g < generators_.count(); ++g) {
      if (!is_odd_permutation(generators_.row(g))) return false;
    }
    return true;
  }

  const Generators& generators_;
  const Start& start_;
  const Options& options_;
  RunControl& run_;
  std::uint64_t room_;
  unsigned index_ = 0;
  bool shortage_ = false;
  std::uint64_t needed_ = 0;  // bytes
  std::string why_not_;
  std::string remembered_;  // why the best method is not taken
  Plan plan_;
};

}  // namespace

std::string_view to_string(Method method) noexcept {
  return name_of<Method>(method, kMethodNames);
}
Method parse_method(std::string_view name) {
  return value_of<Method>(name, kMethodNames, "method");
}

void make_tables(Plan& plan, const Options& options, RunControl& run) {
  if (!plan.cells || plan.cells->has_tables()) return;
  const auto timer = run.phase("tables");
  plan.cells->make_tables(options.machine.threads, StopCheck(run));
}

Plan make_plan(const Generators& generators, const Start& start, const Options& options, RunControl& run) {
  return Planner(generators, start, options, run).make();
}

}  // namespace wreath::orbit
