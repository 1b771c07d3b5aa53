// Returns the number of documents that are there now. Parameters: $namespace and, in $given, keys (sorted).
UNWIND $given.keys AS key
MERGE (n:Document {namespace: $namespace, key: key})
RETURN count(n)
