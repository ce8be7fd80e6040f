// SPDX-License-Identifier: MIT
//
// A search in parts. A part of the tree of choices that was not searched to its end is left as smaller parts, which follow each
// other in the order of the tree. Each step of the job takes the first parts, searches them on all cores with a limit of choices
// each, and puts what is left of them in their place. What a part found comes before what is left of it, so that all classes come
// in the order of a search in one piece.
#include "wreath/coset/subgroups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <nlohmann/json.hpp>

#include "core/parallel/loops.hpp"
#include "core/run/drive.hpp"
#include "core/run/given_run.hpp"
#include "core/run/stop_check.hpp"
#include "core/words/words.hpp"
#include "coset/low_index/invariants.hpp"
#include "coset/low_index/search.hpp"
#include "coset/low_index/tuning.hpp"
#include "coset/save.hpp"

namespace wreath::coset {

namespace low_index {

/// A part of the tree, and what was found before it and is not handed on yet.
struct Part {
  SearchTask task;
  std::vector<SubgroupClass> before = {};
};

/// What the search of a part gave.
struct Searched {
  bool begun = false;
  std::uint64_t choices = 0;
  std::vector<SearchTask> left = {};
  std::vector<SubgroupClass> found = {};
  std::vector<LowIndexCounts> counts = {};
};

void count(std::vector<LowIndexCounts>& all, const SubgroupClass& found) {
  LowIndexCounts& counts = all[found.index - 1];
  ++counts.classes;
  counts.normal += found.is_normal() ? 1 : 0;
  counts.subgroups += found.conjugates;
}

/// Searches parts with a table of a certain kind; one on each thread.
class Searcher {
 public:
  virtual ~Searcher() = default;
  virtual void search(const SearchTask& task, std::uint64_t choices, Searched& searched, RunControl& run) = 0;
};

template <class Row>
class SearcherOf : public Searcher {
 public:
  SearcherOf(const SearchProblem& problem, const InvariantsOf& invariants, const LowIndexOptions& options, bool lists)
      : problem_(problem), search_(problem), invariants_(invariants), options_(options), lists_(lists) {}

  void search(const SearchTask& task, std::uint64_t choices, Searched& searched, RunControl& run) override {
    searched.choices = choices;
    searched.left = search_.run(
        task, choices, [&](const FoundTable<Row>& table) { return unless_stopped([&] { take(table, searched, run); }); },
        [&] { return run.should_stop(); });
    searched.choices -= choices;
  }

 private:
  void take(const FoundTable<Row>& table, Searched& searched, RunControl& run) {
    if (options_.normal && table.like_first != table.index) return;
    SubgroupClass found{table.index, table.index / table.like_first};
    if (lists_ || options_.least_rank) {
      found.invariants = invariants_(
          table.index, [&](Coset c, Letter x) { return table.image(c, x); }, StopCheck(run));
      if (options_.least_rank && found.invariants.rank < *options_.least_rank) return;
    }
    if (!lists_) return count(searched.counts, found);
    for (Coset c = 0; c < table.index; ++c) {
      for (unsigned x = 0; x < problem_.width; ++x) found.entries.push_back(table.image(c, static_cast<Letter>(x)));
    }
    searched.found.push_back(std::move(found));
  }

  const SearchProblem& problem_;
  LowIndexSearch<Row> search_;
  const InvariantsOf& invariants_;
  const LowIndexOptions& options_;
  bool lists_;
};

void add(LowIndexCounts& counts, const LowIndexCounts& more) {
  counts.classes += more.classes;
  counts.normal += more.normal;
  counts.subgroups += more.subgroups;
}

}  // namespace low_index

struct LowIndexSubgroups::State : public Resumable {
  State(Problem given, const LowIndexOptions& how)
      : asked(std::move(given)),
        options(how),
        traced(prepare_search(asked, how.max_index, how.normal)),
        invariants(asked),
        counts(how.max_index),
        parts(1) {}

  std::string kind() const override { return "coset subgroups 2"; }
  Json problem() const override {
    const word::Alphabet& alphabet = asked.group.alphabet;
    const auto text_of = [&](const Word& word) { return word::print_word(word, alphabet, word::WordForm::powers); };
    Json json = letters_to_json(asked);
    Json& relators = json["relators"] = Json::array();
    for (const word::Equation& equation : asked.group.equations)
      relators.push_back(text_of(relator_of(equation, alphabet.inverses)));
    Json& contained = json["contained words"] = Json::array();
    for (const Word& word : asked.subgroup) contained.push_back(text_of(word));
    json["largest index"] = options.max_index;
    json["restriction to normal subgroups"] = options.normal;
    json["least rank of the abelianization"] = options.least_rank ? Json(*options.least_rank) : Json();
    return json;
  }
  bool done() const override { return parts.empty() && ready.empty(); }

  void step(RunControl& run) override {
    if (ready.empty()) {
      const unsigned threads = resolve_threads(options.machine.threads);
      const std::size_t most = std::size_t{tuning::kPartsOfAThread} * threads;
      std::vector<low_index::Searched> searched(std::min(most, parts.size()));
      const bool few = threads > 1 && parts.size() < most;
      search(searched, few ? tuning::kChoicesOfFewParts : found ? tuning::kChoicesListed : tuning::kChoicesOfAPart, threads, run);
      put_back(searched);
    }
    std::uint64_t classes = 0;
    for (const LowIndexCounts& each : counts) classes += each.classes;
    run.report({"search", classes, 0, "classes"});
    for (; !ready.empty() && !run.should_stop(); ready.pop_front()) {  // what is listed is counted when it is handed on
      found(ready.front());
      low_index::count(counts, ready.front());
    }
  }
  /// Of a list that was stopped, what was found and not handed on: from now on there is only a count.
  void count_the_rest() {
    const auto count_all = [&](auto& classes) {
      for (const SubgroupClass& each : classes) low_index::count(counts, each);
      classes.clear();
    };
    count_all(ready);
    for (low_index::Part& part : parts) count_all(part.before);
    count_all(after);
  }

  void save(ByteWriter& into) const override {
    into.put(choices);
    into.put_all(std::span<const LowIndexCounts>(counts));
    into.put(std::uint64_t{parts.size()});
    for (const low_index::Part& part : parts) {
      into.put(part.task.from);
      into.put_all(std::span<const std::uint32_t>(part.task.choices));
    }
  }
  void restore(ByteReader& from, RunControl&) override {
    choices = from.number();
    from.array_exactly(std::span(counts));
    const std::uint64_t count = from.number();
    if (count > from.left()) from.fail("the checkpoint is cut short");
    parts.resize(count);
    for (low_index::Part& part : parts) {
      part.task.from = from.value<std::uint32_t>();
      from.array_into<std::uint32_t>(part.task.choices);
    }
  }

  std::unique_ptr<low_index::Searcher> make_searcher() const {
    if (traced.rows <= 255)
      return std::make_unique<low_index::SearcherOf<std::uint8_t>>(traced, invariants, options, found != nullptr);
    return std::make_unique<low_index::SearcherOf<std::uint16_t>>(traced, invariants, options, found != nullptr);
  }

  /// The first parts, each with a limit of choices; those that are not begun before a stop stay as they are.
  void search(std::vector<low_index::Searched>& searched, std::uint64_t limit, unsigned threads, RunControl& run) {
    threads = static_cast<unsigned>(std::min<std::size_t>(threads, searched.size()));
    if (searchers.size() < threads) searchers.resize(threads);
    parallel_chunks(searched.size(), 1, threads, [&](Range, std::size_t k, unsigned thread) {
      if (k != 0 && run.should_stop()) return;
      if (!searchers[thread]) searchers[thread] = make_searcher();
      searched[k].begun = true;
      searched[k].counts.resize(counts.size());
      searchers[thread]->search(parts[k].task, limit, searched[k], run);
    });
  }

  void put_back(std::vector<low_index::Searched>& searched) {
    std::deque<low_index::Part> left;
    std::vector<SubgroupClass> before;
    const auto append = [](std::vector<SubgroupClass>& to, std::vector<SubgroupClass>& more) {
      if (to.empty()) return to.swap(more);
      std::ranges::move(more, std::back_inserter(to));
    };
    for (std::size_t k = 0; k < searched.size(); ++k) {
      append(before, parts[k].before);
      if (!searched[k].begun) searched[k].left.push_back(std::move(parts[k].task));
      append(before, searched[k].found);
      choices += searched[k].choices;
      for (SearchTask& task : searched[k].left) left.push_back({std::move(task), std::exchange(before, {})});
      for (std::size_t i = 0; i < searched[k].counts.size(); ++i) low_index::add(counts[i], searched[k].counts[i]);
    }
    parts.erase(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(searched.size()));
    std::vector<SubgroupClass>& next = parts.empty() ? after : parts.front().before;
    append(before, next);
    next.swap(before);
    parts.insert(parts.begin(), std::move_iterator(left.begin()), std::move_iterator(left.end()));
    std::vector<SubgroupClass>& first = parts.empty() ? after : parts.front().before;
    std::ranges::move(first, std::back_inserter(ready));
    first.clear();
  }

  Problem asked;
  LowIndexOptions options;
  SearchProblem traced;
  InvariantsOf invariants;
  std::vector<LowIndexCounts> counts;
  std::deque<low_index::Part> parts;
  std::vector<SubgroupClass> after = {};  // found after the last part
  std::deque<SubgroupClass> ready = {};   // to be handed on
  std::uint64_t choices = 0;
  Found found = nullptr;
  std::vector<std::unique_ptr<low_index::Searcher>> searchers = {};  // of each thread
};

LowIndexSubgroups::LowIndexSubgroups(Problem problem, const LowIndexOptions& options) {
  if (options.max_index == 0 || options.max_index > kMaxLowIndex)
    throw InputError(fmt::format("{} is not a valid index: give a number from 1 to {}", options.max_index, kMaxLowIndex));
  state_ = std::make_unique<State>(std::move(problem), options);
}
LowIndexSubgroups::~LowIndexSubgroups() = default;
LowIndexSubgroups::LowIndexSubgroups(LowIndexSubgroups&& other) noexcept = default;
LowIndexSubgroups& LowIndexSubgroups::operator=(LowIndexSubgroups&& other) noexcept = default;

bool LowIndexSubgroups::run(RunControl* given, const Found& found) {
  GivenRun run(given);
  if (found && !run->files().empty())
    throw InputError("a search that lists subgroups has no checkpoint: leave out the list or the checkpoint");
  if (!found) state_->count_the_rest();
  state_->found = found;
  state_->searchers.clear();  // which know whether they list
  drive(*state_, run);
  state_->found = nullptr;
  return complete();
}

bool LowIndexSubgroups::complete() const noexcept {
  return state_->done();
}
const std::vector<LowIndexCounts>& LowIndexSubgroups::counts() const noexcept {
  return state_->counts;
}
LowIndexCounts LowIndexSubgroups::total() const noexcept {
  LowIndexCounts total;
  for (const LowIndexCounts& counts : state_->counts) low_index::add(total, counts);
  return total;
}
std::uint64_t LowIndexSubgroups::choices() const noexcept {
  return state_->choices;
}
const Problem& LowIndexSubgroups::problem() const noexcept {
  return state_->asked;
}
const LowIndexOptions& LowIndexSubgroups::options() const noexcept {
  return state_->options;
}

}  // namespace wreath::coset
