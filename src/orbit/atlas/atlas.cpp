// SPDX-License-Identifier: MIT
//
// The atlas: searches of all graphs that have no row yet, small ones first.
//
// Whether a graph fits the memory and the time is asked of the forecast before it is searched, so that one that is too large
// costs nothing. A row is kept only if the search was complete, and searched by a second method if that is affordable: the two
// share neither how states are numbered nor how moves are made, so that an error of one would show.
#include "orbit/atlas/atlas.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "core/parallel/loops.hpp"
#include "core/run/given_run.hpp"
#include "core/run/machine.hpp"
#include "core/run/memory.hpp"
#include "core/text/names.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "core/io/output_file.hpp"
#include "core/data/hash.hpp"
#include "orbit/inputs/families.hpp"
#include "orbit/tuning.hpp"
#include "wreath/gpu.hpp"
#include "wreath/orbit/search.hpp"

namespace wreath::orbit {

namespace {

const ReportForm kAtlasRowForm("", {{"family", "name of its files"},
                                    {"graph", "its graphs, with # for n"},
                                    {"rows", "graphs that were searched"},
                                    {"last", "the largest n"},
                                    {"published", "the last n of CayleyPy's tables, if they have the family"},
                                    {"beyond", "rows beyond that"},
                                    {"agreeing", "rows that two methods agree on"},
                                    {"expected", "formula for the diameter"},
                                    {"expectation_holds", "whether it holds for all rows"}});
const ReportForm kAtlasForm("orbit atlas", {{"families", "the families", Unit::none, &kAtlasRowForm},
                                            {"rows", "graphs that were searched"},
                                            {"beyond", "rows beyond CayleyPy's tables"},
                                            {"beyond_agreeing", "those of them that two methods agree on"},
                                            {"left_out", "graphs that were not searched, and why"},
                                            {"output", "the folder"}});

struct Job {
  std::size_t family;
  std::uint64_t n;
  double cost;  // cost_of(): for the order, so that a run that is stopped has as many rows as possible
};

/// The run of one search of the atlas. It has the memory, the time and the listener of the whole run and is stopped with it, but
/// a lack of memory ends this search alone.
class SearchRun {
 public:
  explicit SearchRun(RunControl& whole) : whole_(whole), own_memory_(whole) {
    run_.limit_memory(resident_memory() + whole.memory_left());
    run_.measure_memory([this] {
      if (whole_.should_stop()) run_.request_stop(whole_.stop_reason());
      return resident_memory();
    });
    run_.listen([this](const Progress& progress) { whole_.report(progress); });
  }
  ~SearchRun() {
    for (const Phase& phase : run_.phases()) whole_.add_phase(phase.name, phase.seconds);
  }
  SearchRun(const SearchRun&) = delete;
  SearchRun& operator=(const SearchRun&) = delete;

  RunControl& operator*() { return run_; }
  RunControl* operator->() { return &run_; }

 private:
  RunControl& whole_;
  OwnMemory own_memory_;  // the search asks for its own
  RunControl run_;
};

/// Puzzles whose moves are not always possible are kept as keys, on the CPU: a state takes 2 microseconds of a core.
constexpr double kKeySeconds = 2e-6;
bool is_kept_as_keys(const AtlasFamily& family) {
  return family.graph.starts_with("hanoi");
}

/// Seconds of a GPU, about; 0 if there is no such graph, as the search will say.
double cost_of(const AtlasFamily& family, std::uint64_t n) {
  const double states = atlas_states(family, n);
  if (is_kept_as_keys(family)) return states * kKeySeconds;
  try {
    return gpu_cost(family.start.empty() ? Method::cells : Method::ranks)
        .seconds(static_cast<std::uint64_t>(states), make_family(atlas_graph(family, n)).count());
  } catch (const InputError&) {
    return 0;
  }
}

std::string today() {
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

struct Atlas::Body {
  std::filesystem::path folder;
  AtlasOptions options;
  std::vector<std::pair<const AtlasFamily*, AtlasRows>> families;
  std::vector<std::string> left_out;
  std::size_t missing = 0;

  std::filesystem::path file_of(const AtlasFamily& family) const { return folder / (std::string(family.name) + ".json"); }

  std::vector<Job> jobs() const {
    std::vector<Job> found;
    for (std::size_t f = 0; f < families.size(); ++f) {
      const AtlasFamily& family = *families[f].first;
      for (std::uint64_t n = family.least;; n += family.step) {
        const double states = atlas_states(family, n);
        if (states > static_cast<double>(options.most_states)) break;
        if (families[f].second.contains(n) || (options.beyond && !is_beyond(family, n))) continue;
        found.push_back({f, n, cost_of(family, n)});
      }
    }
    std::ranges::stable_sort(found, {}, &Job::cost);
    return found;
  }

  Search open(const AtlasFamily& family, std::uint64_t n, Method method) const {
    Generators generators = make_family(atlas_graph(family, n));
    Start start = parse_start(atlas_start(family, n), generators);
    return {std::move(generators), std::move(start), {.machine = options.machine, .method = method}};
  }

  /// Why this search should not be made; empty if it should.
  std::string obstacle(Search& search, const AtlasFamily& family, std::uint64_t n, double seconds, RunControl& run) const {
    const Forecast forecast = search.forecast(&run);
    if (!forecast.completes) return fmt::format("no memory: {}", search.why_method());
    const double expected = forecast.seconds.value_or(
        is_kept_as_keys(family) ? atlas_states(family, n) * kKeySeconds / resolve_threads(options.machine.threads) : 0);
    if (expected <= seconds) return {};
    return fmt::format("about {} are expected, and {} are left", format_seconds(expected),
                       format_seconds(std::max(seconds, 0.0)));
  }

  /// The name of another method whose levels agree; empty if none is affordable. Throws InternalError if they differ.
  std::string second_method(const AtlasFamily& family, const AtlasRow& row, Method first, double seconds,
                            RunControl& whole) const {
    for (const Method method : {Method::chain, Method::keys}) {
      if (method == first || (method == Method::keys && first == Method::keys)) continue;
      try {
        SearchRun run(whole);
        Search search = open(family, row.n, method);
        if (!obstacle(search, family, row.n, seconds, *run).empty() || !search.run(&*run)) continue;
        if (search.levels() != row.levels) {
          throw InternalError(
              fmt::format("{}: the methods {} and {} find other levels", row.graph, to_string(first), to_string(method)));
        }
        return std::string(to_string(method));
      } catch (const InputError&) {  // not possible for these states
      } catch (const ResourceError&) {
      } catch (const LimitReached&) {  // the row of the first method stays
      }
    }
    return {};
  }

  std::optional<AtlasRow> make_row(const AtlasFamily& family, std::uint64_t n, double seconds, RunControl& whole) {
    std::optional<SearchRun> run(std::in_place, whole);
    Search search = open(family, n, Method::automatic);
    if (const std::string why = obstacle(search, family, n, seconds, **run); !why.empty()) {
      left_out.push_back(fmt::format("`{}`: {}", atlas_graph(family, n), written_out(why, OptionStyle::flag)));
      return std::nullopt;
    }
    const auto start = std::chrono::steady_clock::now();
    if (!search.run(&**run)) {
      left_out.push_back(fmt::format("`{}`: stopped after {} ({})", atlas_graph(family, n), format_seconds(seconds_since(start)),
                                     to_string((*run)->stop_reason())));
      return std::nullopt;
    }
    AtlasRow row{
        .n = n,
        .graph = atlas_graph(family, n),
        .levels = search.levels(),
        .generators = search.generators().count(),
        .method = std::string(to_string(search.method())),
        .machine = (*run)->choice("backend") == "cuda"
                       ? gpu_name()
                       : fmt::format("{}, {}", this_machine().cpu, counted(resolve_threads(options.machine.threads), "thread")),
        .seconds = seconds_since(start),
        .second = {},
        .expected = {},
        .holds = {},
        .date = today()};
    if (search.symmetry() != "none") row.method += ", " + search.symmetry();
    if (!family.expected.empty()) {
      row.expected = Formula(std::string(family.expected)).value(n);
      row.holds = diameter_is(search, row.expected);
    }
    const Method first = search.method();
    { const Search done = std::move(search); }  // its memory
    run.reset();
    row.second = second_method(family, row, first, std::min(options.check_seconds, seconds - row.seconds), whole);
    return row;
  }
};

Atlas::Atlas(std::filesystem::path folder, const AtlasOptions& options) : body_(std::make_unique<Body>()) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) throw InputError(fmt::format("{}: the folder cannot be made: {}", folder.string(), failed.message()));
  body_->folder = std::move(folder);
  body_->options = options;
  std::vector<std::string> names;
  for (const AtlasFamily& family : atlas_families()) names.emplace_back(family.name);
  for (const std::string& wanted : options.families) {
    if (std::ranges::find(names, wanted) == names.end()) throw UnknownName(wanted, "family of the atlas", names);
  }
  for (const AtlasFamily& family : atlas_families()) {
    if (!options.families.empty() && std::ranges::find(options.families, family.name) == options.families.end()) continue;
    body_->families.emplace_back(&family, read_atlas_rows(body_->file_of(family), family));
  }
}
Atlas::~Atlas() = default;
Atlas::Atlas(Atlas&& other) noexcept = default;
Atlas& Atlas::operator=(Atlas&& other) noexcept = default;

bool Atlas::run(RunControl* given, double seconds) {
  GivenRun given_run(given);
  RunControl& run = given_run;
  const auto start = std::chrono::steady_clock::now();
  const std::vector<Job> jobs = body_->jobs();
  body_->left_out.clear();
  body_->missing = jobs.size();
  for (std::size_t i = 0; i < jobs.size() && !run.should_stop(); ++i) {
    auto& [family, rows] = body_->families[jobs[i].family];
    const std::string graph = atlas_graph(*family, jobs[i].n);
    run.report({.phase = "atlas", .done = i, .total = jobs.size(), .unit = "graphs", .note = graph});
    try {
      std::optional<AtlasRow> row = body_->make_row(*family, jobs[i].n, seconds - seconds_since(start), run);
      if (!row) continue;
      rows.emplace(row->n, std::move(*row));
      --body_->missing;
      write_atlas_rows(body_->file_of(*family), *family, rows);
    } catch (const InputError& error) {  // this family has no such graph
      body_->left_out.push_back(fmt::format("`{}`: {}", graph, error.text(OptionStyle::flag)));
    } catch (const ResourceError& error) {
      body_->left_out.push_back(fmt::format("`{}`: {}", graph, error.text(OptionStyle::flag)));
    } catch (const LimitReached&) {
      break;
    }
  }
  return body_->missing == 0;
}

void Atlas::write_pages() const {
  for (const auto& [family, rows] : body_->families) write_atlas_lists(body_->folder, *family, rows);
  OutputFile page((body_->folder / "atlas.md").string());
  page.write(bytes_of(atlas_page(body_->families, body_->left_out)));
  page.commit();
}

Report Atlas::report() const {
  std::vector<Report> reports;
  std::uint64_t all = 0;
  std::uint64_t beyond = 0;
  std::uint64_t beyond_agreeing = 0;
  for (const auto& [family, rows] : body_->families) {
    if (rows.empty()) continue;
    std::uint64_t fresh = 0;
    std::uint64_t agreeing = 0;
    bool holds = true;
    for (const auto& [n, row] : rows) {
      const bool is_fresh = is_beyond(*family, n);
      fresh += is_fresh ? 1 : 0;
      agreeing += row.second.empty() ? 0 : 1;
      beyond_agreeing += is_fresh && !row.second.empty() ? 1 : 0;
      holds = holds && row.holds.value_or(true);
    }
    all += rows.size();
    beyond += fresh;
    Report& report = reports.emplace_back(Report(kAtlasRowForm, family->name, family->graph, rows.size(), rows.rbegin()->first));
    if (family->published != 0) report.set("published", family->published).set("beyond", fresh);
    report.set("agreeing", agreeing);
    if (!family->expected.empty()) report.set("expected", family->expected).set("expectation_holds", holds);
  }
  Report report(kAtlasForm, reports, all, beyond, beyond_agreeing, body_->left_out, body_->folder.string());
  report.line("{output}: {rows row}, {beyond} of them beyond CayleyPy's tables, {beyond_agreeing} of these by two methods");
  for (const Report& each : reports) {
    report.line("  {}: {} to n = {}, {} checked by a second method{}",
                {each["family"].shown(), each["rows"].counted("graph"), each["last"].shown(), each["agreeing"].shown(),
                 !each["expectation_holds"].is_set()   ? std::string()
                 : each["expectation_holds"].is_true() ? "; diameter " + each["expected"].shown()
                                                       : "; diameter NOT always " + each["expected"].shown()});
  }
  for (const std::string& each : body_->left_out) report.line("  left out: {}", {each});
  return report;
}

}  // namespace wreath::orbit
