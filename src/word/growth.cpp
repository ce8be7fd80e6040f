// SPDX-License-Identifier: MIT
#include "wreath/word/growth.hpp"

#include "core/run/given_run.hpp"
#include "word/automata/operations.hpp"
#include "word/geometry/geodesic.hpp"
#include "word/internals.hpp"

namespace wreath::word {

std::vector<Natural> sphere_sizes(const Group& group, std::size_t radius, RunControl* run) {
  return automata::count_by_length(Internals::proven(group).acceptor, radius, {.run = run});
}

GrowthRate growth_rate(const Group& group, RunControl* run) {
  return automata::growth_rate(Internals::proven(group).acceptor, {.run = run});
}

GrowthSeries growth_series(const Group& group, RunControl* run) {
  return automata::growth_series(Internals::proven(group).acceptor, {.run = run});
}

GrowthSeries geodesic_growth_series(const Hyperbolicity& found, RunControl* run) {
  return automata::growth_series(complete_geodesics(found).acceptor, {.run = run});
}

Natural small_triangles(const Group& group, std::size_t radius, RunControl* run) {
  return small_triangles(Internals::proven(group).acceptor, radius, {.run = run});
}

Growth find_growth(const Group& group, std::size_t terms, RunControl* run) {
  GivenRun control(run);
  Growth growth;
  automata::CountsByLength counts(Internals::proven(group).acceptor);
  Natural ball;
  try {
    for (std::size_t length = 0; length <= terms; ++length) {
      const Natural sphere = counts.next({.run = &*control});
      growth.spheres.push_back(sphere);
      growth.balls.push_back(ball += sphere);
      for (auto* numbers : {&growth.spheres, &growth.balls}) numbers->back().keep_text();  // within the run's time
      control->report({"spheres", length, terms, "terms"});
    }
    growth.rate = growth_rate(group, &*control);
    growth.series = growth_series(group, &*control);
  } catch (const LimitReached&) {  // what is known by then is the answer
  }
  return growth;
}

}  // namespace wreath::word
