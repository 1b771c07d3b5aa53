// Returns the number of memories whose superseded_at was set or, by null, removed. Parameters: $namespace and, in
// $given, rows (list of [id, ms UTC or null]), revision.
UNWIND $given.rows AS row
MATCH (m:Memory {namespace: $namespace, id: row[0]})
SET m.superseded_at = row[1], m.revision = $given.revision
RETURN count(m)
