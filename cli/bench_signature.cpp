// SPDX-License-Identifier: MIT
//
// wreath bench signature: one number per engine, compared with that of this version.
#include <fmt/format.h>

#include "bench/signature/signature.hpp"
#include "cli/front/common.hpp"
#include "cli/front/table.hpp"

namespace wreath::cli {

namespace {

using bench::SignedEngine;

const ReportForm kPart("", {{"name", "of a part of the work"}, {"signature", "of its answers"}});
const ReportForm kSigned("", {{"engine", "name of the engine"},
                              {"signature", "of all its answers"},
                              {"expected", "the signature of this version"},
                              {"work", "what was computed"},
                              {"seconds", "time that it took"},
                              {"parts", "signatures of the parts", Unit::none, &kPart}});
const ReportForm kSignatures("bench signature", {{"as_expected", "whether all signatures are those of this version"},
                                                 {"signatures", "one per engine", Unit::none, &kSigned}});

struct SignatureCommand : CommonOptions {
  std::string engine;  // empty: all
};

std::string parse_engine(const std::string& text) {
  if (bench::find_signed_engine(text) != nullptr) return text;
  std::vector<std::string> names;
  for (const SignedEngine& engine : bench::signed_engines()) names.emplace_back(engine.name);
  throw UnknownName(text, "engine", std::move(names));
}

int bench_signature(Session& session, const SignatureCommand& options) {
  ValueList list;
  std::string text;
  bool complete = true;
  std::string stopped_before;
  bool as_expected = true;
  for (const SignedEngine& engine : bench::signed_engines()) {
    if (!options.engine.empty() && options.engine != engine.name) continue;
    const double start = session.run().seconds();
    bench::Signature found;
    try {
      StopCheck(session.run()).look();
      found = bench::compute_signature(engine, {options.machine.backend, options.machine.threads, &session.run()});
    } catch (const Stopped&) {
      complete = false;
    } catch (const LimitReached&) {
      complete = false;
    }
    if (!complete) {
      stopped_before = engine.name;
      break;
    }
    const double seconds = session.run().seconds() - start;
    session.run().add_phase(engine.name, seconds);
    const std::string hash = bench::format_signature(found.hash);
    const std::string expected = bench::format_signature(engine.expected);
    as_expected = as_expected && hash == expected;
    ValueList parts;
    for (const bench::Part& part : found.parts) parts.add(Report(kPart, part.name, bench::format_signature(part.hash)));
    list.add(Report(kSigned, engine.name, hash, expected, engine.work, seconds, parts.take()));
    text += fmt::format("{:<10} {}  {}  ({})\n", engine.name, hash,
                        hash == expected ? "as expected" : fmt::format("DIFFERS from {}: please report", expected), engine.work);
  }
  Report report(kSignatures, as_expected, list.take());
  const int code =
      session.finish(complete, report.block(fit_columns(text)).partial(" before the signature of {}", {stopped_before}));
  return as_expected ? code : kError;
}

}  // namespace

void add_bench(Program& program) {
  Command& bench = program.app.add_subcommand("bench", "Compare the behaviour of the engines with that of this version");
  bench.require_subcommand();
  bench.footer("Examples:\n  wreath bench signature");
  add_command<SignatureCommand>(
      program, bench, "signature", "One number per engine that shows whether its behaviour has changed",
      "  wreath bench signature                    all engines; the exit code is 1 if a signature differs\n"
      "  wreath bench signature flip --threads 1   one engine; its signature is the same for any number of threads\n"
      "  wreath bench signature --backend cuda     and on a GPU",
      Length::brief,
      [](Command& command, SignatureCommand& options) {
        command.add_parsed("ENGINE", options.engine, parse_engine, "word, semigroup, perm, flip, orbit or coset (default: all)");
        command.add_rule([&command]() -> std::string {  // the work is fixed: what could change it is refused
          for (const Option& option : command.options()) {
            if (option.is_given() && (option.has_flag("--seed") || option.has_flag("--memory")))
              return option.facts().flags.front() + " has no effect on a signature: leave it out";
          }
          return {};
        });
      },
      bench_signature);
}

}  // namespace wreath::cli
