// Returns the number of aliases added between people or entities, which are there. Parameters: $namespace and, in $given,
// rows (lists of key, key).
UNWIND $given.rows AS row
MATCH (a:Person|Entity {namespace: $namespace, key: row[0]})
MATCH (b:Person|Entity {namespace: $namespace, key: row[1]})
MERGE (a)-[:ALIAS_OF]->(b)
RETURN count(*)
