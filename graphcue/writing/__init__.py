"""Records → changes of the graph: identity, what a text says of itself, names, threads, links.

The graph is a function of the set of records: every step looks at what is there and makes the difference.
"""
