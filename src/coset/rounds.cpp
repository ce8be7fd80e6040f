// SPDX-License-Identifier: MIT
//
// Definitions in bulk: one relator is closed at many cosets at once, on all cores.
//
// A trace that stands open wants edges: one between its ends, if that is all that is missing, or a path of new cosets between
// them. Two traces may want the same edge, most often because they lie on one cycle. So each claims the two slots where its path
// would be tied on, and the least task that holds both wins. Winners are given new rows in the order of the tasks and write their
// paths; no two of them touch the same slot. The others continue their traces, now through the new edges, and claim again. The
// first task always wins, and after two to four rounds few are left; these are filled one after the other.
//
// Claims are kept in a table smaller than that of the cosets: slots that fall together there only delay a task. What is defined
// is a function of the list of tasks, and does not depend on the number of threads.
#include <algorithm>
#include <utility>

#include "core/parallel/loops.hpp"
#include "coset/claims.hpp"
#include "coset/scan.hpp"

namespace wreath::coset {

namespace {

/// The place of a letter in a relator; a division is seldom needed.
std::uint64_t place_of(std::uint64_t letters, const Relator& relator) {
  return letters < relator.span ? letters : letters % relator.span;
}

/// Continues a trace to the first holes at both ends. Returns the steps.
std::uint64_t advance(const CosetTable& table, const Relator& relator, Ends& ends) {
  const std::uint64_t before = ends.gap;
  std::uint64_t place = place_of(ends.ahead, relator);
  for (Row next = 0; ends.gap != 0 && (next = table.at(ends.front, relator.forward[place])) != 0; --ends.gap, ++ends.ahead) {
    ends.front = next;
    if (++place == relator.span) place = 0;
  }
  place = relator.span - place_of(relator.length - ends.ahead - ends.gap, relator);
  for (Row next = 0; ends.gap != 0 && (next = table.at(ends.back, relator.backward[place - 1])) != 0; --ends.gap) {
    ends.back = next;
    if (--place == 0) place = relator.span;
  }
  return before - ends.gap + 1;
}

Slots slots_of(const CosetTable& table, const Relator& relator, const Ends& ends) {
  const Letter first = relator.forward[place_of(ends.ahead, relator)];
  const Letter last = relator.backward[place_of(ends.ahead + ends.gap - 1, relator)];
  return {std::uint64_t{ends.front} * table.width() + first, std::uint64_t{ends.back} * table.width() + last};
}

/// New rows of the path between the ends. A path that would begin and end in the same slot is begun alone.
std::uint64_t rows_of(const Ends& ends, const Slots& slots) {
  if (ends.gap == 1) return 0;
  return slots.front == slots.back ? 1 : ends.gap - 1;
}

void write_path(CosetTable& table, const Relator& relator, const Ends& ends, Row fresh, std::uint64_t rows) {
  std::uint64_t place = place_of(ends.ahead, relator);
  Row at = ends.front;
  for (std::uint64_t k = 0; k < rows; ++k) {
    table.connect(at, relator.forward[place], fresh + static_cast<Row>(k));
    at = fresh + static_cast<Row>(k);
    if (++place == relator.span) place = 0;
  }
  if (rows + 1 == ends.gap) table.connect(at, relator.forward[place], ends.back);
}

}  // namespace

/// Closes the relator along the traces in ends_, which a scan has just led to their holes. False if the table is full.
bool Enumerator::fill_in_rounds(const Relator& relator) {
  for (bool fresh_ends = true; strategy_ == Strategy::hlt && ends_.size() > grain_.few_tasks; fresh_ends = false) {
    if (!claims_) claims_ = std::make_unique<Claims>();
    Claims& claims = *claims_;
    const std::size_t tasks = ends_.size();
    claims.clear(tasks, grain_.piece, threads_);
    const auto each_piece = [&](auto body) {
      parallel_tasks(claims.pieces.size(), grain_.threads_for(tasks, threads_), [&](std::size_t k) {
        for (std::size_t task = k * grain_.piece; task < std::min(tasks, (k + 1) * grain_.piece); ++task)
          body(claims.pieces[k], static_cast<std::uint32_t>(task), ends_[task]);
      });
    };
    each_piece([&](Claims::Piece& piece, std::uint32_t task, Ends& ends) {
      piece.steps += fresh_ends ? 1 : advance(table_, relator, ends);
      if (ends.gap == 0) {
        if (ends.front != ends.back) piece.equal.emplace_back(ends.front, ends.back);
        return;
      }
      const Slots slots = slots_of(table_, relator, ends);
      claims.claim(slots.front, task);
      claims.claim(slots.back, task);
    });
    each_piece([&](Claims::Piece& piece, std::uint32_t task, Ends& ends) {
      if (ends.gap == 0) return;
      const Slots slots = slots_of(table_, relator, ends);
      if (claims.wins(slots, task)) piece.rows += rows_of(ends, slots);
    });
    std::uint64_t rows = 0;
    for (const Claims::Piece& piece : claims.pieces) rows += piece.rows;
    Row fresh = table_.append(rows);
    if (fresh == 0) break;  // the room that there is
    for (Claims::Piece& piece : claims.pieces) {
      const std::uint64_t own = piece.rows;
      piece.rows = fresh;  // where its rows begin
      fresh += static_cast<Row>(own);
    }
    each_piece([&](Claims::Piece& piece, std::uint32_t task, Ends& ends) {
      if (ends.gap == 0) return;
      const Slots slots = slots_of(table_, relator, ends);
      const bool wins = claims.wins(slots, task);
      const std::uint64_t own = rows_of(ends, slots);
      if (wins) {
        write_path(table_, relator, ends, static_cast<Row>(piece.rows), own);
        piece.rows += own;
        piece.begun += own + 1 != ends.gap ? 1 : 0;
      }
      if (!wins || own + 1 != ends.gap) piece.open.push_back(ends);
    });
    ends_.clear();
    for (const Claims::Piece& piece : claims.pieces) {
      steps_ += piece.steps;
      begun_paths_ += piece.begun;
      ends_.insert(ends_.end(), piece.open.begin(), piece.open.end());
      for (const auto& [a, b] : piece.equal) table_.coincide(a, b);
    }
  }
  return std::ranges::all_of(ends_, [&](const Ends& ends) { return fill(Trace(table_, relator, ends)); });
}

/// Defines what is missing in the rows of the live cosets first..last-1. False if the table is full.
bool Enumerator::fill_rows(std::uint64_t first, std::uint64_t last) {
  const unsigned width = table_.width();
  steps_ += (last - first) * width;
  const auto each_hole = [&](std::uint64_t begin, std::uint64_t end, auto body) {
    for (std::uint64_t c = begin; c < end; ++c) {
      if (!table_.is_alive(static_cast<Row>(c))) continue;
      for (unsigned x = 0; x < width; ++x) {
        if (table_.at(static_cast<Row>(c), static_cast<Letter>(x)) == 0 && !body(static_cast<Row>(c), static_cast<Letter>(x)))
          return false;
      }
    }
    return true;
  };
  const std::uint64_t pieces = (last - first + grain_.piece - 1) / grain_.piece;
  std::vector<std::uint64_t> holes(pieces);
  const auto each_piece = [&](auto body) {
    parallel_tasks(pieces, grain_.threads_for(last - first, threads_), [&](std::size_t k) {
      each_hole(first + k * grain_.piece, std::min(last, first + (k + 1) * grain_.piece),
                [&](Row c, Letter x) { return body(holes[k], c, x); });
    });
  };
  std::uint64_t count = 0;
  if (strategy_ == Strategy::hlt && pieces > 1) {
    each_piece([](std::uint64_t& own, Row, Letter) { return ++own, true; });
    for (std::uint64_t& own : holes) own = std::exchange(count, count + own);
    if (const Row fresh = table_.append(count)) {
      each_piece([&](std::uint64_t& at, Row c, Letter x) { return table_.connect(c, x, fresh + static_cast<Row>(at++)), true; });
      return true;
    }
  }
  return each_hole(first, last, [&](Row c, Letter x) { return table_.define(c, x) != 0; });
}

}  // namespace wreath::coset
