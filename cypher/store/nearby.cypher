// Returns for some memories the outlines of what stands one and two steps along FOLLOWS before, and of what stands so
// after, nearest first; of several the least id; missing memories absent, in no order. Parameters: $namespace and, in
// $given, ids.
UNWIND $given.ids AS id
MATCH (m:Memory {namespace: $namespace, id: id})
WITH m, COLLECT { MATCH (m)-[:FOLLOWS]->(o) RETURN o ORDER BY o.id LIMIT 1 } AS back,
  COLLECT { MATCH (m)<-[:FOLLOWS]-(o) RETURN o ORDER BY o.id LIMIT 1 } AS ahead
WITH m, back, ahead, back[0] AS b, ahead[0] AS a
WITH m, back + COLLECT { MATCH (b)-[:FOLLOWS]->(o) RETURN o ORDER BY o.id LIMIT 1 } AS back,
  ahead + COLLECT { MATCH (a)<-[:FOLLOWS]-(o) RETURN o ORDER BY o.id LIMIT 1 } AS ahead
RETURN m.id,
  [o IN back | [o.id, o.order_time, o.occurred_grain, o.author, o.project, o.kind, o.document, o.thread, o.asks]],
  [o IN ahead | [o.id, o.order_time, o.occurred_grain, o.author, o.project, o.kind, o.document, o.thread, o.asks]]
