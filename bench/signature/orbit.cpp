// SPDX-License-Identifier: MIT
//
// The work of the orbit engine: a graph or more in each form, graded and not, directed and not; farthest states and shortest
// words.
#include <algorithm>

#include "bench/signature/signature.hpp"
#include "core/data/rng.hpp"
#include "wreath/orbit.hpp"

namespace wreath::bench {

namespace {

struct SignedGraph {
  const char* family;
  const char* start;
  orbit::Method method;
};

void sign_orbit_search(const orbit::Search& search, Digest& digest) {
  digest.add(search.levels());
  digest.add(search.states());
  const auto order = search.group_order();
  digest.add(order ? order->text() : "unknown");
}

/// Levels, and the states of the last one, which come in no particular order.
void sign_orbit_graph(const SignedGraph& graph, BackendChoice backend, unsigned threads, Digest& digest) {
  const orbit::Generators generators = orbit::make_family(graph.family);
  orbit::Search search(generators, orbit::parse_start(graph.start, generators),
                       {.machine = {.backend = backend, .threads = threads}, .method = graph.method, .keep_last = true});
  search.run();
  sign_orbit_search(search, digest);
  std::vector<orbit::State> last = search.last_level(~std::uint64_t{0});
  std::ranges::sort(last);
  for (const orbit::State& state : last) digest.add(state);
}

/// Levels alone: in one bit per state, where the graph is graded.
void sign_orbit_levels(const char* family, const SignatureOptions& options, Digest& digest) {
  const orbit::Generators generators = orbit::make_family(family);
  orbit::Search search(generators, orbit::parse_start("", generators),
                       {.machine = {.backend = options.backend, .threads = options.threads}, .method = orbit::Method::cells});
  search.run();
  sign_orbit_search(search, digest);
}

/// Stopped halfway, saved, and resumed.
void sign_resumed_orbit(const char* family, unsigned threads, Digest& digest) {
  const orbit::Generators generators = orbit::make_family(family);
  const orbit::Start start = orbit::parse_start("", generators);
  const orbit::Options how{.machine = {.backend = BackendChoice::cpu, .threads = threads}};
  orbit::Search begun(generators, start, how);
  begun.run_to(12);
  orbit::Search search(generators, start, how);
  search.restore(begun.save());
  search.run();
  sign_orbit_search(search, digest);
}

/// The lengths of shortest words to random states: the words themselves may differ.
void sign_orbit_words(const char* family, Digest& digest) {
  const orbit::Generators generators = orbit::make_family(family);
  const orbit::Start start = orbit::parse_start("", generators);
  RandomStream random(5, 0);
  for (int k = 0; k < 8; ++k) {
    orbit::State state(generators.degree);
    for (std::uint32_t i = 0; i < generators.degree; ++i) state[i] = i;
    for (std::uint32_t i = generators.degree; i > 1; --i) std::swap(state[i - 1], state[random.below(i)]);
    const orbit::WordSearch found = orbit::shortest_word(generators, start, state);
    digest.add(found.word ? found.word->size() : ~std::uint64_t{0});
  }
}

}  // namespace

void sign_orbit(const SignatureOptions& options, Digest& digest) {
  for (const char* family : {"lrx:9", "coxeter:9", "lx:8", "k-cycles:8,3"}) {
    sign_orbit_levels(family, options, digest);
    digest.end_part(family);
  }
  constexpr SignedGraph kGraphs[] = {{"pancake:8", "", orbit::Method::cells},
                                     {"mathieu:12", "", orbit::Method::chain},
                                     {"pyraminx", "", orbit::Method::chain},
                                     {"burnt-pancake:6", "", orbit::Method::automatic},
                                     {"lrx:20", "00000000001111111111", orbit::Method::ranks},
                                     {"mathieu:24", "{1,2,3,4,5,8,11,13}", orbit::Method::automatic},
                                     {"star:8", "", orbit::Method::keys},
                                     {"sliding:3x3", "", orbit::Method::automatic},
                                     {"hanoi:4,7", "", orbit::Method::automatic},
                                     {"sl:3,3", "", orbit::Method::automatic},
                                     {"heisenberg:3,31", "", orbit::Method::automatic}};
  for (const SignedGraph& graph : kGraphs) {
    sign_orbit_graph(graph, BackendChoice::cpu, options.threads, digest);
    digest.end_part(graph.family);
  }
  sign_resumed_orbit("topspin:9", options.threads, digest);
  digest.end_part("topspin:9 resumed");
  sign_orbit_words("lrx:9", digest);
  digest.end_part("words of lrx:9");
}

}  // namespace wreath::bench
