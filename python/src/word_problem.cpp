// SPDX-License-Identifier: MIT
//
// wreath._wreath.word.WordProblem: questions about groups that may have no automatic structure, for the Python file word.py.
#include "python/src/word_batch.hpp"

namespace wreath::python {

using word::WordProblem;

namespace {

/// A stop is for the caller to continue; the limits of the options are final.
[[noreturn]] void give_up(const WordProblem& problem, const std::string& why, const RunControl& run) {
  const std::string message = problem.name() + ": no proof was found, and no automatic structure: " + why;
  if (run.stop_reason() != StopReason::none) throw LimitReached(message);
  throw InputError(message);
}

py::tuple equal(WordProblem& problem, const std::string& u, const std::string& v, const Limits& limits) {
  const word::Equality found = answer_of(limits, [&](RunControl* run) {
    word::Equality answer = problem.equal(u, v, {}, run);
    if (!answer.equal) give_up(problem, answer.why_unverified, *run);
    return answer;
  });
  return py::make_tuple(*found.equal, found.proof);
}

py::tuple order_of(WordProblem& problem, const std::string& word, std::uint64_t powers, const Limits& limits) {
  const word::ElementOrder found = answer_of(limits, [&](RunControl* run) { return problem.order_of(word, powers, run); });
  const char* kinds[] = {"finite", "infinite", "unknown"};
  return py::make_tuple(kinds[static_cast<int>(found.kind)], found.order, found.proof);
}

py::tuple conjugate(WordProblem& problem, const std::string& u, const std::string& v, const Limits& limits) {
  const word::ConjugacyAnswer found = answer_of(limits, [&](RunControl* run) {
    word::ConjugacyAnswer answer = problem.conjugate(u, v, run);
    if (!answer.conjugate) give_up(problem, answer.why_unverified, *run);
    return answer;
  });
  return py::make_tuple(*found.conjugate, problem.text().print(found.conjugator), found.proof);
}

py::tuple contains(WordProblem& problem, const std::string& generators, const std::string& word, const Limits& limits) {
  const word::Membership found = answer_of(limits, [&](RunControl* run) {
    auto answer = problem.contains(generators, word, run);
    if (!answer) give_up(problem, "nor one of the cosets", *run);
    return std::move(*answer);
  });
  return py::make_tuple(found.contains, found.proof);
}

}  // namespace

void bind_word_problem(py::module_& m) {
  py::class_<WordProblem> problem(m, "WordProblem");
  problem.def_static("open", [](const std::string& source, const word::Options& options) {
    return call_once([&] { return WordProblem::open(source, options); });
  });
  problem.def_property_readonly("name", &WordProblem::name);
  problem.def("equal", &equal);
  problem.def("order_of", &order_of);
  problem.def("conjugate", &conjugate);
  problem.def("contains", &contains);
  problem.def("normal_form", [](WordProblem& self, const std::string& word, const Limits& limits) {
    return answer_of(limits, [&](RunControl* run) { return self.normal_form(word, run); });
  });
}

}  // namespace wreath::python
