// Causes and effects · 起因与后果
// What led to a memory, and what it led to, step by step. Parameters: id.
WITH 'default' AS namespace,
     'muli37dfo3hxmb4xmgt3ofp3vy4' AS id
MATCH (start:Memory {namespace: namespace, id: id})
CALL (start) {
  MATCH (start)-[:CAUSED_BY*0..50]->(m) RETURN m LIMIT 100
  UNION
  MATCH (start)<-[:CAUSED_BY*0..50]-(m) RETURN m LIMIT 100
}
WITH collect(m) AS reached
UNWIND reached AS m
OPTIONAL MATCH (m)-[link:CAUSED_BY]->(cause) WHERE cause IN reached
RETURN m, link, cause
ORDER BY m.order_key, cause.id
LIMIT 250
