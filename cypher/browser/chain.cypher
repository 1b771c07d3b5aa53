// What superseded what · 谁取代了谁
// The line of supersession through a memory, both ways, with who stands behind each. Parameters: id (of any link).
WITH 'default' AS namespace,
     'mjpidlfiulobj77au5xkfh4xkhu' AS id
MATCH (start:Memory {namespace: namespace, id: id})
CALL (start) {
  MATCH (start)-[:SUPERSEDES*0..50]->(m) RETURN m LIMIT 100
  UNION
  MATCH (start)<-[:SUPERSEDES*0..50]-(m) RETURN m LIMIT 100
}
WITH collect(m) AS chain
UNWIND chain AS m
OPTIONAL MATCH (m)-[link:SUPERSEDES]->(older) WHERE older IN chain
OPTIONAL MATCH (m)-[role:AUTHORED_BY|PRESENTED_BY|DECIDED_BY|APPROVED_BY]->(who:Person)
RETURN m, link, older, role, who
ORDER BY m.order_key, older.id, type(role), who.key
LIMIT 100
