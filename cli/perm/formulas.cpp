// SPDX-License-Identifier: MIT
//
// wreath perm: identity, equal, evaluate, order, sign.
#include <fmt/format.h>

#include "cli/perm/common.hpp"
#include "wreath/perm/expression.hpp"

namespace wreath::cli {

namespace {

struct EvaluateOptions : PermOptions {
  std::string formula;
  std::vector<std::string> files;
};

int identity(Session& session, const PointsOptions& options) {
  const auto report =
      perm::identity_file(options.points, options.point_bytes, options.output, file_options(options), &session.run());
  return finish_file(session, options, report, "identity", "the identity", "write");
}

int equal(Session& session, const PermOptions& options) {
  const auto [x, y] = open_pair(session, options);
  const auto answer = perm::equal_files(x, y, file_options(options), &session.run());
  if (answer) session.answer(answer->equal);
  return session.finish(answer.has_value(), perm::equal_report(options.x, options.y, x.size(), answer));
}

/// order and sign.
auto answer_by_cycles(std::string_view verb) {
  return [verb](Session& session, const PermOptions& options) {
    const auto type = perm::cycles_of_file(open_map(session, options.x), file_options(options), &session.run());
    return session.finish(true, perm::cycles_report(verb, options.x, type, session.run()));
  };
}

int evaluate(Session& session, const EvaluateOptions& options) {
  std::vector<std::string> names;
  std::vector<std::string> files;
  for (const std::string& file : options.files) {
    const std::size_t sign = file.find('=');
    if (sign == std::string::npos || sign == 0)
      throw InputError(fmt::format("'{}' does not name a file: write NAME=FILE, such as x=x.npy", file));
    names.push_back(file.substr(0, sign));
    files.push_back(file.substr(sign + 1));
  }
  require_one_stdin(files);
  std::map<std::string, perm::Map> opened;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (!opened.emplace(names[k], open_map(session, files[k])).second)
      throw InputError(fmt::format("'{}' is given twice", names[k]));
  }
  std::map<std::string, std::reference_wrapper<const perm::Map>> maps;
  for (const auto& [name, map] : opened) maps.emplace(name, map);
  const auto report = perm::evaluate_files(options.formula, maps, options.output, file_options(options), &session.run());
  return finish_file(session, options, report, "evaluate", options.formula, "multiply");
}

}  // namespace

void add_perm_formulas(Program& program, Command& perm) {
  add_command<PointsOptions>(program, perm, "identity", "Write the identity: z[i] = i", "  wreath perm identity 1000000 -o e.npy",
                             Length::brief, add_points, identity);

  add_command<EvaluateOptions>(
      program, perm, "evaluate", "Evaluate a formula in permutations",
      "  wreath perm evaluate 'x^-1*y*x^3' x=x.npy y=y.npy -o z.npy\n"
      "  wreath perm evaluate '[x,y]' x=x.npy y=y.npy -o z.npy        the commutator x^-1*y^-1*x*y\n"
      "  wreath perm evaluate 'x^y/(x*y)^2' x=x.npy y=y.npy -o z.npy  x^y is y^-1*x*y, and /z is *z^-1\n"
      "\n"
      "Each step is done in memory if it fits, or else on disk.",
      Length::brief,
      [](Command& command, EvaluateOptions& options) {
        command
            .add_option("FORMULA", options.formula,
                        "A formula in names, such as x^-1*y*x: products, quotients, powers, conjugates, commutators")
            .required();
        command.add_option("MAPS", options.files, "The permutation that each name stands for: x=x.npy", "NAME=FILE...")
            .required();
        add_output(command, options);
        add_method(command, options);
        add_perm_scratch(command, options);
      },
      evaluate);

  add_command<PermOptions>(
      program, perm, "equal", "Compare two maps; prints the first index at which they differ",
      "  wreath perm equal x.npy y.npy\n"
      "  wreath perm equal x.npy y.npy --test && echo equal",
      Length::brief,
      [](Command& command, PermOptions& options) {
        add_map(command, "X", options.x, "A map");
        add_map(command, "Y", options.y, "Another map; its points may have another width");
        add_test(command, options);
      },
      equal);

  const auto add_question = [&](const char* name, const char* description, const char* example, auto execute) {
    add_command<PermOptions>(
        program, perm, name, description, example, Length::brief,
        [](Command& command, PermOptions& options) {
          add_map(command, "X", options.x, "The permutation");
          add_perm_scratch(command, options);
        },
        execute);
  };
  add_question("order", "Print the least k > 0 with x^k = 1", "  wreath perm order x.npy", answer_by_cycles("order"));
  add_question("sign", "Print 1 for an even permutation, -1 for an odd one", "  wreath perm sign x.npy",
               answer_by_cycles("sign"));
}

}  // namespace wreath::cli
