// Returns nothing; the namespace keeps these counts. Parameters: $name and, in $given, counts (JSON).
MATCH (n:Namespace {name: $name})
SET n.counts = $given.counts
