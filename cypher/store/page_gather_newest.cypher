// Returns id and order key of the memories beyond an order key that pass a filter, the newest first: all that an index leads to
// are gathered and sorted. One way in is walked: the others get an empty list or null, which finds nothing.
// Parameters: $namespace and, in $given, after, limit; one way in of by_ids, by_cues (the rarest by_most of them), by_names with
// by_edges, by_documents, by_thread, by_projects, by_kinds, by_key with to_key (order keys from, up to); and a filter, each
// part of which may be null, as in match.cypher.
CALL () {
  MATCH (m:Memory)
  WHERE m.namespace = $namespace AND m.id IN $given.by_ids
  RETURN m
  UNION
  MATCH (c:Cue)
  WHERE c.namespace = $namespace AND c.key IN $given.by_cues
  WITH c ORDER BY COUNT { (c)<-[:HAS_CUE]-() } LIMIT $given.by_most
  MATCH (c)<-[:HAS_CUE]-(m)
  RETURN m
  UNION
  MATCH (n:Person)
  WHERE n.namespace = $namespace AND n.key IN $given.by_names
  MATCH (n)<-[e:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS]-(m)
  WHERE type(e) IN $given.by_edges
  RETURN m
  UNION
  MATCH (n:Entity)
  WHERE n.namespace = $namespace AND n.key IN $given.by_names
  MATCH (n)<-[e:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS]-(m)
  WHERE type(e) IN $given.by_edges
  RETURN m
  UNION
  MATCH (d:Document)
  WHERE d.namespace = $namespace AND d.key IN $given.by_documents
  MATCH (d)<-[:FROM_DOCUMENT]-(m)
  RETURN m
  UNION
  MATCH (m:Memory)
  WHERE m.namespace = $namespace AND m.thread = $given.by_thread AND m.order_key >= ''
  RETURN m
  UNION
  UNWIND $given.by_projects AS project
  MATCH (m:Memory)
  WHERE m.namespace = $namespace AND m.project = project AND m.order_key >= ''
  RETURN m
  UNION
  UNWIND $given.by_kinds AS kind
  MATCH (m:Memory)
  WHERE m.namespace = $namespace AND m.kind = kind AND m.order_key >= ''
  RETURN m
  UNION
  MATCH (m:Memory)
  WHERE m.namespace = $namespace AND m.order_key >= $given.by_key AND m.order_key < $given.to_key
  RETURN m
}
WITH m
WHERE m.order_key < $given.after
  AND ($given.ids IS NULL OR m.id IN $given.ids)
  AND ($given.projects IS NULL OR m.project IN $given.projects)
  AND ($given.kinds IS NULL OR m.kind IN $given.kinds)
  AND ($given.statuses IS NULL OR m.status IN $given.statuses)
  AND ($given.thread IS NULL OR m.thread = $given.thread)
  AND ($given.since IS NULL OR m.order_time >= $given.since)
  AND ($given.until IS NULL OR m.order_time < $given.until)
  AND ($given.known_at IS NULL OR m.recorded_at <= $given.known_at)
  AND ($given.born_until IS NULL OR m.born <= $given.born_until)
  AND ($given.valid_at IS NULL OR m.valid_from IS NULL OR m.valid_from <= $given.valid_at)
  AND ($given.valid_at IS NULL OR m.valid_until IS NULL
    OR $given.valid_at < m.valid_until + CASE m.valid_until_grain WHEN 'day' THEN 86400000 ELSE 0 END)
  AND ($given.state IS NULL OR ($given.state = 'superseded') = (
    m.superseded_at IS NOT NULL AND ($given.at IS NULL OR m.superseded_at <= $given.at)
    AND ($given.born_until IS NULL OR EXISTS { (m)<-[:SUPERSEDES]-(later) WHERE later.born <= $given.born_until })
  ))
  AND ($given.documents IS NULL OR EXISTS { (m)-[:FROM_DOCUMENT]->(d) WHERE d.key IN $given.documents })
  AND ($given.names IS NULL OR EXISTS {
    (m)-[e:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS]->(n)
    WHERE n.key IN $given.names AND type(e) IN $given.edges
  })
  AND ($given.tied IS NULL OR EXISTS {
    MATCH (m)-[:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS]->(n)
    WITH collect(n.key) AS keys WHERE all(group IN $given.tied WHERE any(key IN group WHERE key IN keys))
    RETURN keys
  })
  AND ($given.cues IS NULL OR EXISTS {
    MATCH (m)-[:HAS_CUE]->(other)
    WITH collect(other.key) AS keys WHERE all(group IN $given.cues WHERE any(key IN group WHERE key IN keys))
    RETURN keys
  })
RETURN m.id, m.order_key
ORDER BY m.order_key DESC, m.id DESC
LIMIT $given.limit
