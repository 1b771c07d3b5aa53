// Returns the number of memories removed, with whatever edges they still had. Parameters: $namespace and, in $given,
// ids.
UNWIND $given.ids AS id
MATCH (m:Memory {namespace: $namespace, id: id})
DETACH DELETE m
RETURN count(*)
