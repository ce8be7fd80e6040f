// SPDX-License-Identifier: MIT
#include "word/completion/rewriting.hpp"

#include <array>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "word/automata/explore.hpp"
#include "word/automata/operations.hpp"
#include "wreath/run.hpp"

namespace wreath::word {

namespace {
constexpr std::size_t kLongest = std::size_t{1} << 26;
constexpr std::uint64_t kLettersPerLook = 1U << 16;

bool is_reasonable(std::size_t length, const Applied& /*applied*/) {
  return length <= kLongest;
}
[[noreturn]] void throw_too_long() {
  throw ResourceError("a word grew beyond 2^26 letters while it was rewritten; use the shortlex order");
}
}  // namespace

RuleId RewritingSystem::add(Word left, Word right) {
  const auto rule = static_cast<RuleId>(rules_.size());
  index_.add(left, rule);
  rules_.push_back({std::move(left), std::move(right)});
  ++alive_;
  return rule;
}

void RewritingSystem::remove(RuleId rule) {
  index_.remove(rules_[rule].left);
  rules_[rule] = {{}, {}, false};
  --alive_;
}

namespace {

/// Whether a reduction is to continue: it looks at its limits now and then.
class ReductionLimits {
 public:
  ReductionLimits(const std::uint64_t& letters_read, RunControl* run, std::uint64_t most_letters)
      : read_(letters_read), before_(letters_read), most_(most_letters), run_(run) {}

  bool allow(std::size_t length) {
    const std::uint64_t read = read_ - before_;
    if (read < next_look_) return length <= kLongest;
    next_look_ = read + kLettersPerLook;
    return length <= kLongest && read <= most_ && (run_ == nullptr || !run_->should_stop());
  }

 private:
  const std::uint64_t& read_;
  std::uint64_t before_;
  std::uint64_t most_;
  std::uint64_t next_look_ = kLettersPerLook;
  RunControl* run_;
};

}  // namespace

bool RewritingSystem::reduce(Word& word, RunControl& run, std::uint64_t most_letters) const {
  ReductionLimits limits(letters_read_, &run, most_letters);
  return reduce_while(word, [&](std::size_t length, const Applied&) { return limits.allow(length); });
}

bool RewritingSystem::reduce(Word& word, RunControl* run, std::uint64_t most_letters, std::vector<Applied>& applied) const {
  ReductionLimits limits(letters_read_, run, most_letters);
  const bool done = reduce_while(word, [&](std::size_t length, const Applied& rule) {
    applied.push_back(rule);
    return limits.allow(length);
  });
  if (!done && run == nullptr) throw_too_long();
  return done;
}

void RewritingSystem::reduce(Word& word) const {
  if (!reduce_while(word, is_reasonable)) throw_too_long();
}

void RewritingSystem::follow(std::span<const Letter> reduced) const {
  states_.assign(1, RuleIndex::kStart);
  for (const Letter x : reduced) states_.push_back(index_.next(states_.back(), x));
  letters_read_ += reduced.size();
}

void RewritingSystem::append(Word& word, Letter x, std::vector<Applied>* applied) const {
  input_.assign(1, x);
  ++letters_read_;
  const bool done = take_in(word, [&](std::size_t length, const Applied& rule) {
    if (applied != nullptr) applied->push_back(rule);
    return length <= kLongest;
  });
  if (!done) throw_too_long();
}

/// go_on(length, applied) is asked after each rule that was applied.
template <class GoOn>
bool RewritingSystem::reduce_while(Word& word, const GoOn& go_on) const {
  // Nothing to copy while nothing matches.
  states_.resize(word.size() + 1);
  states_[0] = RuleIndex::kStart;
  std::size_t done = 0;
  RuleId rule = kNoRule;
  for (; done < word.size(); ++done) {
    const RuleIndex::State state = index_.next(states_[done], word[done]);
    rule = index_.match(state);
    if (rule != kNoRule) break;
    states_[done + 1] = state;
  }
  letters_read_ += done;
  if (rule == kNoRule) return true;

  input_.assign(word.rbegin(), word.rend() - static_cast<std::ptrdiff_t>(done));
  word.resize(done);
  states_.resize(done + 1);
  return take_in(word, go_on);
}

/// Continues from a reduced word, whose states are known, with the letters of the input.
template <class GoOn>
bool RewritingSystem::take_in(Word& word, const GoOn& go_on) const {
  while (!input_.empty()) {
    const Letter x = input_.back();
    input_.pop_back();
    const RuleIndex::State state = index_.next(states_.back(), x);
    const RuleId rule = index_.match(state);
    if (rule == kNoRule) {
      word.push_back(x);
      states_.push_back(state);
      continue;
    }
    const Rule& match = rules_[rule];
    word.resize(word.size() + 1 - match.left.size());
    states_.resize(word.size() + 1);
    letters_read_ += match.left.size() + match.right.size();
    input_.insert(input_.end(), match.right.rbegin(), match.right.rend());
    if (!go_on(input_.size() + word.size(), Applied{rule, word.size()})) {
      word.insert(word.end(), input_.rbegin(), input_.rend());
      return false;
    }
  }
  return true;
}

bool RewritingSystem::is_reduced(std::span<const Letter> word) const {
  RuleIndex::State state = RuleIndex::kStart;
  for (const Letter x : word) {
    state = index_.next(state, x);
    if (index_.match(state) != kNoRule) return false;
  }
  return true;
}

automata::Dfa normal_form_language(const RewritingSystem& system, const automata::Limits& limits) {
  const RuleIndex& index = system.index();
  const auto letters = static_cast<std::uint32_t>(system.letters());
  const std::array<std::uint32_t, 1> start{RuleIndex::kStart};
  const automata::Dfa raw = automata::explore(
      letters, start,
      [&](automata::Key key, auto emit) {
        for (std::uint32_t x = 0; x < letters; ++x) {
          const std::array<std::uint32_t, 1> next{index.next(key[0], static_cast<Letter>(x))};
          if (index.match(next[0]) == kNoRule) emit(static_cast<automata::Symbol>(x), next);
        }
      },
      [](automata::Key) { return automata::Label{1}; }, limits);
  return automata::minimise(raw, limits);
}

std::vector<std::byte> pack_rules(const std::vector<Equation>& rules) {
  ByteWriter out;
  for (const auto& [u, v] : rules) {
    for (const Word* word : {&u, &v}) {
      out.put(static_cast<std::uint32_t>(word->size()));
      out.put_items(std::span<const Letter>(*word));
    }
  }
  return out.take();
}

std::vector<Equation> unpack_rules(std::span<const std::byte> bytes, std::size_t letters, const std::string& source) {
  ByteReader in(bytes, source);
  const auto require = [&](bool holds) {
    if (!holds) in.fail("the checkpoint is damaged");
  };
  const auto take_word = [&] {
    require(in.left() >= sizeof(std::uint32_t));
    const auto length = in.value<std::uint32_t>();
    require(in.left() >= length);
    Word word;
    for (const std::byte x : in.take(length)) {
      word.push_back(std::to_integer<Letter>(x));
      require(word.back() < letters);
    }
    return word;
  };
  std::vector<Equation> rules;
  while (!in.at_end()) {
    Word u = take_word();
    rules.emplace_back(std::move(u), take_word());
  }
  return rules;
}

}  // namespace wreath::word
