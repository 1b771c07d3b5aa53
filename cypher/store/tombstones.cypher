// Returns the first tombstones beyond one, sorted. Parameters: $name and, in $given, after, limit.
MATCH (t:Tombstone)
WHERE t.namespace = $name AND t.key > $given.after
RETURN t.key
ORDER BY t.namespace, t.key
LIMIT $given.limit
