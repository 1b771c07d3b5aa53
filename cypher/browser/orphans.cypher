// Orphans and broken chains · 孤立的记忆与断开的链
// Among the newest 5,000 memories: orphans, to which nothing is tied but author, project and time; broken ones, whose thread
// goes on before them though no FOLLOWS leads there, with what it should lead to; and forks. `graphcue doctor` looks at all.
// Parameters: none but the namespace.
WITH 'default' AS namespace
CALL (namespace) {
  MATCH (m:Memory)
  WHERE m.namespace = namespace AND m.order_key >= ''
  RETURN m ORDER BY m.namespace DESC, m.order_key DESC LIMIT 5000
}
WITH collect(m) AS looked
CALL (looked) {
  UNWIND looked AS m
  WITH m WHERE NOT EXISTS { (m)-[:DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS
    |RELATED_TO|CAUSED_BY|DEPENDS_ON|RESOLVES|SUPERSEDES]-() }
  RETURN m, 'orphan' AS problem, NULL AS other LIMIT 50
  UNION ALL
  UNWIND looked AS m
  WITH m WHERE m.thread <> '' AND NOT EXISTS { (m)-[:FOLLOWS]->() }
  CALL (m) {
    MATCH (other:Memory)
    WHERE other.namespace = m.namespace AND other.thread = m.thread AND other.order_key < m.order_key
    RETURN other ORDER BY other.namespace DESC, other.thread DESC, other.order_key DESC LIMIT 1
  }
  RETURN m, 'broken' AS problem, other LIMIT 50
  UNION ALL
  UNWIND looked AS m
  WITH m WHERE COUNT { (m)<-[:FOLLOWS]-() } > 1 OR COUNT { (m)-[:FOLLOWS]->() } > 1
  WITH m LIMIT 20
  MATCH (m)-[:FOLLOWS]-(other)
  RETURN m, 'fork' AS problem, other LIMIT 50
}
RETURN m, problem, other
LIMIT 140
