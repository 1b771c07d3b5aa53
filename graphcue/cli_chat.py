"""The commands of conversations: chat, suggest, session."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from graphcue.cli_common import Common, command, reading, tell
from graphcue.errors import GraphcueError

if TYPE_CHECKING:
    from graphcue.graph import Conversation, MemoryGraph, SessionState

PANEL = "Ask"
HELP = ":why what is active  ·  :drop NAME  ·  :hear TEXT  ·  :clear  ·  :quit"
SHOWN = 12

SessionId = Annotated[
    str | None, typer.Option("--session", metavar="ID", help="Ask in this conversation, which goes on by it.")
]


def chat(
    common: Common,
    session: Annotated[
        str | None, typer.Option("--session", metavar="ID", help="The conversation to go on with; else a new one.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", help="Results at most for each question, 1 to 100.")] = 3,
) -> None:
    """Ask one question after the other; each is understood with what the conversation is about.

    Reads lines from standard input. `:why` shows what is active, `:drop NAME` takes one thing out, `:hear TEXT` lets it hear
    a reply, `:clear` begins anew, `:quit` or the end of the input ends.
    """
    with reading(common) as graph:
        conversation = graph.session(session)
        for line in _Prompt(sys.stdin.isatty() and not common.json):
            try:
                if not _say(common, graph, conversation, line, limit):
                    break
            except GraphcueError as error:  # a question that cannot be asked does not end the conversation
                tell(error, common.json)


class _Prompt:
    """The lines that are typed, with a prompt and a history on a terminal."""

    def __init__(self, asks: bool) -> None:
        self._asks = asks

    def __iter__(self) -> "_Prompt":
        if self._asks:
            import readline  # noqa: F401  # input() edits lines and keeps a history by it

            print(HELP, file=sys.stderr)
        return self

    def __next__(self) -> str:
        try:
            line = input("› ") if self._asks else sys.stdin.readline()
        except EOFError:
            raise StopIteration from None
        if not self._asks and not line:
            raise StopIteration
        return line.strip()


def _say(common: Common, graph: "MemoryGraph", conversation: "Conversation", line: str, limit: int) -> bool:
    """Whether the conversation goes on after this line."""
    word, _, rest = line.partition(" ")
    if word in (":quit", ":q", ":exit"):
        return False
    if word == ":why":
        show(common, conversation.state())
    elif word == ":drop":
        conversation.drop(rest.strip())
    elif word == ":hear":
        conversation.hear(rest, "assistant")
    elif word == ":clear":
        conversation.clear()
    elif word.startswith(":"):
        print(HELP, file=sys.stderr)
    elif line:
        from graphcue.cli_reading import show_recalled

        show_recalled(common, graph, conversation.recall(line, limit=limit))
    return True


def show(common: Common, state: "SessionState") -> None:
    """Nothing; what is active is shown."""
    if common.json:
        from graphcue.presentation_session import state_json

        common.print_json(state_json(state))
        return
    screen = common.screen()
    rows = [[one.name, f"{one.points:,}", f"turn {one.turn}", one.rule] for one in (*state.nodes, *state.cues)]
    screen.line((f"session {state.id}, {state.turns} texts, {len(state.told)} memories told", "bold"))
    screen.rows(rows[:SHOWN], indent=2, right=[1])
    if len(rows) > SHOWN:
        screen.line(f"and {len(rows) - SHOWN} more", indent=2)


def suggest(
    common: Common,
    text: Annotated[list[str] | None, typer.Argument(metavar="[TEXT]", help="What was said just now.")] = None,
    session: SessionId = None,
    limit: Annotated[int, typer.Option("--limit", help="Memories at most, 1 to 100.")] = 3,
) -> None:
    """What should come to mind now, without a question: nothing rather than noise.

    Of a text, of what a conversation is about, or of both; never the same twice in a conversation.
    """
    from graphcue.cli_show_answer import show_results

    with reading(common) as graph:
        spoken = " ".join(text or [])
        found = graph.session(session).suggest(spoken, limit=limit) if session else graph.suggest(spoken, limit=limit)
        if common.json:
            from graphcue.presentation_session import suggestion_json

            common.print_json(suggestion_json(found))
            return
        screen = common.screen()
        show_results(screen, found.results, {})
        screen.line((found.reason, "dim"))


def session(
    common: Common,
    session_id: Annotated[str, typer.Argument(metavar="ID", help="The id of a conversation.")],
    drop: Annotated[str | None, typer.Option("--drop", metavar="NAME", help="Take this out of it first.")] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Begin it anew first.")] = False,
    hear: Annotated[str | None, typer.Option("--hear", metavar="TEXT", help="Let it hear a reply first.")] = None,
) -> None:
    """What a conversation is about, and why."""
    with reading(common) as graph:
        conversation = graph.session(session_id)
        if clear:
            conversation.clear()
        if drop is not None:
            conversation.drop(drop)
        if hear is not None:
            conversation.hear(hear, "assistant")
        show(common, conversation.state())


def add_to(app: typer.Typer) -> None:
    """Nothing; the commands of this file are in the app."""
    command(app, "chat", PANEL)(chat)
    command(app, "suggest", PANEL)(suggest)
    command(app, "session", PANEL)(session)
