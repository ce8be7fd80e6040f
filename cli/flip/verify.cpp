// SPDX-License-Identifier: MIT
//
// wreath flip verify, convert, lift.
#include <algorithm>
#include <filesystem>

#include "cli/flip/schemes.hpp"
#include "core/io/distinct_files.hpp"
#include "core/io/output_file.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::cli {
using flip::Ring;
using flip::VerifiedScheme;

namespace {

struct VerifyOptions : SchemeOptions {
  std::optional<Ring> ring;
  std::string proof;
};

struct LiftCommandOptions : SchemeOptions {
  unsigned tries = 8;
};

std::optional<Ring> parse_ring(const std::string& text) {
  return text == "auto" ? std::nullopt : std::optional(flip::parse_ring(text));
}

Report verify_one(const std::string& input, VerifiedScheme file, const VerifyOptions& options, RunControl& run) {
  if (options.ring) file = flip::require_right_over(*options.ring, file.scheme, input, options.machine.threads, &run);
  if (!options.proof.empty()) flip::write_proof(options.proof, file, &run);
  return flip::verified_report(input, file);
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

/// What is read but not valid is wrong, and so is what cannot be read if there are other inputs; alone it is an error. Standard
/// input is read once.
Report verify_or_explain(const std::string& input, bool only, const VerifyOptions& options, RunControl& run) {
  bool was_read = false;
  try {
    if (input != "-") return verify_one(input, flip::open_scheme(input, reading(options), &run), options, run);
    const flip::RationalScheme scheme = flip::read_unverified(input, reading(options), &run);
    was_read = true;
    const Ring ring = flip::require_right_somewhere(scheme, "standard input", options.machine.threads, &run);
    return verify_one(input, {scheme, ring}, options, run);
  } catch (const InputError& error) {
    const bool wrong = input == "-" ? was_read : is_readable(input, options, run);
    if ((options.test || only) && !wrong) throw;
    return flip::wrong_report(input, error.text(OptionStyle::flag), wrong);
  }
}

/// Of several files each gets its answer, and one that is wrong, or cannot be read, makes the exit code an error's.
int verify(Session& session, const VerifyOptions& options) {
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
  if (!options.proof.empty()) {
    if (inputs.size() != 1) throw WrongUsage("--proof takes a single scheme; name one, and verify the others without it");
    require_distinct_files({{"--proof", options.proof}}, {{"the input", options.inputs[0]}});
    const OutputFile trial(options.proof);
  }
  const bool alone = inputs.size() == 1 && !options.test && !options.json;  // then what is wrong is an error, in words
  std::vector<Report> list;
  for (const std::string& input : inputs) {
    RunControl& run = session.run();
    list.push_back(alone ? verify_one(input, flip::open_scheme(input, reading(options), &run), options, run)
                         : verify_or_explain(input, inputs.size() == 1, options, run));
  }
  const bool all_right = std::ranges::none_of(list, [](const Report& one) { return one["error"].is_set(); });
  session.answer(all_right);
  const int code = session.finish(true, flip::verified_list(list, all_right));
  return all_right || options.test ? code : kError;
}

int convert(Session& session, const SchemeOptions& options) {
  flip::require_scheme_output(options.output, options.to);
  const VerifiedScheme file = flip::open_scheme(options.inputs[0], reading(options), &session.run());
  flip::write_scheme(options.output, file.scheme, file.ring, options.to, &session.run());
  return session.finish(true, flip::convert_report(file, options.inputs[0], options.to, options.output));
}

int lift_all(Session& session, const LiftCommandOptions& options) {
  const std::string& folder = options.inputs[0];
  const flip::LiftedFolder found =
      flip::lift_folder(folder, options.output, {options.seed, options.tries, options.machine.threads}, reading(options),
                        options.to, &session.run());
  return session.finish(found.counts.left == 0, flip::lift_report(folder, found, options.output));
}

int lift(Session& session, const LiftCommandOptions& options) {
  const std::string& input = options.inputs[0];
  const bool is_several = flip::is_archive(input) && flip::scheme_files_in(input).size() > 1;
  if (is_several || std::filesystem::is_directory(input)) return lift_all(session, options);
  const auto [residues, ring] = flip::open_residues(input, reading(options), &session.run());
  if (!options.output.empty()) flip::require_scheme_output(options.output, options.to);
  const flip::LiftOptions settings{options.seed, options.tries, options.machine.threads};
  const flip::Lift found =
      ring == Ring::f3 ? flip::lift_from_3(residues, settings, &session.run()) : flip::lift(residues, settings, &session.run());
  if (found.scheme && !options.output.empty()) flip::write_scheme(options.output, *found.scheme, found.ring, options.to);
  const bool stopped = !found.scheme && session.run().stop_reason() != StopReason::none;
  return session.finish(!stopped, flip::lift_report(input, residues, found, options.output, stopped));
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
      "  wreath flip verify best.json --test && echo valid\n"
      "  wreath flip verify best.json --proof best.proof            then: wreath-check best.proof",
      Length::brief,
      [](Command& command, VerifyOptions& options) {
        add_schemes(command, options, 1, 1 << 20, "Files, '-' for standard input, or shapes for their standard schemes");
        command.add_parsed("--ring", options.ring, parse_ring,
                           "Verify over this ring: F2, F3, ZT (coefficients -1, 0, 1), Z, Q (auto: Q, otherwise F2 or F3)",
                           "RING");
        command.add_option("--proof", options.proof, "Write a proof that the scheme is valid, for wreath-check", "FILE");
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
      "Lift a scheme, or all of a folder, from F2 or F3 to the integers or fractions by Hensel lifting; verified over Z or Q",
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
