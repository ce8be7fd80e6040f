// SPDX-License-Identifier: MIT
//
// Proofs of `kind automatic`: automata are a ShortLex automatic structure of a group (docs/proofs.md has the format, and why the
// checks below suffice).
//
// W is the acceptor, M the general multiplier, whose states carry word differences; M_x are the pairs that lead M from its start
// to a state with the difference of the letter x.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "relations.hpp"

namespace check {

namespace {

/// The word acceptor: all states accept, and state 0 is the start.
struct Acceptor {
  std::vector<std::vector<std::pair<Letter, State>>> edges;  // by letter

  State next(State state, Letter x) const {
    const auto found = std::ranges::lower_bound(edges[state], std::pair<Letter, State>{x, 0});
    return found == edges[state].end() || found->first != x ? kNoState : found->second;
  }
};

/// d b = a e for the words of the differences d and e.
struct DifferenceEdge {
  std::size_t from;
  Letter first, second;
  std::size_t to;
};

class Structure {
 public:
  explicit Structure(const Proof& proof) : proof_(proof), numbers_(proof.body) {}

  std::string check() {
    const std::size_t read = read_equations(proof_.problem, given_);
    if (read != proof_.problem.size()) reject(proof_.problem[read], "expected letters, then equations");
    letters_ = static_cast<Letter>(given_.names.size());
    if (!given_.is_group()) reject(proof_.claim, "each letter of a group has an inverse");
    const std::vector<std::string_view> claim = words_of(proof_.claim);
    if (claim.size() != 3 || claim[1] != "automatic") reject(proof_.claim, "expected 'claim automatic N'");
    read_steps();
    if (number_of(claim[2], proof_.claim) != acceptor_.edges.size())
      reject(proof_.claim, "the acceptor has " + count_of(acceptor_.edges.size(), "state"));
    check_words();
    check_new_letters();
    check_order();
    if (backwards_ == 0) {
      check_partners();
    } else {
      for (Letter x = 0; x < letters_; ++x) check_partners_backwards(x);
    }
    check_relations();
    return "an automaton of " + count_of(acceptor_.edges.size(), "state") +
           " accepts the ShortLex-least words of the group, one for each element";
  }

 private:
  void next_step() {
    if (++step_ > proof_.steps) throw Rejected("there are fewer steps than the first one announces");
  }

  std::uint64_t number_below(std::uint64_t limit, const std::string& what) {
    const std::uint64_t number = numbers_.next();
    if (number >= limit) reject_step(step_, "there is no " + what + " " + std::to_string(number));
    return number;
  }
  /// A state takes a byte, and its number fits in a State.
  std::uint64_t most_states() const { return std::min<std::uint64_t>(proof_.body.size(), kNoState / 2); }
  Letter letter_or_pad() { return static_cast<Letter>(number_below(letters_ + 1, "letter")); }

  void read_steps() {
    next_step();
    const std::uint64_t lemmas = numbers_.next();
    const std::uint64_t differences = numbers_.next();
    const std::uint64_t edges = numbers_.next();
    const std::uint64_t words = numbers_.next();
    const std::uint64_t pairs = numbers_.next();
    composites_ = numbers_.next();
    backwards_ = number_below(2, "direction");
    for (const std::uint64_t count : {words, pairs})
      if (count == 0 || count > most_states()) reject_step(step_, "an automaton has no states, or too many");
    Lemmas known(given_);
    for (std::uint64_t i = 0; i < lemmas; ++i) next_step(), known.read(numbers_, step_);
    for (std::uint64_t i = 0; i < differences; ++i) next_step(), differences_.push_back(read_word(numbers_, letters_, step_));
    if (differences_.empty() || !differences_[0].empty()) reject_step(step_, "the first difference is not the empty word");
    for (Letter x = 0; x < letters_; ++x) {
      next_step();
      of_letter_.push_back(number_below(differences_.size(), "difference"));
      require_equal(differences_[of_letter_[x]], {x}, known);
    }
    for (std::uint64_t i = 0; i < edges; ++i) next_step(), read_difference_edge(known);
    for (std::uint64_t i = 0; i < words; ++i) next_step(), read_acceptor_state(words);
    pairs_.pad = letters_;
    for (std::uint64_t i = 0; i < pairs; ++i) next_step(), read_multiplier_state(pairs);
    check_edges();
  }

  /// By a lemma, 1 + its number, or because they are the same (0).
  void require_equal(const Word& u, const Word& v, const Lemmas& known) {
    const std::uint64_t code = number_below(known.size() + 1, "lemma");
    const bool is_shown = code == 0                   ? u == v
                          : known.left(code - 1) == u ? known.right(code - 1) == v
                                                      : known.left(code - 1) == v && known.right(code - 1) == u;
    if (!is_shown) reject_step(step_, "the sides of the lemma are not the two words");
  }

  void read_difference_edge(const Lemmas& known) {
    const std::size_t from = number_below(differences_.size(), "difference");
    const Letter a = letter_or_pad();
    const Letter b = letter_or_pad();
    const std::size_t to = number_below(differences_.size(), "difference");
    if (a == letters_ && b == letters_) reject_step(step_, "an edge reads no letter");
    Word left = differences_[from];
    if (b != letters_) left.push_back(b);
    Word right;
    if (a != letters_) right.push_back(a);
    right.insert(right.end(), differences_[to].begin(), differences_[to].end());
    require_equal(left, right, known);
    difference_edges_.push_back({from, a, b, to});
  }

  void read_acceptor_state(std::uint64_t states) {
    acceptor_.edges.emplace_back();
    auto& row = acceptor_.edges.back();
    for (std::uint64_t left = number_below(letters_ + 1, "number of edges"); left > 0; --left) {
      const auto x = static_cast<Letter>(number_below(letters_, "letter"));
      if (!row.empty() && row.back().first >= x) reject_step(step_, "the letters of the edges do not ascend");
      row.emplace_back(x, static_cast<State>(number_below(states, "state")));
    }
  }

  void read_multiplier_state(std::uint64_t states) {
    difference_of_.push_back(number_below(differences_.size(), "difference"));
    pairs_.edges.emplace_back();
    auto& row = pairs_.edges.back();
    for (std::uint64_t left = numbers_.next(); left > 0; --left) {
      const DifferenceEdge& edge = difference_edges_[number_below(difference_edges_.size(), "edge of differences")];
      if (edge.from != difference_of_.back()) reject_step(step_, "an edge begins at another difference");
      if (!row.empty() && std::pair(row.back().first, row.back().second) >= std::pair(edge.first, edge.second))
        reject_step(step_, "the letters of the edges do not ascend");
      row.push_back({edge.first, edge.second, static_cast<State>(number_below(states, "state"))});
      ends_.push_back(edge.to);
    }
  }

  /// Every edge of the multiplier ends at the difference that its state has, and after a padding there are only paddings.
  void check_edges() {
    if (difference_of_[0] != 0) throw Rejected("the multiplier does not begin with the empty word as difference");
    std::vector<bool> first_ended(pairs_.states());
    std::vector<bool> second_ended(pairs_.states());
    std::size_t at = 0;
    for (const auto& row : pairs_.edges) {
      for (const auto& [a, b, target] : row) {
        if (difference_of_[target] != ends_[at++]) throw Rejected("an edge of the multiplier ends at another difference");
        if (a == letters_) first_ended[target] = true;
        if (b == letters_) second_ended[target] = true;
      }
    }
    for (State state = 0; state < pairs_.states(); ++state)
      for (const auto& [a, b, target] : pairs_.edges[state])
        if ((first_ended[state] && a != letters_) || (second_ended[state] && b != letters_))
          throw Rejected("the multiplier reads a letter after a padding");
  }

  bool accepts(State state, Letter x) const { return difference_of_[state] == of_letter_[x]; }

  /// The words of all pairs are accepted.
  void check_words() const {
    const std::uint64_t words = acceptor_.edges.size();
    product_of(pairs_.states(), words, words);
    Numbering reached;
    reached.add(0);
    for (std::size_t at = 0; at < reached.size(); ++at) {
      const auto v = static_cast<State>(reached[at] % words);
      const auto u = static_cast<State>(reached[at] / words % words);
      for (const auto& [a, b, target] : pairs_.edges[reached[at] / words / words]) {
        const State u_next = a == letters_ ? u : acceptor_.next(u, a);
        const State v_next = b == letters_ ? v : acceptor_.next(v, b);
        if (u_next == kNoState || v_next == kNoState) throw Rejected("the multiplier reads a word that the acceptor rejects");
        reached.add((target * words + u_next) * words + v_next);
      }
    }
  }

  /// If w and w x are accepted, (w, w x) is a pair of M_x.
  void check_new_letters() const {
    product_of(acceptor_.edges.size(), pairs_.states(), 1);
    Numbering reached;
    reached.add(0);
    for (std::size_t at = 0; at < reached.size(); ++at) {
      const auto pair = static_cast<State>(reached[at] % pairs_.states());
      for (const auto& [x, target] : acceptor_.edges[reached[at] / pairs_.states()]) {
        const State product = pairs_.next(pair, letters_, x);
        if (product == kNoState || !accepts(product, x))
          throw Rejected("a word and the same word with a letter more are not a pair");
        const State same = pairs_.next(pair, x, x);
        if (same == kNoState) throw Rejected("the multiplier does not read a word beside itself");
        reached.add(std::uint64_t{target} * pairs_.states() + same);
      }
    }
  }

  /// No pair (u, v) of M_x has a v that is greater than u x in ShortLex.
  void check_order() const {
    enum Standing : std::uint64_t { same, less, greater, kStandings };
    Numbering reached;
    reached.add(same);
    for (std::size_t at = 0; at < reached.size(); ++at) {
      const auto state = static_cast<State>(reached[at] / kStandings);
      const auto standing = static_cast<Standing>(reached[at] % kStandings);
      for (const auto& [a, b, target] : pairs_.edges[state]) {
        if (a == letters_) {
          if (!pairs_.edges[target].empty()) throw Rejected("a product is longer than its word by two letters");
          for (Letter x = 0; x < letters_; ++x)
            if (accepts(target, x) && (standing == greater || (standing == same && b > x)))
              throw Rejected("a product is greater than the word with the letter");
        } else {
          const Standing next = b == letters_ ? less : standing != same || a == b ? standing : b < a ? less : greater;
          reached.add(std::uint64_t{target} * kStandings + next);
        }
      }
    }
  }

  /// For each state, the letters x such that paddings on the side of the first word lead to M_x.
  std::vector<std::vector<bool>> letters_reached() const {
    std::vector<std::vector<bool>> letters(pairs_.states(), std::vector<bool>(letters_));
    for (State state = 0; state < pairs_.states(); ++state) {
      for (Letter x = 0; x < letters_; ++x) letters[state][x] = accepts(state, x);
      for (const auto& [a, b, target] : pairs_.edges[state])  // check_order: there is one padding at most
        for (Letter x = 0; x < letters_ && a == letters_; ++x)
          if (accepts(target, x)) letters[state][x] = true;
    }
    return letters;
  }

  /// Each accepted word u has a v with (u, v) in M_x, for each x: the states to which the multiplier can be led by u are followed
  /// beside the acceptor.
  void check_partners() {
    const auto letters = letters_reached();
    std::unordered_map<std::u32string, std::uint32_t> numbers;
    std::vector<const std::u32string*> sets;
    const auto number_of_set = [&](std::u32string set) {
      std::ranges::sort(set);
      set.erase(std::ranges::unique(set).begin(), set.end());
      const auto [found, is_new] = numbers.emplace(std::move(set), static_cast<std::uint32_t>(sets.size()));
      if (is_new) sets.push_back(&found->first), sets_.take(1 + found->first.size());
      return found->second;
    };
    Numbering reached;  // the set, then the state of the acceptor
    reached.add(std::uint64_t{number_of_set({0})} << 32);
    for (std::size_t at = 0; at < reached.size(); ++at) {
      const std::u32string& set = *sets[reached[at] >> 32];
      for (Letter x = 0; x < letters_; ++x)
        if (std::ranges::none_of(set, [&](State state) { return letters[state][x]; }))
          throw Rejected("an accepted word has no product with the letter " + std::string(given_.names[x]));
      for (const auto& [x, target] : acceptor_.edges[static_cast<State>(reached[at])]) {
        std::u32string next;
        for (const State state : set)
          for (const auto& edge : pairs_.edges[state])
            if (edge.first == x) next += static_cast<char32_t>(edge.target);
        reached.add(std::uint64_t{number_of_set(std::move(next))} << 32 | target);
      }
    }
  }

  /// The same for one letter, from the ends of words: the states from which the rest of u leads to M_x are followed.
  void check_partners_backwards(Letter x) {
    const auto letters = letters_reached();
    std::vector<std::vector<std::pair<Letter, State>>> words_into(acceptor_.edges.size());
    for (State state = 0; state < words_into.size(); ++state)
      for (const auto& [letter, target] : acceptor_.edges[state]) words_into[target].emplace_back(letter, state);
    std::vector<std::vector<std::pair<Letter, State>>> pairs_into(pairs_.states());
    for (State state = 0; state < pairs_.states(); ++state)
      for (const PairEdge& edge : pairs_.edges[state]) pairs_into[edge.target].emplace_back(edge.first, state);
    std::unordered_map<std::u32string, std::uint32_t> numbers;
    std::vector<const std::u32string*> sets;
    std::vector<std::uint32_t> steps;  // by set and letter: 1 + the set before it
    const auto number_of_set = [&](std::u32string set) {
      std::ranges::sort(set);
      set.erase(std::ranges::unique(set).begin(), set.end());
      const auto [found, is_new] = numbers.emplace(std::move(set), static_cast<std::uint32_t>(sets.size()));
      if (is_new) {
        sets.push_back(&found->first);
        sets_.take(1 + found->first.size());
        steps.resize(steps.size() + letters_);
      }
      return found->second;
    };
    std::u32string last;
    for (State state = 0; state < pairs_.states(); ++state)
      if (letters[state][x]) last += static_cast<char32_t>(state);
    const std::uint64_t start = number_of_set(last);
    Numbering reached;
    for (State state = 0; state < words_into.size(); ++state) reached.add(start << 32 | state);
    for (std::size_t at = 0; at < reached.size(); ++at) {
      const std::uint64_t number = reached[at] >> 32;
      if (static_cast<State>(reached[at]) == 0 && !sets[number]->starts_with(U'\0'))
        throw Rejected("an accepted word has no product with the letter " + std::string(given_.names[x]));
      for (const auto& [letter, source] : words_into[static_cast<State>(reached[at])]) {
        if (steps[number * letters_ + letter] == 0) {
          std::u32string before;
          for (const State state : *sets[number])
            for (const auto& [first, from] : pairs_into[state])
              if (first == letter) before += static_cast<char32_t>(from);
          const std::uint32_t made = number_of_set(std::move(before)) + 1;
          steps[number * letters_ + letter] = made;
        }
        reached.add(std::uint64_t{steps[number * letters_ + letter] - 1} << 32 | source);
      }
    }
  }

  /// M_x: the states from which it can be reached.
  Relation relation_of(Letter x) const {
    std::vector<std::vector<State>> into(pairs_.states());
    for (State state = 0; state < pairs_.states(); ++state)
      for (const PairEdge& edge : pairs_.edges[state]) into[edge.target].push_back(state);
    Relation made{letters_, std::vector<std::vector<PairEdge>>(pairs_.states()), std::vector<bool>(pairs_.states())};
    std::vector<bool> useful(pairs_.states());
    std::vector<State> todo;
    for (State state = 0; state < pairs_.states(); ++state)
      if (accepts(state, x)) made.accepts[state] = useful[state] = true, todo.push_back(state);
    while (!todo.empty()) {
      const State state = todo.back();
      todo.pop_back();
      for (const State before : into[state])
        if (!useful[before]) useful[before] = true, todo.push_back(before);
    }
    for (State state = 0; state < pairs_.states(); ++state)
      for (const PairEdge& edge : pairs_.edges[state])
        if (useful[edge.target]) made.edges[state].push_back(edge);
    made.close();
    return made;
  }

  Relation read_relation(std::uint64_t states) {
    if (states == 0 || states > most_states()) reject_step(step_, "an automaton has no states, or too many");
    Relation made{letters_, {}, {}};
    for (std::uint64_t state = 0; state < states; ++state) {
      made.accepts.push_back(number_below(2, "kind of state") == 1);
      made.edges.emplace_back();
      auto& row = made.edges.back();
      for (std::uint64_t left = numbers_.next(); left > 0; --left) {
        const Letter a = letter_or_pad();
        const Letter b = letter_or_pad();
        if ((a == letters_ && b == letters_) ||
            (!row.empty() && std::pair(row.back().first, row.back().second) >= std::pair(a, b)))
          reject_step(step_, "the letters of the edges do not ascend");
        row.push_back({a, b, static_cast<State>(number_below(states, "state"))});
      }
    }
    made.close();
    return made;
  }

  /// Relation 0 is the diagonal, 1 to L are those of the letters, and then there are composites of two relations before them: a
  /// composite has all pairs that it must have, perhaps more.
  void check_relations() {
    std::vector<Relation> relations{diagonal(letters_)};
    std::vector<Word> words{{}};
    Budget composites(std::uint64_t{1} << 26, "letters of words of composites");
    for (Letter x = 0; x < letters_; ++x) {
      relations.push_back(relation_of(x));
      words.push_back({x});
    }
    for (Letter x = 0; x < letters_; ++x)
      if (!is_composite_within(relations[1 + x], relations[1 + given_.inverse[x]], relations[0]))
        throw Rejected("the multiplier of " + std::string(given_.names[x]) + " is not undone by that of its inverse");
    const auto joined = [&](std::uint64_t first, std::uint64_t second) {
      Word word = words[first];
      word.insert(word.end(), words[second].begin(), words[second].end());
      if (word.size() > kMostLetters) reject_step(step_, "a word of more than 2^24 letters");
      return word;
    };
    for (std::uint64_t i = 0; i < composites_; ++i) {
      next_step();
      const std::uint64_t first = number_below(relations.size(), "relation");
      const std::uint64_t second = number_below(relations.size(), "relation");
      words.push_back(joined(first, second));
      composites.take(words.back().size());
      relations.push_back(read_relation(numbers_.next()));
      if (!is_composite_within(relations[first], relations[second], relations.back()))
        reject_step(step_, "a pair of the composite is missing");
    }
    std::vector<bool> is_function(relations.size());
    for (std::size_t k = 0; k < given_.left.size(); ++k) {
      next_step();
      const std::uint64_t first = number_below(relations.size(), "relation");
      const std::uint64_t second = number_below(relations.size(), "relation");
      const std::uint64_t third = number_below(relations.size(), "relation");
      Word around = joined(first, second);
      append_inverse(around, words[third]);
      Word relator = given_.left[k];
      append_inverse(relator, given_.right[k]);
      if (freely_reduced(around) != freely_reduced(relator)) reject_step(step_, "the relations are not those of the equation");
      if (third > letters_ && !is_function[third] &&
          !is_composite_within(relations[third].inverse(), relations[third], relations[0]))
        reject_step(step_, "a word has two products in the third relation");
      is_function[third] = true;
      if (!is_composite_within(relations[first], relations[second], relations[third]))
        reject_step(step_, "the equation does not hold for the multipliers");
    }
    if (step_ != proof_.steps || !numbers_.at_end()) throw Rejected("there is something after the last step");
  }

  void append_inverse(Word& word, const Word& other) const {
    for (std::size_t i = other.size(); i-- > 0;) word.push_back(given_.inverse[other[i]]);
  }
  Word freely_reduced(const Word& word) const {
    Word reduced;
    for (const Letter x : word) {
      if (!reduced.empty() && reduced.back() == given_.inverse[x])
        reduced.pop_back();
      else
        reduced.push_back(x);
    }
    return reduced;
  }

  static constexpr std::uint64_t kStatesOfAByte = std::uint64_t{1} << 10;

  const Proof& proof_;
  NumberReader numbers_;
  Budget sets_{(std::uint64_t{1} << 24) + kStatesOfAByte * proof_.body.size(), "sets of states of the multiplier"};
  std::uint64_t step_ = 0;
  Equations given_;
  Letter letters_ = 0;
  std::uint64_t composites_ = 0;
  std::uint64_t backwards_ = 0;
  std::vector<Word> differences_;
  std::vector<std::size_t> of_letter_;  // the difference of each letter
  std::vector<DifferenceEdge> difference_edges_;
  Acceptor acceptor_;
  Relation pairs_;                          // the multiplier; which states accept depends on the letter
  std::vector<std::size_t> difference_of_;  // of each state of the multiplier
  std::vector<std::size_t> ends_;           // the differences at the ends of its edges
};

}  // namespace

std::string check_automatic(const Proof& proof) {
  return Structure(proof).check();
}

}  // namespace check
