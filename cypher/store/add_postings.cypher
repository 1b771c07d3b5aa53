// Returns the number of postings made; cues that are missing are made too. Parameters: $namespace and, in $given, cues
// (list of [key, type, value, map of its interval], sorted), rows (list of [memory id, indexes into `cues`, weights]).
UNWIND $given.cues AS cue
MERGE (c:Cue {namespace: $namespace, key: cue[0]})
ON CREATE SET c += cue[3], c.type = cue[1], c.value = cue[2]
WITH collect(c) AS cues
UNWIND $given.rows AS row
MATCH (m:Memory {namespace: $namespace, id: row[0]})
UNWIND range(0, size(row[1]) - 1) AS i
WITH m, cues[row[1][i]] AS c, row[2][i] AS weight
CREATE (m)-[:HAS_CUE {weight: weight}]->(c)
RETURN count(*)
