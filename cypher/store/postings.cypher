// Returns memory id and all its (cue key, edge weight), in no order. Parameters: $namespace, $ids.
UNWIND $ids AS id
MATCH (m:Memory {namespace: $namespace, id: id})
RETURN m.id, [(m)-[r:HAS_CUE]->(c) | [c.key, r.weight]]
