"""`ludus doctor`: what is here and what is missing."""

import os
import platform
import shutil
import subprocess
from importlib.metadata import PackageNotFoundError, requires, version

import typer

import ludus
from ludus.cli.options import JSON, print_json
from ludus.lab.manifest import cpu_name


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor")(doctor)


def doctor(json: JSON = False) -> None:
    """Show versions, the machine, what is installed and what is missing.

    Example: ludus doctor --json
    """
    rows = [
        ("ludus", ludus.__version__, ""),
        ("python", platform.python_version(), ""),
        ("system", platform.platform(), ""),
        ("cpu", f"{cpu_name()}, {os.cpu_count()} cores", ""),
        ("games", str(len(ludus.games())), ""),
        *(_tool(name, hint) for name, hint in (("cargo", "install Rust with rustup"), ("make", "install make"))),
        *(_package(name, extra) for name, extra in _packages()),
    ]
    if json:
        for name, found, hint in rows:
            print_json({"name": name, "version": found or None, "hint": hint or None})
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table("what", "version", "if you need it")
    for name, found, hint in rows:
        table.add_row(name, found or "[yellow]missing[/]", escape(hint))
    Console().print(table)


def _packages() -> list[tuple[str, str]]:
    """Return every package that Ludus uses with the extra that brings it, from the package's own facts."""
    found: dict[str, str] = {}
    for line in requires("ludus") or []:
        name = line.split(";")[0].split("[")[0].split(">")[0].split("<")[0].strip()
        extra = line.partition("extra == ")[2].strip().strip("'\"")
        if name != "ludus":
            found.setdefault(name, extra)
    return list(found.items())


def _package(name: str, extra: str) -> tuple[str, str, str]:
    try:
        return name, version(name), ""
    except PackageNotFoundError:
        return name, "", f"pip install 'ludus[{extra}]'" if extra else f"pip install {name}"


def _tool(name: str, hint: str) -> tuple[str, str, str]:
    if shutil.which(name) is None:
        return name, "", hint
    answer = subprocess.run([name, "--version"], capture_output=True, text=True, check=False)
    return name, answer.stdout.partition("\n")[0].removeprefix(f"{name} "), ""
