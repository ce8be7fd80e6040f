// SPDX-License-Identifier: MIT
#include "cli/cited_proof.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "cli/front/child.hpp"
#include "core/proof/sha256.hpp"
#include "core/text/option.hpp"

namespace wreath::cli {

namespace {

namespace fs = std::filesystem;

std::string find_checker() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const std::string beside = (program.parent_path() / "wreath-check").string();
  return !error && access(beside.c_str(), X_OK) == 0 ? beside : find_program("wreath-check");
}

/// What wreath-check prints of the proof; empty if there is no wreath-check.
std::string verdict_on(const std::string& path, RunControl& run) {
  const std::string checker = find_checker();
  if (checker.empty()) return {};
  const std::string name = fs::absolute(path).string();  // never like an option
  auto [code, verdict] = run_child(checker, {name}, run);
  if (verdict.ends_with('\n')) verdict.pop_back();
  if (verdict.starts_with(name + ": ")) verdict.erase(0, name.size() + 2);
  if (code != 0) throw InputError(fmt::format("{}: the proof is not accepted; wreath-check: {}", path, verdict));
  return verdict;
}

}  // namespace

std::string proof_named_in(const std::string& command) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    if (command[i] == '\'') {
      quoted = !quoted;
    } else if (command[i] == ' ' && !quoted) {
      words.emplace_back();
    } else {
      if (command[i] == '\\' && !quoted && i + 1 < command.size()) ++i;
      words.back() += command[i];
    }
  }
  std::string proof;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--proof" && i + 1 < words.size()) proof = words[i + 1];
    if (words[i].starts_with("--proof=")) proof = words[i].substr(words[i].find('=') + 1);
  }
  return proof;
}

CitedProof read_cited_proof(const std::string& path, RunControl& run) {
  constexpr std::size_t kFrame = 4;  // lines before the problem: wreath proof, kind, by, input
  const MappedFile file(path);
  std::string_view rest = file.text();
  if (!rest.starts_with("wreath proof "))
    throw InputError(fmt::format("{}: this is not a proof, as runs with {} write them", path, option("proof", "FILE")));
  CitedProof proof{.path = path, .problem = {}, .claim = {}, .sha256 = {}, .verdict = verdict_on(path, run)};
  for (std::size_t lines = 0; proof.claim.empty(); ++lines) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) throw InputError(fmt::format("{}: the proof is damaged: it has no claim", path));
    const std::string line(rest.substr(0, end));
    rest.remove_prefix(end + 1);
    if (line.starts_with("claim ")) proof.claim = line.substr(line.find(' ') + 1);
    if (lines >= kFrame && proof.claim.empty()) proof.problem.push_back(line);
  }
  proof.sha256 = sha256_of(file, run);
  return proof;
}

std::string sha256_of(const MappedFile& file, RunControl& run) {
  constexpr std::size_t kBlock = std::size_t{1} << 22;
  Sha256 hash;
  for (std::size_t at = 0; at < file.bytes().size(); at += kBlock) {
    if (run.should_stop()) throw LimitReached("the run was stopped before all files were read");
    hash.add(file.bytes().subspan(at, std::min(kBlock, file.bytes().size() - at)));
  }
  return hash.finish();
}

}  // namespace wreath::cli
