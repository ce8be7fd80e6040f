// SPDX-License-Identifier: MIT
//
// A deterministic automaton's run over a long input, on several threads.
//
// The run is a chain value' = table[symbol(position) + value]. The input is cut into pieces, and each is run for all values with
// which it may begin. The runs of a piece meet: after some letters few different values are left, mostly one, and then it does
// not matter with which the piece began: the run is known from there on and written down at once. When all pieces are done, the
// values between them follow one after the other, and the parts that were not known yet are run once more. Up to four runs go
// side by side in hardly more time than one, since each waits for its look-ups.
//
// Cost: one step for a position where the runs meet soon. Where more than `most_runs` do not meet, a piece is not worth it: it is
// run when the piece before it is done. So the work is bounded by 1 + most_runs times that of the plain run.
#pragma once

#include <algorithm>
#include <array>
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
/// `has_ended(position, value')`, whether nothing that comes after the position matters to this run, nor to any that continues
/// from it; and write(position, index, value'), which is called once for each position up to the end of the run.
template <class Input>
class PiecewiseRun {
 public:
  PiecewiseRun(Input& input, const PieceOptions& options) : input_(input), options_(options) {}

  /// From `value` through all positions 0..size-1, or until the run has ended; returns the last value.
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
    std::size_t linked = 1;
    for (bool has_ended = false; linked < count && !has_ended; ++linked) {
      Piece& piece = pieces[linked];
      piece.first = value;
      has_ended = !piece.is_given_up && (value >= piece.runs.size() || piece.runs[value] == kEnded);
      piece.is_written = piece.is_given_up || has_ended;
      value = piece.is_written ? write(piece.range, value) : piece.images[piece.runs[value]];
    }
    parallel_tasks(linked, threads, [&](std::size_t i) {
      if (i != 0 && !pieces[i].is_written) write({pieces[i].range.begin, pieces[i].known}, pieces[i].first);
    });
    return value;
  }

 private:
  static constexpr std::uint32_t kEnded = ~0U;

  struct Piece {
    Range range;
    std::size_t known = 0;              // from here on it is written
    std::vector<std::uint32_t> runs;    // which run each value takes, or kEnded
    std::vector<std::uint32_t> images;  // the value of each run
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    bool is_given_up = false;
    bool is_written = false;
  };

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
    std::size_t position = piece.range.begin;
    std::size_t stretch = 1;
    while (piece.images.size() > 1 && position < piece.range.end) {
      const std::size_t end = std::min(position + stretch, piece.range.end);
      advance(piece.images, {position, end});
      position = end;
      merge(piece, end - 1);
      if (position - piece.range.begin >= kPatience && piece.images.size() > options_.most_runs) {
        piece.is_given_up = true;
        return;
      }
      stretch = std::min<std::size_t>(2 * stretch, 256);
    }
    piece.known = position;
    if (piece.images.size() == 1) piece.images[0] = write({position, piece.range.end}, piece.images[0]);
  }

  void advance(std::vector<std::uint32_t>& images, Range range) const {
    switch (images.size()) {
      case 2: return advance_few<2>(images, range);
      case 3: return advance_few<3>(images, range);
      case 4: return advance_few<4>(images, range);
      default: break;
    }
    for (std::size_t position = range.begin; position < range.end; ++position) {
      for (std::uint32_t& image : images) image = input_.table[input_.index(position, image)];
    }
  }

  template <std::size_t Count>
  void advance_few(std::vector<std::uint32_t>& images, Range range) const {
    std::array<std::uint32_t, Count> values;
    std::copy_n(images.begin(), Count, values.begin());
    for (std::size_t position = range.begin; position < range.end; ++position) {
      for (std::uint32_t& value : values) value = input_.table[input_.index(position, value)];
    }
    std::ranges::copy(values, images.begin());
  }

  /// One run for each value that is left after the position.
  void merge(Piece& piece, std::size_t position) const {
    std::vector<std::uint32_t> values = piece.images;
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::erase_if(values, [&](std::uint32_t value) { return input_.has_ended(position, value); });
    if (values.size() == piece.images.size()) return;
    for (std::uint32_t& run : piece.runs) {
      if (run == kEnded) continue;
      const auto found = std::ranges::lower_bound(values, piece.images[run]);
      const bool is_left = found != values.end() && *found == piece.images[run];
      run = is_left ? static_cast<std::uint32_t>(found - values.begin()) : kEnded;
    }
    piece.images = std::move(values);
  }

  Input& input_;
  PieceOptions options_;
};

}  // namespace wreath::word
