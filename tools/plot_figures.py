# SPDX-License-Identifier: MIT
"""From run records to figures: what tools/plot.py draws, without drawing it.

A record holds tables: arrays of objects, or of numbers. A view says which columns of a table make a figure. The views of wreath's own
records are in cli/plot_views.json, which explains them; options of tools/plot.py make others.
"""
import dataclasses
import json
import math
import pathlib
import re

KNOWN_VIEWS = pathlib.Path(__file__).resolve().parent.parent / "cli/plot_views.json"


class InputError(Exception):
    """What the user has to change."""


@dataclasses.dataclass
class Series:
    name: str
    points: list  # pairs (x, y); of bars x is the index of the category

    @property
    def is_paper(self):
        """Quoted from a paper, not measured by wreath."""
        return bool(re.search(r"(^|, )paper(,|$)", self.name))


@dataclasses.dataclass
class Figure:
    """One pair of axes with its series."""
    group: str
    name: str
    kind: str  # lines, points, steps, bars or histogram
    x: str  # what is written at the axes
    y: str
    log: str = ""  # the logarithmic axes: "", "x", "y" or "xy"
    categories: list = dataclasses.field(default_factory=list)  # of bars
    series: list = dataclasses.field(default_factory=list)
    notes: list = dataclasses.field(default_factory=list)  # names written beside points, as (x, y, name)
    not_shown: int = 0  # points that a logarithmic axis cannot show

    def same_axes(self, other):
        return (self.group, self.name, self.x, self.y) == (other.group, other.name, other.x, other.y)

    def series_named(self, name):
        for series in self.series:
            if series.name == name:
                return series
        self.series.append(Series(name, []))
        return self.series[-1]

    def place_of(self, category):
        if category not in self.categories:
            self.categories.append(category)
        return self.categories.index(category)


def read_record(path):
    try:
        record = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot open: {error.strerror}") from None
    except ValueError:
        raise InputError(f"{path}: this file is not JSON, so it is not a run record") from None
    if not isinstance(record, dict) or not (str(record.get("format")).startswith("wreath ") or isinstance(record.get("benchmarks"), list)):
        raise InputError(f"{path}: this is not a run record; every command writes one with --record FILE")
    split_benchmarks(record)
    return record


def split_benchmarks(record):
    """Of Google Benchmark's files NAME/1024 is a point of NAME's series, at 1024."""
    for row in rows_at(record, "benchmarks"):
        found = re.fullmatch(r"(.*)/(\d+)", show(row.get("name")))
        if found:
            record.setdefault("sized benchmarks", []).append(row | {"benchmark": found[1], "size": int(found[2])})
    if "sized benchmarks" in record:
        record["benchmarks"] = [row for row in record["benchmarks"] if not re.search(r"/\d+$", show(find(row, "name")))]


# --- values and columns

def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def find(value, path):
    """The value at a dotted path, or None. A key may itself contain dots."""
    if not isinstance(value, dict):
        return None
    if path in value:
        return value[path]
    first, _, rest = path.partition(".")
    return find(value.get(first), rest) if rest else None


def show(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_number(value):
        return str(int(value)) if value == int(value) else str(value)
    return value if isinstance(value, str) else ""


def show_choice(column, value):
    """'16 threads', 'block 4', 'uniform': the value of a column in a legend."""
    if not is_number(value):
        return show(value)
    name = column.split(".")[-1].replace("_", " ")
    text = show(value)
    for base in (10, 2):
        exponent = round(math.log(value, base)) if value >= 65536 else 0
        if exponent and base**exponent == value:
            text = f"{base}^{exponent}"
            break
    if not name.endswith("s"):
        return f"{name} {text}"
    return f"{text} {name[:-1] if value == 1 else name}"


def joined(*parts):
    return ", ".join(part for part in parts if part)


def evaluate(row, formula):
    """A column, or a product of columns and numbers such as floor_ms*1e6/points; None if a factor is missing."""
    whole = find(row, formula)
    if whole is not None:
        return whole
    value = 1.0
    for operation, name in re.findall(r"(^|[*/])([^*/]+)", formula):
        factor = find(row, name)
        if factor is None and re.fullmatch(r"[\d.]+(e[+-]?\d+)?", name):
            factor = float(name)
        if not is_number(factor) or (operation == "/" and factor == 0):
            return None
        value = value / factor if operation == "/" else value * factor
    return value


def axis_of(column):
    """What a column measures, by its name: walk_seconds is a time in s, letters_per_second a rate."""
    name = re.split(r"[*/]", column)[0].split(".")[-1]
    for pattern, axis in ((r".*ns_per_point$", "time per point (ns)"), (r"(.*_)?seconds$", "time (s)"), (r"(.*_)?(ms|ns)$", r"time (\2)")):
        if re.fullmatch(pattern, name):
            return re.sub(pattern, axis, name)
    return name.replace("_", " ")


def matches(value, wanted):
    """Whether a value is what a view's `where` or --where asks for; numbers may be written as 2^27 or 128M."""
    if not isinstance(wanted, str):
        return value == wanted
    power = re.fullmatch(r"(\d+)\^(\d+)", wanted)
    size = re.fullmatch(r"(\d+)([KMGT])", wanted)
    if power:
        return value == int(power[1]) ** int(power[2])
    if size:
        return value == int(size[1]) << 10 * (1 + "KMGT".index(size[2]))
    return value is not None and show(value) == wanted


# --- tables and views

def rows_at(value, path, outer=None):
    """The rows of a table, each with the fields of the rows around it."""
    outer = outer or {}
    if isinstance(value, dict) and path:
        first, _, rest = path.partition(".")
        return rows_at(value.get(first), rest, outer)
    rows = []
    for index, item in enumerate(value if isinstance(value, list) else []):
        if is_number(item) and not path:
            rows.append(outer | {"index": index, "value": item})
        elif isinstance(item, dict):
            plain = {column: field for column, field in item.items() if not path or not isinstance(field, (dict, list))}
            rows += rows_at(item, path, outer | plain) if path else [outer | plain]
    return rows


def tables_of(value, path=""):
    """Every table of a record as (path, number of rows, columns)."""
    tables = []
    if isinstance(value, list) and value and isinstance(value[0], dict):
        tables.append((path, len(value), [column for column, field in value[0].items() if not isinstance(field, list)]))
        value = {column: field for column, field in value[0].items() if isinstance(field, list)}
    if isinstance(value, dict):
        for key, inner in value.items():
            tables += tables_of(inner, f"{path}.{key}" if path else key)
    return tables


def filled(text, row):
    """A name or the text of an axis, with the values of the columns named in braces."""
    return re.sub(r"\{(\w+)\}", lambda found: show(row.get(found[1])), text).replace(" ()", "")


def figures_of_rows(rows, view, all_rows):
    """Series are named by those columns of `by` in which all_rows differ: the same way in every record that is drawn."""
    where = view.get("where", {})

    def kept(some):
        return [row for row in some if all(matches(find(row, column), wanted) for column, wanted in where.items())]

    by = [column for column in view.get("by", []) if len({json.dumps(find(row, column)) for row in kept(all_rows)}) > 1]
    figures = []
    for row in kept(rows):
        name = show(find(row, view["panels"])) if "panels" in view else ""
        log = "".join(axis for axis in "xy" if axis in view.get("log", "") or row.get(f"log_{axis}") is True)
        axes = Figure(view["group"], name or filled(view.get("name", view["group"]), row), view.get("kind", "lines"), filled(view["x_axis"], row), filled(view["y_axis"], row), log)
        choice = joined(*(show_choice(column, find(row, column)) for column in by))
        x = evaluate(row, view["x"])
        for column, label in view["y"].items():
            label = filled(label, row)
            y = evaluate(row, column)
            if isinstance(y, dict):
                for key, value in y.items():
                    add_point(figures, axes, joined(label.replace("{}", key), choice), x, value)
            elif isinstance(y, list) and isinstance(x, list) and len(x) == len(y):
                for one_x, one_y in zip(x, y):
                    add_point(figures, axes, joined(label, choice), one_x, one_y)
            else:
                add_point(figures, axes, joined(label, choice), x, y, show(find(row, view["names"])) if "names" in view else "")
    for figure in figures:
        if any(isinstance(x, str) for series in figure.series for x, _ in series.points):
            to_bars(figure)
    return figures


def add_point(figures, axes, name, x, y, note=""):
    if not is_number(y) or not (is_number(x) or isinstance(x, str)):
        return
    figure = next((other for other in figures if other.same_axes(axes)), None)
    if figure is None:
        figure = dataclasses.replace(axes, categories=[], series=[], notes=[])
        figures.append(figure)
    figure.series_named(name).points.append((x, y))
    if note:
        figure.notes.append((x, y, note))


def known_views():
    views = json.loads(KNOWN_VIEWS.read_text(encoding="utf-8"))["views"]
    sized = {"group": "benchmarks", "table": "sized benchmarks", "x": "size", "y": {"real_time": ""}, "by": ["benchmark"], "log": "xy",
             "x_axis": "size", "y_axis": "time ({time_unit})"}
    return [sized, *views]


def figures_of_records(records, views=None):
    """For each record the figures of these views, or of all that are known; phases only if there is nothing else."""
    found = [[] for _ in records]
    for view in views or known_views():
        rows = [rows_at(record, view["table"]) for record in records]
        for record, own, figures in zip(records, rows, found):
            if view["group"] == "phases" and figures:
                continue
            if find(record, "results.monoid") is False:  # the empty word is in monoids only
                for row in own:
                    row["index"] = row.get("index", 0) + 1
            for figure in figures_of_rows(own, view, [row for some in rows for row in some]):
                merge_figure(figures, figure)
    return found


# --- several records

def merge_figure(figures, figure, rename=lambda name: name):
    """Adds a figure to those that there are; its series to one with the same axes."""
    target = next((other for other in figures if other.same_axes(figure)), None)
    if target is None:
        target = dataclasses.replace(figure, categories=[], series=[], notes=[])
        figures.append(target)
    target.notes += figure.notes
    for series in figure.series:
        points = [(target.place_of(figure.categories[x]), y) if figure.categories else (x, y) for x, y in series.points]
        own = target.series_named(rename(series.name))
        own.points = sorted(own.points + points, key=lambda point: point[0])


def merge(of_records, labels, join):
    """One list of figures. A series name that several records have gets the record's label; with `join` such series become one."""
    merged = []
    for figures, label in zip(of_records, labels):
        for figure in figures:
            others = [other for some in of_records if some is not figures for other in some if other.same_axes(figure)]
            shared = {series.name for other in others for series in other.series}
            merge_figure(merged, figure, lambda name: joined(name, label) if name in shared and not join else name)
    return merged


def subject(record):
    return next(filter(None, (show(find(record, f"results.{name}")) for name in ("experiment", "input", "group", "shape"))), "")


def machine(record):
    """'Neoverse-V1, 2 cores', 'H200': where it was measured."""
    gpu = show(find(record, "machine.gpu")).replace("NVIDIA ", "")
    if gpu and "cuda" in (find(record, "results.backend"), find(record, "choices.backend.name")):
        return gpu
    cpu = re.sub(r"Intel\(R\) |\(R\)|\(TM\)| Processor| CPU", "", show(find(record, "machine.cpu")))
    cores = show(find(record, "machine.cores"))
    return joined(cpu, f"{cores} core{'' if cores == '1' else 's'}" if cores else "")


def labels_of(records, paths):
    """What distinguishes each record from the others: its subject, its machine, or the name of its file."""
    parts = [of_record for of_record in (subject, machine) if len({of_record(record) for record in records}) > 1]
    labels = [joined(*(of_record(record) for of_record in parts)) for record in records]
    return labels if len(set(labels)) == len(labels) else [pathlib.Path(path).stem for path in paths]


# --- choosing and changing

def choose_figures(figures, names):
    """The figures with these names or groups; without names the first group."""
    if not names:
        return [figure for figure in figures if figure.group == figures[0].group]
    chosen = []
    for name in names:
        found = [figure for figure in figures if name in (figure.name, figure.group, f"{figure.group}: {figure.name}", "all")]
        if not found:
            known = "; ".join(figure.name if figure.name == figure.group else f"{figure.group}: {figure.name}" for figure in figures)
            raise InputError(f"there is no figure '{name}' here; there are: {known}")
        chosen += found
    return chosen


def choose_series(figures, names):
    """Keeps the series with these names, or with these as a part of their names, in this order."""
    known = list(dict.fromkeys(series.name for figure in figures for series in figure.series))
    order = []
    for name in names:
        found = [name] if name in known else [one for one in known if name in one]
        if not found:
            raise InputError(f"there is no series '{name}' here; there are: {'; '.join(known)}")
        order += found
    for figure in figures if names else []:
        figure.series = [series for name in order for series in figure.series if series.name == name]
    return [figure for figure in figures if figure.series]


def rename(figure, renamings):
    """Replaces patterns in the names of the figure, of its series and of its categories, and what is written beside points."""
    def renamed(name):
        for pattern, replacement in renamings:
            name = re.sub(pattern, replacement, name)
        return name

    figure.name = renamed(figure.name)
    figure.categories = [renamed(category) for category in figure.categories]
    figure.notes = [(x, y, renamed(note)) for x, y, note in figure.notes]
    for series in figure.series:
        series.name = renamed(series.name)


def to_speedup(figure, baseline=None):
    """Each value relative to the first one of its series, or to the baseline at the same x. Of times less is better, of the rest more."""
    base = next((dict(series.points) for series in figure.series if series.name == baseline), None)
    if baseline and base is None:
        names = "; ".join(series.name for series in figure.series)
        raise InputError(f"{figure.name}: there is no series '{baseline}' to compare with; there are: {names}")
    is_time = re.search(r"\((s|ms|us|ns)\)$", figure.y)
    for series in figure.series:
        first = series.points[0][1]
        pairs = [(x, y, base.get(x) if base else first) for x, y in series.points]
        series.points = [(x, reference / y if is_time else y / reference) for x, y, reference in pairs if y and reference]
    figure.series = [series for series in figure.series if series.points]
    figure.y = f"speed-up over {baseline}" if baseline else "speed-up"
    figure.log = figure.log.replace("y", "")


def to_bars(figure):
    """Bars at the x values that there are."""
    figure.kind = "bars" if figure.kind != "histogram" else figure.kind
    figure.log = figure.log.replace("x", "")
    if figure.categories:
        return
    values = list(dict.fromkeys(x for series in figure.series for x, _ in series.points))
    if not any(isinstance(value, str) for value in values):
        values.sort()
    figure.categories = [show(value) for value in values]
    for series in figure.series:
        series.points = [(values.index(x), y) for x, y in series.points]


def to_histogram(figure):
    """Counts the values of each series in bins of a round width, about as many as Sturges' rule asks for."""
    values = [y for series in figure.series for _, y in series.points]
    wanted = (max(values) - min(values)) / (1 + math.log2(len(values))) or 1
    power = 10 ** math.floor(math.log10(wanted))
    width = next((factor * power for factor, limit in ((1, 1.5), (2, 3.5), (5, 7.5)) if wanted < limit * power), 10 * power)
    first = math.floor(min(values) / width)
    bins = range(first, math.floor(max(values) / width) + 1)
    figure.categories = [f"{start * width:.4g}\u2013{(start + 1) * width:.4g}" for start in bins]
    for series in figure.series:
        places = [math.floor(y / width) - first for _, y in series.points]
        series.points = [(place, places.count(place)) for place in range(len(bins))]
    figure.x, figure.y, figure.kind, figure.log = figure.y, "number of runs", "bars", ""


def drop_unshowable(figure):
    """Drops what a logarithmic axis cannot show, and counts it."""
    for series in figure.series:
        shown = [(x, y) for x, y in series.points if not ("x" in figure.log and x <= 0) and not ("y" in figure.log and y <= 0)]
        figure.not_shown += len(series.points) - len(shown)
        series.points = shown
    figure.series = [series for series in figure.series if series.points]
