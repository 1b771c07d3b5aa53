// Returns the number of aliases removed between people or entities. Parameters: $namespace and, in $given, rows (lists
// of key, key).
UNWIND $given.rows AS row
MATCH (a:Person|Entity {namespace: $namespace, key: row[0]})-[e:ALIAS_OF]->(b:Person|Entity {key: row[1]})
DELETE e
RETURN count(*)
