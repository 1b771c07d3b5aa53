// A project at a glance · 一个项目的概貌
// Its newest memories, who stands behind them, and what they say of one another. Parameters: project.
WITH 'default' AS namespace,
     '栖页' AS project
CALL (namespace, project) {
  MATCH (m:Memory)
  WHERE m.namespace = namespace AND m.project = project AND m.order_key >= ''
  RETURN m ORDER BY m.namespace DESC, m.project DESC, m.order_key DESC LIMIT 25
}
OPTIONAL MATCH (m)-[role:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|APPROVED_BY|ASSIGNED_TO]->(who)
OPTIONAL MATCH (m)-[link:RELATED_TO|CAUSED_BY|DEPENDS_ON|RESOLVES|SUPERSEDES]->(other:Memory)
WHERE other.project = project
RETURN m, role, who, link, other
ORDER BY m.order_key DESC, type(role), who.key, other.id
LIMIT 100
