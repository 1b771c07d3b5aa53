// Returns nothing; the namespace keeps these counts, at a new revision. Parameters: $name and, in $given, counts (JSON).
MATCH (n:Namespace {name: $name})
SET n.counts = $given.counts, n.revision = n.revision + 1
