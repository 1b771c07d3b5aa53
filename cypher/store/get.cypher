// Returns the properties of memories but for their vectors, missing ones absent, in no order. Parameters: $namespace and,
// in $given, ids.
UNWIND $given.ids AS id
MATCH (m:Memory {namespace: $namespace, id: id})
RETURN m {.*, semantic: null}
