// SPDX-License-Identifier: MIT
//
// A deterministic automaton's run over a long input, on several threads.
//
// The run is a chain value' = table[symbol(position) + value]. The input is cut into pieces, and each is run for all values with
// which it may begin. The runs of a piece meet: after some letters few different values are left, mostly one, and then it does
// not matter with which the piece began: the run is known from there on and written down at once. When all pieces are done, the
// values between them follow one after the other, and the parts that were not known yet are run once more.
//
// Cost: one step for a position where the runs meet soon. Where more than `most_runs` do not meet, a piece is not worth it: it is
// run when the piece before it is done. So the work is bounded by 1 + most_runs times that of the plain run.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "core/parallel/loops.hpp"

namespace wreath::word {

struct PieceOptions {
  unsigned threads = 0;
  std::size_t least = 1U << 14;  // positions of a piece
  std::size_t most_runs = 6;
};

/// Input says what is run: `index(position, value)` into its `table`; `values(position)`, how many there may be (0, 1, ...);
/// `failure`, a value that is none; and write(position, index, value'), which is called once for each position.
template <class Input>
class PiecewiseRun {
 public:
  PiecewiseRun(Input& input, const PieceOptions& options) : input_(input), options_(options) {}

  /// From `value` through all positions 0..size-1; returns the last value.
  std::uint32_t run(std::size_t size, std::uint32_t value) {
    const unsigned threads = resolve_threads(options_.threads);
    const std::size_t count =
        std::clamp<std::size_t>(size / std::max<std::size_t>(1, options_.least), 1, 4 * std::size_t{threads});
    if (count == 1 || threads == 1) return write({0, size}, value);
    std::vector<Piece> pieces(count);
    parallel_tasks(count, threads, [&](std::size_t i) {
      pieces[i].range = piece_of(size, i, count);
      if (i == 0) {
        pieces[i].last = write(pieces[i].range, value);
      } else {
        explore(pieces[i]);
      }
    });
    value = pieces[0].last;
    for (std::size_t i = 1; i < count; ++i) {
      if (value == input_.failure) return value;
      pieces[i].first = value;
      value = pieces[i].is_given_up ? write(pieces[i].range, value) : pieces[i].image(value);
    }
    if (value == input_.failure) return value;
    parallel_tasks(count, threads, [&](std::size_t i) {
      if (i != 0 && !pieces[i].is_given_up) write({pieces[i].range.begin, pieces[i].known}, pieces[i].first);
    });
    return value;
  }

 private:
  static constexpr std::uint32_t kFailed = ~0U;

  struct Piece {
    Range range;
    std::size_t known = 0;              // from here on it is written
    std::vector<std::uint32_t> runs;    // which run each value takes, or kFailed
    std::vector<std::uint32_t> images;  // the value of each run
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    bool is_given_up = false;

    std::uint32_t image(std::uint32_t value) const { return runs[value] == kFailed ? last : images[runs[value]]; }
  };

  std::uint32_t step(std::size_t position, std::uint32_t value) const { return input_.table[input_.index(position, value)]; }

  std::uint32_t write(Range range, std::uint32_t value) {
    for (std::size_t position = range.begin; position < range.end; ++position) {
      const std::uint32_t index = input_.index(position, value);
      value = input_.table[index];
      input_.write(position, index, value);
    }
    return value;
  }

  /// All runs of a piece, until they have met; then the one that is left.
  void explore(Piece& piece) {
    constexpr std::size_t kPatience = 1024;
    piece.runs.resize(input_.values(piece.range.begin));
    std::iota(piece.runs.begin(), piece.runs.end(), 0U);
    piece.images = piece.runs;
    piece.last = input_.failure;
    std::size_t position = piece.range.begin;
    std::size_t stretch = 1;
    while (piece.images.size() > 1 && position < piece.range.end) {
      const std::size_t end = std::min(position + stretch, piece.range.end);
      for (; position < end; ++position) {
        for (std::uint32_t& image : piece.images) image = step(position, image);
      }
      merge(piece);
      if (position - piece.range.begin >= kPatience && piece.images.size() > options_.most_runs) {
        piece.is_given_up = true;
        return;
      }
      stretch = std::min<std::size_t>(2 * stretch, 256);
    }
    piece.known = position;
    if (piece.images.size() == 1) piece.images[0] = write({position, piece.range.end}, piece.images[0]);
  }

  /// One run for each value that is left.
  void merge(Piece& piece) const {
    std::vector<std::uint32_t> values = piece.images;
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::erase(values, input_.failure);
    if (values.size() == piece.images.size()) return;
    for (std::uint32_t& run : piece.runs) {
      if (run == kFailed) continue;
      const auto found = std::ranges::lower_bound(values, piece.images[run]);
      const bool is_left = found != values.end() && *found == piece.images[run];
      run = is_left ? static_cast<std::uint32_t>(found - values.begin()) : kFailed;
    }
    piece.images = std::move(values);
  }

  Input& input_;
  PieceOptions options_;
};

}  // namespace wreath::word
