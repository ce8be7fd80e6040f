// SPDX-License-Identifier: MIT
//
// wreath word export, import: kbmag's files.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/word_common.hpp"
#include "core/io/mapped_file.hpp"
#include "core/io/output_file.hpp"
#include "format/group_input.hpp"
#include "format/kbmag_structure.hpp"
#include "word/parse_presentation.hpp"
#include "word/structure_file.hpp"

namespace wreath::cli {

namespace {

struct ExportOptions : WordOptions {
  std::vector<std::string> only;
};

constexpr const char* kSuffixes[] = {"rws", "kbprog", "wa", "gm", "diff1", "diff2"};

std::string content_of(const std::string& suffix, const word::AutomaticStructure& structure) {
  if (suffix == "rws") return format::print_kbmag(format::KbmagRewriting{structure.presentation, std::nullopt});
  if (suffix == "kbprog") {
    word::Presentation rules = structure.presentation;
    rules.equations = structure.rules;
    return format::print_kbmag(format::KbmagRewriting{rules, structure.confluent});
  }
  if (suffix == "wa") return format::print_kbmag(format::kbmag_word_acceptor(structure));
  if (suffix == "gm") return format::print_kbmag(format::kbmag_multiplier(structure));
  return format::print_kbmag(format::kbmag_differences(structure, "_RWS." + suffix));
}

int export_files(Session& session, const ExportOptions& options) {
  const word::Group group = open_verified(options, session.run());
  std::vector<std::string> suffixes = options.only;
  if (suffixes.empty()) suffixes.assign(std::begin(kSuffixes), std::end(kSuffixes));
  Json written = Json::array();
  std::string text;
  for (const std::string& suffix : suffixes) {
    const std::string path = suffix == "rws" ? options.output : options.output + "." + suffix;
    OutputFile file(path);
    file.write(bytes_of(content_of(suffix, group.structure())));
    file.commit();
    written.push_back(path);
    text += path + "\n";
  }
  return session.finish(true, Json{{"group", group.name()}, {"files", written}}, text);
}

std::optional<format::KbmagAutomaton> read_automaton(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  const MappedFile file(path);
  const auto bytes = file.bytes();
  return format::parse_kbmag_automaton({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path);
}

int import_files(Session& session, const WordOptions& options) {
  const word::Presentation presentation = format::read_group_file(options.group, {.order = options.order, .involutions = false});
  word::BuildOptions how = build_options(options);
  const auto acceptor = read_automaton(options.group + ".wa");
  const auto multiplier = read_automaton(options.group + ".gm");
  for (const char* suffix : {".diff2", ".diff1"})
    if (const auto machine = read_automaton(options.group + suffix)) {
      how.hints = format::difference_words(*machine, presentation.alphabet, options.group + suffix);
      break;
    }
  const auto [structure, report] = word::build_structure(presentation, how, session.run());
  Json results{{"group", word::name_of(structure.presentation)}, {"verified", structure.verified}};
  if (!structure.verified) {
    results["ending"] = report.ending;
    return session.finish(false, results, fmt::format("{}: not verified: {}\n", options.group, report.ending));
  }
  std::string checked;
  if (acceptor) {
    format::require_same_acceptor(*acceptor, structure, options.group + ".wa");
    checked += " .wa";
  }
  if (multiplier) {
    format::require_same_multiplier(*multiplier, structure, options.group + ".gm");
    checked += " .gm";
  }
  word::write_structure(options.output, structure);
  results["word_acceptor_states"] = structure.acceptor.states();
  results["general_multiplier_states"] = structure.multiplier.dfa.states();
  results["same_as"] = checked;
  return session.finish(true, results,
                        fmt::format("{}: verified, {} and {} states{}\n", options.output, structure.acceptor.states(),
                                    structure.multiplier.dfa.states(),
                                    checked.empty() ? "; there were no automata to compare with" : "; the same as in" + checked));
}

}  // namespace

void add_word_files(Program& program, Command& word) {
  add_command<ExportOptions>(
      program, word, "export", "Write a structure as kbmag's files: NAME, NAME.kbprog, .wa, .gm, .diff1, .diff2",
      "  wreath word export s2.wreath -o s2\n"
      "  wreath word export surface:2 -o s2 --only wa,gm",
      Length::brief,
      [](Command& command, ExportOptions& options) {
        add_structure(command, options);
        command.add_option("-o,--output", options.output, "The name without its ending").required().type_name("NAME");
        command.add_option("--only", options.only, "Only these: rws, kbprog, wa, gm, diff1, diff2")
            .separated_by(',')
            .one_of({"rws", "kbprog", "wa", "gm", "diff1", "diff2"})
            .type_name("KINDS");
      },
      export_files);
  add_command<WordOptions>(
      program, word, "import", "Read kbmag's NAME with NAME.wa, .gm, .diff2; prove the structure again and compare",
      "  wreath word import s2 -o s2.wreath\n"
      "\n"
      "The differences of NAME.diff2 or .diff1 help to find the structure; the proof is wreath's own. Automata that are not\n"
      "those of the group are an error, and nothing is written.",
      Length::brief,
      [](Command& command, WordOptions& options) {
        command.add_option("NAME", options.group, "The file with rec(isRWS := true, ...)").required().type_name("");
        command.add_option("-o,--output", options.output, "The structure file to write").required().type_name("FILE");
        add_build_options(command, options);
      },
      import_files);
}

}  // namespace wreath::cli
