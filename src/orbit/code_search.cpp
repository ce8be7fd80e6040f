// SPDX-License-Identifier: MIT
#include "wreath/orbit/code_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/data/hash.hpp"
#include "core/run/drive.hpp"
#include "core/run/given_run.hpp"
#include "core/run/memory.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/units.hpp"
#include "orbit/code_levels.hpp"
#include "orbit/spaces/keys.hpp"

namespace wreath::orbit {

void CodeMoves::act_on_gpu(const std::uint64_t*, std::size_t, std::uint64_t*, void*) const {
  throw InputError("these moves are not made on a GPU");
}

void sort_codes(CodeList& codes, unsigned words) {
  with_key_words(words, [&](auto width) {
    auto* first = reinterpret_cast<Key<width.value>*>(codes.data());
    std::sort(first, first + codes.size() / words);
  });
}

struct CodeSearch::Body {
  std::shared_ptr<const CodeMoves> moves;
  CodeList starts;
  CodeSearchOptions options;
  std::unique_ptr<CodeLevels> found;
  std::vector<std::uint64_t> levels;
  std::uint64_t states = 0;
  bool complete = false;

  void prepare(RunControl& run) {
    if (!found) found = make_levels_of_codes(moves, starts, options.keep_levels, options.machine, run);
    take_sizes();
  }
  void take_sizes() {
    levels.clear();
    for (std::uint64_t level = 0; level < found->count(); ++level) levels.push_back(found->size(level));
    states = std::accumulate(levels.begin(), levels.end(), std::uint64_t{0});
  }
  void require_levels() const {
    if (!options.keep_levels) throw InputError("the codes of all levels are needed: set keep_levels");
  }
  void require_words(std::span<const std::uint64_t> code) const {
    if (code.size() != moves->words())
      throw InputError(fmt::format("a code has {}, but {} given", plural(moves->words(), "word"), code.size()));
  }
};

/// A step is a level.
class CodeSearchJob : public Resumable {
 public:
  CodeSearchJob(CodeSearch::Body& body, std::uint64_t depth, std::span<const std::uint64_t> target)
      : body_(body), depth_(depth), target_(target) {
    if (body_.found) look_at_all();
  }

  std::string kind() const override { return "orbit codes 1"; }
  Json problem() const override {
    return {{"moves", body_.options.name},
            {"count", body_.moves->moves()},
            {"words", body_.moves->words()},
            {"starts", fmt::format("{:016x}", hash_bytes(std::as_bytes(std::span(body_.starts))))},
            {"levels", body_.options.keep_levels}};
  }
  bool done() const override { return body_.complete || body_.levels.size() > depth_ || found_; }
  void step(RunControl& run) override {
    body_.prepare(run);
    look();
    if (done()) return;
    const auto timer = run.phase("search");
    try {
      body_.complete = body_.found->expand(run) == 0;
    } catch (const MemoryError& error) {
      run.note_choice("stop", "memory", error.what());
      run.request_stop(StopReason::memory);
      throw Stopped{};
    }
    body_.take_sizes();
    look();
    run.report({"search", body_.states, 0, "states"});
  }
  void save(ByteWriter& into) const override {
    if (!body_.found) return;
    into.put(std::uint64_t{body_.complete ? 1U : 0U});
    body_.found->save(into);
  }
  void restore(ByteReader& from, RunControl& run) override {
    if (from.at_end()) return;
    body_.prepare(run);
    body_.complete = from.number() != 0;
    body_.found->restore(from);
    body_.take_sizes();
    look_at_all();
  }
  bool found() const { return found_; }

 private:
  void look() { look_at(body_.found->count() - 1); }
  void look_at_all() {
    for (std::uint64_t level = 0; level < body_.found->count(); ++level) look_at(level);
  }
  void look_at(std::uint64_t level) {
    found_ = found_ || (!target_.empty() && body_.found->keeps(level) && body_.found->has(level, target_.data()));
  }

  CodeSearch::Body& body_;
  std::uint64_t depth_;
  std::span<const std::uint64_t> target_;
  bool found_ = false;
};

CodeSearch::CodeSearch(std::shared_ptr<const CodeMoves> moves, std::vector<std::uint64_t> starts,
                       const CodeSearchOptions& options)
    : body_(std::make_unique<Body>()) {
  const unsigned words = moves->words();
  if (words == 0 || words > 16 || (words & (words - 1)) != 0)
    throw InputError(fmt::format("codes have 1, 2, 4, 8 or 16 words, but these have {}", words));
  if (moves->moves() == 0) throw InputError("there are no moves");
  if (starts.empty() || starts.size() % words != 0)
    throw InputError(fmt::format("{} are not one or more codes of {}", plural(starts.size(), "number"), plural(words, "word")));
  for (std::size_t at = words - 1; at < starts.size(); at += words) {
    if (starts[at] >> 63 != 0) throw InputError(fmt::format("start {}: the highest bit of a code must not be set", at / words));
  }
  body_->moves = std::move(moves);
  body_->starts = std::move(starts);
  body_->options = options;
}
CodeSearch::~CodeSearch() = default;
CodeSearch::CodeSearch(CodeSearch&& other) noexcept = default;
CodeSearch& CodeSearch::operator=(CodeSearch&& other) noexcept = default;

bool CodeSearch::run_to(std::uint64_t depth, RunControl* given) {
  GivenRun run(given);
  CodeSearchJob job(*body_, depth, {});
  drive(job, run);
  unless_stopped([&] { body_->prepare(run); });
  return body_->complete;
}

bool CodeSearch::run(RunControl* run) {
  return run_to(~std::uint64_t{0}, run);
}

bool CodeSearch::run_until(std::span<const std::uint64_t> code, RunControl* given) {
  body_->require_words(code);
  GivenRun run(given);
  CodeSearchJob job(*body_, ~std::uint64_t{0}, code);
  drive(job, run);
  return job.found();
}

bool CodeSearch::complete() const noexcept {
  return body_->complete;
}
const std::vector<std::uint64_t>& CodeSearch::levels() const noexcept {
  return body_->levels;
}
std::uint64_t CodeSearch::states() const noexcept {
  return body_->states;
}
unsigned CodeSearch::words() const noexcept {
  return body_->moves->words();
}
std::uint64_t CodeSearch::memory() const {
  return body_->found ? body_->found->memory() : 0;
}

std::vector<std::uint64_t> CodeSearch::level(std::uint64_t distance, std::uint64_t most) const {
  const Body& body = *body_;
  if (!body.found || distance >= body.found->count()) throw InputError(fmt::format("level {} is not complete", distance));
  if (!body.found->keeps(distance))
    throw InputError(fmt::format("the codes of level {} are not kept: set keep_levels", distance));
  std::vector<std::uint64_t> codes(body.found->size(distance) * words());
  body.found->read(distance, 0, codes);
  sort_codes(codes, words());
  codes.resize(std::min<std::uint64_t>(most, codes.size() / words()) * words());
  return codes;
}

std::optional<std::uint64_t> CodeSearch::distance(std::span<const std::uint64_t> code) const {
  body_->require_levels();
  body_->require_words(code);
  for (std::uint64_t level = 0; level < body_->levels.size(); ++level) {
    if (body_->found->has(level, code.data())) return level;
  }
  return std::nullopt;
}

std::optional<CodePath> CodeSearch::path(std::span<const std::uint64_t> code, RunControl* given) const {
  GivenRun run(given);
  const std::optional<std::uint64_t> length = distance(code);
  if (!length) return std::nullopt;
  const unsigned words = this->words();
  CodePath path;
  path.moves.resize(*length);
  path.codes.resize((*length + 1) * words);
  std::ranges::copy(code, path.codes.end() - words);
  or_limit_reached([&] {
    for (std::uint64_t level = *length; level-- > 0;) {
      const auto step = body_->found->step_to(level, path.codes.data() + (level + 1) * words, run);
      if (!step) throw InternalError("a code has no source in the level before its own");
      path.moves[level] = step->move;
      std::ranges::copy(step->from, path.codes.begin() + static_cast<std::ptrdiff_t>(level * words));
    }
  });
  std::vector<std::uint64_t> products(std::size_t{body_->moves->moves()} * words);
  for (std::uint64_t i = 0; i < *length; ++i) {
    body_->moves->act(path.codes.data() + i * words, 1, products.data());
    if (!std::equal(products.begin() + path.moves[i] * words, products.begin() + (path.moves[i] + 1) * words,
                    path.codes.begin() + static_cast<std::ptrdiff_t>((i + 1) * words)))
      throw InternalError("a path was found that does not lead to its code: the moves depend on more than the code");
  }
  return path;
}

}  // namespace wreath::orbit
