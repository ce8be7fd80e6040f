// SPDX-License-Identifier: MIT
//
// wreath cite: a run record and its proof, as a text to put beside a paper, with BibTeX. The proof is checked once more by
// wreath-check; a record is not cited if its proof is rejected or proves another answer.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/cited_proof.hpp"
#include "cli/front/common.hpp"
#include "core/io/distinct_files.hpp"
#include "core/io/output_file.hpp"
#include "core/run/record.hpp"
#include "core/text/option.hpp"

namespace wreath::cli {

namespace {

namespace fs = std::filesystem;

struct CiteOptions : CommonOptions {
  std::string input;
  std::string proof;
  std::string output;
};

struct Answer {
  std::string name;
  Json value;
};

const ReportForm kAnswer("", {{"name", "of a field of the results"}, {"value", "its value"}});
const ReportForm kCite("cite", {{"command", "that was run"},
                                {"wreath", "the version that ran it"},
                                {"commit", "of its sources"},
                                {"date", "of the run, in UTC"},
                                {"machine", "of the run"},
                                {"answers", "the results of the run, without long ones", Unit::none, &kAnswer},
                                {"record", "the file of the record"},
                                {"record_sha256", "of the bytes of the record"},
                                {"proof", "the file of the proof, if there is one"},
                                {"proof_sha256", "of the bytes of the proof"},
                                {"problem", "the lines of the proof that describe its problem: compare them with what you meant"},
                                {"claim", "what the proof proves of the problem"},
                                {"checked", "whether wreath-check has accepted the proof; false: there is no wreath-check here"},
                                {"verdict", "what wreath-check prints"},
                                {"bibtex", "two entries: wreath, and this computation"},
                                {"output", "the file that was written"}});

/// JSON with its integers of more than 18 digits as strings: the parser would round the largest.
std::string with_long_numbers_quoted(std::string_view json) {
  std::string text;
  bool in_string = false;
  for (std::size_t i = 0, end = 0; i < json.size(); i = end) {
    const bool is_number = !in_string && ((json[i] >= '0' && json[i] <= '9') || json[i] == '-');
    end = is_number ? json.find_first_not_of("+-.eE0123456789", i) : i + (in_string && json[i] == '\\' ? 2 : 1);
    if (json[i] == '"') in_string = !in_string;
    const std::string_view part = json.substr(i, end - i);
    const bool is_long = is_number && part.size() > 18 && part.find_first_of(".eE") == std::string_view::npos;
    text.append(is_long ? "\"" : "").append(part).append(is_long ? "\"" : "");
  }
  return text;
}

std::string shown(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  return value.is_null() ? "" : to_text(value);
}

/// The value at a JSON pointer; empty if there is none.
std::string shown(const Json& json, const char* where) {
  const Json::json_pointer pointer(where);
  return json.contains(pointer) ? shown(json.at(pointer)) : "";
}

/// The fields that are this command's own and short. A list of one object, such as a scheme, stands for its fields.
void add_answers(const Json& results, std::vector<Answer>& answers) {
  constexpr std::size_t kLongest = 200;
  for (const auto& [name, value] : results.items()) {
    const auto& common = common_fields().fields;
    const bool is_common = std::ranges::find(common, name, &Field::name) != common.end();
    if (is_common && name != "verified") continue;
    if (value.is_array() && value.size() == 1 && value[0].is_object()) {
      add_answers(value[0], answers);
    } else if (shown(value).size() <= kLongest) {
      answers.push_back({name, value});
    }
  }
}

std::string machine_of(const Json& record) {
  std::vector<std::string> facts;
  for (const char* field : {"cpu", "architecture", "cores", "gpu", "system"}) {
    const std::string fact = shown(record, ("/machine/" + std::string(field)).c_str());
    if (!fact.empty()) facts.push_back(field == std::string_view("cores") ? fact + (fact == "1" ? " core" : " cores") : fact);
  }
  return fmt::format("{}", fmt::join(facts, ", "));
}

/// The proof that was given, or the one that the run has written: beside the record, or as named. Empty if there is none.
std::string find_proof(const CiteOptions& options, const Json& record) {
  if (!options.proof.empty()) return options.proof;
  const std::string named = proof_named_in(shown(record, "/command"));
  const bool is_infinite = shown(record, "/results/index") == "infinite";  // that has no file
  if (named.empty() || is_infinite || shown(record, "/results/complete") != "yes") return {};
  const fs::path beside = fs::path(options.input).parent_path() / fs::path(named).filename();
  for (const fs::path& path : {beside, fs::path(named)})
    if (std::error_code error; fs::exists(path, error)) return path.string();
  throw InputError(fmt::format("{}: the proof of this run is missing: there is no {}; name it with {}", options.input,
                               beside.string(), option("proof", "FILE")));
}

/// Throws InputError unless the claim of the proof is the answer of the record.
void require_same_answer(const CitedProof& proof, const std::string& record, const std::vector<Answer>& answers) {
  const std::size_t space = std::min(proof.claim.find(' '), proof.claim.size());
  std::string name = proof.claim.substr(0, space);  // index, order, size, rank, moves, equal, ...
  std::string value = proof.claim.substr(std::min(space + 1, proof.claim.size()));
  if (name == "equal" || name == "different") value = name == "equal" ? "yes" : "no";
  if (name == "different") name = "equal";
  if (name == "confluent") value = "yes";  // and the number of rules
  if (name == "automatic") name = "word_acceptor_states";
  const auto found = std::ranges::find(answers, name, &Answer::name);
  const std::string answer = found == answers.end() ? "not there" : shown(found->value);
  if (answer == value) return;
  throw InputError(fmt::format("{}: the proof claims '{}', but '{}' is {} in {}; name the proof of this run with {}", proof.path,
                               proof.claim, name, answer, record, option("proof", "FILE")));
}

/// For LaTeX, in a typewriter font. BibTeX counts braces, also those after a backslash.
std::string typewriter(std::string_view text) {
  static const std::map<char, std::string> kSpecial{{'\\', "\\textbackslash{}"},
                                                    {'{', "\\textbraceleft{}"},
                                                    {'}', "\\textbraceright{}"},
                                                    {'^', "\\textasciicircum{}"},
                                                    {'~', "\\textasciitilde{}"},
                                                    {'$', "\\$"},
                                                    {'&', "\\&"},
                                                    {'#', "\\#"},
                                                    {'%', "\\%"},
                                                    {'_', "\\_"},
                                                    {'\n', " "}};
  std::string tex;
  for (const char c : text) {
    const auto special = kSpecial.find(c);
    if (c == '-' && tex.ends_with('-')) tex += "{}";  // not a dash
    tex += special == kSpecial.end() ? std::string(1, c) : special->second;
  }
  return "\\texttt{" + tex + "}";
}

/// All that a citation is made of.
struct Citation {
  std::string record;  // the file, and what is in it
  std::string sha256;
  std::string command;
  std::string version;
  std::string commit;
  std::string date;
  std::string machine;
  std::vector<Answer> answers;
  std::optional<CitedProof> proof;
};

Citation read_citation(const CiteOptions& options, RunControl& run) {
  const MappedFile file(options.input);
  const Json record = parse_json_or_null(with_long_numbers_quoted(file.text()));
  if (!shown(record, "/format").starts_with("wreath run record ")) {
    throw InputError(
        fmt::format("{}: this is not a run record; every command writes one with {}", options.input, option("record", "FILE")));
  }
  Citation cited{options.input,
                 sha256_of(file, run),
                 shown(record, "/command"),
                 shown(record, "/version"),
                 shown(record, "/commit"),
                 shown(record, "/date"),
                 machine_of(record),
                 {},
                 {}};
  if (shown(record, "/ending") != "done") {  // what follows is partial
    cited.answers.push_back({"ending", shown(record, "/ending")});
    if (const std::string reason = shown(record, "/results/reason"); !reason.empty()) cited.answers.push_back({"reason", reason});
  }
  if (record.contains("results") && record["results"].is_object()) add_answers(record["results"], cited.answers);
  const std::string path = find_proof(options, record);
  if (path.empty()) return cited;
  if (!options.output.empty()) require_distinct_files({{option("output"), options.output}}, {{option("proof"), path}});
  cited.proof = read_cited_proof(path, run);
  require_same_answer(*cited.proof, options.input, cited.answers);
  return cited;
}

std::string bibtex_of(const Citation& cited) {
  constexpr const char* kEntries = R"(@software{{wreath,
  author = {{{{The wreath authors}}}},
  title = {{{{wreath: computing with the large discrete objects of algebra}}}},
  version = {{{version}}},
  year = {{{year}}},
  note = {{Commit {commit}}}
}}

@misc{{wreath-{key},
  title = {{{{A computation with wreath{claim}}}}},
  year = {{{year}}},
  howpublished = {{{command}}},
  note = {{Run on {day} by wreath {version}. SHA-256 of the run record: {record}{proof}}}
}}
)";
  std::string claim, proof;
  if (cited.proof) {
    claim = ": " + typewriter(cited.proof->claim);
    proof = fmt::format("; of the proof{}: {}", cited.proof->verdict.empty() ? "" : ", accepted by wreath-check",
                        typewriter(cited.proof->sha256));
  }
  return fmt::format(kEntries, fmt::arg("version", cited.version), fmt::arg("year", cited.date.substr(0, 4)),
                     fmt::arg("day", cited.date.substr(0, 10)), fmt::arg("commit", typewriter(cited.commit)),
                     fmt::arg("key", cited.sha256.substr(0, 8)), fmt::arg("command", typewriter(cited.command)),
                     fmt::arg("claim", claim), fmt::arg("record", typewriter(cited.sha256)), fmt::arg("proof", proof));
}

/// The first lines, each cut to the width of a page.
std::string listed(const std::vector<std::string>& lines, std::size_t most, std::string_view indent) {
  constexpr std::size_t kColumns = 110;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, lines.size()); ++i)
    text += fmt::format("{}{}{}\n", indent, lines[i].substr(0, kColumns), lines[i].size() > kColumns ? "..." : "");
  return text + (lines.size() > most ? fmt::format("{}... ({} in all)\n", indent, lines.size()) : "");
}

std::string text_of(const Citation& cited) {
  constexpr std::size_t kMostAnswers = 10;
  constexpr std::size_t kMostLines = 12;
  const auto name_of = [](const std::string& path) { return fs::path(path).filename().string(); };
  std::vector<std::string> answers;
  for (const Answer& answer : cited.answers) answers.push_back(answer.name + ": " + shown(answer.value));
  std::string proof = "  no proof was written\n", hashes = fmt::format("  {}  {}\n", cited.sha256, name_of(cited.record));
  if (cited.proof) {
    const std::string name = name_of(cited.proof->path), verdict = cited.proof->verdict;
    proof = fmt::format(
        "  {}: {}\n  what it is about, and its claim:\n{}    claim {}\n", name,
        verdict.empty() ? "not checked: wreath-check is neither beside wreath nor on the PATH" : "wreath-check: " + verdict,
        listed(cited.proof->problem, kMostLines, "    "), cited.proof->claim);
    hashes += fmt::format("  {}  {}\n", cited.proof->sha256, name);
  }
  return fmt::format("Computed by wreath {} (commit {}) on {}:\n  {}\n  {}\n\nAnswer\n{}\nProof\n{}\nSHA-256\n{}\n{}",
                     cited.version, cited.commit, cited.date, cited.command, cited.machine, listed(answers, kMostAnswers, "  "),
                     proof, hashes, bibtex_of(cited));
}

Report report_of(const Citation& cited) {
  ValueList answers;
  for (const auto& [name, value] : cited.answers) {
    const bool may_be_number = value.is_string() && shown(value).size() > 18;
    answers.add(Report(kAnswer, name, may_be_number ? Value::digits(shown(value)) : Value::of_json(to_text(value))));
  }
  Report report(kCite, cited.command, cited.version, cited.commit, cited.date, cited.machine, answers.take(), cited.record,
                cited.sha256);
  if (const auto& proof = cited.proof) {
    report.set("proof", proof->path).set("proof_sha256", proof->sha256).set("problem", proof->problem).set("claim", proof->claim);
    report.set("checked", !proof->verdict.empty());
    if (!proof->verdict.empty()) report.set("verdict", proof->verdict);
  }
  return report.set("bibtex", bibtex_of(cited));
}

int cite(Session& session, const CiteOptions& options) {
  if (!options.output.empty()) {
    require_distinct_files({{option("output"), options.output}}, {{"RECORD", options.input}, {option("proof"), options.proof}});
    const OutputFile trial(options.output);
  }
  const Citation cited = read_citation(options, session.run());
  Report report = report_of(cited);
  if (options.output.empty()) return session.finish(true, report.block(text_of(cited)));
  write_whole(options.output, text_of(cited));
  return session.finish(true,
                        report.set("output", options.output).line("{}: the citation of {}", {options.output, options.input}));
}

void add_cite_options(Command& command, CiteOptions& options) {
  command.add_option("RECORD", options.input, "A run record, as --record writes it", "FILE").required();
  command.add_option("--proof", options.proof, "The proof of the run, if it is not beside the record", "FILE");
  command.add_option("-o,--output", options.output, "Write the text to this file", "FILE");
}

}  // namespace

void add_cite(Program& program) {
  add_command<CiteOptions>(program, program.app, "cite", "Turn a run record and its proof into a text and BibTeX for a paper",
                           "  wreath coset enumerate '<a,b | a^2, b^3, (ab)^5>' --subgroup b --proof i.proof --record i.json\n"
                           "  wreath cite i.json                         beside i.json there is i.proof, which is checked again\n"
                           "  wreath cite i.json -o i.txt\n"
                           "  wreath cite i.json --proof proofs/i.proof --json\n"
                           "\n"
                           "Exit code 1: the proof is missing, is rejected by wreath-check, or proves another answer.",
                           Length::brief, add_cite_options, cite);
}

}  // namespace wreath::cli
