// Returns the number of projects that are there now. Parameters: $namespace and, in $given, keys (sorted).
UNWIND $given.keys AS key
MERGE (n:Project {namespace: $namespace, key: key})
RETURN count(n)
