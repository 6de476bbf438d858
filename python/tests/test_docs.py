"""Everything that the documentation shows is run: its code blocks, the doctests, the examples of `--help`."""

import doctest
import importlib
import io
import json
import os
import pkgutil
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer.main
from markdown_it import MarkdownIt
from markdown_it.token import Token

import ludus
import ludus.bench
import ludus.errors
import ludus.testing
from ludus import agents, registry
from ludus.cli import app

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *ROOT.glob("crates/*/README.md")])
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

RUN_HERE = ("python", "console", "json", "toml")
LANGUAGES = {
    *RUN_HERE,
    "rust",  # compiled and run by `cargo test --doc`: see test_every_page_with_rust_is_a_doctest
    "text",  # trees and messages, shown only
}

# Commands that build, fetch or test the whole project are not run inside one of its tests.
NOT_RUN = ("make ", "cargo test ", "LUDUS_BLESS=1 cargo test ", "mkdocs ")


@dataclass(frozen=True)
class Block:
    """A block of code on a page."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def file(self) -> str | None:
        """The file that the block shows: its path stands in a comment in the first line."""
        found = re.match(r"# ([\w/]+\.py)\n", self.text)
        return found[1] if found and self.language == "python" else None

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def tokens(page: Path) -> list[Token]:
    return MarkdownIt("commonmark").parse(page.read_text(encoding="utf-8"))


def blocks(page: Path) -> list[Block]:
    fences = [token for token in tokens(page) if token.type == "fence"]
    return [Block(page, token.map[0] + 1 if token.map else 0, token.info.strip(), token.content) for token in fences]


def pages_with(*languages: str) -> list[Path]:
    return [page for page in PAGES if any(block.language in languages for block in blocks(page))]


def commands_of(block: Block) -> list[tuple[str, str]]:
    """Split a console block into its commands, each with the output that is shown below it."""
    found: list[tuple[str, str]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), ""))
            continue
        assert found, f"{block.place}: a console block begins with `$ `"
        command, output = found[-1]
        if line.startswith("> ") and not output:
            found[-1] = (f"{command}\n{line.removeprefix('> ')}", "")
        else:
            found[-1] = (command, f"{output}{line}\n")
    return found


# What is run.


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder to work in that holds the examples; what a page registers or imports is forgotten."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PATH", f"{BIN}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.setenv("LUDUS_DATA", str(tmp_path / "imports"))
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    known = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - known:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def run_doctest(test: doctest.DocTest) -> None:
    report = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, out=report.write, clear_globs=False)
    assert not runner.failures, report.getvalue()


def run_python(block: Block, names: dict[str, Any]) -> None:
    if block.file:
        known, text = ROOT / block.file, block.text.partition("\n")[2]
        assert not known.exists() or known.read_text() == text, f"{block.place} does not show {block.file}"
        Path(block.file).write_text(text)
        runpy.run_path(block.file)
    elif block.text.startswith(">>> "):
        test = doctest.DocTestParser().get_doctest(block.text, names, block.place, name_of(block.page), block.line)
        run_doctest(test)
        names.update(test.globs)
    else:
        # Empty lines in front let a traceback show the line of the page.
        exec(compile("\n" * block.line + block.text, str(block.page), "exec"), names)


def run_console(block: Block) -> None:
    for command, shown in commands_of(block):
        if command.startswith(NOT_RUN):
            continue
        done = run_command(command)
        said = done.stdout + done.stderr
        # A failure must be meant: it is shown.
        assert done.returncode == 0 or "error: " in shown, f"{block.place}: `{command}` says\n{said}"
        matches = doctest.OutputChecker().check_output(shown, said, FLAGS)
        assert not shown or matches, f"{block.place}: `{command}` says\n{said}"


def run_command(command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-c", command], input=stdin, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("page", pages_with(*RUN_HERE), ids=name_of)
@pytest.mark.usefixtures("desk")
def test_the_blocks_of_a_page_run_in_order(page: Path) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page):
        match block.language:
            case "python":
                run_python(block, names)
            case "console":
                run_console(block)
            case "json":
                json.loads(block.text)
            case "toml":
                tomllib.loads(block.text)


MODULES = [found.name for found in pkgutil.walk_packages(ludus.__path__, "ludus.") if found.name != "ludus._core"]


@pytest.mark.parametrize("module", ["ludus", *MODULES])
@pytest.mark.usefixtures("desk")
def test_the_examples_of_docstrings_run(module: str) -> None:
    for test in doctest.DocTestFinder().find(importlib.import_module(module)):
        run_doctest(test)


def commands_below(group: Any, path: str = "") -> dict[str, Any]:
    """All commands by what one types behind `ludus`: `play`, `cards show`."""
    found: dict[str, Any] = {}
    for name, command in group.commands.items():
        is_group = hasattr(command, "commands")
        found.update(commands_below(command, f"{path}{name} ") if is_group else {f"{path}{name}": command})
    return found


COMMANDS = commands_below(typer.main.get_command(app))
INPUTS = {"play": "hint\nquit\n"}
CARD_OF_A_USER = (
    "Unique ID\tName\tPitch\tCost\tPower\tDefense\tTypes\tCard Keywords\tFunctional Text\n"
    "u1\tMy Rest\t3\t0\t\t2\tAction\t\t\n"
)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.usefixtures("desk")
def test_the_example_in_the_help_of_a_command_runs(name: str) -> None:
    examples = re.findall(r"^\s*Example: (ludus .+)$", COMMANDS[name].help or "", re.MULTILINE)
    assert len(examples) == 1, f"ludus {name} --help shows {len(examples)} examples"
    assert shlex.split(examples[0])[1:][: len(name.split())] == name.split()
    state = ludus.game("tic-tac-toe").start(seed=1)
    for cell in ("b2", "a1", "c3", "a3", "a2"):
        state.apply(state.to_act[0], cell)
    state.replay.save("game.json")
    shutil.copy(ROOT / "content/starter/neutral.toml", "my-cards.toml")
    Path("card.csv").write_text(CARD_OF_A_USER)
    done = run_command(examples[0], INPUTS.get(name, ""))
    assert done.returncode == 0, done.stdout + done.stderr


# What cannot be run is checked.


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_is_of_a_language_that_is_checked(page: Path) -> None:
    for block in blocks(page):
        assert block.language in LANGUAGES, f"{block.place}: a block of `{block.language}`; known: {sorted(LANGUAGES)}"
    for token in tokens(page):
        assert token.type != "code_block", f"{page}: an indented block escapes the tests; fence it: {token.content}"


def test_every_page_with_rust_is_a_doctest() -> None:
    included = {
        (source.parent / path).resolve()
        for source in ROOT.glob("crates/*/src/**/*.rs")
        for path in re.findall(r'include_str!\("([^"]+\.md)"\)', source.read_text(encoding="utf-8"))
    }
    missing = [name_of(page) for page in pages_with("rust") if page not in included]
    assert not missing, "a crate must include these pages as documentation (`cfg(doctest)`), so that cargo runs them"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_that_are_not_run_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"(?:`|^\$ )make ([a-z]+)", text, re.MULTILINE)) <= targets
    crates = {path.parent.name for path in ROOT.glob("crates/*/Cargo.toml")}
    assert set(re.findall(r"-p ludus-([a-z]+)", text)) <= crates
    for crate, test in re.findall(r"-p ludus-([a-z]+) --test (\w+)", text):
        assert (ROOT / "crates" / crate / "tests" / f"{test}.rs").exists()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_files_that_exist(page: Path) -> None:
    inner = [child for token in tokens(page) for child in token.children or ()]
    targets = [
        child.attrs.get("href") or child.attrs.get("src") for child in inner if child.type in ("link_open", "image")
    ]
    for target in map(str, targets):
        if target.startswith(("https://", "#")):
            continue
        path = (page.parent / target.partition("#")[0]).resolve()
        assert path.exists(), f"{name_of(page)} links to {target}"
        # The site is built from docs/ alone.
        assert not page.is_relative_to(DOCS) or path.is_relative_to(DOCS), (
            f"{name_of(page)} links out of docs/: {target}"
        )


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_paths_that_are_named_exist(page: Path) -> None:
    """A path in backticks that begins with a folder of the project is there."""
    named = re.findall(
        r"`((?:crates|python|golden|examples|tools|docs|\.ci)/[\w./-]*)`", page.read_text(encoding="utf-8")
    )
    for path in named:
        assert (ROOT / path).exists(), f"{name_of(page)} names {path}"


# Lists in the documentation are whole.


def first_cells(page: str) -> set[str]:
    """The first words in backticks of all table rows of a page."""
    return set(re.findall(r"^\| `([^`]+)`", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("page", ["README.md", "docs/games.md"])
def test_every_game_is_listed(page: str) -> None:
    assert set(ludus._core.native_games()) <= first_cells(page)


def test_every_agent_is_listed_with_its_options() -> None:
    rows = first_cells("docs/agents.md")
    for name, _, options in agents.catalogue():
        assert {name, *(option for option, _ in options)} <= rows


def test_every_check_of_the_kit_is_listed() -> None:
    text = (DOCS / "how-to/check-a-game.md").read_text(encoding="utf-8")
    for check in ludus.testing.check("tic-tac-toe", games=1).checks:
        assert f"| `{check.name}` | {check.claim} |" in text


def test_every_command_is_listed() -> None:
    assert {f"ludus {name}" for name in COMMANDS} <= first_cells("docs/command-line.md")


def test_the_table_of_shared_options_says_which_command_takes_which() -> None:
    lines = (DOCS / "command-line.md").read_text(encoding="utf-8").splitlines()
    table = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| ")]
    (head,) = (row for row in table if "--seed" in row)
    for name, command in COMMANDS.items():
        (row,) = (row for row in table if row[0] == f"ludus {name}" and len(row) == len(head))
        cells = dict(zip(head[1:-1], row[1:-1], strict=True))
        taken = {option for parameter in command.params for option in parameter.opts}
        assert {option for option, cell in cells.items() if cell} == taken & set(cells), name
        assert row[-1] or all(cells.values()), f"ludus {name} does not say why it takes no more"


def test_every_bench_is_listed() -> None:
    listed = first_cells("docs/benchmarks.md")
    games = "|".join(registry.games())
    for bench in ludus.bench.find():
        assert bench.name in listed or re.sub(rf"^({games})/", "GAME/", bench.name) in listed, bench.name


def test_every_error_is_listed() -> None:
    names = {name for name, value in vars(ludus.errors).items() if isinstance(value, type)}
    assert names <= first_cells("docs/reference/errors.md")


def test_every_public_name_has_a_place_in_the_reference() -> None:
    pages = "\n".join(page.read_text(encoding="utf-8") for page in DOCS.glob("reference/*.md"))
    shown = set(re.findall(r"^::: (\S+)$", pages, re.MULTILINE))
    for name in set(ludus.__all__) - {"__version__"}:
        value = getattr(ludus, name)
        home = "ludus._core" if value.__name__ in vars(ludus._core) else value.__module__
        places = {value.__module__, f"{value.__module__}.{value.__name__}", f"{home}.{value.__name__}"}
        assert shown & places, f"ludus.{name} is on no page of docs/reference"


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert (tmp_path / "site" / "reference").is_dir()
