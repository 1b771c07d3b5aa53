// Returns the numbers of one namespace, made if it was not there, once no other writer holds it. Held until the
// transaction ends. Parameters: $namespace.
MERGE (n:Namespace {name: $namespace})
ON CREATE SET n.revision = 0
SET n.locked = true
REMOVE n.locked
WITH n
RETURN n.revision, n.names_revision, n.fingerprint, n.language, n.counts, n.schema, n.aliases
