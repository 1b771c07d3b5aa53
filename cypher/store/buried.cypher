// Returns those of some tombstones that stand, in no order. Parameters: $name and, in $given, keys.
UNWIND $given.keys AS key
MATCH (t:Tombstone {namespace: $name, key: key})
RETURN t.key
