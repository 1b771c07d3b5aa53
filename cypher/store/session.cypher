// Returns version, expiry (ms UTC) and state of one session; no row where it is not kept. Parameters: $name and, in
// $given, id.
MATCH (s:Session {namespace: $name, id: $given.id})
RETURN s.version, s.expires, s.state
