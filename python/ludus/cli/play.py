"""`ludus play`: a person in the terminal against any agent."""

import random
import sys
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

import ludus
from ludus.cli.options import GAME, MOST_SEED, print_json
from ludus.cli.replay import moment
from ludus.draw import to_text
from ludus.files import check_writable

ITERATIONS = 1000
"""How long the search thinks that gives hints, and that takes the other seats where no agent is named."""
MOST_THOUGHTS = 5

HELP = "an action or its number; hint, undo, save FILE, help, quit"


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play")(play)


def play(
    game: GAME,
    agent: Annotated[str, typer.Option("-a", "--agent", help="Who takes the other seats.")] = "",
    seat: Annotated[int, typer.Option(help="Your seat, counted from 0.", min=0)] = 0,
    seed: Annotated[
        int | None, typer.Option("-s", "--seed", help="The luck of the game; random by default.", min=0, max=MOST_SEED)
    ] = None,
    position: Annotated[str | None, typer.Option(help="Where to begin, in the game's notation.")] = None,
    json: Annotated[
        bool, typer.Option("--json", help="At the end, JSON lines of the game on stdout; all else goes to stderr.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="At the end, write the game as a replay to this file.")
    ] = None,
) -> None:
    """Play against an agent in the terminal, with hints and undo.

    Example: ludus play connect-four --agent mcts:iterations=2000
    """
    opened = ludus.game(game)
    if seat >= opened.seats:
        raise ValueError(f"{opened.spec} has the seats 0 to {opened.seats - 1}, no seat {seat}")
    if output is not None:
        check_writable(output)
    state = opened.start(random.getrandbits(63) if seed is None else seed, position)
    with redirect_stdout(sys.stderr) if json else nullcontext():
        typer.echo(f"You are seat {seat} of {opened.spec}. Type {HELP}.")
        go_on(state, agent, seat, seed or 0)
    record = state.replay
    for place in range(len(record) + 1) if json else ():
        print_json(moment(record, place))
    if output is not None:
        record.save(output)


def go_on(state: ludus.State, agent: str, seat: int, seed: int) -> None:
    """Let a person finish a game against an agent; without one, against a search that fits the game."""
    table = _Table(state, agent, seat, seed)
    try:
        left = not table.finish()
    except KeyboardInterrupt:
        # Also while somebody thinks: the decisions that were taken stay.
        typer.echo()
        left = True
    if left:
        typer.echo("good-bye")
        return
    typer.echo(f"\n{to_text(state.view(seat))}")
    typer.echo(f"The game is over. Returns: {', '.join(f'seat {s}: {r:g}' for s, r in enumerate(state.returns))}")


class _Table:
    """A game with a person at one seat."""

    def __init__(self, state: ludus.State, agent: str, seat: int, seed: int) -> None:
        self.state, self.seat = state, seat
        strong = "ismcts" if state.game.hidden or state.game.simultaneous else "mcts"
        search = f"{strong}:iterations={ITERATIONS}"
        self.opponent = state.game.player(agent or search, seed)
        # Whoever the opponent is: a hint of a weak one would be a bad one.
        self.adviser = state.game.player(search, seed ^ 1)
        self.own: list[int] = []
        """How many decisions had been taken before each decision of the person."""

    def finish(self) -> bool:
        """Play until the game is over; False when the person leaves before."""
        while not self.state.is_over:
            self.let_others_act()
            if self.state.is_over:
                break
            typer.echo(f"\n{to_text(self.state.view(self.seat))}")
            if not self.ask():
                return False
        return True

    def let_others_act(self) -> None:
        """Let the agent decide until it is the person's turn."""
        while self.state.to_act and self.seat not in self.state.to_act:
            seat = self.state.to_act[0]
            self._decide_for(seat)
        # Those who decide at the same time decide before they can see what the person does.
        for seat in self.state.to_act:
            if seat != self.seat:
                self._decide_for(seat, secret=True)

    def _decide_for(self, seat: int, secret: bool = False) -> None:
        action = self.opponent.choose(self.state, seat)
        self.state.apply(seat, action)
        typer.echo(f"seat {seat}: {'has decided' if secret else self.state.describe(action)}")

    def ask(self) -> bool:
        """Ask the person until it has decided or taken back a decision; False when it leaves."""
        while True:
            offers = self.state.view(self.seat).actions
            shown = "  ".join(offer.text for offer in offers[:20]) + ("  ..." if len(offers) > 20 else "")
            try:
                line = input(f"{shown}\nseat {self.seat}> ").strip()
            except EOFError:
                typer.echo()
                return False
            if line in ("quit", "q", "exit"):
                return False
            if self._answer(line):
                return True

    def _answer(self, line: str) -> bool:
        """Do what the person typed; True when the table has changed."""
        if line in ("", "help", "?"):
            typer.echo(f"Type {HELP}.")
        elif line == "hint":
            self._hint()
        elif line == "undo":
            return self._undo()
        elif line.startswith("save "):
            self._save(Path(line.removeprefix("save ").strip()))
        else:
            return self._act(line)
        return False

    def _hint(self) -> None:
        action = self.adviser.choose(self.state, self.seat)
        typer.echo(f"hint: {self.state.describe(action)}")
        for considered, visits, value in self.adviser.thoughts[:MOST_THOUGHTS]:
            typer.echo(f"  {self.state.describe(considered):12} {value:+.2f} expected, tried {visits} times")

    def _act(self, line: str) -> bool:
        before = len(self.state)
        try:
            self.state.apply(self.seat, line)
        except ludus.IllegalAction as unheard:
            try:
                self.state.apply(self.seat, int(line))
            except ValueError as illegal:
                typer.echo(str(illegal if isinstance(illegal, ludus.IllegalAction) else unheard))
                return False
        self.own.append(before)
        return True

    def _undo(self) -> bool:
        if not self.own:
            typer.echo("there is nothing to take back")
            return False
        self.state.rewind(self.own.pop())
        return True

    def _save(self, path: Path) -> None:
        try:
            self.state.replay.save(path)
            typer.echo(f"written to {path}")
        except ludus.BadFile as error:
            typer.echo(str(error))
