// Returns the edges from memories of a namespace to nodes of another, or to what is none of ours: memory id, type,
// what it leads to. Parameters: $namespace.
MATCH (m:Memory) WHERE m.namespace = $namespace AND m.id >= ''
MATCH (m)-[r]->(n)
WHERE n.namespace IS NULL OR n.namespace <> $namespace
RETURN m.id, type(r), coalesce(n.id, n.key, labels(n)[0], '')
