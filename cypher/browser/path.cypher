// What leads from one to the other? · 从甲到乙有什么联系
// The shortest way through people, things and declared relations; crowded nodes are not walked through. Of several as short,
// the one that `graphcue path` gives (of more than a thousand, any of them). Parameters: first, last (ids of memories,
// names or projects), hub (edges that make a node crowded).
WITH 'default' AS namespace,
     '沈知遥' AS first,
     'muli37dfo3hxmb4xmgt3ofp3vy4' AS last,
     200 AS hub
CALL (namespace, first) {
  MATCH (n:Memory {namespace: namespace, id: first}) RETURN n AS a
  UNION
  MATCH (n:Person {namespace: namespace, name: first}) RETURN n AS a
  UNION
  MATCH (n:Entity {namespace: namespace, name: first}) RETURN n AS a
  UNION
  MATCH (n:Project {namespace: namespace, key: first}) RETURN n AS a
}
CALL (namespace, last) {
  MATCH (n:Memory {namespace: namespace, id: last}) RETURN n AS b
  UNION
  MATCH (n:Person {namespace: namespace, name: last}) RETURN n AS b
  UNION
  MATCH (n:Entity {namespace: namespace, name: last}) RETURN n AS b
  UNION
  MATCH (n:Project {namespace: namespace, key: last}) RETURN n AS b
}
MATCH way = ALL SHORTEST (a) (()-[:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS
  |IN_PROJECT|RELATED_TO|CAUSED_BY|DEPENDS_ON|RESOLVES|SUPERSEDES]-(n)
  WHERE NOT n:Project AND hub >= COUNT { (n)<-[:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY
    |MENTIONS|RELATED_TO|CAUSED_BY|DEPENDS_ON|RESOLVES|SUPERSEDES]-() }){0,11}
  ()-[:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS
  |IN_PROJECT|RELATED_TO|CAUSED_BY|DEPENDS_ON|RESOLVES|SUPERSEDES]-(b)
WHERE a <> b
WITH way LIMIT 1000
WITH way, [n IN reverse(nodes(way)) | coalesce(n.id, n.key)] AS keys
ORDER BY length(way), keys, [edge IN reverse(relationships(way)) | type(edge)]
LIMIT 1
RETURN way
