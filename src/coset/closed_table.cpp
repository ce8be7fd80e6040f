// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <mutex>

#include "core/run/given_run.hpp"
#include "coset/make_table.hpp"
#include "coset/verify.hpp"
#include "wreath/coset/table.hpp"

namespace wreath::coset {

struct Table::State {
  Problem problem;
  std::size_t letters = 0;
  std::uint64_t index = 1;
  std::vector<Coset> given;     // the entries, where a caller made them
  GrowingArray<Coset> taken;    // or an enumeration
  std::span<const Coset> rows;  // either of them
  mutable std::once_flag has_tree;
  mutable std::vector<Step> tree;

  void grow_tree() const {
    tree.resize(index);
    std::vector<bool> seen(index);
    std::vector<Coset> found{0};
    seen[0] = true;
    for (std::size_t k = 0; k < found.size(); ++k) {
      const Coset c = found[k];
      for (std::size_t x = 0; x < letters; ++x) {
        const Coset d = rows[std::size_t{c} * letters + x];
        if (seen[d]) continue;
        seen[d] = true;
        tree[d] = {c, static_cast<word::Letter>(x)};
        found.push_back(d);
      }
    }
    if (found.size() != index) throw InputError("not all cosets of the table are reached from coset 0");
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
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (entries[k] >= state->index) {
      throw InputError(fmt::format("the entry of coset {} for letter {} is {}, but there are only {} cosets", k / state->letters,
                                   k % state->letters, entries[k], state->index));
    }
  }
  state->given = std::move(entries);
  state->rows = state->given;
  state_ = std::move(state);
}

Table::Table(std::shared_ptr<const State> state) : state_(std::move(state)) {}

Table make_table(const Problem& problem, CosetTable& table) {
  auto state = std::make_shared<Table::State>();
  state->letters = table.width();
  state->index = table.rows();
  state->problem = problem;
  state->taken = table.take_rows();
  state->rows = state->taken.span().first(state->index * state->letters);
  return Table(std::move(state));
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
std::span<const Coset> Table::entries() const noexcept {
  return state_->rows;
}

Coset Table::trace(std::span<const word::Letter> word, Coset from) const {
  if (from >= index()) throw InputError(fmt::format("{} is not a coset: there are {}, numbered from 0", from, index()));
  for (const word::Letter x : word) {
    if (x >= letters()) throw InputError(fmt::format("{} is not a letter of this group, which has {}", x, letters()));
    from = at(from, x);
  }
  return from;
}

std::vector<Coset> Table::permutation(word::Letter letter) const {
  if (letter >= letters()) throw InputError(fmt::format("{} is not a letter of this group, which has {}", letter, letters()));
  std::vector<Coset> images(index());
  for (std::size_t c = 0; c < images.size(); ++c) images[c] = at(static_cast<Coset>(c), letter);
  return images;
}

std::span<const Table::Step> Table::tree() const {
  std::call_once(state_->has_tree, [this] { state_->grow_tree(); });
  return state_->tree;
}

word::Word Table::representative(Coset coset) const {
  if (coset >= index()) throw InputError(fmt::format("{} is not a coset: there are {}, numbered from 0", coset, index()));
  word::Word word;
  for (const auto steps = tree(); coset != 0; coset = steps[coset].from) word.push_back(steps[coset].letter);
  return {word.rbegin(), word.rend()};
}

Verification verify(const Table& table, const Problem& problem, unsigned threads, RunControl* given) {
  GivenRun run(given);
  const System system = prepare(problem, false);
  const std::string fault = first_fault({table.entries(), 0, table.index()}, system, threads, run);
  return {fault.empty(), fault};
}

}  // namespace wreath::coset
