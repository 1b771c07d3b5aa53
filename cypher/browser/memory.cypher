// A memory and its surroundings · 一条记忆和它的周围
// Who and what it is tied to, what came before and after it. Parameters: id, as every answer shows it.
WITH 'default' AS namespace,
     'm5zewes74claaj32jdyvqad2rba' AS id
MATCH (m:Memory {namespace: namespace, id: id})
OPTIONAL MATCH (m)-[edge:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS
  |IN_PROJECT|FROM_DOCUMENT|FOLLOWS|RELATED_TO|CAUSED_BY|DEPENDS_ON|RESOLVES|SUPERSEDES]-(n)
RETURN m, edge, n
ORDER BY type(edge), coalesce(n.id, n.key)
LIMIT 200
