// SPDX-License-Identifier: MIT
#include "wreath/flip/files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/io/npy.hpp"
#include "flip/known_schemes.hpp"
#include "flip/files/text.hpp"
#include "flip/files/formats.hpp"
#include "temporary_folder.hpp"
#include "wreath/flip.hpp"

namespace wreath::flip {
namespace {

class SchemeFiles : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.file(name); }
  std::string put(const std::string& name, const std::string& content) const {
    std::filesystem::remove(path(name));  // to cut a file and write it again makes some file systems wait for the disk
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }
  std::string refusal(const std::string& file, const SchemeFileOptions& options = {}) const {
    try {
      (void)read_rational_scheme(file, options);
      return "none";
    } catch (const InputError& error) {
      return error.what();
    }
  }

 private:
  test::TestFolder folder_;
};

std::string repeated(const std::string& text, std::size_t count) {
  std::string all;
  for (std::size_t k = 0; k < count; ++k) all += text;
  return all;
}

/// Bytes in blocks that deflate does not compress, as a file of a zip archive whose header is all zeros.
std::string stored(std::size_t blocks) {
  constexpr std::size_t kBlock = 65535;
  std::string packed(30, '\0');
  for (std::size_t k = 0; k < blocks; ++k)
    packed += std::string(1, k + 1 == blocks ? '\1' : '\0') + "\xFF\xFF" + std::string("\0\0", 2) + std::string(kBlock, 'x');
  return packed;
}

TEST(SchemeReaders, CheckForStopsWhileTheyRead) {
  RunControl run;
  run.request_stop(StopReason::interrupted);
  const StopCheck stop(run);
  constexpr std::size_t kMany = 100'000;
  EXPECT_THROW(parse_scheme_text("1 1 1 100000\n" + repeated("1\n", 3 * kMany), "s.txt", stop), Stopped);
  EXPECT_THROW(parse_scheme_json("{\"n\": [1, 1, 1], \"u\": [" + repeated("[1], ", kMany), "s.json", stop), Stopped);
  EXPECT_THROW(parse_exp(repeated("(a11)*(b11)*(c11)\n", kMany), "s.exp", {}, stop), Stopped);
  EXPECT_THROW(parse_mathematica("{" + repeated("{{{1}}, {{1}}, {{1}}}, ", kMany), "s.m", {}, stop), Stopped);
  const std::string matrix = "Matrix(1, 1, [[1]])";
  EXPECT_THROW(parse_maple(repeated("Triad([" + matrix + ", " + matrix + ", " + matrix + "])\n", kMany), "s.mpl", {}, stop),
               Stopped);
  const std::uint64_t shape[] = {kMany, 3};
  const std::string array = make_npy_header('i', 1, shape) + std::string(3 * kMany, '\1');
  EXPECT_THROW(read_scheme_npy(std::as_bytes(std::span(array)), "s.npy", {}, &run), Stopped);
  constexpr std::size_t kBlocks = 4;
  const std::string archive = stored(kBlocks);
  const ZipMember member{.name = "s.npy", .method = 8, .bytes = kBlocks * 65535, .packed = archive.size() - 30};
  EXPECT_THROW(unpack(std::as_bytes(std::span(archive)), member, "s.npz", stop), Stopped);
}

TEST_F(SchemeFiles, AStoppedRunReadsNothing) {
  RunControl run;
  run.request_stop(StopReason::interrupted);
  const std::string file = put("s.txt", "1 1 1 1\n1\n1\n1\n");
  EXPECT_EQ(read_unverified(file).rank(), 1U);
  EXPECT_THROW((void)read_unverified(file, {}, &run), LimitReached);
  EXPECT_THROW((void)read_rational_scheme(file, {}, &run), LimitReached);
  EXPECT_THROW((void)open_scheme(file, {}, &run), LimitReached);
}

TEST_F(SchemeFiles, EveryFormatGivesBackWhatWasWritten) {
  RationalScheme thirds = to_rational(standard_scheme({2, 3, 1}));
  for (Rational& value : thirds.summands[1][0]) value = value * Rational{-3, 7};
  for (Rational& value : thirds.summands[1][2]) value = value * Rational{-7, 3};
  const std::vector<std::pair<RationalScheme, Ring>> schemes{{strassen(), Ring::ternary},
                                                             {to_rational(reduce_modulo_2(strassen(), "")), Ring::f2},
                                                             {to_rational(standard_scheme({2, 3, 4})), Ring::ternary},
                                                             {to_rational(standard_scheme({1, 12, 2})), Ring::ternary},
                                                             {thirds, Ring::rationals}};
  for (const auto& [scheme, ring] : schemes) {
    for (const char* name : {"s.txt", "s.json", "s.exp", "s.npy"}) {
      for (const bool c_transposed : {true, false}) {
        const SchemeFileOptions options{.c_transposed = c_transposed};
        if (ring == Ring::rationals && std::string(name) == "s.npy") {
          EXPECT_THROW(write_scheme(path(name), scheme, ring, options), InputError);
          continue;
        }
        write_scheme(path(name), scheme, ring, options);
        const VerifiedScheme file = read_rational_scheme(path(name), options);
        EXPECT_EQ(file.scheme, scheme) << name << ' ' << c_transposed;
        EXPECT_EQ(file.ring, ring) << name;
      }
    }
  }
}

TEST_F(SchemeFiles, TheOtherConventionOfCIsNamed) {
  const RationalScheme scheme = to_rational(standard_scheme({2, 3, 4}));
  for (const char* name : {"s.txt", "s.json", "s.exp"}) {
    write_scheme(path(name), scheme, Ring::ternary, {.c_transposed = false});
    EXPECT_NE(refusal(path(name)).find("use c-transposed no"), std::string::npos) << refusal(path(name));
    write_scheme(path(name), scheme, Ring::ternary);
    EXPECT_NE(refusal(path(name), {.c_transposed = false}).find("use c-transposed yes"), std::string::npos) << name;
  }
}

TEST_F(SchemeFiles, IntegersAreTakenModuloTwo) {
  write_scheme(path("s.json"), strassen(), Ring::ternary);
  EXPECT_EQ(read_scheme(path("s.json")), reduce_modulo_2(strassen(), ""));
}

TEST_F(SchemeFiles, ProductsMayBeWrittenInManyWays) {
  const std::string one = put("one.exp", "# a comment\n (2*a11) * 1/2*b11 * (c11)\n");
  EXPECT_EQ(read_rational_scheme(one).scheme.summands[0][1][0], (Rational{1, 2}));
  EXPECT_NO_THROW((void)read_rational_scheme(put("two.exp", "c11*b11*(- - a11)")));
  EXPECT_NO_THROW((void)read_rational_scheme(put("wrapped.exp", "-(a11*(-b11)*c11)")));
  EXPECT_NO_THROW((void)read_rational_scheme(put("wrapped.exp", "-((a11) (-b11) (c11))\n-(a11)*(b11)*(c11)\n((a11)(b11)(c11))")));
  EXPECT_EQ(read_unverified(put("three.exp", "(a1,10)*(b10,1)*(c11)")).shape, (Shape{1, 10, 1}));
  // The 1 x 1 x 1 scheme in other words: coefficients before, within and after factors, factors side by side.
  for (const char* text : {"-(a11)*(-b11)*(c11)", "(a11)(b11)(c11)", "-3*(a11)*(-b11)*(c11)/3", "(2*a11)(15*b11)(1.5*c11)/45",
                           "0.5*(2*a11)*b11*c11", "(a11/3)*(b11)*(3*c11)", "a11 b11 c11", "(a11)*(b11)*(c11)*4/4",
                           "(2*(a11))*((b11)/2)*c11", ".25*(a11)*(1/2)*(8*b11)*c11", "1*1*a11*b11*c11"}) {
    EXPECT_NO_THROW((void)read_rational_scheme(put("four.exp", text))) << text;
  }
  // The denominator goes into a factor that it divides.
  const auto whole = read_unverified(put("five.exp", "(a11)*(45*b11)*(c11)/45")).summands[0];
  for (unsigned position = 0; position < 3; ++position) EXPECT_EQ(whole[position][0], (flip::Rational{1, 1}));
}

TEST_F(SchemeFiles, WrongFilesAreNamedWithLineAndValue) {
  const auto says = [&](const std::string& file, const std::string& sentence) {
    EXPECT_NE(refusal(file).find(sentence), std::string::npos) << refusal(file);
  };
  says(path("missing.txt"), "missing.txt");
  EXPECT_THROW((void)scheme_format_of("s.csv"), InputError);
  says(put("a.txt", "1 1 1 1\n1\n1\nx\n"), "a.txt:4:1: expected a number (an entry), found 'x'");
  says(put("b.txt", "1 1 1 2\n1\n1\n1\n"), "the file ends within row 2 of the factors b");
  says(put("c.txt", "1 1 1 1\n1\n1\n1\n1\n"), "c.txt:5:1: the file continues after the 1 summand that the first line gives");
  says(put("d.txt", "999 999 999 1\n"), "999x999x999 is too large");
  says(put("e.txt", "1 1 1 1\n1\n0\n1\n"), "e.txt: summand 1 has a zero factor b");
  says(put("f.txt", "1 1 1 1\n1\n1/0\n1\n"), "f.txt:3:3: a fraction has the denominator 0");
  says(put("g.txt", "1 2 1 1\n1 0\n1 0\n1\n"), "not a decomposition of 1x2x1: the coefficient of a12 b21 c11 is 0 and must be 1");
  says(put("a.json", "{\"n\": [1, 1, 1], \"u\": [[1]], \"v\": [[1.3]], \"w\": [[1]]}"), "a.json: \"v\"[0][0] is 1.3");
  says(put("b.json", "{\"n\": [1, 1], \"u\": [[1]]}"), "b.json: \"n\" must be the three sizes");
  says(put("c.json", "{\"n\": [1, 1, 1]"), "c.json: invalid JSON: at line 1");
  says(put("d.json", "{\"n\": [1, 1, 1], \"m\": 2, \"u\": [[1]], \"v\": [[1]], \"w\": [[1]]}"),
       "\"m\" is 2 and the number of summands is 1");
  says(put("e.json", "{\"n\": [1, 1, 1], \"u\": [[1]], \"v\": [[1, 0]], \"w\": [[1]]}"), "e.json: \"v\"[0] must be a list of 1");
  says(put("a.exp", "(a11)*(b11)*(a12)"), "a.exp:1:13: a second factor with entries of a");
  says(put("b.exp", "(a11+b11)*(b11)*(c12)"), "b.exp:1:6: entries of two matrices");
  says(put("c.exp", "(a11)*(b11)*(c12)"), "c.exp:1:14: c1,2 is outside the 1 x 1 matrix c");
  says(put("d.exp", "(a11)*(b111)*(c11)"), "d.exp:1:8: an entry has two indices");
  says(put("e.exp", "\n"), "no products found");
  says(put("f.exp", "(a11)*(b11)*(c11)/0"), "f.exp:1:18: a fraction has the denominator 0");
  says(put("g.exp", "(a11+2)*(b11)*(c11)"), "g.exp:1:5: a number is added to an entry");
  says(put("h.exp", "(a11)*(b11)*(c11)*(c12)"), "h.exp:1:18: a fourth factor");
  says(put("l.exp", "(a11)*(b11)*(c11), (a12)*(b21)*(c11)"),
       "l.exp:1:18: expected a new line, '+' or '-' before the next product");
  says(put("m.exp", "(a11)*(b11)*(c11)*(a12)*(b21)*(c11)"), "write the next one on a new line, or after '+' or '-'");
  says(put("n.exp", "\n(a11)*(b11)\n(a12)*(b21)*(c11)\n"),
       "n.exp:3:1: a second factor with entries of a, and the product that begins at 2:1 has none of c");
  says(put("i.exp", "(a11)/(b11)*(c11)"), "i.exp:1:7: expected a denominator, found '('");
  says(put("j.exp", std::string(1000, '(')), "j.exp:1:101: too many parentheses are open");
  says(put("k.exp", "(99999999999999999*a11)*(b11)*99999999999999999*(99999999999999999*c11)"),
       "k.exp:1:68: a coefficient does not fit in 64 bits");
  says(put("a.npy", "hello"), "a.npy");
}

TEST_F(SchemeFiles, AFolderIsReadWithoutItsBadFiles) {
  std::filesystem::create_directory(path("pool"));
  write_scheme(path("pool/a.txt"), strassen(), Ring::ternary);
  write_scheme(path("pool/c.json"), standard_scheme({2, 2, 3}));
  put("pool/b.txt", "1 1 1 1\n1\n1\nx\n");
  put("pool/d.exp", "(a11)*(b11)*(c11)\n(a12)*(b21)*(c12)\n");
  put("pool/notes.md", "not a scheme by its name");
  const SchemeFolder folder = open_schemes(path("pool"));
  ASSERT_EQ(folder.schemes.size(), 2U);
  EXPECT_EQ(folder.schemes[0].name, path("pool/a.txt"));
  EXPECT_EQ(folder.schemes[0].ring, Ring::ternary);
  ASSERT_EQ(folder.skipped.size(), 2U);
  EXPECT_EQ(folder.skipped[0].name, path("pool/b.txt"));
  EXPECT_NE(folder.skipped[0].reason.find("pool/b.txt:4:1: expected a number (an entry)"), std::string::npos);
  EXPECT_EQ(open_schemes(path("pool"), {.shape = Shape{2, 2, 2}}).skipped.size(), 3U);  // others are skipped as well
  EXPECT_EQ(open_schemes("2x2x2").schemes.size(), 1U);

  EXPECT_THROW((void)open_schemes(path("pool/b.txt")), InputError);  // named itself
  EXPECT_THROW((void)open_schemes(path("pool"), {.shape = Shape{3, 3, 3}}), InputError);
  RunControl stopped;
  stopped.request_stop(StopReason::interrupted);
  EXPECT_THROW((void)open_schemes(path("pool"), {}, &stopped), LimitReached);

  const std::vector<std::string> inputs{path("pool"), "2x2x2"};
  const SharedFactors shared = shared_factors(inputs);
  EXPECT_EQ(shared.schemes, 3U);
  EXPECT_EQ(shared.skipped.size(), 2U);
  EXPECT_THROW((void)shared_factors(inputs, {}, &stopped), LimitReached);
  const std::vector<Shape> shapes{{2, 2, 2}};
  const RankRecords records = rank_records(shapes, path("pool"));
  EXPECT_EQ(records.records.at(0).here_exact, 7U);
  EXPECT_EQ(records.skipped.size(), 2U);
  EXPECT_THROW((void)rank_records(shapes, path("pool"), {8, 8, 8}, &stopped), LimitReached);
  SearchOptions options;
  options.files.starts = {path("pool")};
  const Search search({2, 2, 2}, options);
  EXPECT_EQ(search.settings().starts.size(), 1U);
  EXPECT_EQ(search.result().skipped_starts.size(), 3U);
  EXPECT_THROW(Search({3, 3, 3}, options), InputError);
}

/// Files with a few bytes changed, cut or doubled are read or refused, never anything else.
TEST_F(SchemeFiles, DamagedFilesAreReadOrRefused) {
  const std::uint64_t seed = 5;
  RandomStream random(seed, 0);
  const std::string signs = "0123456789-+/*(),.[]{}\"abcuvw \n\xff";
  for (const char* name : {"s.txt", "s.json", "s.exp", "s.npy"}) {
    write_scheme(path(name), strassen(), Ring::ternary);
    std::ifstream file(path(name), std::ios::binary);
    const std::string good((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    for (int round = 0; round < 300; ++round) {
      std::string bad = good;
      for (unsigned changes = 1 + random.below(3); changes != 0; --changes) {
        const std::size_t at = random.below(static_cast<std::uint32_t>(bad.size()));
        switch (random.below(3)) {
          case 0: bad[at] = signs[random.below(static_cast<std::uint32_t>(signs.size()))]; break;
          case 1: bad.erase(at, 1 + random.below(20)); break;
          default:
            bad = bad.substr(0, at) + good.substr(random.below(static_cast<std::uint32_t>(good.size())), 9) + bad.substr(at);
        }
        if (bad.empty()) bad.push_back(' ');
      }
      put(name, bad);
      try {
        (void)read_rational_scheme(path(name));
      } catch (const InputError&) {
      } catch (const std::exception& error) {
        ADD_FAILURE() << name << " seed " << seed << " round " << round << ": " << error.what() << '\n' << bad;
      }
    }
  }
}

TEST_F(SchemeFiles, NumbersBeyondReasonAreRefused) {
  const auto says = [&](const std::string& file, const std::string& sentence) {
    EXPECT_NE(refusal(file).find(sentence), std::string::npos) << refusal(file);
  };
  says(put("a.json", "{\"n\": [1, 1, 1], \"u\": [[1e999]], \"v\": [[1]], \"w\": [[1]]}"), "a.json: invalid JSON");
  says(put("b.json", "{\"n\": [1, 1, 1], \"u\": [[99999999999999999999]], \"v\": [[1]], \"w\": [[1]]}"), "\"u\"[0][0] is");
  says(put("a.txt", "1 1 1 1\n999999999999999999999\n1\n1\n"), "a.txt:2:1: an entry is too large");
  says(put("b.txt", "1 1 1 999999999\n"), "is too large");
}

TEST_F(SchemeFiles, TheShapeOfAnArrayIsFound) {
  write_scheme(path("s.npy"), to_rational(standard_scheme({4, 2, 3})), Ring::ternary);
  EXPECT_EQ(read_rational_scheme(path("s.npy")).scheme.shape, (Shape{4, 2, 3}));
  EXPECT_NE(refusal(path("s.npy"), {.shape = Shape{2, 2, 2}}).find("has 12 columns, but this array has 26"), std::string::npos);
  RationalScheme wrong = to_rational(standard_scheme({4, 2, 3}));
  wrong.summands.pop_back();
  write_scheme(path("w.npy"), wrong, Ring::ternary);
  EXPECT_NE(refusal(path("w.npy")).find("a decomposition of none of them: name it with shape"), std::string::npos);
  EXPECT_NE(refusal(path("w.npy"), {.shape = Shape{4, 2, 3}}).find("not a decomposition of 4x2x3"), std::string::npos);
}

TEST_F(SchemeFiles, AFailedWriteLeavesTheOldFile) {
  const std::string file = put("s.npy", "mine");
  RationalScheme half = to_rational(standard_scheme({1, 1, 1}));
  half.summands[0][0][0] = {1, 2};
  EXPECT_THROW(write_scheme(file, half, Ring::rationals), InputError);
  EXPECT_EQ(std::filesystem::file_size(file), 4u);
}

// --- what computer algebra systems print, and what is too large for words

std::string listed(const RationalScheme& scheme, char open, char close, bool maple) {
  std::string text;
  for (const auto& summand : scheme.summands) {
    text += text.empty() ? (maple ? "A:=1:\nTensor:=TriadSet([Triad([" : "{{") : (maple ? ", Triad([" : ",\n {");
    for (unsigned position = 0; position < 3; ++position) {
      const unsigned rows = scheme.shape.rows(position);
      const unsigned columns = scheme.shape.columns(position);
      if (position != 0) text += ", ";
      if (maple) text += "Matrix(" + std::to_string(rows) + ", " + std::to_string(columns) + ", ";
      for (unsigned k = 0; k < rows * columns; ++k) {
        if (k % columns == 0) text += k == 0 ? std::string(2, open) : std::string(", ") + open;
        text += to_string(summand[position][k]);
        text += k % columns + 1 == columns ? std::string(1, close) : std::string(", ");
      }
      text += close;
      if (maple) text += ')';
    }
    text += maple ? "])" : "}";
  }
  return text + (maple ? "]):\nmap(expand, A.B);\n" : "}\n");
}

TEST_F(SchemeFiles, ListsOfMatricesAreRead) {
  RationalScheme halves = strassen();
  for (Rational& value : halves.summands[3][0]) value = value * Rational{-1, 8};
  for (Rational& value : halves.summands[3][1]) value = value * Rational{-8, 1};
  for (const RationalScheme& scheme : {strassen(), halves, to_rational(standard_scheme({2, 3, 4}))}) {
    EXPECT_EQ(read_rational_scheme(put("s.m", listed(scheme, '{', '}', false))).scheme, scheme);
    EXPECT_EQ(read_rational_scheme(put("s.mpl", listed(scheme, '[', ']', true))).scheme, scheme);
  }
  RationalScheme turned = halves;
  transpose_third(turned, Third::to_n_by_p);
  EXPECT_EQ(read_rational_scheme(put("t.m", listed(turned, '{', '}', false)), {.c_transposed = false}).scheme, halves);
  const auto says = [&](const std::string& file, const std::string& what) {
    EXPECT_NE(refusal(file).find(what), std::string::npos) << refusal(file);
  };
  says(put("a.m", "{{{{1, 0}, {0}}, {{1}}, {{1}}}}"), "a.m:1:12: this row has 1 entries, but the first one has 2");
  says(put("b.m", "{{{{1}}, {{1}}, {{1, 1}}}}"), "factor c of summand 1 is 1 x 2; in a scheme of shape 1x1x1 it is 1 x 1");
  says(put("c.m", "{{{{1}}, {{1}}, {{1/0}}}}"), "denominator 0");
  says(put("d.m", "{{{{1}}, {{1}}, {{1}}}} x"), "expected the end of the file");
  says(put("e.mpl", "A:=1:"), "there are no summands");
  says(put("f.mpl", "Triad([Matrix(1, 2, [[1]]), Matrix(1, 1, [[1]]), Matrix(1, 1, [[1]])])"),
       "these are 1 x 1 entries, not 1 x 2");
  const std::string sums = "Triad([Matrix(1, 1, [[-(0-1)+(2*0)]]), Matrix(1, 1, [[2-1/2]]), Matrix(1, 1, [[1*1-1*1+2*1/3]])])";
  EXPECT_EQ(read_rational_scheme(put("sums.mpl", sums)).ring, Ring::rationals);
  const std::string signs = "Triad([Matrix(1, 1, [[--2]]), Matrix(1, 1, [[-2**2+(1+1)**2*+2]]), Matrix(1, 1, [[+-1/8+1/4]])])";
  EXPECT_EQ(read_rational_scheme(put("signs.mpl", signs)).ring, Ring::rationals);
  says(put("power.mpl", "Triad([Matrix(1, 1, [[3/2**2]]), Matrix(1, 1, [[4]]), Matrix(1, 1, [[1/3]])])"),
       "a fraction with a power must be in parentheses");
  const std::string power = "Triad([Matrix(1, 1, [[(3/2)**2]]), Matrix(1, 1, [[4]]), Matrix(1, 1, [[1/9]])])";
  EXPECT_EQ(read_rational_scheme(put("power.mpl", power)).ring, Ring::rationals);
  EXPECT_THROW(write_scheme(path("out.m"), strassen(), Ring::ternary), InputError);
}

TEST_F(SchemeFiles, OtherPublishedFormsAreRead) {
  write_scheme(path("s.exp"), strassen(), Ring::ternary);
  EXPECT_EQ(read_rational_scheme(put("products.txt", "# products\n" + test::read_text(path("s.exp")))).scheme, strassen());
  const std::string floats = R"({"n": [1, 1, 1], "u": [[0.5]], "v": [[-4.0]], "w": [[-0.5]]})";
  EXPECT_EQ(read_rational_scheme(put("floats.json", floats)).ring, Ring::rationals);
  EXPECT_NE(refusal(put("thirds.json", R"({"n": [1, 1, 1], "u": [[0.3333]], "v": [[1]], "w": [[1]]})")).find("\"u\"[0][0]"),
            std::string::npos);
  const std::string reduced = R"({"n": [1, 2, 1], "m": 2, "u_fresh": [[{"index": 0, "value": 1}, {"index": 1, "value": 1}]],
    "u": [[{"index": 2, "value": 1}, {"index": 1, "value": -1}], [{"index": 1, "value": 1}]], "v_fresh": [],
    "v": [[{"index": 0, "value": 1}], [{"index": 1, "value": 1}]], "w_fresh": [[{"index": 0, "value": 1}, {"index": 1, "value": 1}]],
    "w": [[{"index": 2, "value": 1}]]})";
  EXPECT_EQ(read_rational_scheme(put("reduced.json", reduced)).scheme, to_rational(standard_scheme({1, 2, 1})));
  EXPECT_NE(refusal(put("r.json", R"({"n": [1, 1, 1], "u_fresh": [], "u": [[{"index": 1, "value": 1}]], "v_fresh": [], "v": [],
    "w_fresh": [], "w": []})"))
                .find("\"u\"[0]: an index is too large"),
            std::string::npos);
  const RationalScheme scheme = strassen();  // 3 x 4 x 7
  const std::uint64_t sizes[] = {3, 4, 7};
  std::string array = make_npy_header('i', 1, sizes);
  for (unsigned position = 0; position < 3; ++position) {
    for (unsigned k = 0; k < 4; ++k) {
      for (const auto& summand : scheme.summands) array += static_cast<char>(summand[position][k].numerator);
    }
  }
  EXPECT_EQ(read_rational_scheme(put("cube.npy", array)).scheme, scheme);
}

/// As numpy writes them: deflated, stored, and an array of objects, which is a pickle of three arrays. As hexadecimal digits.
constexpr std::string_view kArchive =
    "504b03041400000008000000715d4419e28d82000000f002000009000000322c322c322e6e70799bec17ea1b10c9c8e0c650ad9e925a9c5ca46ea5a0"
    "6e9366a1aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416a402f91ac63a0a263a0ae69a3a0ab50a10c0c500061fec1950002efe"
    "87fd0c240162cd25553fb1e6c0dc8b531f9a7f48750fb1fa88d54faafb70e9c39027d21c42eec405888e0f34f7100e4f00504b030414000000000000"
    "00715de4e4c3fb480200004802000009000000312c322c312e6e7079934e554d5059010046007b276465736372273a20277c4f272c2027666f727472"
    "616e5f6f72646572273a2046616c73652c20277368617065273a2028332c292c207d202020202020202020202020200a8003636e756d70792e636f72"
    "652e6d756c746961727261790a5f7265636f6e7374727563740a636e756d70790a6e6461727261790a4b00854301628752284b014b0385636e756d70"
    "790a64747970650a58020000004f38898887527101284b0358010000003c4e4e4e4affffffff4affffffff4b007462895d28636e756d70792e636f72"
    "652e6d756c746961727261790a5f7265636f6e7374727563740a636e756d70790a6e6461727261790a4b00854301628752284b014b024b0286636e75"
    "6d70790a64747970650a58020000006934898887527102284b0358010000003c4e4e4e4affffffff4affffffff4b0074628943100100000000000000"
    "00000000010000007462636e756d70792e636f72652e6d756c746961727261790a5f7265636f6e7374727563740a636e756d70790a6e646172726179"
    "0a4b00854301628752284b014b024b0286636e756d70790a64747970650a58020000006638898887527103284b0358010000003c4e4e4e4affffffff"
    "4affffffff4b007462894320000000000000f03f00000000000000000000000000000000000000000000f03f7462636e756d70792e636f72652e6d75"
    "6c746961727261790a5f7265636f6e7374727563740a636e756d70790a6e6461727261790a4b00854301628752284b014b014b028668028943080100"
    "00000100000074626574622e504b03041400000008000000715d2d121c0e49000000530000000900000066697865642e6e70799bec17ea1b10c9c8e0"
    "c650ad9e925a9c5ca46ea5a05e9369a8aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416a402f91a863a0ac69a3a0ab50a70c0c5"
    "c8c80800504b010214031400000008000000715d4419e28d82000000f0020000090000000000000000000000800100000000322c322c322e6e707950"
    "4b010214031400000000000000715de4e4c3fb48020000480200000900000000000000000000008001a9000000312c322c312e6e7079504b01021403"
    "1400000008000000715d2d121c0e490000005300000009000000000000000000000080011803000066697865642e6e7079504b050600000000030003"
    "00a5000000880300000000";

std::string bytes_of_digits(std::string_view digits) {
  std::string bytes;
  for (std::size_t k = 0; k < digits.size(); k += 2)
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(k, 2)), nullptr, 16));
  return bytes;
}

TEST_F(SchemeFiles, ArchivesOfArrays) {
  const std::string archive = bytes_of_digits(kArchive);
  const std::string file = put("all.npz", archive);
  EXPECT_EQ(read_rational_scheme(file + "/2,2,2.npy").scheme, strassen());
  EXPECT_EQ(read_rational_scheme(file + "/2,2,2").scheme, strassen());
  EXPECT_EQ(read_rational_scheme(file + "/1,2,1").scheme, to_rational(standard_scheme({1, 2, 1})));
  EXPECT_EQ(read_rational_scheme(file + "/fixed").scheme, to_rational(standard_scheme({1, 1, 1})));
  EXPECT_EQ(scheme_files_in(file).size(), 3U);
  EXPECT_EQ(open_schemes(file).schemes.size(), 3U);
  EXPECT_NE(refusal(file).find("there are 3 schemes in this file: name one, such as"), std::string::npos) << refusal(file);
  EXPECT_NE(refusal(file + "/4,4,4").find("there is no '4,4,4' in this file"), std::string::npos);
  EXPECT_EQ(open_schemes(put("other.npz", archive)).schemes.size(), 3U);
  for (std::size_t cut = 0; cut < archive.size(); cut += 37) {  // damaged anywhere: an error or the same
    std::string damaged = archive;
    damaged[cut] = static_cast<char>(damaged[cut] ^ 0x55);
    const std::string path = put("damaged.npz", damaged);
    for (const char* member : {"/2,2,2", "/1,2,1", "/fixed"}) {
      try {
        EXPECT_EQ(read_rational_scheme(path + member).scheme, read_rational_scheme(file + member).scheme) << cut;
      } catch (const InputError&) {
      }
    }
    EXPECT_THROW((void)scheme_files_in(put("short.npz", archive.substr(0, cut))), InputError);
  }
}

TEST_F(SchemeFiles, TheContentDecides) {
  write_scheme(path("s.json"), strassen(), Ring::ternary);
  write_scheme(path("s.npy"), strassen(), Ring::ternary);
  for (const char* name : {"s.json", "s.npy"}) {
    EXPECT_EQ(read_rational_scheme(put("s.txt", test::read_text(path(name)))).scheme, strassen()) << name;
    EXPECT_EQ(read_rational_scheme(put("scheme", test::read_text(path(name)))).scheme, strassen()) << name;
  }
}

/// A row of fractions: all a, then b, then c, which is n x p.
TEST_F(SchemeFiles, RowsOfFractions) {
  RationalScheme scheme = strassen();
  for (flip::Rational& value : scheme.summands[1][0]) value = value * flip::Rational{1, 3};
  for (flip::Rational& value : scheme.summands[1][1]) value = value * flip::Rational{3, 1};
  std::vector<std::int64_t> row;
  for (unsigned position = 0; position < 3; ++position) {
    for (const auto& summand : scheme.summands) {
      for (unsigned k = 0; k < 4; ++k) {
        const flip::Rational& value = summand[position][position == 2 ? k % 2 * 2 + k / 2 : k];
        row.insert(row.end(), {value.numerator, value.denominator});
      }
    }
  }
  const std::uint64_t sizes[] = {1, row.size()};
  std::string array = make_npy_header('i', 8, sizes);
  array.append(reinterpret_cast<const char*>(row.data()), 8 * row.size());
  EXPECT_EQ(read_rational_scheme(put("row.npy", array)).scheme, scheme);
  EXPECT_EQ(read_rational_scheme(put("row.npy", array), {.shape = Shape{2, 2, 2}}).scheme, scheme);
  EXPECT_NE(refusal(path("row.npy"), {.shape = Shape{3, 3, 3}}).find("is not a scheme"), std::string::npos);
}

TEST_F(SchemeFiles, FactorsMayHaveMoreThan64Entries) {
  const RationalScheme square = product(strassen(), strassen());
  const RationalScheme large = product(square, square);  // 16x16x16, rank 2401
  EXPECT_EQ(require_right_somewhere(large, "x"), Ring::ternary);
  RationalScheme small = merge(to_rational(standard_scheme({2, 2, 30})), to_rational(standard_scheme({2, 2, 5})), 'p');
  for (const char* name : {"s.txt", "s.json", "s.exp"}) {
    write_scheme(path(name), small, Ring::ternary);
    EXPECT_EQ(read_rational_scheme(path(name)).scheme, small) << name;
    EXPECT_THROW((void)read_scheme(path(name)), InputError) << name;  // not as words
  }
  write_scheme(path("s.npy"), small, Ring::ternary);
  EXPECT_EQ(read_rational_scheme(path("s.npy"), {.shape = small.shape}).scheme, small);
  write_scheme(path("large.npy"), square, Ring::ternary);
  EXPECT_EQ(read_rational_scheme(path("large.npy")).scheme, square);
  write_scheme(path("large.npy"), standard_rational_scheme({9, 9, 9}), Ring::ternary);
  EXPECT_EQ(read_rational_scheme(path("large.npy")).scheme, standard_rational_scheme({9, 9, 9}));  // the shape is found
  EXPECT_EQ(open_scheme("9x9x9").scheme, standard_rational_scheme({9, 9, 9}));
  EXPECT_EQ(require_right_over(Ring::f2, small, "x").ring, Ring::f2);
  small.summands[5][1][7] = Rational{2, 1};
  EXPECT_EQ(require_right_somewhere(small, "x"), Ring::f2);
  small.summands[5][1][7] = Rational{1, 1};
  EXPECT_FALSE(find_ring(small));
  write_scheme(path("wrong.txt"), small, Ring::integers);
  EXPECT_NE(refusal(path("wrong.txt")).find("not a decomposition of 2x2x35"), std::string::npos) << refusal(path("wrong.txt"));
}

}  // namespace
}  // namespace wreath::flip
