// Returns for each place the id of the memory just after it in its thread, or null, in the order of the places.
// Parameters: $namespace and, in $given, places (list of [thread, order key]).
UNWIND $given.places AS place
OPTIONAL CALL (place) {
  MATCH (m:Memory)
  WHERE m.namespace = $namespace AND m.thread = place[0] AND m.order_key > place[1]
  RETURN m.id AS id
  ORDER BY m.namespace, m.thread, m.order_key
  LIMIT 1
}
RETURN id
