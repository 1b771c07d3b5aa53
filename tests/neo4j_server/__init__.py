"""A real Neo4j for the tests; see `starter`."""
