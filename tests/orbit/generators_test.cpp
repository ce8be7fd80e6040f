// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "orbit/orbit_reference.hpp"
#include "temporary_folder.hpp"

namespace wreath::orbit {
namespace {

std::string message_of(const std::string& text) {
  try {
    (void)parse_generators(text, "file");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(OrbitGenerators, GapTextJsonAndInverses) {
  const Generators gap = parse_generators("gens := [ (1,2,3,4), (1,2) ];", "file");
  EXPECT_EQ(gap.count(), 3U);  // and the inverse of the cycle
  EXPECT_EQ(gap.names, (std::vector<std::string>{"s1", "s1'", "s2"}));
  EXPECT_TRUE(is_undirected(gap));
  EXPECT_FALSE(is_undirected(parse_generators("(1,2,3)", "file", {.inverses = Inverses::no})));
  EXPECT_EQ(parse_generators("(1,2,3,4)", "file", {.metric = Metric::half}).count(), 3U);
  // CayleyPy's arrays say where the letter of a place comes from, and have what they have.
  const Generators json = parse_generators(R"({"generators": [[1,2,3,0],[1,0,2,3]], "central_state": "0011"})", "file");
  EXPECT_EQ(json.count(), 2U);
  EXPECT_EQ(std::vector<std::uint32_t>(json.row(0).begin(), json.row(0).end()), (std::vector<std::uint32_t>{3, 0, 1, 2}));
  const Start start = parse_start("", json);
  EXPECT_EQ(print_state(apply(start.state, 0, json, start), json, start), "0110");
  const Generators swap = parse_generators(R"({"generators": [[1,0]], "central_state": [0,1]})", "file");
  EXPECT_EQ(parse_start("", swap).kind, Start::Kind::arrangement);
  EXPECT_EQ(parse_start("", swap).state, (State{0, 1}));
}

TEST(OrbitGenerators, WrongFilesAreNamed) {
  EXPECT_NE(message_of("(1,2").find("file:1:5"), std::string::npos) << message_of("(1,2");
  EXPECT_NE(message_of("[Transformation([1,1])]").find("entry 2 of the list is 1, as entry 1 is: this is not a permutation"),
            std::string::npos);
  EXPECT_NE(message_of("{").find("invalid JSON"), std::string::npos);
  EXPECT_NE(message_of("{}").find("\"generators\""), std::string::npos);
  EXPECT_NE(message_of(R"({"generators": [[0,0]]})").find("0 appears twice"), std::string::npos);
  EXPECT_NE(message_of(R"({"generators": [[0,2]]})").find("points are 0..1"), std::string::npos);
  EXPECT_NE(message_of(R"({"generators": [[0,1],[0]]})").find("generator 1 has 1 points"), std::string::npos);
  EXPECT_NE(message_of(R"({"generators": [[1,0]], "central_state": "001"})").find("3 letters"), std::string::npos);
  EXPECT_NE(message_of("").find("no generator"), std::string::npos);
}

TEST(OrbitGenerators, WrongNamesAndStates) {
  for (const char* bad : {"lrx", "lrx:", "lrx:1", "lrx:x", "lrx:5,6", "lrx:100", "topspin:5,9", "mathieu:13", "rubik333:X",
                          "rubik333:", "gl:2,4", "sliding:0x3", "sliding:2x2,5", "hanoi:1,3", "nothing:3", "k-cycles:5,6"})
    EXPECT_THROW((void)make_family(bad), InputError) << bad;
  const Generators generators = make_family("lrx:4");
  for (const char* bad :
       {"(1,5)", "(1,1)", "(1,2)(2,3)", "(1..3)", "(1",     "[1,1]", "[2,1..3]", "[]",     "{5}",    "5",
        "00111", "001",   "01",         "0",      "(1)(1)", "[[1]]", "!",        "{1,2}}", "{3..1}", "[3..1]@tuple"})
    EXPECT_THROW((void)parse_start(bad, generators), InputError) << bad;
  EXPECT_EQ(parse_start("[2..4,1]", generators).state, (State{1, 2, 3, 0}));
  EXPECT_EQ(parse_start("(1,2)(3,4)", generators).state, (State{1, 0, 3, 2}));
  const Start word = parse_start("0011", generators);
  EXPECT_NO_THROW((void)parse_state("0111", generators, word));  // of other letters: it is not reached
  EXPECT_THROW((void)parse_state("(1,2)", generators, word), InputError);
  EXPECT_THROW((void)parse_start("(1,2)", make_family("sl:2,3")), InputError);
  EXPECT_THROW((void)parse_start("[1,2,3]", make_family("sl:2,3")), InputError);
  Generators wrong{.degree = 3, .images = {0, 0, 1}};
  EXPECT_THROW(require_valid(wrong), InputError);
  Generators singular{.moves = Moves::matrices, .degree = 2, .modulus = 6, .images = {2, 0, 0, 1}};
  EXPECT_THROW(require_valid(singular), InputError);
  Generators large{.moves = Moves::matrices, .degree = 32, .modulus = 65536, .images = std::vector<std::uint32_t>(32 * 32)};
  for (std::size_t i = 0; i < 32; ++i) large.images[33 * i] = 1;
  EXPECT_NO_THROW(require_valid(large));
  large.modulus = 65537;
  EXPECT_THROW(require_valid(large), InputError);
  large = {.moves = Moves::matrices, .degree = 33, .modulus = 2, .images = std::vector<std::uint32_t>(33 * 33)};
  for (std::size_t i = 0; i < 33; ++i) large.images[34 * i] = 1;
  EXPECT_THROW(require_valid(large), InputError);
}

TEST(OrbitGenerators, ARangeLeavesOutWhatTheFamilyDoesNotHave) {
  const GraphRange range = existing_graphs("mathieu:10..13");
  EXPECT_EQ(range.graphs, (std::vector<NamedGraph>{{{11}, "mathieu:11"}, {{12}, "mathieu:12"}}));
  EXPECT_EQ(range.left_out, (std::vector<std::string>{"mathieu:10", "mathieu:13"}));
  EXPECT_NE(range.why.find("mathieu:10"), std::string::npos) << range.why;
  EXPECT_THROW((void)existing_graphs("mathieu:13..15"), InputError);
  EXPECT_EQ(existing_graphs("lrx:4..6").graphs, expand_range("lrx:4..6"));
  EXPECT_EQ(existing_graphs("mathieu:13").graphs, (std::vector<NamedGraph>{{{13}, "mathieu:13"}}));  // not a range
}

TEST(OrbitGenerators, RangesAndFamilies) {
  const auto range = expand_range("topspin:6..8,4");
  ASSERT_EQ(range.size(), 3U);
  EXPECT_EQ(range[2], (NamedGraph{{8, 4}, "topspin:8,4"}));
  EXPECT_EQ(expand_range("lrx:9"), (std::vector<NamedGraph>{{{9}, "lrx:9"}}));
  EXPECT_EQ(expand_range("sliding:2x3..4"), (std::vector<NamedGraph>{{{2, 3}, "sliding:2x3"}, {{2, 4}, "sliding:2x4"}}));
  EXPECT_EQ(expand_range("builtin:sliding:2x3,1").front(), (NamedGraph{{2, 3, 1}, "builtin:sliding:2x3,1"}));
  EXPECT_EQ(expand_range("rubik222"), (std::vector<NamedGraph>{{{}, "rubik222"}}));
  EXPECT_EQ(expand_range("lrx:x"), (std::vector<NamedGraph>{{{}, "lrx:x"}}));
  EXPECT_THROW((void)expand_range("sliding:2..3x2..3"), InputError);
  for (const char* bad : {"lrx:4..", "lrx:..4", "lrx:4..5..6", "lrx:4...6", "topspin:4..5..6,4"})
    EXPECT_THROW((void)expand_range(bad), InputError) << bad;
  EXPECT_EQ(expand_range("./lrx:4..6").size(), 1U);
  EXPECT_THROW((void)expand_range("lrx:6..4"), InputError);
  for (const FamilyInfo& family : families()) EXPECT_FALSE(family.description.empty()) << family.name;
  EXPECT_EQ(make_family("builtin:lrx:5").count(), 3U);
  EXPECT_EQ(make_family("lrx:5", {.inverses = Inverses::no}).count(), 3U);  // a generator of a family is not left out
  EXPECT_EQ(make_family("rubik222", {.metric = Metric::half}).count(), 9U);
}

TEST(OrbitGenerators, OfSeveralFiles) {
  const wreath::test::TestFolder folder;
  const auto write = [&](const std::string& name, const std::vector<State>& rows) {
    const std::string path = folder.file(name);
    std::ofstream out(path, std::ios::binary);
    const std::size_t columns = rows.front().size();
    std::string header = rows.size() == 1
                             ? "{'descr': '<u4', 'fortran_order': False, 'shape': (" + std::to_string(columns) + ",), }"
                             : "{'descr': '<u4', 'fortran_order': False, 'shape': (" + std::to_string(rows.size()) + ", " +
                                   std::to_string(columns) + "), }";
    header.resize(117, ' ');
    out << "\x93NUMPY\x01" << '\0' << static_cast<char>(118) << '\0' << header << '\n';
    for (const State& row : rows) out.write(reinterpret_cast<const char*>(row.data()), static_cast<std::streamsize>(4 * columns));
    return path;
  };
  const std::string a = write("a.npy", {{1, 2, 3, 4, 0}});
  const std::string b = write("b.npy", {{1, 0, 2, 3, 4}});
  const std::string both = write("both.npy", {{1, 2, 3, 4, 0}, {1, 0, 2, 3, 4}});
  const std::string longer = write("longer.npy", {{1, 0, 2, 3, 4, 5}});
  const Generators one = open_generators(std::vector<std::string>{a, b});
  EXPECT_EQ(one.images, open_generators(both).images);
  EXPECT_EQ(one.names, (std::vector<std::string>{"a", "a'", "b"}));
  EXPECT_EQ(open_generators(a).count(), 2U) << "the cycle and its inverse";
  EXPECT_THROW((void)open_generators(std::vector<std::string>{a, longer}), InputError);
  EXPECT_THROW((void)open_generators(std::vector<std::string>{a, "lrx:5"}), InputError);
}

TEST(OrbitGenerators, ComplaintsAreShort) {
  const auto complaint = [](const std::string& input) -> std::string {
    try {
      (void)open_generators(input);
    } catch (const InputError& error) {
      return error.message();
    }
    return "none";
  };
  EXPECT_EQ(complaint("nothing"),
            "'nothing' is neither a file nor a family of generators; families are written like lrx:8 or rubik222");
  EXPECT_EQ(complaint("lrx:4..6"), "'lrx:4..6' is a range of graphs, which 'orbit growth' takes: name one graph here");
  EXPECT_EQ(complaint("nothing.npy").find("families"), std::string::npos) << complaint("nothing.npy");
}

}  // namespace
}  // namespace wreath::orbit
