#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws run records as svg, png or pdf files, by matplotlib. `wreath plot` draws them as text in the terminal."""
import argparse
import dataclasses
import io
import json
import math
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import plot_figures as figures_

EXAMPLES = """examples:
  tools/plot.py run.json -o run.svg                             the first group of figures in the record
  tools/plot.py run.json --list                                 what can be drawn: figures, series, tables and their columns
  tools/plot.py cpu.json gpu.json --log-y -o both.pdf           several records in one figure
  tools/plot.py run.json --figure threads --speedup -o t.png    speed-up against threads
  tools/plot.py run.json --table series.ram --x points --y implicit_ns=ours --by threads --panels operation --log-x -o ram.svg
  tools/plot.py *.json --across --x results.size --y results.phases.enumerate --by results.backend --kind points -o sizes.svg
"""
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")  # of Okabe and Ito: the colour-blind can tell them apart
MARKS = "os^Dv<*"
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
GREY = "#808080"
DOTS_PER_INCH = 100
SETTINGS = {"font.family": "sans-serif", "font.sans-serif": "DejaVu Sans", "font.size": 11, "axes.titlesize": 12, "figure.titlesize": 13,
            "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": "#555555", "axes.grid": True,
            "axes.axisbelow": True, "grid.color": "#dddddd", "legend.frameon": False, "hatch.linewidth": 0.7, "text.parse_math": False, "lines.markersize": 5,
            "svg.fonttype": "none", "svg.hashsalt": "wreath"}  # text stays text, and the same records give the same bytes


def parse_size(text):
    size = re.fullmatch(r"(\d+)x(\d+)", text)
    if not size or not all(100 <= int(side) <= 10000 for side in size.groups()):
        raise argparse.ArgumentTypeError(f"'{text}' is not a size: give WIDTHxHEIGHT in pixels, such as 800x500, each from 100 to 10000")
    return int(size[1]), int(size[2])


def parse_output(text):
    if not text.endswith((".svg", ".png", ".pdf")):
        raise argparse.ArgumentTypeError(f"{text}: the name must end in .svg, .png or .pdf")
    return text


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("records", nargs="+", metavar="RECORD", help="run records, as --record writes them; Google Benchmark's files work, too")
    add("-o", "--output", type=parse_output, metavar="FILE", help="the picture: .svg, .png or .pdf")
    add("--list", action="store_true", help="show what can be drawn, and draw nothing")
    add("--json", action="store_true", help="print the data of the figures as JSON")
    add("--figure", action="append", default=[], metavar="NAME", help="draw this figure, or group of figures as panels; 'all' for all (default: the first group)")
    add("--series", action="append", default=[], metavar="NAME", help="draw this series, or all with this in their name (default: all)")
    add("--label", action="append", default=[], metavar="NAME", help="the name for the series of a record; one per record, in order")
    add("--rename", action="append", default=[], metavar="PATTERN=NAME", help="replace a regular expression in the names of panels, series and categories; may be repeated")
    add("--join", action="store_true", help="series of the same name in several records are parts of one")
    add("--title", metavar="TEXT", help="the title (default: what was measured, and where)")
    add("--x-label", metavar="TEXT", help="the label of the x axis, such as 'time (s)'")
    add("--y-label", metavar="TEXT", help="the label of the y axis")
    add("--size", type=parse_size, metavar="WxH", help=f"in pixels, such as 800x500; {DOTS_PER_INCH} pixels per inch")
    add("--kind", choices=("lines", "points", "steps", "bars", "histogram"), help="default: what suits the data")
    add("--log-x", action="store_true", help="logarithmic x axis")
    add("--log-y", action="store_true", help="logarithmic y axis")
    add("--linear", action="store_true", help="linear axes, apart from --log-x and --log-y")
    add("--speedup", action="store_true", help="how many times as fast as the first point of each series")
    add("--baseline", metavar="SERIES", help="how many times as fast as this series at the same x")
    table = parser.add_argument_group("columns of a table of your choice; --list shows them")
    add = table.add_argument
    add("--table", metavar="PATH", help="the table, such as series.ram")
    add("--across", action="store_true", help="the records themselves are the rows of the table")
    add("--x", metavar="COLUMN", help="the column for x; products such as ms*1e6/points work, too")
    add("--y", action="append", default=[], metavar="COLUMN[=NAME]", help="a column for y and its name in the legend; may be repeated")
    add("--by", action="append", default=[], metavar="COLUMN", help="one series for each value of this column; may be repeated")
    add("--panels", metavar="COLUMN", help="one figure for each value of this column")
    add("--where", action="append", default=[], metavar="COLUMN=VALUE", help="only rows with this value; may be repeated")
    add("--point-names", metavar="COLUMN", help="write the value of this column beside the points")
    add("--only-names", action="append", default=[], metavar="NAME", help="only these names beside points; may be repeated")
    options = parser.parse_args(arguments)
    if any("=" not in renaming for renaming in options.rename):
        parser.error("--rename takes PATTERN=NAME, such as --rename cuda=H200")
    if options.label and len(options.label) != len(options.records):
        parser.error(f"{len(options.label)} labels for {len(options.records)} records: give one for each record, in their order")
    if (options.x or options.y) and bool(options.table) == options.across:
        parser.error("--x and --y need a table: either --table PATH, or --across")
    if (options.table or options.across) and not (options.x and options.y):
        parser.error("a table needs --x COLUMN and --y COLUMN; --list shows the columns")
    if not (options.output or options.list or options.json):
        parser.error("name the picture to write with -o FILE; 'wreath plot' draws in the terminal")
    return options


def asked_view(options):
    names = [column.partition("=") for column in options.y]
    several = len(names) > 1
    view = {"group": "records" if options.across else options.table.split(".")[-1], "table": "records" if options.across else options.table,
            "x": options.x, "y": {column: name or (column.split(".")[-1].replace("_", " ") if several else "") for column, _, name in names},
            "by": options.by, "where": dict(condition.split("=", 1) if "=" in condition else (condition, "") for condition in options.where),
            "x_axis": figures_.axis_of(options.x), "y_axis": figures_.axis_of(names[0][0])}
    return view | ({"panels": options.panels} if options.panels else {}) | ({"names": options.point_names} if options.point_names else {})


def find_figures(records, options):
    if options.across:
        found = figures_.figures_of_records([{"records": records}], [asked_view(options)])
        return found[0]
    views = [asked_view(options)] if options.table else figures_.known_views()
    found = figures_.figures_of_records(records, [view | {"names": options.point_names} for view in views] if options.point_names else views)
    return figures_.merge(found, options.label or figures_.labels_of(records, options.records), options.join)


def change(figure, options):
    if options.only_names:
        figure.notes = [note for note in figure.notes if note[2] in options.only_names]
    figures_.rename(figure, [renaming.split("=", 1) for renaming in options.rename])
    figure.x = options.x_label or figure.x
    figure.y = options.y_label or figure.y
    if options.speedup or options.baseline:
        figures_.to_speedup(figure, options.baseline)
    figure.kind = options.kind or figure.kind
    if figure.kind == "histogram":
        figures_.to_histogram(figure)
    if figure.kind == "bars":
        figures_.to_bars(figure)
    log = "" if options.linear else figure.log
    figure.log = log + ("x" if options.log_x and figure.kind != "bars" else "") + ("y" if options.log_y else "")
    figures_.drop_unshowable(figure)


def default_title(records, figures):
    """What was measured, of what, and where: as much as all records and figures share."""
    whats = {figures_.subject(record) for record in records}
    groups = {figure.group for figure in figures} - {"series", "rows"}
    machines = {figures_.machine(record) for record in records}
    return figures_.joined(*(found.pop() for found in (whats, groups, machines) if len(found) == 1))


def list_text(records, paths, figures):
    lines = [f"{figure.group}: {figure.name}: {figure.y} against {figure.x or 'name'}; series: "
             + "; ".join(series.name or "1" for series in figure.series) for figure in figures]
    for record, path in zip(records, paths):
        for table, rows, columns in figures_.tables_of(record):
            lines.append(f"--table {table} ({rows} row{'' if rows == 1 else 's'} in {pathlib.Path(path).name}): {' '.join(columns)}")
    return "\n".join(lines)


# --- drawing

def styles_of(panels):
    """A style for each name in the legend, the same in all panels. What a paper reports is dashed or hatched, and has the colour of what
    wreath measured of the same name; floors and limits are grey."""
    every = {series.name: series for figure in panels for series in figure.series}
    if all(re.match(r"\d", name) for name in every):  # "16 letters" comes before "304 letters"
        every = dict(sorted(every.items(), key=lambda item: int(re.match(r"[\d,]+", item[0])[0].replace(",", ""))))
    styles, numbers = {}, {}
    for series in every.values():
        base = re.sub(r"(^|, )(paper|wreath)(?=,|$)", "", series.name) or series.name
        floor = bool(re.match("floor|limit|copying the same bytes", base))
        number = 0 if floor else numbers.setdefault(base, len(numbers))
        styles[series.name] = {"colour": GREY if floor else COLOURS[number % len(COLOURS)], "mark": "" if floor else MARKS[number % len(MARKS)],
                               "paper": series.is_paper, "dash": ":" if floor else "--" if series.is_paper else "-." if number >= len(COLOURS) else "-"}
    return styles


def draw_series(axes, figure, styles):
    if figure.kind == "bars":
        draw_bars(axes, figure, styles)
        return
    for series in figure.series:
        style = styles[series.name]
        look = {"color": style["colour"], "marker": style["mark"] or None, "markerfacecolor": "white" if style["paper"] else style["colour"],
                "linestyle": style["dash"], "linewidth": 1.8, "label": series.name}
        if figure.kind == "points":
            look |= {"linestyle": "", "marker": style["mark"] or "_"}
        if figure.kind == "steps":
            look |= {"drawstyle": "steps-post", "marker": None}
        axes.plot(*zip(*series.points), **look)
    ends = sorted(x for series in figure.series for x, _ in series.points)
    for number, (x, y, note) in enumerate(figure.notes):
        if any(other == (x, other[1], note) and abs(math.log(other[1] / y)) < 0.2 for other in figure.notes[:number] if y > 0 and other[1] > 0):
            continue  # the same point, measured twice
        right = x == ends[-1] and len(figure.notes) > 1  # there is no room on the right of the last point
        axes.annotate(note, (x, y), xytext=(-6 if right else 6, 3), textcoords="offset points", ha="right" if right else "left", fontsize=8.5, color="#444444")


def draw_bars(axes, figure, styles):
    """Bars; on a logarithmic axis, where a bar has no base, one mark for each value and a line between those of a category."""
    log = "y" in figure.log
    width = 0.8 / len(figure.series)
    for x in range(len(figure.categories) if log else 0):
        values = [y for series in figure.series for place, y in series.points if place == x]
        if len(values) > 1:
            axes.vlines(x, min(values), max(values), color="#bbbbbb", linewidth=1.5, zorder=1)
    if log:
        for series in figure.series:
            style = styles[series.name]
            axes.plot(*zip(*series.points), linestyle="", marker=style["mark"] or "_", markersize=8, color=style["colour"],
                      markerfacecolor="white" if style["paper"] else style["colour"], label=series.name)
        axes.set_xlim(-0.5, len(figure.categories) - 0.5)
    for number, series in enumerate([] if log else figure.series):
        style = styles[series.name]
        axes.bar([x + (number + 0.5) * width - 0.4 for x, _ in series.points], [y for _, y in series.points], 0.92 * width, color=style["colour"],
                 edgecolor="white" if style["paper"] else style["colour"], linewidth=0, hatch="////" if style["paper"] else None, label=series.name)
    crowded = max(map(len, figure.categories)) * len(figure.categories) > 50
    axes.set_xticks(range(len(figure.categories)), figure.categories, rotation=30 if crowded else 0, ha="right" if crowded else "center",
                    rotation_mode="anchor" if crowded else None)
    axes.tick_params(axis="x", length=0)
    axes.grid(False, axis="x")


def show_number(value, _=None):
    return f"{value:g}"


def raised(text):
    """2^27 with the exponent raised."""
    return re.sub(r"\^(-?\d+)", lambda found: found[1].translate(SUPERSCRIPTS), text)


def show_power_of_ten(value, _=None):
    exponent = math.floor(math.log10(value) + 1e-9)
    factor = round(value / 10**exponent)
    return raised(f"10^{exponent}" if factor == 1 else f"{factor}×10^{exponent}")


def show_power_of_two(value, _=None):
    return raised(f"2^{round(math.log2(value))}")


def set_axis(axis, label, log, values, ticker):
    """Divides an axis and labels it: powers of two as such."""
    set_scale = axis.axes.set_xscale if axis.axis_name == "x" else axis.axes.set_yscale
    if not log:
        axis.set_label_text(label)
        if all(value == int(value) for value in values):
            axis.set_major_locator(ticker.MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10]))
        if max(map(abs, values)) >= 1e5:
            axis.set_major_formatter(ticker.StrMethodFormatter("{x:,.0f}"))
        return
    least, most = min(values), max(values)
    binary = most >= 4 * least and all(math.frexp(value)[0] == 0.5 for value in values)
    base = 2 if binary else 10
    set_scale("log", base=base)
    few = not binary and most / least < 300
    axis.set_minor_locator(ticker.NullLocator())
    axis.set_major_locator(ticker.LogLocator(base, subs=(1, 2, 5) if few else (1,), numticks=9))
    axis.set_label_text(label)
    if binary and most > 4096:
        axis.set_major_formatter(show_power_of_two)
    else:
        axis.set_major_formatter(show_number if 1e-3 <= least and most <= 5e4 else show_power_of_ten)


def add_legend(picture, axes, names):
    """One legend for all panels, below them, with as many columns as there is room for; returns its height as a part of the picture's."""
    handles = {name: handle for one in axes for handle, name in zip(*one.get_legend_handles_labels())}
    entries = {raised(name): handles[name] for name in names if name}
    if not entries:
        return 0
    renderer = picture.canvas.get_renderer()
    for columns in sorted({math.ceil(len(entries) / rows) for rows in range(math.ceil(len(entries) / 6), len(entries) + 1)}, reverse=True):
        legend = picture.legend(entries.values(), entries.keys(), loc="lower center", ncol=columns)
        extent = legend.get_window_extent(renderer)
        if columns == 1 or extent.width < 0.98 * picture.bbox.width:
            return extent.height / picture.bbox.height
        legend.remove()
    return 0


def draw(panels, title, size, output):
    """Writes the picture: beside its name first, so that a failure leaves what was there."""
    try:
        import matplotlib
        matplotlib.use("agg")
        from matplotlib import pyplot, ticker
    except ImportError:
        raise figures_.InputError(f"this needs matplotlib, which {sys.executable} does not have: sudo apt-get install python3-matplotlib"
                                  " (for /usr/bin/python3), or pip install matplotlib") from None
    columns = {1: 1, 2: 2, 4: 2}.get(len(panels), 3)
    rows = math.ceil(len(panels) / columns)
    width, height = size or (800 if columns == 1 else 480 * columns, 520 if rows == 1 else 420 * rows)
    with pyplot.rc_context(SETTINGS):
        picture = pyplot.figure(figsize=(width / DOTS_PER_INCH, height / DOTS_PER_INCH), dpi=DOTS_PER_INCH)
        shared = len({(figure.x, figure.y, figure.log) for figure in panels}) == 1 and panels[0].kind != "bars"
        all_axes = list(picture.subplots(rows, columns, sharex=shared, sharey=shared, squeeze=False).flat)
        styles = styles_of(panels)
        for axes in all_axes[len(panels):]:
            axes.remove()
        for axes, figure in zip(all_axes, panels):
            draw_series(axes, figure, styles)
            points = [point for one in (panels if shared else [figure]) for series in one.series for point in series.points]
            if figure.kind == "bars":
                axes.set_xlabel(figure.x)
            else:
                set_axis(axes.xaxis, figure.x, "x" in figure.log, [x for x, _ in points], ticker)
            set_axis(axes.yaxis, figure.y, "y" in figure.log, [y for _, y in points], ticker)
            if len(panels) > 1:
                axes.set_title(figure.name)
            if shared:
                axes.label_outer()
        heading = picture.suptitle(title)
        while heading.get_window_extent(picture.canvas.get_renderer()).width > 0.98 * width and heading.get_fontsize() > 7:
            heading.set_fontsize(heading.get_fontsize() - 0.5)
        below = add_legend(picture, all_axes[:len(panels)], styles)
        picture.set_layout_engine("constrained", rect=(0, below, 1, 1 - below), w_pad=0.1, h_pad=0.1)
        data = io.BytesIO()
        form = output.rsplit(".", 1)[1]
        picture.savefig(data, format=form, metadata={"svg": {"Date": None, "Creator": "wreath, tools/plot.py"}, "pdf": {"CreationDate": None}}.get(form))
        pyplot.close(picture)
    try:
        pathlib.Path(output + ".part").write_bytes(data.getvalue())
        os.replace(output + ".part", output)
    except OSError as error:
        raise figures_.InputError(f"{output}: cannot write: {error.strerror}") from None


def run(arguments):
    options = parse_arguments(arguments)
    records = [figures_.read_record(path) for path in options.records]
    figures = find_figures(records, options)
    if options.list:
        print(list_text(records, options.records, figures))
        return
    if not figures:
        why = "no rows with these columns; --list shows what there is" if options.table or options.across else "nothing to plot: no series, no known table, no phases"
        raise figures_.InputError(f"{', '.join(options.records)}: {why}")
    panels = figures_.choose_series(figures_.choose_figures(figures, options.figure), options.series)
    for figure in panels:
        change(figure, options)
    not_shown = sum(figure.not_shown for figure in panels)
    panels = [figure for figure in panels if figure.series]
    if not panels:
        raise figures_.InputError("no point can be shown on logarithmic axes; try --linear")
    if options.json:
        print(json.dumps({"figures": [dataclasses.asdict(figure) for figure in panels]}))
    if options.output:
        draw(panels, options.title or default_title(records, panels), options.size, options.output)
    if not_shown:
        print(f"plot.py: values at or below zero, not shown on a logarithmic axis: {not_shown}", file=sys.stderr)


def main():
    try:
        run(sys.argv[1:])
    except figures_.InputError as error:
        sys.exit(f"plot.py: {error}")


if __name__ == "__main__":
    main()
