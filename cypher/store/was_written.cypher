// Returns whether the write transaction with this mark was kept; no row without the namespace. Parameters: $name
// and, in $given, mark.
MATCH (n:Namespace {name: $name})
RETURN $given.mark IN coalesce(n.writes, [])
