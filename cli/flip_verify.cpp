// SPDX-License-Identifier: MIT
//
// wreath flip verify, convert, lift.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/flip_schemes.hpp"
#include "cli/table.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {
using flip::Ring;
using flip::VerifiedScheme;

namespace {

struct VerifyOptions : SchemeOptions {
  std::optional<Ring> ring;
};

struct LiftCommandOptions : SchemeOptions {
  unsigned tries = 8;
};

std::optional<Ring> parse_ring(const std::string& text) {
  return text == "auto" ? std::nullopt : std::optional(flip::parse_ring(text));
}

/// As the options of a search have it.
std::string symmetry_text(const flip::SymmetryGroup& group) {
  if (!flip::has_mirror(group.kind)) return std::string(to_string(group.kind));
  const bool alike = std::ranges::count(group.swaps, group.swaps[0]) == 3;
  const std::string swaps = alike ? fmt::to_string(group.swaps[0]) : fmt::format("{}", fmt::join(group.swaps, ","));
  return fmt::format("{} --swaps {}", to_string(group.kind), swaps);
}

/// What the scheme is invariant under modulo 2. Standard schemes have every mirror: of many, only a few are listed.
void add_symmetries(const flip::RationalScheme& scheme, Json& one, std::string& text) {
  constexpr std::size_t kShown = 6;
  std::vector<std::string> names;
  for (const flip::SymmetryGroup& group : flip::symmetries_of(scheme)) names.push_back(symmetry_text(group));
  one["symmetries"] = names;
  if (names.empty()) return;
  const std::size_t shown = names.size() <= kShown + 1 ? names.size() : kShown;
  text += fmt::format("  invariant under {}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), "; "));
  if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
  text += "\n";
}

Json verify_one(const std::string& input, VerifiedScheme file, const VerifyOptions& options, RunControl& run, std::string& text) {
  if (options.ring) file = flip::require_right_over(*options.ring, file.scheme, input, options.machine.threads, &run);
  Json one{{"file", input}};
  one.update(scheme_json(file));
  const flip::Cost cost = flip::cost_of(file.scheme);
  text += fmt::format("{}: {}, rank {}, valid over {}\n  {} non-zeros, {} additions", input, to_string(file.scheme.shape),
                      file.scheme.rank(), flip::describe(file.ring), format_count(cost.nonzeros), format_count(cost.additions));
  if (const auto known = flip::known_ranks(file.scheme.shape)) {
    one["best_known_rank"] = known->in(file.ring);
    text += fmt::format("; best known rank: {}", known->in(file.ring));
  }
  text += "\n";
  add_symmetries(file.scheme, one, text);
  return one;
}

/// Whether a file holds a scheme at all, valid or not.
bool is_readable(const std::string& file, const VerifyOptions& options, RunControl& run) {
  try {
    (void)flip::read_unverified(file, reading(options), &run);
    return true;
  } catch (const LimitReached&) {
    throw;
  } catch (const Error&) {
    return false;
  }
}

/// One of several inputs: what cannot be read is an error, and what is read but not valid is wrong. Standard input is read once.
Json verify_or_explain(const std::string& input, const VerifyOptions& options, RunControl& run, std::string& text) {
  bool was_read = false;
  try {
    if (input != "-") return verify_one(input, flip::open_scheme(input, reading(options), &run), options, run, text);
    const flip::RationalScheme scheme = flip::read_unverified(input, reading(options), &run);
    was_read = true;
    const Ring ring = flip::require_right_somewhere(scheme, "standard input", options.machine.threads, &run);
    return verify_one(input, {scheme, ring}, options, run, text);
  } catch (const InputError& error) {
    const std::string what = error.text(OptionStyle::flag);
    const bool wrong = input == "-" ? was_read : is_readable(input, options, run);
    text += fmt::format("{}: {}\n", wrong ? "WRONG" : "error", what);
    return {{"file", input}, {"error", what}, {"wrong", wrong}};
  }
}

/// Of several files each gets its answer, and one that is wrong, or cannot be read, makes the exit code an error's.
int verify(Session& session, const VerifyOptions& options) {
  std::string text;
  std::vector<std::string> inputs;
  for (const std::string& input : options.inputs) {
    try {
      if (flip::is_archive(input)) {
        std::ranges::copy(flip::scheme_files_in(input), std::back_inserter(inputs));  // an archive of many
        continue;
      }
    } catch (const InputError&) {  // opening it gives the reason
    }
    inputs.push_back(input);
  }
  const bool alone = inputs.size() == 1 && !options.test && !options.json;  // then what is wrong is an error, in words
  Json list = Json::array();
  bool all_right = true;
  for (const std::string& input : inputs) {
    RunControl& run = session.run();
    list.push_back(alone ? verify_one(input, flip::open_scheme(input, reading(options), &run), options, run, text)
                         : verify_or_explain(input, options, run, text));
    all_right = all_right && !list.back().contains("error");
    if (options.test && !all_right && !list.back().value("wrong", true)) throw InputError(list.back()["error"]);
  }
  session.answer(all_right);
  const int code = session.finish(true, {{"schemes", list}, {"all_right", all_right}}, wrap_words(text));
  return all_right || options.test ? code : kError;
}

int convert(Session& session, const SchemeOptions& options) {
  flip::require_scheme_output(options.output, options.to);
  const VerifiedScheme file = flip::open_scheme(options.inputs[0], reading(options), &session.run());
  flip::write_scheme(options.output, file.scheme, file.ring, options.to, &session.run());
  Json results = scheme_json(file);
  results["output"] = options.output;
  results["c_transposed"] = options.to.c_transposed;
  return session.finish(true, results, wrap_words(fmt::format("{}: {}\n", options.output, scheme_text(file))));
}

/// Why there is no scheme.
std::string shortfall(const flip::Lift& found) {
  if (found.impossible) return "it provably has no lift to Z/4, hence none to Z or to fractions with odd denominators";
  if (found.bytes_needed != 0) {
    return fmt::format("{}; other coefficients were not tried: that needs {} of memory",
                       found.no_ternary ? "it provably has no lift to -1, 0, 1" : "no lift to -1, 0, 1 was found",
                       format_bytes(found.bytes_needed));
  }
  return fmt::format(
      "it lifts to Z/2^{}, and no exact scheme was found on {} way{} up; this does not prove that there is none: try more, with "
      "--tries",
      found.power, found.tries + 1, found.tries == 0 ? "" : "s");
}

int lift_all(Session& session, const LiftCommandOptions& options) {
  const std::string& folder = options.inputs[0];
  const flip::LiftedFolder found =
      flip::lift_folder(folder, options.output, {options.seed, options.tries, options.machine.threads}, reading(options),
                        options.to, &session.run());
  Json lifted = Json::array();
  for (const flip::LiftedFile& file : found.files) {
    if (!file.ring) continue;
    Json one{{"file", file.file}, {"shape", to_string(file.shape)}, {"rank", file.rank}, {"ring", flip::to_string(*file.ring)}};
    if (!file.output.empty()) one["output"] = file.output;
    lifted.push_back(one);
  }
  Json results{
      {"input", folder}, {"lifts", lifts_json(found.counts)}, {"lifted", lifted}, {"skipped", skipped_json(found.skipped)}};
  if (!options.output.empty()) results["output"] = options.output;
  return session.finish(found.counts.left == 0, results,
                        wrap_words(fmt::format("{}: {}\n{}", folder, lifts_text(found.counts),
                                               options.output.empty() ? "" : fmt::format("written: {}\n", options.output))) +
                            skipped_text(found.skipped));
}

int lift(Session& session, const LiftCommandOptions& options) {
  const std::string& input = options.inputs[0];
  const bool is_several = flip::is_archive(input) && flip::scheme_files_in(input).size() > 1;
  if (is_several || std::filesystem::is_directory(input)) return lift_all(session, options);
  const flip::RationalScheme bits = flip::open_bits(input, reading(options), &session.run());
  if (!options.output.empty()) flip::require_scheme_output(options.output, options.to);
  const flip::Lift found = flip::lift(bits, {options.seed, options.tries, options.machine.threads}, &session.run());
  Json results{{"input", input}, {"shape", to_string(bits.shape)}, {"rank", bits.rank()}, {"lifted", found.scheme.has_value()}};
  results["power_of_2"] = found.power;
  results["choices"] = found.tries + 1;
  results["no_ternary_lift"] = found.no_ternary;
  if (!found.scheme) {
    results["impossible"] = found.impossible;
    const bool stopped = session.run().stop_reason() != StopReason::none;
    const std::string why =
        stopped ? fmt::format("stopped ({}) before a lift was found or ruled out", to_string(session.run().stop_reason()))
                : shortfall(found);
    const std::string unwritten = options.output.empty() ? "" : fmt::format("; {} is not written", options.output);
    return session.finish(
        !stopped, results,
        wrap_words(fmt::format("{}: {}, rank {}: {}{}\n", input, to_string(bits.shape), bits.rank(), why, unwritten)));
  }
  const VerifiedScheme lifted{*found.scheme, found.ring};
  results.update(scheme_json(lifted));
  if (!options.output.empty()) {
    flip::write_scheme(options.output, lifted.scheme, lifted.ring, options.to);
    results["output"] = options.output;
  }
  const bool saved = !options.output.empty();
  return session.finish(true, results,
                        wrap_words(fmt::format("{}: {}{}{}{}\n", saved ? options.output : input, saved ? "" : "found a lift: ",
                                               scheme_text(lifted), found.no_ternary ? "; there is no lift to -1, 0, 1" : "",
                                               saved ? "" : "\n  not saved: name a file with -o")));
}

}  // namespace

void add_flip_verify(Program& program, Command& flip) {
  add_command<VerifyOptions>(
      program, flip, "verify",
      "Verify a scheme exactly, over F2, Z or Q; prints its rank, ring, additions and symmetries, or the first wrong entry",
      "  wreath flip verify best.json\n"
      "  wreath flip verify data/schemes/3x3x3-23.txt --ring Z\n"
      "  wreath flip verify scheme.exp --c-transposed no\n"
      "  wreath flip verify schemes/*.json --json\n"
      "  wreath flip verify factorizations.npz\n"
      "  wreath flip verify best.json --test && echo valid",
      Length::brief,
      [](Command& command, VerifyOptions& options) {
        add_schemes(command, options, 1, 1 << 20, "Files, '-' for standard input, or shapes for their standard schemes");
        command.add_parsed("--ring", options.ring, parse_ring,
                           "Verify over this ring: F2, F3, ZT (coefficients -1, 0, 1), Z, Q (auto: Q, otherwise F2 or F3)",
                           "RING");
        add_test(command, options);
      },
      verify);
  add_command<SchemeOptions>(
      program, flip, "convert", "Convert between .json, .txt, .exp and .npy, with c transposed or not; verified",
      "  wreath flip convert best.json -o best.exp\n"
      "  wreath flip convert theirs.exp --c-transposed no -o ours.txt\n"
      "  wreath flip convert scheme.npy --shape 3x4x5 -o scheme.json",
      Length::brief,
      [](Command& command, SchemeOptions& options) {
        add_scheme(command, options);
        add_writing_options(command, options, "The file to write").required();
      },
      convert);
  add_command<LiftCommandOptions>(
      program, flip, "lift",
      "Lift a scheme, or all of a folder, from F2 to the integers or fractions by Hensel lifting; verified over Z or Q",
      "  wreath flip lift best.json -o lifted.json\n"
      "  wreath flip lift pool/ -o lifted/\n"
      "  wreath flip lift 5x5x5-93.txt --tries 50 --seed 7",
      Length::brief,
      [](Command& command, LiftCommandOptions& options) {
        add_schemes(command, options, 1, 1,
                    "A file, '-' for standard input, a shape for its standard scheme, or a folder: all schemes in it");
        add_writing_options(command, options, "The file to write; for a folder, one with the folders ZT, Z and Q");
        command
            .add_option("--tries", options.tries, "Number of attempts, with other choices of signs and of what stays fixed (8)",
                        "N")
            .in_range(1, 1000000);
      },
      lift);
}

}  // namespace wreath::cli
