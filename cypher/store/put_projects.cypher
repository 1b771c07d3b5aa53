// Returns the number of projects that are there now. Parameters: $namespace, $keys (sorted).
UNWIND $keys AS key
MERGE (n:Project {namespace: $namespace, key: key})
RETURN count(n)
