// Returns the number of tombstones added; they were not there. Parameters: $name and, in $given, keys.
UNWIND $given.keys AS key
CREATE (t:Tombstone {namespace: $name, key: key})
RETURN count(t)
