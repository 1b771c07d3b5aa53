// Returns memory id and all its (cue key, edge weight), in no order. Parameters: $namespace and, in $given, ids.
UNWIND $given.ids AS id
MATCH (m:Memory {namespace: $namespace, id: id})
RETURN m.id, [(m)-[r:HAS_CUE]->(c) | [c.key, r.weight]]
