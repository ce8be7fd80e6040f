// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "core/run/given_run.hpp"
#include "coset/tables/closed_table.hpp"
#include "coset/words/deduced_edges.hpp"
#include "wreath/coset/table.hpp"

namespace wreath::coset {

namespace {

constexpr std::size_t kCheckPiece = std::size_t{1} << 22;    // entries
constexpr std::size_t kMostToDeduce = std::size_t{1} << 25;  // entries: some seconds on one core

/// Throws InputError at the first entry that is not a coset.
template <class Entry>
void require_cosets(std::span<const Entry> entries, std::size_t letters, std::uint64_t index, RunControl* run = nullptr) {
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (run != nullptr && k % kCheckPiece == 0) {
      run->report({"check", k, entries.size(), "entries"});
      if (run->should_stop()) throw LimitReached("stopped while the table was read");
    }
    if (const AnyCoset entry = entries[k]; entry >= index) {
      throw InputError(fmt::format("the entry of coset {} for letter {} is {}, but there are only {} cosets", k / letters,
                                   k % letters, entry, index));
    }
  }
}

}  // namespace

struct Table::State {
  Problem problem;
  std::size_t letters = 0;
  std::uint64_t index = 1;
  bool resumed = false;
  GrowingArray<Coset> taken;
  std::span<const Coset> rows;  // the entries
  GrowingArray<WideEntry> wide_taken;
  std::span<const WideEntry> wide_rows;  // the entries of a wide table

  /// The first entries become those of the table.
  void take(GrowingArray<Coset> entries) {
    taken = std::move(entries);
    rows = taken.span().first(index * letters);
  }
  void take(GrowingArray<WideEntry> entries) {
    wide_taken = std::move(entries);
    wide_rows = wide_taken.span().first(index * letters);
  }
  mutable std::once_flag has_tree;
  mutable std::vector<Step> tree;

  void grow_tree() const {
    tree.resize(index);
    const auto reached = reach_cosets<Coset>(
        index, letters, [&](Coset c, Letter x) { return rows[std::size_t{c} * letters + x]; },
        [&](Coset c, Letter x, Coset d) {
          tree[d] = {c, x};
        });
    if (reached != index) throw InputError("not all cosets of the table are reached from coset 0");
  }
};

Table::Table(Problem problem, std::vector<Coset> entries) {
  auto state = std::make_shared<State>();
  state->letters = problem.group.alphabet.size();
  state->problem = std::move(problem);
  if (state->letters != 0) state->index = entries.size() / state->letters;
  if (state->letters == 0 ? !entries.empty() : entries.empty() || entries.size() % state->letters != 0) {
    throw InputError(fmt::format("a coset table of a group with {0} letters has {0} entries per coset; {1} entries cannot be one",
                                 state->letters, entries.size()));
  }
  require_cosets(std::span<const Coset>(entries), state->letters, state->index);
  GrowingArray<Coset> taken;
  taken.append(entries);
  state->take(std::move(taken));
  state_ = std::move(state);
}

Table::Table(std::shared_ptr<const State> state) : state_(std::move(state)) {}

template <class Entry>
Table TableMaker::make(const Problem& problem, TableOf<Entry>& table, bool resumed) {
  auto state = std::make_shared<Table::State>();
  state->resumed = resumed;
  state->letters = table.width();
  state->index = table.rows();
  state->problem = problem;
  state->take(table.take_rows());
  return Table(std::move(state));
}
template Table TableMaker::make(const Problem& problem, TableOf<Row>& table, bool resumed);
template Table TableMaker::make(const Problem& problem, TableOf<WideEntry>& table, bool resumed);

Table TableMaker::make(const Problem& problem, GrowingArray<std::byte> rows, bool is_wide, RunControl& run, bool resumed) {
  auto state = std::make_shared<Table::State>();
  state->resumed = resumed;
  state->letters = problem.group.alphabet.size();
  state->problem = problem;
  const std::size_t row_bytes = state->letters * (is_wide ? sizeof(WideEntry) : sizeof(Coset));
  const bool has_no_columns = row_bytes == 0 && rows.empty() && !is_wide;  // one coset, and nothing to write
  if (!has_no_columns && (row_bytes == 0 || rows.empty() || rows.size() % row_bytes != 0))
    throw InputError(fmt::format("{} bytes cannot be the rows of a {}coset table with {} columns", rows.size(),
                                 is_wide ? "wide " : "", state->letters));
  if (has_no_columns) return Table(std::move(state));
  state->index = rows.size() / row_bytes;
  const std::size_t entries = state->index * state->letters;
  const auto take = [&]<class Entry>(Entry) {
    GrowingArray<Entry> taken(std::move(rows));
    taken.resize(entries);
    require_cosets(std::span<const Entry>(taken.span()), state->letters, state->index, &run);
    state->take(std::move(taken));
  };
  is_wide ? take(WideEntry{}) : take(Coset{});
  return Table(std::move(state));
}

std::span<const std::byte> TableMaker::bytes(const Table& table) {
  return table.is_wide() ? std::as_bytes(table.state_->wide_rows) : std::as_bytes(table.state_->rows);
}

const Problem& Table::problem() const noexcept {
  return state_->problem;
}
std::uint64_t Table::index() const noexcept {
  return state_->index;
}
std::size_t Table::letters() const noexcept {
  return state_->letters;
}
bool Table::resumed() const noexcept {
  return state_->resumed;
}
bool Table::is_wide() const noexcept {
  return !state_->wide_rows.empty();
}
AnyCoset Table::image(AnyCoset coset, word::Letter letter) const {
  const std::size_t place = coset * letters() + letter;
  return is_wide() ? AnyCoset{state_->wide_rows[place]} : AnyCoset{state_->rows[place]};
}
std::span<const Coset> Table::entries() const {
  if (is_wide()) {
    throw InputError(
        fmt::format("this coset table has {} rows, and its entries do not fit in 4 bytes. Such tables can be traced, "
                    "verified, written, and turned into permutations in files",
                    index()));
  }
  return state_->rows;
}

AnyCoset Table::trace(std::span<const word::Letter> word, AnyCoset from) const {
  if (from >= index()) throw InputError(fmt::format("{} is not a coset: there are {}, numbered from 0", from, index()));
  for (const word::Letter x : word) {
    if (x >= letters()) throw InputError(fmt::format("{} is not a letter of this group, which has {}", x, letters()));
    from = image(from, x);
  }
  return from;
}

std::vector<Coset> Table::permutation(word::Letter letter) const {
  if (letter >= letters()) throw InputError(fmt::format("{} is not a letter of this group, which has {}", letter, letters()));
  const std::span<const Coset> rows = entries();
  std::vector<Coset> images(index());
  for (std::size_t c = 0; c < images.size(); ++c) images[c] = rows[c * letters() + letter];
  return images;
}

std::span<const Table::Step> Table::tree() const {
  std::call_once(state_->has_tree, [this] {
    entries();  // of 4 bytes
    state_->grow_tree();
  });
  return state_->tree;
}

/// In the standard order a coset is found from its smallest neighbour, by the first letter that leads there: no tree is needed.
Table::WideStep Table::last_step(AnyCoset coset) const {
  WideStep step{coset, 0};
  for (std::size_t x = 0; x < letters(); ++x) step.from = std::min(step.from, image(coset, static_cast<word::Letter>(x)));
  if (step.from == coset)
    throw InputError(fmt::format("coset {} has no smaller neighbour: the table is not in its standard order", coset));
  for (; step.letter < letters(); ++step.letter) {
    if (image(step.from, step.letter) == coset) return step;
  }
  throw InputError(fmt::format(
      "a letter leads from coset {} to coset {}, and none leads back: this is not a coset table; check it with verify", coset,
      step.from));
}

word::Word Table::representative(AnyCoset coset) const {
  if (coset >= index()) throw InputError(fmt::format("{} is not a coset: there are {}, numbered from 0", coset, index()));
  word::Word word;
  if (is_wide()) {
    for (; coset != 0;) {
      const WideStep step = last_step(coset);
      word.push_back(step.letter);
      coset = step.from;
    }
  } else {
    for (const auto steps = tree(); coset != 0; coset = steps[coset].from) word.push_back(steps[coset].letter);
  }
  return {word.rbegin(), word.rend()};
}

namespace {

/// The first coset at which a relator does not hold, and the first of those; all entries are cosets.
void name_open_relator(const Table& table, const Problem& problem, RunControl& run, Verification& found) {
  const std::vector<word::Equation>& equations = problem.group.equations;
  for (AnyCoset c = 0; c < table.index() && !run.should_stop(); ++c) {
    for (std::size_t k = 0; k < equations.size(); ++k) {
      if (table.trace(equations[k].first, c) == table.trace(equations[k].second, c)) continue;
      found.equation = k;
      found.problem = fmt::format("{} at coset {}", kOpenRelator, c);
      return;
    }
  }
}

}  // namespace

Verification verify(const Table& table, const Problem& problem, unsigned threads, RunControl* given) {
  GivenRun run(given);
  const System system = prepare(problem, false);
  const auto bytes = TableMaker::bytes(table);
  const std::string fault =
      table.is_wide()
          ? first_fault<WideEntry>(
                {{reinterpret_cast<const WideEntry*>(bytes.data()), bytes.size() / sizeof(WideEntry)}, 0, table.index()}, system,
                threads, run)
          : first_fault<Row>({table.entries(), 0, table.index()}, system, threads, run);
  Verification found{fault.empty(), fault, false};
  if (fault.starts_with(kOpenRelator)) name_open_relator(table, problem, *run, found);
  if (!found.verified || table.is_wide() || table.entries().size() > kMostToDeduce) return found;
  try {
    found.exact = DeducedEdges(table, system, true, run).has_all();
  } catch (const LimitReached&) {  // what was checked before stands
  }
  return found;
}

}  // namespace wreath::coset
