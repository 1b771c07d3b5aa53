// Returns the number of entities removed, with whatever edges they still had. Parameters: $namespace and, in $given,
// keys.
UNWIND $given.keys AS key
MATCH (n:Entity {namespace: $namespace, key: key})
DETACH DELETE n
RETURN count(*)
