// Returns for some memories the ids of the one that each FOLLOWS and of the one that follows it, null where there is none,
// the least where there are several; missing ones absent, in no order. Parameters: $namespace and, in $given, ids.
UNWIND $given.ids AS id
MATCH (m:Memory {namespace: $namespace, id: id})
OPTIONAL MATCH (m)-[:FOLLOWS]->(back)
OPTIONAL MATCH (m)<-[:FOLLOWS]-(ahead)
RETURN m.id, min(back.id), min(ahead.id)
