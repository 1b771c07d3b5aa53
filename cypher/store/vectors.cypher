// Returns the vectors that are kept: the memory's id, the bytes, what made them, and the revision of the memory that they
// were made from, in no order. Parameters: $namespace.
MATCH (m:Memory)
WHERE m.namespace = $namespace AND m.id >= '' AND m.semantic IS NOT NULL
RETURN m.id, m.semantic, m.semantic_maker, m.semantic_revision
