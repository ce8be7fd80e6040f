// SPDX-License-Identifier: MIT
#include "semigroup/green/components.hpp"

namespace wreath::semigroup {

namespace {

class Search {
 public:
  Search(std::span<const Index> edges, std::size_t nodes, std::size_t letters) : edges_(edges), letters_(letters) {
    mark_.resize(nodes);  // 0: not seen
    for (Index node = 0; node < nodes; ++node) {
      if (mark_[node] == 0) walk_from(node);
    }
  }
  GrowingArray<Index>& marks() { return mark_; }

 private:
  void enter(Index node) {
    mark_[node] = next_++;
    path_.push_back({node, 0, true});
  }

  void walk_from(Index start) {
    enter(start);
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.letter == letters_) {
        leave();
        continue;
      }
      const Index to = edges_[step.node * letters_ + step.letter];
      if (mark_[to] == 0) {
        enter(to);  // and look at this edge again on return
        continue;
      }
      if (mark_[to] < mark_[step.node]) {
        mark_[step.node] = mark_[to];
        step.root = false;
      }
      ++step.letter;
    }
  }

  void leave() {
    const Step step = path_.back();
    path_.resize(path_.size() - 1);
    if (!step.root) {
      waiting_.push_back(step.node);
      return;
    }
    --next_;
    while (!waiting_.empty() && mark_[step.node] <= mark_[waiting_.back()]) {
      mark_[waiting_.back()] = component_;
      waiting_.resize(waiting_.size() - 1);
      --next_;
    }
    mark_[step.node] = component_--;
  }

  struct Step {
    Index node;
    std::uint32_t letter : 31;
    std::uint32_t root : 1;
  };
  std::span<const Index> edges_;
  std::size_t letters_;
  GrowingArray<Index> mark_;
  GrowingArray<Step> path_;
  GrowingArray<Index> waiting_;
  Index next_ = 1;
  Index component_ = kNoIndex;  // downwards: above every index in use
};

}  // namespace

Components find_components(std::span<const Index> edges, std::size_t nodes, std::size_t letters) {
  Search search(edges, nodes, letters);
  Components found;
  found.of = std::move(search.marks());
  GrowingArray<Index> number;  // by mark, from above
  found.starts.push_back(0);
  for (Index& mark : found.of.span()) {
    const std::size_t at = kNoIndex - mark;
    if (at >= number.size()) number.resize(at + 1);
    if (number[at] == 0) {
      found.starts.push_back(0);
      number[at] = static_cast<Index>(found.count());
    }
    mark = number[at] - 1;
    ++found.starts[mark + 1];
  }
  for (std::size_t i = 1; i < found.starts.size(); ++i) found.starts[i] += found.starts[i - 1];
  GrowingArray<Index> next;
  next.append(found.starts.span());
  found.members.resize(nodes);
  for (Index node = 0; node < nodes; ++node) found.members[next[found.of[node]]++] = node;
  return found;
}

}  // namespace wreath::semigroup
