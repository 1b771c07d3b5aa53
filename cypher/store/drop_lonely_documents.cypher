// Returns the number of documents removed: those of some that no memory leads to any more. Parameters: $namespace and,
// in $given, keys.
UNWIND $given.keys AS key
MATCH (n:Document {namespace: $namespace, key: key})
WHERE NOT EXISTS { (n)<-[:FROM_DOCUMENT]-() }
DELETE n
RETURN count(*)
