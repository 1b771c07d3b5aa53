// Returns memory id, cue key and edge weight for those of some cues that some memories have, in no order. Parameters:
// $namespace and, in $given, ids, keys.
UNWIND $given.ids AS id
MATCH (m:Memory {namespace: $namespace, id: id})
MATCH (m)-[r:HAS_CUE]->(c)
WHERE c.key IN $given.keys
RETURN m.id, c.key, r.weight
