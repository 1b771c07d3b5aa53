// Returns the keys of all projects, in no order. Parameters: $namespace.
MATCH (n:Project)
WHERE n.namespace = $namespace AND n.key >= ''
RETURN n.key
