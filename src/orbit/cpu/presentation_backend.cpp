// SPDX-License-Identifier: MIT
//
// Presentations under Andrews-Curtis moves, level by level.
//
// The moves that all presentations have are those of a Space, on any machine. Presentations with short relators have more:
// products with a word between, as long as the most letters allow. There are few such presentations and they may have millions of
// neighbours, so these are made here, on all cores, before the level is made, and put into it.
#include <algorithm>
#include <mutex>

#include "core/parallel/loops.hpp"
#include "orbit/backend.hpp"
#include "orbit/code_levels.hpp"
#include "orbit/spaces/presentations.hpp"
#include "orbit/spaces/relator_space.hpp"

namespace wreath::orbit {

namespace {

constexpr std::uint64_t kReadAtOnce = std::uint64_t{1} << 18;  // states
constexpr std::size_t kMadeAtOnce = std::size_t{1} << 16;      // neighbours of a thread

class PresentationBackend final : public Backend {
 public:
  PresentationBackend(const Generators& generators, const Start& start, const Options& options, RunControl& run)
      : cap_(generators.degree), renamings_(has_renamings(generators)), threads_(resolve_threads(options.machine.threads)) {
    const Code<2> code = code_of(pair_of_state(start.state));
    levels_ = make_levels_of_codes(make_relator_moves(generators), {code.words[0], code.words[1]}, false, options.machine, run);
  }

  std::uint64_t expand(RunControl& run) override {
    const std::uint64_t last = levels_->count() - 1;
    if (added_ != last + 1) {
      visit_pieces([&](const std::vector<Code<2>>& codes) {
        add_others(codes, run);
        return true;
      });
    }
    added_ = last + 1;
    return levels_->expand(run);
  }
  void visit_last_level(FunctionRef<bool(const State&)> visit) const override {
    const std::uint64_t last = levels_->count() - 1;
    CodeList codes(levels_->size(last) * 2);
    levels_->read(last, 0, codes);
    sort_codes(codes, 2);  // machines and threads find them in any order
    for (std::size_t at = 0; at < codes.size(); at += 2) {
      Code<2> code;
      std::copy_n(codes.data() + at, 2, code.words);
      if (!visit(state_of_pair(pair_of(code), cap_))) return;
    }
  }
  void save(ByteWriter& into) const override { levels_->save(into); }
  void restore(ByteReader& from) override { levels_->restore(from); }
  std::uint64_t memory() const override { return levels_->memory(); }

 private:
  template <class Visit>
  void visit_pieces(const Visit& visit) const {
    const std::uint64_t last = levels_->count() - 1;
    const std::uint64_t size = levels_->size(last);
    std::vector<Code<2>> codes;
    for (std::uint64_t begin = 0; begin < size; begin += kReadAtOnce) {
      codes.resize(std::min(kReadAtOnce, size - begin));
      levels_->read(last, begin, {codes.front().words, 2 * codes.size()});
      if (!visit(codes)) return;
    }
  }

  /// The neighbours of these states by products with a word between, which may be known.
  void add_others(const std::vector<Code<2>>& codes, RunControl& run) {
    std::vector<RelatorPair> short_ones;
    for (const Code<2>& code : codes) {
      const RelatorPair pair = pair_of(code);
      if (pair.length() + pair.first.length + 2 <= cap_) short_ones.push_back(pair);  // the first one is the shorter
    }
    std::mutex mutex;
    parallel_tasks(short_ones.size(), short_ones.size() < 16 ? 1 : threads_, [&](std::size_t task) {
      const RelatorPair& pair = short_ones[task];
      const RelatorMoves moves(pair, cap_);
      StopCheck check(run);
      std::vector<Code<2>> made;
      RelatorPair found;
      for (std::uint32_t number = moves.plain(); number < moves.count(); ++number) {
        check.spend(64);
        if (moved(pair, moves(pair, number), cap_, renamings_, found)) made.push_back(code_of(found));
        if (made.size() < kMadeAtOnce && number + 1 < moves.count()) continue;
        std::ranges::sort(made, [](const Code<2>& one, const Code<2>& other) { return one < other; });
        made.erase(std::unique(made.begin(), made.end()), made.end());
        CodeList list;
        for (const Code<2>& code : made) list.insert(list.end(), {code.words[0], code.words[1]});
        made.clear();
        const std::scoped_lock lock(mutex);
        levels_->add(list, run);
      }
    });
  }

  std::uint32_t cap_;
  bool renamings_;
  unsigned threads_;
  std::unique_ptr<CodeLevels> levels_;
  std::uint64_t added_ = 0;  // the level whose other neighbours are in the next one, plus 1
};

}  // namespace

std::unique_ptr<Backend> make_presentation_backend(const Generators& generators, const Start& start, const Options& options,
                                                   RunControl& run) {
  return std::make_unique<PresentationBackend>(generators, start, options, run);
}

}  // namespace wreath::orbit
