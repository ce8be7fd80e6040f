// SPDX-License-Identifier: MIT
//
// What is found about groups and their words, as reports.
//
// `input` is the group as given. Lists of words may be long: the caller makes them, one word at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/report.hpp"
#include "wreath/word/conjugacy.hpp"
#include "wreath/word/geometry.hpp"
#include "wreath/word/group.hpp"
#include "wreath/word/growth.hpp"
#include "wreath/word/streams.hpp"
#include "wreath/word/word_problem.hpp"

namespace wreath::word {

/// No verified structure was found, so there are no answers.
Report no_structure_report(const std::string& input, const std::string& reason, const std::string& advice);

// --- groups. These compute what they report, and leave out what a stop comes before.
/// A structure that was built, with its sizes, or why none was found.
Report build_report(const std::string& input, const Group& group, RunControl& run);
/// What is known of a group: its letters, structure, balls and growth; whether it is hyperbolic, by theorems about its
/// presentation, and if `with_geometry` also by its geodesics, with what they show.
Report info_report(const std::string& input, const Group& group, bool with_geometry, RunControl& run);
/// The growth series, the growth rate, and the spheres up to the length `terms`.
Report growth_report(const std::string& input, const Group& group, std::uint64_t terms, RunControl& run);
/// The files that export_kbmag wrote.
Report export_report(const std::string& input, const std::vector<std::string>& files);
/// same_as: the automata of kbmag that the structure agrees with.
Report import_report(const std::string& input, const Group& group, const std::vector<std::string>& same_as,
                     const std::string& output);

// --- words
/// reduce and inverse: the forms are in the report unless there is a file. `form` names the kind of normal form.
Report stream_report(std::string_view verb, const std::string& input, const StreamReport& found, const std::string& form,
                     const std::vector<std::string>* forms, const std::string& output, bool with_statistics,
                     const RunControl& run);
/// Whether two words are equal, and how that is known. There must be an answer.
Report equal_report(const std::string& input, const Equality& answer);
/// multiply and concat.
Report product_report(std::string_view verb, const std::string& input, const Group& group, const Word& product);
/// Which of two words comes first in shortlex order.
Report comparison_report(const std::string& input, const Word& u, const Word& v);
/// The order of each element, or why it is not known.
Report orders_report(const std::string& input, const std::vector<ElementOrder>& found);

struct BallAnswer {
  std::uint64_t radius = 0;
  std::uint64_t size = 0;
  bool complete = false;
  std::optional<std::uint64_t> edges = {};  // of a graph that was written
  std::string graph = {};
  std::string output = {};
};
/// The size of a ball, and its elements unless they are in a file.
Report ball_report(const std::string& input, const BallAnswer& found, Value elements);

// --- conjugacy and geodesics: `answers` are of conjugate_answer and so on, one for each word or pair
/// The answers to a question about conjugacy; `verb` is conjugate, class or root.
Report conjugacy_report(std::string_view verb, const std::string& input, std::optional<std::size_t> thinness,
                        const std::vector<Report>& answers);
/// The answer for a pair: the conjugator, or why there is none. There must be an answer.
Report conjugate_answer(const WordText& text, const ConjugacyAnswer& found);
/// The answer for a class: its shortest elements.
Report class_answer(const Group& group, const std::vector<Word>& shortest);
/// The answer for a root. Without one, the element has finite order.
Report root_answer(const Group& group, const Word& word, const ElementOrder& order, const std::optional<ElementRoot>& found);
struct GeodesicsOf {
  std::string form;
  Natural count;
  Value words = {};
};
/// The geodesics of each element; without elements, the size of the geodesic acceptor and its growth series.
Report geodesics_report(const std::string& input, std::uint32_t states, const std::vector<GeodesicsOf>& elements,
                        const std::string& series, const std::vector<std::string>& files);

}  // namespace wreath::word
