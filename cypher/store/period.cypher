// Returns the first and the last time of happening; no row where no memory has one. Parameters: $namespace and, in $given,
// first (what the order key of every memory with a time is not below).
CALL () {
  MATCH (m:Memory) WHERE m.namespace = $namespace AND m.order_key >= $given.first
  RETURN m.order_time AS oldest ORDER BY m.namespace, m.order_key LIMIT 1
}
CALL () {
  MATCH (m:Memory) WHERE m.namespace = $namespace AND m.order_key >= $given.first
  RETURN m.order_time AS newest ORDER BY m.namespace DESC, m.order_key DESC LIMIT 1
}
RETURN oldest, newest
