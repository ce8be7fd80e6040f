# SPDX-License-Identifier: MIT
"""Charts as SVG text: panels in a grid, both axes logarithmic, legends beside the panels. Needs nothing but Python."""
import dataclasses
import html
import math

PLOT_WIDTH, PLOT_HEIGHT = 400, 290
LEFT, TOP, BOTTOM = 80, 34, 58
FIGURE_TITLE = 40
LEGEND_LINE, LETTER = 18, 6.4  # height of a line and mean width of a letter at 12 px


@dataclasses.dataclass
class Curve:
    label: str
    colour: str
    points: list
    dash: str = ""
    marks: bool = True


@dataclasses.dataclass
class Axis:
    label: str
    name: object = str  # from a value to what is written at it
    base: int = 10


@dataclasses.dataclass
class Panel:
    title: str
    x: Axis
    y: Axis
    curves: list
    legend: bool = True

    def width(self):
        return LEFT + PLOT_WIDTH + (50 + LETTER * max(len(curve.label) for curve in self.curves) if self.legend else 16)


def seconds_name(value):
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= 0.999 * size:
            return f"{value / size:.0f} {unit}"
    return f"{value * 1e9:.0f} ns"


def plain_name(value):
    return f"{value:.0f}"


def power_name(value):
    """Whole numbers below 10000, then multiples of powers of ten."""
    if value < 9999:
        return f"{value:.0f}"
    exponent = math.floor(math.log10(value) + 1e-9)
    factor = round(value / 10**exponent)
    return (f"{factor}·" if factor > 1 else "") + "10" + str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def text(x, y, content, anchor="middle", size=12, more=""):
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"'
    return f'<text {where} fill="#222"{more}>{html.escape(content)}</text>'


def dashes(dash):
    return f' stroke-dasharray="{dash}"' if dash else ""


def line(x1, y1, x2, y2, colour, width=1, dash=""):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"{dashes(dash)}/>'


def mark(x, y, colour):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'


class Scale:
    """From values to pixels, with a little room around the values. The ticks are powers of the base, or 1, 2, 5 where these are few."""

    def __init__(self, axis, values, begin, end):
        self.base, self.begin, self.end = axis.base, begin, end
        low, high = self.power(min(values)), self.power(max(values))
        room = max(0.04 * (high - low), 0.02)
        self.low, self.high = low - room, high + room

    def power(self, value):
        return math.log(value, self.base)

    def __call__(self, value):
        return self.begin + (self.end - self.begin) * (self.power(value) - self.low) / (self.high - self.low)

    def ticks(self):
        steps = (1, 2, 5) if self.base == 10 and self.high - self.low < 3 else (1,)
        powers = range(math.floor(self.low), math.ceil(self.high) + 1)
        all_ticks = [step * float(self.base) ** power for power in powers for step in steps]
        return [tick for tick in all_ticks if self.low <= self.power(tick) <= self.high]


def draw_axes(panel, x, y):
    middle_x, middle_y, at = (x.begin + x.end) / 2, (y.begin + y.end) / 2, x.begin - LEFT + 18
    parts = [text(middle_x, y.end - 12, panel.title, size=14, more=' font-weight="bold"')]
    for tick in x.ticks():
        parts.append(line(x(tick), y.begin, x(tick), y.end, "#ddd"))
        parts.append(text(x(tick), y.begin + 18, panel.x.name(tick)))
    for tick in y.ticks():
        parts.append(line(x.begin, y(tick), x.end, y(tick), "#ddd"))
        parts.append(text(x.begin - 8, y(tick) + 4, panel.y.name(tick), "end"))
    parts.append(f'<rect x="{x.begin:.1f}" y="{y.end}" width="{PLOT_WIDTH}" height="{PLOT_HEIGHT}" fill="none" stroke="#888"/>')
    parts.append(text(middle_x, y.begin + 40, panel.x.label, size=13))
    parts.append(text(at, middle_y, panel.y.label, size=13, more=f' transform="rotate(-90 {at:.1f} {middle_y:.1f})"'))
    return parts


def draw_curve(curve, x, y):
    path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in curve.points)
    parts = [f'<polyline points="{path}" fill="none" stroke="{curve.colour}" stroke-width="2"{dashes(curve.dash)}/>']
    return parts + [mark(x(a), y(b), curve.colour) for a, b in curve.points if curve.marks]


def draw_legend(panel, left, top):
    parts = []
    for row, curve in enumerate(panel.curves):
        middle = top + LEGEND_LINE * (row + 0.5)
        parts.append(line(left, middle, left + 22, middle, curve.colour, 2, curve.dash))
        if curve.marks:
            parts.append(mark(left + 11, middle, curve.colour))
        parts.append(text(left + 28, middle + 4, curve.label, "start"))
    return parts


def draw_panel(panel, left, top):
    points = [point for curve in panel.curves for point in curve.points]
    x = Scale(panel.x, [point[0] for point in points], left + LEFT, left + LEFT + PLOT_WIDTH)
    y = Scale(panel.y, [point[1] for point in points], top + TOP + PLOT_HEIGHT, top + TOP)
    parts = draw_axes(panel, x, y)
    for curve in panel.curves:
        parts += draw_curve(curve, x, y)
    return parts + (draw_legend(panel, x.end + 12, y.end) if panel.legend else [])


def draw(title, panels, columns=2):
    """The SVG of a figure: its panels row by row."""
    rows = [panels[begin:begin + columns] for begin in range(0, len(panels), columns)]
    widths = [max(row[i].width() for row in rows if i < len(row)) for i in range(len(rows[0]))]
    width, row_height = sum(widths), TOP + PLOT_HEIGHT + BOTTOM
    height = FIGURE_TITLE + row_height * len(rows)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}" '
             f'font-family="Helvetica, Arial, sans-serif">', f'<rect width="{width:.0f}" height="{height}" fill="white"/>',
             text(width / 2, 26, title, size=16, more=' font-weight="bold"')]
    for number, row in enumerate(rows):
        for i, panel in enumerate(row):
            parts += draw_panel(panel, sum(widths[:i]), FIGURE_TITLE + number * row_height)
    return "\n".join(parts + ["</svg>"]) + "\n"
