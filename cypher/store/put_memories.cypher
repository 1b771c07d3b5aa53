// Returns the number of memories put; those that exist keep their edges and `born`, the revision at which
// they were first put. The labels beside Memory are for Neo4j Browser, which colours by label. Parameters: $namespace
// and, in $given, rows (list of properties with their namespace and id).
UNWIND $given.rows AS row
MERGE (m:Memory {namespace: $namespace, id: row.id})
WITH m, row, coalesce(m.born, row.revision) AS born
SET m = row, m.born = born
REMOVE m:Decision:Action:Superseded
SET m:$(CASE row.kind WHEN 'decision' THEN ['Decision'] WHEN 'action' THEN ['Action'] ELSE [] END
  + CASE WHEN row.superseded_at IS NULL THEN [] ELSE ['Superseded'] END)
RETURN count(m)
