"""What can go wrong: every error says what is wrong, where, and what would be right."""


class LudusError(Exception):
    """The base of all errors of the platform."""


class IllegalAction(LudusError, ValueError):
    """An action that may not be taken here, or that is no action at all; the state is untouched."""


class BadPosition(LudusError, ValueError):
    """A position that cannot be read or cannot occur."""


class BadReplay(LudusError, ValueError):
    """A replay that cannot be read or does not reproduce its game."""


class BadSpec(LudusError, ValueError):
    """A text that names no game or agent, or an option that does not exist or has a wrong value."""


class BrokenGame(LudusError, RuntimeError):
    """A game or agent that does not keep the contract, or a step with more outcomes than were asked for."""


class CardTextError(LudusError, ValueError):
    """A card text that is not understood.

    Attributes:
        phrase: The words at fault, as they stand in the text.
        span: Where they stand in the text, in characters, markup included.
        expected: What could stand there.
        suggestions: The nearest phrasings that are known.
    """

    def __init__(
        self,
        message: str,
        phrase: str = "",
        span: tuple[int, int] = (0, 0),
        expected: tuple[str, ...] = (),
        suggestions: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.phrase = phrase
        self.span = span
        self.expected = expected
        self.suggestions = suggestions


class BadCards(LudusError, ValueError):
    """A file of cards, decks or overrides with something wrong in it: file, line and field are named."""


class BadFile(LudusError, OSError):
    """A file that cannot be read or written."""


class MissingPackage(LudusError, ImportError):
    """A package that an extra of Ludus installs is not there."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed; install it with: pip install 'ludus[{extra}]'")
