// Returns the number of edges removed. Parameters: $namespace and, in $given, rows (list of [memory id, type, target,
// target's label, position or -1]).
UNWIND $given.rows AS row
MATCH (m:Memory {namespace: $namespace, id: row[0]})
CALL (row) {
  WITH row WHERE row[3] = 'Memory'
  MATCH (n:Memory {namespace: $namespace, id: row[2]})
  RETURN n
  UNION ALL
  WITH row WHERE row[3] = 'Person'
  MATCH (n:Person {namespace: $namespace, key: row[2]})
  RETURN n
  UNION ALL
  WITH row WHERE row[3] = 'Entity'
  MATCH (n:Entity {namespace: $namespace, key: row[2]})
  RETURN n
  UNION ALL
  WITH row WHERE row[3] = 'Project'
  MATCH (n:Project {namespace: $namespace, key: row[2]})
  RETURN n
  UNION ALL
  WITH row WHERE row[3] = 'Document'
  MATCH (n:Document {namespace: $namespace, key: row[2]})
  RETURN n
}
MATCH (m)-[r]->(n)
WHERE type(r) = row[1] AND coalesce(r.position, -1) = row[4]
DELETE r
RETURN count(*)
