// Returns the number of edges removed that stood more than once between the same two nodes; at most 10,000 at once.
// Parameters: $namespace.
MATCH (m:Memory) WHERE m.namespace = $namespace AND m.id >= ''
MATCH (m)-[r]->(n)
WITH m, n, type(r) AS type, coalesce(r.position, -1) AS position, collect(r) AS edges
WHERE size(edges) > 1
UNWIND tail(edges) AS extra
WITH extra LIMIT 10000
DELETE extra
RETURN count(*)
