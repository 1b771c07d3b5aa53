// Returns the number of people put. Parameters: $namespace and, in $given, rows (list of properties with their
// namespace and key).
UNWIND $given.rows AS row
MERGE (n:Person {namespace: $namespace, key: row.key})
SET n = row
RETURN count(n)
