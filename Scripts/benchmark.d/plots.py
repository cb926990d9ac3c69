"""Draws the plots of Benchmarks/plots from the files in Benchmarks/results, as hand-written SVG: log-log, light and dark."""

import csv
import math
from xml.etree import ElementTree

import figures

WIDTH, HEIGHT = 820, 400
LEFT, RIGHT, TOP, BOTTOM = 74, 300, 46, 50
LINE = 15
STYLE = """
text { font: 12px -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #57606a }
.title { font-size: 15px; font-weight: 600; fill: #24292f }
.grid { stroke: #d0d7de; stroke-width: 1 }
.line { fill: none; stroke-width: 1.6; stroke-dasharray: 5 3 }
.ours { stroke-width: 2.8; stroke-dasharray: none }
.ours-name { font-weight: 600 }
""" + "".join(
    f".s{number} {{ stroke: {light} }} .f{number} {{ fill: {light} }}\n"
    for number, (light, _) in enumerate(figures.COLOURS)
) + "@media (prefers-color-scheme: dark) {\ntext { fill: #9da7b1 }\n.title { fill: #e6edf3 }\n.grid { stroke: #30363d }\n" + "".join(
    f".s{number} {{ stroke: {dark} }} .f{number} {{ fill: {dark} }}\n"
    for number, (_, dark) in enumerate(figures.COLOURS)
) + "}\n"

UNITS = {
    "seconds": ((1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1, "s")),
    "bytes": ((1, "B"), (1e3, "kB"), (1e6, "MB"), (1e9, "GB")),
}


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def worded(value, unit):
    """A readable figure: 0.0025 seconds are 2.5 ms."""
    scale, name = next(
        ((scale, name) for scale, name in reversed(UNITS[unit]) if value >= scale * 0.9995), UNITS[unit][0])
    return f"{float(f'{value / scale:.2g}'):g} {name}"


def counted(number):
    return f"{number:,.0f}"


class Axis:
    """Powers of ten between the minimum and the maximum of some numbers, and a number's position between two ends."""

    def __init__(self, numbers, start, end):
        self.least = math.floor(math.log10(min(numbers)) + 1e-9)
        self.most = max(math.ceil(math.log10(max(numbers)) - 1e-9), self.least + 1)
        self.start, self.end = start, end

    def place(self, number):
        share = (math.log10(number) - self.least) / (self.most - self.least)
        return self.start + share * (self.end - self.start)

    def ticks(self):
        return [10.0 ** exponent for exponent in range(self.least, self.most + 1)]


def apart(places):
    """The positions of names at these heights, without overlaps."""
    order = sorted(range(len(places)), key=lambda index: places[index])
    placed = {}
    last = TOP - LINE
    for index in order:
        last = placed[index] = max(places[index], last + LINE)
    limit = HEIGHT - BOTTOM + LINE
    for index in reversed(order):
        limit = placed[index] = min(placed[index], limit - LINE)
    return [placed[index] for index in range(len(places))]


def grid(x, y, figure):
    """The grid behind the curves, with its labels."""
    for tick in x.ticks():
        place = x.place(tick)
        yield f'<line class="grid" x1="{place:.1f}" y1="{TOP}" x2="{place:.1f}" y2="{HEIGHT - BOTTOM}"/>'
        yield f'<text x="{place:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{counted(tick)}</text>'
    for tick in y.ticks():
        place = y.place(tick)
        yield f'<line class="grid" x1="{LEFT}" y1="{place:.1f}" x2="{WIDTH - RIGHT}" y2="{place:.1f}"/>'
        yield f'<text x="{LEFT - 8}" y="{place + 4:.1f}" text-anchor="end">{worded(tick, figure.axis)}</text>'
    yield f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{escaped(figure.across)}</text>'


def curves(series, x, y, figure):
    """The curves, each with its name and last figure at its end."""
    names = apart([y.place(points[-1][1]) + 4 for _, points in series])
    for number, ((curve, points), height) in enumerate(zip(series, names)):
        places = [(x.place(size), y.place(value)) for size, value in points]
        emphasis = " ours" if curve.is_ours else ""
        path = " ".join(f"{across:.1f},{down:.1f}" for across, down in places)
        yield f'<polyline class="line{emphasis} s{number}" points="{path}"/>'
        for across, down in places:
            yield f'<circle class="f{number}" cx="{across:.1f}" cy="{down:.1f}" r="{4 if curve.is_ours else 3}"/>'
        label = f"{curve.name} · {worded(points[-1][1], figure.axis)}"
        bold = ' class="ours-name"' if curve.is_ours else ""
        across, down = places[-1]
        yield (
            f'<line class="s{number}" x1="{across + 5:.1f}" y1="{down:.1f}" x2="{WIDTH - RIGHT + 12}"'
            f' y2="{height - 4:.1f}"/>')
        yield f'<text{bold} x="{WIDTH - RIGHT + 16}" y="{height:.1f}">{escaped(label)}</text>'


def described(series, figure):
    """The alternative text."""
    ends = [
        f"{curve.name}: {worded(points[0][1], figure.axis)} at {counted(points[0][0])}, "
        f"{worded(points[-1][1], figure.axis)} at {counted(points[-1][0])}"
        for curve, points in series
    ]
    return f"{figure.title}, by {figure.across}. " + "; ".join(ends) + "."


def svg(figure, series):
    points = [point for _, curve in series for point in curve]
    x = Axis([size for size, _ in points], LEFT, WIDTH - RIGHT)
    y = Axis([value for _, value in points], HEIGHT - BOTTOM, TOP)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="title description">',
        f'<title id="title">{escaped(figure.title)}</title>',
        f'<desc id="description">{escaped(described(series, figure))}</desc>',
        f"<style>{STYLE}</style>",
        f'<text class="title" x="{LEFT}" y="24">{escaped(figure.title)}</text>',
        *grid(x, y, figure), *curves(series, x, y, figure), "</svg>",
    ]
    return "\n".join(lines) + "\n"


def read(results):
    """The figures of all files: the points of a curve by file, work, tool and unit."""
    curves = {}
    for path in sorted(results.glob("*.csv")):
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                key = (path.stem, row["work"], row["by"], row["unit"])
                curves.setdefault(key, []).append((float(row["size"]), float(row["value"])))
    return {key: sorted(points) for key, points in curves.items()}


def draw(results, folder):
    """Draws every figure that has results.

    Returns the keys of curves that have none.
    """
    measured = read(results)
    for figure in figures.FIGURES:
        found = [(curve, measured[curve.key]) for curve in figure.curves if curve.key in measured]
        # A logarithmic axis cannot show a curve without a figure above 0.
        series = [(curve, points) for curve, points in found if all(value > 0 for _, value in points)]
        if series:
            text = svg(figure, series)
            ElementTree.fromstring(text)
            (folder / f"{figure.name}.svg").write_text(text)
    return [curve.key for figure in figures.FIGURES for curve in figure.curves if curve.key not in measured]
