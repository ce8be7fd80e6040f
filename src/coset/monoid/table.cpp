// SPDX-License-Identifier: MIT
//
// Finished tables of monoids: words, verification, files.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/given_run.hpp"
#include "core/run/stop_check.hpp"
#include "coset/monoid/relations.hpp"

namespace wreath::coset {

using monoid::Relations;
using word::Equation;
using word::Letter;
using word::Word;

MonoidTable::MonoidTable(MonoidProblem problem, std::vector<Coset> entries)
    : problem_(std::make_shared<MonoidProblem>(std::move(problem))), entries_(std::move(entries)) {
  if (letters() != 0) nodes_ = entries_.size() / letters();
  if (nodes_ == 0 || nodes_ * letters() != entries_.size()) throw InputError("the entries of a table must fill whole rows");
  const auto wrong = std::ranges::find_if(entries_, [&](Coset to) { return to >= nodes_; });
  if (wrong != entries_.end())
    throw InputError(fmt::format("entry {} of row {} is {}, which is not a node: there are {}",
                                 static_cast<std::size_t>(wrong - entries_.begin()) % letters(),
                                 static_cast<std::size_t>(wrong - entries_.begin()) / letters(), *wrong, nodes_));
}

Coset MonoidTable::trace(std::span<const Letter> word) const {
  Coset at = 0;
  const bool backwards = problem_->kind == CongruenceKind::left;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const Letter x = word[backwards ? word.size() - 1 - i : i];
    if (x >= letters()) throw InputError(fmt::format("{} is not a letter: there are {}", x, letters()));
    at = entries_[std::size_t{at} * letters() + x];
  }
  return at;
}

std::vector<Word> MonoidTable::representatives() const {
  std::vector<Word> words(nodes_);
  Coset fresh = 1;
  for (std::size_t edge = 0; edge < entries_.size(); ++edge) {
    if (entries_[edge] != fresh) continue;
    words[fresh] = words[edge / letters()];
    words[fresh++].push_back(static_cast<Letter>(edge % letters()));
  }
  if (problem_->kind == CongruenceKind::left) std::ranges::for_each(words, [](Word& word) { std::ranges::reverse(word); });
  return words;
}

namespace {

/// The first relation that does not hold at one of the nodes, or the number of relations.
std::size_t first_failing(const Relations& relations, std::span<const Coset> entries, Range nodes, StopCheck stop) {
  const Relations::Trie& trie = relations.beginnings;
  std::vector<Coset> ends(trie.size());
  for (std::size_t c = nodes.begin; c < nodes.end; ++c) {
    ends[0] = static_cast<Coset>(c);
    stop.spend(trie.size() + trie.left.size());
    for (std::size_t k = 1; k < trie.size(); ++k)
      ends[k] = entries[std::size_t{ends[trie.parents[k]]} * relations.letters + trie.letters[k]];
    for (std::size_t r = 0; r < trie.left.size(); ++r) {
      if (ends[trie.left[r]] != ends[trie.right[r]]) return r;
    }
  }
  return trie.left.size();
}

bool all_reached(const MonoidTable& table, StopCheck stop) {
  std::vector<bool> seen(table.nodes());
  std::vector<Coset> reached{0};
  seen[0] = true;
  for (std::size_t at = 0; at < reached.size(); ++at) {
    stop.spend(table.letters());
    for (const Coset to : table.entries().subspan(std::size_t{reached[at]} * table.letters(), table.letters())) {
      if (seen[to]) continue;
      seen[to] = true;
      reached.push_back(to);
    }
  }
  return reached.size() == table.nodes();
}

}  // namespace

Verification verify(const MonoidTable& table, unsigned threads, RunControl* given) {
  constexpr std::size_t kChunk = 1 << 14;
  GivenRun run(given);
  Verification found;
  const bool ended = unless_stopped([&] {
    StopCheck stop(run);
    if (!all_reached(table, stop)) {
      found.problem = "not all nodes are reached from node 0";
      return;
    }
    const Relations relations = monoid::prepare(table.problem(), stop);
    const auto follow = [&](const Word& word) {
      Coset at = 0;
      for (const Letter x : word) at = table.entries()[std::size_t{at} * table.letters() + x];
      return at;
    };
    for (const auto& [u, v] : relations.at_start) {
      if (follow(u) == follow(v)) continue;
      found.problem = "a pair does not hold at node 0";
      return;
    }
    std::atomic<bool> holds = true;
    std::atomic<bool> stopped = false;
    parallel_chunks(table.nodes(), kChunk, threads, [&](Range nodes, std::size_t, unsigned) {
      if (!holds || stopped) return;
      const bool is_done = unless_stopped([&] {
        StopCheck own = stop;
        own.look();
        if (first_failing(relations, table.entries(), nodes, own) < relations.everywhere.size()) holds = false;
      });
      if (!is_done) stopped = true;
    });
    if (!holds) {
      found.problem = "a relation does not hold at every node";
    } else if (stopped) {
      throw Stopped{};
    } else {
      found.verified = true;
    }
  });
  if (!ended) throw LimitReached("stopped while the table was verified");
  return found;
}

namespace {

void write_array(const std::filesystem::path& path, std::span<const Coset> values, std::uint64_t rows, std::uint64_t columns) {
  require_npy_name(path.string());
  OutputFile file(path);
  const std::uint64_t shape[] = {rows, columns};
  file.write(bytes_of(make_npy_header('u', sizeof(Coset), shape)));
  file.write(std::as_bytes(values));
  file.commit();
}

}  // namespace

void write_monoid_table(const std::filesystem::path& path, const MonoidTable& table) {
  write_array(path, table.entries(), table.nodes(), table.letters());
}

void write_transformations(const std::filesystem::path& path, const MonoidTable& table) {
  if (table.letters() == 0) throw InputError("there are no letters, and so no transformations to write");
  std::vector<Coset> images;
  images.reserve(table.entries().size());
  for (std::size_t x = 0; x < table.letters(); ++x) {
    for (std::uint64_t c = 0; c < table.nodes(); ++c) images.push_back(table.entries()[c * table.letters() + x]);
  }
  if (path.extension() == ".npy") return write_array(path, images, table.letters(), table.nodes());
  std::string text = table.problem().monoid.is_semigroup ? "" : "# a monoid: the identity belongs to it\n";
  text += fmt::format("{} {}\n", table.letters(), table.nodes());
  for (std::size_t x = 0; x < table.letters(); ++x)
    text += fmt::format("{}\n", fmt::join(std::span(images).subspan(x * table.nodes(), table.nodes()), " "));
  OutputFile file(path);
  file.write(bytes_of(text));
  file.commit();
}

}  // namespace wreath::coset
