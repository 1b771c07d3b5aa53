// Returns the number of entities put. Parameters: $namespace, $rows (list of properties with their namespace and key).
UNWIND $rows AS row
MERGE (n:Entity {namespace: $namespace, key: row.key})
SET n = row
RETURN count(n)
