// SPDX-License-Identifier: MIT
//
// The idempotents of an enumeration: counted and marked, by the cheapest test that its elements allow.
#include <algorithm>
#include <bit>
#include <numeric>

#include "core/parallel/loops.hpp"
#include "core/run/given_run.hpp"
#include "core/run/stop_check.hpp"
#include "semigroup/enumerate/state.hpp"

namespace wreath::semigroup {

namespace {
constexpr std::uint64_t kRowsAtOnce = std::uint64_t{1} << 22;  // whose idempotents are counted between two looks at the clock
}

/// Whether x sends each image of a tracked point to itself, which is whether it is idempotent.
class Enumeration::State::IdempotentTest {
 public:
  explicit IdempotentTest(const State& state) : state_(state) {
    const Generators& generators = state.generators;
    if (state.other_kind()) {
      way_ = Way::square;
    } else if (state.whole_rows()) {
      way_ = Way::row;
    } else if (state.known_base() && state.plan.tracked.size() == state.action->base().size()) {
      way_ = Way::action;
    } else if (are_permutations(generators)) {
      way_ = Way::identity;
    } else if (state.plan.acyclic && generators.count() <= 64) {
      way_ = Way::letters;
      content_.resize(state.tree.size());
      for (std::size_t x = 1; x < content_.size(); ++x) {
        const auto e = static_cast<Index>(x);
        content_[x] = content_[state.tree.prefix(e)] | std::uint64_t{1} << state.tree.last(e);
      }
    }
  }

  /// How long the test may take.
  std::uint64_t steps(Index x) const { return state_.plan.tracked.size() * (way_ == Way::word ? state_.tree.length(x) + 1 : 1); }
  bool operator()(Index x, std::span<const Point> row) const {
    switch (way_) {
      case Way::row: return std::ranges::all_of(row, [&](Point image) { return row[image] == image; });
      case Way::square: return std::ranges::equal(semigroup::multiply(state_.generators.kind, row, row), row);
      case Way::action: return state_.action->is_idempotent(row);
      case Way::identity: return std::ranges::equal(row, state_.plan.tracked);
      case Way::letters: return letters_fix(content_[x], row);
      default: return word_fixes(x, row);
    }
  }

 private:
  /// By the row, which has the images of all points; by the square of an element of another kind; by how it acts; a permutation
  /// is idempotent if it is the identity; where a moved point never comes back, x fixes a point exactly if every letter of its
  /// word does; and by x's word.
  enum class Way { row, square, action, identity, letters, word };

  bool letters_fix(std::uint64_t letters, std::span<const Point> row) const {
    for (; letters != 0; letters &= letters - 1) {
      const Point* images = state_.generators.row(static_cast<std::size_t>(std::countr_zero(letters))).data();
      if (!std::ranges::all_of(row, [&](Point image) { return images[image] == image; })) return false;
    }
    return true;
  }
  bool word_fixes(Index x, std::span<const Point> row) const {
    const Word word = state_.tree.word(x);
    return std::ranges::all_of(row, [&](Point image) {
      Point at = image;
      for (const Letter letter : word) at = state_.generators.row(letter)[at];
      return at == image;
    });
  }
  static bool are_permutations(const Generators& generators) {
    for (std::size_t g = 0; g < generators.count(); ++g) {
      std::vector<bool> hit(generators.degree);
      for (const Point image : generators.row(g)) hit[image] = true;
      if (std::ranges::find(hit, false) != hit.end()) return false;
    }
    return true;
  }

  const State& state_;
  Way way_ = Way::word;
  std::vector<std::uint64_t> content_;  // the letters of each element's word
};

void Enumeration::State::visit_idempotents(RunControl& run, FunctionRef<void(Index, unsigned)> visit) const {
  const IdempotentTest is_idempotent(*this);
  const auto size = static_cast<Index>(tree.size());
  const std::size_t columns = plan.tracked.size();
  // Rows read at once: many, because a GPU has each read wait for it, and no more than 16 MiB of them.
  const auto at_once = static_cast<Index>(std::clamp<std::size_t>((std::size_t{1} << 22) / columns, 1, 1 << 18));
  std::vector<Point> rows;
  StopCheck look(run);
  for (Index begin = offset(); begin < size;) {
    if (begin != offset()) look.look();
    const Index end = begin + std::min(at_once, size - begin);
    rows.resize((end - begin) * columns);
    read_rows(begin, end, rows);
    parallel_ranges(end - begin, options.machine.threads, 1024, [&](Range range, unsigned thread) {
      StopCheck check(run);
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const auto x = static_cast<Index>(begin + i);
        check.spend(8 + is_idempotent.steps(x));
        if (is_idempotent(x, std::span(rows).subspan(i * columns, columns))) visit(x, thread);
      }
    });
    begin = end;
  }
}

std::uint64_t Enumeration::count_idempotents(RunControl* given) const {
  GivenRun run(given);
  const auto timer = run->phase("count idempotents");
  const State& state = *state_;
  std::vector<std::uint64_t> counts(resolve_threads(state.options.machine.threads), 0);
  or_limit_reached([&] {
    if (state.backend && state.whole_rows()) {
      StopCheck check(run);
      for (std::uint64_t begin = state.offset(); begin < state.tree.size(); begin += kRowsAtOnce) {
        if (begin != state.offset()) check.look();
        counts[0] += state.backend->count_idempotents(
            static_cast<Index>(begin), static_cast<Index>(std::min<std::uint64_t>(state.tree.size(), begin + kRowsAtOnce)));
      }
    } else {
      state.visit_idempotents(run, [&](Index, unsigned thread) { ++counts[thread]; });
    }
  });
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::vector<bool> Enumeration::idempotents(RunControl* given) const {
  GivenRun run(given);
  const State& state = *state_;
  std::vector<char> marks(size());  // bytes, since threads write side by side
  or_limit_reached([&] { state.visit_idempotents(run, [&](Index x, unsigned) { marks[x - state.offset()] = 1; }); });
  return {marks.begin(), marks.end()};
}

}  // namespace wreath::semigroup
