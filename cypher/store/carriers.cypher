// Returns the ids of the memories that have all of some cues, walked from the rarest, sorted. Parameters: $namespace
// and, in $given, keys (each once).
UNWIND $given.keys AS key
MATCH (c:Cue {namespace: $namespace, key: key})
WITH c ORDER BY COUNT { (c)<-[:HAS_CUE]-() }, c.key
WITH collect(c) AS cues
WHERE size(cues) = size($given.keys)
WITH head(cues) AS rarest, tail(cues) AS others
MATCH (rarest)<-[:HAS_CUE]-(m)
WHERE all(other IN others WHERE EXISTS { (m)-[:HAS_CUE]->(other) })
RETURN m.id
ORDER BY m.id
