// Returns the numbers of one namespace; no row if nothing was ever written to it. Parameters: $namespace.
MATCH (n:Namespace {name: $namespace})
RETURN n.revision, n.names_revision, n.fingerprint, n.language, n.counts, n.schema, n.aliases
