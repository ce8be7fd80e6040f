// SPDX-License-Identifier: MIT
//
// kbmag's automata.
//
// A file gives its number of states before it lists them, and may be wrong. So the table, which has a row for each state, is
// read first; only when the rows were counted are the other lists (initial and accepting states, labels) read against that
// number.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "format/gap_record.hpp"
#include "format/kbmag/kbmag.hpp"
#include "format/kbmag/names.hpp"
#include "core/words/parse_presentation.hpp"
#include "core/words/words.hpp"
#include "wreath/run.hpp"

namespace wreath::format {

namespace {

using word::Letter;
using word::Word;

constexpr std::int64_t kMaxStates = 2'000'000'000;

class AutomatonParser {
 public:
  AutomatonParser(std::string_view text, std::string_view source, RunControl* run) : reader_(text, source), run_(run) {}

  KbmagAutomaton parse() {
    const GapRecord record = take_record_file(reader_, "the automaton", result_.name);
    if (!record.has("isFSA") || !record.boolean("isFSA"))
      reader_.fail(record.start(), "this record is not an automaton: isFSA := true is missing");
    parse_alphabet(subrecord(record, "alphabet"));
    const GapRecord states = subrecord(record, "states");
    result_.states = static_cast<std::uint32_t>(states.integer("size", kMaxStates));
    parse_table(subrecord(record, "table"));
    record.go_to("initial");
    result_.initial = take_states("the list of initial states");
    record.go_to("accepting");
    result_.accepting = take_states("the list of accepting states");
    if (record.has("flags")) {
      record.go_to("flags");
      for_each_entry(reader_, "the list of flags",
                     [&](std::size_t) { result_.flags.emplace_back(reader_.take_quoted("a flag")); });
    }
    parse_labels(states);
    return std::move(result_);
  }

 private:
  GapRecord subrecord(const GapRecord& record, const std::string& field) {
    record.go_to(field);
    return {reader_, field};
  }

  void parse_alphabet(const GapRecord& alphabet) {
    if (alphabet.string("type") != "product") {
      take_letters(alphabet);
      symbols_ = static_cast<std::int64_t>(result_.letters.size());
      return;
    }
    if (alphabet.integer("arity", kMaxStates) != 2)
      reader_.fail(alphabet.start(), "automata with more than two tapes cannot be read");
    result_.tapes = 2;
    take_letters(subrecord(alphabet, "base"));
    const auto with_padding = static_cast<std::int64_t>(result_.letters.size()) + 1;
    symbols_ = with_padding * with_padding - 1;  // two paddings are not a pair
    const std::int64_t size = alphabet.integer("size", kMaxStates);
    if (size != symbols_ && size != symbols_ + 1) {
      reader_.fail(alphabet.start(),
                   fmt::format("{} letters and the padding make {} pairs, not {}", result_.letters.size(), symbols_, size));
    }
  }

  void take_letters(const GapRecord& set) {
    const std::string_view type = set.string("type");
    if (type == "simple") return number_letters(set);
    if (type != "identifiers") {
      reader_.fail(set.start(), fmt::format("expected an alphabet of type \"identifiers\", not \"{}\"", TextReader::shown(type)));
    }
    if (set.has("format") && set.string("format") != "dense")
      reader_.fail(set.start(), "the names of an alphabet must be a dense list");
    set.go_to("names");
    result_.letters = take_letter_names(reader_, "the list of letters");
    if (set.integer("size", kMaxStates) != static_cast<std::int64_t>(result_.letters.size()))
      reader_.fail(set.start(), fmt::format("the alphabet's size is not {}, the number of its names", result_.letters.size()));
  }

  /// Letters without names are called x1, x2, ...
  void number_letters(const GapRecord& set) {
    const std::int64_t size = set.integer("size", kMaxStates);
    if (size < 0 || size > static_cast<std::int64_t>(word::kMaxLetters))
      reader_.fail(set.start(), fmt::format("an alphabet has at most {} letters, not {}", word::kMaxLetters, size));
    for (std::int64_t i = 1; i <= size; ++i) result_.letters.push_back(fmt::format("x{}", i));
  }

  void parse_table(const GapRecord& table) {
    const std::string_view format = table.string("format");
    const bool sparse = format == "sparse";
    if (!sparse && format != "dense deterministic") {
      reader_.fail(table.start(), fmt::format("a table must be sparse or dense deterministic; \"{}\" is not supported",
                                              TextReader::shown(format)));
    }
    if (table.has("defaultTarget")) reader_.fail(table.start(), "tables with a default target are not supported");
    table.go_to("transitions");
    std::uint32_t rows = 0;
    std::int64_t entries = 0;
    for_each_entry(reader_, "the list of transitions", [&](std::size_t) {
      if (rows == result_.states)
        reader_.fail(reader_.skip_space(), fmt::format("the table has more rows than the {} states", result_.states));
      check_row(rows, run_);
      entries += sparse ? take_sparse_row(rows) : take_dense_row(rows);
      ++rows;
    });
    if (rows != result_.states)
      reader_.fail(reader_.at(), fmt::format("the table has {} rows for {} states: this file is damaged", rows, result_.states));
    if (!table.has("numTransitions")) return;
    const std::int64_t claimed = table.integer("numTransitions", 1'000'000'000'000);
    if (claimed != entries) {
      reader_.fail(table.start(),
                   fmt::format("the table has {} transitions and should have {}: this file is damaged", entries, claimed));
    }
  }

  /// [[x,j],[y,k]]
  std::int64_t take_sparse_row(std::uint32_t source) {
    std::int64_t entries = 0;
    for_each_entry(reader_, "a row of the table", [&](std::size_t) {
      const std::size_t open = reader_.skip_space();
      reader_.expect("[", "a row of the table");
      const std::size_t place = reader_.skip_space();
      const std::int64_t symbol = reader_.take_integer("the letter's number", kMaxStates);
      if (symbol == 0) reader_.fail(place, "transitions without a letter are not supported");
      reader_.expect(",", "a transition");
      const std::uint32_t target = take_state();
      reader_.expect_close(']', open, "the transition");
      add(source, symbol, target, place);
      ++entries;
    });
    return entries;
  }

  /// [j,k,0,...]: 0 or blank for no transition, -r where a rule applies.
  std::int64_t take_dense_row(std::uint32_t source) {
    std::int64_t entries = 0;
    std::int64_t width = 0;
    const std::size_t start = reader_.skip_space();
    for_each_entry(reader_, "a row of the table", [&](std::size_t) {
      ++width;
      if (is_blank(reader_)) return;
      const std::size_t place = reader_.skip_space();
      const std::int64_t target = reader_.take_integer("a state", kMaxStates);
      if (target != 0) ++entries;
      if (target > 0) add(source, width, checked_state(target, place), place);
      if (target < 0) {
        add(source, width, 0, place);
        result_.transitions.back().rule = static_cast<std::uint32_t>(-target);
      }
    });
    if (width != symbols_) reader_.fail(start, fmt::format("a row of the table has {} entries for {} letters", width, symbols_));
    return entries;
  }

  void add(std::uint32_t source, std::int64_t symbol, std::uint32_t target, std::size_t place) {
    if (symbol < 1 || symbol > symbols_)
      reader_.fail(place, fmt::format("the letter's number {} is not from 1 to {}", symbol, symbols_));
    KbmagAutomaton::Transition transition{source, target, static_cast<Letter>(symbol - 1), 0};
    if (result_.tapes == 2) {
      const auto with_padding = static_cast<std::int64_t>(result_.letters.size()) + 1;
      transition.left = static_cast<Letter>((symbol - 1) / with_padding);
      transition.right = static_cast<Letter>((symbol - 1) % with_padding);
    }
    result_.transitions.push_back(transition);
  }

  std::uint32_t checked_state(std::int64_t number, std::size_t place) {
    if (number < 1 || number > static_cast<std::int64_t>(result_.states))
      reader_.fail(place, fmt::format("the state {} is not from 1 to {}", number, result_.states));
    return static_cast<std::uint32_t>(number - 1);
  }
  std::uint32_t take_state() {
    const std::size_t place = reader_.skip_space();
    return checked_state(reader_.take_integer("a state", kMaxStates), place);
  }

  /// [1,2,5] or [1..23], in order and each once. The states are as many as the table had rows, so a range may be written out.
  std::vector<std::uint32_t> take_states(std::string_view what) {
    std::vector<bool> in(result_.states);
    for_each_entry(reader_, what, [&](std::size_t i) {
      const std::uint32_t first = take_state();
      std::uint32_t last = first;
      if (i == 0 && reader_.take("..")) {
        last = take_state();
        if (reader_.peek() != ']') reader_.fail_expected("']' after a range");
      }
      for (std::uint32_t state = first; state <= last; ++state) in[state] = true;
    });
    std::vector<std::uint32_t> states;
    for (std::uint32_t state = 0; state < result_.states; ++state) {
      if (in[state]) states.push_back(state);
    }
    return states;
  }

  using WordLists = std::map<std::int64_t, std::vector<Word>>;

  void parse_labels(const GapRecord& states) {
    const std::string type(states.string("type"));
    if (type == "words" || type == "list of words") {
      assign_labels(type, take_word_lists(states));
    } else if (type == "labeled" || type == "labelled") {
      const GapRecord labels = subrecord(states, "labels");
      const std::string kind(labels.string("type"));
      if (kind != "words" && kind != "list of words") return;  // labels of other kinds mean nothing here
      assign_labels("list of words", labelled(states, take_word_lists(labels)));
    }
  }

  void assign_labels(std::string_view type, WordLists&& lists) {
    result_.label_kind = type == "words" ? KbmagLabels::words : KbmagLabels::word_lists;
    result_.labels.resize(result_.states);
    for (auto& [state, words] : lists) result_.labels[static_cast<std::size_t>(state - 1)] = std::move(words);
  }

  /// The entries of a list that is dense, [x,y,z], or sparse, [[1,x],[5,z]]; take(number) reads one.
  template <class Take>
  void take_indexed(const GapRecord& set, std::string_view field, std::int64_t size, Take take) {
    const bool sparse = set.string("format") == "sparse";
    set.go_to(field);
    for_each_entry(reader_, field, [&](std::size_t i) {
      const std::size_t open = reader_.skip_space();
      auto number = static_cast<std::int64_t>(i + 1);
      if (sparse) {
        reader_.expect("[", field);
        number = reader_.take_integer("the number of the label", kMaxStates);
        reader_.expect(",", field);
      }
      if (number < 1 || number > size) reader_.fail(open, fmt::format("the number {} is not from 1 to {}", number, size));
      take(number);
      if (sparse) reader_.expect_close(']', open, field);
    });
  }

  WordLists take_word_lists(const GapRecord& set) {
    const std::int64_t size = set.integer("size", kMaxStates);
    const bool lists = set.string("type") == "list of words";
    word::Alphabet alphabet{result_.letters, std::vector<Letter>(result_.letters.size(), word::kNoLetter)};
    for (std::size_t x = 0; x < alphabet.size(); ++x) {  // a letter's name may be x^-1
      const auto inverse = std::find(alphabet.names.begin(), alphabet.names.end(), alphabet.names[x] + "^-1");
      if (inverse != alphabet.names.end()) alphabet.inverses[x] = static_cast<Letter>(inverse - alphabet.names.begin());
    }
    const word::Vocabulary vocabulary(alphabet);
    word::WordReader source;
    WordLists found;
    take_indexed(set, "names", size, [&](std::int64_t number) {
      std::vector<Word> words;
      if (lists) {
        for_each_entry(reader_, "a list of words", [&](std::size_t) { words.push_back(source.take(reader_, vocabulary)); });
      } else {
        words.push_back(source.take(reader_, vocabulary));
      }
      found[number] = std::move(words);
    });
    return found;
  }

  /// The labels of the states, by the numbers of labels that setToLabels gives.
  WordLists labelled(const GapRecord& states, const WordLists& labels) {
    WordLists found;
    std::size_t letters = 0;
    take_indexed(states, "setToLabels", result_.states, [&](std::int64_t state) {
      if (is_blank(reader_)) return;
      const std::size_t place = reader_.skip_space();
      const std::int64_t label = reader_.take_integer("the number of a label", kMaxStates);
      if (label == 0) return;
      const auto words = labels.find(label);
      if (words == labels.end()) reader_.fail(place, fmt::format("there is no label {}", label));
      for (const Word& word : words->second) letters += word.size();
      if (letters > std::max(word::kMaxTextLetters, reader_.text().size()))
        reader_.fail(place, "the labels of the states are too long");
      found[state] = words->second;
    });
    return found;
  }

  TextReader reader_;
  RunControl* run_;
  KbmagAutomaton result_;
  std::int64_t symbols_ = 0;
};

}  // namespace

bool KbmagAutomaton::is_deterministic() const {
  if (initial.size() > 1) return false;
  std::vector<std::array<std::uint32_t, 3>> seen;
  seen.reserve(transitions.size());
  for (const Transition& transition : transitions) seen.push_back({transition.source, transition.left, transition.right});
  std::sort(seen.begin(), seen.end());
  return std::adjacent_find(seen.begin(), seen.end()) == seen.end();
}

KbmagAutomaton parse_kbmag_automaton(std::string_view text, std::string_view source, RunControl* run) {
  return AutomatonParser(text, source, run).parse();
}

}  // namespace wreath::format
