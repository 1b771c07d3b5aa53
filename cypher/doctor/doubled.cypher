// Returns the edges that stand more than once between the same two nodes: memory id, type, what it leads to, and how many
// there are too many. Parameters: $namespace.
MATCH (m:Memory) WHERE m.namespace = $namespace AND m.id >= ''
MATCH (m)-[r]->(n)
WITH m, n, type(r) AS type, coalesce(r.position, -1) AS position, count(r) AS times
WHERE times > 1
RETURN m.id, type, coalesce(n.id, n.key), times - 1
