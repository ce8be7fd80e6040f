// SPDX-License-Identifier: MIT
//
// wreath._wreath.word.Rules: rewriting systems of groups and monoids, for the Python file word.py.
#include <map>

#include "python/src/word_batch.hpp"

namespace wreath::python {

using word::RuleSystem;

namespace {

word::Ordering ordering_of(const std::string& name) {
  static const std::map<std::string, word::Ordering> orderings{{"shortlex", word::Ordering::shortlex},
                                                               {"wtlex", word::Ordering::weighted_lex},
                                                               {"recursive", word::Ordering::recursive},
                                                               {"rt_recursive", word::Ordering::recursive_from_left},
                                                               {"wreathprod", word::Ordering::wreath_product}};
  const auto found = orderings.find(name);
  if (found == orderings.end())
    throw InputError("'" + name + "' is not an order of words: choose shortlex, wtlex, recursive, rt_recursive or wreathprod");
  return found->second;
}

RuleSystem complete(const std::string& source, const std::string& ordering, const std::vector<std::uint32_t>& weights,
                    const word::Options& options, const Limits& limits) {
  word::Presentation presentation = word::read_presentation(source, options);
  if (!ordering.empty()) presentation.ordering = ordering_of(ordering);
  if (!weights.empty()) presentation.weights = weights;
  std::optional<RuleSystem> found;
  call(limits, [&](RunControl& run) { found = word::complete(presentation, options, &run); });
  return *found;
}

std::vector<std::string> print_words(const RuleSystem& rules, const std::vector<word::Word>& words) {
  const word::WordText text(rules.presentation().alphabet);
  std::vector<std::string> printed;
  for (const word::Word& word : words) printed.push_back(text.print(word));
  return printed;
}

std::string reduce(const RuleSystem& rules, const std::string& word) {
  const word::WordText text(rules.presentation().alphabet);
  const word::Word given = text.read(word);
  const auto reduced = answer_of({}, [&](RunControl* run) { return rules.reduce(given, run); });
  if (!reduced) throw LimitReached("the word grew too long while it was rewritten");
  return text.print(*reduced);
}

const char* ending_of(const RuleSystem& rules) {
  switch (rules.ending()) {
    case word::CompletionEnding::confluent: return "";
    case word::CompletionEnding::stopped: return "the run was stopped";
    case word::CompletionEnding::max_rules: return "the limit on rules was reached";
    case word::CompletionEnding::max_length: break;
  }
  return "an equation exceeded the limit on lengths";
}

}  // namespace

void bind_rules(py::module_& m) {
  py::class_<RuleSystem> rules(m, "Rules");
  rules.def_static("complete", &complete);
  rules.def_property_readonly("name", [](const RuleSystem& self) { return word::name_of(self.presentation()); });
  rules.def_property_readonly("letters", [](const RuleSystem& self) { return self.presentation().alphabet.names; });
  rules.def_property_readonly("confluent", &RuleSystem::confluent);
  rules.def_property_readonly("ending", &ending_of);
  rules.def("rules", [](const RuleSystem& self) {
    const word::WordText text(self.presentation().alphabet);
    std::vector<std::pair<std::string, std::string>> listed;
    for (const auto& [left, right] : self.rules()) listed.emplace_back(text.print(left), text.print(right));
    return listed;
  });
  rules.def("order", [](const RuleSystem& self) { return answer_of({}, [&](RunControl* run) { return self.order(run); }); });
  rules.def("reduce", &reduce);
  rules.def("normal_forms", [](const RuleSystem& self, std::uint64_t count) {
    return print_words(self, answer_of({}, [&](RunControl* run) { return self.normal_forms(count, run); }));
  });
}

}  // namespace wreath::python
