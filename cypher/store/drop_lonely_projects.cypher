// Returns the number of projects removed: those of some that no memory leads to any more. Parameters: $namespace and,
// in $given, keys.
UNWIND $given.keys AS key
MATCH (n:Project {namespace: $namespace, key: key})
WHERE NOT EXISTS { (n)<-[:IN_PROJECT]-() }
DELETE n
RETURN count(*)
