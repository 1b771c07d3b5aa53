// Returns the number of people removed, with whatever edges they still had. Parameters: $namespace, $keys.
UNWIND $keys AS key
MATCH (n:Person {namespace: $namespace, key: key})
DETACH DELETE n
RETURN count(*)
