"""The questions that a table asks the player, and that stay open until they are answered or settled."""

from collections.abc import Callable
from functools import partial

from rich.text import Text

from chabudai.session.views import UpdateHeader, VoteRequest
from chabudai.terminal.app.base_screen import BaseScreen
from chabudai.terminal.app.overlay import Overlay
from chabudai.terminal.app.table_client import TableClient

_Answer = Callable[[str | None], None]


class OpenQuestions:
    """Asks the player to vote on what another person wants, and who holds a shared terminal."""

    def __init__(self, screen: BaseScreen, client: TableClient) -> None:
        self._screen = screen
        self._client = client
        self._asked: dict[str, tuple[object, Overlay]] = {}
        """The open or answered questions, by topic: what each is about, and its overlay."""

    def update(self, header: UpdateHeader) -> None:
        """Ask what is new, and withdraw what is settled."""
        words, ask, curtain = self._screen.words, header.ask, header.curtain
        question = "" if ask is None else words(f"vote.{ask.kind}", name=ask.name, player=ask.player)
        self._update("vote", ask, question, ("y", "n"), partial(self._vote, ask))
        question = "" if curtain is None else words("join.pass_to", name=curtain.name)
        self._update("handover", curtain, question, ("enter",), self._confirm_next_player)

    def ask_again(self, header: UpdateHeader) -> None:
        """Ask questions that were answered but are not settled, because the answer was refused."""
        stack = self._screen.app.screen_stack
        self._asked = {topic: asked for topic, asked in self._asked.items() if asked[1] in stack}
        self.update(header)

    def _update(self, topic: str, about: object, question: str, answers: tuple[str, ...], on_answer: _Answer) -> None:
        """Ask a question, once; None as what it is about removes it."""
        asked = self._asked.get(topic)
        if asked is not None and asked[0] == about:
            return
        if asked is not None:
            asked[1].withdraw()
            del self._asked[topic]
        if about is not None:
            overlay = Overlay("", lambda width: Text(question), "", answers=answers, must_answer=True)
            self._asked[topic] = (about, overlay)
            self._screen.app.push_screen(overlay, on_answer)

    def _vote(self, ask: VoteRequest | None, answer: str | None) -> None:
        if ask is not None and answer:
            self._client.vote(ask.vote, agree=answer == "y")

    def _confirm_next_player(self, answer: str | None) -> None:
        if answer:
            self._client.confirm_next_player()
