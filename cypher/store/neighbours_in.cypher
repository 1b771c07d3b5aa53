// Returns the edges that lead to some nodes (memory ids, name keys, projects, paths), the newest sources first within a
// type: node, type, source, rule, and the place. One step a type, so that a hub's other edges are not read. Parameters:
// $namespace and, in $given, nodes, types, per_node (at most so many of a type).
UNWIND $given.nodes AS node
CALL (node) {
  MATCH (n:Memory {namespace: $namespace, id: node}) RETURN n
  UNION ALL
  MATCH (n:Person {namespace: $namespace, key: node}) RETURN n
  UNION ALL
  MATCH (n:Entity {namespace: $namespace, key: node}) RETURN n
  UNION ALL
  MATCH (n:Project {namespace: $namespace, key: node}) RETURN n
  UNION ALL
  MATCH (n:Document {namespace: $namespace, key: node}) RETURN n
}
CALL (n) {
  WITH n WHERE 'AUTHORED_BY' IN $given.types
  MATCH (n)<-[r:AUTHORED_BY]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
  UNION ALL
  WITH n WHERE 'DECIDED_BY' IN $given.types
  MATCH (n)<-[r:DECIDED_BY]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
  UNION ALL
  WITH n WHERE 'PRESENTED_BY' IN $given.types
  MATCH (n)<-[r:PRESENTED_BY]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
  UNION ALL
  WITH n WHERE 'ASSIGNED_TO' IN $given.types
  MATCH (n)<-[r:ASSIGNED_TO]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
  UNION ALL
  WITH n WHERE 'APPROVED_BY' IN $given.types
  MATCH (n)<-[r:APPROVED_BY]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
  UNION ALL
  WITH n WHERE 'ATTENDED_BY' IN $given.types
  MATCH (n)<-[r:ATTENDED_BY]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
  UNION ALL
  WITH n WHERE 'MENTIONS' IN $given.types
  MATCH (n)<-[r:MENTIONS]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
  UNION ALL
  WITH n WHERE 'IN_PROJECT' IN $given.types
  MATCH (n)<-[r:IN_PROJECT]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
  UNION ALL
  WITH n WHERE 'FROM_DOCUMENT' IN $given.types
  MATCH (n)<-[r:FROM_DOCUMENT]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
  UNION ALL
  WITH n WHERE 'FOLLOWS' IN $given.types
  MATCH (n)<-[r:FOLLOWS]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
  UNION ALL
  WITH n WHERE 'RELATED_TO' IN $given.types
  MATCH (n)<-[r:RELATED_TO]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
  UNION ALL
  WITH n WHERE 'CAUSED_BY' IN $given.types
  MATCH (n)<-[r:CAUSED_BY]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
  UNION ALL
  WITH n WHERE 'DEPENDS_ON' IN $given.types
  MATCH (n)<-[r:DEPENDS_ON]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
  UNION ALL
  WITH n WHERE 'RESOLVES' IN $given.types
  MATCH (n)<-[r:RESOLVES]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
  UNION ALL
  WITH n WHERE 'SUPERSEDES' IN $given.types
  MATCH (n)<-[r:SUPERSEDES]-(m)
  RETURN r, m ORDER BY m.order_time DESC, m.id, r.position LIMIT $given.per_node
}
RETURN node, type(r), m.id, r.rule, r.path, r.line_start, r.line_end, r.position, m.order_time
