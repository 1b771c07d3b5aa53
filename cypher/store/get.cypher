// Returns the properties of memories, missing ones absent, in no order. Parameters: $namespace, $ids.
UNWIND $ids AS id
MATCH (m:Memory {namespace: $namespace, id: id})
RETURN properties(m)
