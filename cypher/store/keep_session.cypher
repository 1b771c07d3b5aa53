// Returns whether a session was kept: only over the version that the caller saw, 0 for none. Whoever comes second waits
// for the first one's transaction. Parameters: $name and, in $given, id, expected, version, expires, state.
MERGE (s:Session {namespace: $name, id: $given.id})
ON CREATE SET s.version = 0
SET s.locked = true
REMOVE s.locked
WITH s, s.version = $given.expected AS kept, s.state IS NULL AS new
FOREACH (_ IN CASE WHEN kept THEN [1] ELSE [] END |
  SET s.version = $given.version, s.expires = $given.expires, s.state = $given.state
)
FOREACH (_ IN CASE WHEN new AND NOT kept THEN [1] ELSE [] END | DELETE s)
RETURN kept
