// Returns whether the write transaction with this mark was kept; no row without the namespace.
// Parameters: $namespace, $mark.
MATCH (n:Namespace {name: $namespace})
RETURN $mark IN coalesce(n.writes, [])
