// Returns the number of vectors kept: those of memories that are still as they were at the revision that the vector was
// made from. Parameters: $namespace and, in $given, rows (list of id, revision, maker, values).
UNWIND $given.rows AS row
MATCH (m:Memory {namespace: $namespace, id: row.id})
WHERE m.revision = row.revision
SET m.semantic = row.values, m.semantic_maker = row.maker, m.semantic_revision = row.revision
RETURN count(m)
