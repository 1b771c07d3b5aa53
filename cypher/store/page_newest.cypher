// Returns id and order key of the memories beyond an order key, the newest first, without any filter. Parameters:
// $namespace and, in $given, after, limit.
MATCH (m:Memory)
WHERE m.namespace = $namespace AND m.order_key < $given.after
RETURN m.id, m.order_key
ORDER BY m.namespace DESC, m.order_key DESC, m.id DESC
LIMIT $given.limit
