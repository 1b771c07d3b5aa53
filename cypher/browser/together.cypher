// Who works with whom · 谁和谁一起做事
// The memories in which a person and others stand in a role, the newest first. Parameters: person.
WITH 'default' AS namespace,
     'Nora Keller' AS person
MATCH (p:Person {namespace: namespace, name: person})
CALL (p) {
  MATCH (p)<-[:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY]-(m:Memory)
  WITH DISTINCT m ORDER BY m.order_key DESC LIMIT 200
  MATCH (m)-[role:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY]->(who:Person)
  WHERE who <> p
  WITH who, collect(DISTINCT m) AS common, count(DISTINCT m) AS shared
  ORDER BY shared DESC, who.key LIMIT 12
  UNWIND common[..8] AS m
  RETURN DISTINCT m
}
MATCH (m)-[role:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY]->(who:Person)
RETURN m, role, who
ORDER BY m.order_key DESC, type(role), who.key
LIMIT 140
