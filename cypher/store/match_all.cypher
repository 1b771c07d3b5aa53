// Returns the same as match.cypher where no filter is given. Most recalls are such, and need not look at what a memory is.
// Parameters: $namespace and, in $given, weights (list of [cue key, weight, index]), newest, limit.
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
ORDER BY points DESC, m.order_time DESC, m.id
LIMIT $given.limit
RETURN collect([points, hits, hit_weights,
  m.id, m.order_time, m.occurred_grain, m.author, m.project, m.kind, m.document, m.thread, m.asks])
