// Returns the number of postings removed. Parameters: $namespace and, in $given, rows (list of [memory id, cue key]).
UNWIND $given.rows AS row
MATCH (m:Memory {namespace: $namespace, id: row[0]})
MATCH (c:Cue {namespace: $namespace, key: row[1]})
MATCH (m)-[r:HAS_CUE]->(c)
DELETE r
RETURN count(*)
