// Returns whether the write transaction with this mark was kept; no row without the namespace. Parameters: $namespace
// and, in $given, mark.
MATCH (n:Namespace {name: $namespace})
RETURN $given.mark IN coalesce(n.writes, [])
