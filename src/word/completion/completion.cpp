// SPDX-License-Identifier: MIT
#include "word/completion/completion.hpp"

#include <algorithm>

#include "core/words/words.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

namespace {
constexpr std::size_t kNoLimit = ~std::size_t{0};
constexpr std::uint64_t kPairsPerLook = 256;  // between two looks at the clock
constexpr std::size_t kEquationsPerLook = 64;
}  // namespace

Completion::Completion(const Presentation& presentation, const CompletionLimits& limits, RunControl* run,
                       const std::vector<Equation>& known, Journal* journal)
    : alphabet_(presentation.alphabet),
      order_(presentation),
      limits_(limits),
      balanced_(presentation.is_group() && order_.is_shortlex()),
      system_(presentation.alphabet.size()),
      overlaps_(tuning::kFirstHorizon + 1),
      horizon_(tuning::kFirstHorizon),
      known_(known.size()),
      run_(run),
      journal_(journal) {
  for (const auto& [left, right] : known) {
    system_.add(left, right);
    longest_left_ = std::max(longest_left_, left.size());
  }
  swept_ = known_;
  add_presentation(presentation);
  run_ = nullptr;
}

void Completion::add_presentation(const Presentation& presentation) {
  for (std::size_t x = 0; x < alphabet_.size(); ++x) {
    const Letter inverse = alphabet_.inverses[x];
    if (inverse == kNoLetter) continue;
    const LemmaId lemma = journal_ == nullptr ? 0 : journal_->inverse(static_cast<Letter>(x));
    pending_.push({{static_cast<Letter>(x), inverse}, {}, 0, lemma});
  }
  if (order_.is_shortlex()) settle();
  const auto& equations = presentation.equations;
  for (std::size_t k = 0; k < equations.size(); ++k)
    pending_.push({equations[k].first, equations[k].second, 0, journal_ == nullptr ? 0 : journal_->equation(k)});
  if (balanced_) {
    // Every rotation of a relator, so that both halves of it are known at every place; not where they would be set aside.
    for (std::size_t k = 0; k < equations.size(); ++k) {
      Word relator = quotient(equations[k].first, equations[k].second, alphabet_);
      left_chain_.clear();
      reduce(relator, left_chain_);
      if (relator.empty() || relator.size() / 2 > limits_.length) continue;
      const std::size_t rotations = relator.size() - 1;
      const LemmaId lemma = journal_ == nullptr ? 0 : note_rotation(relator, note_relator(equations[k], k, relator));
      std::rotate(relator.begin(), relator.begin() + 1, relator.end());
      pending_.push({std::move(relator), {}, rotations, lemma});
    }
  }
  if (order_.is_shortlex()) settle();  // in another order that may take long: it is for `advance`
}

void Completion::add_equation(Word u, Word v, LemmaId lemma) {
  pending_.push({std::move(u), std::move(v), 0, lemma});
  confluent_ = false;
  settle();
}

/// False where the run stopped first, or where rewriting takes too long. With a journal, the chain gets how.
bool Completion::rewrite(Word& word, Chain& chain) const {
  const std::uint64_t left = limits_.work - std::min(limits_.work, work());
  const std::uint64_t most = std::min(left, order_.is_shortlex() ? kNoLimit : tuning::kMostLettersRead);
  if (journal_ != nullptr) {
    const bool done = system_.reduce(word, run_, run_ == nullptr ? kNoLimit : most, applied_);
    append_uses(chain);
    return done;
  }
  if (run_ != nullptr) return system_.reduce(word, *run_, most);
  system_.reduce(word);
  return true;
}

void Completion::settle() {
  for (std::size_t done = 1; !pending_.empty(); ++done) {
    if (run_ != nullptr && (at_limit() || (done % kEquationsPerLook == 0 && run_->should_stop()))) return;
    auto [u, v, rotations, lemma] = take_pending();
    left_chain_.clear();
    right_chain_.clear();
    if (!rewrite(u, left_chain_) || !rewrite(v, right_chain_)) {
      if (run_->should_stop()) {
        lemma = note(u, left_chain_, lemma, right_chain_);
        pending_.push({std::move(u), std::move(v), 0, lemma});
        return;
      }
      ++set_aside_;
      continue;
    }
    Chain chain;
    if (journal_ != nullptr && u != v) {
      chain = reversed(left_chain_);
      chain.push_back({lemma, 0, 0});
      append(chain, right_chain_);
    }
    balance(u, v, chain);
    if (u == v) continue;
    if (order_.compare(u, v) < 0) {
      std::swap(u, v);
      chain = reversed(std::move(chain));
    }
    if (std::max(u.size(), v.size()) > limits_.length) {
      ++set_aside_;
      continue;
    }
    if (journal_ != nullptr) lemma = journal_->add(u, chain);
    add_rule(std::move(u), std::move(v), lemma);
  }
}

Completion::Pending Completion::take_pending() {
  Pending next = std::move(const_cast<Pending&>(pending_.top()));
  pending_.pop();
  if (next.rotations > 0)
    pending_.push({rotated(next.u, 1), {}, next.rotations - 1, journal_ == nullptr ? 0 : note_rotation(next.u, next.lemma)});
  return next;
}

/// Both sides are reduced, and stay so. The chain leads from u to v.
void Completion::balance(Word& u, Word& v, Chain& chain) const {
  if (!balanced_) return;
  if (u.size() < v.size()) {
    std::swap(u, v);
    chain = reversed(std::move(chain));
  }
  if (u.size() < v.size() + 2) return;
  system_.follow(v);
  Word before;
  Chain chain_before;
  while (u.size() >= v.size() + 2) {
    const Letter x = u.back();
    const bool last = u.size() == v.size() + 2;
    if (last) {
      before = v;
      chain_before = chain;
    }
    system_.append(v, alphabet_.inverses[x], journal_ == nullptr ? nullptr : &applied_);
    u.pop_back();
    if (journal_ != nullptr) {
      chain.insert(chain.begin(), journal_->insert(x, u.size()));
      append_uses(chain);
    }
    if (last && u == v) {  // known in that form, but not in this one
      u.push_back(x);
      v = std::move(before);
      chain = std::move(chain_before);
      return;
    }
  }
}

void Completion::add_rule(Word u, Word v, LemmaId lemma) {
  found_.clear();
  const RuleId rule = system_.add(std::move(u), std::move(v));
  if (journal_ != nullptr) lemmas_.push_back(lemma);
  const Word& left = system_[rule].left;
  longest_left_ = std::max(longest_left_, left.size());
  system_.index().rules_containing(system_.index().state_of(left), found_);
  for (const RuleId old : found_) {
    if (old == rule || !system_[old].alive) continue;
    pending_.push({system_[old].left, system_[old].right, 0, journal_ == nullptr ? 0 : lemmas_[old]});
    system_.remove(old);
  }
  list_overlaps_from(rule, 0, Seconds::all);
}

void Completion::push_overlap(RuleId first, RuleId second, std::size_t letters, std::size_t above) {
  const std::size_t length = system_[first].left.size() + system_[second].left.size() - letters;
  if (length <= above || length > horizon_) return;
  overlaps_[length].push_back({first, second, static_cast<std::uint32_t>(letters)});
  length_ = std::min(length_, length - 1);
}

/// Of lengths above..horizon.
void Completion::list_overlaps_from(RuleId rule, std::size_t above, Seconds seconds) {
  const RuleIndex& index = system_.index();
  const Word& left = system_[rule].left;
  const auto longest = [&](std::size_t shared) { return horizon_ + shared < left.size() ? 0 : horizon_ + shared - left.size(); };
  for (auto state = index.fallback(index.state_of(left)); state != RuleIndex::kStart; state = index.fallback(state)) {
    const std::size_t shared = index.depth(state);
    found_.clear();
    index.rules_beginning(state, longest(shared), found_);
    work_ += tuning::kWorkToList * (found_.size() + 1);
    for (const RuleId other : found_)
      if (system_[other].left.size() > shared) push_overlap(rule, other, shared, above);
  }
  if (seconds == Seconds::after_known && known_ == 0) return;
  auto state = RuleIndex::kStart;
  for (std::size_t shared = 1; shared < left.size(); ++shared) {
    state = index.next(state, left[shared - 1]);
    found_.clear();
    index.rules_ending(state, longest(shared), found_);
    work_ += tuning::kWorkToList * (found_.size() + 1);
    for (const RuleId other : found_)
      if (other != rule && system_[other].left.size() > shared && (seconds == Seconds::all || is_known(other)))
        push_overlap(other, rule, shared, above);
  }
}

/// Lists longer overlaps; false where there are none at all.
bool Completion::extend_horizon() {
  while (horizon_ < 2 * longest_left_) {
    const std::size_t above = horizon_;
    horizon_ += tuning::kHorizonStep;
    overlaps_.resize(horizon_ + 1);
    std::size_t listed = 0;
    for (auto rule = static_cast<RuleId>(known_); rule < system_.rules().size(); ++rule)
      if (system_[rule].alive) list_overlaps_from(rule, above, Seconds::after_known);
    for (std::size_t length = above + 1; length <= horizon_; ++length) listed += overlaps_[length].size();
    if (listed != 0) return true;
  }
  return false;
}

bool Completion::advance(std::uint64_t pairs, RunControl& run) {
  const struct Rein {
    RunControl*& slot;
    ~Rein() { slot = nullptr; }
  } rein{run_};
  run_ = &run;
  return advance_to(pairs_ + pairs, run);
}

bool Completion::advance_to(std::uint64_t last_pair, RunControl& run) {
  while (!confluent_) {
    settle();
    if (at_limit() || run.should_stop()) return false;
    std::size_t length = length_ + 1;
    while (length <= horizon_ && overlaps_[length].empty()) ++length;
    if (length > horizon_) {
      sweep_right_sides();
      if (!extend_horizon()) {
        confluent_ = set_aside_ == 0 && !run.should_stop();
        return false;
      }
      continue;
    }
    if (length > length_ + 1) length_ = length - 1;
    auto& waiting = overlaps_[length];
    const std::uint64_t until = std::min(last_pair, pairs_ + kPairsPerLook);
    while (pairs_ < until && !waiting.empty() && length_ + 1 == length) {
      const Overlap overlap = waiting.back();
      waiting.pop_back();
      ++pairs_;
      work_ += length;
      resolve(overlap);
    }
    if (system_.rules().size() > swept_ + swept_ / 2 + 64) sweep_right_sides();
    if (length_ + 1 == length && waiting.empty()) {
      sweep_right_sides();
      ++length_;
      return true;
    }
    if (pairs_ >= last_pair) return true;
  }
  return false;
}

bool Completion::is_redundant(const Overlap& overlap) const {
  const Word& first = system_[overlap.first].left;
  const Word& second = system_[overlap.second].left;
  const RuleIndex& index = system_.index();
  auto state = RuleIndex::kStart;
  for (std::size_t i = 1; i < first.size(); ++i) state = index.next(state, first[i]);
  for (std::size_t i = overlap.letters; i + 1 < second.size(); ++i) {
    state = index.next(state, second[i]);
    if (index.match(state) != kNoRule) return true;
  }
  return false;
}

void Completion::resolve(const Overlap& overlap) {
  const Rule& first = system_[overlap.first];
  const Rule& second = system_[overlap.second];
  if (!first.alive || !second.alive || is_redundant(overlap)) return;
  const auto shared = static_cast<std::ptrdiff_t>(overlap.letters);
  left_way_ = first.right;
  left_way_.insert(left_way_.end(), second.left.begin() + shared, second.left.end());
  right_way_.assign(first.left.begin(), first.left.end() - shared);
  right_way_.insert(right_way_.end(), second.right.begin(), second.right.end());
  left_chain_.clear();
  right_chain_.clear();
  if (!rewrite(left_way_, left_chain_) || !rewrite(right_way_, right_chain_)) {
    if (!run_->should_stop()) {
      ++set_aside_;
      return;
    }
  }
  if (left_way_ == right_way_) return;
  pending_.push({left_way_, right_way_, 0, note_overlap(overlap)});
  settle();
}

void Completion::sweep_right_sides() {
  if (swept_ == system_.rules().size()) return;
  swept_ = system_.rules().size();
  for (RuleId rule = 0; rule < system_.rules().size(); ++rule) {
    if (!system_[rule].alive || system_.is_reduced(system_[rule].right)) continue;
    Word right = system_[rule].right;
    right_chain_.clear();
    if (!rewrite(right, right_chain_) && run_->should_stop()) swept_ = 0;  // not to the end
    if (journal_ != nullptr) lemmas_[rule] = note(system_[rule].left, {}, lemmas_[rule], right_chain_);
    system_.set_right(rule, std::move(right));
  }
}

std::vector<Equation> Completion::rules() {
  if (order_.is_shortlex()) sweep_right_sides();
  std::vector<Equation> rules;
  for (const Rule& rule : system_.rules())
    if (rule.alive) rules.emplace_back(rule.left, rule.right);
  std::ranges::sort(rules, [](const Equation& a, const Equation& b) { return compare_shortlex(a.first, b.first) < 0; });
  return rules;
}

}  // namespace wreath::word
