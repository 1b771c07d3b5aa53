// Returns one list of the memories with the greatest sum of weight × edge weight over some cues, best first: points, the
// cues that were hit as indexes into $weights, their edge weights, and the outline's fields. A cue that more than $newest memories have leads to the newest only.
// Parameters: $namespace, $weights (list of [cue key, weight, index]), $newest, $limit, and a filter, each part of which may be
// null: $projects, $kinds, $statuses, $thread, $since, $until, $known_at, $state ("current" or "superseded"), $at,
// $documents, $cues, $names with $edges.
UNWIND $weights AS given
MATCH (c:Cue {namespace: $namespace, key: given[0]})
CALL (c) {
  WITH c WHERE COUNT { (c)<-[:HAS_CUE]-() } <= $newest
  MATCH (c)<-[r:HAS_CUE]-(m)
  RETURN r, m
  UNION ALL
  WITH c WHERE COUNT { (c)<-[:HAS_CUE]-() } > $newest
  MATCH (c)<-[r:HAS_CUE]-(m)
  WITH r, m ORDER BY m.order_time DESC, m.id LIMIT $newest
  RETURN r, m
}
WITH m, sum(given[1] * r.weight) AS points, collect(given[2]) AS hits, collect(r.weight) AS hit_weights
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
WITH m, points, hits, hit_weights
ORDER BY points DESC, m.order_time DESC, m.id
LIMIT $limit
RETURN collect([points, hits, hit_weights,
  m.id, m.order_time, m.occurred_grain, m.author, m.project, m.kind, m.document, m.thread, m.asks])
