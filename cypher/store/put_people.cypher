// Returns the number of people put. Parameters: $namespace, $rows (list of properties with their namespace and key).
UNWIND $rows AS row
MERGE (n:Person {namespace: $namespace, key: row.key})
SET n = row
RETURN count(n)
