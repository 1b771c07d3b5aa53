// Returns the number of entities put. Parameters: $namespace and, in $given, rows (list of properties with their
// namespace and key).
UNWIND $given.rows AS row
MERGE (n:Entity {namespace: $namespace, key: row.key})
SET n = row
RETURN count(n)
