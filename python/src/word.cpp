// SPDX-License-Identifier: MIT
//
// wreath._wreath.word: groups, for the Python file word.py.
#include <fmt/format.h>

#include "python/src/word_batch.hpp"

namespace wreath::python {

using word::Letter;
using word::Word;

namespace {

// --- groups

/// A build that a signal stopped continues from its rules.
std::shared_ptr<Group> make(const std::string& text, bool may_be_file, const word::Options& options, const Limits& limits) {
  std::optional<Group> group;
  call(limits, [&](RunControl& run) {
    group = group         ? group->build_further(options, &run)
            : may_be_file ? Group::open(text, options, &run)
                          : Group::build(text, options, &run);
  });
  return std::make_shared<Group>(*group);
}

// --- words

/// The normal form of the product, and of one word.
std::string reduce_product(const Group& group, const std::vector<std::string>& words, const word::ReduceOptions& options) {
  return answer_of({}, [&](RunControl* run) {
    Word product;
    for (const std::string& word : words) group.text().read(word, {}, 1, product);
    return group.print(group.reduce_letters(product, options, run));
  });
}

/// The same for one word; short ones need no ceremony.
std::string reduce_word(const Group& group, std::string_view word, const word::ReduceOptions& options) {
  constexpr std::size_t kShort = 4096;
  if (word.size() > kShort || !group.is_ready()) return reduce_product(group, {std::string(word)}, options);
  return group.reduce(word, options);
}

py::tuple order_of(const Group& group, const std::string& text, std::uint64_t powers, const word::ReduceOptions& options,
                   const Limits& limits) {
  const word::ElementOrder found =
      answer_of(limits, [&](RunControl* run) { return word::decide_order(group, group.parse(text), powers, {}, options, run); });
  const char* kinds[] = {"finite", "infinite", "unknown"};
  return py::make_tuple(kinds[static_cast<int>(found.kind)], found.order, found.proof);
}

// --- elements

py::list ball(const Group& group, std::size_t radius) {
  return py::cast(answer_of({}, [&](RunControl* run) { return group.ball(radius, run); }));
}

/// The elements as text, and rows (element, letter, element*letter).
py::tuple ball_graph(const Group& group, std::size_t radius, const word::ReduceOptions& options) {
  std::vector<std::string> words;
  std::vector<std::uint32_t> rows;
  answer({}, [&](RunControl& run) {
    const word::Ball ball(group, radius, &run);
    rows = word::edge_rows(ball, ball.edges(options, &run));
    words.clear();
    for (word::Ball::Element e = 0; e < ball.size(); ++e) words.push_back(group.print(ball.word(e)));
  });
  const auto count = static_cast<py::ssize_t>(rows.size() / 3);
  return py::make_tuple(words, array_from(std::move(rows)).reshape({count, py::ssize_t{3}}));
}

py::list sphere_sizes(const Group& group, std::size_t radius, const Limits& limits) {
  return py::cast(answer_of(limits, [&](RunControl* run) { return word::sphere_sizes(group, radius, run); }));
}

/// The report as JSON.
std::string growth(const Group& group, std::uint64_t terms, const Limits& limits) {
  return answer_of(limits, [&](RunControl* run) {
    const Report found = word::growth_report("", group, terms, *run);
    if (!found.has("series")) throw LimitReached("the run was stopped before the growth series was found");
    return found.json();
  });
}

/// True, or None where no proof was found.
py::object hyperbolic(const Group& group, const Limits& limits) {
  const auto found = answer_of(limits, [&](RunControl* run) { return word::find_hyperbolicity(group, {}, run); });
  if (found.hyperbolic == word::Answer::unknown) return py::none();
  return py::bool_(found.hyperbolic == word::Answer::yes);
}

py::list families() {
  py::list list;
  for (const word::FamilyInfo& family : word::families())
    list.append(py::make_tuple(family.usage(), std::string(family.description)));
  return list;
}

// --- subgroups

using word::Subgroup;

std::shared_ptr<Subgroup> make_subgroup(const Group& group, const std::vector<std::string>& generators,
                                        const word::SubgroupOptions& options, const Limits& limits) {
  std::vector<Word> words;
  for (const std::string& generator : generators) words.push_back(group.parse(generator));
  std::optional<Subgroup> subgroup;
  call(limits, [&](RunControl& run) { subgroup = Subgroup::build(group, words, options, &run); });
  return std::make_shared<Subgroup>(*subgroup);
}

/// generators: words with commas between them, or None for a file that has them.
std::shared_ptr<Subgroup> open_subgroup(const std::string& source, const std::optional<std::string>& generators,
                                        const word::Options& how, std::size_t max_vertices, const Limits& limits) {
  const word::SubgroupOptions options{.max_states = how.max_states, .max_vertices = max_vertices};
  std::optional<Subgroup> subgroup;
  call(limits, [&](RunControl& run) {
    subgroup = generators ? Subgroup::open(source, *generators, how, options, &run) : Subgroup::open(source, how, options, &run);
  });
  return std::make_shared<Subgroup>(*subgroup);
}

std::vector<std::string> print_all(const Group& group, const std::vector<Word>& words) {
  std::vector<std::string> texts;
  for (const Word& word : words) texts.push_back(group.print(word));
  return texts;
}

void bind_subgroup(py::module_& m) {
  py::class_<Subgroup, std::shared_ptr<Subgroup>> subgroup(m, "Subgroup");
  subgroup.def_static("open", &open_subgroup);
  subgroup.def("group", [](const Subgroup& self) { return std::make_shared<Group>(self.group()); });
  subgroup.def("generators", [](const Subgroup& self) { return print_all(self.group(), self.generators()); });
  subgroup.def_property_readonly("verified", &Subgroup::verified);
  subgroup.def_property_readonly("ending", &Subgroup::ending);
  subgroup.def_property_readonly("coset_acceptor_states", &Subgroup::coset_acceptor_states);
  subgroup.def_property_readonly("coset_multiplier_states", &Subgroup::coset_multiplier_states);
  subgroup.def("index", [](const Subgroup& self) { return answer_of({}, [&](RunControl* run) { return self.index(run); }); });
  subgroup.def("order", [](const Subgroup& self, const Limits& limits) {
    return answer_of(limits, [&](RunControl* run) { return self.order(run); });
  });
  subgroup.def("cosets", [](const Subgroup& self, const std::vector<std::string>& words) {
    return answer_of({}, [&](RunControl* run) {
      std::vector<Word> forms;
      for (const std::string& word : words) forms.push_back(self.coset_form(self.group().parse(word), {}, run));
      return print_all(self.group(), forms);
    });
  });
  subgroup.def("transversal", [](const Subgroup& self) {
    return answer_of({}, [&](RunControl* run) { return print_all(self.group(), self.transversal(std::uint64_t{1} << 24, run)); });
  });
  subgroup.def("permutations", [](const Subgroup& self) {
    auto moves = answer_of({}, [&](RunControl* run) { return self.permutations(std::uint64_t{1} << 24, run); });
    py::list arrays;
    for (auto& move : moves) arrays.append(array_from(std::move(move)));
    return arrays;
  });
  subgroup.def("presentation", [](const Subgroup& self, const Limits& limits) {
    const auto found = answer_of(limits, [&](RunControl* run) { return self.presentation({}, run); });
    return py::make_tuple(found.text(), print_all(self.group(), found.generators), found.relators);
  });
  subgroup.def("coset_acceptor", &Subgroup::coset_acceptor);
  subgroup.def("coset_multiplier", &Subgroup::coset_multiplier);
  subgroup.def("word_acceptor", [](const Subgroup& self, const Limits& limits) {
    return answer_of(limits, [&](RunControl* run) { return self.word_acceptor({}, run); });
  });
  subgroup.def("intersect", [](const Subgroup& self, const Subgroup& other, const Limits& limits) {
    Subgroup both = answer_of(limits, [&](RunControl* run) { return word::intersect(self, other, {}, run); });
    std::vector<std::string> generators = print_all(self.group(), both.generators());
    return py::make_tuple(generators, std::make_shared<Subgroup>(std::move(both)));
  });
  subgroup.def("schreier_generators", [](const Subgroup& self) {
    return answer_of({}, [&](RunControl* run) { return print_all(self.group(), self.schreier_generators(1U << 20U, run)); });
  });
}

// --- conjugacy and geodesics

using word::Conjugacy;

void bind_conjugacy(py::module_& m) {
  py::class_<Conjugacy, std::shared_ptr<Conjugacy>> conjugacy(m, "Conjugacy");
  conjugacy.def_property_readonly("thinness", &Conjugacy::thinness);
  conjugacy.def("decide", [](Conjugacy& self, const std::string& u, const std::string& v, const Limits& limits) {
    const auto found = answer_of(limits, [&](RunControl* run) { return self.decide(u, v, run); });
    return py::make_tuple(found.conjugate, self.group().print(found.conjugator), found.proof);
  });
  conjugacy.def("shortest", [](Conjugacy& self, const std::string& word, const Limits& limits) {
    return answer_of(limits,
                     [&](RunControl* run) { return print_all(self.group(), self.shortest(self.group().parse(word), run)); });
  });
  conjugacy.def("root", [](Conjugacy& self, const std::string& word, const Limits& limits) {
    const auto found = answer_of(limits, [&](RunControl* run) { return self.root_of(self.group().parse(word), run); });
    return py::make_tuple(self.group().print(found.root), found.exponent);
  });
}

std::shared_ptr<Conjugacy> make_conjugacy(const Group& group, const Limits& limits) {
  return answer_of(limits, [&](RunControl* run) { return std::make_shared<Conjugacy>(group, word::ConjugacyOptions{}, run); });
}

/// The number of geodesics of a word, and the first ones.
py::tuple geodesics(const Group& group, const std::string& text, std::uint64_t count, const Limits& limits) {
  Natural number;
  std::vector<std::string> listed;
  answer(limits, [&](RunControl& run) {
    const Word word = group.parse(text);
    const word::Hyperbolicity found = word::find_hyperbolicity(group, {}, &run);
    word::require_geodesics(found);
    number = word::count_geodesics(group, found, word, &run);
    listed = print_all(group, word::list_geodesics(group, found, word, count, &run));
  });
  return py::make_tuple(number, listed);
}

void bind_facts(py::class_<Group, std::shared_ptr<Group>>& group) {
  group.def_property_readonly("name", &Group::name);
  group.def_property_readonly("origin", [](const Group& self) { return to_string(self.origin()); });
  group.def_property_readonly("ending", &Group::why_unverified);
  group.def_property_readonly("verified", &Group::verified);
  group.def_property_readonly("confluent", &Group::confluent);
  group.def_property_readonly("letters", &Group::letters);
  group.def_property_readonly("inverses", [](const Group& self) {
    const std::vector<Letter> inverses = self.inverses();
    return std::vector<unsigned>(inverses.begin(), inverses.end());
  });
  group.def_property_readonly("presentation", &Group::presentation);
  group.def_property_readonly("word_acceptor_states", &Group::word_acceptor_states);
  group.def_property_readonly("general_multiplier_states", &Group::general_multiplier_states);
  group.def_property_readonly("word_differences", &Group::word_differences);
  group.def_property_readonly("order",
                              [](const Group& self) { return answer_of({}, [&](RunControl* run) { return self.order(run); }); });
}

}  // namespace

void bind_word(py::module_& module) {
  py::module_ m = module.def_submodule("word");
  m.def("families", &families);
  bind_automaton(m);
  bind_rules(m);
  bind_word_problem(m);
  bind_subgroup(m);
  bind_conjugacy(m);
  py::class_<Group, std::shared_ptr<Group>> group(m, "Group");
  group.def_static("make", &make);
  group.def_static("load", [](const std::string& path) { return call_once([&] { return Group::load(path); }); });
  group.def("save", [](const Group& self, const std::string& path) { call_once([&] { self.save(path); }); });
  bind_facts(group);
  group.def("reduce", &reduce_word);
  group.def("reduce_many", [](const Group& self, const py::object& words, const word::ReduceOptions& how) {
    return reduce_texts(self, words, FormOf::words, how);
  });
  group.def("invert_many", [](const Group& self, const py::object& words, const word::ReduceOptions& how) {
    return reduce_texts(self, words, FormOf::inverses, how);
  });
  group.def("product", &reduce_product);
  group.def("pack", &pack);
  group.def("unpack", &unpack);
  group.def("reduce_packed", &reduce_packed);
  group.def("order_of", &order_of);
  group.def("subgroup", [](const Group& self, const std::vector<std::string>& generators, std::uint64_t max_states,
                           std::size_t max_vertices, const Limits& limits) {
    return make_subgroup(self, generators, {.max_states = max_states, .max_vertices = max_vertices}, limits);
  });
  group.def("conjugacy", &make_conjugacy);
  group.def("automaton", [](const Group& self, const std::string& kind, const Limits& limits) {
    return answer_of(limits, [&](RunControl* run) { return word::group_automaton(self, kind, {}, run); });
  });
  group.def("geodesics", &geodesics);
  group.def("ball", &ball);
  group.def("ball_graph", &ball_graph);
  group.def("sphere_sizes", &sphere_sizes);
  group.def("growth", &growth);
  group.def("hyperbolic", &hyperbolic);
}

}  // namespace wreath::python
