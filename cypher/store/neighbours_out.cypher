// Returns the edges that start at some memories: node, type, target, rule, and the place, in no order. Parameters:
// $namespace and, in $given, nodes, types.
UNWIND $given.nodes AS node
MATCH (m:Memory {namespace: $namespace, id: node})
MATCH (m)-[r:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS
  |IN_PROJECT|FROM_DOCUMENT|FOLLOWS|RELATED_TO|CAUSED_BY|DEPENDS_ON|RESOLVES|SUPERSEDES]->(n)
WHERE type(r) IN $given.types
RETURN node, type(r), coalesce(n.id, n.key), r.rule, r.path, r.line_start, r.line_end, r.position
