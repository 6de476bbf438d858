"""Print the packages of one extra of pyproject.toml, one per line, with the extras that it names resolved."""

import re
import sys
import tomllib
from pathlib import Path


def packages(extra: str, extras: dict[str, list[str]]) -> list[str]:
    found = []
    for package in extras[extra]:
        own = re.fullmatch(r"ludus\[(.+)\]", package)
        if own:
            found += [inner for name in own[1].split(",") for inner in packages(name, extras)]
        else:
            found.append(package)
    return found


if __name__ == "__main__":
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    print("\n".join(packages(sys.argv[1], project["optional-dependencies"])))
