// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "core/text/text_reader.hpp"
#include "core/text/units.hpp"
#include "orbit/inputs/families.hpp"
#include "orbit/spaces/keys.hpp"
#include "orbit/spaces/presentations.hpp"

namespace wreath::orbit {

namespace {

using Kind = Start::Kind;
constexpr std::string_view kWhere;  // none: a state is typed

/// What has brackets: (1,2)(3,4), [1,2,3], {1,2,3} or [[1,0],[0,1]], with the numbers as they are written.
class StateReader {
 public:
  StateReader(std::string_view text, const Generators& generators) : in_(text, kWhere), generators_(generators) {}

  Start read() {
    Start start;
    const char first = in_.peek();
    if (first == '(') {
      start = cycles();
    } else if (first == '{') {
      start = set();
    } else if (first == '<') {
      start = subspace();
    } else {
      start = list();
    }
    if (!in_.at_end()) in_.fail(in_.at(), fmt::format("unexpected {} after the state", in_.shown_here()));
    return start;
  }

 private:
  std::uint32_t point() {
    const std::size_t at = in_.skip_space();
    const std::int64_t value = in_.take_integer("a point", std::int64_t{1} << 31);
    if (value < 1 || value > generators_.degree)
      in_.fail(at, fmt::format("{} is not a point: points are 1..{}", value, generators_.degree));
    return static_cast<std::uint32_t>(value - 1);
  }
  Kind all_points() const { return generators_.on_places ? Kind::arrangement : Kind::permutation; }
  void require(Moves moves, std::string_view what) {
    if (generators_.moves != moves) in_.fail(in_.at(), fmt::format("these generators do not act on {}", what));
  }

  Start cycles() {
    require(Moves::permutations, "permutations");
    Start start{.kind = all_points(), .state = identity_of(generators_.degree)};
    std::vector<bool> named(generators_.degree);
    while (in_.peek() == '(') {
      const std::vector<std::uint32_t> cycle = points(')', "the cycle", named);
      for (std::size_t i = 0; i < cycle.size(); ++i) start.state[cycle[i]] = cycle[(i + 1) % cycle.size()];
    }
    return start;
  }

  /// Those in the bracket that is next; none may have been named before. Ranges 1..5 are for lists.
  std::vector<std::uint32_t> points(char close, std::string_view what, std::vector<bool>& named) {
    const std::size_t open = in_.at();
    in_.advance();
    std::vector<std::uint32_t> found;
    const auto add = [&](std::uint32_t p, std::size_t at) {
      if (named[p]) in_.fail(at, fmt::format("the point {} appears twice", p + 1));
      named[p] = true;
      found.push_back(p);
    };
    while (in_.peek() != close) {
      if (!found.empty()) in_.expect(",", what);
      if (in_.at_end()) in_.expect_close(close, open, what);
      const std::size_t at = in_.skip_space();
      add(point(), at);
      if (close == ')' || !in_.take("..")) continue;
      const std::uint32_t last = point();
      if (last < found.back())
        in_.fail(at, fmt::format("the range {}..{} goes down: write its points", found.back() + 1, last + 1));
      while (found.back() < last) add(found.back() + 1, at);
    }
    in_.advance();
    return found;
  }
  std::vector<std::uint32_t> list_of_points(char close) {
    std::vector<bool> named(generators_.degree);
    return points(close, "the list", named);
  }

  Start set() {
    require(Moves::permutations, "sets of points");
    Start start{.kind = Kind::word, .state = State(generators_.degree, 0), .is_set = true};
    for (const std::uint32_t p : list_of_points('}')) start.state[p] = 1;
    return start;
  }

  Start list() {
    if (generators_.moves == Moves::matrices) return matrix();
    require(Moves::permutations, "tuples of points");
    Start start{.kind = Kind::tuple, .state = list_of_points(']')};
    if (start.state.empty()) in_.fail(0, "a tuple needs at least one point");
    if (start.state.size() == generators_.degree) start.kind = all_points();
    return start;
  }

  Start matrix() {
    Start start{.kind = Kind::matrix};
    const std::size_t open = in_.at();
    in_.advance();
    if (in_.peek() != '[') {
      in_.go_to(open);
      matrix_row(start.state);
      return start;
    }
    do matrix_row(start.state);
    while (in_.take(","));
    in_.expect_close(']', open, "the matrix");
    return start;
  }
  /// The span of rows, as its reduced echelon form.
  Start subspace() {
    require(Moves::matrices, "subspaces");
    const FiniteRing ring = ring_of(generators_);
    if (!ring.is_field() || ring.size() > 256)
      in_.fail(0,
               fmt::format("subspaces are over a field of at most 256 elements, and these matrices are modulo {}", ring.size()));
    Start start{.kind = Kind::subspace};
    const std::size_t open = in_.at();
    in_.advance();
    do matrix_row(start.state);
    while (in_.take(","));
    in_.expect_close('>', open, "the subspace");
    reduce_rows(start.state, generators_.degree, ring);
    if (start.state.empty()) in_.fail(open, "the subspace of the vector 0 alone has nowhere to go: name a vector that is not 0");
    return start;
  }
  /// A number, or over a field of any kind Z(q)^k and 0*Z(q), as GAP prints them.
  std::uint32_t entry() {
    const std::int64_t size = generators_.modulus;
    const std::size_t at = in_.skip_space();
    if (in_.take("Z")) return field_element(at);
    const std::int64_t value = in_.take_integer("an entry", std::int64_t{1} << 31);
    if (in_.take("*")) {
      if (value != 0 || !in_.take("Z")) in_.fail(at, "entries of a field are numbers, Z(q)^k or 0*Z(q)");
      (void)field_element(at);
      return 0;
    }
    if (generators_.over_field && (value < 0 || value >= size))
      in_.fail(at, fmt::format("{} is not the number of an element: those of this field are 0..{}", value, size - 1));
    return static_cast<std::uint32_t>(((value % size) + size) % size);
  }
  std::uint32_t field_element(std::size_t at) {
    const FiniteRing ring = ring_of(generators_);
    in_.expect("(", "Z(q)");
    const std::int64_t order = in_.take_integer("the order of the field", 65536);
    in_.expect(")", "Z(q)");
    std::uint64_t size = 1;  // of the least field over that of the element that is as large; GAP names the least one
    while (order > 1 && size < ring.size()) size *= static_cast<std::uint64_t>(order);
    if (!ring.is_field() || size != ring.size())
      in_.fail(at, fmt::format("an element of the field with {} elements, but the matrices are {} {}", order,
                               generators_.over_field ? "over the field with" : "modulo", ring.size()));
    const std::int64_t exponent = in_.take("^") ? in_.take_integer("the exponent", 65536) : 1;
    if (exponent < 0) in_.fail(at, "an exponent must not be negative");
    const std::uint64_t step = (size - 1) / static_cast<std::uint64_t>(order - 1);
    return ring.power(ring.root(), step * static_cast<std::uint64_t>(exponent));
  }
  void matrix_row(State& entries) {
    const std::size_t open = in_.skip_space();
    in_.expect("[", "the matrix");
    const std::size_t before = entries.size();
    do entries.push_back(entry());
    while (in_.take(","));
    in_.expect_close(']', open, "the row");
    if (entries.size() - before != generators_.degree) {
      in_.fail(open, fmt::format("this row has {} entries, but the matrices have {} columns", entries.size() - before,
                                 generators_.degree));
    }
  }

  TextReader in_;
  const Generators& generators_;
};

/// Of words, by their values.
constexpr std::string_view kWordLetters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

Start puzzle_start(const Generators& generators) {
  Start start{.kind = Kind::puzzle, .state = State(generators.degree, 0)};
  if (generators.moves == Moves::sliding) {
    std::uint32_t tile = 0;
    for (std::uint32_t place = 0; place < generators.degree; ++place) {
      if (place != generators.blank) start.state[place] = ++tile;
    }
  }
  return start;
}

/// Numbers with commas, as print_state writes them.
Start parse_puzzle(std::string_view text, const Generators& generators) {
  TextReader in(text, kWhere);
  Start start{.kind = Kind::puzzle};
  const bool sliding = generators.moves == Moves::sliding;
  do {
    const std::size_t at = in.skip_space();
    const std::int64_t value = in.take_integer(sliding ? "a tile" : "a peg", 1000);
    const std::int64_t least = sliding ? 0 : 1;
    const std::int64_t most = sliding ? generators.degree - 1 : generators.modulus;
    if (value < least || value > most) in.fail(at, fmt::format("{} is not one of {}..{}", value, least, most));
    start.state.push_back(static_cast<std::uint32_t>(value - least));
  } while (in.take(","));
  if (!in.at_end()) in.fail(in.at(), fmt::format("unexpected {} after the state", in.shown_here()));
  if (start.state.size() != generators.degree)
    in.fail(0, fmt::format("a state has {}, but {} given", plural(generators.degree, "number"),
                           start.state.size() == 1 ? "1 is" : fmt::format("{} are", start.state.size())));
  State sorted = start.state;
  std::ranges::sort(sorted);
  if (sliding && std::ranges::adjacent_find(sorted) != sorted.end()) in.fail(0, "a tile appears twice");
  return start;
}

}  // namespace

Start parse_start(std::string_view given, const Generators& generators) {
  const std::string_view text = given.empty() ? std::string_view(generators.start) : given;
  if (generators.moves == Moves::sliding || generators.moves == Moves::hanoi)
    return text.empty() ? puzzle_start(generators) : parse_puzzle(text, generators);
  if (generators.moves == Moves::relators) {
    const auto [one, other] = parse_relators(text, generators);
    return {.kind = Kind::presentation,
            .state = state_of_pair(canonical_pair(one, other, has_renamings(generators)), generators.degree)};
  }
  if (text.empty() && generators.moves == Moves::matrices) {
    Start start{.kind = Kind::matrix, .state = State(generators.row_size(), 0)};
    for (std::size_t i = 0; i < generators.degree; ++i) start.state[i * generators.degree + i] = 1;
    return start;
  }
  if (text.empty()) return StateReader("()", generators).read();
  if (text.find_first_of("([{<") != std::string_view::npos) return StateReader(text, generators).read();
  const bool word = text.size() == generators.degree && text.find_first_not_of(kWordLetters) == std::string_view::npos;
  const bool number = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (generators.moves == Moves::permutations && word && generators.degree > 1) {
    Start start{.kind = Kind::word};
    for (const char c : text) start.state.push_back(static_cast<std::uint32_t>(kWordLetters.find(c)));
    return start;
  }
  const bool unfinished_word = number && text.size() > 1 && text.front() == '0';  // which would be a point otherwise
  if (generators.moves == Moves::permutations && number && !unfinished_word) {
    Start start = StateReader("[" + std::string(text) + "]", generators).read();
    start.kind = Kind::tuple;
    return start;
  }
  throw InputError(fmt::format(
      "'{}' is not a state: write a permutation (1,2)(3,4), a tuple [1,2,3], a set {{1,2,3}}, a point 5, or a word of {} letters",
      TextReader::shown(text), generators.degree));
}

State parse_state(std::string_view text, const Generators& generators, const Start& start) {
  Start parsed = parse_start(text.empty() ? std::string_view("()") : text, generators);
  const auto lists_points = [](Kind kind) {
    return kind == Kind::tuple || kind == Kind::permutation || kind == Kind::arrangement;
  };
  if (lists_points(parsed.kind) && lists_points(start.kind)) parsed.kind = start.kind;  // one point is a tuple, and all of them
  if (parsed.kind != start.kind || parsed.state.size() != start.state.size()) {
    throw InputError(fmt::format("'{}' is not a state of this graph, whose start is {}", TextReader::shown(text),
                                 print_state(start.state, generators, start)));
  }
  return parsed.state;
}

bool has_elements(const Start& start) {
  return start.kind == Kind::permutation || start.kind == Kind::arrangement;
}

Start origin_of(const Start& start) {
  Start origin = start;
  if (!has_elements(start)) return origin;
  origin.kind = Kind::permutation;
  origin.state = identity_of(start.state.size());
  return origin;
}

State element_of(const State& state, const Start& start) {
  return start.kind == Kind::arrangement ? multiply(start.state, inverse(state)) : multiply(inverse(start.state), state);
}

State state_of(const State& element, const Start& start) {
  return start.kind == Kind::arrangement ? multiply(inverse(element), start.state) : multiply(start.state, element);
}

namespace {

std::string joined(const State& state, std::uint32_t first) {
  std::string text;
  for (const std::uint32_t value : state) text += (text.empty() ? "" : ",") + std::to_string(value + first);
  return text;
}

std::string print_cycles(const State& state) {
  std::string text;
  std::vector<bool> done(state.size());
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (done[i] || state[i] == i) continue;
    std::string cycle;
    for (std::size_t p = i; !done[p]; p = state[p]) {
      done[p] = true;
      cycle += (cycle.empty() ? "" : ",") + std::to_string(p + 1);
    }
    text += "(" + cycle + ")";
  }
  return text.empty() ? "()" : text;
}

}  // namespace

std::string print_generator(const Generators& generators, std::size_t generator) {
  const auto row = generators.row(generator);
  const Permutation images(row.begin(), row.end());
  return print_cycles(generators.on_places ? inverse(images) : images);
}

std::string print_state(const State& state, const Generators& generators, const Start& start) {
  switch (start.kind) {
    case Kind::permutation:
    case Kind::arrangement: return print_cycles(state);
    case Kind::tuple: return state.size() == 1 ? std::to_string(state[0] + 1) : "[" + joined(state, 1) + "]";
    case Kind::word: {
      if (start.is_set) {
        State members;
        for (std::uint32_t i = 0; i < state.size(); ++i) {
          if (state[i] == 1) members.push_back(i);
        }
        return "{" + joined(members, 1) + "}";
      }
      if (std::ranges::any_of(state, [](std::uint32_t letter) { return letter >= kWordLetters.size(); }))
        return "[" + joined(state, 0) + "]";
      std::string text;
      for (const std::uint32_t letter : state) text += kWordLetters[letter];
      return text;
    }
    case Kind::subspace:
    case Kind::matrix: {
      const std::size_t n = generators.degree;
      const bool spans = start.kind == Kind::subspace;
      if (state.size() == n && !spans) return "[" + joined(state, 0) + "]";
      std::string text;
      for (std::size_t i = 0; i < state.size(); i += n) {
        text +=
            (text.empty() ? spans ? "<[" : "[[" : ",[") +
            joined(State(state.begin() + static_cast<std::ptrdiff_t>(i), state.begin() + static_cast<std::ptrdiff_t>(i + n)), 0) +
            "]";
      }
      return text + (spans ? ">" : "]");
    }
    case Kind::presentation: {
      const RelatorPair pair = pair_of_state(state);
      return fmt::format("<a,b | {}, {}>", print_relator(pair.first), print_relator(pair.second));
    }
    case Kind::puzzle: return joined(state, generators.moves == Moves::sliding ? 0 : 1);
  }
  return {};
}

}  // namespace wreath::orbit
