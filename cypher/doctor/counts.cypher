// Returns label or type → number of nodes and edges of a namespace as they are. Parameters: $namespace
// and, for tombstones, $name.
CALL () {
  MATCH (n:Memory) WHERE n.namespace = $namespace AND n.id >= '' RETURN 'Memory' AS what, count(n) AS number
  UNION ALL
  MATCH (n:Cue) WHERE n.namespace = $namespace AND n.key >= '' RETURN 'Cue' AS what, count(n) AS number
  UNION ALL
  MATCH (n:Person) WHERE n.namespace = $namespace AND n.key >= '' RETURN 'Person' AS what, count(n) AS number
  UNION ALL
  MATCH (n:Entity) WHERE n.namespace = $namespace AND n.key >= '' RETURN 'Entity' AS what, count(n) AS number
  UNION ALL
  MATCH (n:Project) WHERE n.namespace = $namespace AND n.key >= '' RETURN 'Project' AS what, count(n) AS number
  UNION ALL
  MATCH (n:Document) WHERE n.namespace = $namespace AND n.key >= '' RETURN 'Document' AS what, count(n) AS number
  UNION ALL
  MATCH (n:Tombstone) WHERE n.namespace = $name AND n.key >= '' RETURN 'Tombstone' AS what, count(n) AS number
  UNION ALL
  MATCH (m:Memory) WHERE m.namespace = $namespace AND m.id >= ''
  MATCH (m)-[r]->() RETURN type(r) AS what, count(r) AS number
}
WITH what, number WHERE number > 0
RETURN what, number
