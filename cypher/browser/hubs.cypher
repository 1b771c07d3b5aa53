// Hubs: who and what most memories lead to · 枢纽：最多记忆通向谁
// The ten people or things with most edges, each with its newest memories. Parameters: none but the namespace.
WITH 'default' AS namespace
CALL (namespace) {
  MATCH (n:Person) WHERE n.namespace = namespace AND n.key >= '' RETURN n
  UNION ALL
  MATCH (n:Entity) WHERE n.namespace = namespace AND n.key >= '' RETURN n
}
WITH n, COUNT { (n)<-[:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS]-() } AS degree
ORDER BY degree DESC, n.key LIMIT 10
CALL (n) {
  MATCH (n)<-[edge:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS]-(m:Memory)
  RETURN m, collect(edge) AS edges ORDER BY m.order_key DESC LIMIT 12
}
RETURN n, edges, m
ORDER BY degree DESC, n.key, m.order_key DESC
LIMIT 120
