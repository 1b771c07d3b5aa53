"""The tools of the MCP server: which operations an assistant has, and how they are put to it."""

from dataclasses import dataclass, replace

import mcp_types as types

from graphcue import operations_read as read
from graphcue import operations_session as session
from graphcue import operations_write as write
from graphcue.operations import Operation
from graphcue.operations_schemas import arguments_schema, whole_schema

INSTRUCTIONS = (
    "A memory of notes, decisions and conversations. recall finds what fits a question; ask, decisions and timeline give "
    "complete, counted answers; why tells causes. Answers are facts that were written down, with their source. "
    "remember what is worth knowing later; forget only when asked to."
)


@dataclass(frozen=True, slots=True)
class Tool:
    """An operation under the name and in the words that an assistant sees; `leave_out` are fields it does not need."""

    name: str
    help: str
    operation: Operation
    leave_out: tuple[str, ...] = ()

    @property
    def destroys(self) -> bool:
        """Whether something is gone afterwards."""
        return self.name == "forget"


_ODD = ("known_at", "explain", "other", "max_results", "context_budget", "preset", "receipt", "cypher")
_SELDOM = ("titles", "valid_from", "valid_until", "metadata", "depends_on", "resolves")

TOOLS = (
    Tool("remember", "Write one thing down: a note, decision, action or event.", write.REMEMBER, _SELDOM),
    Tool("recall", "Find the memories that fit a question best, with reasons.", read.RECALL, _ODD),
    Tool("ask", "Answer a plain question completely: who decided what, when, which.", read.ASK, _ODD),
    Tool("decisions", "List all decisions that fit, counted, oldest first.", read.DECISIONS, _ODD),
    Tool("timeline", "List all memories of a project, person, entity, cue or tag in order.", read.TIMELINE, _ODD),
    Tool("why", "Tell the causes of a memory, and theirs.", read.WHY, _ODD),
    Tool("relate", "Tie one memory to another.", write.RELATE),
    Tool(
        "forget",
        "Erase a memory for good, so that it cannot come back.",
        write.FORGET,
        ("document", "person", "with_memories"),
    ),
    Tool("suggest", "Tell what should come to mind at what was just said, if anything.", session.SUGGEST),
)


def tool_of(tool: Tool) -> types.Tool:
    """The tool as MCP describes it."""
    shown = tuple(field for field in tool.operation.fields if field.name not in tool.leave_out)
    reads = tool.operation.access == "read"
    return types.Tool(
        name=tool.name,
        description=tool.help,
        input_schema=arguments_schema(replace(tool.operation, fields=shown)),
        output_schema=whole_schema(tool.operation.answer),
        annotations=types.ToolAnnotations(
            read_only_hint=reads, destructive_hint=tool.destroys, idempotent_hint=True, open_world_hint=False
        ),
    )


BY_NAME = {tool.name: tool for tool in TOOLS}
