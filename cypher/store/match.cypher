// Returns one list of the memories with the greatest sum of weight × edge weight over some cues, best first: points,
// the cues that were hit as indexes into `weights`, their edge weights, and the outline's fields. A cue that more than
// `newest` memories have leads to the newest only. Parameters: $namespace and, in $given, weights (list of [cue key,
// weight, index]), newest, limit, and a filter, each part of which may be null: ids, projects, kinds, statuses, thread,
// since, until, known_at, valid_at, born_until, state ("current" or "superseded") with at, documents, names with edges, tied
// (groups of names), cues (groups of keys).
UNWIND $given.weights AS given
MATCH (c:Cue {namespace: $namespace, key: given[0]})
CALL (c) {
  WITH c WHERE COUNT { (c)<-[:HAS_CUE]-() } <= $given.newest
  MATCH (c)<-[r:HAS_CUE]-(m)
  RETURN r, m
  UNION ALL
  WITH c WHERE COUNT { (c)<-[:HAS_CUE]-() } > $given.newest
  MATCH (c)<-[r:HAS_CUE]-(m)
  WITH r, m ORDER BY m.order_time DESC, m.id LIMIT $given.newest
  RETURN r, m
}
WITH m, sum(given[1] * r.weight) AS points, collect(given[2]) AS hits, collect(r.weight) AS hit_weights
WHERE ($given.ids IS NULL OR m.id IN $given.ids)
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
WITH m, points, hits, hit_weights
ORDER BY points DESC, m.order_time DESC, m.id
LIMIT $given.limit
RETURN collect([points, hits, hit_weights,
  m.id, m.order_time, m.occurred_grain, m.author, m.project, m.kind, m.document, m.thread, m.asks])
