// SPDX-License-Identifier: MIT
//
// Many words between Python and the library, at the cost of some tens of nanoseconds a word.
//
// Python's strings are immutable and those of ASCII letters are bytes: their places are collected once, under the GIL, and a
// tuple keeps them alive. Then, a batch of some megabytes after the other, all else happens without the GIL (parse, reduce,
// print), and under it again the new strings are made from one buffer of text. A batch is what Ctrl-C waits for.
#pragma once

#include "python/src/common.hpp"
#include "wreath/word.hpp"

namespace wreath::python {

using word::FormOf;
using word::Group;

/// Calls work(run) until it is done; throws what ended it where that was a limit.
void answer(const Limits& limits, const std::function<void(RunControl&)>& work);

/// What find(run) finds.
template <class Find>
auto answer_of(const Limits& limits, const Find& find) {
  std::optional<std::invoke_result_t<const Find&, RunControl*>> found;
  answer(limits, [&](RunControl& run) { found = find(&run); });
  return std::move(*found);
}

/// Automata, in a file of their own.
void bind_automaton(py::module_& m);
/// Rewriting systems and questions likewise.
void bind_rules(py::module_& m);
void bind_word_problem(py::module_& m);

/// The normal forms of the words of any iterable of strings (or of their inverses), as a list of strings.
py::list reduce_texts(const Group& group, const py::object& words, FormOf of, const word::ReduceOptions& options);

using Letters = py::array_t<word::Letter, py::array::c_style>;
using Offsets = py::array_t<std::uint64_t, py::array::c_style>;
/// Letters and offsets, one more than words.
py::tuple pack(const Group& group, const py::object& words);
py::list unpack(const Group& group, const Letters& letters, const Offsets& offsets);
py::tuple reduce_packed(const Group& group, const Letters& letters, const Offsets& offsets, const word::ReduceOptions& options);

}  // namespace wreath::python

/// How to build a structure comes as a dict.
template <>
struct pybind11::detail::type_caster<wreath::word::Options> {
  PYBIND11_TYPE_CASTER(wreath::word::Options, const_name("dict"));
  bool load(handle source, bool /*convert*/) {
    const auto given = reinterpret_borrow<dict>(source);
    wreath::python::take(given, "letter_order", value.letter_order);
    wreath::python::take(given, "keep_inverses", value.keep_inverses);
    wreath::python::take(given, "max_rules", value.max_rules);
    wreath::python::take(given, "max_length", value.max_length);
    wreath::python::take(given, "max_states", value.max_states);
    wreath::python::take(given, "cache", value.cache);
    return true;
  }
};

/// How to reduce words comes as a pair of a backend and a number of threads.
template <>
struct pybind11::detail::type_caster<wreath::word::ReduceOptions> {
  PYBIND11_TYPE_CASTER(wreath::word::ReduceOptions, const_name("tuple"));
  bool load(handle source, bool /*convert*/) {
    const auto given = reinterpret_borrow<tuple>(source);
    value.machine = wreath::python::machine_of(given[0].cast<std::string>(), given[1].cast<std::int64_t>());
    return true;
  }
};
