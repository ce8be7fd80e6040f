// SPDX-License-Identifier: MIT
//
// Joining normal forms that lie in pieces.
//
// A long word is cut into pieces, and each piece is replaced by the marks of its normal form. To multiply what stands left of a
// joint by what stands right of it, letters are taken from the right and pushed onto the left, as always. As soon as the left
// ends in the acceptor's state in which the right stood at the same letter, all further letters will be appended, with the marks
// that they have: the rest of the right stays where it lies. So a joint touches what cancels there and a few letters more (the
// neighbourhood of the thin triangle's centre), whatever the lengths.
//
// Everything happens in place. The left's marks fill the room of its pieces from the left; when the last one is full, they go on
// in the room of the letters that were taken from the right, and are moved up against what is left of it in the end. There is
// always room: the left grows by at most one for each letter taken.
//
// Joints whose groups of pieces do not overlap can be worked on at the same time: by threads, or by the lanes of a GPU.
#pragma once

#include "word/reduction/walk.hpp"

namespace wreath::word {

/// A piece's marks are cells[begin..end).
struct WordPiece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  WREATH_HD std::uint64_t size() const { return end - begin; }
};

/// A word in pieces: piece p has the room cells[p*base .. (p+1)*base).
template <class Cell>
struct PiecesRef {
  Cell* cells = nullptr;
  WordPiece* pieces = nullptr;
  std::uint64_t base = 0;
};

template <class Cell, class Log>
class Joint {
 public:
  /// The log has room for max_depth + 1 sets; max_steps bounds the steps of all walks besides some for each letter taken.
  WREATH_HD Joint(const MachineRef& machine, const PiecesRef<Cell>& word, Log* log, std::uint32_t max_depth,
                  std::int64_t max_steps)
      : machine_(machine), word_(word), log_(log), max_depth_(max_depth), steps_left_(max_steps) {}

  /// Joins the pieces first..middle-1 with middle..last-1. Returns whether it could be done within the limits; if not, the pieces
  /// still spell a word of the same element, but not its normal form.
  WREATH_HD bool join(std::uint64_t first, std::uint64_t middle, std::uint64_t last) {
    first_ = first;
    right_ = middle;
    top_ = middle - 1;
    settle();
    Mark own = 0;  // the right's mark of the letter taken last
    bool done = true;
    while (next_right(last) && machine_.diagonal[top_mark()] != machine_.diagonal[own]) {
      WordPiece& right = word_.pieces[right_];
      own = word_.cells[right.begin++];
      steps_left_ += kStepsPerLetter;
      if (!push(machine_.letter(own))) {
        --right.begin;
        done = false;
        break;
      }
    }
    if (right_ < last) close();
    return done;
  }

 private:
  static constexpr std::int64_t kStepsPerLetter = 64;

  WREATH_HD std::uint64_t room_begin(std::uint64_t piece) const { return piece * word_.base; }
  /// The left's part of a piece.
  WREATH_HD WordPiece& left(std::uint64_t piece) { return piece == right_ ? taken_ : word_.pieces[piece]; }

  /// Continues with the next piece of the right if this one is used up. What the left has there becomes a piece.
  WREATH_HD bool next_right(std::uint64_t last) {
    while (right_ < last && word_.pieces[right_].size() == 0) {
      word_.pieces[right_] = top_ == right_ ? taken_ : WordPiece{room_begin(right_), room_begin(right_)};
      ++right_;
    }
    return right_ < last;
  }

  /// Lowers the top to the last piece of the left that has letters; emptied ones have all their room.
  WREATH_HD void settle() {
    while (left(top_).size() == 0 && top_ > first_) {
      left(top_) = {room_begin(top_), room_begin(top_)};
      --top_;
    }
    if (left(top_).size() == 0) left(top_) = {room_begin(top_), room_begin(top_)};
  }

  WREATH_HD Mark top_mark() {
    const WordPiece& piece = left(top_);
    return piece.size() == 0 ? 0 : word_.cells[piece.end - 1];
  }

  WREATH_HD void append(Mark mark) {
    if (top_ < right_ && left(top_).end == room_begin(top_ + 1)) {
      ++top_;
      left(top_) = {room_begin(top_), room_begin(top_)};
    }
    word_.cells[left(top_).end++] = static_cast<Cell>(mark);
  }

  WREATH_HD bool push(std::uint32_t g) {
    const std::uint32_t action = machine_.action[top_mark() << machine_.letter_bits | g];
    switch (static_cast<Effect>(action & 3U)) {
      case Effect::append: append(action >> 2); break;
      case Effect::replace:
        if (left(top_).size() != 0) word_.cells[left(top_).end - 1] = static_cast<Cell>(action >> 2);
        break;
      case Effect::cancel:
        --left(top_).end;
        settle();
        break;
      case Effect::walk: return walk(g);
    }
    return true;
  }

  /// A place between two letters of the left.
  struct LetterGap {
    std::uint64_t piece;
    std::uint64_t index;  // of the cell after it
  };

  WREATH_HD bool walk(std::uint32_t g) {
    LetterGap at{top_, left(top_).end};
    Set set = g;
    std::uint32_t depth = 0;
    Mark mark = 0;
    while (true) {
      log_[depth] = static_cast<Log>(set);
      while (at.index == left(at.piece).begin && at.piece > first_) {
        --at.piece;
        at.index = left(at.piece).end;
      }
      mark = at.index == left(at.piece).begin ? 0 : word_.cells[at.index - 1];
      if (machine_.contains(set, machine_.mark_state[mark])) break;
      if (depth == max_depth_ || --steps_left_ < 0) return false;
      set = machine_.back[set << machine_.letter_bits | machine_.letter(mark)];
      --at.index;
      ++depth;
    }
    std::uint32_t state = machine_.mark_state[mark];
    for (; depth != 0; --depth, ++at.index) {
      while (at.index == left(at.piece).end) {
        ++at.piece;
        at.index = left(at.piece).begin;
      }
      Cell& cell = word_.cells[at.index];
      const NextLetter choice = machine_.choose(log_[depth - 1], state, machine_.letter(cell), g);
      if (choice.letter() == machine_.letters) {  // it is the last letter
        --left(top_).end;
        settle();
        return true;
      }
      state = choice.state();
      mark = machine_.after(mark, choice.letter());
      cell = static_cast<Cell>(mark);
    }
    if (!machine_.ends(state, g)) {
      append(machine_.after(mark, machine_.last[state << machine_.letter_bits | g] - 1));
    }
    return true;
  }

  /// Moves what the left has in the right's piece up against the rest.
  WREATH_HD void close() {
    if (top_ != right_) return;
    WordPiece& right = word_.pieces[right_];
    while (taken_.size() != 0) word_.cells[--right.begin] = word_.cells[--taken_.end];
  }

  MachineRef machine_;
  PiecesRef<Cell> word_;
  Log* log_;
  std::uint32_t max_depth_;
  std::int64_t steps_left_;
  std::uint64_t first_ = 0;
  std::uint64_t top_ = 0;    // the piece in which the left ends
  std::uint64_t right_ = 0;  // the piece from which letters are taken
  WordPiece taken_;          // what the left has there
};

}  // namespace wreath::word
