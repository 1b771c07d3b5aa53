// Returns for some memories the list of their word cues: key and number of memories that have it, in no order.
// Parameters: $namespace and, in $given, ids.
UNWIND $given.ids AS id
MATCH (m:Memory {namespace: $namespace, id: id})
RETURN m.id, [(m)-[:HAS_CUE]->(c:Cue) WHERE c.key STARTS WITH 'word:' | [c.key, COUNT { (c)<-[:HAS_CUE]-() }]]
