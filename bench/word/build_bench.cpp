// SPDX-License-Identifier: MIT
//
// Building and verifying automatic structures, side by side with kbmag's autgroup: whole programs, one core, in turns, so that a
// busy machine disturbs both alike. Times are of processor (user and system, children included), the least of a few runs.
//
//   wreath_bench_word --wreath build/release/wreath --kbmag FOLDER_OF_AUTGROUP --record bench/results/NAME.json
//
// Without --kbmag, wreath alone. kbmag runs with its default options; it counts as failed where it leaves no .gm file.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/io/scratch_folders.hpp"
#include "core/run/record.hpp"
#include "core/text/units.hpp"
#include "open/word/group.hpp"
#include "format/kbmag/kbmag.hpp"

namespace wreath::word {
namespace {

namespace fs = std::filesystem;

struct Case {
  const char* name;
  const char* group;
};

/// The first thirteen are every paper's; then groups of different kinds; then some on which kbmag gives up.
constexpr Case kCases[] = {
    {"surface group S_2", "surface:2"},
    {"triangle group (3,3,4)", "triangle:3,3,4"},
    {"triangle group (2,3,7)", "triangle:2,3,7"},
    {"triangle group (7,7,7)", "triangle:7,7,7"},
    {"triangle group (2,3,5), A_5", "triangle:2,3,5"},
    {"free abelian 2", "abelian:2"},
    {"trefoil group", "<a,b | a^2*b^-3>"},
    {"Fibonacci F(2,6)", "fibonacci:2,6"},
    {"Fibonacci F(2,8)", "fibonacci:2,8"},
    {"Fibonacci F(2,10)", "fibonacci:2,10"},
    {"Coxeter 5,3,5", "coxeter:5,3,5"},
    {"Coxeter 4,3,4", "coxeter:4,3,4"},
    {"Coxeter 4,4,4", "coxeter:4,4,4"},
    {"surface group S_3", "surface:3"},
    {"surface group S_6", "surface:6"},
    {"triangle group (2,3,13)", "triangle:2,3,13"},
    {"triangle group (2,3,31)", "triangle:2,3,31"},
    {"free 3", "free:3"},
    {"free abelian 4", "abelian:4"},
    {"braid group B_3", "<a,b | a*b*a = b*a*b>"},
    {"figure-eight knot", "<a,b | a^-1*b*a*b^-1*a*b*a^-1*b^-1*a*b^-1>"},
    {"torus knot (3,5)", "<a,b | a^3*b^-5>"},
    {"Baumslag-Solitar (2,2)", "<a,b | b*a^2*b^-1*a^-2>"},
    {"Baumslag-Solitar (3,3)", "<a,b | b*a^3*b^-1*a^-3>"},
    {"PSL(2,Z)", "<a,b | a^2, b^3>"},
    {"right-angled Artin, pentagon", "<a,b,c,d,e | a*b=b*a, b*c=c*b, c*d=d*c, d*e=e*d, e*a=a*e>"},
    {"quaternion group", "<a,b | a^2*b^-2, b*a*b^-1*a>"},
    {"(2,3,7;4), order 168", "<a,b | a^2, b^3, (a*b)^7, [a,b]^4>"},
    {"(3,3|5,4), order 1080", "<a,b | a^3, b^3, (a*b)^5, (a^-1*b)^4>"},
    {"nonorientable surface 4", "<a,b,c,d | a^2*b^2*c^2*d^2>"},
    {"Weeks manifold", "<a,b | a^2*b^2*a^2*b^-1*a*b^-1, a^2*b^2*a^-1*b*a^-1*b^2>"},
    {"Picard group PSL(2,Z[i])", "<a,b,d,e | a^2, b^2, (a*b)^2, d^3, e^3, (b*d)^2, d*e^-1*d*e^-1, (a*e)^2>"},
    {"one relator a^3b^4abAB", "<a,b | a^3*b^4*a*b*a^-1*b^-1>"},
    {"Coxeter 3,3,4,3 (affine F_4)", "coxeter:3,3,4,3"},
    {"Coxeter 5,3,3,3", "coxeter:5,3,3,3"},
    {"Coxeter 5,3,3 (H_4)", "coxeter:5,3,3"},
    {"random, 3 letters, 24", "<a,b,c | b^2*c^-2*a^-1*c^-1*a^-1*c^-1*a^-2*c^-2*a^-2*c*a^-1*c^-1*b*a*b^-1*a^-1*c^-1*a*b>"},
    {"random, 2 letters, 24", "<a,b | b^-3*a^-2*b^-1*a^-1*b^-1*a^-1*b^-2*a^-3*b^-2*a^-2*b*a^2*b^-2*a>"},
    {"random, 2 letters, 30", "<a,b | a^-1*b*a*b^-2*a^-1*b^-1*a*b^2*a^-1*b*a^-1*b^2*a^-2*b^3*a*b*a^-3*b^-1*a*b*a*b>"},
    {"random, 2 letters, 40",
     "<a,b | b^-1*a^-1*b^-1*a*b^2*a^-2*b^-1*a^-1*b*a^-2*b*a^4*b^-2*a*b^-1*a^-1*b*a^-2*b^-5*a^2*b^4*a*b*a^-1>"},
    {"random, 2 letters, 16 and 18", "<a,b | a^3*b*a^-1*b^2*a^-2*b^-3*a^2*b^2, b^-2*a^-5*b*a^-2*b*a^-1*b^-3*a^-1*b^-2>"},
    {"Fibonacci F(2,7), order 29", "fibonacci:2,7"},
};

struct Arguments {
  std::string wreath = "wreath";
  std::string kbmag;
  std::string record;
  double limit = 120;  // seconds for one run
};

double children_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// The least processor time of some runs of a command; fewer runs where they are long.
double least_seconds(const std::string& command, double limit) {
  double least = 1e99;
  double sum = 0;
  for (int i = 0; i < 5 && sum < 2; ++i) {
    const double before = children_seconds();
    const int ignored = std::system(fmt::format("timeout {} sh -c '{}' >/dev/null 2>&1", limit, command).c_str());
    static_cast<void>(ignored);
    least = std::min(least, children_seconds() - before);
    sum += children_seconds() - before;
  }
  return least;
}

/// The number of states that an automaton file of kbmag claims.
Json kbmag_states(const fs::path& path) {
  std::ifstream file(path);
  if (!file) return nullptr;
  std::stringstream text;
  text << file.rdbuf();
  return format::parse_kbmag_automaton(text.str(), path.string()).states;
}

Json measure(const Case& item, const Arguments& arguments, const fs::path& folder) {
  const fs::path structure = folder / "group.wreath";
  const fs::path result = folder / "build.json";
  const fs::path group = folder / "group";
  for (const auto& entry : fs::directory_iterator(folder)) fs::remove(entry);
  const Presentation presentation = open::read_group(item.group);
  const format::KbmagRewriting rewriting{presentation, std::nullopt};
  std::ofstream(group) << format::print_kbmag(rewriting);

  Json line{{"group", item.name}, {"presentation", item.group}};
  line["wreath_seconds"] = least_seconds(
      fmt::format("{} word build {} -q --json -o {} > {}", arguments.wreath, group.string(), structure.string(), result.string()),
      arguments.limit);
  std::ifstream file(result);
  const Json built = Json::parse(file, nullptr, false);
  line["verified"] = built.is_object() && built.value("verified", false);
  for (const char* key : {"word_acceptor_states", "general_multiplier_states", "word_differences", "order"})
    if (built.is_object() && built.contains(key)) line[key] = built[key];
  if (arguments.kbmag.empty()) return line;
  line["kbmag_seconds"] =
      least_seconds(fmt::format("cd {} && PATH={}:$PATH {}/autgroup group", folder.string(), arguments.kbmag, arguments.kbmag),
                    arguments.limit);
  line["kbmag_word_acceptor_states"] = kbmag_states(folder / "group.wa");
  line["kbmag_general_multiplier_states"] = kbmag_states(folder / "group.gm");
  return line;
}

int run(const Arguments& arguments) {
  const TemporaryFolder folder(fs::temp_directory_path().string(), "wreath-bench-");
  Json lines = Json::array();
  fmt::print("{:32} {:>8} {:>8} {:>10} {:>10}\n", "group", "acceptor", "multipl.", "wreath s", "kbmag s");
  for (const Case& item : kCases) {
    lines.push_back(measure(item, arguments, folder.path()));
    const Json& line = lines.back();
    const bool failed = line.contains("kbmag_seconds") && line["kbmag_general_multiplier_states"].is_null();
    fmt::print("{:32} {:>8} {:>8} {:>10.3f} {:>10}\n", item.name,
               line["verified"] == true ? line["word_acceptor_states"].dump() : "-",
               line["verified"] == true ? line["general_multiplier_states"].dump() : "-", line["wreath_seconds"].get<double>(),
               !line.contains("kbmag_seconds")
                   ? ""
                   : fmt::format("{:.3f}{}", line["kbmag_seconds"].get<double>(), failed ? " gives up" : ""));
    std::fflush(stdout);
  }
  if (arguments.record.empty()) return 0;
  OutputFile file(arguments.record);
  write_json(file, make_record({.command = "wreath_bench_word", .seed = 0, .threads = 1, .gpu = {}}, RunControl{}, true,
                               Json{{"groups", lines}}, Json::object()));
  return 0;
}

}  // namespace
}  // namespace wreath::word

int main(int argc, char** argv) {
  wreath::word::Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--wreath") arguments.wreath = argv[i + 1];
    if (name == "--kbmag") arguments.kbmag = argv[i + 1];
    if (name == "--record") arguments.record = argv[i + 1];
    if (name == "--limit") arguments.limit = std::atof(argv[i + 1]);
  }
  return wreath::word::run(arguments);
}
