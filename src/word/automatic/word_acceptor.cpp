// SPDX-License-Identifier: MIT
//
// The word acceptor of a set of word differences.
//
// It accepts the words u such that no subword of u is the greater side of an equation that the machine can see: u = v with v
// smaller in shortlex and all differences of prefixes in the machine. While it reads, it keeps for every start of a subword and
// every v the difference and how v stands to u: `less` (v is smaller so far, letter by letter), `greater`, or `ended` (v is
// shorter). For one difference only the best of these counts: what is open to `ended` is open to `greater`, and what is open to
// that is open to `less`. A state is such a set; the word is rejected once the difference is the identity and v is smaller.
//
// What is rejected is therefore no shortlex-least word, whatever the differences are. What is accepted may be too much: that is
// what the checks of verify.hpp are for. Two letters' difference in length is enough to look for: in a word whose proper subwords
// are all geodesic no more can be saved.
#include "word/automatic/differences.hpp"

#include <algorithm>
#include <utility>

#include "word/automata/explore.hpp"
#include "word/automata/operations.hpp"
#include "word/automatic/standings.hpp"

namespace wreath::word {

namespace {

constexpr std::uint64_t kEdgesPerEntry = 4;  // that take as long

/// Reads a letter in every entry of a state.
class AcceptorStep {
 public:
  explicit AcceptorStep(const DifferenceMachine& machine)
      : machine_(machine), letters_(machine.pairs().letters), after_(machine.size() * letters_), set_(machine.size()) {
    for (Difference d = 0; d < machine.size(); ++d) {
      for (const auto [symbol, target] : machine.edges(d)) {
        const std::uint32_t x = machine.pairs().first(symbol);
        const std::uint32_t y = machine.pairs().second(symbol);
        if (x != letters_ && y != letters_ && d != 0 && machine.is_marked(d, symbol)) after_[d * letters_ + x].push_back(target);
      }
    }
    for (auto& targets : after_) {
      std::ranges::sort(targets);
      targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    }
  }

  /// The state after x, or nothing where the word is rejected.
  std::optional<automata::Key> operator()(automata::Key state, std::uint32_t x) {
    entries_.clear();
    const bool accepted = start_at(x) && go_on(state, x);
    if (accepted) {
      set_.move_to(entries_);
      return entries_;
    }
    set_.clear();
    return std::nullopt;
  }

  /// How many edges of the machine were followed since the last time.
  std::uint64_t take_followed() { return std::exchange(followed_, 0); }

 private:
  Difference step(Difference d, std::uint32_t x, std::uint32_t y) const {
    const automata::Symbol symbol = machine_.pairs().pair(x, y);
    return machine_.is_marked(d, symbol) ? machine_.step(d, symbol) : kNoDifference;
  }

  /// v ends: true unless u is now seen to be reducible.
  bool end(Difference d, std::uint32_t x) {
    const Difference next = step(d, x, letters_);
    if (next == 0) return false;
    if (next != kNoDifference && machine_[next].size() == 1) set_.add(next, kEnded);
    return true;
  }

  bool start_at(std::uint32_t x) {
    for (std::uint32_t y = 0; y < letters_; ++y) {
      if (y == x) continue;
      const Difference next = step(0, x, y);
      if (next == kNoDifference) continue;
      if (next != 0) {
        set_.add(next, y < x ? kLess : kGreater);
      } else if (y < x) {
        return false;
      }
    }
    return end(0, x);
  }

  bool go_on(automata::Key state, std::uint32_t x) {
    for (const std::uint32_t entry : state) {
      const Difference d = entry >> 2;
      const auto standing = static_cast<Standing>(entry & 3);
      if (standing != kEnded) {
        followed_ += after_[d * letters_ + x].size();
        for (const Difference next : after_[d * letters_ + x]) {
          if (next != 0) {
            set_.add(next, standing);
          } else if (standing == kLess) {
            return false;
          }
        }
      }
      if (!end(d, x)) return false;
    }
    return true;
  }

  const DifferenceMachine& machine_;
  std::uint32_t letters_;
  std::vector<std::vector<Difference>> after_;  // by difference and letter of u, for any letter of v
  StandingSet set_;
  std::vector<std::uint32_t> entries_;  // of the state that was made last
  std::uint64_t followed_ = 0;
};

}  // namespace

automata::Dfa make_word_acceptor(const DifferenceMachine& machine, const automata::Limits& limits, std::uint64_t work) {
  AcceptorStep step(machine);
  const std::uint32_t letters = machine.pairs().letters;
  const auto expand = [&](automata::Key state, auto emit) {
    const std::uint64_t cost = (state.size() + 1) * letters + step.take_followed() / kEdgesPerEntry;
    if (cost > work) throw automata::LimitReached("the word acceptor grows too large");
    work -= cost;
    for (std::uint32_t x = 0; x < letters; ++x)
      if (const auto next = step(state, x)) emit(static_cast<automata::Symbol>(x), *next);
  };
  auto raw = automata::explore(
      letters, {}, expand, [](automata::Key) { return automata::Label{1}; }, limits);
  return automata::minimise(raw, limits);
}

}  // namespace wreath::word
