"""`ludus hearthstone`: experiments with decks and cards, each number with its 95 % interval."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.cards import cards
from ludus.cli.options import JOBS, JSON, QUIET, SEED, print_json, progress_bar

if TYPE_CHECKING:
    from ludus.hearthstone import Difference, Progress, Rate, Setup

AGENT = Annotated[str, typer.Option("-a", "--agent", help="Who plays both decks.")]
GAMES = Annotated[int, typer.Option("-n", "--games", help="How many games each pairing plays.", min=2, max=10**9)]
DECK = Annotated[str, typer.Argument(help="A deck: its name, file or code; `NAME;-2 CARD;+2 CARD` changes it.")]
AGAINST = Annotated[str | None, typer.Option("--against", help="The other deck; the same one by default.")]

hearthstone = typer.Typer(
    name="hearthstone",
    help="Experiments with decks and cards of Hearthstone, each number with its 95 % interval.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(hearthstone)


@hearthstone.command()
def decks(json: JSON = False) -> None:
    """List the decks that are built in.

    Example: ludus hearthstone decks --json
    """
    from ludus.hearthstone import decks as built_in

    for name, path in built_in().items():
        if json:
            print_json({"deck": name, "file": path})
        else:
            typer.echo(f"{name:<24}{path}")


@hearthstone.command()
def deck(
    deck: Annotated[str, typer.Argument(help="A deck: its name, file, code, or a list on one line.")],
    format: Annotated[str | None, typer.Option(help="The sets that are allowed, like vanilla+naxx.")] = None,
    cards: Annotated[str | None, typer.Option(help="The sets whose versions of the cards are meant.")] = None,
    json: JSON = False,
) -> None:
    """Show a deck, its code, and whether it is legal; leaves with 1 where it is not.

    Example: ludus hearthstone deck the-herd
    """
    from ludus.errors import BadCards
    from ludus.hearthstone import deck as open_deck

    found = open_deck(deck, cards=cards)
    problems = found.problems(format)
    try:
        code = found.code()
    except BadCards:
        code = None  # Cards that are not official have none.
    if json:
        row = {"name": found.name, "hero": found.hero, "cards": found.counts(), "sets": list(found.sets)}
        print_json({**row, "code": code, "problems": problems})
    else:
        typer.echo(found.text() + (f"\n{code}\n" if code else ""))
        typer.echo("\n".join(problems) if problems else f"legal in {format or '+'.join(found.sets)}")
    if problems:
        raise typer.Exit(1)


@hearthstone.command()
def matchups(
    deck: Annotated[list[str], typer.Argument(help="Two or more decks.", metavar="DECK...")],
    agent: AGENT = "board",
    games: GAMES = 1000,
    seed: SEED = 0,
    jobs: JOBS = None,
    quiet: QUIET = False,
    json: JSON = False,
) -> None:
    """Play every deck against every other one.

    Example: ludus hearthstone matchups the-herd two-fires reef-raiders -a random -n 40
    """
    from ludus.hearthstone import matchups as measure

    _report(lambda setup, progress: measure(deck, setup, progress), _setup(agent, games, seed, jobs), quiet, json)


@hearthstone.command()
def compare(
    deck: DECK,
    changed: Annotated[str, typer.Argument(help="The deck after the change, e.g. `NAME;-2 CARD;+2 CARD`.")],
    against: AGAINST = None,
    agent: AGENT = "board",
    games: GAMES = 1000,
    seed: SEED = 0,
    jobs: JOBS = None,
    quiet: QUIET = False,
    json: JSON = False,
) -> None:
    """Measure whether a changed deck does better than the deck itself, in the same games.

    Example: ludus hearthstone compare the-herd "the-herd;-2 Fern Fawn;+2 Reed Lurker" -a random -n 40
    """
    from ludus.hearthstone import compare as measure

    _report(
        lambda setup, _: [measure(deck, changed, against or deck, setup)], _setup(agent, games, seed, jobs), quiet, json
    )


@hearthstone.command("cards")
def card_statistics(
    deck: DECK,
    against: AGAINST = None,
    agent: AGENT = "board",
    games: GAMES = 1000,
    seed: SEED = 0,
    jobs: JOBS = None,
    quiet: QUIET = False,
    json: JSON = False,
) -> None:
    """Show how often a deck wins the games in which a card was in the first hand, was drawn later, was played.

    Example: ludus hearthstone cards the-herd --against two-fires -a random -n 40
    """
    from ludus.hearthstone import card_statistics as measure

    _report(lambda setup, _: measure(deck, against or deck, setup), _setup(agent, games, seed, jobs), quiet, json)


@hearthstone.command()
def first_player(
    deck: DECK,
    agent: AGENT = "board",
    games: GAMES = 1000,
    seed: SEED = 0,
    jobs: JOBS = None,
    quiet: QUIET = False,
    json: JSON = False,
) -> None:
    """Measure how often the player who goes first wins the mirror, with The Coin and without.

    Example: ludus hearthstone first-player the-herd -a random -n 40
    """
    from ludus.hearthstone import first_player as measure

    _report(lambda setup, _: measure(deck, setup), _setup(agent, games, seed, jobs), quiet, json)


@hearthstone.command()
def sweep(
    file: Annotated[Path, typer.Argument(help="A designer's file; {name} or the field `name` takes the values.")],
    values: Annotated[str, typer.Argument(help="The values: cost=2..6 or damage=3,5.")],
    deck: Annotated[str, typer.Option("--in", help="The deck with the card: NAME;-2 CARD;+2 ID.")],
    against: AGAINST = None,
    agent: AGENT = "board",
    games: GAMES = 1000,
    seed: SEED = 0,
    jobs: JOBS = None,
    quiet: QUIET = False,
    json: JSON = False,
) -> None:
    """Measure the win rate of a deck while a number of a card runs through some values.

    Example: ludus hearthstone sweep examples/lightning_lizard.toml cost=1..3 --in "the-herd;+2 lightning-lizard" -n 20
    """
    from ludus.hearthstone import sweep as measure

    def run(setup: "Setup", progress: "Progress | None") -> "Sequence[Rate]":
        return measure(str(file), values, deck, against or deck.split(";")[0], setup, progress)

    _report(run, _setup(agent, games, seed, jobs), quiet, json)


@cards.command("try")
def try_card(
    file: Annotated[Path, typer.Argument(help="The file of the card.")],
    into: Annotated[str, typer.Option("--in", help="The deck that it is put into.")],
    instead_of: Annotated[str | None, typer.Option("--for", help="The card whose place it takes.")] = None,
    against: AGAINST = None,
    agent: AGENT = "board",
    games: GAMES = 2000,
    seed: SEED = 0,
    jobs: JOBS = None,
    json: JSON = False,
) -> None:
    """Put a designer's card into a deck, play, and show what it does to the win rate.

    Example: ludus cards try examples/lightning_lizard.toml --in the-herd -a random --games 40
    """
    from ludus.hearthstone import try_card as measure

    trial = measure(file, into, instead_of, against, _setup(agent, games, seed, jobs))
    if json:
        print_json(trial.row())
        return
    difference = trial.difference
    typer.echo(trial.words)
    typer.echo(f"{trial.copies} x {trial.card} instead of {trial.instead_of}, {difference.games} games each:")
    typer.echo(f"  win rate {difference.before:.1%} -> {difference.after:.1%}")
    typer.echo(f"  difference {difference.value:+.1%}, 95 % interval {difference.low:+.1%} .. {difference.high:+.1%}")
    typer.echo(f"  played in {trial.played:.0%} of the games")
    for warning in trial.warnings:
        typer.echo(f"  note: {warning}")


def _setup(agent: str, games: int, seed: int, jobs: int | None) -> "Setup":
    from ludus.hearthstone import Setup

    return Setup(agent, games, seed, jobs)


Measure = Callable[["Setup", "Progress | None"], "Sequence[Rate | Difference]"]


def _report(measure: Measure, setup: "Setup", quiet: bool, json: bool) -> None:
    from ludus.hearthstone import table

    with progress_bar("hearthstone", quiet) as progress:
        rows = measure(setup, progress)
    if not json:
        typer.echo(table(rows))
        return
    for row in rows:
        print_json(row.row())
