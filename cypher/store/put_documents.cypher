// Returns the number of documents that are there now. Parameters: $namespace, $keys (sorted).
UNWIND $keys AS key
MERGE (n:Document {namespace: $namespace, key: key})
RETURN count(n)
