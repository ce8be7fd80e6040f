// SPDX-License-Identifier: MIT
//
// wreath bench signature: one number per engine, compared with that of this version.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bench/signature/signature.hpp"
#include "cli/front/common.hpp"
#include "cli/front/table.hpp"

namespace wreath::cli {

namespace {

using bench::SignedEngine;

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
  Json list = Json::array();
  std::string text;
  bool complete = true;
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
      text += fmt::format("stopped ({}) before the signature of {}\n", to_string(session.run().stop_reason()), engine.name);
      break;
    }
    const double seconds = session.run().seconds() - start;
    session.run().add_phase(engine.name, seconds);
    const std::string hash = bench::format_signature(found.hash);
    const std::string expected = bench::format_signature(engine.expected);
    as_expected = as_expected && hash == expected;
    Json parts = Json::array();
    for (const bench::Part& part : found.parts)
      parts.push_back({{"name", part.name}, {"signature", bench::format_signature(part.hash)}});
    list.push_back({{"engine", engine.name},
                    {"signature", hash},
                    {"expected", expected},
                    {"work", engine.work},
                    {"seconds", seconds},
                    {"parts", parts}});
    text += fmt::format("{:<10} {}  {}  ({})\n", engine.name, hash,
                        hash == expected ? "as expected" : fmt::format("DIFFERS from {}: please report", expected), engine.work);
  }
  const int code = session.finish(complete, {{"as_expected", as_expected}, {"signatures", list}}, fit_columns(text));
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
