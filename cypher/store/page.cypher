// Returns the number of memories that pass a filter, and (id, order key) of those beyond an order key, in order.
// One way in is walked: the others get an empty list or null, which finds nothing.
// Parameters: $namespace, $order ("oldest" or "newest"), $after, $limit; one way in of $by_cues (the rarest of them), $by_names with $edges,
// $by_documents, $by_thread, $by_projects, $by_kinds, $by_key with $to_key (order keys from, up to); and a filter, each
// part of which may be null, as in match.cypher.
CALL () {
  MATCH (c:Cue)
  WHERE c.namespace = $namespace AND c.key IN $by_cues
  WITH c ORDER BY COUNT { (c)<-[:HAS_CUE]-() } LIMIT 1
  MATCH (c)<-[:HAS_CUE]-(m)
  RETURN m
  UNION
  MATCH (n:Person)
  WHERE n.namespace = $namespace AND n.key IN $by_names
  MATCH (n)<-[e:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS]-(m)
  WHERE type(e) IN $edges
  RETURN m
  UNION
  MATCH (n:Entity)
  WHERE n.namespace = $namespace AND n.key IN $by_names
  MATCH (n)<-[e:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS]-(m)
  WHERE type(e) IN $edges
  RETURN m
  UNION
  MATCH (d:Document)
  WHERE d.namespace = $namespace AND d.key IN $by_documents
  MATCH (d)<-[:FROM_DOCUMENT]-(m)
  RETURN m
  UNION
  MATCH (m:Memory)
  WHERE m.namespace = $namespace AND m.thread = $by_thread AND m.order_key >= ''
  RETURN m
  UNION
  MATCH (m:Memory)
  WHERE m.namespace = $namespace AND m.project IN $by_projects AND m.order_key >= ''
  RETURN m
  UNION
  MATCH (m:Memory)
  WHERE m.namespace = $namespace AND m.kind IN $by_kinds AND m.order_key >= ''
  RETURN m
  UNION
  MATCH (m:Memory)
  WHERE m.namespace = $namespace AND m.order_key >= $by_key AND m.order_key < $to_key
  RETURN m
}
WITH m
WHERE ($projects IS NULL OR m.project IN $projects)
  AND ($kinds IS NULL OR m.kind IN $kinds)
  AND ($statuses IS NULL OR m.status IN $statuses)
  AND ($thread IS NULL OR m.thread = $thread)
  AND ($since IS NULL OR m.order_time >= $since)
  AND ($until IS NULL OR m.order_time < $until)
  AND ($known_at IS NULL OR m.recorded_at <= $known_at)
  AND ($state IS NULL
    OR ($state = 'superseded') = (m.superseded_at IS NOT NULL AND ($at IS NULL OR m.superseded_at <= $at)))
  AND ($documents IS NULL OR EXISTS { (m)-[:FROM_DOCUMENT]->(d) WHERE d.key IN $documents })
  AND ($cues IS NULL OR EXISTS {
    MATCH (m)-[:HAS_CUE]->(other) WHERE other.key IN $cues
    WITH count(other) AS had WHERE had = size($cues)
    RETURN had
  })
  AND ($names IS NULL OR EXISTS {
    (m)-[e:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS]->(n)
    WHERE n.key IN $names AND type(e) IN $edges
  })
WITH collect(m) AS found
CALL (found) {
  UNWIND found AS m
  WITH m WHERE $order = 'oldest' AND m.order_key > $after
  WITH m ORDER BY m.order_key, m.id LIMIT $limit
  RETURN collect([m.id, m.order_key]) AS oldest
}
CALL (found) {
  UNWIND found AS m
  WITH m WHERE $order = 'newest' AND m.order_key < $after
  WITH m ORDER BY m.order_key DESC, m.id DESC LIMIT $limit
  RETURN collect([m.id, m.order_key]) AS newest
}
RETURN size(found), oldest + newest
