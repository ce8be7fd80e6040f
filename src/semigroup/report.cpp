// SPDX-License-Identifier: MIT
#include "wreath/semigroup/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/text/option.hpp"
#include "core/text/table.hpp"
#include "core/text/units.hpp"
#include "semigroup/kinds/kind.hpp"
#include "wreath/run.hpp"

namespace wreath::semigroup {

namespace {

const ReportForm kEnumeration(
    "semigroup enumerate",
    {{"input", "the semigroup, as given"},
     {"add", "the file of added generators"},
     {"size", "number of elements found"},
     {"kind", "kind of the elements"},
     {"degree", "points of a map or bipartition, rows of a matrix"},
     {"generators", "number of generators"},
     {"monoid", "whether the identity was adjoined"},
     {"levels", "number of elements of each length, from 0 in a monoid, from 1 in a semigroup"},
     {"maximal_length", "length of the longest word"},
     {"complete_to", "the length up to which all elements were found"},
     {"exactness", "how equality of elements was decided"},
     {"memory", "bytes in use", Unit::bytes},
     {"added", "with the option closure: the numbers of the elements that became generators"},
     {"idempotents", "number of elements that are their own squares"},
     {"collision_bound", "with the option fingerprint: a bound on the probability of an error, if fingerprints are random"}});

const ReportForm kGenerators("semigroup generators",
                             {{"input", "the semigroup, as given"},
                              {"kind", "kind of the elements"},
                              {"degree", "points of a map or bipartition, rows of a matrix"},
                              {"monoid", "whether the identity is adjoined"},
                              {"generators", "one list of images or entries per generator; null: not defined, or infinite"}});

const ReportForm kCayley("semigroup cayley", {{"input", "the semigroup, as given"},
                                              {"size", "number of elements"},
                                              {"complete_to", "of a stopped run: the length up to which all elements were found"},
                                              {"generators", "number of generators"},
                                              {"side", "left or right"},
                                              {"output", "the file that was written"}});

const ReportForm kPlace("", {{"rank", "of the element"},
                             {"d_class_size", "number of elements of its D-class"},
                             {"r_class_size", "of its R-class"},
                             {"l_class_size", "of its L-class"},
                             {"h_class_size", "of its H-class"},
                             {"regular", "whether its D-class is regular"},
                             {"in_group", "whether its H-class is a group"},
                             {"r_classes", "number of R-classes in its D-class"},
                             {"l_classes", "number of L-classes in its D-class"}});

const ReportForm kQuestion("", {{"input", "the semigroup, as given"},
                                {"map", "the map or element in question"},
                                {"enumerated", "number of elements enumerated until the answer was known"},
                                {"exactness", "how equality of elements was decided"},
                                {"member", "whether it is an element"},
                                {"element", "its number, from 0 in ShortLex order"},
                                {"word", "a word for it: the numbers of generators, from 0"},
                                {"length", "length of that word"},
                                {"least", "whether it is the least word"},
                                {"place", "by orbits: the classes of the element", Unit::none, &kPlace},
                                {"kernels", "number of kernels (or column spaces) of elements, by orbits"},
                                {"images", "number of images (or row spaces) of elements, by orbits"}});
const ReportForm kMember("semigroup member", kQuestion, {});
const ReportForm kFactor("semigroup factor", kQuestion, {});

const ReportForm kDClass("", {{"rank", "of its elements"},
                              {"size", "number of elements"},
                              {"r_classes", "number of R-classes"},
                              {"l_classes", "number of L-classes"},
                              {"h_class_size", "number of elements of an H-class"},
                              {"regular", "whether it has idempotents"},
                              {"idempotents", "number of idempotents"},
                              {"representative", "an element: its number, or its images or entries"},
                              {"word", "with the option order: a word for it, not the least"},
                              {"below", "with the option order: the numbers of the classes directly below"}});

const ReportForm kEggBox("", {{"file", "the picture"}, {"page", "its page"}, {"pages", "number of pages"}});

const ReportForm kGreen("semigroup green",
                        {{"input", "the semigroup, as given"},
                         {"size", "number of elements; a lower bound unless size_known"},
                         {"size_known", "whether the size is final"},
                         {"classes_known", "whether all classes are counted; otherwise R- and L-classes are lower bounds"},
                         {"complete_to", "of a stopped enumeration: the length up to which all elements were found"},
                         {"r_classes", "number of R-classes"},
                         {"l_classes", "number of L-classes"},
                         {"h_classes", "number of H-classes"},
                         {"d_classes", "number of D-classes"},
                         {"regular_d_classes", "number of D-classes with idempotents"},
                         {"idempotents", "number of idempotents"},
                         {"kernels", "number of kernels (or column spaces) of elements, by orbits"},
                         {"images", "number of images (or row spaces) of elements, by orbits"},
                         {"kernels_known", "whether that number is final"},
                         {"images_known", "whether that number is final"},
                         {"exactness", "how equality of elements was decided"},
                         {"classes", "the D-classes", Unit::none, &kDClass},
                         {"egg_box", "the picture of the option egg-box", Unit::none, &kEggBox}});

/// The points of a map or a bipartition, the rows of a matrix.
std::uint64_t degree_of(const Generators& generators) {
  return generators.kind.is_transformation() ? generators.degree : generators.kind.size;
}

const char* noun_of(const ElementKind& kind) {
  return kind.is_transformation() ? "map" : "element";
}

double seconds_of(const RunControl& run, std::string_view name) {
  const auto found = std::ranges::find(run.phases(), name, &Phase::name);
  return found == run.phases().end() ? 0 : found->seconds;
}

/// An element as numbers; what is not a number is null.
Value numbers_of(const ElementKind& kind, std::span<const Point> row) {
  const std::span<const NumberName> names = kind_of(kind).number_names();
  const bool any_integer = kind_of(kind).number_limit(kind) == 0;
  ValueList numbers;
  for (const Point number : row) {
    const bool none = std::ranges::find(names, number, &NumberName::number) != names.end();
    numbers.add(none ? Value::null() : any_integer ? Value(static_cast<std::int32_t>(number)) : Value(number));
  }
  return numbers.take();
}

std::string level_table(const std::vector<std::uint64_t>& levels, bool monoid) {
  std::vector<std::uint64_t> sums(levels.size());
  std::partial_sum(levels.begin(), levels.end(), sums.begin());
  return format_long_table({"length", "elements", "total"}, levels.size(), [&](std::size_t k) -> std::vector<std::string> {
    return {format_count(k + (monoid ? 0 : 1)), format_count(levels[k]), format_count(sums[k])};
  });
}

/// What every way of counting knows, and the first lines.
Report counted_report(const EnumerationInput& input, const Generators& generators, std::uint64_t size, bool complete,
                      std::optional<std::uint64_t> complete_to, const std::vector<std::uint64_t>& levels) {
  const auto name = [](const std::string& file) { return file == "-" ? std::string("standard input") : file; };
  Report report(kEnumeration);
  report.set("input", input.input);
  if (!input.add.empty()) report.set("add", input.add);
  report.set("size", size);
  report.set("kind", to_string(generators.kind));
  report.set("degree", degree_of(generators));
  report.set("generators", generators.count());
  report.set("monoid", generators.monoid);
  report.set("levels", levels);
  report.set("maximal_length", levels.size() - (generators.monoid && !levels.empty() ? 1 : 0));
  report.set("complete_to", complete_to);
  const std::string added = counted(generators.count() - input.given, "generator");
  report.line(complete ? "{}: {size element}" : "{}: at least {size element}[, complete to length {complete_to}]",
              {input.add.empty() ? input.input : fmt::format("{} with {} of {}", name(input.input), added, name(input.add))});
  const ElementKind& kind = generators.kind;
  report.line("  {}{}, {generators generator}{}, longest word {maximal_length}",
              {kind.is_transformation() ? "" : to_string(kind) + (kind.is_matrix() ? " matrices, " : "s, "),
               kind.is_matrix() ? fmt::format("{0} x {0}", kind.size) : "degree " + format_count(degree_of(generators)),
               generators.monoid ? " and the identity" : ""});
  return report;
}

/// What an incomplete run reports of the files it should write.
void say_about_files(Report& report, const Enumeration& found, const EnumerationFiles& files, const RunControl& run) {
  const bool lists = !files.elements.empty() || !files.words.empty();
  if (!lists && !files.need_graphs()) return;
  if (found.complete()) {
    report.line("all elements were found, but the run stopped before the files were written");
  } else if (run.stop_reason() != StopReason::target) {
    report.line("the output files are written only when all elements have been found");
  } else {
    if (lists) report.line("the files contain the {size element} found so far");
    if (files.need_graphs()) report.line("graphs, rules and proofs are written only when all elements have been found");
  }
}

std::string rate_of(std::uint64_t size, double seconds) {
  return format_rate(static_cast<double>(size) / std::max(1e-9, seconds), "elements");
}

}  // namespace

Report enumeration_report(const EnumerationInput& input, const Enumeration& found, const ClosureRun* closure,
                          std::optional<std::uint64_t> idempotents, const EnumerationFiles* unwritten, const RunControl& run) {
  Report report = counted_report(input, found.generators(), found.size(), found.complete(), found.complete_to(), found.levels());
  const bool exact = found.method() != Method::fingerprint;
  const bool resumed = run.resumes();
  report.set("exactness", found.describe_exactness()).set("memory", found.memory()).set("idempotents", idempotents);
  if (closure != nullptr) {
    report.set("added", closure->added);
    const std::string count = counted(closure->added.size(), "generator");
    report.line(!closure->decided        ? "  {} added so far: stopped before it was known which elements to add"
                : closure->added.empty() ? "  no generator added: all given elements are in the semigroup"
                                         : "  {} added",
                {count});
  }
  if (!exact) report.set("collision_bound", found.collision_bound());
  report.line("  idempotents: {idempotents}");
  if (found.exactness() == Exactness::none) {
    report.line(resumed ? "  stopped before the elements of the checkpoint were formed again"
                        : "  stopped before the first element was formed");
  } else {
    report.line(exact ? "  exact: {exactness}" : "  NOT exact: {exactness}");
    if (!exact)
      report.line("  probability of an error below {}, if fingerprints are random",
                  {fmt::format("{:.1e}", found.collision_bound())});
    const double seconds = resumed ? 0 : seconds_of(run, "enumerate");  // others found the first elements
    report.line("  {}, method {}, {memory}, {}{}",
                {std::string(run.choice("backend")), std::string(run.choice("elements")), format_seconds(run.seconds()),
                 seconds > 0 ? ", " + rate_of(found.size(), seconds) : ""});
  }
  report.block("\n" + level_table(found.levels(), found.generators().monoid));
  if (unwritten != nullptr) say_about_files(report, found, *unwritten, run);
  if (!run.choice("checkpoint").empty()) {
    report.partial("; {} is kept as it was before generators were added, because it has more elements than were found since",
                   {run.files().kept_in().string()});
  }
  return report;
}

Report levels_report(const EnumerationInput& input, const Generators& generators, const LevelCount& found,
                     const RunControl& run) {
  Report report = counted_report(input, generators, found.size, found.complete, std::nullopt, found.levels);
  report.set("exactness", "one bit for each possible element").set("memory", found.memory);
  report.line("  bitmaps ({memory}), {}, {}", {format_seconds(run.seconds()), rate_of(found.size, run.seconds())});
  return report.block("\n" + level_table(found.levels, generators.monoid));
}

Report generators_report(const std::string& input, const Generators& generators, bool with_rows, RunControl& run) {
  ValueList rows;
  for (std::size_t g = 0; with_rows && g < generators.count(); ++g) {
    if (run.should_stop()) throw LimitReached("the run was stopped before the generators were printed");
    rows.add(numbers_of(generators.kind, generators.row(g)));
  }
  return {kGenerators, input, to_string(generators.kind), degree_of(generators), generators.monoid, rows.take()};
}

Report cayley_report(const std::string& input, const Enumeration& found, bool left, const std::string& output) {
  const std::uint64_t letters = found.generators().count();
  Report report(kCayley, input, found.size(), Value(), letters, left ? "left" : "right", output);
  return report.line("{output}: the {side} Cayley graph of {size element}, {}", {counted(found.size() * letters, "edge")});
}

Report stopped_report(const std::string& input, const Enumeration& found, const char* verb) {
  const std::string_view name = verb;
  Report report(name == "cayley" ? kCayley : name == "green" ? kGreen : ReportForm::named("semigroup congruence"));
  report.set("input", input).set("size", found.size());
  if (found.complete()) return report.partial(": all {size element} were found, but not the answer");
  report.set("complete_to", found.complete_to());
  return report.partial(": at least {size element}, complete to length {complete_to}");
}

Report element_report(const char* verb, const std::string& input, std::span<const Point> map, const Enumeration& found,
                      std::optional<std::uint64_t> element) {
  const bool factor = std::string_view(verb) == "factor";
  const ElementKind& kind = found.generators().kind;
  Report report(factor ? kFactor : kMember, input, numbers_of(kind, map), found.size(), found.describe_exactness());
  if (element) {
    const Word word = found.word(*element);
    report.set("member", true).set("element", *element).set("word", word).set("length", word.size()).set("least", true);
    report.line(factor ? "{}" : "yes: element {}, word {}",
                factor ? std::vector{print_word(word)} : std::vector{std::to_string(*element), print_word(word)});
  } else if (found.complete()) {
    report.set("member", false).line("no: the {} is not among the {enumerated element}", {noun_of(kind)});
  }
  return report.partial(": the {} is not among the first {enumerated element}", {noun_of(kind)});
}

Report element_report(const char* verb, const std::string& input, std::span<const Point> map, const OrbitStructure& structure,
                      const OrbitAnswer& answer) {
  const ElementKind& kind = structure.generators().kind;
  Report report(std::string_view(verb) == "factor" ? kFactor : kMember, input, numbers_of(kind, map));
  if (answer.decided) report.set("member", answer.word || answer.place);
  if (answer.word) {
    report.set("word", *answer.word).set("length", answer.word->size()).set("least", false);
    report.line("{}", {print_word(*answer.word)}).line("  not the least word; length {length}");
  }
  if (answer.place) {
    const Report place = place_report(*answer.place);
    report.set("place", place);
    for (const Report::Line& line : place.lines()) report.line("{}", {line.text.substr(0, line.text.size() - 1)});
  }
  if (answer.decided && !answer.word && !answer.place) report.line("no: the {} is not an element", {noun_of(kind)});
  if (structure.kernels() != 0) report.set("kernels", structure.kernels()).set("images", structure.images());
  return report.partial(" before the answer was known");
}

Report place_report(const ElementPlace& place) {
  const StructureCount::DClass& d = place.d_class;
  Report report(kPlace, d.rank, d.size, place.r_size, place.l_size, place.h_size, d.regular, place.in_group, d.r_classes,
                d.l_classes);
  report.line("yes: rank {rank}, in a {}regular D-class of {d_class_size element}, {r_classes R-class}, {l_classes L-class}",
              {d.regular ? "" : "non-"});
  return report.line("  its R-class has {r_class_size element}, its L-class {l_class_size}, its H-class {h_class_size}{}",
                     {place.in_group ? " (a group)" : ""});
}

// --- Green's classes

Report d_class_report(const GreenClasses::DClass& d) {
  return {kDClass, d.rank, d.size, d.r_classes, d.l_classes, d.h_size(), d.idempotents > 0, d.idempotents, d.representative};
}

Report d_class_report(const StructureCount::DClass& d) {
  return {kDClass, d.rank, d.size, d.r_classes, d.l_classes, d.h_size, d.regular, d.idempotents};
}

namespace {

template <class DClass>
void set_classes(Report& report, const std::vector<DClass>& classes) {
  std::vector<Report> rows;
  for (const DClass& d : classes) rows.push_back(d_class_report(d));
  report.set("classes", rows);
}

/// The cells of a D-class from its rank to the size of its H-classes.
std::vector<std::string> cells_of(const Report& d) {
  return {d["rank"].shown(), d["size"].shown(), d["r_classes"].shown(), d["l_classes"].shown(), d["h_class_size"].shown()};
}

/// Two lines; how many D-classes are regular is shown if all idempotents are counted.
void say_classes(Report& report, bool all) {
  report.line(all ? "  {d_classes D-class} ({regular_d_classes} regular)" : "  {d_classes D-class}");
  report.line("  {r_classes R-class}, {l_classes L-class}, {h_classes H-class}");
}

/// "at least 4,213 R-classes", or that they have not been counted.
std::string bound(const Natural& least, const std::string& what) {
  return least.is_zero() ? what + (what.ends_with('s') ? "es" : "s") + " not known yet"
                         : "at least " + Value(least).counted(what);
}

/// Numbers, or letters of a word, with spaces between, as many as there is room for.
template <class Numbers, class Text>
std::string first_of(const Numbers& numbers, std::size_t columns, const Text& text_of) {
  std::string text;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const std::string next = (k == 0 ? "" : " ") + text_of(numbers[k]);
    if (text.size() + next.size() + (k + 1 == numbers.size() ? 0 : 4) > columns) return text + " ...";
    text += next;
  }
  return text;
}

/// The rows of a partial order, in 80 columns; JSON has all of the words and of the order.
std::string order_table(const std::vector<OrbitDClass>& classes, const std::vector<std::vector<std::uint64_t>>& below) {
  const auto row = [&](std::size_t i) {
    std::vector<std::string> cells = cells_of(d_class_report(classes[i].count));
    cells.insert(cells.begin(), format_count(i));
    if (classes[i].count.regular) cells.back() += " group";
    cells.push_back(first_of(below[i], 12, [](std::uint64_t number) { return std::to_string(number); }));
    const Word& word = classes[i].word;
    cells.push_back(word.empty() ? print_word({}) : first_of(word, 16, [](Letter letter) { return print_word({letter}); }));
    return cells;
  };
  return format_long_table({"class", "rank", "size", "R", "L", "H", "below", "word"}, classes.size(), row) +
         "\nR, L: numbers of R- and L-classes; H: the size of an H-class, and of the groups\nif there are any; below: the "
         "classes directly below\n";
}

}  // namespace

Report green_report(const std::string& input, const Enumeration& found, const GreenClasses& classes, bool list) {
  Report report(kGreen, input, found.size(), true, classes.complete);
  if (!classes.complete) {
    if (classes.r_count != 0) report.set("r_classes", classes.r_count).line("  R-classes: {r_classes}");
    if (classes.l_count != 0) report.set("l_classes", classes.l_count).line("  L-classes: {l_classes}");
    return report.partial(" before their classes were found: {size element}");
  }
  report.set("r_classes", classes.r_count).set("l_classes", classes.l_count).set("h_classes", classes.h_count);
  report.set("d_classes", classes.d_classes.size()).set("regular_d_classes", classes.regular_d_classes());
  report.set("idempotents", classes.idempotents()).set("exactness", found.describe_exactness());
  if (list) set_classes(report, classes.d_classes);
  report.line("{input}: {size element} ({idempotents} idempotent)");
  say_classes(report, true);
  const auto row = [&](std::size_t i) {
    const GreenClasses::DClass& d = classes.d_classes[i];
    std::vector<std::string> cells = cells_of(d_class_report(d));
    const Word word = found.word(d.representative);
    cells.insert(cells.begin(),
                 word.empty() ? print_word(word) : first_of(word, 18, [](Letter letter) { return print_word({letter}); }));
    cells.push_back(d.idempotents > 0 ? format_count(d.idempotents) : "none");
    return cells;
  };
  return report.block("\n" +
                      format_long_table({"D-class of", "rank", "size", "R-classes", "L-classes", "H-class size", "idempotents"},
                                        classes.d_classes.size(), row));
}

Report green_report(const std::string& input, const StructureCount& found, bool list, const RunControl& run) {
  Report report(kGreen, input.empty() ? Value() : Value(input), found.size, found.size_known, found.classes_known);
  report.set("r_classes", found.r_classes).set("l_classes", found.l_classes);
  report.set("exactness", "every hit compared");
  if (run.choice("method") == "orbits") {
    report.set("kernels", found.kernels).set("images", found.images);
    report.set("kernels_known", found.kernels_known).set("images_known", found.images_known);
  }
  if (!found.classes_known) {
    std::string known = found.size_known ? "{size element}; " : bound(found.size, "element") + "; ";
    known += bound(found.r_classes, "R-class") + "; " + bound(found.l_classes, "L-class");
    if (found.kernels_known) known += "; {kernels kernel}";
    if (found.images_known) known += "; {images image}";
    return report.partial(": " + known);
  }
  report.set("h_classes", found.h_classes).set("d_classes", found.d_classes);
  report.set("regular_d_classes", found.regular_d_classes).set("idempotents", found.idempotents);
  if (list) set_classes(report, found.classes);
  report.line(found.complete ? "{input}: {size element} ({idempotents} idempotent)" : "{input}: {size element}");
  say_classes(report, found.complete);
  report.partial(
      " before all idempotents were counted: at least {idempotents}, in {regular_d_classes regular D-class/regular D-classes}");
  if (found.classes.empty()) return report;
  const auto row = [&](std::size_t i) {
    const StructureCount::DClass& d = found.classes[i];
    std::vector<std::string> cells = cells_of(d_class_report(d));
    const std::string count = format_count(d.idempotents);
    cells.push_back(!d.settled ? "at least " + count : d.regular ? count : "none");
    return cells;
  };
  return report.block("\n" + format_long_table({"rank", "size", "R-classes", "L-classes", "H-class size", "idempotents"},
                                               found.classes.size(), row,
                                               "all of them with " + option("classes") + " " + option("json")));
}

Report green_report(const std::string& input, const OrbitStructure& structure, const std::optional<Natural>& size,
                    const std::vector<OrbitDClass>& classes, const std::vector<std::vector<std::uint64_t>>& below,
                    const EggBoxPages& egg_box) {
  Report report(kGreen);
  report.set("input", input);
  if (!size) return report.partial(" before all D-classes were known");
  report.set("size", size).set("d_classes", classes.size());
  report.set("kernels", structure.kernels()).set("images", structure.images());
  std::vector<Report> rows;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    rows.push_back(d_class_report(classes[i].count));
    rows.back().set("idempotents", {}).set("representative", numbers_of(structure.generators().kind, classes[i].representative));
    rows.back().set("word", classes[i].word).set("below", below[i]);
  }
  report.set("classes", rows);
  report.line("{input}: {size element} in {d_classes D-class}; words are not the least");
  report.block("\n" + order_table(classes, below));
  if (egg_box.pages == 0) return report;
  report.set("egg_box", Report(kEggBox, egg_box.file, egg_box.page, egg_box.pages));
  return report.block("\n").line("{}: page {} of {} of the egg boxes",
                                 {egg_box.file, std::to_string(egg_box.page), format_count(egg_box.pages)});
}

}  // namespace wreath::semigroup
