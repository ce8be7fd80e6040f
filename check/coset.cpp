// SPDX-License-Identifier: MIT
//
// Proofs of `kind coset`: the index of a subgroup, the order of a group, or that two words lie in the same coset.
//
// A proof is a list of steps of a coset enumeration: make a row, or trace one cycle (a turned relator, or a word of the subgroup)
// at one row. The checker repeats them in a table of its own and searches for nothing. Rows that are found equal are joined in a
// union-find; what follows from that waits in a list. At the end the whole table is checked against the presentation.
//
// Cost: a step takes the length of its cycle, an equality the number of letters, the final check the number of rows times the
// lengths of the relators' periods. Memory: a row takes 4 bytes for each letter and 4 more, and only a step makes a row.
#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <utility>

#include "actions.hpp"

namespace check {

namespace {
/// Many rows, zeros at first: on large pages where the system has them, which makes reading here and there faster.
class ManyRows {
 public:
  explicit ManyRows(std::uint64_t count) {
    constexpr std::size_t kPage = std::size_t{1} << 21;
    const std::size_t bytes = (count * sizeof(Row) + kPage - 1) / kPage * kPage;
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(Row) - kPage) throw std::bad_alloc();
    rows_.reset(static_cast<Row*>(std::aligned_alloc(kPage, bytes)));
    if (!rows_) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    madvise(rows_.get(), bytes, MADV_HUGEPAGE);
#endif
    std::fill_n(rows_.get(), count, Row{0});
  }

  Row& operator[](std::size_t i) {
    return rows_.get()[i];
  }
  Row operator[](std::size_t i) const {
    return rows_.get()[i];
  }
  const Row* at(std::size_t i) const {
    return rows_.get() + i;
  }

 private:
  struct Free {
    void operator()(Row* rows) const { std::free(rows); }
  };
  std::unique_ptr<Row, Free> rows_;
};

/// The rows and what is known of them. At all times row c has d at x if and only if d has c at the inverse of x.
class Table {
 public:
  /// With room for a number of rows; there is row 1 alone.
  Table(const Presentation& group, std::uint64_t most_rows)
      : group_(group), width_(group.names.size()), entries_((most_rows + 1) * width_ + 1), equal_(most_rows + 1) {
    rows_ = living_ = equal_[1] = 1;
  }

  std::uint64_t rows() const { return rows_; }
  std::uint64_t living() const { return living_; }
  Row at(Row row, Letter letter) const { return entries_[row * width_ + letter]; }

  /// Makes a row, which is dead from the beginning if there is one at this place.
  void define(Row row, Letter letter) {
    const Row made = static_cast<Row>(++rows_);
    const Row known = at(row, letter);
    equal_[made] = known == 0 ? made : known;
    if (known != 0) return;
    ++living_;
    set(row, letter, made);
  }

  /// The cycle leads from the row to itself: adds the entry, or joins the rows, that this forces.
  void use(const Cycle& cycle, Row row) {
    const Letter* const word = group_.letters.data() + cycle.begin;
    Row front = row;
    std::size_t read = 0;  // letters read from the front
    for (Row next = 0; read < cycle.length && (next = at(front, word[read])) != 0; ++read) front = next;
    Row back = row;
    std::size_t left = cycle.length;  // letters not yet read from the back
    for (Row next = 0; left > read && (next = at(back, group_.inverse[word[left - 1]])) != 0; --left) back = next;
    if (left - read > 1) throw Rejected("more than one letter is missing in the cycle at row " + std::to_string(row));
    if (left - read == 1) {
      set(front, word[read], back);
    } else {
      make_equal(front, back);
    }
  }

  /// The row that is alive and equal to this one.
  Row survivor(Row row) {
    while (equal_[row] != row) row = equal_[row] = equal_[equal_[row]];
    return row;
  }

  /// Asks for memory that is read soon: an entry, and whether its row is alive.
  void fetch(Row row, Letter letter) const {
    __builtin_prefetch(equal_.at(row));
    __builtin_prefetch(entries_.at(row * width_ + letter));
  }

  /// Drops dead rows, and numbers the others in their order.
  void compact() {
    Row kept = 0;
    for (std::uint64_t row = 1; row <= rows_; ++row) equal_[row] = equal_[row] == row ? ++kept : 0;
    for (std::uint64_t row = 1; row <= rows_; ++row)
      for (std::size_t x = 0; equal_[row] != 0 && x < width_; ++x)
        entries_[equal_[row] * width_ + x] = equal_[entries_[row * width_ + x]];
    rows_ = kept;
    for (std::uint64_t row = 1; row <= kept; ++row) equal_[row] = static_cast<Row>(row);
  }

 private:
  void set(Row row, Letter letter, Row value) {
    entries_[row * width_ + letter] = value;
    entries_[value * width_ + group_.inverse[letter]] = row;
  }

  void make_equal(Row a, Row b) {
    constexpr std::size_t kAhead = 16;
    join(a, b);
    for (std::size_t k = 0; k < to_move_.size(); ++k) {
      if (k + kAhead < to_move_.size())
        for (Letter letter = 0; letter < width_; ++letter) fetch(at(to_move_[k + kAhead], letter), group_.inverse[letter]);
      const Row dead = to_move_[k];
      for (Letter letter = 0; letter < width_; ++letter) move_entry(dead, letter);
    }
    to_move_.clear();
  }

  /// Takes an entry from a dead row to the row that it is equal to now.
  void move_entry(Row dead, Letter letter) {
    const Letter inverse = group_.inverse[letter];
    const Row value = at(dead, letter);
    if (value == 0) return;
    entries_[dead * width_ + letter] = 0;
    entries_[value * width_ + inverse] = 0;
    const Row row = survivor(dead);
    const Row target = survivor(value);
    if (at(row, letter) != 0) {
      join(at(row, letter), target);
    } else if (at(target, inverse) != 0) {
      join(at(target, inverse), row);
    } else {
      set(row, letter, target);
    }
  }

  void join(Row a, Row b) {
    a = survivor(a);
    b = survivor(b);
    if (a == b) return;
    equal_[std::max(a, b)] = std::min(a, b);
    to_move_.push_back(std::max(a, b));
    fetch(to_move_.back(), 0);
    --living_;
  }

  const Presentation& group_;
  std::size_t width_;
  ManyRows entries_;          // row by row; row 0 is not used
  ManyRows equal_;            // union-find: a row that is alive has itself
  std::vector<Row> to_move_;  // dead rows that have their entries yet
  std::uint64_t rows_ = 0;
  std::uint64_t living_ = 0;
};

/// How many rows the steps make, the first one included; up to the first step that is damaged.
std::uint64_t count_rows(const Proof& proof, std::size_t letters) {
  NumberReader numbers(proof.body);
  std::uint64_t rows = 1;
  try {
    for (std::uint64_t step = 0; step < proof.steps && rows < kMostRows; ++step) {
      numbers.next();
      if (numbers.next() < letters) ++rows;
    }
  } catch (const Rejected&) {
  }
  return rows;
}

/// The row of a step, from its number and the row of the step before.
Row row_of(std::uint64_t number, Row before, std::uint64_t rows) {
  const std::uint64_t distance = number / 2 + number % 2;
  const bool forwards = number % 2 == 0;
  if (forwards ? distance > std::min(rows, kMostRows) - before : distance >= before) throw Rejected("its row was not defined");
  return static_cast<Row>(forwards ? before + distance : before - distance);
}

/// Steps that are read before they are made, so that what they read can be fetched. If one cannot be read, it comes last.
struct Ahead {
  struct Step {
    Row row;
    std::uint64_t action;
  };
  std::vector<Step> steps;
  std::string fault;  // of the step after them
};

void read_ahead(NumberReader& numbers, std::uint64_t count, std::uint64_t rows, Row row, Ahead& ahead) {
  ahead.steps.clear();
  try {
    for (std::uint64_t k = 0; k < count; ++k) {
      row = row_of(numbers.next(), row, rows++);  // each step makes a row, at most
      ahead.steps.push_back({row, numbers.next()});
    }
  } catch (const Rejected& rejected) {
    ahead.fault = rejected.what();
  }
}

/// Reads the beginnings of the cycles of all these steps together, letter by letter: none waits for the memory that another one
/// needs. A cycle is read forwards if its first letter has an entry, otherwise backwards.
void fetch_ahead(const std::vector<Ahead::Step>& steps, const Presentation& group, const Table& table) {
  constexpr std::size_t kLetters = 5;
  struct Reading {
    Row row;
    Cycle cycle;
    bool forwards;
  };
  std::vector<Reading> readings;
  for (const auto& [row, action] : steps) {
    if (row > table.rows()) continue;
    const std::uint64_t cycle = action - group.names.size();
    if (action >= group.names.size() && cycle < group.cycles.size() && group.cycles[cycle].length > 1)
      readings.push_back({row, group.cycles[cycle], true});
    table.fetch(row, action < group.names.size() ? static_cast<Letter>(action) : 0);
  }
  const auto letter_of = [&](const Reading& reading, std::size_t k) {
    const Letter* const word = group.letters.data() + reading.cycle.begin;
    return reading.forwards ? word[k] : group.inverse[word[reading.cycle.length - 1 - k]];
  };
  for (std::size_t k = 0; k + 1 < kLetters; ++k) {
    for (Reading& reading : readings) {
      if (k + 1 >= reading.cycle.length) continue;
      if (k == 0) reading.forwards = table.at(reading.row, letter_of(reading, 0)) != 0;
      reading.row = table.at(reading.row, letter_of(reading, k));
      table.fetch(reading.row, letter_of(reading, k + 1));
    }
  }
}

void make_step(const Ahead::Step& step, const Presentation& group, Table& table) {
  if (step.row > table.rows()) throw Rejected("its row was not defined");
  const std::size_t letters = group.names.size();
  const Row row = table.survivor(step.row);
  if (step.action < letters) {
    if (table.rows() == kMostRows) throw Rejected("more than 2^32 - 1 rows");
    return table.define(row, static_cast<Letter>(step.action));
  }
  const std::uint64_t cycle = step.action - letters;
  if (cycle >= group.cycles.size()) throw Rejected("there is no cycle " + std::to_string(cycle));
  if (cycle >= group.subgroup_cycles_from && step.row != 1)
    throw Rejected("a word of the subgroup is used at row " + std::to_string(step.row) + ", not at row 1");
  table.use(group.cycles[cycle], row);
}

void replay(const Proof& proof, const Presentation& group, Table& table) {
  constexpr std::uint64_t kTogether = 64;
  NumberReader numbers(proof.body);
  Ahead ahead;
  Row row = 1;
  std::uint64_t made = 0;
  try {
    while (made < proof.steps) {
      read_ahead(numbers, std::min(kTogether, proof.steps - made), table.rows(), row, ahead);
      fetch_ahead(ahead.steps, group, table);
      for (const Ahead::Step& step : ahead.steps) {
        make_step(step, group, table);
        row = step.row;
        ++made;
      }
      if (!ahead.fault.empty()) throw Rejected(ahead.fault);
    }
  } catch (const Rejected& rejected) {
    throw Rejected("step " + std::to_string(made + 1) + ": " + rejected.what());
  }
  if (!numbers.at_end()) throw Rejected("bytes follow the last step");
}

/// Every letter has an entry in every row.
void check_closed(const Line& claim, const Presentation& group, const Table& table) {
  for (std::uint64_t i = 1; i <= table.rows(); ++i) {
    const Row row = static_cast<Row>(i);
    for (Letter letter = 0; letter < group.names.size(); ++letter)
      if (table.at(row, letter) == 0)
        reject(claim,
               "row " + std::to_string(row) + " has no entry at letter " + quoted(group.names[letter]) + " after the last step");
  }
}

/// The subgroup has one generator w. The order of w divides m if w is conjugate to u^k, some relators are conjugate to powers of
/// u or its inverse with exponents whose greatest common divisor is g, and g divides m k; and it is a multiple of the lengths of
/// the cycles of w.
void check_cyclic(const Line& claim, const Presentation& group, const Table& table, std::uint64_t order) {
  const Relator generator = root_of(group.subgroup.front(), group.inverse);
  const Word& root = generator.period;
  std::uint64_t exponent = root.size() == 1 && group.inverse[root[0]] == root[0] ? 2 : 0;
  Word twice = root;
  twice.insert(twice.end(), root.begin(), root.end());
  for (const Relator& relator : group.relators) {
    Word turned(relator.period.rbegin(), relator.period.rend());
    for (Letter& letter : turned) letter = group.inverse[letter];
    for (const Word& each : {relator.period, turned}) {
      if (each.size() == root.size() && std::ranges::search(twice, each).begin() != twice.end())
        exponent = std::gcd(exponent, relator.power);
    }
  }
  const std::uint64_t shared = std::gcd(exponent, generator.power);
  const bool divides = root.empty() || (exponent != 0 && order % (exponent / shared) == 0);
  if (!divides) reject(claim, "no relator shows that the generator of the subgroup has order " + std::to_string(order));
  std::uint64_t multiple = 1;
  std::vector<bool> seen(table.rows() + 1, false);
  for (std::uint64_t i = 1; i <= table.rows(); ++i) {
    if (seen[i]) continue;
    std::uint64_t length = 0;
    for (Row row = static_cast<Row>(i); !seen[row]; ++length) {
      seen[row] = true;
      row = end_of(group.subgroup.front(), row, table);
    }
    if (order % length != 0) reject(claim, "the generator of the subgroup has a cycle of length " + std::to_string(length));
    multiple = std::lcm(multiple, length);
  }
  if (multiple != order) reject(claim, "as a permutation, the generator of the subgroup has order " + std::to_string(multiple));
}

void check_claim(const Claim& claim, const Presentation& group, const Table& table) {
  const Line& line = claim.line;
  if (claim.kind == "equal") {
    const Row left = end_of(claim.left, 1, table);
    const Row right = end_of(claim.right, 1, table);
    if (left == 0 || right == 0) reject(line, "a word of the claim cannot be read from row 1 after the last step");
    if (left != right) reject(line, "the words lead to rows " + std::to_string(left) + " and " + std::to_string(right));
    return;
  }
  const bool by_subgroup = claim.kind == "order" && !group.subgroup.empty();
  if (by_subgroup ? claim.number % table.living() != 0 : table.living() != claim.number)
    reject(line, "the steps lead to " + count_of(table.living(), "row") + ", and the claim is " + std::to_string(claim.number));
  if (by_subgroup && group.subgroup.size() > 1) reject(line, "an order needs a subgroup with one generator, or without any");
  check_closed(line, group, table);
  check_relators(line, group.relators, table);
  for (const Word& word : group.subgroup)
    if (end_of(word, 1, table) != 1) reject(line, "a word of the subgroup does not lead from row 1 to row 1");
  if (by_subgroup) check_cyclic(line, group, table, claim.number / table.living());
}

}  // namespace

std::string check_coset(const Proof& proof) {
  PresentationReader reader;
  const Presentation group = reader.read(proof.problem);
  const Claim claim = reader.read_claim(proof.claim, group.subgroup.empty());
  if (claim.kind == "different") reject(claim.line, "a proof of this kind cannot show that words are different");
  Table table(group, count_rows(proof, group.names.size()));
  replay(proof, group, table);
  table.compact();
  check_claim(claim, group, table);
  return claim.statement;
}

}  // namespace check
