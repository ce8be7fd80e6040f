// SPDX-License-Identifier: MIT
#include "wreath/word/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text/units.hpp"
#include "word/automata/operations.hpp"
#include "word/internals.hpp"
#include "wreath/run.hpp"

namespace wreath::word {

namespace {

const Field kInput{"input", "the group, as given"};

const ReportForm kNoStructure("", {kInput,
                                   {"verified", "whether an automatic structure was proven"},
                                   {"reason", "why there is no answer, in words"}});

const ReportForm kStructure("", {kInput,
                                 {"name", "of the group: a family or a presentation"},
                                 {"presentation", "of the group"},
                                 {"letters", "the letters in their order"},
                                 {"origin", "where the structure comes from: file, cache or built"},
                                 {"verified", "whether the structure is proven"},
                                 {"word_acceptor_states", "states of the word acceptor"},
                                 {"word_differences", "number of word differences"},
                                 {"general_multiplier_states", "states of the general multiplier"},
                                 {"confluent", "whether the rules are confluent"},
                                 {"rules", "number of rules of the completion"},
                                 {"order", "number of elements, or \"infinite\""}});
const ReportForm kBuild("word build", kStructure,
                        {{"overlaps", "overlaps of rules that were looked at"},
                         {"tries", "number of attempts"},
                         {"reason", "why the structure is not verified, in words"}});
const ReportForm kInfo("word info", kStructure,
                       {{"balls", "number of elements of length at most 0, 1, ..., 10"},
                        {"small_triangles", "number of triangles in the Cayley graph with sides of at most 5"},
                        {"growth_series", "number of elements of each length, as a rational function"},
                        {"hyperbolic", "yes or no if it is proven, otherwise unknown"},
                        {"hyperbolic_by", "what proves it, in words"},
                        {"geodesic_acceptor_states", "states of the automaton of all geodesics"},
                        {"geodesic_growth_series", "number of geodesics of each length, as a rational function"},
                        {"bigon_width", "how far two geodesics with the same ends are apart, at most"},
                        {"near_bigon_width", "the same if their ends are equal or neighbours"},
                        {"thin_triangles", "how far opposite points of triangles are apart, at most"},
                        {"thin_triangles_at_least", "a lower bound of that"},
                        {"reason", "why something is missing, in words"}});

const ReportForm kGrowth("word growth", {kInput,
                                         {"order", "number of elements, or \"infinite\""},
                                         {"balls", "number of elements of length at most 0, 1, ..."},
                                         {"spheres", "number of elements of length 0, 1, ..."},
                                         {"rate", "limit of the n-th root of the n-th sphere"},
                                         {"rate_bounds", "proven bounds of the rate"},
                                         {"series", "the growth series, a rational function"},
                                         {"numerator", "its coefficients, the constant term first"},
                                         {"denominator", "likewise"}});

const ReportForm kExport("word export", {kInput, {"files", "the files that were written"}});
const ReportForm kImport("word import", {kInput,
                                         {"verified", "whether the structure is proven"},
                                         {"word_acceptor_states", "states of the word acceptor"},
                                         {"general_multiplier_states", "states of the general multiplier"},
                                         {"same_as", "kbmag's automata that agree with it"},
                                         {"output", "the file that was written"},
                                         {"reason", "why the structure is not verified, in words"}});

const ReportForm kLengths("", {{"letters", "of all words together"},
                               {"shortest", "length of the shortest word"},
                               {"mean", "mean length"},
                               {"longest", "length of the longest word"}});
const ReportForm kStatistics("", {{"identities", "number of words that are 1"},
                                  {"in", "the words", Unit::none, &kLengths},
                                  {"out", "their normal forms", Unit::none, &kLengths},
                                  {"letters_per_second", "speed of the reduction"}});
const std::vector<Field> kStream{kInput,
                                 {"words", "number of words"},
                                 {"form", "which normal form: shortlex, or that of confluent rules or of a recognised group"},
                                 {"normal_forms", "their normal forms, or those of the inverses"},
                                 {"output", "the file that was written"},
                                 {"stats", "lengths and speed", Unit::none, &kStatistics}};
const ReportForm kReduce("word reduce", kStream);
const ReportForm kInverse("word inverse", kStream);
const ReportForm kEqual("word equal", {kInput,
                                       {"equal", "whether the words are the same element"},
                                       {"by",
                                        "how it was decided: free reduction, abelianization, rules, confluent rules, a quotient, "
                                        "enumeration, a recognised group, normal forms or a derivation"},
                                       {"proof", "the same in words"}});
const std::vector<Field> kProduct{kInput, {"length", "of the normal form"}, {"normal_form", "of the product"}};
const ReportForm kMultiply("word multiply", kProduct);
const ReportForm kConcat("word concat", kProduct);
const ReportForm kCompare("word compare", {kInput, {"comparison", "less, equal or greater"}});
const ReportForm kElementOrder("", {{"order", "a number, \"infinite\" or \"unknown\""}, {"proof", "in words"}});
const ReportForm kOrders("word order", {kInput,
                                        {"orders", "of each word", Unit::none, &kElementOrder},
                                        {"order", "of a single word"},
                                        {"proof", "of a single word"}});

const ReportForm kBall("word ball", {kInput,
                                     {"radius", "the largest length"},
                                     {"edges", "number of edges of the graph"},
                                     {"graph", "the file of the graph"},
                                     {"size", "number of elements"},
                                     {"output", "the file of the elements"},
                                     {"elements", "the elements in ShortLex order"}});

const Field kThinness{"thin_triangles", "how far opposite points of triangles are apart, at most"};
const ReportForm kPair("", {{"conjugate", "whether they are conjugate"},
                            {"conjugator", "c with c^-1*u*c = v"},
                            {"proof", "why they are, or are not, in words"}});
const ReportForm kRootAnswer("", {{"root", "the root; null for elements of finite order"},
                                  {"exponent", "the word is this power of it"},
                                  {"order", "of an element of finite order"}});
const ReportForm kShortest("", {{"words", "the shortest elements of the conjugacy class"}});
const ReportForm kConjugate("word conjugate", {kInput, kThinness, {"pairs", "one answer for each", Unit::none, &kPair}});
const ReportForm kClass("word class", {kInput, kThinness, {"classes", "the shortest elements of each class"}});
const ReportForm kRoot("word root", {kInput, kThinness, {"roots", "one answer for each word", Unit::none, &kRootAnswer}});

const ReportForm kGeodesicsOf("", {{"normal_form", "of the element"},
                                   {"count", "number of its geodesics"},
                                   {"geodesics", "the first of them"}});
const ReportForm kGeodesics("word geodesics",
                            {kInput,
                             {"geodesic_acceptor_states", "states of the automaton of all geodesics"},
                             {"elements", "one answer for each word", Unit::none, &kGeodesicsOf},
                             {"geodesic_growth_series", "number of geodesics of each length, as a rational function"},
                             {"files", "the files that were written"}});

/// Sets what find() finds, unless the run is stopped first.
template <class Find>
void set_unless_stopped(Report& report, std::string_view name, const Find& find) {
  try {
    report.set(name, find());
  } catch (const LimitReached&) {  // it is left out
  }
}

double seconds_of(const RunControl& run, std::string_view name) {
  const auto found = std::ranges::find(run.phases(), name, &Phase::name);
  return found == run.phases().end() ? 0 : found->seconds;
}

void set_structure(Report& report, const Group& group, RunControl& run) {
  report.set("name", group.name()).set("verified", group.verified()).set("confluent", group.confluent());
  if (!group.verified()) return;
  const StructureSizes sizes = group.sizes();  // those of a guess mean nothing
  report.set("word_acceptor_states", sizes.word_acceptor_states).set("word_differences", sizes.word_differences);
  report.set("general_multiplier_states", sizes.general_multiplier_states);
  set_unless_stopped(report, "order", [&] { return group.order(&run); });
}

void set_hyperbolicity(Report& report, const Hyperbolicity& found) {
  report.set("hyperbolic", to_string(found.hyperbolic));
  if (!found.proof.empty()) report.set("hyperbolic_by", found.proof);
}

/// Hyperbolicity and what comes with it.
void set_geometry(Report& report, const Group& group, RunControl& run) {
  const Hyperbolicity found = find_hyperbolicity(group, {}, &run);
  set_hyperbolicity(report, found);
  report.set("geodesic_acceptor_states", found.geodesic_acceptor_states);
  report.set("bigon_width", found.bigon_width).set("near_bigon_width", found.near_bigon_width);
  if (!found.geodesic_acceptor_states) return;
  set_unless_stopped(report, "geodesic_growth_series", [&] { return geodesic_growth_series(found, &run).text; });
  const ThinTriangles triangles = find_thin_triangles(group, found, {}, &run);
  report.set(triangles.complete ? "thin_triangles" : "thin_triangles_at_least", triangles.thinness);
}

Report lengths_report(const WordLengths& lengths, std::uint64_t words) {
  if (words == 0) return {kLengths, 0};
  return {kLengths, lengths.letters, lengths.shortest, static_cast<double>(lengths.letters) / static_cast<double>(words),
          lengths.longest};
}

void say_statistics(Report& report, const StreamReport& found, const RunControl& run) {
  const auto line = [&](const char* name, const WordLengths& lengths) {
    if (found.words == 0) return;
    report.line("{} {}; {} to {} per word, {} on average",
                {fmt::format("{:8}", name), counted(lengths.letters, "letter"), format_count(lengths.shortest),
                 format_count(lengths.longest),
                 fmt::format("{:.1f}", static_cast<double>(lengths.letters) / static_cast<double>(found.words))});
  };
  report.line("words    {words}, of which {} reduced to 1", {format_count(found.identities)});
  line("in", found.in);
  line("out", found.out);
  if (!run.choice("backend").empty()) report.line("backend  {}", {std::string(run.choice("backend"))});
  const double seconds = seconds_of(run, "reduce");
  report.line("time     read {}, reduce {}, write {}{}",
              {format_seconds(seconds_of(run, "read")), format_seconds(seconds), format_seconds(seconds_of(run, "write")),
               seconds > 0 ? "; " + format_rate(static_cast<double>(found.in.letters) / seconds, "letters") : ""});
}

}  // namespace

Report no_structure_report(const std::string& input, const std::string& reason, const std::string& advice) {
  Report report(kNoStructure, input, false, reason);
  return report.line("{input}: no verified structure was found: {reason}. {}", {advice});
}

Report build_report(const std::string& input, const Group& group, RunControl& run) {
  const BuildReport& built = group.report();
  Report report(kBuild, input);
  set_structure(report, group, run);
  report.set("rules", built.rules).set("overlaps", built.pairs).set("tries", built.tries);
  if (group.verified()) {
    report.line("{name}: verified, {}", {format_seconds(run.seconds())});
    return report.line(
        "word acceptor: {word_acceptor_states state}; general multiplier: {general_multiplier_states state}; "
        "{word_differences word difference}");
  }
  report.set("reason", group.why_unverified());
  report.line("{name}: not verified: {reason}.");
  report.line("{rules rule}, {} for word differences, {tries attempt}.", {counted(built.candidates, "candidate")});
  return report.line("Nothing is claimed about the group{}.", {group.confluent() ? ", except that its rules are confluent" : ""});
}

Report info_report(const std::string& input, const Group& group, bool with_geometry, RunControl& run) {
  constexpr std::size_t kRadius = 10;  // of the balls that are counted
  Report report(kInfo, input);
  set_structure(report, group, run);
  report.set("presentation", group.presentation()).set("letters", group.letters()).set("origin", to_string(group.origin()));
  report.set("rules", group.sizes().rules);
  if (!with_geometry || !group.verified()) {
    Hyperbolicity found = find_hyperbolicity(Internals::structure(group).presentation);
    if (found.hyperbolic == Answer::unknown && group.verified() && automata::is_finite(Internals::structure(group).acceptor)) {
      found.hyperbolic = Answer::yes;
      found.proof = "it is finite";
    }
    set_hyperbolicity(report, found);
  }
  if (!group.verified()) return report.set("reason", group.why_unverified()).list_fields();
  set_unless_stopped(report, "balls", [&] { return Value(group.balls(kRadius, &run)); });
  set_unless_stopped(report, "small_triangles", [&] { return small_triangles(group, 5, &run); });
  set_unless_stopped(report, "growth_series", [&] { return growth_series(group, &run).text; });
  if (with_geometry) set_geometry(report, group, run);
  return report.list_fields();
}

Report growth_report(const std::string& input, const Group& group, std::uint64_t terms, RunControl& run) {
  const Growth found = find_growth(group, terms, &run);
  Report report(kGrowth, input.empty() ? Value() : Value(input));
  set_unless_stopped(report, "order", [&] { return group.order(&run); });
  report.set("balls", found.balls).set("spheres", found.spheres);
  if (found.series) report.set("series", found.series->text).set("numerator", found.series->numerator);
  if (found.series) report.set("denominator", found.series->denominator);
  report.line("{series}").line("spheres {spheres}");
  if (found.rate) {
    const double middle = (found.rate->lower + found.rate->upper) / 2;
    report.set("rate", middle).set("rate_bounds", std::vector{found.rate->lower, found.rate->upper});
    report.line("growth rate {}", {fmt::format("{:.10g}", middle)});
  }
  return report.partial(" after {}{}",
                        {counted(found.spheres.size(), "term"), found.rate ? ", before the series was found" : ""});
}

Report export_report(const std::string& input, const std::vector<std::string>& files) {
  return Report(kExport, input, files).line("{}", {fmt::format("{}", fmt::join(files, "\n"))});
}

Report import_report(const std::string& input, const Group& group, const std::vector<std::string>& same_as,
                     const std::string& output) {
  Report report(kImport, input, group.verified());
  if (!group.verified()) return report.set("reason", group.why_unverified()).line("{input}: not verified: {reason}");
  report.set("word_acceptor_states", group.word_acceptor_states()).set("same_as", same_as).set("output", output);
  report.set("general_multiplier_states", group.general_multiplier_states());
  return report.line(
      "{output}: verified; word acceptor: {word_acceptor_states state}, general multiplier: {general_multiplier_states state}{}",
      {same_as.empty() ? "; there were no automata to compare with"
                       : fmt::format("; the same as in {}", fmt::join(same_as, " "))});
}

// --- words

Report stream_report(std::string_view verb, const std::string& input, const StreamReport& found, const std::string& form,
                     const std::vector<std::string>* forms, const std::string& output, bool with_statistics,
                     const RunControl& run) {
  const double seconds = seconds_of(run, "reduce");
  Report report(verb == "inverse" ? kInverse : kReduce, input, found.words, form);
  if (forms != nullptr) report.set("normal_forms", *forms);
  if (!output.empty()) report.set("output", output);
  report.set("stats",
             Report(kStatistics, found.identities, lengths_report(found.in, found.words), lengths_report(found.out, found.words),
                    seconds > 0 ? static_cast<double>(found.in.letters) / seconds : 0.0));
  report.line("{output}: {words word}");
  if (with_statistics) say_statistics(report, found, run);
  return report.partial(found.words == 0 ? " before the first word" : " after {words word}");
}

Report equal_report(const std::string& input, const Equality& answer) {
  Report report(kEqual, input, *answer.equal, to_string(answer.by));
  if (!answer.proof.empty()) report.set("proof", answer.proof);
  return report.line("{} ({by})", {*answer.equal ? "equal" : "different"});
}

Report product_report(std::string_view verb, const std::string& input, const Group& group, const Word& product) {
  return Report(verb == "multiply" ? kMultiply : kConcat, input, product.size(), group.print(product)).line("{normal_form}");
}

Report comparison_report(const std::string& input, const Word& u, const Word& v) {
  const auto order = compare_shortlex(u, v);
  return Report(kCompare, input, order < 0 ? "less" : order > 0 ? "greater" : "equal").line("{comparison}");
}

Report orders_report(const std::string& input, const std::vector<ElementOrder>& found) {
  using Kind = ElementOrder::Kind;
  Report report(kOrders, input);
  std::vector<Report> orders;
  for (const ElementOrder& each : found) {
    const Value order = each.kind == Kind::finite ? Value(each.order) : each.kind == Kind::infinite ? "infinite" : "unknown";
    orders.emplace_back(kElementOrder, order, each.proof);
    const std::string text = each.kind == Kind::unknown  ? "unknown"
                             : each.kind == Kind::finite ? std::to_string(each.order)
                                                         : "infinite";
    report.line("{} ({})", {text, each.proof});
  }
  report.set("orders", orders);
  if (orders.size() == 1) report.set("order", orders[0]["order"]).set("proof", found[0].proof);
  return report;
}

Report ball_report(const std::string& input, const BallAnswer& found, Value elements) {
  Report report(kBall, input, found.radius, found.edges);
  if (found.edges) report.set("graph", found.graph);
  report.set("size", found.size).set("elements", std::move(elements));
  if (!found.output.empty()) report.set("output", found.output);
  report.line("{graph}: {edges edge}");
  if (!found.edges && !found.graph.empty()) report.line("{}: not written, because the graph is not complete", {found.graph});
  return report.line("{output}: {size element}").partial(" after {size element}");
}

// --- conjugacy and geodesics

Report conjugate_answer(const WordText& text, const ConjugacyAnswer& found) {
  Report report(kPair, found.conjugate.value_or(false), Value(), found.proof);
  if (!found.conjugate.value_or(false)) return report.line("not conjugate: {proof}");
  return report.set("conjugator", text.print(found.conjugator)).line("conjugate by {conjugator} ({proof})");
}

Report class_answer(const Group& group, const std::vector<Word>& shortest) {
  std::vector<std::string> words;
  for (const Word& word : shortest) words.push_back(group.print(word));
  return Report(kShortest, words).line("{}", {fmt::format("{}", fmt::join(words, " "))});
}

Report root_answer(const Group& group, const Word& word, const ElementOrder& order, const std::optional<ElementRoot>& found) {
  if (!found) {
    Report report(kRootAnswer, Value::null(), Value(), order.order);
    return report.line("{} has order {order}: roots are found for elements of infinite order", {group.print(word)});
  }
  return Report(kRootAnswer, group.print(found->root), found->exponent).line("({root})^{}", {std::to_string(found->exponent)});
}

Report conjugacy_report(std::string_view verb, const std::string& input, std::optional<std::size_t> thinness,
                        const std::vector<Report>& answers) {
  Report report(verb == "conjugate" ? kConjugate : verb == "class" ? kClass : kRoot, input, thinness);
  ValueList classes;
  for (const Report& answer : answers) {
    if (verb == "class") classes.add(answer["words"]);
    for (const Report::Line& line : answer.lines()) report.line("{}", {line.text.substr(0, line.text.size() - 1)});
  }
  if (verb == "class") return report.set("classes", classes.take());
  return report.set(verb == "conjugate" ? "pairs" : "roots", answers);
}

Report geodesics_report(const std::string& input, std::uint32_t states, const std::vector<GeodesicsOf>& elements,
                        const std::string& series, const std::vector<std::string>& files) {
  Report report(kGeodesics, input, states);
  std::vector<Report> answers;
  for (const auto& [form, count, words] : elements) answers.emplace_back(kGeodesicsOf, form, count, words);
  if (!elements.empty()) report.set("elements", answers);
  if (!files.empty()) report.set("files", files);
  if (!elements.empty()) return report;
  report.set("geodesic_growth_series", series);
  return report.line("geodesic acceptor: {geodesic_acceptor_states state}; growth {geodesic_growth_series}");
}

}  // namespace wreath::word
