"""The addresses of the service, and the operation behind each."""

from dataclasses import dataclass

from graphcue import operations_read as read
from graphcue import operations_session as session
from graphcue import operations_write as write
from graphcue.operations import Operation


@dataclass(frozen=True, slots=True)
class Route:
    """A method and a path; `{id}` and `{name}` in it are arguments, and may hold slashes. `alias_of` names the address
    that this one stands for."""

    method: str
    path: str
    operation: Operation
    alias_of: str = ""

    @property
    def argument(self) -> str:
        """The argument that stands in the path; '' for none."""
        return self.path.partition("{")[2].partition("}")[0]

    @property
    def has_body(self) -> bool:
        """Whether the arguments come as a JSON body; else they are the query string's."""
        return self.method in ("POST", "PATCH")


ROUTES = (
    Route("POST", "/recall", read.RECALL),
    Route("POST", "/memories", write.REMEMBER),
    Route("GET", "/memories/{id}", read.MEMORY),
    Route("PATCH", "/memories/{id}", write.UPDATE),
    Route("DELETE", "/memories/{id}", write.DELETE),
    Route("POST", "/ask", read.ASK),
    Route("POST", "/suggest", session.SUGGEST),
    Route("GET", "/decisions", read.DECISIONS),
    Route("GET", "/timeline", read.TIMELINE),
    Route("GET", "/persons/{name}", read.PERSON),
    Route("GET", "/projects/{name}", read.PROJECT),
    Route("GET", "/chain/{id}", read.CHAIN),
    Route("GET", "/why/{id}", read.WHY),
    Route("GET", "/consequences/{id}", read.CONSEQUENCES),
    Route("GET", "/path", read.PATH),
    Route("GET", "/open-actions", read.OPEN_ACTIONS),
    Route("GET", "/conflicts", read.CONFLICTS),
    Route("GET", "/aliases", read.ALIASES),
    Route("POST", "/aliases", write.ADD_ALIAS),
    Route("DELETE", "/aliases", write.REMOVE_ALIAS),
    Route("GET", "/relations", read.RELATIONS),
    Route("POST", "/relations", write.RELATE),
    Route("GET", "/inspect-cues", read.INSPECT),
    Route("POST", "/sessions", session.BEGIN),
    Route("POST", "/sessions/{session}/hear", session.HEAR),
    Route("GET", "/sessions/{session}", session.STATE),
    Route("DELETE", "/sessions/{session}", session.CLEAR),
    Route("GET", "/graph", read.GRAPH),
    Route("POST", "/forget", write.FORGET),
    Route("GET", "/describe", read.DESCRIBE),
    Route("POST", "/memory", write.REMEMBER, alias_of="POST /memories"),
    Route("POST", "/retrieve", read.RECALL, alias_of="POST /recall"),
)
