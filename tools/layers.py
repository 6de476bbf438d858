"""Check who may know whom: crates by their Cargo.toml, python/ludus by its imports, rules by what they use."""

import ast
import re
import sys
import tomllib
from pathlib import Path

CRATES = {
    "core": set(),
    "cardtext": {"core"},
    "cards": {"core", "cardtext"},
    "hearthstone": {"core", "cardtext", "cards"},
    "classic": {"core"},
    "agents": {"core"},
    "batch": {"core"},
    "testkit": {"core"},
    "python": {"core", "cardtext", "cards", "hearthstone", "classic", "agents", "batch", "testkit"},
}
"""For each crate, the crates of the house that it may use outside of its tests."""

RULES = ("core", "cardtext", "cards", "hearthstone", "classic")
"""Crates that hold rules: they read no file, clock, environment or thread, and print nothing. (Clippy denies iterating
a hash map.)"""

FORBIDDEN_IN_RULES = re.compile(
    # A script of dice asks on its way out whether its test has failed already; nothing else may know of threads.
    r"std::(fs|env|net|process|thread(?!::panicking)|time)\b|\b(stdin|stdout|stderr)\(|\bprintln!|\beprintln!|\bInstant::|\bSystemTime\b"
)

PYTHON = {
    "errors": set(),
    "files": {"errors"},
    "view": set(),
    "draw": {"view"},
    "state": {"view", "draw", "replay", "game"},
    "game": {"errors", "state", "agents", "registry"},
    "registry": {"errors", "game"},
    "replay": {"errors", "files", "registry", "game", "state"},
    "agents": {"errors", "registry"},
    "batch": {"errors", "game", "registry"},
    "testing": {"errors", "game", "registry"},
    "cards": {"errors", "files"},
    "hearthstone": {"cards", "errors", "files", "game", "lab", "registry", "replay", "state"},
    "lab": {"agents", "errors", "files", "game", "registry", "replay"},
    "env": {"agents", "batch", "draw", "errors", "game", "registry", "state", "view"},
    "bench": {"cards", "errors", "lab"},
    "cli": {"agents", "bench", "cards", "draw", "errors", "files", "hearthstone", "lab", "registry", "testing"},
}
"""For each module or package of python/ludus, the others that it may import; all may import `ludus._core`."""

LOW = {"errors", "files", "view", "draw", "state", "game", "registry", "replay", "agents", "batch", "lab"}
"""What `ludus` itself imports: these name each other by module, never through `ludus`."""


def crate_mistakes() -> list[str]:
    mistakes = []
    for manifest in sorted(Path("crates").glob("*/Cargo.toml")):
        crate = manifest.parent.name
        if crate not in CRATES:
            mistakes.append(f"{manifest}: tools/layers.py does not say what {crate} may know")
            continue
        used = tomllib.loads(manifest.read_text()).get("dependencies", {})
        known = {name.removeprefix("ludus-") for name in used if name.startswith("ludus-")}
        mistakes += [f"{manifest}: {crate} must not know {other}" for other in sorted(known - CRATES[crate])]
    return mistakes


def rule_mistakes() -> list[str]:
    mistakes = []
    for crate in RULES:
        for source in sorted(Path("crates", crate, "src").rglob("*.rs")):
            rules = source.read_text().split("#[cfg(test)]")[0]
            for number, line in enumerate(rules.splitlines(), 1):
                found = FORBIDDEN_IN_RULES.search(line)
                if found and not line.lstrip().startswith("//"):
                    mistakes.append(f"{source}:{number}: rules must not use {found[0]}")
    return mistakes


def python_mistakes() -> list[str]:
    mistakes = []
    root = Path("python/ludus")
    for source in sorted(root.rglob("*.py")):
        room = source.relative_to(root).parts[0].removesuffix(".py")
        if room == "__init__":
            continue
        if room not in PYTHON:
            mistakes.append(f"{source}: tools/layers.py does not say what {room} may know")
            continue
        for number, name in imported(source):
            other = name.split(".")[1] if "." in name else ""
            wrong = other not in PYTHON[room] | {room, "_core"} if other else room in LOW
            if wrong:
                mistakes.append(f"{source}:{number}: {room} must not know {name}")
    return mistakes


def imported(source: Path) -> list[tuple[int, str]]:
    found = []
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "ludus":
            modules = [f"ludus.{alias.name}" for alias in node.names if alias.name in PYTHON or alias.name == "_core"]
            found += [(node.lineno, name) for name in modules or ["ludus"]]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.append((node.lineno, node.module))
    return [(line, name) for line, name in found if name == "ludus" or name.startswith("ludus.")]


if __name__ == "__main__":
    wrong = crate_mistakes() + rule_mistakes() + python_mistakes()
    print("\n".join(wrong) or "layers: everyone knows only who they may know")
    sys.exit(bool(wrong))
