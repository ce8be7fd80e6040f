// SPDX-License-Identifier: MIT
//
// The answer of the search for geodesics, and how wide geodesic bigons are.
//
// Let P be the pairs of a geodesic and its normal form. Two geodesics u, u' of the same element are a pair of P and a pair of P
// turned around, with the normal form between them; all differences u(i)^-1 u'(i) are met when the two automata are read side by
// side. If u and u' end in neighbouring vertices, a pair of the multiplier comes in between: P and the multiplier are composed
// first, the labels kept, so that a state still knows its difference.
#include "word/geometry/geodesic.hpp"

#include <algorithm>

#include "core/run/given_run.hpp"
#include "word/automata/operations.hpp"
#include "word/geometry/difference_table.hpp"
#include "word/geometry/hyperbolic_proof.hpp"
#include "word/geometry/joint_differences.hpp"
#include "word/internals.hpp"
#include "word/known/known_group.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::State;

namespace {

std::size_t longest(const std::vector<std::uint32_t>& differences, const DifferenceTable& table) {
  std::size_t length = 0;
  for (const std::uint32_t d : differences) length = std::max(length, table[d].size());
  return length;
}

void measure_bigons(const StructureView& structure, const Geodesics& geodesics, Hyperbolicity& result,
                    const automata::Limits& limits) {
  DifferenceTable table(structure);
  const Dfa& pairs = geodesics.pairs;
  const Dfa turned = automata::swap_tapes(pairs);
  const auto both_accept = [&](State p, State q) { return pairs.labels[p] != 0 && turned.labels[q] != 0; };
  result.bigon_width = longest(joint_differences(pairs, turned, both_accept, table, limits), table);

  automata::Label stride = 0;
  for (const automata::Label label : structure.multiplier.labels) stride = std::max(stride, label + 1);
  const Dfa near = automata::compose_labelled(pairs, structure.multiplier, stride, limits).dfa;
  const std::size_t width = longest(joint_differences(near, turned, NearEnds(near, turned), table, limits), table);
  result.near_bigon_width = std::max<std::size_t>(width, automata::is_finite(structure.acceptor) ? 0 : 1);  // the ends themselves
}

}  // namespace

std::string_view to_string(Answer answer) noexcept {
  return answer == Answer::yes ? "yes" : answer == Answer::no ? "no" : "unknown";
}

Hyperbolicity find_hyperbolicity(const StructureView& structure, const GeodesicOptions& options, RunControl& run) {
  Hyperbolicity result;
  const auto geodesics = std::make_shared<const Geodesics>(find_geodesics(structure, options, run));
  Internals::geodesics(result) = geodesics;
  const bool complete = geodesics->complete;
  const bool finite = automata::is_finite(structure.acceptor);
  if (complete || finite) {
    result.hyperbolic = Answer::yes;
    result.proof = finite ? "the group is finite" : "all geodesics were found, and bigons are thin (Papasoglu)";
  }
  if (complete) result.geodesic_acceptor_states = geodesics->acceptor.states();
  if (!complete || finite) return result;
  try {
    const auto timer = run.phase("bigons");
    measure_bigons(structure, *geodesics, result, {.run = &run, .states = options.states});
  } catch (const automata::LimitReached&) {  // what is not measured stays empty
  }
  return result;
}

Hyperbolicity find_hyperbolicity(const Presentation& presentation) {
  if (!presentation.is_group()) throw InputError("only groups are hyperbolic or not: this is a presentation of a monoid");
  if (const auto known = recognise(presentation)) {
    if (Hyperbolicity result = known->hyperbolicity(); result.hyperbolic != Answer::unknown) return result;
  }
  const Relators relators(presentation);
  for (const auto theorem : {coxeter_hyperbolicity, von_dyck_hyperbolicity, artin_hyperbolicity, one_relator_hyperbolicity,
                             small_cancellation_hyperbolicity}) {
    if (Hyperbolicity result = theorem(relators); result.hyperbolic != Answer::unknown) return result;
  }
  return {};
}

Hyperbolicity find_hyperbolicity(const Group& group, const GeodesicOptions& options, RunControl* run) {
  const AutomaticStructure& structure = Internals::proven(group);
  const Hyperbolicity by_theorem = find_hyperbolicity(structure.presentation);
  if (by_theorem.hyperbolic == Answer::no) return by_theorem;
  GivenRun control(run);
  Hyperbolicity result = find_hyperbolicity(structure.view(), options, *control);
  if (by_theorem.hyperbolic == Answer::unknown) return result;
  result.hyperbolic = by_theorem.hyperbolic;
  result.proof = by_theorem.proof;
  return result;
}

void require_geodesics(const Hyperbolicity& found) {
  if (found.geodesic_acceptor_states) return;
  if (found.hyperbolic == Answer::no) throw LimitReached("the group is not hyperbolic: " + found.proof);
  throw LimitReached("the search for all geodesics of this group did not end within the limits");
}

const Geodesics& complete_geodesics(const Hyperbolicity& found) {
  const Geodesics* geodesics = Internals::geodesics(found);
  if (geodesics == nullptr || !geodesics->complete)
    throw InputError("not all geodesics of this group were found; find them with higher limits first");
  return *geodesics;
}

std::vector<Natural> ball_sizes(const Dfa& acceptor, std::size_t radius, const automata::Limits& limits) {
  std::vector<Natural> sizes = automata::count_by_length(acceptor, radius, limits);
  for (std::size_t r = 1; r < sizes.size(); ++r) sizes[r] += sizes[r - 1];
  return sizes;
}

Natural small_triangles(const Dfa& acceptor, std::size_t radius, const automata::Limits& limits) {
  const Natural ball = ball_sizes(acceptor, radius, limits).back();
  const auto size = ball.small();
  if (!size) throw InputError("the ball is too large to compute its square: choose a smaller radius");
  Natural square = ball;
  square *= *size;
  return square;
}

}  // namespace wreath::word
