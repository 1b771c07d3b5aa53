// Returns the properties of memories, missing ones absent, in no order. Parameters: $namespace and, in $given, ids.
UNWIND $given.ids AS id
MATCH (m:Memory {namespace: $namespace, id: id})
RETURN properties(m)
