// Returns the number of memories whose superseded_at was set or, by null, removed; the label Superseded goes with it.
// Parameters: $namespace and, in $given, rows (list of [id, ms UTC or null]), revision.
UNWIND $given.rows AS row
MATCH (m:Memory {namespace: $namespace, id: row[0]})
SET m.superseded_at = row[1], m.revision = $given.revision
REMOVE m:Superseded
SET m:$(CASE WHEN row[1] IS NULL THEN [] ELSE ['Superseded'] END)
RETURN count(m)
