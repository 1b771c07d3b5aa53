// All decisions by a person · 某人的全部决策
// What they wrote, presented, decided or approved, superseded ones too, and who else did. Parameters: person.
WITH 'default' AS namespace,
     '林若川' AS person
MATCH (p:Person {namespace: namespace, name: person})<-[:AUTHORED_BY|PRESENTED_BY|DECIDED_BY|APPROVED_BY]-(m:Memory)
WHERE m.kind = 'decision'
WITH DISTINCT m ORDER BY m.order_key DESC LIMIT 60
MATCH (m)-[role:AUTHORED_BY|PRESENTED_BY|DECIDED_BY|APPROVED_BY]->(who:Person)
OPTIONAL MATCH (m)-[link:SUPERSEDES]->(other:Memory)
WITH m, role, who, link, other
ORDER BY m.order_key DESC, type(role), who.key, other.id
LIMIT 100
RETURN m, role, who, link, other
