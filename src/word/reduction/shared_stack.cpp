// SPDX-License-Identifier: MIT
#include "word/reduction/shared_stack.hpp"

#include <algorithm>

namespace wreath::word {

SharedStack::SharedStack(const MachineRef& machine, StopCheck stop)
    : machine_(machine), stop_(stop), words_(machine.marks), top_(kMost + 2), log_(kMost + 1) {}

/// All of the top but the last few letters is shared.
void SharedStack::freeze() {
  const std::uint32_t count = size_ - kFew;
  word_ = words_.join(word_, words_.word({top_.data() + 1, count}));
  stop_.spend(16 * std::uint64_t{count});
  top_[0] = top_[count];
  std::copy_n(top_.begin() + 1 + count, kFew, top_.begin() + 1);
  size_ = kFew;
}

/// The last few shared letters become the top.
void SharedStack::thaw() {
  const std::uint64_t length = words_.length(word_);
  const std::uint64_t kept = length - std::min<std::uint64_t>(length, kFew);
  words_.for_each(word_, kept, [&](Mark mark) { top_[++size_] = mark; });
  word_ = words_.prefix(word_, kept);
  top_[0] = word_ == SharedWords::kEmpty ? 0 : words_.last(word_);
}

/// All groups but those of the word, and all walks. If a few letters have met them all, as where the same few letters change all
/// of a word again and again, more is remembered from now on.
void SharedStack::forget() {
  if (letters_ < remembered() / tuning::kManyPerLetter && per_group_ < tuning::kMostPerGroup) per_group_ *= 2;
  letters_ = 0;
  word_ = words_.keep(word_);
  back_asked_ = {};
  forward_asked_ = {};
  back_answers_ = {};
  forward_answers_ = {};
  most_remembered_ = std::max(tuning::kMostShared, per_group_ * words_.size());
}

void SharedStack::push(std::uint32_t g) {
  const std::uint32_t action = machine_.action[top_[size_] << machine_.letter_bits | g];
  switch (static_cast<Effect>(action & 3U)) {
    case Effect::append: top_[++size_] = action >> 2; break;
    case Effect::replace: top_[size_] = action >> 2; break;
    case Effect::cancel: --size_; break;
    case Effect::walk: walk(g); break;
  }
  if (size_ == 0 && word_ != SharedWords::kEmpty) thaw();
  if (size_ == kMost) freeze();
  ++letters_;
  if (remembered() > most_remembered_) forget();
}

void SharedStack::walk(std::uint32_t g) {
  Mark* const top = top_.data() + size_;
  const WayBack way = walk_back(machine_, top, size_, g, log_.data());
  Pair pair;
  if (way.found) {
    const Mark mark = top[-static_cast<std::ptrdiff_t>(way.depth)];
    pair = {machine_.mark_state[mark], mark};
  } else {
    const Forward rewritten = rewrite_all(log_[size_]);
    word_ = rewritten.word;
    top_[0] = words_.last(word_);
    pair = {rewritten.state, top_[0]};
  }
  steps_ += way.depth;
  stop_.spend(2 * way.depth);
  size_ += static_cast<std::uint32_t>(walk_forward(machine_, top, way.depth, g, log_.data(), pair));
  if (way.depth > 2 * kFew && size_ > 2 * kFew) freeze();
}

/// What the walk that comes to the end of the shared word with this set makes of it. It does not stop there.
SharedStack::Forward SharedStack::rewrite_all(Set set) {
  const Back answer = back(word_, set);
  if (answer.found) return {answer.word, answer.state};
  if (!machine_.contains(answer.set, machine_.mark_state[0]))
    throw InternalError("a normal form has no product with a letter: the automatic structure is not verified");
  return forward(word_, set, {machine_.mark_state[0], 0});
}

/// The walk back through a short word.
SharedStack::Plain SharedStack::read(Id id, Set set) const {
  Plain plain;
  words_.for_each(id, 0, [&](Mark mark) { plain.marks[plain.size++] = mark; });
  plain.kept = plain.size;
  while (true) {
    plain.sets[plain.kept] = set;
    if (plain.kept == 0) return plain;
    const Mark mark = plain.marks[plain.kept - 1];
    plain.found = machine_.contains(set, machine_.mark_state[mark]);
    if (plain.found) return plain;
    set = machine_.back[set << machine_.letter_bits | machine_.letter(mark)];
    --plain.kept;
  }
}

/// And forward again: v does not end within.
SharedStack::Forward SharedStack::rewrite(Plain& plain, Pair pair) {
  for (std::uint32_t i = plain.kept; i < plain.size; ++i) {
    const NextLetter choice = machine_.choose(plain.sets[i + 1], pair.state, machine_.letter(plain.marks[i]), MachineRef::kEnds);
    pair = {choice.state(), machine_.after(pair.mark, choice.letter())};
    plain.marks[i] = pair.mark;
  }
  steps_ += plain.size;
  stop_.spend(8 * plain.size);
  return {words_.word({plain.marks.data(), plain.size}), pair.state};
}

/// The parts of a long word come last.
void SharedStack::take_apart(Id id) {
  ids_.clear();
  words_.append_parts(id, ids_);
  for (const Id part : ids_) parts_.push_back({part, 0});
  steps_ += ids_.size();
  stop_.spend(16 * ids_.size());
}

SharedStack::Back SharedStack::back(Id id, Set set) {
  Plain plain;
  const bool is_short = words_.length(id) <= kPlain;
  if (is_short) {
    plain = read(id, set);
    if (!plain.found) return {false, plain.sets[0]};
  }
  const std::array<std::uint32_t, 2> question{id, set};
  const std::uint32_t number = back_asked_.intern(question);
  if (number < back_answers_.size()) return back_answers_[number];

  Back answer{is_short, set};
  if (is_short) {
    const Mark mark = plain.marks[plain.kept - 1];
    const Forward rewritten = rewrite(plain, {machine_.mark_state[mark], mark});
    answer.word = rewritten.word;
    answer.state = rewritten.state;
  } else {
    const std::size_t first = parts_.size();
    take_apart(id);
    std::size_t at = parts_.size();
    while (at != first && !answer.found) {
      parts_[--at].set = answer.set;
      answer = back(parts_[at].id, answer.set);
    }
    if (answer.found) {
      std::uint64_t kept = words_.length(id);
      for (std::size_t i = at; i < parts_.size(); ++i) kept -= words_.length(parts_[i].id);
      answer.word = words_.join(words_.prefix(id, kept), answer.word);
      while (++at != parts_.size()) {
        const Forward more = forward(parts_[at].id, parts_[at].set, {answer.state, words_.last(answer.word)});
        answer.word = words_.join(answer.word, more.word);
        answer.state = more.state;
      }
    }
    parts_.resize(first);
  }
  back_answers_.resize(back_asked_.size());
  back_answers_[number] = answer;
  return answer;
}

/// Of a word through which the walk goes.
SharedStack::Forward SharedStack::forward(Id id, Set set, Pair pair) {
  const std::array<std::uint32_t, 4> question{id, set, pair.state, pair.mark};
  const std::uint32_t number = forward_asked_.intern(question);
  if (number < forward_answers_.size()) return forward_answers_[number];

  Forward answer{SharedWords::kEmpty, pair.state};
  if (words_.length(id) <= kPlain) {
    Plain plain = read(id, set);
    answer = rewrite(plain, pair);
  } else {
    const std::size_t first = parts_.size();
    take_apart(id);
    const std::size_t last = parts_.size();
    for (std::size_t at = last; at != first;) {
      parts_[--at].set = set;
      if (at != first) set = back(parts_[at].id, set).set;
    }
    for (std::size_t at = first; at != last; ++at) {
      const Forward more = forward(parts_[at].id, parts_[at].set, pair);
      answer = {words_.join(answer.word, more.word), more.state};
      pair = {more.state, words_.last(more.word)};
    }
    parts_.resize(first);
  }
  forward_answers_.resize(forward_asked_.size());
  forward_answers_[number] = answer;
  return answer;
}

}  // namespace wreath::word
