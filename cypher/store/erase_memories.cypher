// Returns how many memories of a namespace were removed, with all their edges: at most 1,000, since the server holds what it
// removes in memory until the transaction ends. Parameters: $namespace.
MATCH (m:Memory)
WHERE m.namespace = $namespace AND m.id >= ''
WITH m LIMIT 1000
DETACH DELETE m
RETURN count(*)
