// Open actions and who has them · 待办，以及归谁
// What is assigned and neither done nor resolved, the oldest first, and the decision it comes from. Parameters: project,
// open (statuses of what is not done).
WITH 'default' AS namespace,
     '栖页' AS project,
     ['deferred', 'discussed', 'doing', 'none', 'open', 'other', 'proposed'] AS open
MATCH (m:Memory)
WHERE m.namespace = namespace AND m.project = project AND m.order_key >= '' AND m.kind = 'action'
  AND m.superseded_at IS NULL AND NOT EXISTS { (m)<-[:RESOLVES]-() }
  AND EXISTS { (m)-[:HAS_CUE]->(cue:Cue) WHERE cue.type = 'status' AND cue.value IN open }
WITH m ORDER BY m.order_key LIMIT 60
OPTIONAL MATCH (m)-[role:ASSIGNED_TO]->(who:Person)
OPTIONAL MATCH (m)-[link:RELATED_TO]->(about:Memory) WHERE about.kind = 'decision'
RETURN m, role, who, link, about
ORDER BY m.order_key, who.key, about.id
LIMIT 100
