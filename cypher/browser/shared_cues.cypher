// Cues shared by two projects, or two documents · 两个项目（或文档）共有的线索
// The rarest words, tags and identifiers that the newest memories of both have. Parameters: first, second.
WITH 'default' AS namespace,
     'decisions/2025-09-10-rest-api.md' AS first,
     'decisions/2025-12-03-graphql.md' AS second
MATCH (a:Project|Document {namespace: namespace, key: first})
MATCH (b:Project|Document {namespace: namespace, key: second})
CALL (a) {
  MATCH (a)<-[:IN_PROJECT|FROM_DOCUMENT]-(m:Memory)
  WITH DISTINCT m ORDER BY m.order_key DESC LIMIT 200
  RETURN collect(m) AS ours
}
CALL (b) {
  MATCH (b)<-[:IN_PROJECT|FROM_DOCUMENT]-(m:Memory)
  WITH DISTINCT m ORDER BY m.order_key DESC LIMIT 200
  RETURN collect(m) AS theirs
}
CALL (ours, theirs) {
  UNWIND ours AS m
  MATCH (m)-[:HAS_CUE]->(cue:Cue)
  WHERE cue.type IN ['cue', 'tag', 'id', 'word'] AND size(cue.value) > 1
  WITH DISTINCT cue, theirs
  ORDER BY COUNT { (cue)<-[:HAS_CUE]-() }, cue.key
  WHERE EXISTS { (cue)<-[:HAS_CUE]-(other) WHERE other IN theirs }
  RETURN cue LIMIT 15
}
MATCH (cue)<-[hit:HAS_CUE]-(m:Memory)
WHERE m IN ours OR m IN theirs
WITH a, b, cue, hit, m ORDER BY cue.key, m.order_key DESC
WITH a, b, cue, collect({hit: hit, m: m})[..8] AS found
UNWIND found AS one
WITH a, b, cue, one.hit AS hit, one.m AS m
OPTIONAL MATCH (m)-[home:IN_PROJECT|FROM_DOCUMENT]->(place) WHERE place IN [a, b]
RETURN cue, hit, m, home, place
LIMIT 140
