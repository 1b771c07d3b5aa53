// Returns the number of edges made; both ends must be there. The types come from the contract, never from a text.
// Parameters: $namespace and, in $given, rows (list of [memory id, type, target, target's label, properties]).
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
CREATE (m)-[r:$(row[1])]->(n)
SET r = row[4]
RETURN count(r)
