"""Prints the declarations of symbol graphs, a line each, in the order of their paths; members are indented below their types."""

import json
import re
import sys


def declaration(symbol):
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    return re.sub(r"\s+", " ", text).strip()


symbols = {}
conformances = {}
# Declarations that Swift adds to a type are of no use to a reader.
TACIT = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        graph = json.load(file)
    module = graph["module"]["name"]
    extended = name.split("/")[-1].removesuffix(".symbols.json").partition("@")[2]
    names = {symbol["identifier"]["precise"]: symbol["names"]["title"] for symbol in graph["symbols"]}
    for relation in graph["relationships"]:
        if relation["kind"] == "conformsTo":
            adopted = names.get(relation["target"]) or relation["targetFallback"].rpartition(".")[2]
            conformances.setdefault(relation["source"], set()).add(adopted)
    for symbol in graph["symbols"]:
        path = symbol["pathComponents"]
        adopted = sorted(conformances.get(symbol["identifier"]["precise"], set()) - TACIT)
        line = declaration(symbol) + (f": {', '.join(adopted)}" if adopted else "")
        symbols[(tuple(path), line)] = (len(path) - 1, line, extended)

heads = {path for path, _ in symbols}
for (path, line), (depth, _, extended) in sorted(symbols.items()):
    # A member of another module's type is below a line for that type.
    if depth and path[:-1] not in heads:
        print(f"extension {extended + '.' if extended else ''}{'.'.join(path[:-1])}")
        heads.add(path[:-1])
    print("  " * depth + line)
