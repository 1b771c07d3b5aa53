"""Questions with a complete answer: counted, in a stated order, paged."""
