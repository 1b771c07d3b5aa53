// Returns memory id, cue key and edge weight for those of some cues that some memories have, in no order. Parameters:
// $namespace and, in $given, ids, keys.
MATCH (c:Cue)
WHERE c.namespace = $namespace AND c.key IN $given.keys
WITH collect(c) AS cues
UNWIND $given.ids AS id
MATCH (m:Memory {namespace: $namespace, id: id})
MATCH (m)-[r:HAS_CUE]->(c)
WHERE c IN cues
RETURN m.id, c.key, r.weight
