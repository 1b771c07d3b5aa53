// Returns the number of tombstones removed. Parameters: $name and, in $given, keys.
UNWIND $given.keys AS key
MATCH (t:Tombstone {namespace: $name, key: key})
DELETE t
RETURN count(*)
