"""graphcue: a memory that answers the same way every time.

>>> import graphcue
>>> memory = graphcue.open(":memory:")
>>> _ = memory.remember("缓存击穿：给热点商品加了 Redis 缓存", project="订单系统", cues=["订单超时"], author="林若川")
>>> _ = memory.remember("We clear the cache with ops/clear-cache", project="订单系统", tags=["ops"])
>>> [result.memory.author for result in memory.recall("缓存击穿怎么处理的", limit=1).results]
['林若川']
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphcue.errors import GraphcueError
    from graphcue.graph import MemoryGraph, open  # noqa: A004  # graphcue.open reads like the built-in on purpose
    from graphcue.model import Memory, Moment, Record

__all__ = ["GraphcueError", "Memory", "MemoryGraph", "Moment", "Record", "open"]

_HOMES = {
    "GraphcueError": "errors",
    "Memory": "model",
    "MemoryGraph": "graph",
    "Moment": "model",
    "Record": "model",
    "open": "graph",
}


def __getattr__(name: str) -> Any:
    """The public name, imported when it is first asked for: the command line starts before the graph is loaded."""
    if name not in _HOMES:
        raise AttributeError(f"module 'graphcue' has no attribute {name!r}")
    return getattr(importlib.import_module(f"graphcue.{_HOMES[name]}"), name)
