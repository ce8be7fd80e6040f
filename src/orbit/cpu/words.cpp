// SPDX-License-Identifier: MIT
//
// Shortest words, by two searches that meet.
//
// One search goes forward from the start, the other backward from the target. Whichever has the smaller last level makes the
// next one. While the balls of radius a and b have no state in common, the distance is more than a + b; so the first common
// state, found when one of the radii grows, lies on a shortest path. Each state keeps the letter of the step that found it, and
// the word is read off by walking back on both sides. Presentations have moves instead of letters (spaces/relators.hpp), and of
// these the distance is kept.
#include "wreath/orbit/words.hpp"

#include <algorithm>

#include "core/algebra/stabilizer_chain.hpp"
#include "core/run/given_run.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/units.hpp"
#include "orbit/inputs/families.hpp"
#include "orbit/spaces/keys.hpp"
#include "orbit/spaces/actions.hpp"
#include "orbit/spaces/presentations.hpp"
#include "orbit/spaces/relator_space.hpp"
#include "orbit/tuning.hpp"

namespace wreath::orbit {

namespace {

constexpr std::size_t kLook = 4096;  // neighbours between two looks at the clock and the memory

// The steps of a search give the neighbours of a state, each with what the table should remember of it, and find the way back:
// the state from which one was found, by what the table remembers.

/// By generators: the table remembers the letter.
template <unsigned Words>
class GeneratorSteps {
 public:
  using Code = Key<Words>;

  GeneratorSteps(const KeyCodec& codec, const Generators& there, const Generators& back, Start::Kind kind)
      : codec_(codec),
        there_(there, kind, codec.parts()),
        back_(back, kind, codec.parts()),
        state_(codec.parts()),
        moved_(codec.parts()) {}
  Code pack(const State& state) const { return codec_.template pack<Words>(state.data()); }
  State unpack(const Code& key) const {
    State state(codec_.parts());
    codec_.unpack(key, state.data());
    return state;
  }

  /// visit(neighbour, value) until it returns true; whether one did.
  template <class Visit>
  bool visit(const Code& key, std::uint64_t, const Visit& visit) {
    codec_.unpack(key, state_.data());
    for (std::size_t g = 0; g < there_.count(); ++g) {
      there_.move(g, state_.data(), moved_.data());
      if (visit(codec_.template pack<Words>(moved_.data()), static_cast<std::uint16_t>(g))) return true;
    }
    return false;
  }
  Code previous(const Code& key, const StateTable<Words>& table) {
    codec_.unpack(key, state_.data());
    back_.move(static_cast<std::size_t>(table.find(key, hash_of(key))), state_.data(), moved_.data());
    return codec_.template pack<Words>(moved_.data());
  }

 private:
  const KeyCodec& codec_;
  StateMoves there_;
  StateMoves back_;
  State state_;
  State moved_;
};

/// By Andrews-Curtis moves, each of which is undone by one: the table remembers the distance.
class RelatorSteps {
 public:
  using Code = Key<2>;

  RelatorSteps(std::uint32_t cap, bool renamings, RunControl& run) : cap_(cap), renamings_(renamings), check_(run) {}
  Code pack(const State& state) const { return code_of(pair_of_state(state)); }
  State unpack(const Code& key) const { return state_of_pair(pair_of(key), cap_); }

  template <class Visit>
  bool visit(const Code& key, std::uint64_t radius, const Visit& visit) {
    const RelatorPair pair = pair_of(key);
    const RelatorMoves moves(pair, cap_);
    RelatorPair found;
    for (std::uint32_t m = 0; m < moves.count(); ++m) {
      check_.spend(kRelatorMoveSteps);  // short presentations have millions
      if (moved(pair, moves(pair, m), cap_, renamings_, found) && visit(code_of(found), static_cast<std::uint16_t>(radius + 1)))
        return true;
    }
    return false;
  }
  Code previous(const Code& key, const StateTable<2>& table) {
    const std::int64_t distance = table.find(key, hash_of(key));
    Code found{};
    visit(key, 0, [&](const Code& next, std::uint16_t) {
      found = next;
      return table.find(next, hash_of(next)) == distance - 1;
    });
    return found;
  }

 private:
  std::uint32_t cap_;
  bool renamings_;
  StopCheck check_;
};

template <class Steps>
class Ball {
 public:
  using Code = typename Steps::Code;
  static constexpr unsigned kWords = Code::kWords;

  Ball(Steps steps, const State& centre) : steps_(std::move(steps)), table_(true), centre_(steps_.pack(centre)) {
    table_.insert(centre_, hash_of(centre_), 0);
    last_.push_back(centre_);
  }

  /// Makes the next level; true when a state of the other ball is met.
  bool grow(const Ball& other, RunControl& run) {
    std::vector<Code> next;
    for (const Code& from : last_) {
      const bool met = steps_.visit(from, radius_, [&](const Code& key, std::uint16_t value) {
        if (visited_++ % kLook == 0) look(run);
        const std::uint64_t hash = hash_of(key);
        if (!table_.insert(key, hash, value)) return false;
        met_ = key;
        next.push_back(key);
        return other.table_.find(key, hash) >= 0;
      });
      if (!met) continue;
      ++radius_;
      return true;
    }
    last_ = std::move(next);
    ++radius_;
    return false;
  }

  /// From this state back to the centre, both included.
  std::vector<Code> way_back(const Code& from) {
    std::vector<Code> way{from};
    while (!(way.back() == centre_)) way.push_back(steps_.previous(way.back(), table_));
    return way;
  }
  Letter letter(const Code& key) const { return static_cast<Letter>(table_.find(key, hash_of(key))); }
  const Code& met() const { return met_; }
  std::uint64_t radius() const { return radius_; }
  std::size_t width() const { return last_.size(); }
  std::uint64_t size() const { return table_.size(); }

 private:
  void look(RunControl& run) {
    if (run.should_stop()) throw Stopped{};
    const std::uint64_t needed = table_.growth_for(kLook);
    if (needed > (std::uint64_t{1} << 24) && needed > run.memory_left()) {
      run.note_choice("stop", "memory", "the tables of states would need " + format_bytes(needed) + " more");
      run.request_stop(StopReason::memory);
      throw Stopped{};
    }
    run.report({"search", table_.size(), 0, "states"});
  }

  Steps steps_;
  StateTable<kWords> table_;
  std::vector<Code> last_;
  Code centre_{};
  Code met_{};
  std::uint64_t radius_ = 0;
  std::uint64_t visited_ = 0;  // neighbours
};

/// Whether the group has an element that takes one permutation to the other; true also where it is not asked.
bool may_reach(const Generators& generators, const Start& start, const State& target, RunControl& run) {
  if (start.kind == Start::Kind::word && !std::ranges::is_permutation(start.state, target)) return false;  // other letters
  if (!has_elements(start) || generators.degree > tuning::kMostOrderPoints) return true;
  const std::vector<Permutation> images = permutations_of(generators);
  const State element = element_of(target, start);
  if (is_odd_permutation(element) && std::ranges::none_of(images, [](const Permutation& g) { return is_odd_permutation(g); }))
    return false;
  if (recognise_giant(generators.degree, images, StopCheck(run)) != Giant::none) return true;
  return StabilizerChain(generators.degree, images, StopCheck(run)).contains(element);
}

template <class Steps>
void meet(const Steps& there, const Steps& back, const Start& start, const State& target, RunControl& run, WordSearch& found) {
  Ball<Steps> forward(there, start.state);
  Ball<Steps> backward(back, target);
  bool met = false;
  typename Steps::Code middle{};
  while (!met && forward.width() != 0 && backward.width() != 0) {
    found.at_least = forward.radius() + backward.radius() + 1;
    found.states = forward.size() + backward.size();
    Ball<Steps>& smaller = forward.width() <= backward.width() ? forward : backward;
    met = smaller.grow(&smaller == &forward ? backward : forward, run);
    middle = smaller.met();
  }
  found.states = forward.size() + backward.size();
  found.complete = !met;
  if (!met) return;
  const auto from = forward.way_back(middle);
  const auto on = backward.way_back(middle);
  Word word;
  for (std::size_t i = from.size(); i-- > 0;) {
    found.states_along.push_back(there.unpack(from[i]));
    if (i + 1 < from.size()) word.push_back(forward.letter(from[i]));
  }
  for (std::size_t i = 0; i + 1 < on.size(); ++i) {
    word.push_back(backward.letter(on[i]));
    found.states_along.push_back(there.unpack(on[i + 1]));
  }
  if (start.kind == Start::Kind::presentation) std::ranges::fill(word, 0);  // one generator stands for all moves
  found.word = std::move(word);
  found.complete = true;
}

void meet_by_generators(const Generators& generators, const Start& start, const State& target, RunControl& run,
                        WordSearch& found) {
  const KeyCodec codec = codec_of(generators, start);
  const Generators back = undoing(generators);
  with_key_words(codec.words(), [&](auto words) {
    using Steps = GeneratorSteps<words.value>;
    meet(Steps(codec, generators, back, start.kind), Steps(codec, back, generators, start.kind), start, target, run, found);
  });
}

/// Throws InternalError unless each state of the way comes from the one before by the letter of the word between them.
void check_way(const WordSearch& found, const Generators& generators, const Start& start, const State& target, StopCheck check) {
  const std::vector<State>& way = found.states_along;
  bool good = way.size() == found.word->size() + 1 && way.front() == start.state && way.back() == target;
  for (std::size_t i = 0; good && i < found.word->size(); ++i) {
    if (start.kind == Start::Kind::presentation) {
      good = find_relator_step(pair_of_state(way[i]), pair_of_state(way[i + 1]), generators, check).has_value();
    } else {
      good = apply(way[i], (*found.word)[i], generators, start) == way[i + 1];
    }
  }
  if (!good) throw InternalError("a word was found that does not lead to its target");
}

}  // namespace

WordSearch shortest_word(const Generators& generators, const Start& start, const State& target, RunControl* given) {
  GivenRun given_run(given);
  RunControl& run = given_run;
  require_valid(generators);
  WordSearch found;
  if (start.state == target) return {.word = Word{}, .complete = true, .states = 1, .states_along = {target}};
  found.at_least = 1;
  try {
    const auto timer = run.phase("search");
    if (!may_reach(generators, start, target, run)) {
      found.complete = true;
      return found;
    }
    if (start.kind == Start::Kind::presentation) {
      const RelatorSteps steps(generators.degree, has_renamings(generators), run);
      meet(steps, steps, start, target, run, found);
    } else {
      meet_by_generators(generators, start, target, run, found);
    }
    if (found.word) check_way(found, generators, start, target, StopCheck(run));
  } catch (const Stopped&) {
    return {.word = {}, .at_least = found.at_least, .states = found.states};
  }
  return found;
}

}  // namespace wreath::orbit
