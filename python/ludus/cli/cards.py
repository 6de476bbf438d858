"""`ludus cards`: card texts, tables of cards, and how far each set is understood."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ludus.cli.options import JSON, QUIET, print_json
from ludus.errors import CardTextError

LANGUAGE = Annotated[
    str, typer.Option("-g", "--game", help="Whose language: hearthstone, battlegrounds or flesh-and-blood.")
]
ANY_LANGUAGE = Annotated[str | None, typer.Option("-g", "--game", help="Only cards of this game.")]
SET = Annotated[str | None, typer.Option("--set", help="Only this set.")]

cards = typer.Typer(
    name="cards",
    help="Card texts, tables of cards, and how far each set is understood.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(cards)


@contextmanager
def _opened(quiet: bool) -> Iterator[None]:
    """Open the table of all cards, with a progress bar on stderr where it has to be built."""
    from ludus.cards.table import everything

    if quiet:
        everything()
        yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description} cards"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, Any] = {}

        def show(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bar.add_task(stage)
            bar.update(tasks[stage], completed=done, total=total)

        everything(show)
    yield


@cards.command()
def show(name: str, game: ANY_LANGUAGE = None, quiet: QUIET = False, json: JSON = False) -> None:
    """Show a card: its facts, its text, what has become of the text, and the tree.

    Example: ludus cards show "Lantern Bearer"
    """
    from ludus.cards.table import find

    with _opened(quiet):
        card = find(name, game)
    if json:
        tree = card.tree.to_json() if card.tree else None
        print_json(
            {**card.facts, "status": card.status, "tree": tree, "refusal": card.refusal, "mentions": card.mentions}
        )
        return
    facts = card.facts
    numbers = ", ".join(f"{key} {value}" for key, value in card.numbers.items())
    about = [facts["game"], facts["kind"], *facts["classes"], *facts["tribes"]]
    typer.echo(f"{card.name} ({card.id})")
    typer.echo(f"  {', '.join(about)}; {numbers or 'no numbers'}; sets: {', '.join(facts['sets']) or 'none'}")
    if card.text:
        typer.echo(f"  text: {card.text!r}")
    typer.echo(f"  status: {card.status}")
    if card.refusal:
        typer.echo(f"  refused: {card.refusal[0]}")
    for mention in card.mentions:
        typer.echo(f"  speaks of: {mention['name']}: {_meaning(mention['is'])}")
    if card.tree:
        typer.echo("\n".join(f"  {line}" for line in card.tree.outline().splitlines()))


def _meaning(meaning: Any) -> str:
    if isinstance(meaning, str):
        return meaning
    ((how, what),) = meaning.items()
    return f"{how} {', '.join(what) if isinstance(what, list) else what}"


@cards.command()
def parse(
    text: str,
    game: LANGUAGE = "hearthstone",
    name: Annotated[str | None, typer.Option(help="The name of the card, where the text speaks of it.")] = None,
    quiet: QUIET = False,
    json: JSON = False,
) -> None:
    """Read a card text and show its tree, or the words that are not understood.

    Example: ludus cards parse "Battlecry: Draw a card."
    """
    from ludus.cards import parse as read

    with _opened(quiet):
        try:
            tree = read(text, game, name=name)
        except CardTextError as error:
            if json:
                print_json(_refused(error))
                raise typer.Exit(1) from error
            typer.echo(f"{text}\n{' ' * error.span[0]}{'^' * max(1, error.span[1] - error.span[0])}", err=True)
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(1) from error
    if json:
        print_json({"text": tree.text, "tree": tree.to_json()})
    else:
        typer.echo(tree.outline())


def _refused(error: CardTextError) -> dict[str, Any]:
    return {
        "error": str(error),
        "phrase": error.phrase,
        "span": list(error.span),
        "expected": list(error.expected),
        "suggestions": list(error.suggestions),
    }


@cards.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Files of cards: .toml, .csv, .tsv or .xlsx.", metavar="FILE...")],
    game: ANY_LANGUAGE = None,
    quiet: QUIET = False,
    json: JSON = False,
) -> None:
    """Check files of cards that a designer wrote: every number, every name, every text.

    Example: ludus cards check my-cards.toml
    """
    from ludus.cards import check as check_file

    refused = 0
    with _opened(quiet):
        for file in files:
            checked = check_file(file, game)
            for card in checked:
                if card.status == "refused":
                    refused += 1
                    if not json:
                        typer.echo(f"{file}: {card.facts['name']}: {card.refusal}")
                if json:
                    row = {"card": card.facts["id"], "status": card.status, "tree": card.tree, "refusal": card.refusal}
                    print_json({"file": str(file), **row})
            if not json:
                understood = sum(card.status != "refused" for card in checked)
                typer.echo(f"{file}: {understood} of {len(checked)} cards are understood")
    if refused:
        typer.echo(f"error: {refused} text{'s are' if refused > 1 else ' is'} not understood", err=True)
        raise typer.Exit(1)


@cards.command()
def grammar(
    game: Annotated[str, typer.Argument(help="hearthstone, battlegrounds or flesh-and-blood.")] = "hearthstone",
    search: Annotated[str | None, typer.Option(help="Only kinds with this word in their phrases or meaning.")] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="All of it, as a page of the documentation.")] = False,
    json: JSON = False,
) -> None:
    """List the phrases of the card language: what can be written, what it means, and an example of each.

    Example: ludus cards grammar hearthstone --search Deathrattle
    """
    from ludus.cards import grammar as entries
    from ludus.cards.language import language_page

    if markdown:
        typer.echo(language_page(game), nl=False)
        return
    found = [entry for entry in entries(game) if search is None or _speaks_of(entry, search)]
    for entry in found:
        if json:
            print_json(entry)
            continue
        typer.echo(f"{entry['kind']} ({entry['sort']}): {entry['meaning']}")
        for wording in entry["wordings"]:
            typer.echo(f"    {wording['phrase']}")
            for example in wording["examples"][:1]:
                typer.echo(f"        {example}")


def _speaks_of(entry: dict[str, Any], word: str) -> bool:
    texts = [entry["kind"], entry["meaning"], *(wording["phrase"] for wording in entry["wordings"])]
    return any(word.lower() in text.lower() for text in texts)


@cards.command()
def coverage(
    set_name: SET = None,
    refused: Annotated[bool, typer.Option("--refused", help="The refused texts with the words at fault.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="All sets, as a page of the documentation.")] = False,
    quiet: QUIET = False,
    json: JSON = False,
) -> None:
    """Show how many cards of each set are understood, overridden, refused and verified.

    `%` is the part that is compiled, `%+` the part that is compiled or overridden.

    Example: ludus cards coverage --set starter --json
    """
    from ludus.cards import ledger
    from ludus.cards.pages import ledger_page, share

    with _opened(quiet):
        rows = ledger.coverage(set_name)
        texts = ledger.refused(set_name) if refused else []
    if markdown:
        typer.echo(ledger_page(), nl=False)
        return
    if json:
        for row in texts if refused else rows:
            print_json(row)
        return
    if refused:
        for row in texts:
            typer.echo(f"{row['set']} {row['id']} {row['name']}: {row['why']}")
        return
    heads = ("cards", "compiled", "overridden", "refused", "verified")
    width = max(len(row["set"]) for row in rows)
    typer.echo(f"{'set':{width}}  {'  '.join(heads)}      %     %+")
    for row in rows:
        counts = "  ".join(f"{row[head]:{len(head)}}" for head in heads)
        typer.echo(
            f"{row['set']:{width}}  {counts}  {share(row, 'compiled'):>5}  {share(row, 'compiled', 'overridden'):>5}"
        )


@cards.command("import")
def import_cards(
    game: Annotated[str, typer.Argument(help="flesh-and-blood.")],
    path: Annotated[Path, typer.Argument(help="The npm package @flesh-and-blood/cards, card.json or card.csv.")],
) -> None:
    """Take over cards that you have: those of Flesh and Blood do not come as a Python package.

    Example: ludus cards import flesh-and-blood card.csv
    """
    from ludus.cards import import_flesh_and_blood

    if game != "flesh-and-blood":
        raise ValueError(f"cards are imported for flesh-and-blood, not for {game}; Hearthstone's come with a package")
    typer.echo(f"{import_flesh_and_blood(path)} cards imported")
