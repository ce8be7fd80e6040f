// SPDX-License-Identifier: MIT
//
// A word w is turned into a cyclically geodesic one by rotating and reducing: half a turn first, which removes a conjugator, and
// then whatever rotation is not a geodesic. Each step makes it shorter.
//
// To look for such a rotation, the acceptor of geodesics reads ww from every letter of the first w at once. Runs that meet in a
// state stay together, and of them only the one that began last matters: it is the first to have read a word of at most |w|
// letters when they fail. So there are never more runs than states, and the time is linear in |w|.
#include "word/conjugacy/cyclic_words.hpp"

#include <algorithm>

namespace wreath::word {

using automata::kNoState;
using automata::State;

CyclicWords::CyclicWords(const Alphabet& alphabet, const automata::Dfa& geodesics, const Reducer& reducer, unsigned threads)
    : alphabet_(alphabet),
      reducer_(reducer),
      threads_(threads),
      letters_(geodesics.symbols),
      next_(std::size_t{geodesics.states()} * letters_) {
  for (State state = 0; state < geodesics.states(); ++state) {
    for (std::uint32_t x = 0; x < letters_; ++x) {
      const State to = geodesics.step(state, static_cast<automata::Symbol>(x));
      next_[state * letters_ + x] = to == kNoState || geodesics.labels[to] == 0 ? kNoState : to;
    }
  }
}

Word CyclicWords::reduce(std::span<const Letter> word, RunControl* run) const {
  return reducer_.reduce(word, {.machine = {.backend = BackendChoice::cpu, .threads = threads_}}, run);
}

std::size_t CyclicWords::find_longer_rotation(const Word& word) const {
  const std::size_t length = word.size();
  struct Run {
    State state;
    std::size_t begin;
  };
  std::vector<Run> runs;  // the later ones first
  std::vector<Run> after;
  std::vector<std::size_t> met(next_.size() / letters_, 0);  // the step in which a run came to the state
  for (std::size_t at = 0; at + 1 < 2 * length; ++at) {
    const Letter x = word[at < length ? at : at - length];
    after.clear();
    const auto advance = [&](State state, std::size_t begin) {
      const State to = next_[state * letters_ + x];
      if (to == kNoState) return false;
      if (met[to] != at + 1) {
        met[to] = at + 1;
        after.push_back({to, begin});
      }
      return true;
    };
    if (at < length && !advance(0, at)) return at;
    for (const Run& each : runs) {
      if (at - each.begin < length && !advance(each.state, each.begin)) return each.begin;
    }
    runs.swap(after);
  }
  return length;
}

CyclicForm CyclicWords::cyclic_form(std::span<const Letter> word, RunControl* run) const {
  CyclicForm form{reduce(word, run), {}};
  const auto turn = [&](std::size_t by) {
    Word turned = reduce(rotated(form.word, by), run);
    if (turned.size() >= form.word.size()) return false;
    form.by.insert(form.by.end(), form.word.begin(), form.word.begin() + static_cast<std::ptrdiff_t>(by));
    form.word = std::move(turned);
    return true;
  };
  while (form.word.size() > 1 && turn(form.word.size() / 2)) continue;
  while (!form.word.empty()) {
    const std::size_t by = find_longer_rotation(form.word);
    if (by == form.word.size()) break;
    if (!turn(by)) throw InternalError("a rotation that is not a geodesic is not longer than its normal form");
  }
  form.by = reduce(form.by, run);
  return form;
}

}  // namespace wreath::word
