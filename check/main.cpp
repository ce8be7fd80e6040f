// SPDX-License-Identifier: MIT
//
// wreath-check: accepts or rejects proofs that wreath has written. docs/proofs.md has the format and why it proves.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>

#include "proof.hpp"

namespace {

constexpr std::string_view kHelp = R"(wreath-check - check proofs written by wreath

Usage: wreath-check FILE...

Reads each FILE ('-' is standard input), checks every step of its proof, and prints one line:

    index.proof: accepted: H has index 20 in G (71 steps)
    other.proof: rejected: step 17: row 9 was not defined

A proof begins with the lines of the problem that it is about. Compare them with your own: nothing else in the file has to be
believed. This program shares no code with wreath.

Examples:
    wreath coset enumerate '<a,b | a^2, b^3, (ab)^5>' --subgroup b --proof index.proof
    wreath-check index.proof
    sed '/^$/q' index.proof          the problem and the claim
    wreath-check *.proof && echo all accepted

Options:
    -h, --help     this text
    --version      the version of the format that is read

Exit status: 0 if every proof was accepted, 1 if not, 64 for wrong usage.
)";

constexpr int kWrongUsage = 64;

struct Kind {
  std::string_view name;
  std::string (*check)(const check::Proof&);
};
constexpr Kind kKinds[] = {{"coset", check::check_coset},         {"quotient", check::check_quotient},
                           {"semigroup", check::check_semigroup}, {"scheme", check::check_scheme},
                           {"path", check::check_path},           {"rewriting", check::check_rewriting},
                           {"automatic", check::check_automatic}};

std::string check_proof(std::string_view file) {
  const check::Proof proof = check::read_proof(file);
  for (const Kind& kind : kKinds)
    if (proof.kind == kind.name)
      return kind.check(proof) + (proof.steps > 0 ? " (" + check::count_of(proof.steps, "step") + ")" : "");
  throw check::Rejected("line 2: " + check::quoted(proof.kind) + " is a kind of proof that is not known here");
}

/// Reads all of a file, or of standard input, whose length is known at its end. Returns false and sets errno if that fails.
bool read_all(const std::string& name, std::string& bytes) {
  std::FILE* file = name == "-" ? stdin : std::fopen(name.c_str(), "rb");
  if (file == nullptr) return false;
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  std::size_t read = 0;
  int error = 0;
  try {
    std::error_code none;  // of a pipe, for example
    const std::uintmax_t size = std::filesystem::file_size(name, none);
    if (!none) bytes.reserve(size + kBlock);
    do {
      bytes.resize(bytes.size() + kBlock);
      read = std::fread(bytes.data() + bytes.size() - kBlock, 1, kBlock, file);
      bytes.resize(bytes.size() - kBlock + read);
    } while (read == kBlock);
    if (std::ferror(file) != 0) error = errno;
  } catch (const std::exception&) {
    error = ENOMEM;
  }
  if (file != stdin) std::fclose(file);
  errno = error;
  return error == 0;
}

/// Checks a file and prints its line. Returns whether it was accepted.
bool accepts(const std::string& name) {
  const auto print = [&](const std::string& verdict) { std::printf("%s: %s\n", name.c_str(), verdict.c_str()); };
  std::string bytes;
  if (!read_all(name, bytes)) {
    print(std::string("cannot be read: ") + std::strerror(errno));
    return false;
  }
  try {
    print("accepted: " + check_proof(bytes));
    return true;
  } catch (const check::Rejected& rejected) {
    print(std::string("rejected: ") + rejected.what());
  } catch (const std::exception&) {  // bad_alloc, length_error
    print("not checked: there is not enough memory for it");
  }
  return false;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fputs("wreath-check: name a proof, such as: wreath-check index.proof ('wreath-check --help' explains)\n", stderr);
    return kWrongUsage;
  }
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "-h" || argument == "--help")
      return std::fwrite(kHelp.data(), 1, kHelp.size(), stdout) == kHelp.size() ? 0 : 1;
    if (argument == "--version") return std::puts("wreath-check: reads version 1 of the format 'wreath proof'") >= 0 ? 0 : 1;
    if (argument.size() > 1 && argument[0] == '-') {
      std::fprintf(stderr, "wreath-check: '%s' is not an option; write ./%s for a file of this name\n", arguments[i],
                   arguments[i]);
      return kWrongUsage;
    }
  }
  bool all = true;
  for (int i = 1; i < count; ++i) all &= accepts(arguments[i]);
  if (std::fflush(stdout) != 0) {
    std::fputs("wreath-check: the results could not be written\n", stderr);
    return 1;
  }
  return all ? 0 : 1;
}
