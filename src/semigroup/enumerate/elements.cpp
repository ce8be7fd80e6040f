// SPDX-License-Identifier: MIT
//
// The elements of an enumeration: words, images, look-up, graphs, rules, checkpoints.
#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/given_run.hpp"
#include "core/run/memory.hpp"
#include "core/text/names.hpp"
#include "core/text/units.hpp"
#include "semigroup/enumerate/state.hpp"
#include "semigroup/enumerate/word_lines.hpp"
#include "semigroup/generators.hpp"
#include "semigroup/room.hpp"

namespace wreath::semigroup {

namespace {

constexpr Named<Method> kMethodNames[] = {{Method::automatic, "auto"},         {Method::rows, "rows"},   {Method::base, "base"},
                                          {Method::compressed, "compressed"},  {Method::words, "words"}, {Method::disk, "disk"},
                                          {Method::fingerprint, "fingerprint"}};

}  // namespace

std::string_view to_string(Method method) noexcept {
  return name_of<Method>(method, kMethodNames);
}

Method parse_method(std::string_view name) {
  return value_of<Method>(name, kMethodNames, "method");
}

Enumeration::Enumeration(Generators generators, const Options& options) {
  require_valid(generators);
  if (generators.images.empty()) throw InputError("an enumeration needs at least one generator");
  normalise(generators);
  state_ = std::make_unique<State>(std::move(generators), options);
}
Enumeration::~Enumeration() = default;
Enumeration::Enumeration(Enumeration&& other) noexcept = default;
Enumeration& Enumeration::operator=(Enumeration&& other) noexcept = default;

const Generators& Enumeration::generators() const noexcept {
  return state_->given;
}
Method Enumeration::method() const noexcept {
  return state_->plan.method;
}
Exactness Enumeration::exactness() const noexcept {
  return state_->exactness;
}
std::string Enumeration::describe_exactness() const {
  const std::string_view how = to_string(state_->exactness);
  if (how.empty() || state_->whole_rows() || state_->known_base()) return std::string(how);
  return fmt::format("certified base of {}; {}", counted(state_->plan.tracked.size(), "point"), how);
}
double Enumeration::collision_bound() const {
  if (method() != Method::fingerprint) return 0;
  const auto elements = static_cast<double>(size());
  return std::ldexp(elements * elements, -(static_cast<int>(kFingerprintBits) + 1));  // n^2 / 2^(bits+1)
}
std::uint64_t Enumeration::memory() const {
  const State& state = *state_;
  const std::uint64_t before = state.before && state.before->backend ? state.before->backend->memory() : 0;
  return state.tree.memory() + state.cayley.memory() + state.factors.memory() + (state.backend ? state.backend->memory() : 0) +
         before;
}

void Enumeration::require_element(std::uint64_t element) const {
  if (element >= size())
    throw InputError(fmt::format("element {} is out of range: {} known", element, counted(size(), "element is", "elements are")));
}

Word Enumeration::word(std::uint64_t element) const {
  require_element(element);
  return state_->tree.word(state_->inside(element));
}
std::size_t Enumeration::length(std::uint64_t element) const {
  require_element(element);
  return state_->tree.length(state_->inside(element));
}
std::optional<std::uint64_t> Enumeration::prefix(std::uint64_t element) const {
  require_element(element);
  const Index inside = state_->inside(element);
  if (inside == 0 || state_->tree.prefix(inside) < state_->offset()) return std::nullopt;
  return state_->tree.prefix(inside) - state_->offset();
}

std::vector<Point> Enumeration::images(std::uint64_t element) const {
  std::vector<Point> row(state_->given.degree);
  read_images(element, element + 1, row);
  return row;
}

/// A row is its prefix's, moved by a letter. Prefixes come in the order of their elements, so that a stretch of elements whose
/// prefixes all lie before it can be done at once; words are followed where the prefix's row is not at hand.
void Enumeration::read_images(std::uint64_t first, std::uint64_t last, std::span<Point> rows,
                              std::span<const Point> before) const {
  const State& state = *state_;
  if (last > size() || first > last) {
    throw InputError(
        fmt::format("elements {}..{} are out of range: {} known", first, last, counted(size(), "element is", "elements are")));
  }
  if (state.known_base()) return state.read_by_action(state.inside(first), state.inside(last), rows);
  if (state.other_kind()) return state.read_rows(state.inside(first), state.inside(last), rows);
  const std::uint64_t degree = state.generators.degree;
  if (state.backend && state.whole_rows()) return state.backend->read_rows(state.inside(first), state.inside(last), rows);
  const Index begin = state.inside(first);
  const Index end = state.inside(last);
  const auto at_hand = static_cast<Index>(begin - std::min<std::uint64_t>(begin, before.size() / degree));
  const auto row_of = [&](Index e) { return rows.subspan(std::size_t{e - begin} * degree, degree); };
  const auto make = [&](Index e) {
    const std::span<Point> row = row_of(e);
    const Index prefix = e == 0 ? 0 : state.tree.prefix(e);
    if (e == 0 || prefix < at_hand) {
      std::iota(row.begin(), row.end(), Point{0});
      return state.tree.trace(e, state.generators, row);
    }
    const std::span<const Point> from =
        prefix >= begin ? row_of(prefix) : before.last(std::size_t{begin - prefix} * degree).first(degree);
    const std::span<const Point> letter = state.generators.row(state.tree.last(e));
    std::ranges::transform(from, row.begin(), [&](Point point) { return letter[point]; });
  };
  for (Index done = begin; done < end;) {
    Index stretch = done + 1;
    while (stretch < end && state.tree.prefix(stretch) < done) ++stretch;
    parallel_ranges(stretch - done, state.options.machine.threads, 16, [&](Range range, unsigned) {
      for (std::size_t i = range.begin; i < range.end; ++i) make(static_cast<Index>(done + i));
    });
    done = stretch;
  }
}

std::optional<std::uint64_t> Enumeration::find(std::span<const Point> row) const {
  const State& state = *state_;
  const auto inside = state.find(state.tracked_images(row));
  if (!inside || *inside < state.offset()) return std::nullopt;
  const std::uint64_t element = *inside - state.offset();
  // A base tells elements apart; whether the row is one needs all points.
  if (!state.whole_rows() && !state.known_base() && !std::ranges::equal(images(element), row)) return std::nullopt;
  return element;
}

/// What the backend's rows have of an element, from the row that it is outside.
std::vector<Point> Enumeration::State::tracked_images(std::span<const Point> row) const {
  require_row(given, row);
  std::vector<Point> images(row.begin(), row.end());
  if (action) {
    images.resize(action->points());
    action->write_images(row, images);
  } else {
    normalise(given.kind, images);
  }
  if (other_kind()) return images;
  std::vector<Point> tracked;
  for (const Point p : plan.tracked) tracked.push_back(images[p]);
  return tracked;
}

/// Elements first..last-1 of a kind that acts, from their images of the base.
void Enumeration::State::read_by_action(Index first, Index last, std::span<Point> rows) const {
  const std::size_t columns = plan.tracked.size();
  const std::vector<Point>& base = action->base();
  std::vector<Point> images((last - first) * columns);
  read_rows(first, last, images);
  parallel_ranges(last - first, options.machine.threads, 256, [&](Range range, unsigned) {
    std::vector<Point> of_base(base.size());
    for (std::size_t i = range.begin; i < range.end; ++i) {
      // All points are tracked, or the base alone.
      for (std::size_t b = 0; b < base.size(); ++b) of_base[b] = images[i * columns + (whole_rows() ? base[b] : b)];
      action->read_base_images(of_base, rows.subspan(i * given.degree, given.degree));
    }
  });
}

// --- graphs

bool Enumeration::has_graphs() const noexcept {
  return state_->options.graphs;
}

namespace {
void require_graphs(const Enumeration& enumeration, bool graphs) {
  if (!graphs) throw InputError("Cayley graphs, rules and products need an enumeration that records them: set Options::graphs");
  if (!enumeration.complete()) throw InputError("the enumeration is not complete; run it to the end first");
}

std::vector<std::uint32_t> outside_numbers(std::span<const Index> graph, std::size_t letters, Index offset) {
  std::vector<std::uint32_t> result(graph.begin() + static_cast<std::ptrdiff_t>(offset * letters), graph.end());
  for (std::uint32_t& node : result) node -= offset;
  return result;
}
}  // namespace

std::span<const std::uint32_t> Enumeration::right_graph(RunControl* given) const {
  GivenRun run(given);
  State& state = *state_;
  require_graphs(*this, state.options.graphs);
  if (state.offset() == 0) return state.cayley.right();
  if (state.right_outside.empty()) or_limit_reached([&] { require_room(*run, state.cayley.right().size_bytes()); });
  if (state.right_outside.empty()) state.right_outside = outside_numbers(state.cayley.right(), state.generators.count(), 1);
  return state.right_outside;
}

std::span<const std::uint32_t> Enumeration::left_graph(RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  require_graphs(*this, state.options.graphs);
  const std::uint64_t whole = state.tree.size() * state.generators.count() * sizeof(Index);
  or_limit_reached([&] {
    if (state.cayley.left().size_bytes() < whole) require_room(*run, whole - state.cayley.left().size_bytes());
    state.cayley.extend_left(static_cast<Index>(state.tree.size()), StopCheck(run));
    if (state.offset() != 0 && state.left_outside.empty()) require_room(*run, whole);
  });
  if (state.offset() == 0) return state.cayley.left();
  if (state.left_outside.empty()) state.left_outside = outside_numbers(state.cayley.left(), state.generators.count(), 1);
  return state.left_outside;
}

std::uint64_t Enumeration::multiply(std::uint64_t x, std::uint64_t y) const {
  require_graphs(*this, state_->options.graphs);
  require_element(x);
  Index product = state_->inside(x);
  for (const Letter letter : word(y)) product = state_->cayley.right(product, letter);
  return product - state_->offset();
}

std::vector<Rule> Enumeration::rules(RunControl* given) const {
  GivenRun run(given);
  State& state = *state_;
  require_graphs(*this, state.options.graphs);
  std::vector<Rule> rules;
  or_limit_reached([&] {
    StopCheck check(run);
    state.for_each_rule(check, [&](Index x, Letter g, Index y) {
      Word left = state.tree.word(x);
      left.push_back(g);
      check.spend(256 + 16 * left.size());
      rules.emplace_back(std::move(left), state.tree.word(y));
    });
  });
  return rules;
}

void Enumeration::print_words(const std::function<void(std::string_view)>& take, RunControl* given) const {
  GivenRun run(given);
  const State& state = *state_;
  or_limit_reached([&] {
    StopCheck check(run);
    WordLines lines(state.tree, take);
    for (Index e = state.offset(); e < state.tree.size(); ++e) {
      lines.add_word(e);
      check.spend(64);
    }
    lines.flush();
  });
}

void Enumeration::print_rules(const std::function<void(std::string_view)>& take, RunControl* given) const {
  GivenRun run(given);
  State& state = *state_;
  require_graphs(*this, state.options.graphs);
  or_limit_reached([&] {
    StopCheck check(run);
    WordLines lines(state.tree, take);
    state.for_each_rule(check, [&](Index x, Letter g, Index y) {
      lines.add_rule(x, g, y);
      check.spend(64);
    });
    lines.flush();
  });
}

// --- checkpoints

void Enumeration::State::save(ByteWriter& into) const {
  into.put(static_cast<std::uint64_t>(tree.size()));
  into.put(next);
  if (into.is_counting()) return into.skip((tree.size() - 1) * (sizeof(Index) + sizeof(Letter)));
  for (Index e = 1; e < tree.size(); ++e) {
    into.put(tree.prefix(e));
    into.put(tree.last(e));
  }
}

std::vector<std::byte> Enumeration::save() const {
  ByteWriter bytes;
  state_->save(bytes);
  return bytes.take();
}

void Enumeration::restore(std::span<const std::byte> bytes, RunControl* given) {
  GivenRun run(given);
  constexpr std::uint64_t kWordsBetweenLooks = std::uint64_t{1} << 16;
  ByteReader saved(bytes);
  State fresh(state_->given, state_->options);
  const auto size = saved.value<std::uint64_t>();
  const auto next = saved.value<Index>();
  if (size == 0 || size >= kNoIndex || next > size || saved.left() != (size - 1) * (sizeof(Index) + sizeof(Letter))) {
    throw InputError("the checkpoint is damaged: its sizes do not match");
  }
  Index before = 0;
  for (std::uint64_t e = 1; e < size; ++e) {
    if (e % kWordsBetweenLooks == 0 && run->stop_reason() == StopReason::interrupted)  // no limit ends this
      throw LimitReached("the run was stopped while it read its checkpoint; the checkpoint is unchanged");
    const auto prefix = saved.value<Index>();
    const auto letter = saved.value<Letter>();
    if (prefix < before || prefix >= e || prefix >= next + std::uint64_t{1} || letter >= fresh.generators.count())
      throw InputError("the checkpoint is damaged: its words are not valid");
    fresh.tree.append({&prefix, 1}, {&letter, 1}, 1);
    before = prefix;
  }
  *this = Enumeration(std::move(fresh.given), state_->options);
  State& state = *state_;
  state.tree = std::move(fresh.tree);
  state.next = next;
  try {
    const auto untimed = run->untimed();
    const OwnMemory own_memory(run);
    state.prepare(run);
  } catch (const Stopped&) {  // the next run begins with it
  }
}

}  // namespace wreath::semigroup
