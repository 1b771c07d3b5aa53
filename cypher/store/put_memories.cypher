// Returns the number of memories put; those that exist keep their edges. Parameters: $namespace and, in $given, rows
// (list of properties with their namespace and id).
UNWIND $given.rows AS row
MERGE (m:Memory {namespace: $namespace, id: row.id})
SET m = row
RETURN count(m)
