// Returns the number of cues removed: those of some that no memory leads to any more. Parameters: $namespace and, in
// $given, keys.
UNWIND $given.keys AS key
MATCH (n:Cue {namespace: $namespace, key: key})
WHERE NOT EXISTS { (n)<-[:HAS_CUE]-() }
DELETE n
RETURN count(*)
