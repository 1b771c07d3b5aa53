// A project at a glance · 一个项目的概貌
// Its newest memories, who stands behind them, and what they say of one another. Parameters: project.
WITH 'default' AS namespace,
     '栖页' AS project
CALL (namespace, project) {
  MATCH (m:Memory)
  WHERE m.namespace = namespace AND m.project = project AND m.order_key >= ''
  RETURN m ORDER BY m.namespace DESC, m.project DESC, m.order_key DESC LIMIT 25
}
OPTIONAL MATCH (m)-[role:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|APPROVED_BY|ASSIGNED_TO]->(who)
OPTIONAL MATCH (m)-[link:RELATED_TO|CAUSED_BY|DEPENDS_ON|RESOLVES|SUPERSEDES]->(other:Memory)
WHERE other.project = project
RETURN m, role, who, link, other
ORDER BY m.order_key DESC, type(role), who.key, other.id
LIMIT 100;

// A memory and its surroundings · 一条记忆和它的周围
// Who and what it is tied to, what came before and after it. Parameters: id, as every answer shows it.
WITH 'default' AS namespace,
     'm5zewes74claaj32jdyvqad2rba' AS id
MATCH (m:Memory {namespace: namespace, id: id})
OPTIONAL MATCH (m)-[edge:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS
  |IN_PROJECT|FROM_DOCUMENT|FOLLOWS|RELATED_TO|CAUSED_BY|DEPENDS_ON|RESOLVES|SUPERSEDES]-(n)
RETURN m, edge, n
ORDER BY type(edge), coalesce(n.id, n.key)
LIMIT 200;

// Why was this recalled? The path that was walked · 为什么想起它：走过的路
// The memories of an answer, the cues that they were found by and the edges walked. `--cypher` fills it in for any answer.
// Parameters: ids (memories), cues (keys), steps ([source, edge, target] by id or key), between (edges to draw wherever they
// join two of them), roles (edges to people to draw).
WITH 'default' AS namespace,
     ['msu4kvu3ru6feleal4f2tfgpcua', 'mejixgsqgfzocjjf3fc273ssela', 'mgzdyv6lmgsi7loaomzo3hln7a4',
      'mtzbl43bthndmkkr4uq6xmjr45y', 'mlck2gtbli3nvgiqs7lulmfjoa4'] AS ids,
     ['tag:缓存', 'tag:缓存击穿', 'word:击穿', 'word:处理', 'word:缓存'] AS cues,
     [['mejixgsqgfzocjjf3fc273ssela', 'FOLLOWS', 'msu4kvu3ru6feleal4f2tfgpcua'],
      ['mgzdyv6lmgsi7loaomzo3hln7a4', 'FOLLOWS', 'mlck2gtbli3nvgiqs7lulmfjoa4'],
      ['mgzdyv6lmgsi7loaomzo3hln7a4', 'RELATED_TO', 'msu4kvu3ru6feleal4f2tfgpcua'],
      ['mtzbl43bthndmkkr4uq6xmjr45y', 'FOLLOWS', 'mejixgsqgfzocjjf3fc273ssela']] AS steps,
     [] AS between,
     ['AUTHORED_BY'] AS roles
CALL (namespace, ids, steps) {
  UNWIND ids + [step IN steps | step[0]] + [step IN steps | step[2]] AS key
  WITH DISTINCT namespace, key LIMIT 200
  CALL (namespace, key) {
    MATCH (n:Memory {namespace: namespace, id: key}) RETURN n
    UNION ALL
    MATCH (n:Person {namespace: namespace, key: key}) RETURN n
    UNION ALL
    MATCH (n:Entity {namespace: namespace, key: key}) RETURN n
    UNION ALL
    MATCH (n:Project {namespace: namespace, key: key}) RETURN n
  }
  RETURN collect(n) AS nodes
}
CALL (nodes, steps, between) {
  UNWIND nodes AS n
  MATCH (n)-[edge:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS
    |IN_PROJECT|FOLLOWS|RELATED_TO|CAUSED_BY|DEPENDS_ON|RESOLVES|SUPERSEDES]->(other)
  WHERE other IN nodes AND (type(edge) IN between OR [n.id, type(edge), coalesce(other.id, other.key)] IN steps)
  RETURN collect(edge) AS walked
}
CALL (nodes, cues) {
  UNWIND nodes AS n
  MATCH (n)-[hit:HAS_CUE]->(cue) WHERE cue.key IN cues[..50]
  RETURN collect(hit) AS hits, collect(DISTINCT cue) AS found
}
CALL (nodes, roles) {
  UNWIND nodes AS n
  MATCH (n)-[role:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS]->(who)
  WHERE type(role) IN roles
  WITH who, collect(role) AS standing ORDER BY size(standing) DESC, who.key LIMIT 50
  RETURN collect(who) AS people, collect(standing) AS standing
}
RETURN nodes, walked, found, hits, people, standing
LIMIT 1;

// All decisions by a person · 某人的全部决策
// What they wrote, presented, decided or approved, superseded ones too, and who else did. Parameters: person.
WITH 'default' AS namespace,
     '林若川' AS person
MATCH (p:Person {namespace: namespace, name: person})<-[:AUTHORED_BY|PRESENTED_BY|DECIDED_BY|APPROVED_BY]-(m:Memory)
WHERE m.kind = 'decision'
WITH DISTINCT m ORDER BY m.order_key DESC LIMIT 60
MATCH (m)-[role:AUTHORED_BY|PRESENTED_BY|DECIDED_BY|APPROVED_BY]->(who:Person)
OPTIONAL MATCH (m)-[link:SUPERSEDES]->(other:Memory)
WITH m, role, who, link, other
ORDER BY m.order_key DESC, type(role), who.key, other.id
LIMIT 100
RETURN m, role, who, link, other;

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
LIMIT 250;

// What superseded what · 谁取代了谁
// The line of supersession through a memory, both ways, with who stands behind each. Parameters: id (of any link).
WITH 'default' AS namespace,
     'mjpidlfiulobj77au5xkfh4xkhu' AS id
MATCH (start:Memory {namespace: namespace, id: id})
CALL (start) {
  MATCH (start)-[:SUPERSEDES*0..50]->(m) RETURN m LIMIT 100
  UNION
  MATCH (start)<-[:SUPERSEDES*0..50]-(m) RETURN m LIMIT 100
}
WITH collect(m) AS chain
UNWIND chain AS m
OPTIONAL MATCH (m)-[link:SUPERSEDES]->(older) WHERE older IN chain
OPTIONAL MATCH (m)-[role:AUTHORED_BY|PRESENTED_BY|DECIDED_BY|APPROVED_BY]->(who:Person)
RETURN m, link, older, role, who
ORDER BY m.order_key, older.id, type(role), who.key
LIMIT 100;

// Causes and effects · 起因与后果
// What led to a memory, and what it led to, step by step. Parameters: id.
WITH 'default' AS namespace,
     'muli37dfo3hxmb4xmgt3ofp3vy4' AS id
MATCH (start:Memory {namespace: namespace, id: id})
CALL (start) {
  MATCH (start)-[:CAUSED_BY*0..50]->(m) RETURN m LIMIT 100
  UNION
  MATCH (start)<-[:CAUSED_BY*0..50]-(m) RETURN m LIMIT 100
}
WITH collect(m) AS reached
UNWIND reached AS m
OPTIONAL MATCH (m)-[link:CAUSED_BY]->(cause) WHERE cause IN reached
RETURN m, link, cause
ORDER BY m.order_key, cause.id
LIMIT 250;

// What leads from one to the other? · 从甲到乙有什么联系
// The shortest way through people, things and declared relations; crowded nodes are not walked through. Of several as short,
// the one that `graphcue path` gives (of more than a thousand, any of them). Parameters: first, last (ids of memories,
// names or projects), hub (edges that make a node crowded).
WITH 'default' AS namespace,
     '沈知遥' AS first,
     'muli37dfo3hxmb4xmgt3ofp3vy4' AS last,
     200 AS hub
CALL (namespace, first) {
  MATCH (n:Memory {namespace: namespace, id: first}) RETURN n AS a
  UNION
  MATCH (n:Person {namespace: namespace, name: first}) RETURN n AS a
  UNION
  MATCH (n:Entity {namespace: namespace, name: first}) RETURN n AS a
  UNION
  MATCH (n:Project {namespace: namespace, key: first}) RETURN n AS a
}
CALL (namespace, last) {
  MATCH (n:Memory {namespace: namespace, id: last}) RETURN n AS b
  UNION
  MATCH (n:Person {namespace: namespace, name: last}) RETURN n AS b
  UNION
  MATCH (n:Entity {namespace: namespace, name: last}) RETURN n AS b
  UNION
  MATCH (n:Project {namespace: namespace, key: last}) RETURN n AS b
}
MATCH way = ALL SHORTEST (a) (()-[:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS
  |IN_PROJECT|RELATED_TO|CAUSED_BY|DEPENDS_ON|RESOLVES|SUPERSEDES]-(n)
  WHERE NOT n:Project AND hub >= COUNT { (n)<-[:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY
    |MENTIONS|RELATED_TO|CAUSED_BY|DEPENDS_ON|RESOLVES|SUPERSEDES]-() }){0,11}
  ()-[:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS
  |IN_PROJECT|RELATED_TO|CAUSED_BY|DEPENDS_ON|RESOLVES|SUPERSEDES]-(b)
WHERE a <> b
WITH way LIMIT 1000
WITH way, [n IN reverse(nodes(way)) | coalesce(n.id, n.key)] AS keys
ORDER BY length(way), keys, [edge IN reverse(relationships(way)) | type(edge)]
LIMIT 1
RETURN way;

// Who works with whom · 谁和谁一起做事
// The memories in which a person and others stand in a role, the newest first. Parameters: person.
WITH 'default' AS namespace,
     'Nora Keller' AS person
MATCH (p:Person {namespace: namespace, name: person})
CALL (p) {
  MATCH (p)<-[:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY]-(m:Memory)
  WITH DISTINCT m ORDER BY m.order_key DESC LIMIT 200
  MATCH (m)-[role:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY]->(who:Person)
  WHERE who <> p
  WITH who, collect(DISTINCT m) AS common, count(DISTINCT m) AS shared
  ORDER BY shared DESC, who.key LIMIT 12
  UNWIND common[..8] AS m
  RETURN DISTINCT m
}
MATCH (m)-[role:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY]->(who:Person)
RETURN m, role, who
ORDER BY m.order_key DESC, type(role), who.key
LIMIT 140;

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
LIMIT 140;

// A thing or a person across projects · 一个事物或人，跨项目
// The newest memories that name it, each with its project. Parameters: name (of an entity or a person).
WITH 'default' AS namespace,
     '苏禾' AS name
MATCH (n:Entity|Person {namespace: namespace, name: name})
MATCH (n)<-[edge:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|MENTIONS]-(m:Memory)
WITH n, m, collect(edge) AS edges ORDER BY m.order_key DESC
WITH n, m.project AS project, collect({m: m, edges: edges})[..10] AS found
ORDER BY project LIMIT 20
UNWIND found AS one
WITH n, one.m AS m, one.edges AS edges LIMIT 140
OPTIONAL MATCH (m)-[home:IN_PROJECT]->(p:Project)
RETURN n, edges, m, home, p
ORDER BY p.key, m.order_key DESC
LIMIT 140;

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
LIMIT 100;

// Hubs: who and what most memories lead to · 枢纽：最多记忆通向谁
// The ten people or things with most edges, each with its newest memories. Parameters: none but the namespace.
WITH 'default' AS namespace
CALL (namespace) {
  MATCH (n:Person) WHERE n.namespace = namespace AND n.key >= '' RETURN n
  UNION ALL
  MATCH (n:Entity) WHERE n.namespace = namespace AND n.key >= '' RETURN n
}
WITH n, COUNT { (n)<-[:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS]-() } AS degree
ORDER BY degree DESC, n.key LIMIT 10
CALL (n) {
  MATCH (n)<-[edge:AUTHORED_BY|DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS]-(m:Memory)
  RETURN m, collect(edge) AS edges ORDER BY m.order_key DESC LIMIT 12
}
RETURN n, edges, m
ORDER BY degree DESC, n.key, m.order_key DESC
LIMIT 120;

// Orphans and broken chains · 孤立的记忆与断开的链
// Among the newest 5,000 memories: orphans, to which nothing is tied but author, project and time; broken ones, whose thread
// goes on before them though no FOLLOWS leads there, with what it should lead to; and forks. `graphcue doctor` looks at all.
// Parameters: none but the namespace.
WITH 'default' AS namespace
CALL (namespace) {
  MATCH (m:Memory)
  WHERE m.namespace = namespace AND m.order_key >= ''
  RETURN m ORDER BY m.namespace DESC, m.order_key DESC LIMIT 5000
}
WITH collect(m) AS looked
CALL (looked) {
  UNWIND looked AS m
  WITH m WHERE NOT EXISTS { (m)-[:DECIDED_BY|PRESENTED_BY|ASSIGNED_TO|APPROVED_BY|ATTENDED_BY|MENTIONS
    |RELATED_TO|CAUSED_BY|DEPENDS_ON|RESOLVES|SUPERSEDES]-() }
  RETURN m, 'orphan' AS problem, NULL AS other LIMIT 50
  UNION ALL
  UNWIND looked AS m
  WITH m WHERE m.thread <> '' AND NOT EXISTS { (m)-[:FOLLOWS]->() }
  CALL (m) {
    MATCH (other:Memory)
    WHERE other.namespace = m.namespace AND other.thread = m.thread AND other.order_key < m.order_key
    RETURN other ORDER BY other.namespace DESC, other.thread DESC, other.order_key DESC LIMIT 1
  }
  RETURN m, 'broken' AS problem, other LIMIT 50
  UNION ALL
  UNWIND looked AS m
  WITH m WHERE COUNT { (m)<-[:FOLLOWS]-() } > 1 OR COUNT { (m)-[:FOLLOWS]->() } > 1
  WITH m LIMIT 20
  MATCH (m)-[:FOLLOWS]-(other)
  RETURN m, 'fork' AS problem, other LIMIT 50
}
RETURN m, problem, other
LIMIT 140;
