// SPDX-License-Identifier: MIT
#include "coset/low_index/search.hpp"

#include <algorithm>

#include "coset/low_index/tuning.hpp"

namespace wreath::coset {

template <class Row>
LowIndexSearch<Row>::LowIndexSearch(const SearchProblem& problem)
    : problem_(problem),
      table_(std::size_t{problem.width} * problem.stride),
      order_(std::size_t{problem.stride} * problem.stride),
      numbers_(std::size_t{problem.stride} * problem.stride),
      entered_by_(problem.stride) {
  begin_traces(1);
}

// --- the tree of choices

template <class Row>
std::vector<SearchTask> LowIndexSearch<Row>::run(const SearchTask& task, std::uint64_t& choices, Sink found,
                                                 FunctionRef<bool()> stops) {
  const auto report = [&] {
    const auto alike = comparisons_end_ - first_comparison_ + 1;
    return found({rows_, alike, table_.data(), problem_.stride});
  };
  std::vector<SearchTask> left;
  const bool is_there = repeat(task.choices, stops);
  const std::size_t base = nodes_.size();
  if (!is_there || (!push_node(1, 0, task.from) && !report())) left = {task};
  while (nodes_.size() > base) {
    Node& node = nodes_.back();
    const Row* const column = table_.data() + problem_.inverses[node.letter] * problem_.stride;
    const std::uint32_t last = std::min(rows_ + 1, problem_.rows);
    while (node.next <= last && node.next <= rows_ && column[node.next] != 0) ++node.next;
    if (node.next > last) {
      nodes_.pop_back();
      if (nodes_.size() > base) {
        choices_.pop_back();
        return_to(nodes_.back());
      }
      continue;
    }
    if (choices == 0 || (choices % tuning::kChoicesBetweenLooks == 0 && stops())) {
      left = tasks_left(base);
      break;
    }
    --choices;
    const std::uint32_t to = node.next++;
    if (choose(node, to)) {
      if (push_node(node.row, node.letter, 1)) {
        choices_.push_back(to);
        continue;
      }
      if (!report()) {
        node.next = to;
        ++choices;
        left = tasks_left(base);
        break;
      }
    }
    return_to(nodes_.back());
  }
  if (!nodes_.empty()) return_to(nodes_.front());
  nodes_.clear();
  choices_.clear();
  return left;
}

/// False if the work is to stop.
template <class Row>
bool LowIndexSearch<Row>::repeat(const std::vector<std::uint32_t>& choices, FunctionRef<bool()> stops) {
  const auto require = [](bool holds) {
    if (!holds) throw InputError("the choices of a task cannot be repeated: the checkpoint is damaged");
  };
  for (const std::uint32_t to : choices) {
    if (choices_.size() % tuning::kChoicesBetweenLooks == tuning::kChoicesBetweenLooks - 1 && stops()) return false;
    require(to != 0 && to <= std::min(rows_ + 1, problem_.rows) && push_node(1, 0, to + 1));
    const Node& node = nodes_.back();
    require(table_[problem_.inverses[node.letter] * problem_.stride + to] == 0 && choose(node, to));
    choices_.push_back(to);
  }
  return true;
}

template <class Row>
std::vector<SearchTask> LowIndexSearch<Row>::tasks_left(std::size_t base) const {
  std::vector<SearchTask> left;
  for (std::size_t k = nodes_.size(); k-- > base;) {
    const Node& node = nodes_[k];
    if (node.next > std::min(node.rows + 1, problem_.rows)) continue;
    left.push_back({{choices_.begin(), choices_.begin() + static_cast<std::ptrdiff_t>(k)}, node.next});
  }
  return left;
}

/// The next hole from a slot on. False if there is none: the table is full.
template <class Row>
bool LowIndexSearch<Row>::push_node(Row row, Letter letter, std::uint32_t from) {
  const Row* const table = table_.data();
  const std::uint32_t stride = problem_.stride;
  std::uint32_t i = row;
  std::uint32_t x = letter;
  for (; i <= rows_; ++i, x = 0) {
    for (std::uint32_t slot = x * stride + i; x < problem_.width; ++x, slot += stride) {
      if (table[slot] != 0) continue;
      nodes_.push_back({static_cast<std::uint32_t>(edges_.size()), first_comparison_, comparisons_end_, first_trace_,
                        static_cast<std::uint32_t>(traces_.size()), relators_, from, rows_, static_cast<Row>(i),
                        static_cast<Letter>(x)});
      return true;
    }
  }
  return false;
}

template <class Row>
void LowIndexSearch<Row>::return_to(const Node& node) {
  Row* const table = table_.data();
  const Letter* const inverses = problem_.inverses.data();
  const std::uint32_t stride = problem_.stride;
  const Edge* const edges = edges_.data();
  for (std::size_t k = edges_.size(); k-- > node.edges;) {
    Row& there = table[edges[k].letter * stride + edges[k].from];
    table[inverses[edges[k].letter] * stride + there] = 0;
    there = 0;
  }
  edges_.resize(node.edges);
  followed_ = node.edges;
  first_comparison_ = node.first_comparison;
  comparisons_end_ = node.comparisons;
  first_trace_ = node.first_trace;
  traces_.resize(node.traces);
  relators_ = node.relators;
  rows_ = node.rows;
}

/// Fills the slot of the node, and all that follows. False if that cannot be, or is not the least table of its class.
template <class Row>
bool LowIndexSearch<Row>::choose(const Node& node, std::uint32_t to) {
  if (node.traces != node.first_trace) {
    first_trace_ = node.traces;
    for (std::uint32_t k = node.first_trace; k < node.traces; ++k) traces_.push_back(traces_[k]);
  }
  Row fresh = 0;
  if (to > rows_) {
    const std::size_t own = std::size_t{++rows_} * problem_.stride;
    const auto row = static_cast<Row>(rows_);
    order_[own + 1] = row;
    numbers_[own + row] = 1;
    fresh = row;
    entered_by_[row] = {node.row, node.letter};
    begin_traces(row);
  } else if (problem_.is_normal) {
    add_relator(node.row, node.letter, static_cast<Row>(to));
  }
  connect(node.row, node.letter, static_cast<Row>(to));
  if (!follow()) return false;
  first_comparison_ = node.comparisons;
  if (!compare(node.first_comparison, node.comparisons, fresh)) return false;
  while (followed_ < edges_.size()) {
    if (!follow() || !compare(first_comparison_, comparisons_end_, 0)) return false;
  }
  return true;
}

// --- what follows

template <class Row>
void LowIndexSearch<Row>::connect(Row from, Letter letter, Row to) {
  table_[letter * problem_.stride + from] = to;
  table_[problem_.inverses[letter] * problem_.stride + to] = from;
  edges_.push_back({from, letter});
}

template <class Row>
bool LowIndexSearch<Row>::follow() {
  do {
    if (!follow_edges() || !follow_contained()) return false;
    if (first_trace_ != traces_.size() && !follow_traces()) return false;
  } while (followed_ < edges_.size());
  return true;
}

template <class Row>
bool LowIndexSearch<Row>::follow_edges() {
  while (followed_ < edges_.size()) {
    const Edge edge = edges_[followed_++];
    for (const TracedWord& word : problem_.through[edge.letter]) {
      if (!close(word, edge.from)) return false;
    }
  }
  return true;
}

/// Traces a word that is to lead back to where it begins. False if it does not.
template <class Row>
bool LowIndexSearch<Row>::close(const TracedWord& word, Row from) {
  const Row* const table = table_.data();
  const std::uint32_t* const forward = word.forward.data();
  const std::uint32_t* const backward = word.backward.data();
  std::uint32_t end = word.length();
  std::uint32_t begin = 0;
  Row left = from;
  for (; begin < end; ++begin) {
    const Row next = table[forward[begin] + left];
    if (next == 0) break;
    left = next;
  }
  if (begin == end) return left == from;
  Row right = from;
  for (; end > begin + 1; --end) {
    const Row next = table[backward[end - 1] + right];
    if (next == 0) return true;
    right = next;
  }
  if (table[backward[begin] + right] != 0) return false;
  connect(left, word.letters[begin], right);
  return true;
}

template <class Row>
bool LowIndexSearch<Row>::follow_contained() {
  return std::ranges::all_of(problem_.contained, [&](const TracedWord& word) { return close(word, 1); });
}

template <class Row>
void LowIndexSearch<Row>::begin_traces(Row row) {
  for (std::uint32_t k = 0; k < problem_.late.size() + relators_; ++k) {
    const TracedWord& word = long_word(k);
    traces_.push_back({word.forward.front() + row, word.backward.back() + row, 0, word.length(), k, row, row});
  }
}

/// The cycle that an edge closes, as a word from row 1 back to it: it leads from every row back to it if the subgroup is normal.
template <class Row>
void LowIndexSearch<Row>::add_relator(Row from, Letter letter, Row to) {
  Word word;
  for (Row at = from; at != 1; at = entered_by_[at].from) word.push_back(entered_by_[at].letter);
  std::ranges::reverse(word);
  word.push_back(letter);
  for (Row at = to; at != 1; at = entered_by_[at].from) word.push_back(problem_.inverses[entered_by_[at].letter]);
  if (added_.size() == relators_) added_.emplace_back();
  added_[relators_] = traced_word(relator_of({word, {}}, problem_.inverses), problem_);
  const TracedWord& relator = added_[relators_];
  const auto k = static_cast<std::uint32_t>(problem_.late.size() + relators_++);
  for (std::uint32_t i = 1; i <= rows_; ++i) {
    const auto row = static_cast<Row>(i);
    traces_.push_back({relator.forward.front() + row, relator.backward.back() + row, 0, relator.length(), k, row, row});
  }
}

template <class Row>
bool LowIndexSearch<Row>::follow_traces() {
  std::uint32_t kept = first_trace_;
  for (std::uint32_t k = first_trace_; k < traces_.size(); ++k) {
    Trace& trace = traces_[k];
    bool closed = false;
    if ((table_[trace.next_left] | table_[trace.next_right]) != 0 && !advance(trace, closed)) return false;
    if (!closed) traces_[kept++] = trace;
  }
  traces_.resize(kept);
  return true;
}

template <class Row>
bool LowIndexSearch<Row>::advance(Trace& trace, bool& closed) {
  const TracedWord& word = long_word(trace.word);
  for (; trace.begin < trace.end; ++trace.begin) {
    const Row next = table_[word.forward[trace.begin] + trace.left];
    if (next == 0) break;
    trace.left = next;
  }
  if (trace.begin == trace.end) {
    closed = true;
    return trace.left == trace.right;
  }
  for (; trace.end > trace.begin + 1; --trace.end) {
    const Row next = table_[word.backward[trace.end - 1] + trace.right];
    if (next == 0) break;
    trace.right = next;
  }
  trace.next_left = word.forward[trace.begin] + trace.left;
  trace.next_right = word.backward[trace.end - 1] + trace.right;
  if (trace.end > trace.begin + 1) return true;
  if (table_[trace.next_right] != 0) return false;
  closed = true;
  connect(trace.left, word.letters[trace.begin], trace.right);
  return true;
}

// --- the least table of a class

/// Looks at comparisons, which may be those of the node before, and at that of a new row if there is one.
template <class Row>
bool LowIndexSearch<Row>::compare(std::uint32_t first, std::uint32_t end, Row fresh) {
  const std::size_t most = std::size_t{first_comparison_} + (end - first) + 1;
  if (comparisons_.size() < most) comparisons_.resize(2 * most);
  const Row* const table = table_.data();
  std::uint32_t kept = first_comparison_;
  for (std::uint32_t k = first; k < end; ++k) {
    const Comparison comparison = comparisons_[k];
    if (table[comparison.waits_for] == 0) {
      comparisons_[kept++] = comparison;
    } else if (!compare_one(comparison, kept)) {
      return false;
    }
  }
  if (fresh != 0 && !compare_one({fresh, fresh, 1, 1, 0}, kept)) return false;
  comparisons_end_ = kept;
  return true;
}

template <class Row>
bool LowIndexSearch<Row>::compare_one(Comparison comparison, std::uint32_t& kept) {
  switch (advance(comparison)) {
    case Verdict::smaller: return false;
    case Verdict::larger: return !problem_.is_normal;
    case Verdict::waits: break;
  }
  if (problem_.is_normal && !force(comparison)) return false;
  comparisons_[kept++] = comparison;
  return true;
}

template <class Row>
bool LowIndexSearch<Row>::has_number(const Comparison& comparison, Row row) const {
  const std::size_t own = std::size_t{comparison.base} * problem_.stride;
  const Row number = numbers_[own + row];
  return number != 0 && number <= comparison.seen && order_[own + number] == row;
}

template <class Row>
typename LowIndexSearch<Row>::Verdict LowIndexSearch<Row>::advance(Comparison& comparison) {
  const std::size_t own = std::size_t{comparison.base} * problem_.stride;
  Row* const order = order_.data() + own;
  Row* const numbers = numbers_.data() + own;
  std::uint32_t i = comparison.row;
  std::uint32_t x = comparison.letter;
  std::uint32_t seen = comparison.seen;
  const Row* const table = table_.data();  // bytes may alias everything: what a loop needs is kept beside it
  const std::uint32_t rows = rows_;
  const std::uint32_t width = problem_.width;
  const std::uint32_t stride = problem_.stride;
  const auto wait = [&](std::uint32_t slot) {
    comparison.waits_for = slot;
    comparison.row = static_cast<Row>(i);
    comparison.letter = static_cast<Letter>(x);
    comparison.seen = static_cast<Row>(seen);
    return Verdict::waits;
  };
  for (; i <= rows; ++i, x = 0) {
    const std::uint32_t there = order[i];
    for (std::uint32_t column = x * stride; x < width; ++x, column += stride) {
      const Row here = table[column + i];
      if (here == 0) return wait(column + i);
      const Row image = table[column + there];
      if (image == 0) return wait(column + there);
      std::uint32_t number = numbers[image];
      if (number == 0 || number > seen || order[number] != image) {
        number = seen + 1;
        if (number == here) {
          seen = number;
          order[number] = image;
          numbers[image] = static_cast<Row>(number);
        }
      }
      if (number == here) continue;
      if (number > here) return Verdict::larger;
      if (problem_.contained.empty()) return Verdict::smaller;
      std::uint32_t hole = 0;
      const Fixes fixes = fixes_contained(comparison.base, hole);
      if (fixes == Fixes::unknown) return wait(hole);
      return fixes == Fixes::yes ? Verdict::smaller : Verdict::larger;
    }
  }
  i = rows;  // all is equal: row 0 is a hole for ever
  x = width;
  return wait(0);
}

/// Whether the words that are to be contained lead from a row back to it; if that is not known, a slot that has to be filled.
template <class Row>
typename LowIndexSearch<Row>::Fixes LowIndexSearch<Row>::fixes_contained(Row row, std::uint32_t& hole) const {
  Fixes fixes = Fixes::yes;
  for (const TracedWord& word : problem_.contained) {
    Row at = row;
    std::uint32_t slot = 0;
    for (std::uint32_t k = 0; k < word.length() && at != 0; ++k) {
      slot = word.forward[k] + at;
      at = table_[slot];
    }
    if (at == 0) {
      fixes = Fixes::unknown;
      hole = slot;
    } else if (at != row) {
      return Fixes::no;
    }
  }
  return fixes;
}

/// Fills the hole at which a comparison ended, if the other side says how. False if that cannot be.
template <class Row>
bool LowIndexSearch<Row>::force(const Comparison& comparison) {
  if (comparison.waits_for == 0) return true;
  const std::size_t own = std::size_t{comparison.base} * problem_.stride;
  const std::uint32_t column = comparison.letter * problem_.stride;
  const Row there = order_[own + comparison.row];
  const Row here = table_[column + comparison.row];
  Row from = 0;
  Row to = 0;
  if (here != 0) {
    if (here > comparison.seen) return true;
    from = there;
    to = order_[own + here];
  } else {
    const Row image = table_[column + there];
    if (image == 0) return true;
    from = comparison.row;
    to = has_number(comparison, image) ? numbers_[own + image] : static_cast<Row>(comparison.seen + 1);
    if (to > rows_) return true;
  }
  if (table_[problem_.inverses[comparison.letter] * problem_.stride + to] != 0) return false;
  connect(from, comparison.letter, to);
  return true;
}

template class LowIndexSearch<std::uint8_t>;
template class LowIndexSearch<std::uint16_t>;

}  // namespace wreath::coset
