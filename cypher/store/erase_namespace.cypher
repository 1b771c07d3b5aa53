// Returns nothing; the namespace is gone, and its last revision is kept where no name tells whose it was: see
// last_erased.cypher. Parameters: $name and, in $given, revision.
MERGE (last:Namespace {name: ''})
ON CREATE SET last.erased = 0
SET last.erased = CASE WHEN last.erased < $given.revision THEN $given.revision ELSE last.erased END
WITH last
MATCH (n:Namespace {name: $name})
DELETE n
