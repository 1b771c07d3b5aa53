// Returns the number of edges removed that led from memories of a namespace to nodes that are not its own; at most 10,000
// at once. Parameters: $namespace.
MATCH (m:Memory) WHERE m.namespace = $namespace AND m.id >= ''
MATCH (m)-[r]->(n)
WHERE n.namespace IS NULL OR n.namespace <> $namespace
WITH r LIMIT 10000
DELETE r
RETURN count(*)
