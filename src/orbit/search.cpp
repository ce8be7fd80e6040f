// SPDX-License-Identifier: MIT
//
// Breadth-first search of a Cayley graph or an orbit.
//
// Level 0 is the start. Level k+1 is what the generators make of level k, without the states of the levels before. How states are
// kept and a level is made is the backend's; the search counts, and compares the sum of the levels with the number of states
// where that is known before: the order of a group, or the number of words with given letters.
#include "wreath/orbit/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "core/run/given_run.hpp"
#include "core/run/ranks.hpp"
#include "core/run/memory.hpp"
#include "core/text/option.hpp"
#include "orbit/body.hpp"
#include "orbit/families.hpp"
#include "orbit/row_share.hpp"

namespace wreath::orbit {

Search::Search(Generators generators, Start start, const Options& options) : body_(std::make_unique<Body>()) {
  require_valid(generators);
  if (generators.names.empty()) {
    for (std::size_t g = 0; g < generators.count(); ++g) generators.names.push_back(fmt::format("s{}", g + 1));
  }
  body_->generators = std::move(generators);
  body_->start = std::move(start);
  body_->origin = origin_of(body_->start);
  body_->options = options;
}
Search::~Search() = default;
Search::Search(Search&& other) noexcept = default;
Search& Search::operator=(Search&& other) noexcept = default;

void Search::Body::prepare(RunControl& run) {
  if (backend) return;
  if (!mpi::are_several(options.machine.cluster)) {
    choose(run);
    backend = make_backend(plan, generators, origin, options, run);
    return;
  }
  mpi::together(options.machine.cluster, [&] {
    try {
      choose(run);
    } catch (const Stopped&) {
      return;
    }
    if (plan.method != Method::cells || options.keep_last || options.oracle)
      throw InputError(fmt::format(
          "several ranks search together only if the states are all permutations of {} to {} points, or all even ones, and "
          "neither the last level nor an oracle is kept; start one process",
          kLeastCellDegree, kMostCellDegree));
  });
  if (mpi::stop_together(options.machine.cluster.ranks(), run)) throw Stopped{};
  backend = make_backend(plan, generators, origin, options, run);
}

void Search::Body::choose(RunControl& run) {
  if (!planned) plan = make_plan(generators, origin, options, run);
  planned = true;
  run.note_choice("method", std::string(to_string(plan.method)), plan.why);
}

void Search::plan(RunControl* given) {
  GivenRun run(given);
  or_limit_reached([&] { body_->choose(run); });
}

void Search::Body::add_level(std::uint64_t found) {
  if (found != 0) levels.push_back(found);
  states += found;
  complete = found == 0 || states == plan.expected;
  if (plan.expected && (states > *plan.expected || (complete && states != *plan.expected))) {
    throw InternalError(fmt::format("the levels have {} states together, and there are {}", states, *plan.expected));
  }
}

bool Search::complete() const noexcept {
  return body_->complete;
}
const std::vector<std::uint64_t>& Search::levels() const noexcept {
  return body_->levels;
}
std::uint64_t Search::states() const noexcept {
  return body_->states;
}
std::optional<Natural> Search::group_order() const {
  return body_->plan.order;
}
std::optional<std::uint64_t> Search::expected_states() const {
  return body_->plan.expected;
}
const Generators& Search::generators() const noexcept {
  return body_->generators;
}
const Start& Search::start() const noexcept {
  return body_->start;
}
Method Search::method() const noexcept {
  return body_->plan.method;
}
const std::string& Search::why_method() const noexcept {
  return body_->plan.why;
}
bool Search::graded() const noexcept {
  const bool bitmaps = body_->plan.method == Method::cells || body_->plan.method == Method::chain;
  return bitmaps && (body_->plan.bitmaps == Bitmaps::in_place || body_->plan.bitmaps == Bitmaps::one);
}
std::string Search::symmetry() const {
  return body_->plan.method == Method::cells ? body_->plan.symmetry : "none";
}
std::uint64_t Search::memory() const {
  return body_->backend ? body_->backend->memory() : body_->plan.bytes;
}

DiskTraffic Search::traffic() const {
  return body_->backend ? body_->backend->traffic() : DiskTraffic{};
}

std::vector<State> Search::last_level(std::uint64_t most) const {
  const Body& body = *body_;
  std::vector<State> found;
  if (!body.backend || most == 0) return found;
  // Two bitmaps are compared, and one of them is being overwritten.
  if (body.inside_level && (body.plan.method == Method::cells || body.plan.method == Method::chain))
    throw InputError("the search was stopped while a level was made; continue it before its last level is listed");
  const auto visit = [&](const State& state) {
    found.push_back(has_elements(body.start) ? state_of(state, body.start) : state);
    return found.size() < most;
  };
  if (body.levels.size() == 1) {
    visit(body.origin.state);
  } else {
    body.backend->visit_last_level(visit);
  }
  std::ranges::sort(found);
  return found;
}

Statistics statistics(std::span<const std::uint64_t> levels) {
  double states = 0;
  double sum = 0;
  for (std::size_t k = 0; k < levels.size(); ++k) {
    states += static_cast<double>(levels[k]);
    sum += static_cast<double>(k) * static_cast<double>(levels[k]);
  }
  Statistics found;
  if (states == 0) return found;
  found.mean = sum / states;
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const double off = static_cast<double>(k) - found.mean;
    found.variance += off * off * static_cast<double>(levels[k]) / states;
  }
  return found;
}

// Each level that is to come has a state at least, and together they have all that are left.

std::uint64_t diameter_at_least(const Search& search) {
  const auto all = search.expected_states();
  const bool more = !search.complete() && all && *all > search.states();
  return search.levels().size() - 1 + (more ? 1 : 0);
}

std::optional<bool> diameter_is(const Search& search, const std::string& expected) {
  std::uint64_t value = 0;
  const char* end = expected.data() + expected.size();
  const auto read = std::from_chars(expected.data(), end, value);
  if (read.ec != std::errc{} || read.ptr != end) return false;  // negative, or a fraction
  const std::uint64_t least = diameter_at_least(search);
  const auto all = search.expected_states();
  const std::uint64_t reached = search.levels().size() - 1;
  const std::uint64_t most = search.complete() ? reached : all ? reached + (*all - search.states()) : ~std::uint64_t{0};
  if (value < least || value > most) return false;
  return least == most ? std::optional(true) : std::nullopt;
}

}  // namespace wreath::orbit
