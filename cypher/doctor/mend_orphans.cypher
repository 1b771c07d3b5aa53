// Returns the number of cues, projects and documents removed, since no memory leads to them; at most 10,000 at once.
// Parameters: $namespace.
CALL () {
  MATCH (n:Cue) WHERE n.namespace = $namespace AND n.key >= '' AND NOT EXISTS { (n)<-[:HAS_CUE]-() } RETURN n
  UNION ALL
  MATCH (n:Project) WHERE n.namespace = $namespace AND n.key >= '' AND NOT EXISTS { (n)<-[:IN_PROJECT]-() } RETURN n
  UNION ALL
  MATCH (n:Document) WHERE n.namespace = $namespace AND n.key >= '' AND NOT EXISTS { (n)<-[:FROM_DOCUMENT]-() } RETURN n
}
WITH n LIMIT 10000
DETACH DELETE n
RETURN count(n)
