// Returns id and order key of the memories beyond an order key, the oldest first, without any filter. Parameters:
// $namespace and, in $given, after, limit.
MATCH (m:Memory)
WHERE m.namespace = $namespace AND m.order_key > $given.after
RETURN m.id, m.order_key
ORDER BY m.namespace, m.order_key, m.id
LIMIT $given.limit
