// SPDX-License-Identifier: MIT
//
// Shortest words, by two searches that meet.
//
// One search goes forward from the start, the other backward from the target. Whichever has the smaller last level makes the
// next one. While the balls of radius a and b have no state in common, the distance is more than a + b; so the first common
// state, found when one of the radii grows, lies on a shortest path. Each state keeps the letter of the step that found it, and
// the word is read off by walking back on both sides.
#include "wreath/orbit/words.hpp"

#include <algorithm>

#include "core/algebra/stabilizer_chain.hpp"
#include "core/run/given_run.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/units.hpp"
#include "orbit/inputs/families.hpp"
#include "orbit/spaces/keys.hpp"
#include "orbit/spaces/actions.hpp"
#include "orbit/tuning.hpp"

namespace wreath::orbit {

namespace {

constexpr std::size_t kLook = 4096;  // states between two looks at the clock

template <unsigned Words>
class Ball {
 public:
  Ball(const KeyCodec& codec, const StateMoves& moves, const State& centre)
      : codec_(codec), moves_(moves), table_(true), state_(codec.parts()), moved_(codec.parts()) {
    centre_ = codec.template pack<Words>(centre.data());
    table_.insert(centre_, hash_of(centre_), 0);
    last_.push_back(centre_);
  }

  /// Makes the next level; true when a state of the other ball is met.
  bool grow(const Ball& other, RunControl& run) {
    std::vector<Key<Words>> next;
    for (std::size_t i = 0; i < last_.size(); ++i) {
      if (i % kLook == 0) look(run);
      codec_.unpack(last_[i], state_.data());
      for (std::size_t g = 0; g < moves_.count(); ++g) {
        moves_.move(g, state_.data(), moved_.data());
        const Key<Words> key = codec_.template pack<Words>(moved_.data());
        const std::uint64_t hash = hash_of(key);
        if (!table_.insert(key, hash, static_cast<std::uint16_t>(g))) continue;
        if (other.table_.find(key, hash) >= 0) {
          met_ = key;
          ++radius_;
          return true;
        }
        next.push_back(key);
      }
    }
    last_ = std::move(next);
    ++radius_;
    return false;
  }

  /// The letters from this state back to the centre, by steps of the generators that undo these.
  Word way_back(Key<Words> key, const StateMoves& undoing) {
    Word letters;
    while (key != centre_) letters.push_back(step_back(key, undoing));
    return letters;
  }
  const Key<Words>& met() const { return met_; }
  std::uint64_t radius() const { return radius_; }
  std::size_t width() const { return last_.size(); }
  std::uint64_t size() const { return table_.size(); }

 private:
  Letter step_back(Key<Words>& key, const StateMoves& undoing) {
    const auto letter = static_cast<Letter>(table_.find(key, hash_of(key)));
    codec_.unpack(key, state_.data());
    undoing.move(letter, state_.data(), moved_.data());
    key = codec_.template pack<Words>(moved_.data());
    return letter;
  }
  void look(RunControl& run) {
    if (run.should_stop()) throw Stopped{};
    const std::uint64_t needed = table_.growth_for(kLook * moves_.count());
    if (needed > (std::uint64_t{1} << 24) && needed > run.memory_left()) {
      run.note_choice("stop", "memory", "the tables of states would need " + format_bytes(needed) + " more");
      run.request_stop(StopReason::memory);
      throw Stopped{};
    }
    run.report({"search", table_.size(), 0, "states"});
  }

  const KeyCodec& codec_;
  const StateMoves& moves_;
  StateTable<Words> table_;
  std::vector<Key<Words>> last_;
  Key<Words> centre_{};
  Key<Words> met_{};
  std::uint64_t radius_ = 0;
  std::vector<std::uint32_t> state_;
  std::vector<std::uint32_t> moved_;
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

template <unsigned Words>
void meet(const KeyCodec& codec, const Generators& generators, const Start& start, const State& target, RunControl& run,
          WordSearch& found) {
  const Generators back = undoing(generators);
  const StateMoves there_moves(generators, start.kind, codec.parts());
  const StateMoves back_moves(back, start.kind, codec.parts());
  Ball<Words> forward(codec, there_moves, start.state);
  Ball<Words> backward(codec, back_moves, target);
  bool met = false;
  Key<Words> middle{};
  while (!met && forward.width() != 0 && backward.width() != 0) {
    found.at_least = forward.radius() + backward.radius() + 1;
    found.states = forward.size() + backward.size();
    Ball<Words>& smaller = forward.width() <= backward.width() ? forward : backward;
    met = smaller.grow(&smaller == &forward ? backward : forward, run);
    middle = smaller.met();
  }
  found.complete = true;
  found.states = forward.size() + backward.size();
  if (!met) return;
  Word word = forward.way_back(middle, back_moves);
  std::ranges::reverse(word);
  const Word rest = backward.way_back(middle, there_moves);
  word.insert(word.end(), rest.begin(), rest.end());
  found.word = std::move(word);
}

}  // namespace

WordSearch shortest_word(const Generators& generators, const Start& start, const State& target, RunControl* given) {
  GivenRun given_run(given);
  RunControl& run = given_run;
  require_valid(generators);
  WordSearch found;
  if (start.state == target) return {.word = Word{}, .complete = true, .states = 1};
  found.at_least = 1;
  try {
    const auto timer = run.phase("search");
    if (!may_reach(generators, start, target, run)) {
      found.complete = true;
      return found;
    }
    const KeyCodec codec = codec_of(generators, start);
    with_key_words(codec.words(), [&](auto words) { meet<words.value>(codec, generators, start, target, run, found); });
  } catch (const Stopped&) {
    return found;
  }
  if (!found.word) return found;
  State state = start.state;
  for (const Letter letter : *found.word) state = apply(state, letter, generators, start);
  if (state != target) throw InternalError("a word was found that does not lead to its target");
  return found;
}

}  // namespace wreath::orbit
