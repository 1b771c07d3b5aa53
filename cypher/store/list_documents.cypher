// Returns the keys of all documents, in no order. Parameters: $namespace.
MATCH (n:Document)
WHERE n.namespace = $namespace AND n.key >= ''
RETURN n.key
