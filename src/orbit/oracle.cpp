// SPDX-License-Identifier: MIT
#include "wreath/orbit/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/io/mapped_file.hpp"
#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/signals.hpp"
#include "core/text/json.hpp"
#include "core/text/units.hpp"
#include "orbit/inputs/families.hpp"
#include "orbit/plan.hpp"
#include "orbit/spaces/keys.hpp"

namespace wreath::orbit {

namespace {

constexpr const char* kOracleKind = "wreath orbit oracle 2";
/// An entry of an array of integers; a negative one is larger than any that a state has.
std::uint64_t npy_number(const NpyFile& file, std::uint64_t at) {
  std::uint64_t value = 0;
  const unsigned bytes = file.header().item_bytes;
  std::memcpy(&value, reinterpret_cast<const std::byte*>(file.data<std::uint8_t>().data()) + at * bytes, bytes);
  return value;
}

constexpr std::size_t kWrittenAtOnce = std::size_t{1} << 24;  // bytes between two looks at the run

}  // namespace

struct Oracle::Body {
  Generators generators;
  Start start;
  std::vector<std::size_t> inverse_of;
  Plan plan;
  std::vector<std::uint8_t> digits;
  std::uint64_t diameter = 0;

  std::uint64_t number(const State& state) const {
    const State element = element_of(state, start);
    if (plan.method == Method::chain) {
      const ChainPlace at = plan.chain_space->locate(element);
      const ChainSpace::Shape& shape = plan.chain_space->shape();
      return (at.row * shape.cells + at.cell) * shape.bits + at.bit;
    }
    const bool pairs = plan.bitmaps == Bitmaps::both;
    if (!pairs && is_odd_permutation(element)) throw InputError("this permutation is odd, but the graph has only even ones");
    const CellPlace at = plan.cells->locate(element, pairs);
    return (at.row * plan.cells->shape(pairs).row_words + at.word) * kCellBits + at.bit;
  }
  unsigned residue(const State& state) const {
    const std::uint64_t at = number(state);
    return digits[at / 4] >> (at % 4 * 2) & 3U;
  }
  void require_state(const State& state) const {
    // A number is looked up for permutations alone: the letters of the start, each as often.
    if (state.size() != start.state.size() || !std::ranges::is_permutation(state, start.state) || residue(state) == 3)
      throw InputError("this state is not in the graph");
  }
};

Oracle::Oracle(const Search& search, RunControl* run) : body_(std::make_unique<Body>()) {
  const Search::Body& from = *search.body_;
  if (!search.complete() || !from.options.oracle) throw InputError("an oracle needs a complete search that kept the distances");
  if (!is_undirected(from.generators)) {
    throw InputError(
        "an oracle needs an undirected graph, but this one is directed: a generator has an inverse that is not a generator");
  }
  or_limit_reached([&] { body_->digits = from.backend->distances(stop_check(run)); });
  if (body_->digits.empty())
    throw InputError("the states of this graph are not numbered: an oracle needs a group of known order");
  body_->generators = from.generators;
  body_->start = from.start;
  body_->inverse_of = inverses(from.generators);
  body_->plan = from.plan;
  body_->diameter = from.levels.size() - 1;
}

Oracle::Oracle(const std::filesystem::path& path, Generators generators) : body_(std::make_unique<Body>()) {
  if (std::error_code none; !std::filesystem::exists(path.string() + ".json", none)) {
    throw InputError(
        fmt::format("{}: this is not an oracle: there is no {}.json, which is written beside it", path.string(), path.string()));
  }
  const MappedFile about(path.string() + ".json");
  const Json header = parse_json_or_null(about.text());
  const auto text = [&](const char* key) {
    return header.is_object() && header.contains(key) && header[key].is_string() ? header[key].get<std::string>() : "";
  };
  if (text("kind") != kOracleKind) throw InputError(fmt::format("{}.json: this does not describe an oracle", path.string()));
  if (text("images") != images_hash(generators)) {
    throw InputError(fmt::format("{}: this oracle belongs to other generators, {} of degree {}", path.string(),
                                 header.value("generators", std::uint64_t{0}), header.value("degree", std::uint64_t{0})));
  }
  body_->generators = std::move(generators);
  body_->start = parse_start(text("start"), body_->generators);
  body_->inverse_of = inverses(body_->generators);
  body_->diameter = header.value("diameter", std::uint64_t{0});
  Options options;
  options.oracle = true;
  options.method = parse_method(text("form"));
  options.machine.backend = BackendChoice::cpu;
  RunControl run;
  body_->plan = make_plan(body_->generators, origin_of(body_->start), options, run);
  make_tables(body_->plan, options, run);
  const NpyFile file(path, 1);
  if (file.header().item_bytes != 1) throw InputError(fmt::format("{}: an oracle is an array of bytes", path.string()));
  const auto bytes = file.data<std::uint8_t>();
  const Plan& plan = body_->plan;
  const BitmapShape shape =
      plan.method == Method::chain ? plan.chain_space->shape().bitmap() : plan.cells->shape(plan.bitmaps == Bitmaps::both);
  const std::uint64_t states = shape.words() * shape.word_bits;
  if (bytes.size() != (states + 3) / 4)
    throw InputError(
        fmt::format("{}: the file has {} bytes, but the graph needs {}", path.string(), bytes.size(), (states + 3) / 4));
  body_->digits.assign(bytes.begin(), bytes.end());
}

Oracle::~Oracle() = default;
Oracle::Oracle(Oracle&& other) noexcept = default;
Oracle& Oracle::operator=(Oracle&& other) noexcept = default;

void Oracle::write(const std::filesystem::path& path, RunControl* run) const {
  const Body& body = *body_;
  require_npy_name(path);
  OutputFile about(path.string() + ".json");
  OutputFile file(path);
  const std::uint64_t shape[] = {body.digits.size()};
  file.write(bytes_of(make_npy_header('u', 1, shape)));
  or_limit_reached([&] {
    StopCheck check = stop_check(run);
    const auto bytes = std::as_bytes(std::span(body.digits));
    for (std::size_t at = 0; at < bytes.size(); at += kWrittenAtOnce) {
      check.look();
      file.write(bytes.subspan(at, std::min(kWrittenAtOnce, bytes.size() - at)));
    }
  });
  const Json header{{"kind", kOracleKind},
                    {"form", std::string(to_string(body.plan.method))},
                    {"images", images_hash(body.generators)},
                    {"generators", body.generators.count()},
                    {"degree", body.generators.degree},
                    {"start", print_state(body.start.state, body.generators, body.start)},
                    {"states", body.plan.expected.value_or(0)},
                    {"diameter", body.diameter}};
  about.write(bytes_of(to_text(header, 2) + "\n"));
  file.commit();
  about.commit();
}

const Start& Oracle::start() const {
  return body_->start;
}

bool Oracle::contains(const State& state) const {
  try {
    body_->require_state(state);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

std::uint64_t Oracle::bytes() const {
  return body_->digits.size();
}

std::uint64_t Oracle::distance(const State& state) const {
  return word(state).size();
}

namespace {

/// Walks down from states of one graph: with tables and memory of its own, for one thread.
class Descent {
 public:
  explicit Descent(const Generators& generators, const Start& start)
      : start_(start.state), moves_(generators, start.kind, start.state.size()), nearer_(start.state.size()) {}

  /// A shortest word from the start to the target, whose residue is known; residue(state) gives those of others.
  template <class Residue>
  Word word(const State& target, std::span<const std::size_t> inverse_of, std::uint64_t diameter, const Residue& residue) {
    Word word;
    unsigned here = residue(target);
    for (State state = target; state != start_; state.swap(nearer_)) {
      const unsigned wanted = (here + 2) % 3;
      std::size_t letter = 0;
      for (; letter < moves_.count(); ++letter) {
        moves_.move(letter, state.data(), nearer_.data());
        if (residue(nearer_) == wanted) break;
      }
      if (letter == moves_.count() || word.size() > diameter)
        throw InputError("the oracle is damaged: no neighbour of a state is nearer to the start");
      word.push_back(static_cast<Letter>(inverse_of[letter]));
      here = wanted;
    }
    std::ranges::reverse(word);
    check(word, target);
    return word;
  }

 private:
  void check(const Word& word, const State& target) {
    State reached = start_;
    for (const Letter letter : word) {
      moves_.move(letter, reached.data(), nearer_.data());
      reached.swap(nearer_);
    }
    if (reached != target) throw InternalError("a word was found that does not lead to its target");
  }

  const State& start_;
  StateMoves moves_;
  State nearer_;
};

}  // namespace

Word Oracle::word(const State& target) const {
  const Body& body = *body_;
  body.require_state(target);
  return Descent(body.generators, body.start).word(target, body.inverse_of, body.diameter, [&](const State& state) {
    return body.residue(state);
  });
}

std::vector<std::optional<Word>> Oracle::words(std::span<const State> states, unsigned threads, RunControl* run) const {
  const Body& body = *body_;
  std::vector<std::optional<Word>> found(states.size());
  constexpr std::size_t kChunk = 256;
  std::atomic<std::uint64_t> done{0};
  const std::thread::id caller = std::this_thread::get_id();
  or_limit_reached([&] {
    parallel_chunks(states.size(), kChunk, resolve_threads(threads), [&](Range range, std::size_t, unsigned) {
      StopCheck check = stop_check(run);
      check.look();
      Descent descent(body.generators, body.start);
      for (std::size_t i = range.begin; i < range.end; ++i) {
        check.spend(body.generators.count() * body.start.state.size() * 1024);
        if (!contains(states[i])) continue;
        found[i] =
            descent.word(states[i], body.inverse_of, body.diameter, [&](const State& state) { return body.residue(state); });
      }
      const std::uint64_t now = done += range.size();
      if (run != nullptr && std::this_thread::get_id() == caller) run->report({"solve", now, states.size(), "states"});
    });
  });
  return found;
}

std::vector<State> read_states(const std::string& path, const Generators& generators, const Start& start) {
  std::vector<State> states;
  if (path.ends_with(".npy")) {
    const NpyFile file(path, 2);
    const std::uint64_t columns = file.header().shape[1];
    if (columns != start.state.size()) {
      throw InputError(fmt::format("{}: the rows have {}, and a state of this graph has {}", path, plural(columns, "number"),
                                   start.state.size()));
    }
    for (std::uint64_t row = 0; row < file.header().shape[0]; ++row) {
      State state;
      for (std::uint64_t i = row * columns; i < (row + 1) * columns; ++i)
        state.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(npy_number(file, i), UINT32_MAX)));
      if (has_elements(start) && !std::ranges::is_permutation(state, start.state)) {
        throw InputError(fmt::format("{}: row {} is not a state of this graph, whose start is {}: rows are images, from 0", path,
                                     row + 1, print_state(start.state, generators, start)));
      }
      states.push_back(std::move(state));
    }
    return states;
  }
  const std::string text = path == "-" ? read_standard_input() : std::string(MappedFile(path).text());
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line(text.data() + at, end - at);
    at = end + 1;
    ++number;
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || line[first] == '#') continue;
    line = line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
    try {
      states.push_back(parse_state(line, generators, start));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}", path, number, error.message()));
    }
  }
  return states;
}

}  // namespace wreath::orbit
