// SPDX-License-Identifier: MIT
//
// wreath._wreath.word.Automaton: finite automata, for the Python file _automata.py.
#include "python/src/word_batch.hpp"

namespace wreath::python {

using word::Automaton;
using word::AutomatonLimits;
using word::AutomatonWord;

namespace {

using OneOperand = Automaton (*)(const Automaton&, const AutomatonLimits&, RunControl*);
using TwoOperands = Automaton (*)(const Automaton&, const Automaton&, const AutomatonLimits&, RunControl*);
using FirstWord = std::optional<AutomatonWord> (*)(const Automaton&, const Automaton&, const AutomatonLimits&, RunControl*);

py::tuple pair_of(const Automaton& automaton, const AutomatonWord& word) {
  const word::WordText text = automaton.text();
  return py::make_tuple(text.print(word.first), text.print(word.second));
}

bool accepts(const Automaton& automaton, const std::string& first, const std::optional<std::string>& second) {
  const word::WordText text = automaton.text();
  return second ? automaton.accepts(text.read(first), text.read(*second)) : automaton.accepts(text.read(first));
}

Automaton of_words(const std::vector<std::string>& letters, const std::vector<std::string>& words) {
  const word::WordText text = Automaton::of_words(letters, {}).text();
  std::vector<word::Word> read;
  for (const std::string& word : words) read.push_back(text.read(word));
  return Automaton::of_words(letters, read);
}

void bind_operations(py::class_<Automaton, std::shared_ptr<Automaton>>& automaton) {
  const auto one = [&](const char* name, OneOperand operation) {
    automaton.def(name, [operation](const Automaton& self) {
      return answer_of({}, [&](RunControl* run) { return operation(self, {}, run); });
    });
  };
  const auto two = [&](const char* name, TwoOperands operation) {
    automaton.def(name, [operation](const Automaton& self, const Automaton& other) {
      return answer_of({}, [&](RunControl* run) { return operation(self, other, {}, run); });
    });
  };
  const auto first_word = [&](const char* name, FirstWord find) {
    automaton.def(name, [find](const Automaton& self, const Automaton& other) -> py::object {
      const auto found = answer_of({}, [&](RunControl* run) { return find(self, other, {}, run); });
      return found ? py::object(pair_of(self, *found)) : py::object(py::none());
    });
  };
  one("complement", &word::complement);
  one("star", &word::star);
  one("reverse", &word::reverse);
  one("swap", &word::swap);
  one("diagonal", &word::diagonal);
  two("intersect", &word::intersect);
  two("unite", &word::unite);
  two("subtract", &word::subtract);
  two("concatenate", &word::concatenate);
  two("compose", &word::compose);
  first_word("first_difference", &word::first_difference);
  first_word("first_outside", &word::first_outside);
  automaton.def("exists", [](const Automaton& self, int tape) {
    return answer_of({}, [&](RunControl* run) { return word::exists(self, tape, {}, run); });
  });
  automaton.def("minimise", [](const Automaton& self, bool keep_labels) {
    return answer_of({}, [&](RunControl* run) { return word::minimise(self, keep_labels, {}, run); });
  });
  automaton.def("with_label", [](const Automaton& self, const std::string& label) {
    return answer_of({}, [&](RunControl* run) { return word::with_label(self, self.text().read(label, "label"), {}, run); });
  });
}

}  // namespace

void bind_automaton(py::module_& m) {
  py::class_<Automaton, std::shared_ptr<Automaton>> automaton(m, "Automaton");
  automaton.def_static("open", [](const std::string& source) {
    return answer_of({}, [&](RunControl* run) { return word::open_automaton(source, {}, run); });
  });
  automaton.def_static("of_words", &of_words);
  automaton.def_property_readonly("letters", &Automaton::letters);
  automaton.def_property_readonly("tapes", &Automaton::tapes);
  automaton.def_property_readonly("states", &Automaton::states);
  automaton.def_property_readonly("transitions", &Automaton::transitions);
  automaton.def("accepts", &accepts);
  automaton.def("size", [](const Automaton& self) { return answer_of({}, [&](RunControl* run) { return self.size(run); }); });
  automaton.def("counts", [](const Automaton& self, std::size_t longest) {
    return answer_of({}, [&](RunControl* run) { return self.counts(longest, run); });
  });
  automaton.def("growth", [](const Automaton& self) {
    const auto rate = answer_of({}, [&](RunControl* run) { return self.growth_rate(run); });
    return py::make_tuple(answer_of({}, [&](RunControl* run) { return self.growth_series(run).text; }), rate.lower, rate.upper);
  });
  automaton.def("words", [](const Automaton& self, std::uint64_t count, std::size_t shortest, std::size_t longest) {
    py::list list;
    for (const AutomatonWord& word : answer_of({}, [&](RunControl* run) { return self.words(count, shortest, longest, run); }))
      list.append(pair_of(self, word));
    return list;
  });
  automaton.def("dot", &word::automaton_dot);
  automaton.def("save", [](const Automaton& self, const std::string& path) {
    answer({}, [&](RunControl& run) { word::write_automaton(self, path, &run); });
  });
  bind_operations(automaton);
}

}  // namespace wreath::python
