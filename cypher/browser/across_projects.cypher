// A thing or a person across projects · 一个事物或人，跨项目
// The newest memories that name it, each with its project. Parameters: name (of an entity or a person).
WITH 'default' AS namespace,
     '苏禾' AS name
MATCH (n:Entity|Person {namespace: namespace, name: name})
MATCH (n)<-[edge:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|MENTIONS]-(m:Memory)
WITH n, m, collect(edge) AS edges ORDER BY m.order_key DESC
WITH n, m.project AS project, collect({m: m, edges: edges})[..10] AS found
ORDER BY project LIMIT 20
UNWIND found AS one
WITH n, one.m AS m, one.edges AS edges LIMIT 140
OPTIONAL MATCH (m)-[home:IN_PROJECT]->(p:Project)
RETURN n, edges, m, home, p
ORDER BY p.key, m.order_key DESC
LIMIT 140
