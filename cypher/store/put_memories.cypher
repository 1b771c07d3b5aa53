// Returns the number of memories put; those that exist keep their edges and `born`, the revision at which
// they were first put. Parameters: $namespace and, in $given, rows
// (list of properties with their namespace and id).
UNWIND $given.rows AS row
MERGE (m:Memory {namespace: $namespace, id: row.id})
WITH m, row, coalesce(m.born, row.revision) AS born
SET m = row, m.born = born
RETURN count(m)
