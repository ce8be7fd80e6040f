// SPDX-License-Identifier: MIT
#include "core/proof/file.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/proof/sha256.hpp"
#include "core/run/stop_check.hpp"
#include "temporary_folder.hpp"

namespace wreath {
namespace {

using test::read_text;
using test::TestFolder;

std::string checksum_of(std::string_view text) {
  Sha256 sha;
  sha.add(bytes_of(text));
  return sha.finish();
}

/// A proof with these numbers, each a step, between its head and its checksum.
std::string frame(std::string_view steps, std::string_view count, const std::string& problem) {
  std::string whole = "wreath proof 1\nkind toy\nby wreath " + std::string(version()) + "\ninput " + checksum_of(problem) + "\n" +
                      problem + "claim all 7\nsteps " + std::string(count) + "\n\n" + std::string(steps);
  return whole + "sha256 " + checksum_of(whole) + "\n";
}

TEST(ProofFile, HasTheFormatOfTheDocumentation) {
  const TestFolder folder;
  const std::string path = folder.file("proof");
  ProofFile proof(path, "toy");
  proof.line("letter a A");
  proof.line("relator a a");
  proof.claim("all 7");
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, ~std::uint64_t{0} >> 1}) {
    proof.step();
    proof.number(value);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  proof.commit();
  using namespace std::string_literals;
  EXPECT_EQ(read_text(path), frame("\x00\x7f\x80\x01\xff\xff\xff\xff\xff\xff\xff\xff\x7f"s, "4 13", "letter a A\nrelator a a\n"));
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(ProofFile, KeepsStepsThatTheBufferDoesNotHold) {
  const TestFolder folder;
  ProofFile proof(folder.file("proof"), "toy");
  proof.claim("all 7");
  constexpr std::uint64_t kSteps = 5000000;  // 10 MB
  std::string steps;
  for (std::uint64_t i = 0; i < kSteps; ++i) {
    proof.step();
    proof.number(i % 2 + 128);
    steps += static_cast<char>(i % 2 + 128);
    steps += '\1';
  }
  EXPECT_EQ(proof.steps(), kSteps);
  EXPECT_EQ(proof.bytes(), 2 * kSteps);
  proof.commit();
  EXPECT_TRUE(read_text(folder.file("proof")) == frame(steps, "5000000 10000000", ""));  // not printed
}

TEST(ProofFile, IsNotThereIfTheRunIsStopped) {
  const TestFolder folder;
  {
    ProofFile proof(folder.file("proof"), "toy");
    RunControl run;
    run.request_stop(StopReason::interrupted);
    EXPECT_THROW(proof.commit(&run), Stopped);
  }
  EXPECT_EQ(folder.entries(), 0U);
}

}  // namespace
}  // namespace wreath
