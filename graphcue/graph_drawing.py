"""What is drawn of a namespace without Neo4j; part of `MemoryGraph`."""

from typing import TypeVar

from graphcue.checks import checked_text
from graphcue.errors import InvalidInput
from graphcue.graph_part import Part
from graphcue.graph_questions import known_of
from graphcue.relations.asking import nodes_called
from graphcue.relations.neighbourhood import Neighbourhood, neighbourhood
from graphcue.stores.contract import Reader

T = TypeVar("T")
FARTHEST = 5
MOST = 1000


class Drawings(Part):
    """Parts of the graph as values; part of `MemoryGraph`."""

    def neighbourhood(self, start: str, *, steps: int = 2, limit: int = 150) -> Neighbourhood:
        """What stands near a memory (its id), a person, an entity or a project, the nearest first: at most `limit` nodes
        within `steps` edges, and every edge that joins two of them.

        Raises NotFound with the nearest names, InvalidInput for steps outside 1 to 5 or a limit outside 1 to 1000.
        """
        for field, value, most in (("steps", steps, FARTHEST), ("limit", limit, MOST)):
            if not 1 <= value <= most:
                raise InvalidInput(f"{field} is {value}; give one from 1 to {most}", field=field)
        asked = checked_text("start", start)

        def work(reader: Reader) -> Neighbourhood:
            names = self._known(reader)
            found = nodes_called(reader, asked, known_of(reader, names, {}, self.settings))
            return neighbourhood(reader, names.nodes, found, (steps, limit))

        return self._read(work)
