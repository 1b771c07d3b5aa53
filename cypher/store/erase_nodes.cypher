// Returns how many nodes of a namespace were removed that are no memories, with all their edges: at most 5,000. Parameters:
// $namespace, $name.
CALL () {
  MATCH (n:Cue) WHERE n.namespace = $namespace AND n.key >= '' RETURN n
  UNION ALL
  MATCH (n:Person) WHERE n.namespace = $namespace AND n.key >= '' RETURN n
  UNION ALL
  MATCH (n:Entity) WHERE n.namespace = $namespace AND n.key >= '' RETURN n
  UNION ALL
  MATCH (n:Project) WHERE n.namespace = $namespace AND n.key >= '' RETURN n
  UNION ALL
  MATCH (n:Document) WHERE n.namespace = $namespace AND n.key >= '' RETURN n
  UNION ALL
  MATCH (n:Tombstone) WHERE n.namespace = $name AND n.key >= '' RETURN n
  UNION ALL
  MATCH (n:Session) WHERE n.namespace = $name AND n.id >= '' RETURN n
}
WITH n LIMIT 5000
DETACH DELETE n
RETURN count(*)
