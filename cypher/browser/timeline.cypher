// The timeline of a project as a chain · 项目的时间线，一条链
// Its last hundred memories before a day, each tied to the one before it. Parameters: project, before (a day).
WITH 'default' AS namespace,
     '栖页' AS project,
     '2100-01-01' AS before
WITH namespace, project, datetime(before).epochMillis AS before
CALL (namespace, project, before) {
  MATCH (m:Memory)
  WHERE m.namespace = namespace AND m.project = project AND m.order_key >= '' AND m.order_time < before
  RETURN m ORDER BY m.namespace DESC, m.project DESC, m.order_key DESC LIMIT 100
}
WITH collect(m) AS chain
UNWIND chain AS m
OPTIONAL MATCH (m)-[link:FOLLOWS|SUPERSEDES]->(earlier:Memory) WHERE earlier IN chain
RETURN m, link, earlier
ORDER BY m.order_key, type(link)
LIMIT 250
