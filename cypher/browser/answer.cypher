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
LIMIT 1
