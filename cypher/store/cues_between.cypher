// Returns cue key and number of memories that have it, for the keys from low on and before high of each range, in no
// order. Parameters: $namespace and, in $given, ranges (list of [low, high]).
UNWIND $given.ranges AS range
MATCH (c:Cue)
WHERE c.namespace = $namespace AND c.key >= range[0] AND c.key < range[1]
RETURN c.key, COUNT { (c)<-[:HAS_CUE]-() }
