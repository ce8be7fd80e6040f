// SPDX-License-Identifier: MIT
//
// The action of generators on an orbit, by the closure that semigroups are enumerated by (core/closure/space.hpp): the codes of
// states are its elements, numbered in ShortLex order, and the results of its products are the permutations.
#include "wreath/orbit/action.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "core/algebra/stabilizer_chain.hpp"
#include "core/closure/cell_store.hpp"
#include "core/closure/hash_numbering.hpp"
#include "core/data/rng.hpp"
#include "core/run/given_run.hpp"
#include "core/run/memory.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/units.hpp"
#include "orbit/inputs/families.hpp"
#include "orbit/spaces/packed_spaces.hpp"
#include "orbit/tuning.hpp"

namespace wreath::orbit {

namespace {

/// Codes as elements of a closure. The space behind it is known by a function, so that one closure does for all spaces.
template <unsigned Words>
class CodeRows {
 public:
  using Cell = std::uint64_t;
  using Act = std::function<Code<Words>(const Code<Words>&, unsigned)>;

  explicit CodeRows(Act act) : act_(std::move(act)) {}

  static constexpr std::size_t cells() { return Words; }
  bool act(const Cell* x, closure::Letter letter, Cell* z) const {
    const Code<Words> product = act_(code_at(x), letter);
    std::copy_n(product.words, Words, z);
    return true;
  }
  std::uint64_t hash(const Cell* x) const { return hash_of(code_at(x)); }
  bool equal(const Cell* x, const Cell* y) const { return code_at(x) == code_at(y); }
  static constexpr std::size_t columns() { return 2 * Words; }
  void code(std::span<const closure::Number> row, Cell* z) const {
    for (unsigned w = 0; w < Words; ++w) z[w] = row[2 * w] | std::uint64_t{row[2 * w + 1]} << 32;
  }
  void read(const Cell* x, std::span<closure::Number> row) const {
    for (unsigned w = 0; w < Words; ++w) {
      row[2 * w] = static_cast<closure::Number>(x[w]);
      row[2 * w + 1] = static_cast<closure::Number>(x[w] >> 32);
    }
  }

 private:
  static Code<Words> code_at(const Cell* x) {
    Code<Words> code;
    std::copy_n(x, Words, code.words);
    return code;
  }
  Act act_;
};

std::uint32_t vectors_of(const Generators& generators) {
  std::uint64_t vectors = 1;
  for (std::uint32_t i = 0; i < generators.degree; ++i) vectors = std::min<std::uint64_t>(vectors * generators.modulus, 1U << 31);
  return static_cast<std::uint32_t>(vectors);
}

/// Rows of generators as permutations of points, or of all vectors, whose entries are the digits of their numbers.
class Permuted {
 public:
  explicit Permuted(const Generators& generators)
      : generators_(generators),
        ring_(ring_of(generators)),
        points_(generators.moves == Moves::permutations ? generators.degree : vectors_of(generators)) {
    if (points_ > tuning::kMostChainPoints) {
      throw InputError(fmt::format("the order of the group is computed from permutations of {} {}, but there are more than {}",
                                   generators.moves == Moves::permutations ? "its" : "all",
                                   generators.moves == Moves::permutations ? "points" : "vectors",
                                   std::uint32_t{tuning::kMostChainPoints}));
    }
  }

  std::uint32_t points() const { return points_; }
  Permutation operator()(std::span<const std::uint32_t> row) const {
    if (generators_.moves == Moves::permutations) return {row.begin(), row.end()};
    const std::uint32_t n = generators_.degree;
    Permutation images(points_);
    std::vector<std::uint32_t> entries(n);
    for (std::uint32_t p = 0; p < points_; ++p) {
      std::uint32_t rest = p;
      for (std::uint32_t& entry : entries) {
        entry = rest % generators_.modulus;
        rest /= generators_.modulus;
      }
      std::uint32_t image = 0;
      for (std::uint32_t j = n; j-- > 0;) {
        std::uint32_t sum = 0;
        for (std::uint32_t i = 0; i < n; ++i) sum = ring_.add(sum, ring_.multiply(entries[i], row[i * n + j]));
        image = image * generators_.modulus + sum;
      }
      images[p] = image;
    }
    return images;
  }
  StabilizerChain chain(RunControl& run) const {
    std::vector<Permutation> images;
    for (std::size_t g = 0; g < generators_.count(); ++g) images.push_back((*this)(generators_.row(g)));
    return StabilizerChain(points_, images, StopCheck(run));
  }

 private:
  const Generators& generators_;
  FiniteRing ring_;
  std::uint32_t points_;
};

}  // namespace

struct Action::Body {
  Generators generators;
  Start start;
  KeyCodec codec;
  std::unique_ptr<closure::Numbering> states;
  std::vector<closure::Index> parents;  // of a state's least word without its last letter
  std::vector<closure::Letter> letters;
  std::vector<std::vector<std::uint32_t>> images;  // by generator

  Body(Generators given, Start from)
      : generators(std::move(given)), start(std::move(from)), codec(codec_of_orbit(generators, start)) {}

  std::vector<closure::Number> row_of(const State& state) const {
    std::vector<closure::Number> row;
    with_key_words(codec.words(), [&](auto width) {
      const auto key = codec.template pack<width.value>(state.data());
      for (const std::uint64_t word : key.words) {
        row.push_back(static_cast<closure::Number>(word));
        row.push_back(static_cast<closure::Number>(word >> 32));
      }
    });
    return row;
  }

  void make_states(unsigned threads) {
    const bool made = with_packed_space(generators, codec, start.kind, [&](const auto& space, std::vector<std::uint64_t> given) {
      constexpr unsigned kWords = std::remove_cvref_t<decltype(space)>::Code::kWords;
      auto tables = std::make_shared<const std::vector<std::uint64_t>>(std::move(given));
      CodeRows<kWords> rows(
          [space, tables](const Code<kWords>& x, unsigned letter) { return space.act(x, letter, tables->data()); });
      using Store = closure::CellStore<CodeRows<kWords>>;
      states = std::make_unique<closure::HashNumbering<Store>>(Store(std::move(rows), row_of(start.state)), generators.count(),
                                                               true, threads);
    });
    if (!made) throw InputError("an action is found for permutations and matrices, on states of at most 255 bits");
  }

  void enumerate(RunControl& run) {
    const std::size_t letters_count = generators.count();
    images.resize(letters_count);
    parents.push_back(0);
    letters.push_back(0);
    for (closure::Index first = 0; first < states->size();) {
      if (run.should_stop()) throw Stopped{};
      const auto last = static_cast<closure::Index>(std::min<std::size_t>(states->size(), first + states->batch()));
      const std::uint64_t products = (last - first) * letters_count;
      require_memory(products * (states->product_bytes() + 8) + states->growth(products), &run, "the states of the orbit");
      const closure::Expansion found = states->expand({first, last, {}}, true);
      parents.insert(parents.end(), found.prefixes.begin(), found.prefixes.end());
      letters.insert(letters.end(), found.letters.begin(), found.letters.end());
      for (std::size_t i = 0; i < found.results.size(); ++i) images[i % letters_count].push_back(found.results[i]);
      first = last;
      run.report({"search", states->size(), 0, "states"});
    }
  }
};

Action::Action(Generators generators, Start start, unsigned threads, RunControl* given) {
  GivenRun run(given);
  require_valid(generators);
  name_generators(generators);
  body_ = std::make_unique<Body>(std::move(generators), std::move(start));
  const auto timer = run->phase("search");
  body_->make_states(threads);
  or_limit_reached([&] { body_->enumerate(run); });
}
Action::~Action() = default;
Action::Action(Action&& other) noexcept = default;
Action& Action::operator=(Action&& other) noexcept = default;

const Generators& Action::generators() const noexcept {
  return body_->generators;
}
const Start& Action::start() const noexcept {
  return body_->start;
}
std::uint64_t Action::size() const noexcept {
  return body_->parents.size();
}
std::span<const std::uint32_t> Action::permutation(std::size_t generator) const {
  return body_->images[generator];
}

State Action::state(std::uint64_t number) const {
  const auto index = static_cast<closure::Index>(number);
  const std::size_t words = body_->codec.words();
  State state = body_->codec.fixed();
  with_key_words(words, [&](auto width) {
    std::vector<closure::Number> row(2 * width.value);
    body_->states->read_rows(index, index + 1, row);
    Key<width.value> key{};
    for (unsigned w = 0; w < width.value; ++w) key.words[w] = row[2 * w] | std::uint64_t{row[2 * w + 1]} << 32;
    body_->codec.unpack(key, state.data());
  });
  return state;
}

std::optional<std::uint64_t> Action::find(const State& state) const {
  if (state.size() != body_->codec.parts()) return std::nullopt;
  const auto found = body_->states->find(body_->row_of(state));
  if (!found || this->state(*found) != state) return std::nullopt;  // parts that no generator changes may differ
  return *found;
}

Word Action::word(std::uint64_t number) const {
  Word letters;
  for (; number != 0; number = body_->parents[number]) letters.push_back(body_->letters[number]);
  std::ranges::reverse(letters);
  return letters;
}

Natural Action::group_order(RunControl* given) const {
  GivenRun run(given);
  Natural order = 1;
  or_limit_reached([&] { order = Permuted(body_->generators).chain(run).order(); });
  return order;
}

Generators Action::stabilizer(std::uint64_t seed, RunControl* given) const {
  GivenRun run(given);
  const Generators& generators = body_->generators;
  const Permuted permuted(generators);
  Natural order = group_order(given);
  if (order.divide(size()) != 0) throw InternalError("the size of an orbit does not divide the order of the group");
  Generators found = generators;
  found.images.clear();
  found.names.clear();
  const Generators back = undoing(generators);
  const auto row = [](const Generators& of, std::size_t g) {
    return std::vector<std::uint32_t>(of.row(g).begin(), of.row(g).end());
  };
  constexpr std::uint32_t kLetters = 50;  // of a random word, at least
  RandomStream random(seed, 0);
  or_limit_reached([&] {
    StabilizerChain chain(permuted.points(), StopCheck(run));
    // An element that takes the start somewhere, and then back along the word of that state.
    while (chain.order() != order) {
      if (run->should_stop()) throw Stopped{};
      std::vector<std::uint32_t> element = row(generators, 0);
      std::uint64_t at = permutation(0)[0];
      for (std::uint32_t left = kLetters + random.below(kLetters); left != 0; --left) {
        const std::size_t g = random.below(static_cast<std::uint32_t>(generators.count()));
        element = times(generators, element, row(generators, g));
        at = permutation(g)[at];
      }
      for (; at != 0; at = body_->parents[at]) element = times(generators, element, row(back, body_->letters[at]));
      const Permutation images = permuted(element);
      if (chain.contains(images)) continue;
      chain.add(images);
      found.images.insert(found.images.end(), element.begin(), element.end());
    }
  });
  name_generators(found);
  return found;
}

}  // namespace wreath::orbit
