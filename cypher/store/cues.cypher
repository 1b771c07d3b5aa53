// Returns cue key and number of memories that have it, unknown cues absent, in no order. Parameters: $namespace and, in
// $given, keys.
UNWIND $given.keys AS key
MATCH (c:Cue {namespace: $namespace, key: key})
RETURN c.key, COUNT { (c)<-[:HAS_CUE]-() }
