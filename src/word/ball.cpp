// SPDX-License-Identifier: MIT
//
// Balls.
//
// Normal forms are closed under prefixes, so the elements are a tree: each is its parent times a letter. They are numbered in
// ShortLex order, and then the children of an element follow one another: one number finds them all. An edge from x by g is a
// branch of the tree, or one backwards, or the product is reduced and its normal form is followed down the tree; each edge found
// gives its inverse as well.
//
// Memory: 13 bytes an element, and 4 a directed edge of the graph.
#include "wreath/word/ball.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/run/given_run.hpp"
#include "core/text/units.hpp"
#include "word/automata/language.hpp"
#include "word/internals.hpp"
#include "word/reduction/reducer.hpp"

namespace wreath::word {

namespace {

constexpr std::size_t kElementsPerCheck = 1U << 13;
constexpr std::size_t kStatesPerLook = 1U << 20;
constexpr std::size_t kAskedLetters = 1U << 22;  // at once

void stop_if_asked(RunControl& run) {
  if (run.should_stop()) throw LimitReached("the ball is not complete");
}

/// How many elements there are, if they fit in memory together with `bytes_each` bytes for each.
std::size_t require_fit(const automata::Dfa& acceptor, std::size_t radius, std::uint64_t bytes_each, RunControl& run) {
  Natural size;
  automata::CountsByLength spheres(acceptor);
  const std::size_t lengths_per_check = kStatesPerLook / acceptor.states() + 1;  // each costs a pass over the acceptor
  for (std::size_t length = 0; length <= radius && !spheres.exhausted(); ++length) {
    if (length % lengths_per_check == lengths_per_check - 1) stop_if_asked(run);
    size += spheres.next();
    const auto so_far = size.small();
    if (!so_far || *so_far >= Ball::kOutside) {
      throw ResourceError(
          fmt::format("the ball of radius {} has more than 2^32 elements, which is the limit: choose a "
                      "smaller radius, or list the elements without a graph",
                      radius));
    }
  }
  const auto count = size.small();
  if (*count > run.memory_left() / bytes_each) {
    throw ResourceError(fmt::format(
        "the ball of radius {} has {} elements, which need {} of memory, but only {} is available: choose a smaller radius",
        radius, format_count(*count), format_bytes(*count * bytes_each), format_bytes(run.memory_left())));
  }
  return *count;
}

}  // namespace

Ball::Ball(Group group, std::size_t radius, RunControl* run) : group_(std::move(group)), radius_(radius) {
  GivenRun control(run);
  const automata::Dfa& acceptor = Internals::proven(group_).acceptor;
  const std::size_t count = require_fit(acceptor, radius, 13, *control);
  for (auto* numbers : {&parent_, &first_child_, &state_}) numbers->reserve(count);
  last_.reserve(count);
  const auto add = [&](Element parent, automata::State state, Letter letter) {
    parent_.push_back(parent);
    state_.push_back(state);
    last_.push_back(letter);
  };
  add(0, 0, 0);
  std::size_t element = 0;
  for (std::size_t length = 0; length <= radius; ++length) {
    for (const std::size_t end = size(); element < end; ++element) {
      if (element % kElementsPerCheck == 0) stop_if_asked(*control);
      first_child_.push_back(static_cast<Element>(size()));
      if (length == radius) continue;
      const automata::State state = state_[element];
      const auto symbols = acceptor.table.symbols(state);
      const auto targets = acceptor.table.targets(state);
      for (std::size_t i = 0; i < symbols.size(); ++i)
        add(static_cast<Element>(element), targets[i], static_cast<Letter>(symbols[i]));
    }
  }
}

Word Ball::word(Element element) const {
  Word word;
  for (; element != 0; element = parent_[element]) word.push_back(last_[element]);
  std::ranges::reverse(word);
  return word;
}

Ball::Element Ball::child(Element element, Letter letter) const {
  const auto symbols = Internals::structure(group_).acceptor.table.symbols(state_[element]);
  const auto found = std::ranges::lower_bound(symbols, letter);
  if (found == symbols.end() || *found != letter) return kOutside;
  const std::size_t child = first_child_[element] + static_cast<std::size_t>(found - symbols.begin());
  return child < size() && parent_[child] == element ? static_cast<Element>(child) : kOutside;
}

Ball::Element Ball::find(std::span<const Letter> normal_form) const {
  if (normal_form.size() > radius_) return kOutside;
  Element element = 0;
  for (const Letter letter : normal_form) {
    element = child(element, letter);
    if (element == kOutside) return kOutside;
  }
  return element;
}

std::vector<Ball::Element> Ball::edges(const ReduceOptions& options, RunControl* its_run) const {
  GivenRun run(its_run);
  const Reducer& reducer = Internals::reducer(group_, its_run);
  const Alphabet& alphabet = group_.alphabet();
  const automata::Dfa& acceptor = Internals::structure(group_).acceptor;
  const std::size_t letters = alphabet.size();
  require_fit(acceptor, radius_, 4 * letters, *run);
  std::vector<Element> edges(size() * letters, kOutside);
  const auto join = [&](Element from, Letter x, Element to) {
    edges[from * letters + x] = to;
    edges[to * letters + alphabet.inverses[x]] = from;
  };
  for (std::size_t element = 1; element < size(); ++element) {
    if (element % kElementsPerCheck == 0) stop_if_asked(*run);
    join(parent_[element], last_[element], static_cast<Element>(element));
  }

  std::vector<std::pair<Element, Letter>> asked;
  Words words;
  const auto answer = [&] {
    std::vector<Letter> forms(words.letters.size());
    std::vector<std::uint64_t> lengths(asked.size());
    if (reducer.reduce(words.ref(), forms, lengths, options, its_run) != asked.size())
      throw LimitReached("the graph is not complete");
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Element to = find({forms.data() + words.offsets[i], lengths[i]});
      if (to != kOutside) join(asked[i].first, asked[i].second, to);
    }
    asked.clear();
    words.clear();
  };
  for (Element element = 0; element < size(); ++element) {
    if (element % kElementsPerCheck == 0) stop_if_asked(*run);
    const Word form = word(element);
    for (std::size_t x = 0; x < letters; ++x) {
      if (edges[element * letters + x] != kOutside) continue;
      if (acceptor.step(state_[element], static_cast<automata::Symbol>(x)) != automata::kNoState) continue;  // longer
      asked.emplace_back(element, static_cast<Letter>(x));
      words.letters.insert(words.letters.end(), form.begin(), form.end());
      words.letters.push_back(static_cast<Letter>(x));
      words.end_word();
    }
    if (words.letters.size() >= kAskedLetters) answer();
  }
  answer();
  return edges;
}

}  // namespace wreath::word
