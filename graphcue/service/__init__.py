"""The REST API: `graphcue serve`. Thin: parse, call `MemoryGraph`, return its one JSON form."""
