// Returns node and number of edges of some types that lead to it, nodes without any absent; a count is one read.
// Parameters: $namespace and, in $given, nodes (memory ids, name keys, projects, paths), types.
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
WITH node, sum(
    CASE WHEN 'AUTHORED_BY' IN $given.types THEN COUNT { (n)<-[:AUTHORED_BY]-() } ELSE 0 END
    + CASE WHEN 'DECIDED_BY' IN $given.types THEN COUNT { (n)<-[:DECIDED_BY]-() } ELSE 0 END
    + CASE WHEN 'PRESENTED_BY' IN $given.types THEN COUNT { (n)<-[:PRESENTED_BY]-() } ELSE 0 END
    + CASE WHEN 'ASSIGNED_TO' IN $given.types THEN COUNT { (n)<-[:ASSIGNED_TO]-() } ELSE 0 END
    + CASE WHEN 'APPROVED_BY' IN $given.types THEN COUNT { (n)<-[:APPROVED_BY]-() } ELSE 0 END
    + CASE WHEN 'ATTENDED_BY' IN $given.types THEN COUNT { (n)<-[:ATTENDED_BY]-() } ELSE 0 END
    + CASE WHEN 'MENTIONS' IN $given.types THEN COUNT { (n)<-[:MENTIONS]-() } ELSE 0 END
    + CASE WHEN 'IN_PROJECT' IN $given.types THEN COUNT { (n)<-[:IN_PROJECT]-() } ELSE 0 END
    + CASE WHEN 'FROM_DOCUMENT' IN $given.types THEN COUNT { (n)<-[:FROM_DOCUMENT]-() } ELSE 0 END
    + CASE WHEN 'FOLLOWS' IN $given.types THEN COUNT { (n)<-[:FOLLOWS]-() } ELSE 0 END
    + CASE WHEN 'RELATED_TO' IN $given.types THEN COUNT { (n)<-[:RELATED_TO]-() } ELSE 0 END
    + CASE WHEN 'CAUSED_BY' IN $given.types THEN COUNT { (n)<-[:CAUSED_BY]-() } ELSE 0 END
    + CASE WHEN 'DEPENDS_ON' IN $given.types THEN COUNT { (n)<-[:DEPENDS_ON]-() } ELSE 0 END
    + CASE WHEN 'RESOLVES' IN $given.types THEN COUNT { (n)<-[:RESOLVES]-() } ELSE 0 END
    + CASE WHEN 'SUPERSEDES' IN $given.types THEN COUNT { (n)<-[:SUPERSEDES]-() } ELSE 0 END
  ) AS degree
WHERE degree > 0
RETURN node, degree
