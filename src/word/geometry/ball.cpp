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
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/run/given_run.hpp"
#include "core/text/json.hpp"
#include "core/text/units.hpp"
#include "word/automata/operations.hpp"
#include "word/internals.hpp"
#include "core/words/words.hpp"
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
  for (std::size_t length = 0; element < size(); ++length) {  // a finite group ends before a large radius
    for (const std::size_t end = size(); element < end; ++element) {
      if (element % kElementsPerCheck == 0) stop_if_asked(*control);
      first_child_.push_back(static_cast<Element>(size()));
      if (length == radius) continue;
      const automata::State state = state_[element];
      for (const auto [symbol, target] : acceptor.table.edges(state))
        add(static_cast<Element>(element), target, static_cast<Letter>(symbol));
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

namespace {

constexpr std::uint64_t kMostDrawnElements = 2000;
constexpr std::size_t kNumbersAtOnce = std::size_t{1} << 22;

void check_element(Ball::Element element, RunControl* run) {
  constexpr Ball::Element kPerCheck = 1U << 13;
  if (run != nullptr && element % kPerCheck == 0 && run->should_stop()) throw LimitReached("the graph was not written");
}

/// Calls use(element, letter, element) for each edge inside the ball. Throws LimitReached if the run is to stop.
template <class Use>
void for_each_edge(const Ball& ball, std::span<const Ball::Element> edges, RunControl* run, const Use& use) {
  const std::size_t letters = ball.group().alphabet().size();
  for (Ball::Element e = 0; e < ball.size(); ++e) {
    check_element(e, run);
    for (std::size_t x = 0; x < letters; ++x) {
      const Ball::Element to = edges[e * letters + x];
      if (to != Ball::kOutside) use(e, static_cast<std::uint32_t>(x), to);
    }
  }
}

void write_rows(OutputFile& file, const Ball& ball, std::span<const Ball::Element> edges, std::uint64_t count, RunControl* run) {
  const std::uint64_t shape[] = {count, 3};
  file.write(bytes_of(make_npy_header('u', 4, shape)));
  std::vector<std::uint32_t> rows;
  const auto flush = [&] {
    file.write(std::as_bytes(std::span(rows)));
    rows.clear();
  };
  for_each_edge(ball, edges, run, [&](std::uint32_t from, std::uint32_t letter, std::uint32_t to) {
    rows.insert(rows.end(), {from, letter, to});
    if (rows.size() >= kNumbersAtOnce) flush();
  });
  flush();
}

/// As text that is written piece by piece: the object of a large ball would take many times its memory.
void write_json(OutputFile& file, const Ball& ball, std::span<const Ball::Element> edges, RunControl* run) {
  constexpr std::size_t kTextAtOnce = std::size_t{1} << 20;
  std::string text =
      fmt::format("{{\"letters\":{},\"radius\":{},\"elements\":[", to_text(Json(ball.group().letters())), ball.radius());
  const auto flush_beyond = [&](std::size_t size) {
    if (text.size() <= size) return;
    file.write(bytes_of(text));
    text.clear();
  };
  for (Ball::Element e = 0; e < ball.size(); ++e) {
    check_element(e, run);
    text += fmt::format("{}{}", e == 0 ? "" : ",", to_text(Json(ball.group().print(ball.word(e)))));
    flush_beyond(kTextAtOnce);
  }
  text += "],\"edges\":[";
  const char* comma = "";
  for_each_edge(ball, edges, run, [&](auto from, auto letter, auto to) {
    text += fmt::format("{}[{},{},{}]", std::exchange(comma, ","), from, letter, to);
    flush_beyond(kTextAtOnce);
  });
  text += "]}\n";
  flush_beyond(0);
}

}  // namespace

std::vector<std::uint32_t> edge_rows(const Ball& ball, std::span<const Ball::Element> edges) {
  std::vector<std::uint32_t> rows;
  for_each_edge(ball, edges, nullptr, [&](auto from, auto letter, auto to) { rows.insert(rows.end(), {from, letter, to}); });
  return rows;
}

std::string ball_dot(const Ball& ball, std::span<const Ball::Element> edges) {
  constexpr const char* kColours[] = {"#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b", "#e377c2", "#17becf"};
  const Alphabet& alphabet = ball.group().alphabet();
  std::string text = "digraph ball {\n  node [shape=plaintext];\n";
  for (Ball::Element e = 0; e < ball.size(); ++e)
    text += fmt::format("  {} [label=\"{}\"];\n", e, print_word(ball.word(e), alphabet));
  std::size_t colour = 0;
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    const auto letter = static_cast<Letter>(x);
    if (is_inverse_letter(letter, alphabet)) continue;
    const bool involution = alphabet.inverses[x] == letter;
    text += fmt::format("  edge [color=\"{}\"{}];\n", kColours[colour++ % std::size(kColours)],
                        involution ? ", dir=none" : ", dir=forward");
    for (Ball::Element e = 0; e < ball.size(); ++e) {
      const Ball::Element to = edges[e * alphabet.size() + x];
      if (to == Ball::kOutside || (involution && to < e)) continue;
      text += fmt::format("  {} -> {} [tooltip=\"{}\"];\n", e, to, alphabet.names[x]);
    }
  }
  return text + "}\n";
}

void require_graph_name(const std::filesystem::path& path) {
  const std::string kind = std::filesystem::path(path).extension();
  if (kind != ".dot" && kind != ".json" && kind != ".npy")
    throw InputError(fmt::format("'{}' is not a valid name for a graph: it must end in .dot, .json or .npy", path.string()));
}

std::uint64_t write_ball_graph(const Group& group, std::size_t radius, const std::filesystem::path& path,
                               const ReduceOptions& options, RunControl* run) {
  require_graph_name(path);
  OutputFile file(path);  // a bad name must show at once
  const std::string kind = std::filesystem::path(path).extension();
  const Ball ball(group, radius, run);
  if (kind == ".dot" && ball.size() > kMostDrawnElements) {
    throw InputError(
        fmt::format("{} elements are too many for a picture, the limit is {}: choose a smaller radius, or write "
                    "the edges to a .npy file",
                    format_count(ball.size()), kMostDrawnElements));
  }
  const auto edges = ball.edges(options, run);
  std::uint64_t count = 0;
  for_each_edge(ball, edges, run, [&](auto, auto, auto) { ++count; });
  if (kind == ".npy") write_rows(file, ball, edges, count, run);
  if (kind == ".dot") file.write(bytes_of(ball_dot(ball, edges)));
  if (kind == ".json") write_json(file, ball, edges, run);
  file.commit();
  return count;
}

}  // namespace wreath::word
