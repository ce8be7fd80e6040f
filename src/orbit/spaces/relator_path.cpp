// SPDX-License-Identifier: MIT
//
// A path of presentations as moves that anybody can repeat.
//
// The path is one of classes: relators up to rotation and inversion. Here it is followed with two words. A rotation is a
// conjugate, and so each step is a few of the three elementary moves: invert a relator, conjugate it, multiply it by the other
// one.
#include <fmt/format.h>

#include "orbit/spaces/presentations.hpp"
#include "wreath/orbit/words.hpp"
#include "wreath/run.hpp"

namespace wreath::orbit {

std::optional<RelatorMove> find_relator_step(const RelatorPair& from, const RelatorPair& to, const Generators& generators,
                                             StopCheck& check) {
  const RelatorMoves moves(from, generators.degree);
  RelatorPair found;
  for (std::uint32_t number = 0; number < moves.count(); ++number) {
    check.spend(kRelatorMoveSteps);
    const RelatorMove move = moves(from, number);
    if (moved(from, move, generators.degree, has_renamings(generators), found) && found == to) return move;
  }
  return std::nullopt;
}

namespace {

/// Two relators as words, and the moves that were made on them.
class MoveList {
 public:
  MoveList(const Relator& first, const Relator& second) : words_{first, second} {
    text_ = fmt::format("start {} {}\n", print_relator(first), print_relator(second));
  }
  const Relator& word(unsigned which) const { return words_[which]; }

  void invert(unsigned which) {
    words_[which] = inverse_of(words_[which]);
    text_ += fmt::format("{} inv\n", which + 1);
  }
  /// x becomes by^-1 * x * by.
  void conjugate(unsigned which, const Relator& by) {
    if (by.length == 0) return;
    words_[which] = product(product(inverse_of(by), words_[which]), by);
    text_ += fmt::format("{} conj {}\n", which + 1, print_relator(by));
  }
  void multiply(unsigned which) {
    words_[which] = product(words_[which], words_[1 - which]);
    text_ += fmt::format("{} mul {}\n", which + 1, 2 - which);
  }
  /// Cyclically reduced.
  void reduce(unsigned which) {
    Relator by;
    for (Relator word = words_[which]; word.length > 1 && word.letter(0) == (word.letter(word.length - 1) ^ 3U);
         word = word.without_first(1).without_last(1))
      by.append(word.letter(0));
    conjugate(which, by);
  }
  /// Until it is this rotation of the word or of its inverse, which is cyclically reduced. False if it is none of them.
  bool turn_into(unsigned which, const Relator& wanted) {
    for (const bool inverts : {false, true}) {
      const Relator word = inverts ? inverse_of(words_[which]) : words_[which];
      for (std::uint32_t at = 0; at < word.length; ++at) {
        if (!(word.from(at) == wanted)) continue;
        if (inverts) invert(which);
        conjugate(which, word.without_last(word.length - at));
        return true;
      }
    }
    return false;
  }
  std::string finish() {
    return std::move(text_) + fmt::format("end {} {}\n", print_relator(words_[0]), print_relator(words_[1]));
  }

 private:
  static Relator product(Relator left, const Relator& right) {
    const std::uint32_t cancelled = left.length == 0 || right.length == 0 ? 0 : cancelled_letters(left, right);
    left = left.without_last(cancelled);
    const Relator rest = right.without_first(cancelled);
    if (left.length + rest.length > Relator::kMost) throw InternalError("a word of a path of presentations is too long");
    return left.then(rest);
  }

  Relator words_[2];
  std::string text_;
};

}  // namespace

void require_moves(const Generators& generators) {
  if (generators.moves != Moves::relators) throw InputError("moves are printed of presentations, as in andrews-curtis:20");
  if (has_renamings(generators))
    throw InputError("moves are printed if the names of generators count: leave out the ,8 of the graph");
}

std::string print_moves(const WordSearch& found, const Generators& generators, std::string_view from, std::string_view to,
                        RunControl* run) {
  require_moves(generators);
  if (!found.word) throw InputError("there are no moves: no path was found");
  StopCheck check = stop_check(run);
  const auto begin = parse_relators(from, generators);
  const auto end = parse_relators(to, generators);
  MoveList list(begin.first, begin.second);
  for (std::size_t i = 0; i + 1 < found.states_along.size(); ++i) {
    const RelatorPair pair = pair_of_state(found.states_along[i]);
    std::optional<RelatorMove> move;
    or_limit_reached([&] { move = find_relator_step(pair, pair_of_state(found.states_along[i + 1]), generators, check); });
    if (!move) throw InternalError("a path of presentations has a step that is not a move");
    // Which of the two words has the class of the relator that is replaced; they may be the same.
    const Relator& replaced = move->second ? pair.second : pair.first;
    const unsigned which = canonical_relator(list.word(0)) == replaced ? 0 : 1;
    const Relator& kept = move->second ? pair.first : pair.second;
    const bool good = list.turn_into(which, replaced.from(move->at)) &&
                      list.turn_into(1 - which, (move->inverted ? inverse_of(kept) : kept).from(move->other_at));
    if (!good) throw InternalError("the words of a path are not of the classes of its states");
    list.conjugate(1 - which, inverse_of(move->between));
    list.multiply(which);
    list.conjugate(1 - which, move->between);
    list.reduce(which);
  }
  const bool straight = canonical_relator(list.word(0)) == canonical_relator(end.first) &&
                        canonical_relator(list.word(1)) == canonical_relator(end.second);
  const bool good = list.turn_into(0, straight ? end.first : end.second) && list.turn_into(1, straight ? end.second : end.first);
  if (!good) throw InternalError("the moves of a path do not end at its target");
  return list.finish();
}

}  // namespace wreath::orbit
