// Returns the memories with the greatest sum of weight × edge weight over some cues, best first: points, hits (cue key,
// edge weight) and the outline's fields. A cue that more than $newest memories have leads to the newest only.
// Parameters: $namespace, $weights (list of {key, weight}), $newest, $limit, and a filter, each part of which may be
// null: $projects, $kinds, $statuses, $thread, $since, $until, $known_at, $state ("current" or "superseded"), $at,
// $documents, $cues, $names with $edges.
UNWIND $weights AS given
MATCH (c:Cue {namespace: $namespace, key: given.key})
CALL (c) {
  WITH c WHERE COUNT { (c)<-[:HAS_CUE]-() } <= $newest
  MATCH (c)<-[r:HAS_CUE]-(m:Memory)
  RETURN r, m
  UNION ALL
  WITH c WHERE COUNT { (c)<-[:HAS_CUE]-() } > $newest
  MATCH (c)<-[r:HAS_CUE]-(m:Memory)
  WITH r, m ORDER BY m.order_time DESC, m.id LIMIT $newest
  RETURN r, m
}
WITH m, sum(given.weight * r.weight) AS points, collect([given.key, r.weight]) AS hits
WHERE ($projects IS NULL OR m.project IN $projects)
  AND ($kinds IS NULL OR m.kind IN $kinds)
  AND ($statuses IS NULL OR m.status IN $statuses)
  AND ($thread IS NULL OR m.thread = $thread)
  AND ($since IS NULL OR m.order_time >= $since)
  AND ($until IS NULL OR m.order_time < $until)
  AND ($known_at IS NULL OR m.recorded_at <= $known_at)
  AND ($state IS NULL
    OR ($state = 'superseded') = (m.superseded_at IS NOT NULL AND ($at IS NULL OR m.superseded_at <= $at)))
  AND ($documents IS NULL OR EXISTS { (m)-[:FROM_DOCUMENT]->(d:Document) WHERE d.key IN $documents })
  AND ($cues IS NULL OR COUNT { (m)-[:HAS_CUE]->(other:Cue) WHERE other.key IN $cues } = size($cues))
  AND ($names IS NULL OR EXISTS {
    (m)-[e:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS]->(n)
    WHERE n.key IN $names AND type(e) IN $edges
  })
WITH m, points, hits
ORDER BY points DESC, m.order_time DESC, m.id
LIMIT $limit
RETURN points, hits,
  m.id, m.order_time, m.occurred_grain, m.author, m.project, m.kind, m.document, m.thread, m.asks
